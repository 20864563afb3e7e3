//! Where the cells of a tuple are, for vector instructions.
//!
//! Eight bytes for each of the eight images. When the cells of a board have been brought there, turning the eight bytes of an
//! image like a square of 8 · 8 bits makes bit planes of them; these, pushed together, are the index of the tuple.
//!
//! ```text
//! bytes of an image   byte 7 - i: the cell that is bit i of a plane
//! turned              bytes 0..3: the planes
//! pushed together     plane 0 + 2^width · plane 1 + 4^width · (plane 2 + 2^width · plane 3)
//! ```
//!
//! A cell takes half a byte: two tuples are turned together, the second in the high halves.

use redouble_core::{Cell, Shape, Symmetry};

/// Where the cells of a tuple are in the eight images of a packed board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Places {
    /// For every byte a cell, counted from the last one of the board.
    pub(super) bytes: [u8; 64],
    /// What planes are multiplied by before two are added, as bytes.
    pub(super) of_planes: u32,
    /// What these sums are multiplied by before two are added, as numbers of 16 bits.
    pub(super) of_sums: u32,
}

/// What vector instructions need to know about two tuples.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Pair {
    /// Where the cells of each are.
    pub(super) bytes: [[u8; 64]; 2],
    /// What planes are multiplied by before two are added, as bytes: those of the first tuple in the lower half.
    pub(super) of_planes: u64,
    /// What these sums are multiplied by before two are added, as numbers of 16 bits.
    pub(super) of_sums: u64,
    /// Where the weights of each begin.
    pub(super) offsets: u64,
    /// Whether there is only one tuple; it is there twice then.
    pub(super) is_one: bool,
}

impl Pair {
    /// Two tuples, or one and nothing; with each, where its weights begin.
    pub(super) fn new(first: (&Places, u32), second: Option<(&Places, u32)>) -> Pair {
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

/// A place that holds no cell. Only the first sixteen bytes of a register of 64 with the cells of a board are not zero, and its
/// lower bits are those of the last; instructions for registers of 16 bytes see by its highest bit that nothing is meant.
pub(super) const NOTHING: u8 = 0xff;

impl Places {
    /// Where these cells are; nowhere if boards of this shape cannot be packed.
    pub(super) fn new(cells: &[u8], shape: Shape) -> Places {
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

/// The eight images of a board that can be packed. A rectangle has four, each of them twice.
pub(super) fn symmetries(shape: Shape) -> impl Iterator<Item = Symmetry> {
    let images = if shape.cells() <= 16 { 8 } else { 0 };
    Symmetry::of(shape).iter().copied().cycle().take(images)
}

/// Which cell of a board is this cell of its image, counted from the last.
pub(super) fn place_in_image(cell: u8, symmetry: Symmetry, shape: Shape) -> u8 {
    let goes_there = |source: &Cell| symmetry.cell(shape, *source).index() == usize::from(cell);
    let source = shape.all_cells().find(goes_there).expect("a symmetry moves cells onto cells");
    (shape.cells() - 1 - source.index()) as u8
}
