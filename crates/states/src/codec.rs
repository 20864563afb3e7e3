//! How the frames of layers are compressed: bitmaps, given as words in rows.
//!
//! There are two codes, each with a model of its own above the same range coder (`range.rs`):
//!
//! ```text
//! words.rs    a word is guessed from the words around it       states, in the order of a ranking
//! rows.rs     a row is like an earlier one, but for a few bits  afterstates of slides to the left
//! ```
//!
//! A model is the same code for both directions, so that they cannot differ.

mod range;
mod rows;
mod words;

pub(crate) use self::range::{Coder, Decoder, Encoder, HALF, Probability};

/// A run of words and the length of its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    pub(crate) words: usize,
    pub(crate) stride: usize,
}

/// Which model frames are coded by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    /// Words by the words around them.
    Words,
    /// Rows by earlier rows.
    Rows,
}

impl Code {
    /// Encodes words that consist of these segments.
    pub(crate) fn encode(self, words: &mut [u64], segments: impl IntoIterator<Item = Segment>) -> Vec<u8> {
        match self {
            Code::Words => words::encode(words, segments),
            Code::Rows => rows::encode(words, segments),
        }
    }

    /// Decodes words that consist of these segments. Wrong bytes give wrong words, never a panic.
    pub(crate) fn decode(self, bytes: &[u8], segments: &[Segment]) -> Vec<u64> {
        match self {
            Code::Words => words::decode(bytes, segments),
            Code::Rows => rows::decode(bytes, segments),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::Random;

    const CODES: [Code; 2] = [Code::Words, Code::Rows];

    fn round_trip(code: Code, words: &[u64], segments: &[Segment]) -> usize {
        let bytes = code.encode(&mut words.to_vec(), segments.iter().copied());
        assert_eq!(code.decode(&bytes, segments), words);
        bytes.len()
    }

    #[test]
    fn decoding_undoes_encoding() {
        for code in CODES {
            let mut random = Random::new(4);
            for rarity in [1, 2, 5, 40] {
                let word = |random: &mut Random| random.next_u64() & random.next_u64();
                let words: Vec<u64> = (0..5_000)
                    .map(|_| if random.below(rarity) == 0 { word(&mut random) } else { 0 })
                    .collect();
                let segments =
                    [Segment { words: 57 * 50, stride: 57 }, Segment { words: 5_000 - 57 * 50, stride: 1 }];
                round_trip(code, &words, &segments);
            }
            assert_eq!(round_trip(code, &[], &[]), 0);
            assert!(round_trip(code, &vec![0; 64 * 900], &[Segment { words: 64 * 900, stride: 64 }]) < 900);
            round_trip(code, &vec![u64::MAX; 1_001], &[Segment { words: 1_001, stride: 7 }]);
        }
    }

    #[test]
    fn damaged_bytes_do_not_panic() {
        let words: Vec<u64> = (0..600).map(|index| index * index % 977).collect();
        let segments = [Segment { words: 600, stride: 40 }];
        for code in CODES {
            let bytes = code.encode(&mut words.clone(), segments);
            for place in 0..bytes.len() {
                let mut damaged = bytes.clone();
                damaged[place] ^= 0x55;
                assert_eq!(code.decode(&damaged, &segments).len(), words.len());
            }
        }
    }

    #[test]
    fn a_row_that_is_like_one_far_before_costs_little() {
        const STRIDE: usize = 100;
        let mut random = Random::new(7);
        let patterns: Vec<u64> = (0..40 * STRIDE).map(|_| random.next_u64()).collect();
        let segment = |words: &[u64]| [Segment { words: words.len(), stride: STRIDE }];
        let alone = Code::Rows.encode(&mut patterns.clone(), segment(&patterns)).len();
        // Each of the forty rows four times more, with one bit changed.
        let mut words = patterns;
        for row in 0..160 {
            let mut like = words[row * STRIDE..(row + 1) * STRIDE].to_vec();
            like[random.below(STRIDE as u32) as usize] ^= 1 << random.below(64);
            words.extend(like);
        }
        let all = round_trip(Code::Rows, &words, &segment(&words));
        assert!(all < alone + 160 * 8, "{alone} bytes for forty rows, {all} with those that are like them");
    }
}
