//! Eight indexes at once, with vectors of 256 bits that only move and multiply bytes: sixteen instructions for them.
//!
//! Two planes at a time: the lower two bits of a cell are put as far from one another as their planes are in the index, the cells
//! of a tuple are shuffled to their places, each is multiplied by the bit it is in a plane, and all are added. So are the upper
//! two bits.
//!
//! ```text
//! bits of a cell    b + 2^width · b'
//! two planes        sum of 2^i · (b + 2^width · b') over the cells i of the tuple, the last one 0
//! index             lower two planes + 4^width · upper two planes
//! ```

use std::arch::x86_64::*;

use redouble_core::Shape;

use super::places::{NOTHING, place_in_image, symmetries};
use super::{Indexes, Tuple, TwoIndexes};

/// Where the cells of a tuple are in the eight images of a packed board.
#[repr(C, align(32))]
pub(super) struct Spread {
    /// For every image four cells, counted from the last one of the board: those that are bits 0 to 3 of a plane; then those that
    /// are bits 4 to 7.
    places: [[u8; 32]; 2],
    /// The four values of two bits, put apart, as bytes.
    digits: u32,
    /// What upper planes are multiplied by, twice in 16 bits.
    factor: u32,
    /// Where the weights begin.
    offset: u32,
}

impl Spread {
    /// Where these cells are; nowhere if boards of this shape cannot be packed.
    pub(super) fn new(tuple: &Tuple, shape: Shape) -> Spread {
        let (width, mut places) = (tuple.cells.len(), [[NOTHING; 32]; 2]);
        for (image, symmetry) in symmetries(shape).enumerate() {
            for (bit, &cell) in tuple.cells.iter().rev().enumerate() {
                places[bit / 4][4 * image + bit % 4] = place_in_image(cell, symmetry, shape);
            }
        }
        let digits = u32::from_le_bytes([0, 1, 1 << width, 1 | 1 << width]);
        Spread { places, digits, factor: 0x0001_0001 << (2 * width), offset: tuple.offset }
    }
}

/// Writes the indexes of boards, times 2^`SHIFT`.
///
/// # Safety
/// There is a line for every two tuples and every board.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn write<const SHIFT: u32, const BOARDS: usize>(
    boards: &[u64; BOARDS],
    tuples: &[Spread],
    lines: &mut [TwoIndexes],
) {
    let places_of_a_board = 2 * tuples.len().div_ceil(2);
    let mut cells_of_boards = [[_mm256_setzero_si256(); 2]; BOARDS];
    for (place, &board) in cells_of_boards.iter_mut().zip(boards) {
        *place = cells(board);
    }
    let (mut bits_of_boards, mut digits) = (cells_of_boards, 0);
    for (tuple_place, tuple) in tuples.iter().enumerate() {
        if digits != tuple.digits {
            digits = tuple.digits;
            for (place, &cells) in bits_of_boards.iter_mut().zip(&cells_of_boards) {
                *place = put_apart(cells, digits);
            }
        }
        for (board, &bits) in bits_of_boards.iter().enumerate() {
            let indexes = indexes_of(bits, tuple);
            let indexes = _mm256_sll_epi32(indexes, _mm_cvtsi32_si128(SHIFT as i32));
            // SAFETY: there is the place; eight numbers of 32 bits are 32 bytes, and it is aligned to as many.
            unsafe {
                let place = lines.as_mut_ptr().cast::<Indexes>().add(board * places_of_a_board + tuple_place);
                _mm256_store_si256(place.cast(), indexes);
            }
        }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn each_tuple(board: u64, tuples: &[Spread], mut visit: impl FnMut(&Indexes)) {
    let cells = cells(board);
    for tuple in tuples {
        let mut indexes = [0; 8];
        let found = indexes_of(put_apart(cells, tuple.digits), tuple);
        // SAFETY: eight numbers of 32 bits are 32 bytes.
        unsafe { _mm256_storeu_si256(indexes.as_mut_ptr().cast(), found) };
        visit(&indexes);
    }
}

/// The cells of a board as bytes, the last one first, and a quarter of each; twice.
#[inline]
#[target_feature(enable = "avx2")]
fn cells(board: u64) -> [__m256i; 2] {
    let (board, low_half) = (_mm_cvtsi64_si128(board as i64), _mm_set1_epi8(15));
    let even = _mm_and_si128(board, low_half);
    let odd = _mm_and_si128(_mm_srli_epi16::<4>(board), low_half);
    let cells = _mm_unpacklo_epi8(even, odd);
    let quarters = _mm_and_si128(_mm_srli_epi16::<2>(cells), _mm_set1_epi8(3));
    [_mm256_broadcastsi128_si256(cells), _mm256_broadcastsi128_si256(quarters)]
}

/// The lower two bits of each cell, put as far apart as tuples need them; the same of quarters.
#[inline]
#[target_feature(enable = "avx2")]
fn put_apart([cells, quarters]: [__m256i; 2], digits: u32) -> [__m256i; 2] {
    let digits = _mm256_set1_epi32(digits as i32);
    [_mm256_shuffle_epi8(digits, cells), _mm256_shuffle_epi8(digits, quarters)]
}

#[inline]
#[target_feature(enable = "avx2")]
fn indexes_of([lower, upper]: [__m256i; 2], tuple: &Spread) -> __m256i {
    let [first, second] = &tuple.places;
    // SAFETY: they are 32 bytes each, and aligned to as many.
    let (first, second) =
        unsafe { (_mm256_load_si256(first.as_ptr().cast()), _mm256_load_si256(second.as_ptr().cast())) };
    let (of_first, of_second) = (_mm256_set1_epi32(0x0804_0201), _mm256_set1_epi32(0x0040_2010));
    let two_planes = |bits: __m256i, factor: u32| {
        let low = _mm256_maddubs_epi16(_mm256_shuffle_epi8(bits, first), of_first);
        let high = _mm256_maddubs_epi16(_mm256_shuffle_epi8(bits, second), of_second);
        _mm256_madd_epi16(_mm256_add_epi16(low, high), _mm256_set1_epi32(factor as i32))
    };
    let indexes = _mm256_add_epi32(two_planes(lower, 0x0001_0001), two_planes(upper, tuple.factor));
    _mm256_add_epi32(indexes, _mm256_set1_epi32(tuple.offset as i32))
}
