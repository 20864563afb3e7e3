//! A slab: all lower half boards of one value, as a bitmap.

use redouble_kernels::row::Slides;

use super::fours::Fours;
use super::halves::Halves;
use super::lines::Lines;

/// The layout of the slabs of one value.
///
/// Words are grouped in *blocks* by the value of the left quadrant, and in a block ordered by its rank; bits are ranks of the
/// right quadrant. A right quadrant of a class of 66 takes two words:
///
/// ```text
/// value 3   left 0 (·)   left 1 (2 in one of 4 cells)   left 2 ..   left 3 ..
///           [r3 bits]    [r2 bits] ×4                   [r1 bits]   [r0 bits]      then zeros up to a multiple of 8 words
/// ```
pub(super) struct SlabLayout {
    value: usize,
    /// By value of the left quadrant from `least`, the first word of its block; and the end of the last.
    blocks: Vec<u32>,
    least: usize,
    /// The words of a slab, a multiple of 8.
    pub(super) stride: usize,
    /// The binary logarithm of the words of a segment: at most 64 segments, of a cache line or more.
    pub(super) shift: u32,
}

impl SlabLayout {
    pub(super) fn new(fours: &Fours, value: usize) -> SlabLayout {
        let least = value.saturating_sub(fours.largest());
        let mut blocks = vec![0];
        for left in least..=value.min(fours.largest()) {
            blocks.push(blocks[blocks.len() - 1] + (fours.size(left) * fours.words(value - left)) as u32);
        }
        let stride = (blocks[blocks.len() - 1] as usize).next_multiple_of(8);
        let shift = (3..).find(|shift| stride.div_ceil(1 << shift) <= 64).expect("slabs are finite");
        SlabLayout { value, blocks, least, stride, shift }
    }

    /// The values that the left quadrant may have.
    #[inline]
    pub(super) fn lefts(&self) -> std::ops::RangeInclusive<usize> {
        self.least..=self.least + self.blocks.len() - 2
    }

    /// The words of the block of a value of the left quadrant.
    #[inline]
    pub(super) fn block(&self, left: usize) -> std::ops::Range<usize> {
        let index = left - self.least;
        self.blocks[index] as usize..self.blocks[index + 1] as usize
    }

    /// The first word of a left quadrant.
    #[inline]
    pub(super) fn word(&self, fours: &Fours, left: usize) -> usize {
        let value = fours.value(left);
        self.block(value).start + fours.rank(left) * fours.words(self.value - value)
    }

    /// The bit of two quadrants, counted from the beginning of the slab.
    #[inline]
    pub(super) fn place(&self, fours: &Fours, [left, right]: [usize; 2]) -> usize {
        debug_assert_eq!(fours.value(left) + fours.value(right), self.value);
        64 * self.word(fours, left) + fours.rank(right)
    }
}

/// What is known about every board of a slab.
pub(super) struct SlabFacts {
    /// By exponent, the boards whose largest tile is at most this; up to the largest but one, since all are at most that.
    pub(super) at_most: Vec<Vec<u64>>,
    /// The boards that a slide to the left changes, and to the right.
    pub(super) changed: [Vec<u64>; 2],
    /// Where they slide to; [`SlabFacts::GOAL`] if that makes the goal tile.
    pub(super) slides: Slides,
}

impl SlabFacts {
    /// No half board has this number.
    pub(super) const GOAL: u16 = u16::MAX;

    pub(super) fn new(fours: &Fours, lines: &Lines, halves: &Halves, layout: &SlabLayout) -> SlabFacts {
        let mut facts = SlabFacts {
            at_most: vec![vec![0; layout.stride]; fours.max_exponent()],
            changed: [vec![0; layout.stride], vec![0; layout.stride]],
            slides: Slides::new(&[]),
        };
        let mut slides = vec![Vec::new(); layout.stride];
        for left_value in layout.lefts() {
            for &left in fours.class(left_value) {
                for &right in fours.class(layout.value - left_value) {
                    let quadrants = [left, right].map(usize::from);
                    let place = layout.place(fours, quadrants);
                    facts.add(fours, lines, quadrants, place);
                    slides[place / 64].push(slid(fours, lines, halves, quadrants));
                }
            }
        }
        facts.slides = Slides::new(&slides);
        facts
    }

    fn add(&mut self, fours: &Fours, lines: &Lines, quadrants: [usize; 2], place: usize) {
        let (word, bit) = (place / 64, 1 << (place % 64));
        let max = quadrants.map(|quadrant| fours.max(quadrant)).into_iter().max().unwrap_or(0);
        self.at_most[max.min(fours.max_exponent())..].iter_mut().for_each(|mask| mask[word] |= bit);
        for row in fours.crossed(quadrants) {
            let [left, right] = lines.slid(row);
            let changes = [left != Some(row as u16), right != Some(fours.reversed(row) as u16)];
            for (mask, changes) in self.changed.iter_mut().zip(changes) {
                mask[word] |= if changes { bit } else { 0 };
            }
        }
    }

    /// The bytes it takes.
    #[cfg(test)]
    pub(super) fn size(&self) -> usize {
        let masks = self.at_most.iter().chain(&self.changed).map(|mask| 8 * mask.len());
        masks.sum::<usize>() + self.slides.size()
    }
}

/// The numbers of the half boards of image rows that a half board slides to, left and right.
fn slid(fours: &Fours, lines: &Lines, halves: &Halves, quadrants: [usize; 2]) -> [u16; 2] {
    let [first, second] = fours.crossed(quadrants).map(|row| lines.slid(row));
    [0, 1].map(|way| match (first[way], second[way]) {
        (Some(first), Some(second)) => halves.number(lines, fours, [first, second].map(usize::from)),
        _ => SlabFacts::GOAL,
    })
}
