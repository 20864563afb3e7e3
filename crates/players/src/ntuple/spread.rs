//! Where the cells of a tuple are, for vector instructions that only move and multiply bytes.
//!
//! Two planes at a time: the lower two bits of a cell are put as far from one another as their planes are in the index, the cells
//! of a tuple are brought to their places, each is multiplied by the bit it is in a plane, and all are added. So are the upper
//! two bits.
//!
//! ```text
//! bits of a cell    b + 2^width · b'
//! two planes        sum of 2^i · (b + 2^width · b') over the cells i of the tuple, the last one 0
//! index             lower two planes + 4^width · upper two planes
//! ```

use redouble_core::Shape;

use super::places::{NOTHING, place_in_image, symmetries};

/// Where the cells of a tuple are in the eight images of a packed board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub(crate) struct Spread {
    /// For every image four cells, counted from the last one of the board: those that are bits 0 to 3 of a plane; then those that
    /// are bits 4 to 7.
    pub(super) places: [[u8; 32]; 2],
    /// The four values of two bits, put apart, as bytes.
    pub(super) digits: u32,
    /// What upper planes are multiplied by, twice in 16 bits.
    pub(super) factor: u32,
}

impl Spread {
    /// Where these cells are; nowhere if boards of this shape cannot be packed.
    pub(super) fn new(cells: &[u8], shape: Shape) -> Spread {
        let (width, mut places) = (cells.len(), [[NOTHING; 32]; 2]);
        for (image, symmetry) in symmetries(shape).enumerate() {
            for (bit, &cell) in cells.iter().rev().enumerate() {
                places[bit / 4][4 * image + bit % 4] = place_in_image(cell, symmetry, shape);
            }
        }
        let digits = [0, 1, 1 << width, 1 | 1 << width];
        Spread { places, digits: u32::from_le_bytes(digits), factor: 0x0001_0001 << (2 * width) }
    }
}
