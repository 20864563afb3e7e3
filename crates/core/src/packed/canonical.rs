//! The canonical form of packed 4x4 boards, one at a time and over slices.
//!
//! All symmetries are a few shifts and masks on 64-bit words, which the compiler turns into SIMD by itself once it may
//! use the instructions: [`canonicalize_4x4`] is the same loop compiled for three kinds of processor and chosen at
//! run time. Hand-written intrinsics (a nibble swap by Galois-field instructions, a byte shuffle for the rows) were
//! no faster over slices that stream from memory. One board alone is another matter: its eight images fill a 512-bit
//! register. (With 128-bit registers, two boards at a time, it took 5.8 ns: too little gained to keep.)

use super::Packed;

/// Swaps the bit fields selected by `mask` with those `shift` bits above.
#[inline(always)]
const fn swapped(bits: u64, mask: u64, shift: u32) -> u64 {
    let difference = (bits >> shift ^ bits) & mask;
    bits ^ difference ^ difference << shift
}

/// Rows become columns: first within the four 2x2 quarters, then the quarters themselves.
#[inline(always)]
pub(super) const fn transposed_4x4(bits: u64) -> u64 {
    let quarters = swapped(bits, 0x0000_f0f0_0000_f0f0, 12);
    swapped(quarters, 0x0000_0000_ff00_ff00, 24)
}

/// The two cells of every byte exchanged.
#[inline(always)]
const fn cells_swapped(bits: u64) -> u64 {
    (bits & 0x0f0f_0f0f_0f0f_0f0f) << 4 | bits >> 4 & 0x0f0f_0f0f_0f0f_0f0f
}

/// The two bytes of every row exchanged.
#[inline(always)]
const fn bytes_swapped(bits: u64) -> u64 {
    (bits & 0x00ff_00ff_00ff_00ff) << 8 | bits >> 8 & 0x00ff_00ff_00ff_00ff
}

/// Left and right exchanged: cells within bytes, then bytes within rows.
#[inline(always)]
pub(super) const fn columns_flipped_4x4(bits: u64) -> u64 {
    bytes_swapped(cells_swapped(bits))
}

/// First and last row exchanged, second and third.
#[inline(always)]
const fn rows_flipped_4x4(bits: u64) -> u64 {
    bytes_swapped(bits).swap_bytes()
}

/// Turned by half: all cells in reverse order.
#[inline(always)]
const fn half_turned_4x4(bits: u64) -> u64 {
    cells_swapped(bits).swap_bytes()
}

/// The images under flips.
#[inline(always)]
const fn four_images(bits: u64) -> [u64; 4] {
    [bits, columns_flipped_4x4(bits), rows_flipped_4x4(bits), half_turned_4x4(bits)]
}

/// The least of the images under flips.
#[inline(always)]
fn least_of_four(bits: u64) -> u64 {
    let [itself, columns, rows, turned] = four_images(bits);
    itself.min(columns).min(rows.min(turned))
}

/// The least of the eight images, by shifts and masks: 7.6 ns on a core of 2.8 GHz.
#[inline(always)]
fn canonical_4x4_portable(bits: u64) -> u64 {
    least_of_four(bits).min(least_of_four(transposed_4x4(bits)))
}

/// The least of the eight images.
#[inline]
pub(super) fn canonical_4x4(bits: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if has_multishift() {
        // SAFETY: the processor has the instructions. 2.7 ns on a core of 2.8 GHz.
        return unsafe { canonical_4x4_multishift(bits) };
    }
    canonical_4x4_portable(bits)
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn has_multishift() -> bool {
    is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vl")
}

/// The least of the eight images, one a lane: an instruction that takes any eight bits of a lane for each byte makes the
/// high cells of all images' bytes, another the low cells.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512vbmi")]
fn canonical_4x4_multishift(bits: u64) -> u64 {
    use std::arch::x86_64::*;
    let lanes = |words: [i64; 8]| {
        let [a, b, c, d, e, f, g, h] = words;
        _mm512_setr_epi64(a, b, c, d, e, f, g, h)
    };
    const LOW: [i64; 8] = image_sources(0);
    const HIGH: [i64; 8] = image_sources(1);
    let board = _mm512_set1_epi64(bits.cast_signed());
    let low = _mm512_multishift_epi64_epi8(lanes(LOW), board);
    let high = _mm512_multishift_epi64_epi8(lanes(HIGH), board);
    const LOW_WHERE_SET: i32 = 0xca;
    let low_cells = _mm512_set1_epi64(0x0f0f_0f0f_0f0f_0f0f);
    let eight = _mm512_ternarylogic_epi64(low_cells, low, high, LOW_WHERE_SET);
    let four = _mm256_min_epu64(_mm512_castsi512_si256(eight), _mm512_extracti64x4_epi64(eight, 1));
    let two = _mm_min_epu64(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
    _mm_cvtsi128_si64(_mm_min_epu64(two, _mm_unpackhi_epi64(two, two))).cast_unsigned()
}

/// For each of the eight images and each of its bytes: the bit of the board where the eight bits start that have the
/// byte's low (`half` 0) or high (`half` 1) cell in its place.
///
/// The portable images of a board whose every cell holds its own number say where each cell comes from.
#[cfg(target_arch = "x86_64")]
const fn image_sources(half: u32) -> [i64; 8] {
    const NUMBERED: u64 = 0xfedc_ba98_7654_3210;
    let (upright, lying) = (four_images(NUMBERED), four_images(transposed_4x4(NUMBERED)));
    let mut sources = [0; 8];
    let mut image = 0;
    while image < 8 {
        let cells = if image < 4 { upright[image] } else { lying[image - 4] };
        let mut byte = 0;
        while byte < 8 {
            let source = cells >> (8 * byte + 4 * half) & 15;
            // The high cell starts four bits above the start of the byte: counted modulo 64.
            let start = (4 * source + 64 - 4 * half as u64) % 64;
            sources[image] |= (start << (8 * byte)).cast_signed();
            byte += 1;
        }
        image += 1;
    }
    sources
}

/// The numbers behind a slice of boards.
pub(super) fn as_bits<const R: usize, const C: usize>(boards: &mut [Packed<R, C>]) -> &mut [u64] {
    // SAFETY: `Packed` is `repr(transparent)` over `u64`, and for 4x4, the one shape this is called for, every
    // number is a board. It saves copying the slice, which would cost as much as the work on it.
    unsafe { &mut *(std::ptr::from_mut(boards) as *mut [u64]) }
}

/// The canonical form of every board, in place.
pub(super) fn canonicalize_4x4(boards: &mut [u64]) {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
            // SAFETY: the processor has the instructions. About 5 times the speed of the portable loop.
            return unsafe { canonicalize_avx512(boards) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the instructions. About twice the speed of the portable loop.
            return unsafe { canonicalize_avx2(boards) };
        }
    }
    canonicalize_portable(boards);
}

#[inline(always)]
fn canonicalize_portable(boards: &mut [u64]) {
    boards.iter_mut().for_each(|board| *board = canonical_4x4_portable(*board));
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn canonicalize_avx512(boards: &mut [u64]) {
    canonicalize_portable(boards);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn canonicalize_avx2(boards: &mut [u64]) {
    canonicalize_portable(boards);
}

/// The canonical form of every board of another shape than 4x4, in place.
pub(super) fn canonicalize_any<const R: usize, const C: usize>(boards: &mut [Packed<R, C>]) {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
            // SAFETY: the processor has the instructions.
            return unsafe { canonicalize_any_avx512(boards) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the instructions.
            return unsafe { canonicalize_any_avx2(boards) };
        }
    }
    canonicalize_any_portable(boards);
}

#[inline(always)]
fn canonicalize_any_portable<const R: usize, const C: usize>(boards: &mut [Packed<R, C>]) {
    boards.iter_mut().for_each(|board| *board = board.least_image());
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn canonicalize_any_avx512<const R: usize, const C: usize>(boards: &mut [Packed<R, C>]) {
    canonicalize_any_portable(boards);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn canonicalize_any_avx2<const R: usize, const C: usize>(boards: &mut [Packed<R, C>]) {
    canonicalize_any_portable(boards);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Grid, Random};

    /// Every compiled form, on lengths around the vector width, against the images of exact boards.
    #[test]
    fn all_forms_agree_with_exact_boards() {
        let mut random = Random::new(11);
        // Tiles up to 2048, so that no sum leaves what an exact 4x4 board may hold.
        let boards: Vec<u64> =
            (0..1_003).map(|_| (0..16).fold(0, |bits, _| bits << 4 | u64::from(random.below(12)))).collect();
        let expected: Vec<u64> = boards.iter().map(|&bits| canonical_of_exact(bits)).collect();
        for (name, form) in
            [("portable", canonicalize_portable as fn(&mut [u64])), ("chosen", canonicalize_4x4)]
        {
            for length in [0, 1, 2, 3, 7, 8, 9, 31, 1_003] {
                let mut found = boards[..length].to_vec();
                form(&mut found);
                assert_eq!(found, expected[..length], "{name}, {length} boards");
            }
        }
        let alone: Vec<u64> = boards.iter().map(|&bits| canonical_4x4(bits)).collect();
        assert_eq!(alone, expected, "one at a time");
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            let mut found = boards.clone();
            // SAFETY: the processor has the instructions.
            unsafe { canonicalize_avx2(&mut found) };
            assert_eq!(found, expected, "avx2");
        }
    }

    fn canonical_of_exact(bits: u64) -> u64 {
        let exact = Board::from(Packed::<4, 4>::from_bits(bits)).canonical();
        Packed::<4, 4>::try_from(exact).expect("tiles up to 2048").bits()
    }
}
