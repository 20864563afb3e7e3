//! Two tuples at a time: how vector instructions take the indexes of a packed board.
//!
//! A pair has a byte for every cell that its tuples see, eight for each of the eight images: the low half of a byte is for the
//! first tuple, the high half for the second. Turning the eight bytes of an image like a square of 8 · 8 bits makes of them
//! the four bit planes of the first tuple and then those of the second; pushed together, these are the two indexes.
//!
//! ```text
//! bytes of an image   byte 7 - i: the cells that are bit i of the planes
//! turned              bytes 0..3: planes of the first tuple, bytes 4..7: of the second
//! pushed together     first index, second index (32 bits each)
//! ```

use redouble_core::{Cell, Shape, Symmetry};

use super::tuples::Tuple;

/// What vector instructions need to know about two tuples.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Pair {
    /// For every byte: which cell of a packed board goes into its low half, counted from the last one.
    pub(super) low: [u8; 64],
    /// The same for the high half.
    pub(super) high: [u8; 64],
    /// What planes are multiplied by before two are added, as bytes.
    pub(super) of_planes: u64,
    /// What these sums are multiplied by before two are added, as numbers of 16 bits.
    pub(super) of_sums: u64,
    /// Where the weights of the two tuples begin, the first in the low half.
    pub(super) offsets: u64,
}

/// A place that holds no cell: only the first sixteen bytes of a register with the cells of a board are not zero.
const NOTHING: u8 = 63;

impl Pair {
    /// The pairs of these tuples, the last of which may have no second; none if boards of this shape cannot be packed.
    pub(super) fn all(tuples: &[Tuple], shape: Shape) -> Vec<Pair> {
        let tuples = if shape.cells() <= 16 { tuples } else { &[] };
        tuples.chunks(2).map(|pair| Pair::new(&pair[0], pair.get(1), shape)).collect()
    }

    fn new(first: &Tuple, second: Option<&Tuple>, shape: Shape) -> Pair {
        let width = second.map_or(1, |tuple| tuple.cells.len());
        let both = |of: fn(usize) -> u64| of(first.cells.len()) | of(width) << 32;
        Pair {
            low: places(first, shape),
            high: second.map_or([NOTHING; 64], |tuple| places(tuple, shape)),
            // 1 and 2^width, twice.
            of_planes: both(|width| (1 | 1 << (width + 8)) * 0x0001_0001),
            of_sums: both(|width| 1 | 1 << (2 * width + 16)),
            offsets: u64::from(first.offset) | u64::from(second.map_or(0, |tuple| tuple.offset)) << 32,
        }
    }
}

/// For every image eight bytes: where in a packed board the cells of a tuple are.
fn places(tuple: &Tuple, shape: Shape) -> [u8; 64] {
    let mut places = [NOTHING; 64];
    // A rectangle has four images, each of them twice.
    let symmetries = Symmetry::of(shape).iter().cycle();
    for (image, &symmetry) in places.chunks_exact_mut(8).zip(symmetries) {
        // The last cell is the lowest bit of a plane.
        for (place, &cell) in image.iter_mut().rev().zip(tuple.cells.iter().rev()) {
            let goes_there = |source: &Cell| symmetry.cell(shape, *source).index() == usize::from(cell);
            let source = shape.all_cells().find(goes_there).expect("a symmetry moves cells onto cells");
            *place = (shape.cells() - 1 - source.index()) as u8;
        }
    }
    places
}
