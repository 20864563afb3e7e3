//! What a weight that was never touched can be taken to be.
//!
//! When a game first reaches a tile, every tuple that sees it shows something new, and a network that knows nothing of it
//! plays as badly as a new one: with its large tiles anywhere. But the same tuple with the large tiles halved it knows.

use std::ops::Range;

use rayon::prelude::*;

use super::first_large;
use super::table::LearningTable;
use crate::Tuples;

/// The tuples that become this one when the tiles of their largest run are halved: their largest tile and those that follow
/// without a gap, so that no two tiles become equal. Only those whose largest tile is at least 2^`least`; a 2 is not halved.
///
/// The bits of an index are those of the first bits of all `cells`, then those of the second, and so on.
fn doubled(index: u32, cells: u32, least: u32) -> impl Iterator<Item = u32> {
    let with = move |exponent: u32| cells_with(index, cells, exponent);
    // There is nothing beyond 2^15.
    let largest = (least - 1..16).rev().find(|&exponent| with(exponent) != 0).filter(|&largest| largest < 15);
    let run = (1..=largest.unwrap_or(0)).rev().map(with).take_while(|&here| here != 0);
    run.scan(0, |run, here| {
        *run |= here;
        Some(*run)
    })
    .map(move |run| raised(index, cells, run))
}

/// The cells of a tuple with this exponent.
fn cells_with(index: u32, cells: u32, exponent: u32) -> u32 {
    let plane = (1 << cells) - 1;
    (0..4).fold(plane, |found, bit| {
        let here = index >> (bit * cells) & plane;
        found & if exponent >> bit & 1 == 1 { here } else { !here }
    })
}

/// The index with these cells one exponent higher.
fn raised(index: u32, cells: u32, mut carry: u32) -> u32 {
    (0..4).fold(index, |raised, bit| {
        let here = carry << (bit * cells);
        carry &= index >> (bit * cells);
        raised ^ here
    })
}

/// Gives every weight that was never touched a value that is known: of the first stage that of the same tuple with smaller
/// tiles, if that is wanted; of a later stage that of the stage before.
///
/// They count as untouched all the same: the first error moves them as far as any other, and the next time they are given a
/// newer value, unless that is exactly 0.
pub(super) fn inherit(table: &LearningTable, tuples: &Tuples, from_smaller_tiles: bool) {
    let (least, of_a_stage) = (first_large(tuples.shape()) as u32, tuples.weights_of_a_stage() as u32);
    for stage in 0..tuples.stages().count() {
        tuples.of_stage(stage).par_iter().for_each(|tuple| {
            let cells = tuple.cells.len() as u32;
            let weights = tuple.offset..tuple.offset + (1 << (4 * cells));
            match stage {
                0 if from_smaller_tiles => inherit_from_smaller_tiles(table, weights, cells, least),
                0 => {}
                _ => weights.for_each(|index| bequeath(table, index - of_a_stage, index)),
            }
        });
    }
}

/// From every weight of a tuple that is not 0 to those that want it: mostly these are few, and the others need not be looked
/// at.
fn inherit_from_smaller_tiles(table: &LearningTable, weights: Range<u32>, cells: u32, least: u32) {
    // The tuple with larger tiles has the larger index: what it inherits is there when it is its turn.
    for index in weights.clone().filter(|&index| table.weight(index) != 0.0) {
        for heir in doubled(index - weights.start, cells, least) {
            bequeath(table, index, weights.start + heir);
        }
    }
}

/// Gives a weight to one that was never touched.
fn bequeath(table: &LearningTable, from: u32, to: u32) {
    let (own, inherited) = (table.weight(to), table.weight(from));
    // What is not written takes no memory.
    if own != inherited && !table.was_updated(to) {
        table.set_weight(to, inherited);
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

    /// The same tuple with its largest run halved, digit by digit; `None` if the largest tile is smaller than 2^`least` or a 2
    /// would have to be halved.
    fn halved(mut exponents: Vec<u32>, least: u32) -> Option<Vec<u32>> {
        let largest = *exponents.iter().max()?;
        let missing = (1..largest).rev().find(|size| !exponents.contains(size))?;
        exponents.iter_mut().filter(|exponent| **exponent > missing).for_each(|exponent| *exponent -= 1);
        (largest >= least).then_some(exponents)
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
            assert_eq!(halved(tiles.to_vec(), 11), expected.map(|tiles| tiles.to_vec()), "{tiles:?}");
        }
    }

    /// All tuples of three cells: the heirs of one are those that become it, and all come after it.
    #[test]
    fn heirs_are_those_that_become_the_tuple_when_halved() {
        [3, 11].into_iter().for_each(check_heirs);
    }

    fn check_heirs(least: u32) {
        let tuples = || (0..16_u32.pow(3)).map(|number| vec![number >> 8, number >> 4 & 15, number & 15]);
        let mut expected = vec![Vec::new(); 1 << 12];
        for tuple in tuples() {
            if let Some(smaller) = halved(tuple.clone(), least) {
                expected[index(&smaller) as usize].push(index(&tuple));
            }
        }
        for tuple in tuples() {
            let own = index(&tuple);
            let mut found: Vec<u32> = doubled(own, 3, least).collect();
            found.sort_unstable();
            expected[own as usize].sort_unstable();
            assert_eq!(found, expected[own as usize], "{tuple:?}");
            assert!(found.iter().all(|&heir| heir > own), "{tuple:?}");
        }
    }
}
