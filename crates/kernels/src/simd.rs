//! Work that is compiled once for each kind of processor.

use crate::spread::BitSpreads;
use crate::{Cpu, spread};

/// What differs between processors inside of a loop, where choosing each time would cost too much.
///
/// A value stands for instructions that the processor has; only [`Cpu::run`] makes one.
pub trait Simd: Copy {
    /// The bits that the bits of `word` lead to in one of the maps.
    fn spread(self, spreads: &BitSpreads, map: usize, word: u64) -> u64;
}

/// Work that [`Cpu::run`] compiles for several kinds of processors.
pub trait WithSimd {
    /// What comes out.
    type Output;

    /// Does the work. To be `#[inline(always)]`, as everything in its inner loops: only what is inlined is compiled for the
    /// instructions.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

impl Cpu {
    /// Does the work with the instructions that this stands for.
    #[inline]
    pub fn run<W: WithSimd>(self, work: W) -> W::Output {
        match self.set() {
            #[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
            // SAFETY: a `Cpu` of this kind exists only where the processor has the instructions.
            crate::cpu::Set::Avx512 => unsafe { run_avx512(work) },
            // The counting engine that runs this is to be replaced: no form for AVX2.
            _ => work.run(spread::portable::Portable::new()),
        }
    }
}

#[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512bitalg,bmi1,bmi2")]
fn run_avx512<W: WithSimd>(work: W) -> W::Output {
    // SAFETY: this function runs only where the processor has the instructions.
    work.run(unsafe { spread::avx512::Avx512::new() })
}
