//! The stages of a network that are still compressed.
//!
//! Most games never come to the later stages, and most hints are asked for before: only what a board needs is decoded, a
//! quarter of a second for a stage of 8x6 tuples.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicI16, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::codec::{self, CHUNK, Decoders, GROUP, Packed};

/// Compressed weights, and how many stages are no longer that.
pub(super) struct Coded {
    models: Decoders,
    /// What is decoded at once: the chunks of a stage, or all if stages do not end with a chunk.
    parts: Vec<Part>,
    /// So many stages are decoded.
    ready: AtomicUsize,
    /// Whether a chunk was not what it should be: what follows means nothing then.
    is_damaged: AtomicBool,
}

/// Chunks that are decoded by all threads that need them.
///
/// Nobody waits for a lock: a thread of a pool that waits may be given other work, which may need the same weights. Whoever
/// needs them takes the next chunk, and when there is none waits only for threads that are in the middle of one.
struct Part {
    stages: Range<usize>,
    /// Each until somebody takes it.
    chunks: Vec<Mutex<Option<Packed>>>,
    /// The next that nobody has taken.
    next: AtomicUsize,
    /// How many are decoded.
    done: AtomicUsize,
}

/// How the weights of a network lie.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    /// Of each stage.
    pub(super) weights: usize,
    pub(super) stages: usize,
    /// What unknown weights of the first stage are.
    pub(super) base: i16,
}

impl Coded {
    /// Nothing: all stages are there.
    pub(super) fn nothing() -> Coded {
        let (ready, is_damaged) = (AtomicUsize::new(usize::MAX), AtomicBool::new(false));
        Coded { models: Vec::new(), parts: Vec::new(), ready, is_damaged }
    }

    /// All stages of a network, as these chunks.
    pub(super) fn all(models: Decoders, chunks: Vec<Packed>, layout: Layout) -> Coded {
        let is_whole = layout.weights.is_multiple_of(CHUNK);
        let of_a_part = if is_whole { layout.weights / CHUNK } else { chunks.len() };
        let (mut parts, mut chunks) = (Vec::new(), chunks.into_iter());
        for first in 0..if is_whole { layout.stages } else { 1 } {
            let stages = first..if is_whole { first + 1 } else { layout.stages };
            let chunks = chunks.by_ref().take(of_a_part).map(|chunk| Mutex::new(Some(chunk))).collect();
            parts.push(Part { stages, chunks, next: AtomicUsize::new(0), done: AtomicUsize::new(0) });
        }
        Coded { models, parts, ready: AtomicUsize::new(0), is_damaged: AtomicBool::new(false) }
    }

    /// Whether this stage is decoded.
    #[inline(always)]
    pub(super) fn has(&self, stage: usize) -> bool {
        stage < self.ready.load(Ordering::Acquire)
    }

    /// Decodes all stages up to this one into `words`, on the pool this is called in; `None` if the chunks are damaged.
    #[cold]
    pub(super) fn decode_to(&self, stage: usize, words: &[AtomicI16], layout: Layout) -> Option<()> {
        for part in self.parts.iter().take_while(|part| part.stages.start <= stage) {
            if self.has(part.stages.start) {
                continue;
            }
            rayon::scope(|scope| {
                for _ in 1..rayon::current_num_threads() {
                    scope.spawn(|_| self.help(part, words, layout));
                }
                self.help(part, words, layout);
            });
            while !self.has(part.stages.start) && !self.is_damaged.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
        }
        self.has(stage).then_some(())
    }

    /// Decodes chunks of a part until there are none left. Who decodes the last one completes the part.
    fn help(&self, part: &Part, words: &[AtomicI16], layout: Layout) {
        let (start, end) = (part.stages.start * layout.weights, part.stages.end * layout.weights);
        loop {
            let number = part.next.fetch_add(1, Ordering::Relaxed);
            let Some(chunk) = part.chunks.get(number) else { return };
            let packed = chunk.lock().unwrap_or_else(PoisonError::into_inner).take();
            let places = start + number * CHUNK..end.min(start + (number + 1) * CHUNK);
            if packed.and_then(|packed| self.decode(packed, &words[places.clone()])).is_none() {
                self.is_damaged.store(true, Ordering::Relaxed);
                return;
            }
            if part.stages.len() == 1 {
                add_unknown(words, layout, places);
            }
            if part.done.fetch_add(1, Ordering::AcqRel) + 1 == part.chunks.len() {
                if part.stages.len() > 1 {
                    let of = |stage: usize| stage * layout.weights..(stage + 1) * layout.weights;
                    part.stages.clone().for_each(|stage| add_unknown(words, layout, of(stage)));
                }
                self.ready.store(part.stages.end, Ordering::Release);
            }
        }
    }

    fn decode(&self, packed: Packed, words: &[AtomicI16]) -> Option<()> {
        codec::decode(packed, words.len(), &self.models, |group, weights| {
            for (place, weight) in words[group * GROUP..].iter().zip(weights) {
                place.store(*weight, Ordering::Relaxed);
            }
        })
    }
}

/// Sets these weights of a stage, given by how much each differs from what it would be if it were unknown. The stage before
/// is complete.
fn add_unknown(words: &[AtomicI16], layout: Layout, places: Range<usize>) {
    let add = |place: &AtomicI16, unknown: i16| {
        // A page that is never written takes no memory.
        if unknown != 0 {
            place.store(place.load(Ordering::Relaxed).wrapping_add(unknown), Ordering::Relaxed);
        }
    };
    match places.start.checked_sub(layout.weights) {
        Some(before) => {
            let unknown = words[before..].iter().map(|weight| weight.load(Ordering::Relaxed));
            words[places].iter().zip(unknown).for_each(|(place, unknown)| add(place, unknown));
        }
        None if layout.base == 0 => {}
        None => words[places].iter().for_each(|place| add(place, layout.base)),
    }
}

#[cfg(test)]
mod tests {
    use rayon::prelude::*;
    use redouble_core::{Packed4x4, Random, Shape};
    use redouble_kernels::Cpu;

    use crate::{Network, Tuples};

    /// A tuple of five cells has as many weights as a chunk: every stage is a part of its own.
    #[test]
    fn stages_are_decoded_when_they_are_needed() {
        let stages = "64,512".parse().unwrap();
        let tuples = Tuples::parse("01234", Shape::CLASSIC).unwrap().with_stages(stages).unwrap();
        let weight = |index: u32| index.is_multiple_of(3).then(|| f32::from((index % 1_000) as u16));
        let network = Network::new(tuples, weight, 0.0, 1, Cpu::detect()).unwrap();
        let bytes = network.to_bytes();
        let lazy = Network::from_own_bytes(&bytes, Cpu::PORTABLE).unwrap();
        let mut random = Random::new(8);
        for largest in [5, 7, 11, 4] {
            for _ in 0..100 {
                let bits = (0..16).fold(0, |bits, _| bits << 4 | u64::from(random.below(largest)));
                let board = Packed4x4::from_bits(bits);
                assert_eq!(lazy.value(board), network.value(board), "{board:?}");
            }
            assert!(largest != 5 || !lazy.has_all_stages());
        }
        assert!(lazy.has_all_stages());
        assert_eq!(Network::from_own_bytes(&bytes, Cpu::PORTABLE).unwrap().to_bytes(), bytes);
    }

    /// Threads of one pool that need a stage at the same moment decode it together; none waits for ever, not even alone.
    #[test]
    fn threads_that_need_a_stage_at_once_decode_it_together() {
        let stages = "64,512".parse().unwrap();
        let tuples = Tuples::parse("01234,0145", Shape::CLASSIC).unwrap().with_stages(stages).unwrap();
        let weight = |index: u32| index.is_multiple_of(5).then(|| f32::from((index % 777) as u16));
        let network = Network::new(tuples, weight, 3.0, 1, Cpu::detect()).unwrap();
        let bytes = network.to_bytes();
        let board = |index: u64| Packed4x4::from_bits(Random::for_game(9, index).next_u64());
        for threads in 1..=3 {
            let lazy = Network::from_own_bytes(&bytes, Cpu::detect()).unwrap();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let values: Vec<f64> =
                pool.install(|| (0..500).into_par_iter().map(|index| lazy.value(board(index))).collect());
            let expected: Vec<f64> = (0..500).map(|index| network.value(board(index))).collect();
            assert_eq!(values, expected, "{threads} threads");
        }
    }
}
