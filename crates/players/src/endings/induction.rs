//! Backward induction over tile sums.

use std::slice;

use rayon::prelude::*;
use redouble_core::{Direction, FourChance, Packed4x4, Stopped, Watch};

use super::code::Code;
use super::layout::CELLS;
use super::problem::{EndingProblem, Move, Slides, shift};
use super::ranking::{EndingRanking, Place, Walker};

/// Solves a problem layer by layer, from the largest tile sum down.
///
/// A slide keeps the tile sum of the free cells, a spawn adds 2 or 4. So the chances after a slide are means over the
/// two layers above, and the chance before it is the best of those in its own layer. Beyond the last layer everything
/// has failed. Nothing depends on the number of threads.
#[derive(Debug)]
pub struct Induction {
    ranking: EndingRanking,
    slides: Slides,
    shifts: Shifts,
    four_chance: f32,
    /// The sum of the next layer; `None` when all are solved.
    next: Option<u32>,
    /// The chances of the states of the layers whose sum is 2 and 4 larger than that of the next one.
    above: [Vec<f32>; 2],
    /// The chances after slides, in the layer at work.
    after: Vec<f32>,
    codes: Vec<Code>,
}

/// A solved layer.
#[derive(Clone, Copy, Debug)]
pub struct EndingLayer<'a> {
    /// The tile sum of the free cells.
    pub sum: u32,
    /// The chance of success of each state, by its number.
    pub chances: &'a [f32],
    pub(super) codes: &'a [Code],
}

impl EndingLayer<'_> {
    /// The best slide of a state, if success can be reached.
    #[must_use]
    pub fn direction(&self, rank: u32) -> Option<Direction> {
        Some(self.codes[rank as usize].ending()?.direction)
    }
}

/// Where the bits of the free cells begin, on the board and on its transpose.
type Shifts = [Vec<u32>; 2];

impl Induction {
    /// Begins with the last layer.
    #[must_use]
    pub fn new(problem: &EndingProblem) -> Induction {
        let ranking = EndingRanking::new(problem);
        let last = problem.last_sum();
        let failed = [2, 4].map(|more| vec![0.0; ranking.states(last + more) as usize]);
        Induction::resume(problem, Some(last), failed)
    }

    /// Goes on with the layer of this sum, given the chances of the two layers above it.
    pub(super) fn resume(problem: &EndingProblem, next: Option<u32>, above: [Vec<f32>; 2]) -> Induction {
        let cells: Vec<_> = problem.layout().free_cells().collect();
        let turned = |cell: usize| 60 - 4 * (cell % 4 * 4 + cell / 4) as u32;
        let shifts = [
            cells.iter().map(|&cell| shift(cell)).collect(),
            cells.iter().map(|cell| turned(cell.index())).collect(),
        ];
        Induction {
            ranking: EndingRanking::new(problem),
            slides: Slides::new(problem),
            shifts,
            four_chance: FourChance::default().probability() as f32,
            next,
            above,
            after: Vec::new(),
            codes: Vec::new(),
        }
    }

    /// The numbers of the states.
    #[must_use]
    pub const fn ranking(&self) -> &EndingRanking {
        &self.ranking
    }

    /// The sum of the next layer and the chances of the two layers above it: what [`Induction::resume`] takes.
    pub(super) const fn progress(&self) -> (Option<u32>, &[Vec<f32>; 2]) {
        (self.next, &self.above)
    }

    /// Solves the next layer; `None` when all are solved.
    ///
    /// # Errors
    /// If the watch stops it; the layer can then be solved again.
    pub fn next_layer(&mut self, watch: &dyn Watch) -> Result<Option<EndingLayer<'_>>, Stopped> {
        let Some(sum) = self.next else { return Ok(None) };
        let states = self.ranking.states(sum) as usize;
        self.after.resize(states, 0.0);
        self.codes.resize(states, Code::default());
        self.average(sum, watch)?;
        let mut chances = vec![0.0; states];
        self.choose(sum, &mut chances, watch)?;
        self.above.swap(0, 1);
        self.above[0] = chances;
        self.next = sum.checked_sub(2);
        Ok(Some(EndingLayer { sum, chances: &self.above[0], codes: &self.codes }))
    }

    /// The chances after slides: means over the spawns.
    fn average(&mut self, sum: u32, watch: &dyn Watch) -> Result<(), Stopped> {
        let ranking = &self.ranking;
        let above = self.above.each_ref().map(Vec::as_slice);
        let mut after = &mut self.after[..];
        let mut first = 0;
        let mut tasks = Vec::new();
        for beginning in ranking.beginnings(sum) {
            let count = ranking.continuations(&beginning);
            let part = after.split_off_mut(..count as usize).expect("as many as the layer has");
            tasks.push((beginning, first, part));
            first += count as u32;
        }
        tasks.into_par_iter().with_max_len(1).try_for_each(|(beginning, first, part)| {
            watch.check()?;
            let mut walker = Averager {
                ranking,
                offsets: [[0; 2]; CELLS],
                above,
                four_chance: self.four_chance,
                rank: first,
                after: part.iter_mut(),
            };
            let start = ranking.start(&beginning, Numbers::default(), &mut walker);
            ranking.walk(start, &mut walker);
            Ok(())
        })
    }

    /// The chances before slides: the best of them.
    fn choose(&mut self, sum: u32, mut chances: &mut [f32], watch: &dyn Watch) -> Result<(), Stopped> {
        let ranking = &self.ranking;
        let mut codes = &mut self.codes[..];
        let mut tasks = Vec::new();
        for beginning in ranking.beginnings(sum) {
            let count = ..ranking.continuations(&beginning) as usize;
            let chances = chances.split_off_mut(count).expect("as many as the layer has");
            let codes = codes.split_off_mut(count).expect("as many as the layer has");
            tasks.push((beginning, chances, codes));
        }
        tasks.into_par_iter().with_max_len(1).try_for_each(|(beginning, chances, codes)| {
            watch.check()?;
            let mut walker = Chooser {
                ranking,
                sum,
                slides: [self.slides, self.slides.transposed()],
                shifts: [&self.shifts[0], &self.shifts[1]],
                after: &self.after,
                chances: chances.iter_mut(),
                codes: codes.iter_mut(),
            };
            let start = ranking.start(&beginning, self.slides.fixed(), &mut walker);
            ranking.walk(start, &mut walker);
            Ok(())
        })
    }
}

/// Sums up what spawns lead to.
struct Averager<'a> {
    ranking: &'a EndingRanking,
    /// For each empty cell: how much larger the number of the state with a 2 there is, and with a 4, modulo 2^32. Both
    /// rise with the state's own number, so that the layers above are read in order.
    offsets: [[u32; 2]; CELLS],
    above: [&'a [f32]; 2],
    four_chance: f32,
    rank: u32,
    after: slice::IterMut<'a, f32>,
}

/// The number of a state so far, and what it would be if the cells after were to hold 1 or 2 more.
#[derive(Clone, Copy, Default)]
struct Numbers {
    own: u32,
    more: [u32; 2],
    empty: usize,
}

impl Walker for Averager<'_> {
    type Path = Numbers;

    #[inline(always)]
    fn step(&mut self, path: Numbers, Place { cell, weight }: Place, exponent: u8) -> Numbers {
        let before = |more, exponent| self.ranking.before(cell, weight + more, exponent);
        let [two, four] = path.more;
        if exponent == 0 {
            self.offsets[path.empty] =
                [two + before(1, 1), four + before(2, 2)].map(|number| number.wrapping_sub(path.own));
            return Numbers { empty: path.empty + 1, ..path };
        }
        Numbers {
            own: path.own + before(0, exponent),
            more: [two + before(1, exponent), four + before(2, exponent)],
            empty: path.empty,
        }
    }

    #[inline(always)]
    fn arrive(&mut self, path: Numbers) {
        let mut sums = [0.0; 2];
        for offsets in &self.offsets[..path.empty] {
            for (place, sum) in sums.iter_mut().enumerate() {
                *sum += self.above[place][self.rank.wrapping_add(offsets[place]) as usize];
            }
        }
        let mean = (sums[0] + self.four_chance * (sums[1] - sums[0])) / path.empty as f32;
        // No slide leads to a state without an empty cell.
        *self.after.next().expect("one for each state") = if path.empty > 0 { mean } else { 0.0 };
        self.rank += 1;
    }
}

/// Finds the best slides.
struct Chooser<'a> {
    ranking: &'a EndingRanking,
    sum: u32,
    /// On the board and on its transpose, where up and down are left and right.
    slides: [Slides; 2],
    shifts: [&'a [u32]; 2],
    after: &'a [f32],
    chances: slice::IterMut<'a, f32>,
    codes: slice::IterMut<'a, Code>,
}

impl Chooser<'_> {
    /// The chance behind a slide; less than 0 if it is not allowed.
    #[inline(always)]
    fn chance(&self, turned: usize, before: Packed4x4, after: Packed4x4) -> f32 {
        match self.slides[turned].judge(before, after) {
            None => -1.0,
            Some(Move::Success) => 1.0,
            Some(Move::To(after)) => {
                let exponents = self.shifts[turned].iter().map(|shift| (after.bits() >> shift & 15) as u8);
                self.after[self.ranking.rank(self.sum, exponents) as usize]
            }
        }
    }
}

impl Walker for Chooser<'_> {
    /// The packed board.
    type Path = u64;

    #[inline(always)]
    fn step(&mut self, path: u64, place: Place, exponent: u8) -> u64 {
        path | u64::from(exponent) << self.shifts[0][place.cell]
    }

    #[inline(always)]
    fn arrive(&mut self, path: u64) {
        let board = Packed4x4::from_bits(path);
        let turned = board.transposed();
        let ([left, right], _) = board.slid_both_ways();
        let ([up, down], _) = turned.slid_both_ways();
        let slides = [
            (Direction::Right, self.chance(0, board, right)),
            (Direction::Down, self.chance(1, turned, down)),
            (Direction::Left, self.chance(0, board, left)),
        ];
        let first = (Direction::Up, self.chance(1, turned, up));
        let (direction, chance) =
            slides.into_iter().fold(first, |best, slide| if slide.1 > best.1 { slide } else { best });
        let chance = chance.max(0.0);
        *self.chances.next().expect("one for each state") = chance;
        *self.codes.next().expect("one for each state") = Code::new(chance, direction);
    }
}
