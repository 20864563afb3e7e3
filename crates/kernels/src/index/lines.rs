//! Where computed indexes are kept.

use super::{IndexPlan, Indexes};

/// The indexes of two tuples, as they lie in one cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct TwoIndexes([Indexes; 2]);

impl TwoIndexes {
    /// The indexes in some lines, tuple by tuple.
    #[inline(always)]
    fn flat(lines: &[TwoIndexes]) -> &[Indexes] {
        // SAFETY: a line is two arrays and nothing else, each as aligned as it must be.
        unsafe { std::slice::from_raw_parts(lines.as_ptr().cast(), 2 * lines.len()) }
    }

    /// The same, to be written.
    #[inline(always)]
    pub(super) fn flat_mut(lines: &mut [TwoIndexes]) -> &mut [Indexes] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(lines.as_mut_ptr().cast(), 2 * lines.len()) }
    }
}

/// Storage for lines: on the heap, or an array.
pub trait Lines: sealed::Sealed {
    #[doc(hidden)]
    fn lines(&self) -> &[TwoIndexes];
    #[doc(hidden)]
    fn lines_mut(&mut self) -> &mut [TwoIndexes];
}

/// Unsafe code relies on storage that does not change: nobody else implements it.
mod sealed {
    pub trait Sealed {}
    impl Sealed for Box<[super::TwoIndexes]> {}
    impl<const N: usize> Sealed for [super::TwoIndexes; N] {}
}

impl Lines for Box<[TwoIndexes]> {
    #[inline(always)]
    fn lines(&self) -> &[TwoIndexes] {
        self
    }

    #[inline(always)]
    fn lines_mut(&mut self) -> &mut [TwoIndexes] {
        self
    }
}

impl<const N: usize> Lines for [TwoIndexes; N] {
    #[inline(always)]
    fn lines(&self) -> &[TwoIndexes] {
        self
    }

    #[inline(always)]
    fn lines_mut(&mut self) -> &mut [TwoIndexes] {
        self
    }
}

/// The indexes of all tuples of `BOARDS` boards, times 2^`SHIFT`, as an [`IndexPlan`] computed them; zeros before.
pub struct BoardIndexes<const BOARDS: usize, const SHIFT: u32, L = Box<[TwoIndexes]>> {
    /// Those of the first board, then those of the second, and so on. As many lines as are needed, perhaps more.
    lines: L,
    /// How many tuples a board has.
    tuples: usize,
    /// All indexes are below this, times 2^`SHIFT`.
    below: usize,
}

impl<const BOARDS: usize, const SHIFT: u32> BoardIndexes<BOARDS, SHIFT> {
    /// Room for the indexes that this plan computes.
    ///
    /// # Panics
    /// If an index times 2^`SHIFT` can have more than 32 bits.
    #[must_use]
    pub fn new(plan: &IndexPlan) -> Self {
        let lines = vec![TwoIndexes::default(); BOARDS * plan.len().div_ceil(2)];
        BoardIndexes::on(lines.into(), plan)
    }
}

impl<const BOARDS: usize, const SHIFT: u32, const LINES: usize>
    BoardIndexes<BOARDS, SHIFT, [TwoIndexes; LINES]>
{
    /// The same on the stack; every two tuples of every board need a line.
    ///
    /// # Panics
    /// If there are not the lines, or if an index times 2^`SHIFT` can have more than 32 bits.
    #[inline(always)]
    #[must_use]
    pub fn on_stack(plan: &IndexPlan) -> Self {
        BoardIndexes::on([TwoIndexes::default(); LINES], plan)
    }
}

impl<const BOARDS: usize, const SHIFT: u32, L: Lines> BoardIndexes<BOARDS, SHIFT, L> {
    #[inline(always)]
    fn on(lines: L, plan: &IndexPlan) -> Self {
        let (tuples, below) = (plan.len(), plan.weights());
        assert!(lines.lines().len() >= BOARDS * tuples.div_ceil(2), "a line for every two tuples of a board");
        assert!(below <= 1 << (32 - SHIFT), "indexes have 32 bits");
        BoardIndexes { lines, tuples, below }
    }

    /// The lines that a plan writes.
    #[inline(always)]
    pub(super) fn lines_of(&mut self, plan: &IndexPlan) -> &mut [TwoIndexes] {
        assert!(self.below == plan.weights() && self.tuples == plan.len(), "room for another plan");
        &mut self.lines.lines_mut()[..BOARDS * self.tuples.div_ceil(2)]
    }

    /// All indexes are below this number, times 2^`SHIFT`.
    #[inline(always)]
    pub(crate) fn below(&self) -> usize {
        self.below
    }

    #[inline(always)]
    fn lines(&self) -> &[TwoIndexes] {
        &self.lines.lines()[..BOARDS * self.tuples.div_ceil(2)]
    }
}

impl<const SHIFT: u32, L: Lines> BoardIndexes<1, SHIFT, L> {
    /// The indexes, tuple by tuple.
    #[inline(always)]
    pub fn tuples(&self) -> &[Indexes] {
        &TwoIndexes::flat(self.lines())[..self.tuples]
    }
}

impl<const SHIFT: u32, L: Lines> BoardIndexes<4, SHIFT, L> {
    /// For each tuple, the indexes of all boards.
    #[inline(always)]
    pub fn tuples_of_boards(&self) -> impl Iterator<Item = [&Indexes; 4]> {
        let all = TwoIndexes::flat(self.lines());
        let (first, last) = all.split_at(all.len() / 2);
        let ((a, b), (c, d)) = (first.split_at(first.len() / 2), last.split_at(last.len() / 2));
        let of_boards = a.iter().zip(b).zip(c.iter().zip(d)).map(|((a, b), (c, d))| [a, b, c, d]);
        of_boards.take(self.tuples)
    }
}
