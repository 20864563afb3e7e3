//! The arithmetic of one step of the induction, over several objectives at once.
//!
//! Every board has a row of numbers, one for each objective, padded to a length that fits vectors. The two steps are
//!
//! ```text
//! chance   worth of an afterstate = (9 · Σ worth after a 2 + Σ worth after a 4) / (10 · empty cells)
//! choice   worth of a state       = max over slides of (gain + worth of the afterstate)
//! ```
//!
//! with the least instead of the mean where an opponent chooses. All numbers of a row have one sign, so nothing cancels:
//! a chance step over `n` cells rounds `n + 2` times and a choice once more, each time by a factor within 2^-53 of 1.

use redouble_core::Tile;

use super::objective::Objective;
use super::odds::Odds;
use super::successors::{Slides, Spawns};
use crate::index::Index;

/// The most objectives of one pass.
pub(super) const MAX_LANES: usize = 16;

/// The worths of the boards of a layer.
#[derive(Default)]
pub(super) struct Worths {
    pub(super) set: Index,
    /// A row for each board of the set, by its number.
    pub(super) rows: Vec<f64>,
}

/// What the steps need to know about the objectives.
struct Recipe {
    gain_weights: [f64; MAX_LANES],
    move_weights: [f64; MAX_LANES],
    /// The worth of a finished game, by the exponent of its largest tile.
    endings: [[f64; MAX_LANES]; 16],
    /// The exponent of the goal, or 0.
    goal: u8,
    /// How a 2 weighs, a 4, and both together.
    odds: [f64; 3],
}

type Chance = fn(&Recipe, &Spawns, [&Worths; 2], &mut [f64]);
type Choice = fn(&Recipe, &[Slides], &Worths, &mut [f64]);

/// Both steps for some objectives: all of them games of chance, or all of them games against an opponent.
pub(super) struct Kernel {
    recipe: Recipe,
    /// The length of a row.
    pub(super) lanes: usize,
    chance: Chance,
    choice: Choice,
}

impl Kernel {
    pub(super) fn new(objectives: &[Objective], goal: Option<u8>) -> Kernel {
        assert!(objectives.len() <= MAX_LANES, "at most {MAX_LANES} objectives a pass");
        let worst = objectives.iter().any(|objective| objective.is_guarantee());
        assert!(!worst || objectives.iter().all(|objective| objective.is_guarantee()), "one kind of game");
        let of =
            |lane: usize, weigh: &dyn Fn(Objective) -> f64| objectives.get(lane).map_or(0.0, |&o| weigh(o));
        let odds = Odds::usual();
        let recipe = Recipe {
            gain_weights: std::array::from_fn(|lane| of(lane, &Objective::gain_weight)),
            move_weights: std::array::from_fn(|lane| of(lane, &Objective::move_weight)),
            endings: std::array::from_fn(|max| {
                std::array::from_fn(|lane| of(lane, &|objective| objective.ending(max as u8)))
            }),
            goal: goal.unwrap_or(0),
            odds: [odds.of(Tile::TWO), odds.of(Tile::FOUR), odds.all].map(f64::from),
        };
        let lanes = objectives.len().max(1).next_power_of_two();
        let (chance, choice): (Chance, Choice) = match (lanes, worst) {
            (1, false) => (chance::<1, false>, choice::<1>),
            (2, false) => (chance::<2, false>, choice::<2>),
            (4, false) => (chance::<4, false>, choice::<4>),
            (8, false) => (chance::<8, false>, choice::<8>),
            (_, false) => (chance::<16, false>, choice::<16>),
            (1, true) => (chance::<1, true>, choice::<1>),
            (_, true) => (chance::<2, true>, choice::<2>),
        };
        Kernel { recipe, lanes, chance, choice }
    }

    /// The rows of afterstates, from the layers with 2 and 4 more.
    pub(super) fn chance(&self, spawns: &Spawns, next: [&Worths; 2], rows: &mut [f64]) {
        (self.chance)(&self.recipe, spawns, next, rows);
    }

    /// The rows of states, from the afterstates of the same layer.
    pub(super) fn choice(&self, slides: &[Slides], afterstates: &Worths, rows: &mut [f64]) {
        (self.choice)(&self.recipe, slides, afterstates, rows);
    }
}

impl Recipe {
    /// The row of a game that ended.
    #[inline(always)]
    fn ending<const L: usize>(&self, max: u8) -> &[f64; L] {
        self.endings[usize::from(max)].first_chunk().expect("at most as many lanes as there are")
    }
}

fn chance<const L: usize, const WORST: bool>(
    recipe: &Recipe,
    spawns: &Spawns,
    [two, four]: [&Worths; 2],
    rows: &mut [f64],
) {
    let (mut twos, mut fours) = (&spawns.twos[..], &spawns.fours[..]);
    let cells = spawns.empty.iter().zip(&spawns.max);
    for ((&empty, &max), row) in cells.zip(rows.as_chunks_mut::<L>().0) {
        let after_two = combine::<L, WORST>(two, take(&mut twos, empty), recipe.ending(max.max(1)));
        let after_four = combine::<L, WORST>(four, take(&mut fours, empty), recipe.ending(max.max(2)));
        let [twos, fours, both] = recipe.odds;
        let all = both * f64::from(empty);
        *row = std::array::from_fn(|lane| match WORST {
            true => after_two[lane].min(after_four[lane]),
            false => (twos * after_two[lane] + fours * after_four[lane]) / all,
        });
    }
}

/// The first positions of a list, which loses them.
#[inline(always)]
fn take<'a>(list: &mut &'a [u32], count: u8) -> &'a [u32] {
    let (first, rest) = list.split_at(usize::from(count));
    *list = rest;
    first
}

/// The sum, or the least, of the rows at some positions; a board that is not in the set has no move.
#[inline(always)]
fn combine<const L: usize, const WORST: bool>(
    next: &Worths,
    positions: &[u32],
    ending: &[f64; L],
) -> [f64; L] {
    let rows = next.rows.as_chunks::<L>().0;
    let mut result = if WORST { [f64::INFINITY; L] } else { [0.0; L] };
    for &position in positions {
        let row = next.set.rank(position).map_or(ending, |rank| &rows[rank]);
        result = std::array::from_fn(|lane| match WORST {
            true => result[lane].min(row[lane]),
            false => result[lane] + row[lane],
        });
    }
    result
}

fn choice<const L: usize>(recipe: &Recipe, slides: &[Slides], afterstates: &Worths, rows: &mut [f64]) {
    let worths = afterstates.rows.as_chunks::<L>().0;
    let won = recipe.ending::<L>(recipe.goal);
    for (slides, row) in slides.iter().zip(rows.as_chunks_mut::<L>().0) {
        *row = [f64::NEG_INFINITY; L];
        for (to, quarters) in slides.to.into_iter().zip(slides.quarter_gains) {
            let worth = match to {
                Slides::ILLEGAL => continue,
                Slides::WON => won,
                to => &worths[afterstates.set.rank(to).expect("an afterstate of its layer")],
            };
            let gain = 4.0 * f64::from(quarters);
            *row = std::array::from_fn(|lane| {
                let with_gain = recipe.gain_weights[lane] * gain + (recipe.move_weights[lane] + worth[lane]);
                row[lane].max(with_gain)
            });
        }
    }
}
