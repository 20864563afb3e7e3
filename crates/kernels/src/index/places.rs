//! Where the cells of a tuple are in the images of a board, for byte shuffles.

use redouble_core::{Cell, Shape, Symmetry};

/// A place that holds no cell. `vpermb` takes its lower bits, which name the last byte of a register of which only the first
/// sixteen are not zero; bit 7 set makes `pshufb` write zero.
pub(super) const NOTHING: u8 = 0xff;

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
