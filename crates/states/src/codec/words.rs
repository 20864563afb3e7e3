//! Words by the words around them: how bitmaps of states are compressed.
//!
//! Neighbouring words of a layer's bitmap look alike, so a word is mostly what followed the same surroundings last time:
//!
//! ```text
//!                  above₂        first guess    the word after  left₂ left  in this column
//!                  above         second guess   the word after  above₂ above left
//! left₂    left    word          third guess    the word below  above
//! ```
//!
//! Tables remember the last word for each hash of the surroundings, and an adaptive binary decision says whether the
//! guess is right. If no guess is, nor zero, nor the word above, three of four times the word has been in the frame
//! before and its number in the list of such words is coded; a new word is coded by its bytes. All decisions go through
//! a binary range coder. The model is the same code for both directions, so that they cannot differ.
//!
//! Measured on the 4x4 game to 32, tile sum 72 (25,063,702 states), bytes a state: this coder 0.122; Zstandard level 1 on
//! the same words 0.264, level 3 0.248; LZ4 0.600; a Zstandard encoder in pure Rust 0.793. 20 to 30 ns a word in either
//! direction, and no C compiler.

use super::Segment;
use super::range::{Coder, Decoder, Encoder, HALF, Probability, tree};

/// The words around one.
#[derive(Clone, Copy)]
struct Around {
    above: u64,
    above_2: u64,
    left: u64,
    left_2: u64,
    column: usize,
}

/// A remembered word and how often in a row it was right, up to a limit.
#[derive(Clone, Copy, Default)]
struct Guess {
    word: u64,
    right: u8,
}

/// What has been learnt so far.
struct Model {
    first: Vec<Guess>,
    second: Vec<u64>,
    third: Vec<u64>,
    vocabulary: Vocabulary,
    /// By confidence, and whether the words above and to the left are zero.
    is_first: [Probability; 64],
    is_zero: Probability,
    /// By whether the third guess is the same.
    is_second: [Probability; 2],
    is_third: Probability,
    is_above: Probability,
    is_known: Probability,
    /// The upper bits of the number of a known word, as a tree.
    number: [Probability; 1 << NUMBER_BITS],
    /// By place of the byte.
    same_byte: [Probability; 8],
    /// By place of the byte, the bits of a byte as a tree.
    new_byte: [[Probability; 256]; 8],
}

const FIRST_BITS: u32 = 14;
const SECOND_BITS: u32 = 13;
const THIRD_BITS: u32 = 12;
const NUMBER_BITS: u32 = 5;

/// A number of so many bits from three.
#[inline(always)]
const fn hash(a: u64, b: u64, c: u64, bits: u32) -> usize {
    let a = a.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let b = b.rotate_left(21).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = a ^ b ^ c.wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ mixed >> 29) >> (64 - bits)) as usize
}

/// The words that had to be spelt out, numbered as they came.
struct Vocabulary {
    words: Vec<u64>,
    /// One more than the number of a word, from the place that its hash says on; 0 behind them.
    numbers: Vec<u16>,
}

impl Vocabulary {
    /// Words beyond these are spelt out each time.
    const MOST: usize = 1 << 14;
    /// Twice as many places as words.
    const PLACE_BITS: u32 = 15;

    fn new() -> Vocabulary {
        Vocabulary { words: Vec::new(), numbers: vec![0; 1 << Self::PLACE_BITS] }
    }

    /// The place where a word is, or where it would be put.
    fn place(&self, word: u64) -> usize {
        let mut place = hash(word, 0, 0, Self::PLACE_BITS);
        while self.numbers[place] != 0 && self.words[usize::from(self.numbers[place]) - 1] != word {
            place = (place + 1) % self.numbers.len();
        }
        place
    }

    fn number(&self, word: u64) -> Option<u32> {
        u32::from(self.numbers[self.place(word)]).checked_sub(1)
    }

    fn add(&mut self, word: u64) {
        let place = self.place(word);
        // A damaged file may spell a word twice.
        if self.words.len() < Self::MOST && self.numbers[place] == 0 {
            self.words.push(word);
            self.numbers[place] = self.words.len() as u16;
        }
    }
}

impl Model {
    fn new() -> Model {
        Model {
            first: vec![Guess::default(); 1 << FIRST_BITS],
            second: vec![0; 1 << SECOND_BITS],
            third: vec![0; 1 << THIRD_BITS],
            vocabulary: Vocabulary::new(),
            is_first: [HALF; 64],
            is_zero: HALF,
            is_second: [HALF; 2],
            is_third: HALF,
            is_above: HALF,
            is_known: HALF,
            number: [HALF; 1 << NUMBER_BITS],
            same_byte: [HALF; 8],
            new_byte: [[HALF; 256]; 8],
        }
    }

    /// Codes the words of a block, given in rows of `stride`.
    #[inline(always)]
    fn block(&mut self, coder: &mut impl Coder, words: &mut [u64], stride: usize) {
        for start in (0..words.len()).step_by(stride) {
            let (mut left, mut left_2) = (0, 0);
            for (column, index) in (start..words.len().min(start + stride)).enumerate() {
                let above = if start >= stride { words[index - stride] } else { 0 };
                let above_2 = if start >= 2 * stride { words[index - 2 * stride] } else { 0 };
                let word = self.word(coder, words[index], Around { above, above_2, left, left_2, column });
                words[index] = word;
                (left, left_2) = (word, left);
            }
        }
    }

    #[inline(always)]
    fn word(&mut self, coder: &mut impl Coder, word: u64, around: Around) -> u64 {
        let Around { above, left, left_2, column, .. } = around;
        let slot = hash(left, left_2, column as u64 + 1, FIRST_BITS);
        let Guess { word: first, right } = self.first[slot];
        let context = usize::from(right) * 4 + usize::from(above == 0) * 2 + usize::from(left == 0);
        if !coder.code(&mut self.is_first[context], word != first) {
            self.first[slot].right = (right + 1).min(15);
            return first;
        }
        let word = self.other_word(coder, word, around, first);
        self.first[slot] = Guess { word, right: if right > 1 { right / 2 } else { 0 } };
        word
    }

    /// A word that is not `first`.
    fn other_word(&mut self, coder: &mut impl Coder, word: u64, around: Around, first: u64) -> u64 {
        let Around { above, above_2, left, .. } = around;
        let second_slot = hash(above, left, above_2, SECOND_BITS);
        let third_slot = hash(above, 0, 0, THIRD_BITS);
        let (second, third) = (self.second[second_slot], self.third[third_slot]);
        let guessed = self.guessed(coder, word, [first, second, third, above]);
        let word = guessed.unwrap_or_else(|| self.known_or_new(coder, word, third));
        self.second[second_slot] = word;
        self.third[third_slot] = word;
        word
    }

    /// A word that is not `first`, if it is another guess. A guess that is out already is not asked for again.
    #[inline(always)]
    fn guessed(
        &mut self,
        coder: &mut impl Coder,
        word: u64,
        [first, second, third, above]: [u64; 4],
    ) -> Option<u64> {
        if first != 0 && coder.code(&mut self.is_zero, word == 0) {
            return Some(0);
        }
        let is_second = &mut self.is_second[usize::from(third == second)];
        if ![0, first].contains(&second) && coder.code(is_second, word == second) {
            return Some(second);
        }
        if ![0, first, second].contains(&third) && coder.code(&mut self.is_third, word == third) {
            return Some(third);
        }
        let is_news = ![0, first, second, third].contains(&above);
        (is_news && coder.code(&mut self.is_above, word == above)).then_some(above)
    }

    fn known_or_new(&mut self, coder: &mut impl Coder, word: u64, near: u64) -> u64 {
        let number = self.vocabulary.number(word);
        if !self.vocabulary.words.is_empty() && coder.code(&mut self.is_known, number.is_some()) {
            let number = self.number(coder, number.unwrap_or(0));
            return self.vocabulary.words.get(number as usize).copied().unwrap_or(0);
        }
        let (near, given) = (near.to_le_bytes(), word.to_le_bytes());
        let bytes = std::array::from_fn(|place| self.byte(coder, given[place], near[place], place));
        let word = u64::from_le_bytes(bytes);
        self.vocabulary.add(word);
        word
    }

    /// The number of a known word: its upper bits are worth a model, the lower ones are not.
    #[inline(always)]
    fn number(&mut self, coder: &mut impl Coder, number: u32) -> u32 {
        let bits = u32::BITS - (self.vocabulary.words.len() as u32).leading_zeros();
        let upper_bits = bits.min(NUMBER_BITS);
        let lower_bits = bits - upper_bits;
        let upper = tree(coder, &mut self.number, upper_bits, number >> lower_bits);
        upper << lower_bits | coder.number(lower_bits, number & ((1 << lower_bits) - 1))
    }

    #[inline(always)]
    fn byte(&mut self, coder: &mut impl Coder, byte: u8, near: u8, place: usize) -> u8 {
        if !coder.code(&mut self.same_byte[place], byte != near) {
            return near;
        }
        tree(coder, &mut self.new_byte[place], 8, u32::from(byte ^ near)) as u8 ^ near
    }
}

/// Encodes words that consist of these segments.
pub(super) fn encode(words: &mut [u64], segments: impl IntoIterator<Item = Segment>) -> Vec<u8> {
    let (mut model, mut encoder) = (Model::new(), Encoder::new());
    let mut rest = words;
    for segment in segments {
        let (block, behind) = rest.split_at_mut(segment.words);
        model.block(&mut encoder, block, segment.stride);
        rest = behind;
    }
    assert!(rest.is_empty(), "the segments cover the words");
    encoder.finish()
}

/// Decodes words that consist of these segments. Wrong bytes give wrong words, never a panic.
pub(super) fn decode(bytes: &[u8], segments: &[Segment]) -> Vec<u64> {
    let (mut model, mut decoder) = (Model::new(), Decoder::new(bytes));
    let mut words = vec![0; segments.iter().map(|segment| segment.words).sum()];
    let mut rest = &mut words[..];
    for segment in segments {
        let (block, behind) = rest.split_at_mut(segment.words);
        model.block(&mut decoder, block, segment.stride);
        rest = behind;
    }
    words
}
