//! The canonical form of packed 4x4 boards, one at a time and over slices.
//!
//! All symmetries are a few shifts and masks on 64-bit words, which the compiler turns into SIMD by itself once it may
//! use the instructions: [`canonicalize_4x4`] is the same loop compiled for three kinds of processor and chosen at
//! run time. Hand-written intrinsics (a nibble swap by Galois-field instructions, a byte shuffle for the rows) were
//! no faster over slices that stream from memory.

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

/// Left and right exchanged: cells within bytes, then bytes within rows.
#[inline(always)]
pub(super) const fn columns_flipped_4x4(bits: u64) -> u64 {
    let cells = (bits & 0x0f0f_0f0f_0f0f_0f0f) << 4 | bits >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    (cells & 0x00ff_00ff_00ff_00ff) << 8 | cells >> 8 & 0x00ff_00ff_00ff_00ff
}

/// First and last row exchanged, second and third.
#[inline(always)]
const fn rows_flipped_4x4(bits: u64) -> u64 {
    let halves = bits.rotate_left(32);
    (halves & 0x0000_ffff_0000_ffff) << 16 | halves >> 16 & 0x0000_ffff_0000_ffff
}

/// The least of the images under flips.
#[inline(always)]
fn least_of_four(bits: u64) -> u64 {
    let flipped = columns_flipped_4x4(bits);
    bits.min(flipped).min(rows_flipped_4x4(bits)).min(rows_flipped_4x4(flipped))
}

/// The least of the eight images.
#[inline(always)]
pub(super) fn canonical_4x4(bits: u64) -> u64 {
    least_of_four(bits).min(least_of_four(transposed_4x4(bits)))
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
    boards.iter_mut().for_each(|board| *board = canonical_4x4(*board));
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
