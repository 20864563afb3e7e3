//! Which of several equally good directions is taken.

use redouble_core::{Direction, Random};

use crate::Values;
use crate::spec::{Parameters, SpecError};

/// How a tie between directions is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// The first in the order up, right, down, left.
    First,
    /// Any of them, equally likely.
    Random,
}

impl Ties {
    /// The best direction.
    ///
    /// # Panics
    /// If no direction has a value.
    #[must_use]
    pub(crate) fn choose(self, values: &Values, random: &mut Random) -> Direction {
        let ties = values.ties();
        let place = match self {
            Ties::First => 0,
            Ties::Random => random.below(ties.len() as u32) as usize,
        };
        ties.nth(place).expect("a position with a legal move")
    }

    pub(crate) fn parameter(parameters: &Parameters<'_>) -> Result<Ties, SpecError> {
        parameters.choice("ties", &[("first", Ties::First), ("random", Ties::Random)])
    }
}
