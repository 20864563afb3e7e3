//! Sixteen indexes at once, with vectors of 512 bits that permute bytes and turn squares of bits: nine instructions for them
//!
//! Eight bytes for each of the eight images. When the cells of a board have been shuffled there, transposing the eight bytes of an
//! image as a matrix of 8 · 8 bits makes bit planes of them; these, pushed together, are the index of the tuple.
//!
//! ```text
//! bytes of an image   byte 7 - i: the cell that is bit i of a plane
//! transposed          bytes 0..3: the planes
//! pushed together     plane 0 + 2^width · plane 1 + 4^width · (plane 2 + 2^width · plane 3)
//! ```
//!
//! A cell takes half a byte: two tuples are transposed together, the second in the high halves.

use std::arch::x86_64::*;

use redouble_core::Shape;

use super::places::{NOTHING, place_in_image, symmetries};
use super::{Indexes, Tuple, TwoIndexes};

/// Where the cells of a tuple are in the eight images of a packed board.
struct Places {
    /// For every byte a cell, counted from the last one of the board.
    bytes: [u8; 64],
    /// What planes are multiplied by before two are added, as bytes.
    of_planes: u32,
    /// What these sums are multiplied by before two are added, as numbers of 16 bits.
    of_sums: u32,
}

/// Two tuples, whose indexes are computed together.
#[repr(C, align(64))]
pub(super) struct Pair {
    /// Where the cells of each are.
    bytes: [[u8; 64]; 2],
    /// What planes are multiplied by before two are added, as bytes: those of the first tuple in the lower half.
    of_planes: u64,
    /// What these sums are multiplied by before two are added, as numbers of 16 bits.
    of_sums: u64,
    /// Where the weights of each begin.
    offsets: u64,
    /// Whether there is only one tuple; it is there twice then.
    is_one: bool,
}

impl Pair {
    /// Two tuples, or one and nothing; with each, where its weights begin.
    fn new(first: (&Places, u32), second: Option<(&Places, u32)>) -> Pair {
        let (is_one, second) = (second.is_none(), second.unwrap_or(first));
        let both = |of: fn((&Places, u32)) -> u32| u64::from(of(first)) | u64::from(of(second)) << 32;
        Pair {
            bytes: [first.0.bytes, second.0.bytes],
            of_planes: both(|(places, _)| places.of_planes),
            of_sums: both(|(places, _)| places.of_sums),
            offsets: both(|(_, offset)| offset),
            is_one,
        }
    }
}

impl Places {
    /// Where these cells are; nowhere if boards of this shape cannot be packed.
    fn new(cells: &[u8], shape: Shape) -> Places {
        let mut bytes = [NOTHING; 64];
        for (image, symmetry) in bytes.chunks_exact_mut(8).zip(symmetries(shape)) {
            // The last cell is the lowest bit of a plane.
            let places = image.iter_mut().rev().zip(cells.iter().rev());
            places.for_each(|(place, &cell)| *place = place_in_image(cell, symmetry, shape));
        }
        // 1 and 2^width, twice.
        let of_planes = (1 | 1 << (cells.len() + 8)) * 0x0001_0001;
        Places { bytes, of_planes, of_sums: 1 | 1 << (2 * cells.len() + 16) }
    }
}

/// The tuples of a stage, two by two.
pub(super) fn pairs(stage: &[Tuple], shape: Shape) -> impl Iterator<Item = Pair> {
    let parts = move |tuple: &Tuple| (Places::new(&tuple.cells, shape), tuple.offset);
    stage.chunks(2).map(move |pair| {
        let [first, second] = [Some(&pair[0]), pair.get(1)].map(|tuple| tuple.map(parts));
        let (places, offset) = first.as_ref().expect("a chunk is not empty");
        Pair::new((places, *offset), second.as_ref().map(|(places, offset)| (places, *offset)))
    })
}

/// Writes the indexes of boards, times 2^`SHIFT`.
///
/// # Safety
/// There is a line for every pair of tuples and every board.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
pub(super) unsafe fn write<const SHIFT: u32, const BOARDS: usize>(
    boards: &[u64; BOARDS],
    pairs: &[Pair],
    lines: &mut [TwoIndexes],
) {
    let mut cells_of_boards = [[_mm512_setzero_si512(); 2]; BOARDS];
    for (place, &board) in cells_of_boards.iter_mut().zip(boards) {
        *place = cells(board);
    }
    for (place, pair) in pairs.iter().enumerate() {
        for (board, &cells) in cells_of_boards.iter().enumerate() {
            let indexes = _mm512_slli_epi32::<SHIFT>(indexes_of_two(cells, pair));
            // SAFETY: there is a line; sixteen numbers of 32 bits are 64 bytes, and a line is aligned to as many.
            unsafe {
                let line = lines.as_mut_ptr().add(board * pairs.len() + place);
                _mm512_store_si512(line.cast(), indexes);
            }
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
pub(super) fn each_tuple(board: u64, pairs: &[Pair], mut visit: impl FnMut(&Indexes)) {
    let cells = cells(board);
    for pair in pairs {
        let mut indexes = [[0; 8]; 2];
        // SAFETY: sixteen numbers of 32 bits are 64 bytes.
        unsafe { _mm512_storeu_si512(indexes.as_mut_ptr().cast(), indexes_of_two(cells, pair)) };
        visit(&indexes[0]);
        if !pair.is_one {
            visit(&indexes[1]);
        }
    }
}

/// The cells of a board as bytes, the last one first: in the low halves, and in the high halves.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn cells(board: u64) -> [__m512i; 2] {
    let (board, low_half) = (_mm_cvtsi64_si128(board as i64), _mm_set1_epi8(15));
    let even = _mm_and_si128(board, low_half);
    let odd = _mm_and_si128(_mm_srli_epi16::<4>(board), low_half);
    let low = _mm_unpacklo_epi8(even, odd);
    [_mm512_zextsi128_si512(low), _mm512_zextsi128_si512(_mm_slli_epi16::<4>(low))]
}

/// The eight indexes of the first tuple, then those of the second.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn indexes_of_two([low, high]: [__m512i; 2], pair: &Pair) -> __m512i {
    let [first, second] = &pair.bytes;
    let bytes = _mm512_or_si512(brought(low, first), brought(high, second));
    // The instruction multiplies each byte of the first argument, as a vector of bits, by the matrix in the second:
    // here the bytes choose a column each, so that the matrix is turned.
    let columns = _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64);
    let planes = _mm512_gf2p8affine_epi64_epi8::<0>(columns, bytes);
    let sums = _mm512_maddubs_epi16(_mm512_set1_epi64(pair.of_planes as i64), planes);
    let indexes = _mm512_madd_epi16(sums, _mm512_set1_epi64(pair.of_sums as i64));
    let indexes = _mm512_add_epi32(indexes, _mm512_set1_epi64(pair.offsets as i64));
    // Those of the two tuples alternate.
    let apart = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);
    _mm512_permutexvar_epi32(apart, indexes)
}

/// The cells at the places of a tuple.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn brought(cells: __m512i, places: &[u8; 64]) -> __m512i {
    // SAFETY: they are 64 bytes.
    let places = unsafe { _mm512_loadu_si512(places.as_ptr().cast()) };
    _mm512_permutexvar_epi8(places, cells)
}
