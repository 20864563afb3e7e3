//! How long the cycles of `g` are.

use std::collections::BTreeMap;
use std::fmt;

use num_bigint::BigUint;

use crate::arithmetic::lcm_of;
use crate::bits::Bits;
use crate::component::{Component, path_ends};
use crate::{Axis, Square, YoungDiagram};

/// The cycle lengths of a permutation, each with its multiplicity.
///
/// ```
/// use redouble_tilt::{CycleType, YoungDiagram};
/// let triangle = CycleType::of(&YoungDiagram::from_rows(vec![3, 2, 1])?);
/// assert_eq!(triangle.to_string(), "3^2");
/// # Ok::<(), redouble_tilt::DiagramError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CycleType {
    lengths: BTreeMap<u64, u64>,
}

impl CycleType {
    /// The cycle type of `g` on a diagram, without ever storing `g`: half a bit a cell.
    ///
    /// The next cell of the walk depends on the row and column lengths alone, which stay in the fast caches;
    /// chasing a stored permutation misses the cache at every step.
    #[must_use]
    pub fn of(shape: &YoungDiagram) -> Self {
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
        self.iter().filter(|(length, _)| length.is_multiple_of(2)).map(|(_, count)| count).sum::<u64>() % 2
            == 0
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
///
/// Tables of 16 bits where they do: on boards of 10^8 tiles wider ones leave the first-level cache.
fn for_each_component(shape: &YoungDiagram, visit: impl FnMut(Component)) {
    if shape.rows().len().max(shape.columns().len()) <= usize::from(u16::MAX) {
        for_each_component_in(shape, Seen::<u16>::new(shape), visit);
    } else {
        for_each_component_in(shape, Seen::<u32>::new(shape), visit);
    }
}

fn for_each_component_in<L: Length>(
    shape: &YoungDiagram,
    mut seen: Seen<L>,
    mut visit: impl FnMut(Component),
) {
    for (end, first) in path_ends(shape) {
        if !seen.contains(end) {
            visit(seen.walk(end, first));
        }
    }
    for y in 0..seen.half_rows() as u32 {
        while let Some(cell) = seen.first_absent(y) {
            visit(seen.walk(cell, Axis::Vertical));
        }
    }
}

/// The cells walked over. A cell and its mirror image in its column are always walked over together, so only
/// the lower one is kept: half a bit a cell, and half as many writes.
///
/// The cells in the lower halves of their columns (middles included) are again a Young diagram: its row `y`
/// has as many cells as row `2 y` of the whole.
struct Seen<L> {
    rows: Vec<L>,
    columns: Vec<L>,
    /// Cells of the lower diagram below each of its rows.
    starts: Vec<u32>,
    bits: Bits,
    /// All cells of the lower diagram before this one are present.
    searched: u32,
}

/// The length of a row or a column.
trait Length: Copy + Into<u32> {
    fn new(length: u32) -> Self;
}

impl Length for u16 {
    fn new(length: u32) -> Self {
        Self::try_from(length).expect("sides were compared with the largest value")
    }
}

impl Length for u32 {
    fn new(length: u32) -> Self {
        length
    }
}

impl<L: Length> Seen<L> {
    fn new(shape: &YoungDiagram) -> Self {
        let half_rows = shape.rows().iter().step_by(2);
        let starts: Vec<u32> = std::iter::once(0)
            .chain(half_rows.scan(0, |sum, &length| {
                *sum += length;
                Some(*sum)
            }))
            .collect();
        let bits = Bits::new(starts.last().map_or(0, |&cells| cells as usize));
        let table = |lengths: &[u32]| lengths.iter().map(|&length| L::new(length)).collect();
        Self { rows: table(shape.rows()), columns: table(shape.columns()), starts, bits, searched: 0 }
    }

    fn half_rows(&self) -> usize {
        self.starts.len() - 1
    }

    fn contains(&self, cell: Square) -> bool {
        let mirrored = self.columns[cell.x as usize].into() - 1 - cell.y;
        self.bits.contains(self.starts[cell.y.min(mirrored) as usize] as usize + cell.x as usize)
    }

    /// The first cell of a row of the lower diagram that is absent; rows are searched from left to right.
    fn first_absent(&mut self, y: u32) -> Option<Square> {
        let (start, end) = (self.starts[y as usize] as usize, self.starts[y as usize + 1] as usize);
        let from = (self.searched as usize).max(start);
        let found = self.bits.first_absent(from, end);
        self.searched = found.unwrap_or(end) as u32;
        found.map(|index| Square { x: (index - start) as u32, y })
    }

    /// Reverses the column of a cell and marks the pair. True if the cell stays where it is.
    #[inline]
    fn flip_column(&mut self, cell: &mut Square) -> bool {
        let mirrored = self.columns[cell.x as usize].into() - 1 - cell.y;
        let lower = mirrored.min(cell.y);
        self.bits.insert(self.starts[lower as usize] as usize + cell.x as usize);
        let stays = mirrored == cell.y;
        cell.y = mirrored;
        stays
    }

    /// Reverses the row of a cell. True if the cell stays where it is.
    #[inline]
    fn flip_row(&self, cell: &mut Square) -> bool {
        let mirrored = self.rows[cell.y as usize].into() - 1 - cell.x;
        let stays = mirrored == cell.x;
        cell.x = mirrored;
        stays
    }

    /// The component of a cell: walks from an end of a path, or from any cell of a closed walk with its column
    /// first.
    fn walk(&mut self, start: Square, first: Axis) -> Component {
        let (mut at, mut cells) = (start, 1);
        if first == Axis::Horizontal {
            self.flip_column(&mut at);
            if self.flip_row(&mut at) {
                return Component { cells, closed: false, first };
            }
            cells += 1;
        }
        loop {
            if self.flip_column(&mut at) {
                return Component { cells, closed: false, first };
            }
            cells += 1;
            if self.flip_row(&mut at) {
                return Component { cells, closed: false, first };
            }
            if at == start {
                return Component { cells, closed: true, first };
            }
            cells += 1;
        }
    }
}
