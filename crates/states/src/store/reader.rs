//! Reading a store: ranks of boards and boards of ranks.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use redouble_core::{Board, Grid, Packed, with_packed};

use super::StoreError;
use super::file::LayerFile;
use super::layout::{LayerLayout, Layout};
use super::manifest::Manifest;
use super::writer::lock;
use crate::codec::decode;
use crate::{Census, Layer, Variant};

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
    pub(super) layout: Layout,
    /// The layers opened so far, by tile sum.
    layers: RefCell<HashMap<u64, Rc<StoredLayer>>>,
    /// Keeps writers away.
    _lock: File,
}

/// One layer of a store.
pub struct StoredLayer {
    path: PathBuf,
    file: LayerFile,
    layout: LayerLayout,
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
        let layout = Layout::new(manifest.engine, manifest.variant)?;
        let layers = RefCell::default();
        Ok(Store { directory: directory.to_owned(), manifest, layout, layers, _lock: lock })
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
        let layers: Result<Vec<Layer>, StoreError> =
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
        let layer = Rc::new(StoredLayer::new(path, file, self.layout.layer(sum))?);
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
        let rank_in_layer = layer.rank(&self.layout, bits)?;
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
                return Ok(Some(self.unpacked(layer.board(&self.layout, rest)?)));
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
            let boards = layer.frame_boards(&self.layout, frame);
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
            words.extend_from_slice(&layer.frame(&self.layout, frame)?);
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
    fn new(path: PathBuf, file: LayerFile, layout: LayerLayout) -> Result<StoredLayer, StoreError> {
        if file.frames.len() != layout.frames.len() {
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
        Ok(StoredLayer { path, file, layout, before, recent: RefCell::default() })
    }

    /// What was counted in the layer.
    #[must_use]
    pub fn counts(&self) -> &Layer {
        &self.file.layer
    }

    /// Reads and decodes all frames, and checks that every bit stands for a board.
    pub(crate) fn check_frames(&self, store: &Store) -> Result<(), StoreError> {
        for frame in 0..self.file.frames.len() {
            let words = self.frame(&store.layout, frame)?;
            if !store.layout.has_only_boards(&self.layout, frame, &words) {
                return Err(self.damaged("damaged: a bit that stands for no board".to_owned()));
            }
        }
        Ok(())
    }

    /// An error that names this layer's file.
    pub(crate) fn damaged(&self, what: String) -> StoreError {
        StoreError::damaged(&self.path, what)
    }

    /// The canonical packed board with this rank in the layer.
    pub(crate) fn state(&self, store: &Store, rank: u64) -> Result<u64, StoreError> {
        self.board(&store.layout, rank)
    }

    /// The words of a frame, decoded, with as many states as its entry says.
    pub(super) fn frame(&self, layout: &Layout, frame: usize) -> Result<Rc<Vec<u64>>, StoreError> {
        const KEPT: usize = 16;
        let mut recent = self.recent.borrow_mut();
        if let Some(at) = recent.iter().position(|(number, _)| *number == frame) {
            let found = recent.remove(at);
            recent.push(found);
        } else {
            let words = decode(&self.file.frame(&self.path, frame)?, &layout.segments(&self.layout, frame));
            let states: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
            if states != u64::from(self.file.frames[frame].states) {
                let what = format!("damaged: frame {frame} has another number of states than its entry");
                return Err(StoreError::damaged(&self.path, what));
            }
            if recent.len() == KEPT {
                recent.remove(0);
            }
            recent.push((frame, Rc::new(words)));
        }
        Ok(Rc::clone(&recent[recent.len() - 1].1))
    }

    /// The boards of a frame, canonical.
    pub(super) fn frame_boards(&self, layout: &Layout, frame: usize) -> Result<Vec<u64>, StoreError> {
        let words = self.frame(layout, frame)?;
        let first = 64 * self.layout.frames[frame].start;
        let board = |position: u64| {
            let board = layout.board(&self.layout, first + position);
            let what = "damaged: a bit that stands for no board";
            board.map(|bits| layout.canonical(bits)).ok_or_else(|| StoreError::damaged(&self.path, what))
        };
        crate::rank::ones(&words).map(board).collect()
    }

    fn rank(&self, layout: &Layout, bits: u64) -> Result<Option<u64>, StoreError> {
        let Some(position) = layout.position(&self.layout, bits) else { return Ok(None) };
        let word = position / 64;
        let frame = self.layout.frames.partition_point(|words| words.end <= word);
        let words = self.frame(layout, frame)?;
        let index = (word - self.layout.frames[frame].start) as usize;
        let bit = 1 << (position % 64);
        if words[index] & bit == 0 {
            return Ok(None);
        }
        let earlier: u64 = words[..index].iter().map(|word| u64::from(word.count_ones())).sum();
        Ok(Some(self.before[frame] + earlier + u64::from((words[index] & (bit - 1)).count_ones())))
    }

    fn board(&self, layout: &Layout, rank: u64) -> Result<u64, StoreError> {
        let frame = self.before.partition_point(|&before| before <= rank) - 1;
        let words = self.frame(layout, frame)?;
        let position = crate::rank::ones(&words).nth((rank - self.before[frame]) as usize);
        let position =
            64 * self.layout.frames[frame].start + position.expect("a frame has the states it says");
        let board = layout.board(&self.layout, position);
        let what = "damaged: a bit that stands for no board";
        board.map(|bits| layout.canonical(bits)).ok_or_else(|| StoreError::damaged(&self.path, what))
    }
}
