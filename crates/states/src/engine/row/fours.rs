//! Four cells: a row, or a quadrant.

use redouble_core::{Direction, Grid, Packed4x4};

/// All fillings of four cells with tiles below the goal, by number.
///
/// A tile `2^e` has the value `2^(e-1)`, so that a spawn adds 1 or 2. The number has the first cell as its highest digit:
///
/// ```text
/// a row  0 1 2 3      a quadrant  0 1
///                                 2 3
/// ```
///
/// A *class* is all of one value, in order of their numbers; the *rank* is the place in the class.
pub(super) struct Fours {
    /// Exponents from 0, an empty cell, to the largest.
    radix: usize,
    cells: Vec<[u8; 4]>,
    value: Vec<u16>,
    max: Vec<u8>,
    rank: Vec<u8>,
    /// By value, where its class begins in `members`.
    first: Vec<u32>,
    members: Vec<u16>,
    transposed: Vec<u16>,
    mirrored: Vec<u16>,
    flipped: Vec<u16>,
}

impl Fours {
    pub(super) fn new(max_exponent: u8) -> Fours {
        let radix = usize::from(max_exponent) + 1;
        let digit = |number: usize, place: u32| (number / radix.pow(3 - place) % radix) as u8;
        let cells: Vec<[u8; 4]> =
            (0..radix.pow(4)).map(|number| [0, 1, 2, 3].map(|place| digit(number, place))).collect();
        let value = |cells: &[u8; 4]| cells.iter().map(|&exponent| tile_value(exponent)).sum();
        let value: Vec<u16> = cells.iter().map(value).collect();
        let image = |order: [usize; 4]| -> Vec<u16> {
            cells.iter().map(|cells| number(radix, order.map(|place| cells[place])) as u16).collect()
        };
        let mut members: Vec<u16> = (0..cells.len() as u16).collect();
        members.sort_by_key(|&number| value[usize::from(number)]);
        let largest = 4 * usize::from(tile_value(max_exponent));
        let first: Vec<u32> = (0..=largest as u16 + 1)
            .map(|of| members.partition_point(|&number| value[usize::from(number)] < of) as u32)
            .collect();
        let mut rank = vec![0; cells.len()];
        for class in first.windows(2) {
            let class = &members[class[0] as usize..class[1] as usize];
            class.iter().enumerate().for_each(|(place, &number)| rank[usize::from(number)] = place as u8);
        }
        Fours {
            radix,
            max: cells.iter().map(|cells| cells.iter().copied().max().unwrap_or(0)).collect(),
            transposed: image([0, 2, 1, 3]),
            mirrored: image([1, 0, 3, 2]),
            flipped: image([2, 3, 0, 1]),
            cells,
            value,
            rank,
            first,
            members,
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The largest value.
    pub(super) fn largest(&self) -> usize {
        self.first.len() - 2
    }

    /// The largest exponent of a tile.
    pub(super) fn max_exponent(&self) -> usize {
        self.radix - 1
    }

    #[inline]
    pub(super) fn cells(&self, number: usize) -> [u8; 4] {
        self.cells[number]
    }

    pub(super) fn number(&self, cells: [u8; 4]) -> usize {
        number(self.radix, cells)
    }

    #[inline]
    pub(super) fn value(&self, number: usize) -> usize {
        usize::from(self.value[number])
    }

    /// The exponent of the largest tile, 0 if there is none.
    #[inline]
    pub(super) fn max(&self, number: usize) -> usize {
        usize::from(self.max[number])
    }

    #[inline]
    pub(super) fn rank(&self, number: usize) -> usize {
        usize::from(self.rank[number])
    }

    /// All of one value, in order of rank.
    #[inline]
    pub(super) fn class(&self, value: usize) -> &[u16] {
        &self.members[self.first[value] as usize..self.first[value + 1] as usize]
    }

    /// How many have this value.
    #[inline]
    pub(super) fn size(&self, value: usize) -> usize {
        (self.first[value + 1] - self.first[value]) as usize
    }

    /// The 64-bit words that a bitmap over a class takes: 1, or 2 for the few classes of 66.
    #[inline]
    pub(super) fn words(&self, value: usize) -> usize {
        self.size(value).div_ceil(64)
    }

    /// A quadrant, its upper right cell exchanged with the lower left one.
    #[inline]
    pub(super) fn transposed(&self, number: usize) -> usize {
        usize::from(self.transposed[number])
    }

    /// A quadrant, left and right exchanged.
    #[inline]
    pub(super) fn mirrored(&self, number: usize) -> usize {
        usize::from(self.mirrored[number])
    }

    /// A quadrant, up and down exchanged.
    #[inline]
    pub(super) fn flipped(&self, number: usize) -> usize {
        usize::from(self.flipped[number])
    }

    /// A quadrant, transposed along the other diagonal.
    #[inline]
    pub(super) fn antitransposed(&self, number: usize) -> usize {
        self.flipped(self.mirrored(self.transposed(number)))
    }

    /// The value of the first two of the four cells: of a quadrant's upper pair.
    #[inline]
    pub(super) fn upper_pair(&self, number: usize) -> usize {
        let [first, second, ..] = self.cells[number];
        usize::from(tile_value(first) + tile_value(second))
    }

    /// The first two of the four cells, as a number.
    #[inline]
    pub(super) fn head(&self, number: usize) -> usize {
        number / (self.radix * self.radix)
    }

    /// The last two.
    #[inline]
    pub(super) fn tail(&self, number: usize) -> usize {
        number % (self.radix * self.radix)
    }

    /// A pair of cells, as a number.
    pub(super) fn pair(&self, [first, second]: [u8; 2]) -> usize {
        usize::from(first) * self.radix + usize::from(second)
    }

    /// From the two rows of a half board to its two quadrants, and back: the same map.
    #[inline]
    pub(super) fn crossed(&self, [first, second]: [usize; 2]) -> [usize; 2] {
        let pairs = self.radix * self.radix;
        [self.head(first) * pairs + self.head(second), self.tail(first) * pairs + self.tail(second)]
    }

    /// A row, slid left; `None` if that makes the goal tile.
    pub(super) fn slid(&self, row: usize) -> Option<usize> {
        let nibbles = |cells: [u8; 4]| cells.iter().fold(0, |bits, &cell| bits << 4 | u64::from(cell));
        let board = Packed4x4::from_bits(nibbles(self.cells[row]));
        let slid = board.slid(Direction::Left).map_or(board, |(slid, _)| slid).bits();
        let cells = [12, 8, 4, 0].map(|shift| (slid >> shift & 15) as u8);
        cells.iter().all(|&cell| usize::from(cell) < self.radix).then(|| self.number(cells))
    }

    /// A row from right to left.
    pub(super) fn reversed(&self, row: usize) -> usize {
        let [a, b, c, d] = self.cells[row];
        self.number([d, c, b, a])
    }

    /// The four with one more tile of this exponent, for every empty cell.
    pub(super) fn with_tile(&self, number: usize, exponent: u8) -> impl Iterator<Item = usize> + '_ {
        self.exchanged(number, 0, exponent)
    }

    /// The four with one tile of this exponent less, for every such tile.
    pub(super) fn without_tile(&self, number: usize, exponent: u8) -> impl Iterator<Item = usize> + '_ {
        self.exchanged(number, exponent, 0)
    }

    fn exchanged(&self, number: usize, old: u8, new: u8) -> impl Iterator<Item = usize> + '_ {
        let cells = self.cells[number];
        let places = (0..4).filter(move |&place| cells[place] == old);
        places.map(move |place| {
            let mut cells = cells;
            cells[place] = new;
            self.number(cells)
        })
    }
}

/// The value of a tile by its exponent; 0 for none.
const fn tile_value(exponent: u8) -> u16 {
    if exponent == 0 { 0 } else { 1 << (exponent - 1) }
}

fn number(radix: usize, cells: [u8; 4]) -> usize {
    cells.iter().fold(0, |number, &cell| number * radix + usize::from(cell))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_at_most_two_words_up_to_256() {
        let largest = |max_exponent| {
            let fours = Fours::new(max_exponent);
            (0..=fours.largest()).map(|value| fours.size(value)).max().unwrap()
        };
        assert_eq!([4, 5, 6, 7].map(largest), [46, 58, 66, 66]);
        let fours = Fours::new(7);
        let double: Vec<usize> = (0..=fours.largest()).filter(|&value| fours.words(value) == 2).collect();
        assert_eq!(double, [36, 68, 72]);
    }

    #[test]
    fn numbers_ranks_and_images_are_consistent() {
        let fours = Fours::new(3);
        for number in 0..fours.len() {
            assert_eq!(fours.number(fours.cells(number)), number);
            assert_eq!(usize::from(fours.class(fours.value(number))[fours.rank(number)]), number);
            for image in [Fours::transposed, Fours::mirrored, Fours::flipped, Fours::antitransposed] {
                assert_eq!(image(&fours, image(&fours, number)), number);
            }
            for other in 0..fours.len() {
                assert_eq!(fours.crossed(fours.crossed([number, other])), [number, other]);
            }
        }
        assert_eq!(
            fours.crossed([[1, 2, 3, 0], [0, 1, 0, 1]].map(|row| fours.number(row))),
            [[1, 2, 0, 1], [3, 0, 0, 1]].map(|quadrant| fours.number(quadrant))
        );
        assert_eq!(fours.slid(fours.number([0, 2, 2, 1])), Some(fours.number([3, 1, 0, 0])));
        assert_eq!(fours.slid(fours.number([0, 3, 3, 1])), None);
    }
}
