//! L as files keep it: the half of it that the rest follows from, one frame for each value of the upper half.

use std::sync::OnceLock;

use redouble_core::{Grid, Packed4x4, Random, Symmetry};

use super::halves::Halves;
use super::left::{LeftLayout, flip};
use super::tables::Layouts;
use crate::Variant;
use crate::codec::{Code, Segment};
use crate::draw::draw;
use crate::frame::StateFrame;
use crate::rank::ones;

/// The layout of the layers of a game.
pub(crate) struct LeftForm {
    layouts: Layouts,
    /// Made when the first board is asked for.
    halves: OnceLock<Halves>,
    /// By digits of a row, its number if it is an image row; likewise.
    image_rows: OnceLock<Vec<Option<u16>>>,
}

impl LeftForm {
    /// Of a game that the engine counts.
    pub(crate) fn new(variant: Variant) -> LeftForm {
        LeftForm {
            layouts: Layouts::new(variant.max_exponent()),
            halves: OnceLock::new(),
            image_rows: OnceLock::new(),
        }
    }

    /// The frames of the layer with this tile sum.
    pub(crate) fn layer(&self, sum: u64) -> LeftFrames {
        let half_sum = sum as usize / 2;
        let layout = LeftLayout::new(&self.layouts.half_boards, half_sum);
        let frame = |upper| LeftFrame {
            upper,
            lower: half_sum - upper,
            segment: layout.segment(upper),
            bits: self.layouts.half_boards[half_sum - upper],
        };
        LeftFrames { frames: layout.frames().map(frame).collect() }
    }

    /// The bytes of the words that the layer with this tile sum has in files, before they are compressed.
    pub(crate) fn bytes(&self, sum: u64) -> u64 {
        self.layer(sum).frames.iter().map(|frame| 8 * frame.segment.words as u64).sum()
    }

    fn halves(&self) -> &Halves {
        let Layouts { fours, lines, slabs, .. } = &self.layouts;
        self.halves.get_or_init(|| Halves::new(fours, lines, slabs))
    }

    fn image_rows(&self) -> &[Option<u16>] {
        let Layouts { fours, lines, .. } = &self.layouts;
        self.image_rows.get_or_init(|| {
            let mut rows = vec![None; 1 << 16];
            for number in (0..fours.len()).filter(|&number| lines.is_image(number)) {
                let digits = fours.cells(number).iter().fold(0, |bits, &cell| bits << 4 | usize::from(cell));
                rows[digits] = Some(number as u16);
            }
            rows
        })
    }

    /// The frame and the bit of a board of image rows, or of its image upside down; `None` if it is no such board of the layer.
    pub(crate) fn place(&self, layer: &LeftFrames, board: u64) -> Option<(usize, usize)> {
        let (fours, image_rows) = (&self.layouts.fours, self.image_rows());
        let mut rows = [0; 4];
        for (row, shift) in rows.iter_mut().zip([48, 32, 16, 0]) {
            *row = usize::from(image_rows[(board >> shift & 0xffff) as usize]?);
        }
        let value = |rows: [usize; 2]| rows.map(|row| fours.value(row)).iter().sum::<usize>();
        let [mut above, mut below] = [[rows[0], rows[1]], [rows[2], rows[3]]];
        if value(above) < value(below) {
            (above, below) = ([rows[3], rows[2]], [rows[1], rows[0]]);
        }
        let number = |rows: [usize; 2]| usize::from(self.halves().number(&self.layouts.lines, fours, rows));
        let upper = value(above);
        let frame = layer.frames.binary_search_by_key(&upper, |frame| frame.upper).ok()?;
        let row = self.halves().upper(upper, number(above));
        Some((frame, 64 * row * layer.frames[frame].segment.stride + number(below)))
    }

    /// The boards of a frame.
    pub(crate) fn boards<'a>(
        &'a self,
        layer: &LeftFrames,
        frame: usize,
        words: &'a [u64],
    ) -> impl Iterator<Item = u64> + 'a {
        let LeftFrame { upper, lower, segment, .. } = layer.frames[frame];
        (0..self.halves().count(upper)).flat_map(move |number| {
            let row = self.halves().upper(upper, number) * segment.stride;
            let above = self.digits(upper, number) << 32;
            let below = ones(&words[row..row + segment.stride]);
            below.map(move |bit| above | self.digits(lower, bit as usize))
        })
    }

    /// A board that a bit of the layer stands for, whether it is in it or not, all of them equally likely.
    pub(crate) fn any_board(&self, layer: &LeftFrames, random: &mut Random) -> u64 {
        let boards = |frame: &LeftFrame| (self.halves().count(frame.upper) * frame.bits) as u64;
        let mut number = draw(random, layer.frames.iter().map(boards).sum()).expect("a layer has boards");
        for frame in &layer.frames {
            if let Some(behind) = number.checked_sub(boards(frame)) {
                number = behind;
                continue;
            }
            let [above, below] = [number / frame.bits as u64, number % frame.bits as u64];
            return self.digits(frame.upper, above as usize) << 32 | self.digits(frame.lower, below as usize);
        }
        unreachable!("the number is below that of all boards")
    }

    /// Some board of a frame, of the first upper half behind a random one that has any; `None` if the frame is empty.
    pub(crate) fn any_member(
        &self,
        layer: &LeftFrames,
        frame: usize,
        words: &[u64],
        random: &mut Random,
    ) -> Option<u64> {
        let LeftFrame { upper, lower, segment, .. } = layer.frames[frame];
        let count = self.halves().count(upper);
        let first = draw(random, count as u64)? as usize;
        (0..count).map(|number| (first + number) % count).find_map(|number| {
            let row = self.halves().upper(upper, number) * segment.stride;
            let bits: Vec<u64> = ones(&words[row..row + segment.stride]).collect();
            let bit = bits[draw(random, bits.len() as u64)? as usize];
            Some(self.digits(upper, number) << 32 | self.digits(lower, bit as usize))
        })
    }

    /// Whether a frame has the same boards upside down, if those are in it.
    pub(crate) fn is_same_upside_down(&self, layer: &LeftFrames, frame: usize, words: &[u64]) -> bool {
        let LeftFrame { upper, lower, .. } = layer.frames[frame];
        let mut flipped = if upper == lower { vec![0; words.len()] } else { return true };
        flip(self.halves(), [upper, lower], words, &mut flipped);
        flipped == words
    }

    /// The digits of a half board, as a lower half.
    fn digits(&self, value: usize, number: usize) -> u64 {
        let [left, right] = self.halves().quadrants(value, number).map(|four| self.layouts.fours.cells(four));
        let digits = [left[0], left[1], right[0], right[1], left[2], left[3], right[2], right[3]];
        digits.iter().fold(0, |bits, &digit| bits << 4 | u64::from(digit))
    }
}

/// The images of a board of which one is in L if the board is an afterstate: those that turn a slide to the left, right, up and
/// down into one to the left.
pub(crate) fn left_forms(after: u64) -> [u64; 4] {
    let after = Packed4x4::from_bits(after);
    [Symmetry::Identity, Symmetry::FlipColumns, Symmetry::Transpose, Symmetry::AntiTranspose]
        .map(|symmetry| after.transformed(symmetry).bits())
}

/// The boards of one value of the upper half.
#[derive(Clone, Copy)]
struct LeftFrame {
    upper: usize,
    lower: usize,
    segment: Segment,
    /// How many bits of each row stand for boards.
    bits: usize,
}

/// The frames of one layer.
pub(crate) struct LeftFrames {
    frames: Vec<LeftFrame>,
}

impl LeftFrames {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.frames.len()
    }

    /// Decodes the words of a frame. Wrong bytes give wrong words, never a panic.
    pub(crate) fn decode(&self, frame: usize, bytes: &[u8], code: Code) -> Vec<u64> {
        code.decode(bytes, &[self.frames[frame].segment])
    }

    /// Encodes the words of a frame as the engine does.
    pub(crate) fn encode(&self, frame: usize, mut words: Vec<u64>) -> StateFrame {
        let ones = words.iter().map(|word| u64::from(word.count_ones())).sum();
        StateFrame::encoded(ones, Code::Rows.encode(&mut words, [self.frames[frame].segment]))
    }

    /// Whether every set bit of a frame stands for a board.
    pub(crate) fn has_only_boards(&self, frame: usize, words: &[u64]) -> bool {
        let LeftFrame { segment, bits, .. } = self.frames[frame];
        let padding = !0_u64 << (bits % 64);
        bits.is_multiple_of(64)
            || words.chunks_exact(segment.stride).all(|row| row[segment.stride - 1] & padding == 0)
    }
}
