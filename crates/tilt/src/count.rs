//! The exact number of reachable configurations.

use num_bigint::BigUint;

use crate::{Configuration, Direction, Labelled, Orbit};

/// The number of different configurations that can be reached, the start included, when every tile can be
/// told from every other.
///
/// ```
/// use redouble_tilt::{Drawing, reachable};
/// let drawing: Drawing = "o.o/.o./oo.".parse()?;
/// assert_eq!(reachable(drawing.pattern()).to_string(), "63");
/// # Ok::<(), redouble_tilt::ParseDrawingError>(())
/// ```
#[must_use]
pub fn reachable(pattern: &crate::Pattern) -> BigUint {
    reachable_labelled(&Labelled::distinct(Configuration::of(pattern)))
}

/// The number of different boards that can be reached, the start included, when tiles with the same label
/// cannot be told apart.
///
/// These are the start and its four single tilts, as far as they are not canonical, and the orbits of the
/// four first tilts, as far as they differ.
#[must_use]
pub fn reachable_labelled(start: &Labelled) -> BigUint {
    BigUint::from(count_before_walks(start)) + Orbits::of(start).total()
}

/// How many of the start and its four single tilts are not canonical, each board counted once.
fn count_before_walks(start: &Labelled) -> usize {
    let tilted = Direction::ALL.iter().map(|&tilt| start.configuration().tilted(tilt));
    let boards = std::iter::once(start.configuration().clone()).chain(tilted);
    let mut grids: Vec<_> = boards
        .filter(|board| !board.is_canonical_somewhere())
        .map(|board| start.moved(board).grid())
        .collect();
    grids.sort_unstable();
    grids.dedup();
    grids.len()
}

/// The different orbits of a start.
#[derive(Clone, Debug)]
pub struct Orbits<'a> {
    start: &'a Labelled,
    orbits: Vec<Orbit>,
}

impl<'a> Orbits<'a> {
    /// The orbits of the four first tilts, without those that show the same boards as another.
    #[must_use]
    pub fn of(start: &'a Labelled) -> Self {
        let mut orbits: Vec<Orbit> = Vec::with_capacity(4);
        for first in Direction::ALL {
            let orbit = Orbit::of(start.configuration(), first);
            let shown = start.moved(orbit.at(&0.into()));
            if orbits.iter().all(|other| other.times(start.labels(), &shown).is_empty()) {
                orbits.push(orbit);
            }
        }
        Self { start, orbits }
    }

    /// The orbits.
    #[must_use]
    pub fn orbits(&self) -> &[Orbit] {
        &self.orbits
    }

    /// The number of boards on all of them.
    #[must_use]
    pub fn total(&self) -> BigUint {
        self.orbits.iter().map(|orbit| orbit.len(self.start.labels())).sum()
    }
}
