//! Which states of a table matter: those that games inside it visit most.

use rayon::prelude::*;
use redouble_core::{Afterstate, Direction, FourChance, Packed4x4, Position, Progress, Random, Watch};

use super::code::Ending;
use super::distilled::Distilled;
use super::error::TableError;
use super::fit::EndingState;
use super::problem::{Move, Slides, shift};
use super::table::EndingTable;

/// How a table is distilled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DistilOptions {
    /// The games played inside the table.
    pub games: u64,
    /// Their seed.
    pub seed: u64,
    /// The states kept at most.
    pub states: usize,
    /// The least chance of states that are kept.
    pub least: f32,
}

/// How many moves of these games are not the table's but any that is allowed: one of so many. Players do not follow the
/// table alone, and come back to it.
const ASTRAY: u32 = 100;
/// The games that are played before the watch is told.
const BATCH: u64 = 1_000;

/// Plays games inside a table, from these starts in turn, and keeps the states that they visit most.
///
/// # Errors
/// If the table cannot be read or is damaged, or the watch stops it.
///
/// # Panics
/// If there are no starts.
pub fn distil(
    table: &EndingTable,
    starts: &[EndingState],
    options: &DistilOptions,
    watch: &dyn Watch,
) -> Result<Distilled, TableError> {
    assert!(!starts.is_empty(), "games need starts");
    let walk = Walk::new(table);
    let mut visits: Vec<(EndingState, Ending)> = Vec::new();
    for first in (0..options.games).step_by(BATCH as usize) {
        watch.check()?;
        let games = (first..(first + BATCH).min(options.games)).into_par_iter().map(|game| {
            let start = starts[(game % starts.len() as u64) as usize];
            walk.play(start, &mut Random::for_game(options.seed, game))
        });
        games.collect::<Result<Vec<_>, _>>()?.into_iter().for_each(|game| visits.extend(game));
        watch.progress(Progress::of("distilling", first + BATCH, options.games, "games"));
    }
    visits.retain(|(_, ending)| ending.chance >= options.least);
    visits.par_sort_unstable_by_key(|(state, _)| *state);
    let mut counted: Vec<(usize, (EndingState, Ending))> =
        visits.chunk_by(|a, b| a.0 == b.0).map(|same| (same.len(), same[0])).collect();
    // Of states that were visited equally often the first ones, so that the result is always the same.
    counted.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    counted.truncate(options.states);
    Ok(Distilled::new(table.problem(), counted.into_iter().map(|(_, kept)| kept).collect()))
}

/// Plays inside a table.
struct Walk<'a> {
    table: &'a EndingTable,
    slides: Slides,
    shifts: Vec<u32>,
}

impl Walk<'_> {
    fn new(table: &EndingTable) -> Walk<'_> {
        let shifts = table.problem().layout().free_cells().map(shift).collect();
        Walk { table, slides: Slides::new(table.problem()), shifts }
    }

    /// The states of one game, until it succeeds or fails.
    fn play(
        &self,
        start: EndingState,
        random: &mut Random,
    ) -> Result<Vec<(EndingState, Ending)>, TableError> {
        let (mut state, mut visited) = (start, Vec::new());
        while state.sum <= self.table.problem().last_sum()
            && let Some(ending) = self.table.get(state)?
        {
            visited.push((state, ending));
            let board = self.board(state);
            let direction = self.direction(board, ending, random);
            let Some(Move::To(after)) = self.slides.slide(board, direction) else { break };
            let after = Afterstate::new(after).expect("a slide leaves an empty cell");
            state = self.state(after.spawn_random(FourChance::default(), random));
        }
        Ok(visited)
    }

    /// The table's move, or now and then any that is allowed.
    fn direction(&self, board: Packed4x4, ending: Ending, random: &mut Random) -> Direction {
        if random.below(ASTRAY) > 0 {
            return ending.direction;
        }
        let allowed =
            Direction::ALL.into_iter().filter(|&direction| self.slides.slide(board, direction).is_some());
        let allowed: Vec<Direction> = allowed.collect();
        allowed[random.below(allowed.len() as u32) as usize]
    }

    fn board(&self, state: EndingState) -> Packed4x4 {
        let exponents = self.table.ranking().unrank(state.sum, state.rank);
        let small = self.shifts.iter().zip(exponents);
        Packed4x4::from_bits(small.fold(self.slides.fixed(), |bits, (shift, e)| bits | u64::from(e) << shift))
    }

    fn state(&self, position: Position<Packed4x4>) -> EndingState {
        let bits = position.board().bits();
        let exponents = || self.shifts.iter().map(|shift| (bits >> shift & 15) as u8);
        let sum = exponents().map(|exponent| (1 << exponent) & !1).sum();
        let rank = if sum <= self.table.problem().last_sum() {
            self.table.ranking().rank(sum, exponents())
        } else {
            0
        };
        EndingState { sum, rank }
    }
}
