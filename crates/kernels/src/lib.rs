//! The fast code of Redouble, and all of its `unsafe`.
//!
//! A kernel is a module with the same short list of functions in `portable.rs`, `avx2.rs` and `avx512.rs`. Which of them runs
//! is said by a [`Cpu`], a value that is made once, by whoever starts the program, and handed on. A `Cpu` exists only for
//! instructions that the processor has, so that taking one is all a safe function needs to call a kernel.
//!
//! ```
//! use redouble_core::{Grid, Packed4x4};
//! use redouble_kernels::{Cpu, canonicalize};
//!
//! let boards = [0x1000_0000_0000_0002, 0x0123_4567_89ab_cdef].map(Packed4x4::from_bits);
//! for cpu in Cpu::available() {
//!     let mut canonical = boards;
//!     canonicalize(cpu, &mut canonical);
//!     assert_eq!(canonical, boards.map(Grid::canonical), "{cpu}");
//! }
//! ```
//!
//! [`HugeArray`] is memory for tables beyond every cache, [`prefetch`](mod@prefetch) asks for what will be read there,
//! [`clock`] is the time where a target has none. With `RUSTFLAGS="--cfg redouble_portable"` and on other processors than
//! x86-64 only the portable forms are compiled.

pub mod clock;
pub mod prefetch;
pub mod row;

mod canonical;
mod coherence;
mod cpu;
mod index;
mod memory;
mod quantised;
mod simd;
mod spread;

pub use canonical::canonicalize;
pub use coherence::{
    Changes, CoherenceEntry, CoherenceRecord, CoherentWeights, Gathered, LearningRate, RecordIndexes,
};
pub use cpu::{Cpu, ParseCpuError};
pub use index::{
    BoardIndexes, IndexLines, IndexPlan, Indexes, MAX_TUPLE_CELLS, MAX_TUPLES, TupleBoard, TwoIndexes,
    bit_planes,
};
pub use memory::{HugeArray, Word};
pub use quantised::{QuantisedWeights, SlideIndexes, quantised};
pub use simd::{Simd, WithSimd};
pub use spread::BitSpreads;
