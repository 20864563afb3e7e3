//! The stages of a network that are still compressed.
//!
//! Most games never come to the later stages, and most hints are asked for before: only what a board needs is decoded, a
//! quarter of a second for a stage of 8x6 tuples.

use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicI16, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::codec::{self, CHUNK, Decoders, GROUP, Packed};

/// Compressed weights, and how many stages are no longer that.
pub(super) struct Coded {
    models: Decoders,
    /// What is decoded at once: the chunks of a stage, or all if stages do not end with a chunk. The next is the last.
    parts: Mutex<Vec<Vec<Packed>>>,
    /// So many stages are decoded.
    ready: AtomicUsize,
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
        Coded { models: Vec::new(), parts: Mutex::default(), ready: AtomicUsize::new(usize::MAX) }
    }

    /// All stages of a network, as these chunks.
    pub(super) fn all(models: Decoders, mut chunks: Vec<Packed>, layout: Layout) -> Coded {
        let of_a_part =
            if layout.weights.is_multiple_of(CHUNK) { layout.weights / CHUNK } else { chunks.len() };
        let mut parts = Vec::new();
        while !chunks.is_empty() {
            let rest = chunks.split_off(of_a_part.min(chunks.len()));
            parts.push(std::mem::replace(&mut chunks, rest));
        }
        parts.reverse();
        Coded { models, parts: Mutex::new(parts), ready: AtomicUsize::new(0) }
    }

    /// Whether this stage is decoded.
    #[inline(always)]
    pub(super) fn has(&self, stage: usize) -> bool {
        stage < self.ready.load(Ordering::Acquire)
    }

    /// Decodes all stages up to this one into `words`; `None` if the chunks are damaged.
    #[cold]
    pub(super) fn decode_to(&self, stage: usize, words: &[AtomicI16], layout: Layout) -> Option<()> {
        // Who holds the lock decodes on threads of its own: one of a pool could be given other work meanwhile, which waits
        // for the same lock.
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.has(stage) {
            let first = self.ready.load(Ordering::Relaxed);
            // If this one is damaged, those behind it mean nothing.
            let mut rest = std::mem::take(&mut *parts);
            let part = rest.pop()?;
            let stages = first..if rest.is_empty() { layout.stages } else { first + 1 };
            self.decode(part, &words[first * layout.weights..stages.end * layout.weights])?;
            add_unknown(words, layout, stages.clone());
            *parts = rest;
            self.ready.store(stages.end, Ordering::Release);
        }
        Some(())
    }

    fn decode(&self, chunks: Vec<Packed>, words: &[AtomicI16]) -> Option<()> {
        side_by_side(chunks.into_iter().zip(words.chunks(CHUNK)), |(packed, words)| {
            codec::decode(packed, words.len(), &self.models, |group, weights| {
                for (place, weight) in words[group * GROUP..].iter().zip(weights) {
                    place.store(*weight, Ordering::Relaxed);
                }
            })
        })
    }
}

/// Sets the weights of these stages, given by how much each differs from what it would be if it were unknown.
fn add_unknown(words: &[AtomicI16], layout: Layout, stages: Range<usize>) {
    let add = |place: &AtomicI16, unknown: i16| {
        // What is not written takes no memory.
        if unknown != 0 {
            place.store(place.load(Ordering::Relaxed).wrapping_add(unknown), Ordering::Relaxed);
        }
    };
    let of = |stage: usize| &words[stage * layout.weights..(stage + 1) * layout.weights];
    for stage in stages {
        let before = stage.checked_sub(1).map(of);
        if before.is_none() && layout.base == 0 {
            continue;
        }
        side_by_side(of(stage).chunks(CHUNK).enumerate(), |(piece, places)| {
            match before {
                Some(before) => {
                    let unknown = before[piece * CHUNK..].iter().map(|weight| weight.load(Ordering::Relaxed));
                    places.iter().zip(unknown).for_each(|(place, unknown)| add(place, unknown));
                }
                None => places.iter().for_each(|place| add(place, layout.base)),
            }
            Some(())
        });
    }
}

/// Does this work with all items on all processors; `None` if it failed with one.
fn side_by_side<T: Send>(
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> Option<()> + Sync,
) -> Option<()> {
    let items = Mutex::new(items);
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work_on_all = || std::iter::from_fn(next).try_for_each(&work);
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work_on_all)).collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker does not panic")).collect()
    })
}

#[cfg(test)]
mod tests {
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
}
