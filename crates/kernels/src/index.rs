//! From boards to the indexes of their tuples.
//!
//! A tuple is a set of cells. What stands in them, in each of the eight images of a board under the symmetries of the square,
//! is an index: the lowest bits of all cells, then the second bits, and so on (`planes.rs` says why). An [`IndexPlan`] is made
//! from the cells once, for the processor at hand, and computes the indexes of all tuples: a few nanoseconds a board with
//! vector instructions.
//!
//! Tried and not kept: an instruction that pushes bits together (`pext`) for each index (learning in the caches made 2.4 million
//! moves a second with it, 2.9 with vectors of 256 bits); gathering weights by vectors (no faster than one load after the other);
//! prefetching the weights of all boards at the horizon of a search before the first is summed (15 % slower: an out-of-order
//! core that need not wait for one sum to begin the next has enough loads in flight).

#[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
mod avx512;
mod board;
mod lines;
#[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
mod places;
mod plain;
mod planes;
mod portable;

use redouble_core::{Grid, Shape};

use crate::Cpu;
use lines::Lines;

pub use board::TupleBoard;
pub use lines::{BoardIndexes, Lines as IndexLines, TwoIndexes};
pub use planes::planes as bit_planes;

/// The indexes of one tuple in the eight images of a board.
pub type Indexes = [u32; 8];

/// The most tuples of a plan.
pub const MAX_TUPLES: usize = 64;

/// The most cells of a tuple: the kernels' intermediate sums have 16 bits, and 16^7 weights are many already.
pub const MAX_TUPLE_CELLS: usize = 7;

/// How the indexes of some tuples are computed.
///
/// Every stage of a game has weights of its own: those of the first stage come first, and in each stage those of the first
/// tuple. All indexes are below [`IndexPlan::weights`], whatever the board; readers of weights rely on that.
///
/// ```
/// use redouble_core::{Packed4x4, Shape};
/// use redouble_kernels::{Cpu, IndexPlan};
///
/// let plan = IndexPlan::new(Cpu::detect(), Shape::CLASSIC, &[&[0, 1, 2], &[5, 6]], 1);
/// assert_eq!(plan.weights(), 16 * 16 * 16 + 16 * 16);
/// // A 4 in the first cell, 2^2, seen by the first tuple in image 0: bit 1 of its first of three cells.
/// let indexes = plan.indexes(0, Packed4x4::from_bits(2 << 60));
/// assert_eq!((indexes[0][0], indexes[1]), (0b000_000_100_000, [4096; 8]));
/// ```
pub struct IndexPlan {
    shape: Shape,
    /// The tuples of all stages, stage by stage.
    tuples: Vec<Tuple>,
    /// How many there are in a stage.
    len: usize,
    weights: usize,
    form: Form,
}

/// A tuple in one of the stages.
struct Tuple {
    /// Strictly increasing.
    cells: Vec<u8>,
    /// Where its weights begin.
    offset: u32,
}

/// What the form for the processor needs to know about the tuples of all stages. A vector form is only made where the
/// processor has the instructions.
enum Form {
    Portable(Vec<portable::Runs>),
    #[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
    Avx2(Vec<avx2::Spread>),
    /// Two tuples each; if their number is odd, the last of each stage with itself.
    #[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
    Avx512(Vec<avx512::Pair>),
}

impl Form {
    fn new<'a>(cpu: Cpu, shape: Shape, stages: impl Iterator<Item = &'a [Tuple]>) -> Form {
        match cpu.set() {
            #[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
            crate::cpu::Set::Avx512 => {
                Form::Avx512(stages.flat_map(|stage| avx512::pairs(stage, shape)).collect())
            }
            #[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
            crate::cpu::Set::Avx2 => {
                Form::Avx2(stages.flatten().map(|tuple| avx2::Spread::new(tuple, shape)).collect())
            }
            _ => Form::Portable(stages.flatten().map(|tuple| portable::Runs::new(tuple, shape)).collect()),
        }
    }
}

impl IndexPlan {
    /// A plan for tuples with these cells, strictly increasing each, on boards of this shape, in so many stages.
    ///
    /// # Panics
    /// If there are no tuples, more than [`MAX_TUPLES`], one without cells, with more than [`MAX_TUPLE_CELLS`] or with cells
    /// that are not on the board; or if there are more weights than can be numbered.
    #[must_use]
    pub fn new(cpu: Cpu, shape: Shape, cells: &[&[u8]], stages: usize) -> IndexPlan {
        assert!((1..=MAX_TUPLES).contains(&cells.len()) && stages > 0, "from 1 to {MAX_TUPLES} tuples");
        let is_sound = |cells: &&[u8]| {
            let on_board = cells.iter().all(|&cell| usize::from(cell) < shape.cells());
            on_board && (1..=MAX_TUPLE_CELLS).contains(&cells.len()) && cells.is_sorted_by(|a, b| a < b)
        };
        assert!(cells.iter().all(is_sound), "1 to {MAX_TUPLE_CELLS} increasing cells of {shape}");
        let (mut tuples, mut weights) = (Vec::new(), 0_usize);
        for cells in (0..stages).flat_map(|_| cells) {
            let offset = u32::try_from(weights).expect("indexes have 32 bits");
            weights += 1 << (4 * cells.len());
            tuples.push(Tuple { cells: cells.to_vec(), offset });
        }
        assert!(u32::try_from(weights).is_ok(), "indexes have 32 bits");
        let form = Form::new(cpu, shape, tuples.chunks(cells.len()));
        IndexPlan { shape, tuples, len: cells.len(), weights, form }
    }

    /// How many weights there are in all stages.
    #[inline(always)]
    #[must_use]
    pub const fn weights(&self) -> usize {
        self.weights
    }

    /// How many tuples there are in a stage.
    #[inline(always)]
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always one")]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The indexes of a board, cell by cell: the plain twin of all forms.
    pub fn indexes<B: Grid>(&self, stage: usize, board: B) -> Vec<Indexes> {
        assert_eq!(board.shape(), self.shape, "a board of the plan's shape");
        let images = plain::images(board);
        of_stage(&self.tuples, stage, self.len).iter().map(|tuple| plain::indexes(&images, tuple)).collect()
    }

    /// Computes the indexes of some boards in their stages.
    #[inline(always)]
    pub fn compute_indexes<const BOARDS: usize, const SHIFT: u32, B: TupleBoard, L: Lines>(
        &self,
        boards: [B; BOARDS],
        stages: [usize; BOARDS],
        into: &mut BoardIndexes<BOARDS, SHIFT, L>,
    ) {
        let lines = into.lines_of(self);
        let is_one_stage = self.tuples.len() == self.len || stages.iter().all(|&stage| stage == stages[0]);
        if is_one_stage && self.write::<SHIFT, BOARDS, B>(boards, stages[0], lines) {
            return;
        }
        let of_boards = lines.chunks_exact_mut(self.len.div_ceil(2));
        for ((board, stage), lines) in boards.into_iter().zip(stages).zip(of_boards) {
            self.write_one::<SHIFT, B>(board, stage, lines);
        }
    }

    /// Writes the indexes of packed boards in one stage, times 2^`SHIFT`, each board into lines of its own; false for other boards.
    ///
    /// Not given to a visitor tuple by tuple: a compiler that sees all the way to the weights takes vector registers apart
    /// element by element, which takes longer than loading what was stored.
    #[inline(always)]
    fn write<const SHIFT: u32, const BOARDS: usize, B: TupleBoard>(
        &self,
        boards: [B; BOARDS],
        stage: usize,
        lines: &mut [TwoIndexes],
    ) -> bool {
        assert_eq!(lines.len(), BOARDS * self.len.div_ceil(2), "a line for every two tuples of a board");
        if !B::IS_PACKED {
            return false;
        }
        match &self.form {
            #[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
            Form::Avx512(pairs) => {
                let pairs = of_stage(pairs, stage, self.len.div_ceil(2));
                // SAFETY: the processor has the instructions, and there are the lines.
                unsafe { avx512::write::<SHIFT, BOARDS>(&boards.map(B::bits), pairs, lines) };
                true
            }
            #[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
            Form::Avx2(tuples) => {
                let tuples = of_stage(tuples, stage, self.len);
                // SAFETY: the processor has the instructions, and there are the lines.
                unsafe { avx2::write::<SHIFT, BOARDS>(&boards.map(B::bits), tuples, lines) };
                true
            }
            Form::Portable(tuples) => {
                let tuples = of_stage(tuples, stage, self.len);
                portable::write::<SHIFT, BOARDS>(&boards.map(B::planes_of_images), tuples, lines);
                true
            }
        }
    }

    /// Not inlined, so that it does not take registers from the fast way.
    #[inline(never)]
    fn write_one<const SHIFT: u32, B: TupleBoard>(&self, board: B, stage: usize, lines: &mut [TwoIndexes]) {
        if !self.write::<SHIFT, 1, B>([board], stage, lines) {
            let indexes = self.indexes(stage, board);
            for (place, tuple) in TwoIndexes::flat_mut(lines).iter_mut().zip(indexes) {
                *place = tuple.map(|index| index << SHIFT);
            }
        }
    }

    /// Calls `visit` with the indexes of every tuple of a stage in turn.
    #[inline(always)]
    pub(crate) fn each_tuple<B: TupleBoard>(&self, board: B, stage: usize, mut visit: impl FnMut(&Indexes)) {
        match &self.form {
            // SAFETY: the processor has the instructions.
            #[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
            Form::Avx512(pairs) if B::IS_PACKED => unsafe {
                avx512::each_tuple(board.bits(), of_stage(pairs, stage, self.len.div_ceil(2)), visit);
            },
            // SAFETY: the processor has the instructions.
            #[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
            Form::Avx2(tuples) if B::IS_PACKED => unsafe {
                avx2::each_tuple(board.bits(), of_stage(tuples, stage, self.len), visit);
            },
            Form::Portable(tuples) if B::IS_PACKED => {
                portable::each_tuple(board.planes_of_images(), of_stage(tuples, stage, self.len), visit);
            }
            _ => self.indexes(stage, board).iter().for_each(&mut visit),
        }
    }
}

/// Those of a stage, given those of all stages and how many a stage has.
#[inline(always)]
fn of_stage<T>(all: &[T], stage: usize, len: usize) -> &[T] {
    &all[stage * len..(stage + 1) * len]
}
