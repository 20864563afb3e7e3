//! The forward pass over any ranking: bitmaps, layer by layer, on all threads of the pool.
//!
//! Four bitmaps are at work at a time: the boards to move of the layer at hand, its afterstates, and the boards of the
//! two layers that a spawn leads to. An afterstate is looked at once: counted, and given a 2 for the next layer and a 4 for
//! the one after it. Boards are made in batches, so that their canonical forms are taken by SIMD, and then set in a
//! bitmap that stays in cache. Every thread has bitmaps of its own, which are put together when the layer is done: setting
//! bits of shared ones with locked instructions took a fifth of the time.

use std::sync::Arc;

use redouble_core::{Packed, Stopped, Tile};
use redouble_kernels::Cpu;

use super::job::{KnownStates, LayerJob, LayerResult};
use super::reference::images;
use super::slider::{Buffer, Slider};
use super::{LayerEngine, Options};
use crate::frame::StateFrame;
use crate::rank::{LayerRanks, Ranking, max_exponent, place};
use crate::share::{Pool, piece, share_pooled};
use crate::{CountError, LayerCounts, Variant};

/// The boards of one layer that are reached so far.
struct Reached {
    ranks: Box<dyn LayerRanks>,
    words: Vec<u64>,
}

impl Reached {
    fn new(ranking: &dyn Ranking, sum: u64) -> Reached {
        let ranks = ranking.layer(sum);
        Reached { words: vec![0; ranks.words()], ranks }
    }
}

/// Boards on their way into a bitmap.
struct Batch<'a, const R: usize, const C: usize> {
    ranks: &'a dyn LayerRanks,
    words: Vec<u64>,
    cpu: Cpu,
    boards: Buffer<R, C>,
    bits: Vec<u64>,
    positions: Vec<u32>,
}

impl<'a, const R: usize, const C: usize> Batch<'a, R, C> {
    /// Few enough to stay in the first-level cache beside the tables.
    const SIZE: usize = 512;

    /// Into a bitmap over the layer, which may have bits already.
    fn new(ranks: &'a dyn LayerRanks, words: Vec<u64>, cpu: Cpu) -> Self {
        Batch { ranks, words, cpu, boards: Buffer::new(Self::SIZE), bits: Vec::new(), positions: Vec::new() }
    }

    /// Into an empty bitmap.
    fn empty(ranks: &'a dyn LayerRanks, cpu: Cpu) -> Self {
        Self::new(ranks, vec![0; ranks.words()], cpu)
    }

    /// Called between the pushes for two boards.
    #[inline(always)]
    fn flush_if_full(&mut self) {
        if self.boards.is_full() {
            self.flush();
        }
    }

    fn flush(&mut self) {
        self.positions.clear();
        place(self.cpu, self.ranks, self.boards.take(), &mut self.bits, &mut self.positions);
        for &position in &self.positions {
            self.words[position as usize / 64] |= 1 << (position % 64);
        }
    }

    /// Adds every board with a tile more.
    #[inline(always)]
    fn push_spawns(&mut self, bits: u64, tile: Tile) {
        let exponent = u64::from(tile.exponent());
        self.boards.extend((0..R * C).map(|cell| {
            let is_empty = bits >> (4 * cell) & 15 == 0;
            (is_empty, Packed::from_bits(bits | exponent << (4 * cell)))
        }));
        self.flush_if_full();
    }
}

/// See the module.
pub(super) struct Forward<const R: usize, const C: usize> {
    unfolded: bool,
    cpu: Cpu,
    slider: Slider<R, C>,
    ranking: Arc<dyn Ranking>,
    /// The tile sum of the next layer.
    sum: u64,
    /// Canonical boards to move of tile sums `sum`, `sum + 2` and `sum + 4` that the afterstates so far lead to; for the
    /// first these are all.
    reached: [Reached; 3],
}

impl<const R: usize, const C: usize> Forward<R, C> {
    pub(super) fn new(ranking: Arc<dyn Ranking>, variant: Variant, options: &Options) -> Self {
        let (unfolded, cpu, slider) = (options.unfolded, options.cpu, Slider::new(variant));
        let reached = [4, 6, 8].map(|sum| Reached::new(&*ranking, sum));
        Forward { unfolded, cpu, slider, ranking, sum: 4, reached }
    }

    /// Slides the boards of a layer: those that have no move are taken away, and the afterstates returned.
    fn slide(
        &self,
        ranks: &dyn LayerRanks,
        words: &mut [u64],
        job: &LayerJob<'_>,
    ) -> Result<(LayerCounts, Vec<u64>), Stopped> {
        let (boards, length) = (count_ones(words), piece(words.len()));
        let pieces: Vec<_> = words.chunks_mut(length).enumerate().collect();
        let of = 2 * pieces.len();
        let begin = || Sliding {
            batch: Batch::<R, C>::empty(ranks, self.cpu),
            boards: Vec::new(),
            counts: self.empty(),
        };
        let pool = Pool::of(vec![begin()]);
        let done = share_pooled(pool, pieces, boards, begin, |sliding, (index, piece)| {
            let states = sliding.slide(self, index * length, piece);
            job.piece(states, of)
        })?;
        let total = self.total(done.iter().map(|sliding| &sliding.counts));
        Ok((total, union(done.into_iter().map(|sliding| sliding.batch.words))))
    }

    /// Adds what the afterstates of a layer lead to, and counts them. The boards that are reached after a 2 and after a 4 are
    /// lent to one of the threads.
    fn spawn(
        &mut self,
        ranks: &dyn LayerRanks,
        words: &[u64],
        job: Option<&LayerJob<'_>>,
    ) -> Result<LayerCounts, Stopped> {
        let lent = [0, 1].map(|more| std::mem::take(&mut self.reached[more].words));
        let (counts, reached) = self.spawned(ranks, words, lent, job)?;
        self.reached.iter_mut().zip(reached).for_each(|(reached, words)| reached.words = words);
        Ok(counts)
    }

    fn spawned(
        &self,
        ranks: &dyn LayerRanks,
        words: &[u64],
        [lent_twos, lent_fours]: [Vec<u64>; 2],
        job: Option<&LayerJob<'_>>,
    ) -> Result<(LayerCounts, [Vec<u64>; 2]), Stopped> {
        let [twos, fours, _] = &self.reached;
        let (boards, length) = (count_ones(words), piece(words.len()));
        let pieces: Vec<_> = words.chunks(length).enumerate().collect();
        let of = 2 * pieces.len();
        let first = Spawning::<R, C>::new(
            Batch::new(&*twos.ranks, lent_twos, self.cpu),
            Batch::new(&*fours.ranks, lent_fours, self.cpu),
            self.empty(),
        );
        let begin = || {
            let [twos, fours] = [twos, fours].map(|reached| Batch::empty(&*reached.ranks, self.cpu));
            Spawning::new(twos, fours, self.empty())
        };
        let done = share_pooled(Pool::of(vec![first]), pieces, boards, begin, |spawning, (index, piece)| {
            spawning.spawn(ranks, index * length, piece);
            job.map_or(Ok(()), |job| job.piece(0, of))
        })?;
        let total = self.total(done.iter().map(|spawning| &spawning.counts));
        let (twos, fours): (Vec<_>, Vec<_>) =
            done.into_iter().map(|spawning| (spawning.twos.words, spawning.fours.words)).unzip();
        Ok((total, [union(twos), union(fours)]))
    }

    fn empty(&self) -> LayerCounts {
        LayerCounts::empty(self.sum, self.unfolded)
    }

    fn total<'a>(&self, parts: impl Iterator<Item = &'a LayerCounts>) -> LayerCounts {
        let mut total = self.empty();
        parts.for_each(|part| total += part);
        total
    }
}

/// The bits of all bitmaps, of which there is one at least.
fn union(bitmaps: impl IntoIterator<Item = Vec<u64>>) -> Vec<u64> {
    let add = |mut all: Vec<u64>, words: Vec<u64>| {
        all.iter_mut().zip(words).for_each(|(all, word)| *all |= word);
        all
    };
    bitmaps.into_iter().reduce(add).expect("a thread has worked")
}

fn count_ones(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}

/// One thread that slides boards.
struct Sliding<'a, const R: usize, const C: usize> {
    batch: Batch<'a, R, C>,
    boards: Vec<u64>,
    counts: LayerCounts,
}

impl<const R: usize, const C: usize> Sliding<'_, R, C> {
    /// Slides the boards of some words, takes those without a move away, and says how many are left.
    fn slide(&mut self, pass: &Forward<R, C>, first: usize, words: &mut [u64]) -> u64 {
        self.boards.clear();
        self.batch.ranks.boards(first, words, &mut self.boards);
        let mut boards = self.boards.iter();
        let mut states = 0;
        for word in words.iter_mut().filter(|word| **word != 0) {
            let (mut lost, mut rest) = (0, *word);
            while rest != 0 {
                let &bits = boards.next().expect("a board for every bit");
                let board = Packed::from_bits(bits);
                let any_legal = pass.slider.slides(board, &mut self.batch.boards);
                let images = if pass.unfolded { images(board) } else { 0 };
                self.counts.add_board(max_exponent(bits, R * C), any_legal, images);
                lost |= u64::from(!any_legal) << rest.trailing_zeros();
                rest &= rest - 1;
                self.batch.flush_if_full();
            }
            *word &= !lost;
            states += u64::from(word.count_ones());
        }
        self.batch.flush();
        states
    }
}

/// One thread that puts tiles on afterstates.
struct Spawning<'a, const R: usize, const C: usize> {
    twos: Batch<'a, R, C>,
    fours: Batch<'a, R, C>,
    boards: Vec<u64>,
    counts: LayerCounts,
}

impl<'a, const R: usize, const C: usize> Spawning<'a, R, C> {
    fn new(twos: Batch<'a, R, C>, fours: Batch<'a, R, C>, counts: LayerCounts) -> Self {
        Spawning { twos, fours, boards: Vec::new(), counts }
    }

    fn spawn(&mut self, ranks: &dyn LayerRanks, first: usize, words: &[u64]) {
        self.boards.clear();
        ranks.boards(first, words, &mut self.boards);
        for &bits in &self.boards {
            let images =
                if self.counts.unfolded.is_some() { images(Packed::<R, C>::from_bits(bits)) } else { 0 };
            self.counts.add_afterstate(max_exponent(bits, R * C), images);
            self.twos.push_spawns(bits, Tile::TWO);
            self.fours.push_spawns(bits, Tile::FOUR);
        }
        self.twos.flush();
        self.fours.flush();
    }
}

/// All words of a layer whose states are known.
fn known_words(ranks: &dyn LayerRanks, known: &KnownStates<'_>) -> Result<Vec<u64>, CountError> {
    let mut words = Vec::with_capacity(ranks.words());
    for frame in 0..ranks.frames().len() {
        words.extend(known(frame)?);
    }
    Ok(words)
}

impl<const R: usize, const C: usize> LayerEngine for Forward<R, C> {
    fn layer(&mut self, job: &LayerJob<'_>) -> Result<LayerResult, CountError> {
        assert_eq!(job.sum, self.sum, "layers come one after the other");
        let further = Reached::new(&*self.ranking, self.sum + 6);
        self.reached.rotate_left(1);
        let Reached { ranks, mut words } = std::mem::replace(&mut self.reached[2], further);
        if let Some(known) = job.known {
            words = known_words(&*ranks, known)?;
        }
        let (mut counts, afterstates) = self.slide(&*ranks, &mut words, job)?;
        counts += &self.spawn(&*ranks, &afterstates, Some(job))?;
        self.sum += 2;
        let frames = ranks.frames().iter().enumerate().filter_map(|(frame, range)| {
            StateFrame::new(job.keep, &*ranks, frame, &mut words[range.clone()])
        });
        let frames = frames.collect();
        Ok(LayerResult { counts, frames })
    }

    fn add_single_tiles(&mut self, tile: Tile) {
        assert_eq!(tile.value() + 2, self.sum, "the next layers are those with a tile more");
        let ranks = self.ranking.layer(tile.value());
        let mut batch = Batch::<R, C>::empty(&*ranks, self.cpu);
        batch.push_spawns(0, tile);
        batch.flush();
        let singles = batch.words;
        self.spawn(&*ranks, &singles, None).expect("nobody stops it");
    }

    fn skip_to(&mut self, sum: u64) {
        self.sum = sum;
        self.reached = [0, 2, 4].map(|more| Reached::new(&*self.ranking, sum + more));
    }

    fn size(&self, sum: u64) -> Option<f64> {
        Some(self.ranking.words(sum) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use crate::engine::Layers;
    use crate::frame::Keep;
    use crate::rank::ranking;

    /// The plain pass over the ranking of quadrants finds the states that the tensor engine finds, frame by frame.
    #[test]
    fn the_tensor_engine_is_a_faster_forward_pass() {
        let variant = Variant::new("4x4".parse().unwrap(), Tile::from_value(8)).unwrap();
        let options = Options { unfolded: true, ..Options::default() };
        let ranking = ranking(Engine::Tensor, variant).unwrap();
        let plain = Forward::<4, 4>::new(ranking, variant, &options);
        let mut plain = Layers::by(Box::new(plain), variant, &options);
        let mut tensor = Layers::new(Engine::Tensor, variant, &options).unwrap();
        while let Some(expected) = plain.next(Keep::Encoded, &()).unwrap() {
            let found = tensor.next(Keep::Encoded, &()).unwrap().unwrap();
            assert_eq!(found.counts, expected.counts);
            assert!(
                found.frames.iter().map(StateFrame::bytes).eq(expected.frames.iter().map(StateFrame::bytes))
            );
        }
    }
}
