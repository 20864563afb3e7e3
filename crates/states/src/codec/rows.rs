//! Rows by earlier rows: how the afterstates of slides to the left are compressed.
//!
//! A row of bits stands for an upper half, its bits for the lower halves below it. Upper halves with tiles in the same cells
//! have nearly the same lower halves below them (in the largest layer of 4x4 to 32 the nearest of all earlier rows differs in 21
//! of 1,890 bits), but are hardly ever neighbours (the row above differs in 288). So the encoder looks for the nearest
//! of the last thousand rows, its *template*, and codes how far before it is, which words differ, and where:
//!
//! ```text
//!  …  the template's template  …  the template  …  the row above
//!                                                       the row
//! ```
//!
//! Whether a word differs is likely if the one before it did, or the template and its own template do; whether a bit of such
//! a word does depends on those three rows, on the bit before, and on how often words differed in this bit of late.
//!
//! A row is looked for by a sketch of it, 64 bytes: how many of them differ takes a few vector instructions on any processor, and
//! only the best few are compared whole. Measured on the 4x4 game to 64, tile sum 120: 42 % of the bytes of `words.rs`; on one core
//! 190 ns a word to encode, 60 ns to decode.

use super::Segment;
use super::range::{Coder, Decoder, Encoder, HALF, Probability, tree};

/// How many rows before a row its template is looked for.
const WINDOW: usize = 1_024;

/// How many rows with the nearest sketches are compared whole.
const SHORTLIST: usize = 8;

/// The length of a distance, as a number of bits, has so many bits.
const LENGTH_BITS: u32 = 4;

/// What has been learnt so far.
struct Model {
    /// Whether a distance is another one than that of the row before; by whether that was another one.
    is_other_distance: [Probability; 2],
    /// The number of bits of a distance, as a tree.
    distance_length: [Probability; 1 << LENGTH_BITS],
    /// Whether a word differs from that of the template, by its surroundings.
    word_differs: [Probability; 12],
    /// The same of a bit, in words that do.
    bit_differs: [Probability; 128],
}

/// The rows that a row is coded by.
#[derive(Clone, Copy)]
struct Around<'a> {
    template: &'a [u64],
    /// The template of the template.
    before: &'a [u64],
    above: &'a [u64],
}

/// The words of these rows in one column.
#[derive(Clone, Copy)]
struct Column {
    template: u64,
    before: u64,
    above: u64,
}

impl Model {
    fn new() -> Model {
        Model {
            is_other_distance: [HALF; 2],
            distance_length: [HALF; 1 << LENGTH_BITS],
            word_differs: [HALF; 12],
            bit_differs: [HALF; 128],
        }
    }

    /// Codes rows of `stride` words. The encoder says how far before each row its template is.
    #[inline(always)]
    fn rows(&mut self, coder: &mut impl Coder, words: &mut [u64], stride: usize, distances: &[usize]) {
        let nothing = vec![0; stride];
        // By bit of a row, how often words differed there of late.
        let mut often = vec![0; 64 * stride];
        let mut templates: Vec<usize> = Vec::with_capacity(distances.len());
        let (mut distance, mut was_other) = (1, false);
        for (row, &given) in distances.iter().enumerate() {
            let (earlier, rest) = words.split_at_mut(row * stride);
            let mut around = Around { template: &nothing, before: &nothing, above: &nothing };
            if row > 0 {
                (distance, was_other) = self.distance(coder, given, distance, was_other);
                // Wrong bytes may lead before the first row.
                distance = distance.min(row);
                let of = |row: usize| &earlier[row * stride..][..stride];
                let template = row - distance;
                around =
                    Around { template: of(template), before: of(templates[template]), above: of(row - 1) };
                templates.push(template);
            } else {
                templates.push(0);
            }
            self.row(coder, &mut rest[..stride], around, &mut often);
        }
    }

    /// How far before a row its template is, and whether that is not as far as the last time.
    #[inline(always)]
    fn distance(
        &mut self,
        coder: &mut impl Coder,
        distance: usize,
        last: usize,
        was_other: bool,
    ) -> (usize, bool) {
        if !coder.code(&mut self.is_other_distance[usize::from(was_other)], distance != last) {
            return (last, false);
        }
        let length = tree(coder, &mut self.distance_length, LENGTH_BITS, distance.max(1).ilog2());
        let below = coder.number(length, distance as u32 & ((1 << length) - 1));
        ((1 << length | below) as usize, true)
    }

    #[inline(always)]
    fn row(&mut self, coder: &mut impl Coder, row: &mut [u64], around: Around<'_>, often: &mut [u8]) {
        let mut differed = 0;
        let columns = around.template.iter().zip(around.before).zip(around.above);
        for ((word, ((&template, &before), &above)), often) in
            row.iter_mut().zip(columns).zip(often.chunks_exact_mut(64))
        {
            let column = Column { template, before, above };
            differed = self.difference(coder, *word ^ template, differed, column, often);
            *word = template ^ differed;
        }
    }

    /// Where a word differs from that of the template, given where the one before it does.
    #[inline(always)]
    fn difference(
        &mut self,
        coder: &mut impl Coder,
        difference: u64,
        left: u64,
        column: Column,
        often: &mut [u8],
    ) -> u64 {
        let Column { template, before, above } = column;
        let likeness = usize::from(template == before) | usize::from(template == above) << 1;
        let context = likeness * 3 + left.count_ones().min(2) as usize;
        match coder.code(&mut self.word_differs[context], difference != 0) {
            true => self.bits(coder, difference, column, often),
            false => 0,
        }
    }

    #[inline(always)]
    fn bits(&mut self, coder: &mut impl Coder, difference: u64, column: Column, often: &mut [u8]) -> u64 {
        let Column { template, before, above } = column;
        let (mut coded, mut last) = (0, 0);
        for (bit, often) in often.iter_mut().enumerate() {
            let of = |word: u64| (word >> bit & 1) as usize;
            let context =
                of(template) | of(before) << 1 | of(above) << 2 | last << 3 | usize::from(*often >> 5) << 4;
            let differs = coder.code(&mut self.bit_differs[context], of(difference) == 1);
            if differs {
                *often += (255 - *often) >> 3;
            } else {
                *often -= *often >> 4;
            }
            last = usize::from(differs);
            coded |= u64::from(differs) << bit;
        }
        coded
    }
}

/// Encodes words that consist of these segments.
pub(super) fn encode(words: &mut [u64], segments: impl IntoIterator<Item = Segment>) -> Vec<u8> {
    let (mut model, mut encoder) = (Model::new(), Encoder::new());
    let mut rest = words;
    for Segment { words, stride } in segments {
        let (block, behind) = rest.split_at_mut(words);
        assert!(words.is_multiple_of(stride), "whole rows");
        let distances = Search::new(block, stride).distances();
        model.rows(&mut encoder, block, stride, &distances);
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
    for &Segment { words, stride } in segments {
        let (block, behind) = rest.split_at_mut(words);
        model.rows(&mut decoder, block, stride, &vec![0; words / stride]);
        rest = behind;
    }
    words
}

/// Bytes of a row at equal distances; of a shorter row all of them, and zeros.
type Sketch = [u8; 64];

fn sketch(row: &[u64]) -> Sketch {
    let bytes = 8 * row.len();
    let byte = |place: usize| row.get(place / 8).map_or(0, |word| word.to_le_bytes()[place % 8]);
    std::array::from_fn(|index| byte(if bytes <= 64 { index } else { index * bytes / 64 }))
}

/// Finds templates.
struct Search<'a> {
    words: &'a [u64],
    stride: usize,
    sketches: Vec<Sketch>,
}

impl Search<'_> {
    fn new(words: &[u64], stride: usize) -> Search<'_> {
        Search { words, stride, sketches: words.chunks_exact(stride).map(sketch).collect() }
    }

    /// By row, how far before it its template is; the first one has none.
    fn distances(&self) -> Vec<usize> {
        let mut distances = vec![1; self.sketches.len()];
        for row in 1..distances.len() {
            distances[row] = self.distance(row, distances[row - 1]);
        }
        distances
    }

    /// The distance that costs least, among those of the nearest sketches, the row above and the last distance.
    fn distance(&self, row: usize, last: usize) -> usize {
        let shortlist = self.shortlist(row);
        let distances = shortlist.iter().copied().chain([1, last]);
        distances.min_by_key(|&distance| self.cost(row, distance, last)).unwrap_or(1)
    }

    /// The distances of the rows with the nearest sketches, by which nearness and then distance decide.
    fn shortlist(&self, row: usize) -> Vec<usize> {
        let own = &self.sketches[row];
        let window = &self.sketches[row.saturating_sub(WINDOW)..row];
        let ranked = window.iter().rev().zip(1_u32..).map(|(other, distance)| {
            let differing: u8 = own.iter().zip(other).map(|(a, b)| u8::from(a != b)).sum();
            u32::from(differing) << 16 | distance
        });
        let mut ranked: Vec<u32> = ranked.collect();
        if ranked.len() > SHORTLIST {
            ranked.select_nth_unstable(SHORTLIST);
            ranked.truncate(SHORTLIST);
        }
        // Sorted, so that nothing depends on how they were selected.
        ranked.sort_unstable();
        ranked.iter().map(|rank| (rank & 0xffff) as usize).collect()
    }

    /// About the bits that a row takes with this distance.
    fn cost(&self, row: usize, distance: usize, last: usize) -> usize {
        let of = |row: usize| &self.words[row * self.stride..][..self.stride];
        let differing: usize = of(row).iter().zip(of(row - distance)).map(|(&a, &b)| differing(a, b)).sum();
        let of_distance = if distance == last { 1 } else { 4 + distance.ilog2() as usize };
        8 * differing + of_distance
    }
}

/// How many bytes of two words differ.
#[inline(always)]
fn differing(a: u64, b: u64) -> usize {
    let pairs = a.to_le_bytes().into_iter().zip(b.to_le_bytes());
    usize::from(pairs.map(|(a, b)| u8::from(a != b)).sum::<u8>())
}
