//! The kernel for processors with AVX-512.

use std::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_and_si512, _mm512_bitshuffle_epi64_mask, _mm512_cmpeq_epi32_mask,
    _mm512_i32gather_epi32, _mm512_loadu_si512, _mm512_madd_epi16, _mm512_mask_mov_epi32,
    _mm512_maskz_compress_epi32, _mm512_mullo_epi32, _mm512_or_si512, _mm512_set1_epi32, _mm512_set1_epi64,
    _mm512_slli_epi32, _mm512_srli_epi32, _mm512_storeu_si512,
};

use super::Kernel;
use crate::engine::tensor::moves::Pair;
use crate::engine::tensor::pull::Spawns;
use crate::engine::tensor::push::{Batch, Fixed, Pushes};

/// Whether the processor has everything that [`Avx512`] uses.
pub(crate) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512bitalg")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
}

/// To be used only inside functions compiled for these instructions, on processors that have them.
pub(crate) struct Avx512;

/// Numbers in a register.
const LANES: usize = 16;

impl Kernel for Avx512 {
    #[inline(always)]
    fn spread(spawns: &Spawns, class: usize, word: u64) -> u64 {
        let mut all = 0;
        for sources in &spawns.sources[class] {
            // SAFETY: the processor has the instructions, and 64 bytes are read from an array of 64. One shuffle
            // replaces the eight lookups of the portable kernel.
            all |= unsafe {
                _mm512_bitshuffle_epi64_mask(_mm512_set1_epi64(word as i64), _mm512_loadu_si512(sources.as_ptr().cast()))
            };
        }
        all
    }

    #[inline(always)]
    fn push(pushes: &mut Pushes<'_>, fixed: Fixed, pairs: &[Pair], boards: u64) {
        assert!(pairs.len() >= 64, "the table of pairs has room behind its end");
        let quadrants = (fixed.quadrants[0] | fixed.quadrants[1] << 16) as i32;
        for part in 0..4 {
            let chosen = (boards >> (LANES * part)) as u16;
            if chosen == 0 {
                continue;
            }
            let batch = &mut pushes.batch;
            let at = batch.count;
            assert!(at <= Batch::ROOM - LANES, "a batch is placed before it is full");
            // SAFETY: the processor has the instructions; 16 pairs are read from the 64 that are there, and 16
            // numbers written where the assertion says there is room.
            unsafe {
                let all = _mm512_loadu_si512(pairs.as_ptr().add(LANES * part).cast());
                let chosen_pairs = _mm512_maskz_compress_epi32(chosen, all);
                _mm512_storeu_si512(batch.pairs.as_mut_ptr().add(at).cast(), chosen_pairs);
                let store = |to: &mut [u32; Batch::ROOM], number: i32| {
                    _mm512_storeu_si512(to.as_mut_ptr().add(at).cast(), _mm512_set1_epi32(number));
                };
                store(&mut batch.placings, fixed.placings as i32);
                store(&mut batch.quadrants, quadrants);
            }
            batch.count += chosen.count_ones() as usize;
        }
        if pushes.batch.count >= Batch::FULL {
            place_batch(pushes);
        }
    }

    #[inline(always)]
    fn flush(pushes: &mut Pushes<'_>) {
        place_batch(pushes);
        pushes.queue.flush();
    }
}

/// Places all boards of the batch and queues their bits.
#[inline(always)]
fn place_batch(pushes: &mut Pushes<'_>) {
    let count = pushes.batch.count;
    for first in (0..count).step_by(LANES) {
        // Behind the last board lie older ones, or zeros: valid to place, not to be queued.
        let (words, bits) = place(pushes, first);
        let lanes = (count - first).min(LANES);
        words.iter().zip(bits).take(lanes).for_each(|(&word, bit)| pushes.queue.push(word, bit));
    }
    pushes.batch.count = 0;
}

/// Places 16 boards: the vector form of [`Pushes::place`].
#[inline(always)]
fn place(pushes: &Pushes<'_>, first: usize) -> ([u32; LANES], [u32; LANES]) {
    let batch = &pushes.batch;
    let (mut words, mut bits) = ([0; LANES], [0; LANES]);
    // SAFETY: the processor has the instructions. `first` is at most `ROOM - 16`. Placings are numbered within their
    // table (a start plus a class), ranks within theirs (four bytes of room behind it); both are what the portable
    // kernel reads with bounds checks.
    unsafe {
        let load = |from: &[u32; Batch::ROOM]| _mm512_loadu_si512(from.as_ptr().add(first).cast());
        let pairs = load(&batch.pairs);
        let index = _mm512_add_epi32(load(&batch.placings), _mm512_srli_epi32::<22>(pairs));
        let table: *const i32 = pushes.placings.as_ptr().cast();
        let index = _mm512_slli_epi32::<2>(index);
        let field = |n: i32| {
            let index = _mm512_add_epi32(index, _mm512_set1_epi32(n));
            _mm512_i32gather_epi32::<4>(index, table)
        };
        let (offset, weights_01, weights_23, kind) = (field(0), field(1), field(2), field(3));
        let low = _mm512_set1_epi32(0xffff);
        let symmetry = _mm512_and_si512(kind, low);
        let base = _mm512_mullo_epi32(symmetry, _mm512_set1_epi32(pushes.ranks.quadrants as i32));
        let ranks = pushes.ranks.ranks.as_ptr();
        let rank = |number: __m512i| {
            let bytes = _mm512_i32gather_epi32::<1>(_mm512_add_epi32(base, number), ranks.cast());
            _mm512_and_si512(bytes, _mm512_set1_epi32(0xff))
        };
        let fixed = load(&batch.quadrants);
        let eleven_bits = _mm512_set1_epi32(0x7ff);
        let rank_0 = rank(_mm512_and_si512(fixed, low));
        let rank_1 = rank(_mm512_srli_epi32::<16>(fixed));
        let rank_2 = rank(_mm512_and_si512(pairs, eleven_bits));
        let rank_3 = rank(_mm512_and_si512(_mm512_srli_epi32::<11>(pairs), eleven_bits));
        let both = |low: __m512i, high: __m512i| _mm512_or_si512(low, _mm512_slli_epi32::<16>(high));
        let word = _mm512_add_epi32(offset, _mm512_madd_epi16(both(rank_0, rank_1), weights_01));
        let word = _mm512_add_epi32(word, _mm512_madd_epi16(both(rank_2, rank_3), weights_23));
        let bit_from = _mm512_srli_epi32::<16>(kind);
        let is = |n: i32| _mm512_cmpeq_epi32_mask(bit_from, _mm512_set1_epi32(n));
        let bit = _mm512_mask_mov_epi32(rank_0, is(1), rank_1);
        let bit = _mm512_mask_mov_epi32(bit, is(2), rank_2);
        let bit = _mm512_mask_mov_epi32(bit, is(3), rank_3);
        _mm512_storeu_si512(words.as_mut_ptr().cast(), word);
        _mm512_storeu_si512(bits.as_mut_ptr().cast(), bit);
    }
    (words, bits)
}
