//! Perfect play in exact fractions, as plainly as it can be written: the twin of the induction.
//!
//! A recursion over positions with a hash map. Worths are natural numbers in a unit that depends on the tile sum: a
//! spawn on `n` empty cells divides by `10 · n`, so with `u = 10 · lcm(1, …, cells)` the worth of a board with tile sum
//! `m` is a multiple of `1 / u^((M − m) / 2)`, where `M` is at least every tile sum. Only sums, products and
//! comparisons of whole numbers remain.

use std::fmt;

use num_bigint::BigUint;
use redouble_core::{Afterstate, Board, Direction, Grid, Position, Tile};
use rustc_hash::FxHashMap;

use super::objective::Objective;
use super::odds::Odds;
use super::start::starts;
use crate::Variant;

/// A non-negative fraction in lowest terms.
///
/// ```
/// use redouble_core::Shape;
/// use redouble_states::{Exact, Objective, Variant};
///
/// let game = Variant::new(Shape::new(2, 2).unwrap(), None).unwrap();
/// let score = Exact::new(game, Objective::Score).unwrap().start();
/// assert_eq!(score.to_string(), "41852593410688287414496003/625000000000000000000000");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fraction {
    numerator: BigUint,
    denominator: BigUint,
}

impl Fraction {
    fn new(numerator: BigUint, denominator: BigUint) -> Fraction {
        let zero = BigUint::ZERO;
        let (mut a, mut b) = (numerator.clone(), denominator.clone());
        while b != zero {
            (a, b) = (b.clone(), a % b);
        }
        Fraction { numerator: numerator / &a, denominator: denominator / a }
    }

    /// One minus this, for fractions up to 1.
    #[must_use]
    pub fn complement(&self) -> Fraction {
        Fraction::new(&self.denominator - &self.numerator, self.denominator.clone())
    }

    /// The nearest floating-point number, to within a few units in the last place.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        // 64 bits of the quotient, and how far they were shifted.
        let shift = 64 + self.denominator.bits() as i32 - self.numerator.bits() as i32;
        let quotient = match shift >= 0 {
            true => (&self.numerator << shift as usize) / &self.denominator,
            false => &self.numerator / (&self.denominator << shift.unsigned_abs() as usize),
        };
        let digits =
            quotient.iter_u64_digits().rev().fold(0.0, |high, digit| high * 2f64.powi(64) + digit as f64);
        digits * 2f64.powi(-shift)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

/// An exact solver for one objective. For [`Objective::Win`] its fractions are chances of losing.
pub struct Exact {
    variant: Variant,
    objective: Objective,
    /// The worths of canonical boards to move on.
    known: FxHashMap<Board, BigUint>,
    /// What one spawn divides by, at most.
    unit: u64,
    /// The powers of the unit.
    powers: Vec<BigUint>,
}

impl Exact {
    /// The most cells of a board: larger ones have too many positions for a hash map of fractions.
    pub const MAX_CELLS: usize = 6;

    /// The solver of a game; `None` if the board is too large.
    #[must_use]
    pub fn new(variant: Variant, objective: Objective) -> Option<Exact> {
        let shape = variant.shape();
        let unit = u64::from(Odds::usual().all) * [1, 1, 2, 6, 12, 60, 60][..].get(shape.cells())?;
        let mut powers = vec![BigUint::from(1u32)];
        for power in 0..=shape.max_sum() as usize / 2 {
            powers.push(&powers[power] * unit);
        }
        Some(Exact { variant, objective, known: FxHashMap::default(), unit, powers })
    }

    /// The worth of one for a board with this tile sum.
    fn one(&self, sum: u64) -> &BigUint {
        &self.powers[(self.variant.shape().max_sum() + 4 - sum) as usize / 2]
    }

    /// The value of a game before it starts.
    pub fn start(&mut self) -> Fraction {
        let states = starts(self.variant.shape());
        let all: u64 = states.iter().map(|start| start.weight).sum();
        // All starts in the unit of tile sum 4, the finest of them.
        let finest = |exact: &Exact, start: &Board| exact.powers[(start.sum() - 4) as usize / 2].clone();
        let worths: Vec<(u64, BigUint)> = states
            .iter()
            .map(|start| (start.weight, self.position(start.board) * finest(self, &start.board)))
            .collect();
        if self.objective.is_guarantee() {
            let least = worths.into_iter().map(|(_, worth)| worth).min().unwrap_or_default();
            return Fraction::new(least, self.one(4).clone());
        }
        let sum: BigUint = worths.into_iter().map(|(weight, worth)| worth * weight).sum();
        Fraction::new(sum, self.one(4) * all)
    }

    /// The value of a position.
    pub fn value(&mut self, board: Board) -> Fraction {
        let worth = self.position(board);
        Fraction::new(worth, self.one(board.sum()).clone())
    }

    /// The gain and the value of every legal move.
    pub fn moves(&mut self, board: Board) -> Vec<(Direction, u64, Fraction)> {
        let slides = Position::new(board).slides();
        let value = |slide: redouble_core::Slide| {
            let worth = self.slide(slide.after, slide.gained);
            (slide.direction, slide.gained, Fraction::new(worth, self.one(board.sum()).clone()))
        };
        slides.map(value).collect()
    }

    fn position(&mut self, board: Board) -> BigUint {
        let board = board.canonical();
        if let Some(worth) = self.known.get(&board) {
            return worth.clone();
        }
        // A chance of losing is to be small, everything else large.
        let wants_little = matches!(self.objective, Objective::Win(_));
        let worths = Position::new(board).slides().map(|slide| self.slide(slide.after, slide.gained));
        let best = if wants_little { worths.min() } else { worths.max() };
        let worth = best.unwrap_or_else(|| self.ending(board));
        self.known.insert(board, worth.clone());
        worth
    }

    fn slide(&mut self, after: Afterstate, gained: u64) -> BigUint {
        let board = after.board();
        let won = self.variant.goal().is_some_and(|goal| board.max_tile() >= Some(goal));
        let worth = if won { self.ending(board) } else { self.afterstate(after) };
        let counted = match self.objective {
            Objective::Score | Objective::GuaranteedScore => gained,
            Objective::Moves => 1,
            Objective::Win(_) | Objective::GuaranteedTile => 0,
        };
        worth + self.one(board.sum()) * counted
    }

    fn afterstate(&mut self, after: Afterstate) -> BigUint {
        let empty = after.board().count_empty() as u64;
        let unit = self.unit;
        let finer = |spawn: redouble_core::Spawn| if spawn.tile == Tile::TWO { 1 } else { unit };
        let worths: Vec<(Tile, BigUint)> = after
            .positions()
            .map(|(spawn, position)| (spawn.tile, self.position(position.board()) * finer(spawn)))
            .collect();
        if self.objective.is_guarantee() {
            let least = worths.into_iter().map(|(_, worth)| worth).min();
            return least.expect("an afterstate has an empty cell") * unit;
        }
        let odds = Odds::usual();
        let sum: BigUint = worths.into_iter().map(|(tile, worth)| worth * odds.of(tile)).sum();
        sum * (unit / (u64::from(odds.all) * empty))
    }

    fn ending(&self, board: Board) -> BigUint {
        let one = self.one(board.sum());
        let max = board.max_tile().map_or(0, Tile::value);
        match self.objective {
            Objective::Win(tile) if max < tile.value() => one.clone(),
            Objective::GuaranteedTile => one * max,
            _ => BigUint::ZERO,
        }
    }
}
