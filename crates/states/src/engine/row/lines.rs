//! Rows as slides see them: what they slide to, and which are results of a slide.

use std::collections::BTreeMap;

use super::fours::Fours;

/// All rows with the same tiles in the same order: they differ in gaps only, so all of them slide to the same row.
pub(super) struct Sequence {
    pub(super) rows: Vec<u16>,
    /// What they slide to, left and right, the latter seen from the right; `None` if that makes the goal tile.
    pub(super) slid: [Option<u16>; 2],
    /// The one that a slide to the left, and to the right, leaves as it is; there is none if tiles merge.
    pub(super) still: [Option<u16>; 2],
}

/// All rows.
pub(super) struct Lines {
    /// By value of the row.
    sequences: Vec<Vec<Sequence>>,
    /// By value, the rows that are results of a slide to the left: *image rows*.
    images: Vec<Vec<u16>>,
    /// By row, its place among the image rows of its value; `u16::MAX` if it is none.
    place: Vec<u16>,
    /// The slides to the left, and those to the right seen from the right.
    slid: Vec<[Option<u16>; 2]>,
}

impl Lines {
    pub(super) fn new(fours: &Fours) -> Lines {
        let slid: Vec<[Option<u16>; 2]> = (0..fours.len())
            .map(|row| [row, fours.reversed(row)].map(|row| fours.slid(row).map(|slid| slid as u16)))
            .collect();
        let mut images = vec![Vec::new(); fours.largest() + 1];
        let mut place = vec![u16::MAX; fours.len()];
        for row in 0..fours.len() {
            if slid.iter().any(|[left, _]| *left == Some(row as u16)) {
                let of_value: &mut Vec<u16> = &mut images[fours.value(row)];
                place[row] = of_value.len() as u16;
                of_value.push(row as u16);
            }
        }
        Lines { sequences: sequences(fours, &slid), images, place, slid }
    }

    /// The sequences of one value.
    #[inline]
    pub(super) fn sequences(&self, value: usize) -> &[Sequence] {
        &self.sequences[value]
    }

    /// The image rows of one value.
    pub(super) fn images(&self, value: usize) -> &[u16] {
        &self.images[value]
    }

    /// By value, the number of half boards of two image rows.
    pub(super) fn half_boards(&self) -> Vec<usize> {
        let mut count = vec![0; 2 * self.images.len() - 1];
        for (value, images) in self.images.iter().enumerate() {
            for (other, others) in self.images.iter().enumerate() {
                count[value + other] += images.len() * others.len();
            }
        }
        count
    }

    /// The place of an image row among those of its value.
    #[inline]
    pub(super) fn place(&self, image: usize) -> usize {
        debug_assert!(self.place[image] != u16::MAX, "an image row");
        usize::from(self.place[image])
    }

    /// Whether a row is the result of a slide.
    pub(super) fn is_image(&self, row: usize) -> bool {
        self.place[row] != u16::MAX
    }

    /// A row slid to the left, and to the right, the latter seen from the right; `None` if that makes the goal tile.
    pub(super) fn slid(&self, row: usize) -> [Option<u16>; 2] {
        self.slid[row]
    }
}

fn sequences(fours: &Fours, slid: &[[Option<u16>; 2]]) -> Vec<Vec<Sequence>> {
    let mut by_tiles: BTreeMap<Vec<u8>, Vec<u16>> = BTreeMap::new();
    for row in 0..fours.len() {
        let tiles = fours.cells(row).into_iter().filter(|&cell| cell != 0).collect();
        by_tiles.entry(tiles).or_default().push(row as u16);
    }
    let mut sequences: Vec<Vec<Sequence>> = (0..=fours.largest()).map(|_| Vec::new()).collect();
    for rows in by_tiles.into_values() {
        let first = usize::from(rows[0]);
        let still_left = rows.iter().copied().find(|&row| slid[usize::from(row)][0] == Some(row));
        let from_right = |row: u16| Some(fours.reversed(usize::from(row)) as u16);
        let still_right = rows.iter().copied().find(|&row| slid[usize::from(row)][1] == from_right(row));
        let still = [still_left, still_right];
        sequences[fours.value(first)].push(Sequence { rows, slid: slid[first], still });
    }
    sequences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_image_rows_as_the_design_says() {
        for (max_exponent, rows, images) in [(4, 625, 185), (5, 1296, 466), (6, 2401, 997), (7, 4096, 1898)] {
            let fours = Fours::new(max_exponent);
            let lines = Lines::new(&fours);
            let count: usize = (0..=fours.largest()).map(|value| lines.images(value).len()).sum();
            assert_eq!((fours.len(), count), (rows, images));
        }
    }

    #[test]
    fn rows_of_a_sequence_share_their_slides() {
        let fours = Fours::new(3);
        let lines = Lines::new(&fours);
        let mut rows = 0;
        for value in 0..=fours.largest() {
            for sequence in lines.sequences(value) {
                rows += sequence.rows.len();
                for &row in &sequence.rows {
                    let row = usize::from(row);
                    assert_eq!((lines.slid(row), fours.value(row)), (sequence.slid, value));
                    let reversed = fours.reversed(row) as u16;
                    assert_eq!(sequence.still[0] == Some(row as u16), lines.slid(row)[0] == Some(row as u16));
                    assert_eq!(sequence.still[1] == Some(row as u16), lines.slid(row)[1] == Some(reversed));
                }
            }
        }
        assert_eq!(rows, fours.len());
    }
}
