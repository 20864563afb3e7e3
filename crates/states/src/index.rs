//! Sets of boards of one layer, and the number of each board in its set.

use std::ops::Range;

use crate::rank::ones;

/// A set that is looked up often: the words of its bitmap, each with the number of bits before it.
#[derive(Default)]
pub(crate) struct Index {
    /// Both halves side by side: a lookup touches one cache line.
    slots: Vec<Slot>,
    len: usize,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    bits: u64,
    before: u32,
}

impl Index {
    /// The set with these words.
    pub(crate) fn new(words: impl Iterator<Item = u64>) -> Index {
        let mut len = 0;
        let slot = |bits: u64| {
            let before = len;
            len += bits.count_ones();
            debug_assert!(len >= before, "fewer than 2^32 boards");
            Slot { bits, before }
        };
        let slots = words.map(slot).collect();
        Index { slots, len: len as usize }
    }

    /// The number of boards.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The number of words.
    pub(crate) fn words(&self) -> usize {
        self.slots.len()
    }

    /// The words of the bitmap in a range.
    pub(crate) fn bits(&self, words: Range<usize>) -> impl Iterator<Item = u64> + '_ {
        self.slots[words].iter().map(|slot| slot.bits)
    }

    /// The number of boards in the words before this one.
    pub(crate) fn before(&self, word: usize) -> usize {
        self.slots.get(word).map_or(self.len, |slot| slot.before as usize)
    }

    /// The number of boards before the one at a position; `None` if that one is not in the set.
    #[inline(always)]
    pub(crate) fn rank(&self, position: u32) -> Option<usize> {
        let Slot { bits, before } = *self.slots.get(position as usize / 64)?;
        let bit = 1 << (position % 64);
        (bits & bit != 0).then(|| before as usize + (bits & (bit - 1)).count_ones() as usize)
    }
}

/// A set that is kept: its words without the empty ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sparse {
    /// Where each word stands, strictly increasing.
    at: Vec<u32>,
    /// None of them zero.
    bits: Vec<u64>,
    /// The bits before each word, and all at the end.
    before: Vec<u32>,
}

impl Sparse {
    /// The set with these words.
    pub(crate) fn new(words: impl Iterator<Item = u64>) -> Sparse {
        let mut sparse = Sparse { before: vec![0], ..Sparse::default() };
        let mut len = 0;
        for (at, bits) in words.enumerate().filter(|(_, bits)| *bits != 0) {
            len += bits.count_ones();
            sparse.at.push(at as u32);
            sparse.bits.push(bits);
            sparse.before.push(len);
        }
        sparse
    }

    /// The number of boards.
    pub(crate) fn len(&self) -> usize {
        self.before.last().map_or(0, |&len| len as usize)
    }

    /// All words, this many.
    pub(crate) fn words(&self, count: usize) -> Vec<u64> {
        let mut words = vec![0; count];
        self.at.iter().zip(&self.bits).for_each(|(&at, &bits)| words[at as usize] = bits);
        words
    }

    /// The number of boards before the one at a position; `None` if that one is not in the set.
    pub(crate) fn rank(&self, position: u32) -> Option<usize> {
        let place = self.at.binary_search(&(position / 64)).ok()?;
        let (bits, bit) = (self.bits[place], 1 << (position % 64));
        let before = || self.before[place] as usize + (bits & (bit - 1)).count_ones() as usize;
        (bits & bit != 0).then(before)
    }

    /// The position of the board with this number.
    pub(crate) fn position(&self, rank: usize) -> Option<u32> {
        let place = self.before.partition_point(|&before| before as usize <= rank).checked_sub(1)?;
        let bits = *self.bits.get(place)?;
        let bit = ones(&[bits]).nth(rank - self.before[place] as usize)?;
        Some(64 * self.at[place] + bit as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::Random;

    #[test]
    fn both_forms_number_the_set_bits() {
        let mut random = Random::new(3);
        let words: Vec<u64> = (0..500)
            .map(|_| if random.below(3) == 0 { random.next_u64() & random.next_u64() } else { 0 })
            .collect();
        let (index, sparse) = (Index::new(words.iter().copied()), Sparse::new(words.iter().copied()));
        assert_eq!(sparse.words(words.len()), words);
        let mut ranks = 0..;
        for position in 0..64 * words.len() as u32 {
            let is_in = words[position as usize / 64] >> (position % 64) & 1 == 1;
            let expected = is_in.then(|| ranks.next().unwrap());
            assert_eq!(index.rank(position), expected);
            assert_eq!(sparse.rank(position), expected);
            assert!(expected.is_none_or(|rank| sparse.position(rank) == Some(position)));
        }
        assert_eq!((index.len(), sparse.len()), (ranks.start, ranks.start));
        assert_eq!((index.rank(u32::MAX), sparse.rank(u32::MAX)), (None, None));
        assert_eq!(sparse.position(sparse.len()), None);
    }
}
