//! Reading a store: ranks of boards and boards of ranks.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use redouble_core::{Board, Grid, Packed, with_packed};

use super::StoreError;
use super::file::LayerFile;
use super::manifest::Manifest;
use super::ranking_of;
use super::writer::lock;
use crate::rank::{LayerRanks, Ranking, canonical, ones};
use crate::{Census, LayerCounts, Variant};

/// The file of a layer.
pub(super) fn layer_path(directory: &Path, sum: u64) -> PathBuf {
    directory.join(format!("layer-{sum:06}.rds"))
}

/// A store opened for reading.
///
/// States are numbered from 0, by layer and in the order in which a layer keeps them.
pub struct Store {
    directory: PathBuf,
    manifest: Manifest,
    ranking: Arc<dyn Ranking>,
    /// The layers opened so far, by tile sum.
    layers: RefCell<HashMap<u64, Rc<StoredLayer>>>,
    /// Keeps writers away.
    _lock: File,
}

/// One layer of a store.
pub struct StoredLayer {
    path: PathBuf,
    file: LayerFile,
    variant: Variant,
    ranks: Box<dyn LayerRanks>,
    /// States before each frame, and all at the end.
    before: Vec<u64>,
    /// Frames decoded of late, the latest last.
    recent: RefCell<Vec<(usize, Rc<Vec<u64>>)>>,
}

/// Where a state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The tile sum of its layer.
    pub sum: u64,
    /// The states of the layer before it.
    pub rank_in_layer: u64,
    /// The states of the store before it.
    pub rank: u64,
}

impl Store {
    /// Opens a store.
    ///
    /// # Errors
    /// If there is none, it is damaged, or a count is working on it.
    pub fn open(directory: &Path) -> Result<Store, StoreError> {
        let manifest = Manifest::read(directory)?;
        let manifest = manifest.ok_or_else(|| StoreError::Missing(directory.to_owned()))?;
        let lock = lock(directory, false)?;
        let ranking = ranking_of(manifest.engine, manifest.variant)?;
        let layers = RefCell::default();
        Ok(Store { directory: directory.to_owned(), manifest, ranking, layers, _lock: lock })
    }

    /// The game.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.manifest.variant
    }

    /// Whether the count reached the end of the game.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.manifest.complete
    }

    /// The tile sums of the layers, increasing.
    pub fn sums(&self) -> impl Iterator<Item = u64> + '_ {
        self.manifest.layers.iter().map(|entry| entry.sum)
    }

    /// The number of states.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.manifest.layers.iter().map(|entry| entry.states).sum()
    }

    /// The number of states in the layers above this one.
    pub(crate) fn states_above(&self, sum: u64) -> u64 {
        self.manifest.layers.iter().filter(|entry| entry.sum > sum).map(|entry| entry.states).sum()
    }

    /// The bytes that the layers take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.manifest.layers.iter().map(|entry| entry.bytes).sum()
    }

    /// The counts of all layers.
    ///
    /// # Errors
    /// If a layer is damaged.
    pub fn census(&self) -> Result<Census, StoreError> {
        let layers: Result<Vec<LayerCounts>, StoreError> =
            self.sums().map(|sum| Ok(self.layer(sum)?.counts().clone())).collect();
        Ok(Census { layers: layers?.into_iter().filter(|layer| !layer.is_empty()).collect() })
    }

    /// The layer with a tile sum.
    ///
    /// # Errors
    /// If it is not there or damaged.
    pub fn layer(&self, sum: u64) -> Result<Rc<StoredLayer>, StoreError> {
        if let Some(layer) = self.layers.borrow().get(&sum) {
            return Ok(Rc::clone(layer));
        }
        let path = layer_path(&self.directory, sum);
        let Some(entry) = self.manifest.layers.iter().find(|entry| entry.sum == sum) else {
            return Err(StoreError::damaged(&path, "the store has no layer with this tile sum"));
        };
        let file = LayerFile::open(&path, self.manifest.engine, self.manifest.variant, sum)?;
        if (file.length, file.layer.folded.total().states) != (entry.bytes, entry.states) {
            return Err(StoreError::damaged(&path, "not the layer that the manifest names"));
        }
        let layer = Rc::new(StoredLayer::new(path, file, self.variant(), self.ranking.layer(sum))?);
        self.layers.borrow_mut().insert(sum, Rc::clone(&layer));
        Ok(layer)
    }

    /// Where a board, or an image of it, is; `None` if it is no state of the store.
    ///
    /// # Errors
    /// If the layer is damaged.
    pub fn find(&self, board: Board) -> Result<Option<Place>, StoreError> {
        let sum = board.sum();
        let is_there = self.sums().any(|of_layer| of_layer == sum);
        let Some(bits) = packed(board).filter(|_| is_there && board.shape() == self.variant().shape()) else {
            return Ok(None);
        };
        let layer = self.layer(sum)?;
        let rank_in_layer = layer.rank(bits)?;
        let earlier = self.manifest.layers.iter().take_while(|entry| entry.sum < sum);
        let before: u64 = earlier.map(|entry| entry.states).sum();
        Ok(rank_in_layer.map(|rank| Place { sum, rank_in_layer: rank, rank: before + rank }))
    }

    /// The canonical board with a number; `None` beyond the last.
    ///
    /// # Errors
    /// If the layer is damaged.
    pub fn board(&self, rank: u64) -> Result<Option<Board>, StoreError> {
        let mut rest = rank;
        for entry in &self.manifest.layers {
            if rest < entry.states {
                let layer = self.layer(entry.sum)?;
                return Ok(Some(self.unpacked(layer.board(rest)?)));
            }
            rest -= entry.states;
        }
        Ok(None)
    }

    /// The states of a layer as canonical packed boards, in the order of their ranks.
    ///
    /// # Errors
    /// If the layer is damaged; the error ends the iteration.
    pub fn boards(&self, sum: u64) -> Result<impl Iterator<Item = Result<u64, StoreError>> + '_, StoreError> {
        let layer = self.layer(sum)?;
        Ok((0..layer.file.frames.len()).flat_map(move |frame| {
            let boards = layer.frame_boards(frame);
            match boards {
                Ok(boards) => boards.into_iter().map(Ok).collect::<Vec<_>>(),
                Err(error) => vec![Err(error)],
            }
        }))
    }

    /// The states of a layer as a bitmap over its positions.
    pub(crate) fn words(&self, sum: u64) -> Result<Vec<u64>, StoreError> {
        let layer = self.layer(sum)?;
        let mut words = Vec::new();
        for frame in 0..layer.file.frames.len() {
            words.extend_from_slice(&layer.frame(frame)?);
        }
        Ok(words)
    }

    /// Lets go of the layers opened so far and of the memory they take.
    pub(crate) fn forget_layers(&self) {
        self.layers.borrow_mut().clear();
    }

    /// The board with these digits.
    #[must_use]
    pub fn unpacked(&self, bits: u64) -> Board {
        with_packed!(self.variant().shape(), R, C => Board::from(Packed::<R, C>::from_bits(bits)))
            .expect("a variant has at most 16 cells")
    }
}

/// The packed digits of a board, if it has any.
pub(crate) fn packed(board: Board) -> Option<u64> {
    with_packed!(board.shape(), R, C => Packed::<R, C>::try_from(board).ok().map(Packed::bits)).flatten()
}

impl StoredLayer {
    fn new(
        path: PathBuf,
        file: LayerFile,
        variant: Variant,
        ranks: Box<dyn LayerRanks>,
    ) -> Result<StoredLayer, StoreError> {
        if file.frames.len() != ranks.frames().len() {
            return Err(StoreError::damaged(&path, "damaged: another number of frames than its layout"));
        }
        let mut before = vec![0];
        let mut states = 0;
        for frame in &file.frames {
            states += u64::from(frame.states);
            before.push(states);
        }
        if states != file.layer.folded.total().states {
            return Err(StoreError::damaged(&path, "damaged: the frames do not add up to the count"));
        }
        Ok(StoredLayer { path, file, variant, ranks, before, recent: RefCell::default() })
    }

    /// What was counted in the layer.
    #[must_use]
    pub fn counts(&self) -> &LayerCounts {
        &self.file.layer
    }

    /// Reads and decodes all frames, and checks that every bit stands for a board.
    pub(crate) fn check_frames(&self) -> Result<(), StoreError> {
        (0..self.file.frames.len()).try_for_each(|frame| self.frame(frame).map(|_| ()))
    }

    /// An error that names this layer's file.
    pub(crate) fn damaged(&self, what: String) -> StoreError {
        StoreError::damaged(&self.path, what)
    }

    /// The words of a frame, decoded, with as many states as its entry says, all of which stand for boards.
    fn frame(&self, frame: usize) -> Result<Rc<Vec<u64>>, StoreError> {
        const KEPT: usize = 16;
        let mut recent = self.recent.borrow_mut();
        if let Some(at) = recent.iter().position(|(number, _)| *number == frame) {
            let found = recent.remove(at);
            recent.push(found);
        } else {
            let words = self.ranks.decode(frame, &self.file.frame(&self.path, frame)?);
            let states: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
            if states != u64::from(self.file.frames[frame].states) {
                let what = format!("damaged: frame {frame} has another number of states than its entry");
                return Err(StoreError::damaged(&self.path, what));
            }
            if !self.ranks.has_only_boards(self.ranks.frames()[frame].start, &words) {
                return Err(self.damaged("damaged: a bit that stands for no board".to_owned()));
            }
            if recent.len() == KEPT {
                recent.remove(0);
            }
            recent.push((frame, Rc::new(words)));
        }
        Ok(Rc::clone(&recent[recent.len() - 1].1))
    }

    /// The boards of a frame, canonical.
    fn frame_boards(&self, frame: usize) -> Result<Vec<u64>, StoreError> {
        let (words, mut boards) = (self.frame(frame)?, Vec::new());
        self.ranks.boards(self.ranks.frames()[frame].start, &words, &mut boards);
        boards.iter_mut().for_each(|board| *board = canonical(self.variant.shape(), *board));
        Ok(boards)
    }

    /// The number of a board in the layer; `None` if it is not there.
    fn rank(&self, bits: u64) -> Result<Option<u64>, StoreError> {
        let Some(position) = self.ranks.position(bits) else { return Ok(None) };
        let word = (position / 64) as usize;
        let frame = self.ranks.frames().partition_point(|words| words.end <= word);
        let words = self.frame(frame)?;
        let index = word - self.ranks.frames()[frame].start;
        let bit = 1 << (position % 64);
        if words[index] & bit == 0 {
            return Ok(None);
        }
        let earlier: u64 = words[..index].iter().map(|word| u64::from(word.count_ones())).sum();
        Ok(Some(self.before[frame] + earlier + u64::from((words[index] & (bit - 1)).count_ones())))
    }

    /// The canonical packed board with this number in the layer.
    pub(crate) fn board(&self, rank: u64) -> Result<u64, StoreError> {
        let frame = self.before.partition_point(|&before| before <= rank) - 1;
        let words = self.frame(frame)?;
        let position = ones(&words).nth((rank - self.before[frame]) as usize);
        let position = position.expect("a frame has the states it says");
        let board = self.ranks.board(64 * self.ranks.frames()[frame].start as u64 + position);
        Ok(canonical(self.variant.shape(), board.expect("every bit stands for a board")))
    }
}
