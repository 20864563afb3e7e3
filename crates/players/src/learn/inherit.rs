//! What a weight that was never touched can be taken to be.
//!
//! When a game first reaches a tile, every tuple that sees it shows something new, and a network that knows nothing of it
//! plays as badly as a new one: with its large tiles anywhere. But the same tuple with the large tiles halved it knows.

use super::first_large;
use super::table::LearningTable;
use crate::Tuples;

/// The same tuple with the tiles of its largest run halved: its largest tile and those that follow without a gap, so that no
/// two tiles become equal. `None` if the largest tile is smaller than 2^`least`.
///
/// The bits of an index are those of the first bits of all `cells`, then those of the second, and so on.
fn halved(index: u32, cells: u32, least: u32) -> Option<u32> {
    let plane = (1 << cells) - 1;
    let with = |exponent: u32| {
        (0..4).fold(plane, |found, bit| {
            let here = index >> (bit * cells) & plane;
            found & if exponent >> bit & 1 == 1 { here } else { !here }
        })
    };
    let largest = (least..16).rev().find(|&exponent| with(exponent) != 0)?;
    let mut borrow =
        (1..=largest).rev().map(with).take_while(|&here| here != 0).fold(0, |run, here| run | here);
    Some((0..4).fold(index, |halved, bit| {
        let here = borrow << (bit * cells);
        borrow &= !(index >> (bit * cells)) & plane;
        halved ^ here
    }))
}

/// Gives every weight that was never touched a value that is known: of the first stage that of the same tuple with smaller
/// tiles, if that is wanted; of a later stage that of the stage before.
///
/// They count as untouched all the same: the first error moves them as far as any other, and the next time they are given a
/// newer value.
pub(super) fn inherit(table: &LearningTable, tuples: &Tuples, from_smaller_tiles: bool) {
    let (least, of_a_stage) = (first_large(tuples.shape()) as u32, tuples.weights_of_a_stage() as u32);
    for stage in 0..tuples.stages().count() {
        std::thread::scope(|scope| {
            for tuple in tuples.of_stage(stage) {
                let (cells, offset) = (tuple.cells.len() as u32, tuple.offset);
                let source = move |index: u32| match stage {
                    0 if from_smaller_tiles => halved(index, cells, least).map(|source| offset + source),
                    0 => None,
                    _ => Some(offset + index - of_a_stage),
                };
                scope.spawn(move || inherit_tuple(table, offset, 1 << (4 * cells), source));
            }
        });
    }
}

fn inherit_tuple(table: &LearningTable, offset: u32, size: u32, source: impl Fn(u32) -> Option<u32>) {
    // The halved tuple has the smaller index: what it inherits itself is there already.
    for index in 0..size {
        if table.was_updated(offset + index) {
            continue;
        }
        if let Some(source) = source(index) {
            let (own, inherited) = (table.weights().get(offset + index), table.weights().get(source));
            // What is not written takes no memory.
            if own != inherited {
                table.weights().set(offset + index, inherited);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The index of these exponents.
    fn index(exponents: &[u32]) -> u32 {
        let cells = exponents.len() as u32;
        let bits = |cell: u32, exponent: u32| {
            (0..4).map(move |bit| (exponent >> bit & 1) << (bit * cells + cell)).sum::<u32>()
        };
        (0..).zip(exponents).map(|(cell, &exponent)| bits(cell, exponent)).sum()
    }

    #[test]
    fn the_largest_run_is_halved() {
        for (tiles, expected) in [
            ([14, 13, 12, 3, 2, 1], Some([13, 12, 11, 3, 2, 1])),
            ([0, 14, 12, 14, 8, 8], Some([0, 13, 12, 13, 8, 8])),
            ([11, 10, 9, 8, 7, 6], Some([10, 9, 8, 7, 6, 5])),
            ([10, 10, 9, 8, 7, 6], None),
            ([15, 0, 0, 0, 0, 0], Some([14, 0, 0, 0, 0, 0])),
        ] {
            assert_eq!(halved(index(&tiles), 6, 11), expected.map(|tiles| index(&tiles)), "{tiles:?}");
        }
    }

    #[test]
    fn the_halved_tuple_comes_earlier() {
        for index in 0..1 << 16 {
            assert!(halved(index, 4, 11).is_none_or(|source| source < index));
        }
    }
}
