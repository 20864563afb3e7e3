//! Boards as bit planes.
//!
//! A packed board has the four bits of a cell together; here the lowest bits of all cells are together, then the second
//! bits, and so on:
//!
//! ```text
//! packed   first cell  63..60, … last cell 3..0         (16 digits of 4 bits)
//! planes   bit 3 of all cells 63..48, bit 2 47..32, bit 1 31..16, bit 0 15..0, the last cell lowest
//! ```
//!
//! The index of a tuple is taken from the planes, so that its low bits are the low bits of all cells. Boards that differ
//! by a small tile here and there then have their weights in the same cache lines: in games of a network that knows
//! 4x6 tuples a move misses the second-level cache 16 times instead of 32 with whole digits side by side (and the first level
//! 42 times instead of 57; simulated, caches of 48 KiB and 1.25 MiB).

/// Swaps the bit fields selected by `mask` with those `shift` bits above.
#[inline(always)]
const fn swapped(bits: u64, mask: u64, shift: u32) -> u64 {
    let difference = (bits >> shift ^ bits) & mask;
    bits ^ difference ^ difference << shift
}

/// The bit planes of a packed board: bit `i` of all cells in the 16 bits from `16 · i` on, the last cell lowest.
#[inline(always)]
pub const fn planes(packed: u64) -> u64 {
    // The number of a bit is cell · 4 + bit and becomes bit · 16 + cell: four exchanges of two binary digits of it.
    let bits = swapped(packed, 0x0000_0000_cccc_cccc, 30);
    let bits = swapped(bits, 0x0000_aaaa_0000_aaaa, 15);
    let bits = swapped(bits, 0x00cc_00cc_00cc_00cc, 6);
    swapped(bits, 0x0a0a_0a0a_0a0a_0a0a, 3)
}

/// Rows and columns exchanged on a 4x4 board.
#[inline(always)]
const fn transposed(planes: u64) -> u64 {
    let quarters = swapped(planes, 0x0a0a_0a0a_0a0a_0a0a, 3);
    swapped(quarters, 0x00cc_00cc_00cc_00cc, 6)
}

/// Left and right exchanged on a 4x4 board.
#[inline(always)]
const fn columns_flipped(planes: u64) -> u64 {
    let pairs = (planes & 0x5555_5555_5555_5555) << 1 | planes >> 1 & 0x5555_5555_5555_5555;
    (pairs & 0x3333_3333_3333_3333) << 2 | pairs >> 2 & 0x3333_3333_3333_3333
}

/// Top and bottom exchanged on a 4x4 board.
#[inline(always)]
const fn rows_flipped(planes: u64) -> u64 {
    let rows = (planes & 0x0f0f_0f0f_0f0f_0f0f) << 4 | planes >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    (rows & 0x00ff_00ff_00ff_00ff) << 8 | rows >> 8 & 0x00ff_00ff_00ff_00ff
}

/// The eight images of a 4x4 board, in the order of [`Symmetry::ALL`](redouble_core::Symmetry::ALL).
#[inline(always)]
pub(super) const fn images_4x4(planes: u64) -> [u64; 8] {
    let (flipped, turned) = (columns_flipped(planes), transposed(planes));
    let turned_flipped = columns_flipped(turned);
    [
        planes,
        flipped,
        rows_flipped(planes),
        rows_flipped(flipped),
        turned,
        turned_flipped,
        rows_flipped(turned),
        rows_flipped(turned_flipped),
    ]
}

#[cfg(test)]
mod tests {
    use redouble_core::{Grid as _, Packed4x4, Random, Symmetry};

    use super::*;

    #[test]
    fn planes_have_the_bits_of_all_cells() {
        let mut random = Random::new(1);
        for _ in 0..100 {
            let packed = random.next_u64();
            for (cell, bit) in (0..16).flat_map(|cell| (0..4).map(move |bit| (cell, bit))) {
                assert_eq!(planes(packed) >> (16 * bit + cell) & 1, packed >> (4 * cell + bit) & 1);
            }
        }
    }

    #[test]
    fn images_are_those_of_the_symmetries() {
        let mut random = Random::new(2);
        for _ in 0..100 {
            let board = Packed4x4::from_bits(random.next_u64());
            let expected = Symmetry::ALL.map(|symmetry| planes(board.transformed(symmetry).bits()));
            assert_eq!(images_4x4(planes(board.bits())), expected);
        }
    }
}
