//! Reading a store: ranks of boards and boards of ranks.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use redouble_core::{Board, Grid, Packed, Position, Random, with_packed};
use redouble_files::Lock;

use super::Layout;
use super::StoreError;
use super::file::LayerFile;
use super::layout::LayerLayout;
use super::left::{LeftCache, LeftLayer, LeftLayers, WholeLeft};
use super::manifest::{Entry, Manifest};
use super::writer::lock;
use crate::engine::row::LeftForm;
use crate::rank::{LayerRanks, Ranking, canonical, ones, ranking};
use crate::{Census, Engine, LayerCounts, Variant};

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
    layout: Layout,
    /// The order in which states are numbered; `None` where there is none for so many.
    ranking: Option<Arc<dyn Ranking>>,
    /// The layers opened so far, by tile sum.
    layers: RefCell<HashMap<u64, Rc<StoredLayer>>>,
    /// What was read of layers that are kept as afterstates.
    left: RefCell<LeftCache>,
    /// Keeps writers away.
    _lock: Lock,
}

/// One layer of a store.
pub struct StoredLayer {
    path: PathBuf,
    file: LayerFile,
    variant: Variant,
    layout: LayerLayout,
    /// All states, if the file does not have them as such.
    states: Option<Vec<u64>>,
    /// States before each frame, and all at the end.
    before: Vec<u64>,
    /// Frames decoded of late, the latest last.
    recent: RefCell<Vec<(usize, Rc<Vec<u64>>)>>,
}

/// The frames of one layer, as they are in its file.
pub(crate) struct LayerFrames {
    path: PathBuf,
    file: LayerFile,
    layout: LayerLayout,
}

impl LayerFrames {
    /// The words of a frame.
    pub(crate) fn words(&self, frame: usize) -> Result<Vec<u64>, StoreError> {
        self.file.words(&self.path, frame, &self.layout)
    }

    /// The bytes of all frames, as they would be written now.
    pub(crate) fn bytes(&self) -> impl Iterator<Item = Result<Vec<u8>, StoreError>> + '_ {
        (0..self.file.frames.len()).map(|frame| match &self.layout {
            LayerLayout::Left(left) if self.file.code != self.layout.code() => {
                Ok(left.encode(frame, self.words(frame)?).bytes().to_vec())
            }
            _ => self.file.frame(&self.path, frame),
        })
    }
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
        let read = || Manifest::read(directory)?.ok_or_else(|| StoreError::Missing(directory.to_owned()));
        read()?;
        let lock = lock(directory, false)?;
        // Whoever held the lock may have written it since.
        let manifest = read()?;
        let layout = Layout::of(manifest.engine, manifest.variant)?;
        let ranking = match &layout {
            Layout::States(ranking) => Some(Arc::clone(ranking)),
            Layout::Left(_) => ranking(Engine::best_ranking(manifest.variant), manifest.variant),
        };
        let (layers, left) = (RefCell::default(), RefCell::default());
        Ok(Store { directory: directory.to_owned(), manifest, layout, ranking, layers, left, _lock: lock })
    }

    /// The game.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.manifest.variant
    }

    /// Whether states have numbers: games with more states than numbers were made for have none.
    #[must_use]
    pub fn is_numbered(&self) -> bool {
        self.ranking.is_some()
    }

    /// Whether the file of a layer is there; it may have been removed once it was counted.
    #[must_use]
    pub fn keeps(&self, sum: u64) -> bool {
        self.manifest.layers.iter().any(|entry| entry.sum == sum && entry.bytes.is_some())
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

    /// The engine that counted.
    pub(crate) fn engine(&self) -> Engine {
        self.manifest.engine
    }

    /// The bytes that a layer takes; `None` if it is not there.
    pub(crate) fn bytes_of(&self, sum: u64) -> Option<u64> {
        self.manifest.layers.iter().find(|entry| entry.sum == sum)?.bytes
    }

    /// The bytes that the layers take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.manifest.layers.iter().filter_map(|entry| entry.bytes).sum()
    }

    /// The counts of all layers.
    ///
    /// # Errors
    /// If a layer is damaged.
    pub fn census(&self) -> Result<Census, StoreError> {
        let layers: Result<Vec<LayerCounts>, StoreError> = self.sums().map(|sum| self.counts(sum)).collect();
        Ok(Census { layers: layers?.into_iter().filter(|layer| !layer.is_empty()).collect() })
    }

    /// What was counted in a layer, whether its file is there or not.
    pub(crate) fn counts(&self, sum: u64) -> Result<LayerCounts, StoreError> {
        let entry = self.entry(sum)?;
        match &entry.counts {
            Some(counts) => Ok(counts.clone()),
            None => Ok(self.file(entry)?.1.layer),
        }
    }

    /// Whether files have the states themselves.
    pub(crate) fn has_frames_of_states(&self) -> bool {
        matches!(self.layout, Layout::States(_))
    }

    /// An error that names the file of a layer.
    pub(crate) fn damaged(&self, sum: u64, what: String) -> StoreError {
        StoreError::damaged(&layer_path(&self.directory, sum), what)
    }

    /// Whether the states of a layer can be read: its file is there, and those that they follow from.
    pub(crate) fn has_states(&self, sum: u64) -> bool {
        let follows = |less: u64| sum < 4 + less || self.keeps(sum - less);
        let is_kept = self.has_frames_of_states() || (follows(2) && follows(4));
        is_kept && self.keeps(sum)
    }

    /// The file of a layer, its head and foot checked.
    fn file(&self, entry: &Entry) -> Result<(PathBuf, LayerFile), StoreError> {
        if entry.bytes.is_none() {
            return Err(StoreError::NotKept { path: self.directory.clone(), sum: entry.sum });
        }
        let path = layer_path(&self.directory, entry.sum);
        let file = LayerFile::open(&path, self.manifest.engine, self.manifest.variant, entry.sum)?;
        if !entry.names(&file) {
            return Err(StoreError::damaged(&path, "not the layer that the manifest names"));
        }
        Ok((path, file))
    }

    fn entry(&self, sum: u64) -> Result<&Entry, StoreError> {
        let path = || layer_path(&self.directory, sum);
        let entry = self.manifest.layers.iter().find(|entry| entry.sum == sum);
        entry.ok_or_else(|| StoreError::damaged(&path(), "the store has no layer with this tile sum"))
    }

    /// The layer with a tile sum.
    ///
    /// # Errors
    /// If it is not there or damaged, or its states have no numbers.
    pub fn layer(&self, sum: u64) -> Result<Rc<StoredLayer>, StoreError> {
        if let Some(layer) = self.layers.borrow().get(&sum) {
            return Ok(Rc::clone(layer));
        }
        let (path, file) = self.file(self.entry(sum)?)?;
        let ranking = self.ranking.as_ref().ok_or(StoreError::NotNumbered(self.variant()))?;
        let layer = StoredLayer::new(path, file, self.variant(), ranking.layer(sum));
        let layer = match &self.layout {
            Layout::States(_) => layer.by_frames()?,
            Layout::Left(form) => {
                // A layer of states takes much more memory than its file: there is one at a time.
                self.layers.borrow_mut().clear();
                let words = self.with_left(form, |left| left.states(sum, layer.ranks()))?;
                layer.by_words(words)?
            }
        };
        let layer = Rc::new(layer);
        self.layers.borrow_mut().insert(sum, Rc::clone(&layer));
        Ok(layer)
    }

    /// Looks at layers that are kept as afterstates.
    fn with_left<T>(
        &self,
        form: &LeftForm,
        look: impl FnOnce(LeftLayers<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        look(LeftLayers { form, open: &|sum| self.open_left(form, sum), cache: &self.left })
    }

    fn open_left(&self, form: &LeftForm, sum: u64) -> Result<Option<LeftLayer>, StoreError> {
        if sum < 4 {
            return Ok(None);
        }
        let (path, file) = self.file(self.entry(sum)?)?;
        LeftLayer::new(path, file, form, sum).map(Some)
    }

    /// Whether a board is a state of the store, in any orientation.
    ///
    /// # Errors
    /// If a layer is damaged, or was not kept.
    pub fn contains(&self, board: Board) -> Result<bool, StoreError> {
        let Layout::Left(form) = &self.layout else { return Ok(self.find(board)?.is_some()) };
        let has_layer = self.sums().any(|sum| sum == board.sum());
        let has_tiles = board.max_tile().is_some_and(|tile| tile.exponent() <= self.variant().max_exponent());
        let is_possible = has_layer && has_tiles && board.shape() == self.variant().shape();
        if !is_possible || Position::new(board).is_over() {
            return Ok(false);
        }
        self.with_left(form, |left| left.is_reached(board))
    }

    /// Reads a layer whole and checks it: checksums, numbers of boards, and that every bit stands for a board.
    ///
    /// # Errors
    /// What is wrong.
    pub(crate) fn check_file(&self, sum: u64) -> Result<(), StoreError> {
        let Layout::Left(form) = &self.layout else { return self.layer(sum)?.check_frames() };
        self.with_left(form, |left| left.layer(sum)?.map_or(Ok(()), |layer| layer.check_frames()))
    }

    /// A board that some slide to the left could leave in a layer, as digits, and whether one does; `None` if the layer is not
    /// kept as such boards.
    pub(crate) fn any_left(&self, sum: u64, random: &mut Random) -> Result<Option<(u64, bool)>, StoreError> {
        let Layout::Left(form) = &self.layout else { return Ok(None) };
        self.with_left(form, |left| {
            let Some(board) = left.any_board(sum, random)? else { return Ok(None) };
            Ok(Some((board, left.has_left(sum, board)?)))
        })
    }

    /// A layer of afterstates of slides to the left, whole; `None` if that is below the first one.
    ///
    /// # Errors
    /// If it is damaged, was not kept, or the store keeps states.
    pub(crate) fn whole_left(&self, sum: u64) -> Result<Option<WholeLeft<'_>>, StoreError> {
        let Layout::Left(form) = &self.layout else {
            return Err(StoreError::KeepsStates(self.directory.clone()));
        };
        let layer = self.open_left(form, sum)?;
        layer.map(|layer| WholeLeft::new(form, layer)).transpose()
    }

    /// The words of the frames of a layer, and the bytes of these.
    ///
    /// # Errors
    /// If it is damaged or was not kept.
    pub(crate) fn frames(&self, sum: u64) -> Result<LayerFrames, StoreError> {
        let (path, file) = self.file(self.entry(sum)?)?;
        Ok(LayerFrames { path, file, layout: self.layout.layer(sum) })
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
        Ok((0..layer.frames()).flat_map(move |frame| {
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
        for frame in 0..layer.frames() {
            words.extend_from_slice(&layer.frame(frame)?);
        }
        Ok(words)
    }

    /// Lets go of the layers opened so far and of the memory they take.
    pub(crate) fn forget_layers(&self) {
        self.layers.borrow_mut().clear();
        self.left.borrow_mut().clear();
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
    fn new(path: PathBuf, file: LayerFile, variant: Variant, ranks: Box<dyn LayerRanks>) -> StoredLayer {
        let (layout, recent) = (LayerLayout::States(ranks), RefCell::default());
        StoredLayer { path, file, variant, layout, states: None, before: vec![0], recent }
    }

    fn ranks(&self) -> &dyn LayerRanks {
        match &self.layout {
            LayerLayout::States(ranks) => &**ranks,
            LayerLayout::Left(_) => unreachable!("states are read in the order of a ranking"),
        }
    }

    /// The layer whose file has its states.
    fn by_frames(self) -> Result<StoredLayer, StoreError> {
        if self.file.frames.len() != self.ranks().frames().len() {
            return Err(self.damaged("damaged: another number of frames than its layout".to_owned()));
        }
        let states = self.file.frames.iter().map(|frame| u64::from(frame.states)).collect();
        self.number(states)
    }

    /// The layer whose states follow from other files.
    fn by_words(mut self, words: Vec<u64>) -> Result<StoredLayer, StoreError> {
        let of_frame =
            |frame: &Range<usize>| words[frame.clone()].iter().map(|word| u64::from(word.count_ones())).sum();
        let states = self.ranks().frames().iter().map(of_frame).collect();
        self.states = Some(words);
        self.number(states)
    }

    /// Numbers the states of the frames, which have so many each.
    fn number(mut self, states: Vec<u64>) -> Result<StoredLayer, StoreError> {
        for of_frame in states {
            self.before.push(self.before[self.before.len() - 1] + of_frame);
        }
        if self.before.last() != Some(&self.file.layer.folded.total().states) {
            return Err(self.damaged("damaged: the frames do not add up to the count".to_owned()));
        }
        Ok(self)
    }

    /// How many frames of states there are.
    fn frames(&self) -> usize {
        self.before.len() - 1
    }

    /// What was counted in the layer.
    #[must_use]
    pub fn counts(&self) -> &LayerCounts {
        &self.file.layer
    }

    /// Reads and decodes all frames, and checks that every bit stands for a board.
    pub(crate) fn check_frames(&self) -> Result<(), StoreError> {
        (0..self.frames()).try_for_each(|frame| self.frame(frame).map(|_| ()))
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
            let words = match &self.states {
                Some(words) => words[self.ranks().frames()[frame].clone()].to_vec(),
                None => self.file.words(&self.path, frame, &self.layout)?,
            };
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
        self.ranks().boards(self.ranks().frames()[frame].start, &words, &mut boards);
        boards.iter_mut().for_each(|board| *board = canonical(self.variant.shape(), *board));
        Ok(boards)
    }

    /// The number of a board in the layer; `None` if it is not there.
    fn rank(&self, bits: u64) -> Result<Option<u64>, StoreError> {
        let Some(position) = self.ranks().position(bits) else { return Ok(None) };
        let word = (position / 64) as usize;
        let frame = self.ranks().frames().partition_point(|words| words.end <= word);
        let words = self.frame(frame)?;
        let index = word - self.ranks().frames()[frame].start;
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
        let board = self.ranks().board(64 * self.ranks().frames()[frame].start as u64 + position);
        Ok(canonical(self.variant.shape(), board.expect("every bit stands for a board")))
    }
}
