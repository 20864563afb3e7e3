//! For every processor: shifts and masks.

use redouble_core::Shape;

use super::{Indexes, Tuple, TwoIndexes};

/// The bits of a tuple in the planes of a packed board; its index is these bits pushed together.
pub(super) struct Runs {
    runs: Vec<Run>,
    offset: u32,
}

/// Neighbouring bits of a board that are neighbours in the index too: `index |= planes >> shift & mask`.
struct Run {
    shift: u32,
    mask: u64,
}

impl Runs {
    pub(super) fn new(tuple: &Tuple, shape: Shape) -> Runs {
        let mask = mask(&tuple.cells, shape);
        let mut runs: Vec<Run> = Vec::new();
        for (in_index, in_board) in (0..64).filter(|bit| mask >> bit & 1 == 1).enumerate() {
            let (shift, bit) = (in_board - in_index as u32, 1 << in_index);
            match runs.last_mut().filter(|run| run.shift == shift) {
                Some(run) => run.mask |= bit,
                None => runs.push(Run { shift, mask: bit }),
            }
        }
        Runs { runs, offset: tuple.offset }
    }
}

/// The bits of the cells in the planes of a packed board; none if a board of this shape cannot be packed.
fn mask(cells: &[u8], shape: Shape) -> u64 {
    if shape.cells() > 16 {
        return 0;
    }
    let plane: u64 = cells.iter().map(|&cell| 1 << (shape.cells() - 1 - usize::from(cell))).sum();
    plane * 0x0001_0001_0001_0001
}

/// Writes the indexes of boards, given the planes of their images, times 2^`SHIFT`.
///
/// Not inlined, so that it does not take registers from the vector forms.
#[inline(never)]
pub(super) fn write<const SHIFT: u32, const BOARDS: usize>(
    boards: &[[u64; 8]; BOARDS],
    tuples: &[Runs],
    lines: &mut [TwoIndexes],
) {
    for (images, lines) in boards.iter().zip(lines.chunks_exact_mut(tuples.len().div_ceil(2))) {
        let mut places = TwoIndexes::flat_mut(lines).iter_mut();
        each_tuple(*images, tuples, |indexes| {
            *places.next().expect("a line for every two tuples") = indexes.map(|index| index << SHIFT);
        });
    }
}

#[inline(always)]
pub(super) fn each_tuple(images: [u64; 8], tuples: &[Runs], mut visit: impl FnMut(&Indexes)) {
    for Runs { runs, offset } in tuples {
        let add = |index: u32, image: u64, run: &Run| index + (image >> run.shift & run.mask) as u32;
        visit(&images.map(|image| runs.iter().fold(*offset, |index, run| add(index, image, run))));
    }
}
