//! Layers kept as afterstates of slides to the left: which boards are states, and all states of a layer.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use redouble_core::{Board, Grid, Packed4x4, Random};

use super::StoreError;
use super::file::LayerFile;
use super::layout::LayerLayout;
use super::reader::packed;
use crate::draw::draw;
use crate::engine::row::{LeftForm, LeftFrames, left_forms};
use crate::rank::LayerRanks;

/// The file of one layer.
pub(super) struct LeftLayer {
    path: PathBuf,
    file: LayerFile,
    layout: LayerLayout,
}

impl LeftLayer {
    pub(super) fn new(
        path: PathBuf,
        file: LayerFile,
        form: &LeftForm,
        sum: u64,
    ) -> Result<LeftLayer, StoreError> {
        let layout = LayerLayout::Left(form.layer(sum));
        // A layer behind the last board has no frames.
        if file.frames.len() != layout.frames() && !file.frames.is_empty() {
            return Err(StoreError::damaged(&path, "damaged: another number of frames than its layout"));
        }
        Ok(LeftLayer { path, file, layout })
    }

    fn frames(&self) -> &LeftFrames {
        match &self.layout {
            LayerLayout::Left(frames) => frames,
            LayerLayout::States(_) => unreachable!("made above"),
        }
    }

    /// Reads and checks all frames.
    pub(super) fn check_frames(&self) -> Result<(), StoreError> {
        (0..self.file.frames.len()).into_par_iter().try_for_each(|frame| self.words(frame).map(|_| ()))
    }

    fn words(&self, frame: usize) -> Result<Vec<u64>, StoreError> {
        self.file.words(&self.path, frame, &self.layout)
    }

    /// Calls with some boards of the layer at a time: every one of them or its image upside down.
    fn for_boards(&self, form: &LeftForm, visit: impl Fn(&[u64]) + Sync) -> Result<(), StoreError> {
        (0..self.file.frames.len()).into_par_iter().try_for_each(|frame| {
            let words = self.words(frame)?;
            let mut boards = form.boards(self.frames(), frame, &words);
            loop {
                let some: Vec<u64> = boards.by_ref().take(1 << 10).collect();
                if some.is_empty() {
                    return Ok(());
                }
                visit(&some);
            }
        })
    }
}

/// The tile sum of a layer and the number of a frame in it.
type FrameKey = (u64, usize);

/// Words of frames that were read of late.
#[derive(Default)]
pub(super) struct LeftCache {
    layers: HashMap<u64, Rc<LeftLayer>>,
    /// By tile sum and frame, the latest last.
    frames: Vec<(FrameKey, Rc<Vec<u64>>)>,
}

impl LeftCache {
    /// Half a gigabyte.
    const WORDS: usize = 1 << 26;

    fn words(&mut self, sum: u64, layer: &LeftLayer, frame: usize) -> Result<Rc<Vec<u64>>, StoreError> {
        if let Some(at) = self.frames.iter().position(|(of, _)| *of == (sum, frame)) {
            let found = self.frames.remove(at);
            self.frames.push(found);
        } else {
            let words = Rc::new(layer.words(frame)?);
            let kept: usize = self.frames.iter().map(|(_, words)| words.len()).sum();
            if kept + words.len() > Self::WORDS && !self.frames.is_empty() {
                self.frames.drain(..self.frames.len().div_ceil(2));
            }
            self.frames.push(((sum, frame), words));
        }
        Ok(Rc::clone(&self.frames[self.frames.len() - 1].1))
    }

    pub(super) fn clear(&mut self) {
        *self = LeftCache::default();
    }
}

/// The layers of a store as afterstates.
pub(super) struct LeftLayers<'a> {
    pub(super) form: &'a LeftForm,
    /// Opens the layer with a tile sum; `None` if that is below the first one.
    pub(super) open: &'a dyn Fn(u64) -> Result<Option<LeftLayer>, StoreError>,
    pub(super) cache: &'a RefCell<LeftCache>,
}

impl LeftLayers<'_> {
    /// The layer with a tile sum; `None` if that is below the first one.
    pub(super) fn layer(&self, sum: u64) -> Result<Option<Rc<LeftLayer>>, StoreError> {
        if let Some(layer) = self.cache.borrow().layers.get(&sum) {
            return Ok(Some(Rc::clone(layer)));
        }
        let layer = (self.open)(sum)?.map(Rc::new);
        self.cache.borrow_mut().layers.extend(layer.iter().map(|layer| (sum, Rc::clone(layer))));
        Ok(layer)
    }

    /// Whether a slide to the left of a state leaves this board.
    pub(super) fn has_left(&self, sum: u64, board: u64) -> Result<bool, StoreError> {
        let Some(layer) = self.layer(sum)? else { return Ok(false) };
        let Some((frame, bit)) = self.form.place(layer.frames(), board) else { return Ok(false) };
        if layer.file.frames.is_empty() {
            return Ok(false);
        }
        let words = self.cache.borrow_mut().words(sum, &layer, frame)?;
        Ok(words[bit / 64] >> (bit % 64) & 1 == 1)
    }

    /// Whether a board is a start, or some afterstate with one more tile.
    pub(super) fn is_reached(&self, board: Board) -> Result<bool, StoreError> {
        let Some(bits) = packed(board) else { return Ok(false) };
        Ok(spawned_from(bits, board.sum(), |sum, left| self.has_left(sum, left))?.is_some())
    }

    /// The states of a layer as a bitmap in the order of a ranking.
    ///
    /// Up to symmetry they are the boards of L with one more tile: afterstates of other slides are images of those.
    pub(super) fn states(&self, sum: u64, ranks: &dyn LayerRanks) -> Result<Vec<u64>, StoreError> {
        let bitmap: Vec<AtomicU64> = (0..ranks.words()).map(|_| AtomicU64::new(0)).collect();
        add_states(ranks, starts(sum), &bitmap);
        for exponent in [1, 2] {
            let before =
                sum.checked_sub(1 << exponent).map(|before| self.layer(before)).transpose()?.flatten();
            let Some(layer) = before else { continue };
            layer.for_boards(self.form, |boards| {
                add_states(ranks, boards.iter().flat_map(|&after| with_tile(after, exponent)), &bitmap);
            })?;
        }
        Ok(bitmap.into_iter().map(AtomicU64::into_inner).collect())
    }

    /// A board that could be in a layer, all of them equally likely; `None` if the layer has no boards.
    pub(super) fn any_board(&self, sum: u64, random: &mut Random) -> Result<Option<u64>, StoreError> {
        let Some(layer) = self.layer(sum)? else { return Ok(None) };
        let has_boards = !layer.file.frames.is_empty();
        Ok(has_boards.then(|| self.form.any_board(layer.frames(), random)))
    }
}

/// A layer whole, for many threads to look at.
pub(crate) struct WholeLeft<'a> {
    form: &'a LeftForm,
    layer: LeftLayer,
    /// By frame; none if the layer has no boards.
    words: Vec<Vec<u64>>,
}

impl<'a> WholeLeft<'a> {
    /// Reads and checks all frames.
    pub(super) fn new(form: &'a LeftForm, layer: LeftLayer) -> Result<WholeLeft<'a>, StoreError> {
        let frames = 0..layer.file.frames.len();
        let words = frames.into_par_iter().map(|frame| layer.words(frame)).collect::<Result<_, _>>()?;
        Ok(WholeLeft { form, layer, words })
    }

    /// Whether a slide to the left of a state leaves this board, which has the tile sum of the layer.
    pub(crate) fn has(&self, board: u64) -> bool {
        let place = self.form.place(self.layer.frames(), board).filter(|_| !self.words.is_empty());
        place.is_some_and(|(frame, bit)| self.words[frame][bit / 64] >> (bit % 64) & 1 == 1)
    }

    /// A board that could be in the layer, all of them equally likely; `None` if there is none.
    pub(crate) fn any_board(&self, random: &mut Random) -> Option<u64> {
        (!self.words.is_empty()).then(|| self.form.any_board(self.layer.frames(), random))
    }

    /// A board that is in the layer, whichever; `None` if there is none.
    pub(crate) fn any_member(&self, random: &mut Random) -> Option<u64> {
        let boards = self.layer.file.frames.iter().map(|frame| u64::from(frame.states));
        let mut number = draw(random, boards.clone().sum())?;
        let frame = boards.take_while(|&boards| {
            let behind = number.checked_sub(boards);
            number = behind.unwrap_or(number);
            behind.is_some()
        });
        let frame = frame.count();
        self.form.any_member(self.layer.frames(), frame, &self.words[frame], random)
    }

    /// Whether the boards with halves of one value are the same upside down. Those were all found for themselves.
    pub(crate) fn is_same_upside_down(&self) -> bool {
        let is_same = |(frame, words): (usize, &Vec<u64>)| {
            self.form.is_same_upside_down(self.layer.frames(), frame, words)
        };
        self.words.iter().enumerate().all(is_same)
    }
}

/// Where a board comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spawned {
    /// Nothing: a game starts with it.
    Start,
    /// The last tile appeared on an afterstate: its tile sum, and its image that a slide to the left leaves.
    On(u64, u64),
}

/// Whether a board, given as digits and tile sum, is a start, or one more tile on an afterstate; `has_left` tells whether a slide to
/// the left leaves a board of some tile sum.
pub(crate) fn spawned_from<E>(
    board: u64,
    sum: u64,
    mut has_left: impl FnMut(u64, u64) -> Result<bool, E>,
) -> Result<Option<Spawned>, E> {
    let digit = |cell: usize| board >> (4 * cell) & 15;
    if (0..16).filter(|&cell| digit(cell) > 0).count() == 2 && (0..16).all(|cell| digit(cell) <= 2) {
        return Ok(Some(Spawned::Start));
    }
    for cell in (0..16).filter(|&cell| (1..=2).contains(&digit(cell))) {
        let (after, before) = (board & !(15 << (4 * cell)), sum - (1 << digit(cell)));
        for left in left_forms(after) {
            if has_left(before, left)? {
                return Ok(Some(Spawned::On(before, left)));
            }
        }
    }
    Ok(None)
}

/// A board with one more tile, wherever a cell is empty.
fn with_tile(after: u64, exponent: u64) -> impl Iterator<Item = u64> {
    let empty = (0..16).filter(move |cell| after >> (4 * cell) & 15 == 0);
    empty.map(move |cell| after | exponent << (4 * cell))
}

/// The boards of two tiles with this sum that a game starts with.
fn starts(sum: u64) -> impl Iterator<Item = u64> {
    let pairs = [(1, 1), (1, 2), (2, 2)].into_iter().filter(move |&(a, b)| (1 << a) + (1 << b) == sum);
    pairs.flat_map(|(a, b)| with_tile(0, a).flat_map(move |one| with_tile(one, b)))
}

/// Sets the bits of those boards that have a move.
fn add_states(ranks: &dyn LayerRanks, boards: impl Iterator<Item = u64>, bitmap: &[AtomicU64]) {
    let states: Vec<u64> = boards.filter(|&bits| !Packed4x4::from_bits(bits).legal().is_empty()).collect();
    let set = |position: u64| {
        let (word, bit) = (&bitmap[(position / 64) as usize], 1 << (position % 64));
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    };
    if 64 * bitmap.len() as u64 <= u64::from(u32::MAX) {
        let mut positions = Vec::with_capacity(states.len());
        ranks.positions(&states, &mut positions);
        positions.into_iter().for_each(|position| set(u64::from(position)));
    } else {
        states.into_iter().filter_map(|bits| ranks.position(bits)).for_each(set);
    }
}
