//! A tile appears in the lower half of all boards of a slab.

use redouble_kernels::row::{self, Spawning};

use super::slab::SlabLayout;
use super::work::Context;

/// A slab of afterstates, unpacked.
pub(super) struct Afterstates<'a> {
    pub(super) words: &'a [u64],
    pub(super) dirty: u64,
    /// The value of the lower half.
    pub(super) lower: usize,
}

/// Adds to a slab of states those that a tile makes of the afterstates of the same upper half. `tile` is 0 for a 2, 1 for a 4.
pub(super) fn spawn_below(context: &Context<'_>, tile: usize, from: &Afterstates<'_>, states: &mut [u64]) {
    let (fours, value) = (&context.tables.fours, tile + 1);
    let (old, new) = (&context.tables.slabs[from.lower], &context.tables.slabs[from.lower + value]);
    for left in old.lefts() {
        let (block, right) = (old.block(left), from.lower - left);
        if from.dirty & segments(old, &block) == 0 {
            continue;
        }
        let at_left = (left + value <= fours.largest()).then(|| new.block(left + value));
        let at_right = (right + value <= fours.largest()).then(|| new.block(left));
        // The block with a more valuable left quadrant comes after.
        let (before, after) = states.split_at_mut(at_left.as_ref().map_or(new.stride, |block| block.start));
        let next = at_left.map_or(&mut [][..], |block| &mut after[..block.len()]);
        let same = at_right.map_or(&mut [][..], |block| &mut before[block]);
        let widths = [fours.words(right), if same.is_empty() { 1 } else { fours.words(right + value) }];
        let targets = &context.tables.spawns[tile].targets;
        if widths == [1, 1] {
            let map = context.tables.spawns[tile].maps[right].as_ref();
            debug_assert_eq!(map.is_some(), !same.is_empty());
            row::spawn(
                context.cpu,
                &from.words[block],
                Spawning { map, targets: &targets[left], same, next },
            );
        } else {
            let targets = [&targets[left][..], &targets[right][..]];
            spawn_by_bits(&from.words[block], widths, targets, [next, same]);
        }
    }
}

/// The segments that a block lies in.
fn segments(layout: &SlabLayout, block: &std::ops::Range<usize>) -> u64 {
    if block.is_empty() {
        return 0;
    }
    let [first, last] = [block.start, block.end - 1].map(|word| word >> layout.shift);
    !0 >> (63 - last) & !0 << first
}

/// The same for classes of two words, bit by bit; `widths` are the words of a right quadrant without the tile and with it.
fn spawn_by_bits(
    block: &[u64],
    [width, new_width]: [usize; 2],
    [left_targets, right_targets]: [&[row::Few]; 2],
    [next, same]: [&mut [u64]; 2],
) {
    for (left, words) in block.chunks_exact(width).enumerate() {
        for (index, &word) in words.iter().enumerate() {
            if !next.is_empty() {
                for &target in left_targets[left].as_slice() {
                    next[usize::from(target) * width + index] |= word;
                }
            }
            let mut rest = if same.is_empty() { 0 } else { word };
            while rest != 0 {
                let rank = 64 * index + rest.trailing_zeros() as usize;
                for &target in right_targets[rank].as_slice() {
                    same[left * new_width + usize::from(target / 64)] |= 1 << (target % 64);
                }
                rest &= rest - 1;
            }
        }
    }
}
