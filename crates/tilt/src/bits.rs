//! A set of small numbers, one bit each.

/// A set of numbers below a fixed bound.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    pub(crate) fn new(bound: usize) -> Self {
        Self { words: vec![0; bound.div_ceil(64)] }
    }

    #[inline]
    pub(crate) fn contains(&self, index: usize) -> bool {
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn insert(&mut self, index: usize) {
        self.words[index / 64] |= 1 << (index % 64);
    }

    /// Inserts `from + bit` for every bit of a word.
    pub(crate) fn insert_word(&mut self, from: usize, word: u64) {
        self.words[from / 64] |= word << (from % 64);
        if let Some(high) = word.checked_shr(64 - (from % 64) as u32).filter(|&high| high != 0) {
            self.words[from / 64 + 1] |= high;
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// How many members lie in `from..to`.
    pub(crate) fn count(&self, from: usize, to: usize) -> usize {
        self.pieces(from, to).map(|(_, word)| word.count_ones() as usize).sum()
    }

    /// The members in `from..to`, in increasing order.
    pub(crate) fn range(&self, from: usize, to: usize) -> impl Iterator<Item = usize> + '_ {
        self.pieces(from, to).flat_map(|(first, mut word)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(first + bit)
            })
        })
    }

    /// The words that cover `from..to`, bits outside cleared, each with the number of its lowest bit.
    fn pieces(&self, from: usize, to: usize) -> impl Iterator<Item = (usize, u64)> + '_ {
        (from / 64..to.div_ceil(64)).map(move |at| {
            let first = at * 64;
            let low = from.saturating_sub(first);
            let high = (to - first).min(64);
            let word = self.words[at];
            let below = if high == 64 { word } else { word & ((1 << high) - 1) };
            (first, below >> low << low)
        })
    }

    /// The first number not below `from` which is absent, if there is one below `to`.
    pub(crate) fn first_absent(&self, from: usize, to: usize) -> Option<usize> {
        let mut at = from;
        while at < to {
            let absent = !self.words[at / 64] >> (at % 64);
            if absent != 0 {
                let found = at + absent.trailing_zeros() as usize;
                return (found < to).then_some(found);
            }
            at = (at / 64 + 1) * 64;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_respect_their_ends() {
        let mut bits = Bits::new(200);
        for index in [0, 63, 64, 65, 127, 128, 199] {
            bits.insert(index);
        }
        assert_eq!(bits.range(63, 128).collect::<Vec<_>>(), [63, 64, 65, 127]);
        assert_eq!(bits.count(63, 128), 4);
        assert_eq!(bits.count(64, 64), 0);
        assert_eq!(bits.len(), 7);
        assert!(bits.contains(199) && !bits.contains(198));
    }

    #[test]
    fn absent_numbers_are_found_across_words() {
        let mut bits = Bits::new(130);
        (0..129).for_each(|index| bits.insert(index));
        assert_eq!(bits.first_absent(0, 130), Some(129));
        assert_eq!(bits.first_absent(0, 129), None);
    }
}
