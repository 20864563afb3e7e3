//! How long the cycles of `g` are.

use std::collections::BTreeMap;
use std::fmt;

use num_bigint::BigUint;

use crate::arithmetic::lcm_of;
use crate::bits::Bits;
use crate::component::{Component, path_ends, walk};
use crate::rings::for_each_absent;
use crate::{Axis, Shape};

/// The cycle lengths of a permutation, each with its multiplicity.
///
/// ```
/// use redouble_tilt::{CycleType, Shape};
/// let triangle = CycleType::of(&Shape::from_rows(vec![3, 2, 1])?);
/// assert_eq!(triangle.to_string(), "3^2");
/// # Ok::<(), redouble_tilt::ShapeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CycleType {
    lengths: BTreeMap<u64, u64>,
}

impl CycleType {
    /// The cycle type of `g` on a diagram, without ever storing `g`: one bit a cell.
    ///
    /// The next cell of the walk depends on the row and column lengths alone, which stay in the fast caches;
    /// chasing a stored permutation misses the cache at every step.
    #[must_use]
    pub fn of(shape: &Shape) -> Self {
        let mut counts = Counts::default();
        for_each_component(shape, |component| counts.add(component));
        counts.finish()
    }

    /// Each length with the number of cycles that have it, in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.lengths.iter().map(|(&length, &count)| (length, count))
    }

    /// All cycle lengths in increasing order, repeated as often as they occur.
    pub fn flat(&self) -> impl Iterator<Item = u64> + '_ {
        self.iter().flat_map(|(length, count)| (0..count).map(move |_| length))
    }

    /// Number of cycles.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        self.lengths.values().sum()
    }

    /// Number of cells.
    #[must_use]
    pub fn cells(&self) -> u64 {
        self.iter().map(|(length, count)| length * count).sum()
    }

    /// Whether all cells form one cycle.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.cycles() == 1
    }

    /// Whether the permutation is even. For `g`, a square, it always is; see `docs/tilt.md`.
    #[must_use]
    pub fn is_even(&self) -> bool {
        self.iter().filter(|(length, _)| length.is_multiple_of(2)).map(|(_, count)| count).sum::<u64>() % 2 == 0
    }

    /// The order of the permutation: the least common multiple of the lengths.
    #[must_use]
    pub fn order(&self) -> BigUint {
        lcm_of(self.lengths.keys().copied())
    }
}

impl FromIterator<u64> for CycleType {
    fn from_iter<I: IntoIterator<Item = u64>>(lengths: I) -> Self {
        let mut cycle_type = Self::default();
        lengths.into_iter().for_each(|length| *cycle_type.lengths.entry(length).or_default() += 1);
        cycle_type
    }
}

/// Lengths with multiplicities as exponents: `1^2 3 15`.
impl fmt::Display for CycleType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (length, count)) in self.iter().enumerate() {
            let space = if at == 0 { "" } else { " " };
            let power = if count == 1 { String::new() } else { format!("^{count}") };
            write!(f, "{space}{length}{power}")?;
        }
        Ok(())
    }
}

/// Cycle lengths being counted: short ones in a table, because a board of a million tiles may have hundreds
/// of thousands of short cycles.
#[derive(Default)]
struct Counts {
    short: Vec<u64>,
    long: BTreeMap<u64, u64>,
}

impl Counts {
    const SHORT: u64 = 1 << 12;

    fn add(&mut self, component: Component) {
        let (length, count) = component.cycles();
        if length < Self::SHORT {
            if self.short.len() <= length as usize {
                self.short.resize(length as usize + 1, 0);
            }
            self.short[length as usize] += count;
        } else {
            *self.long.entry(length).or_default() += count;
        }
    }

    fn finish(mut self) -> CycleType {
        let short = (0..).zip(self.short).filter(|&(_, count)| count > 0);
        self.long.extend(short);
        CycleType { lengths: self.long }
    }
}

/// Calls `visit` with the form of each component.
fn for_each_component(shape: &Shape, mut visit: impl FnMut(Component)) {
    let mut seen = Bits::new(shape.cells());
    for (end, first) in path_ends(shape) {
        if !seen.contains(shape.index(end)) {
            let (component, ..) = walk(shape, end, first, |cell, _| seen.insert(shape.index(cell)));
            visit(component);
        }
    }
    for_each_absent(shape, &mut seen, |seen, cell| {
        let (component, ..) = walk(shape, cell, Axis::Vertical, |cell, _| seen.insert(shape.index(cell)));
        visit(component);
    });
}
