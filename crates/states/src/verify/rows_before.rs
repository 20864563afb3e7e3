//! Boards from which a slide to the left leads to a board, row by row.

use redouble_core::{Direction, Grid, Packed4x4};

/// By row, four bits a cell, all rows that a slide to the left turns into it.
pub(super) struct RowsBefore(Vec<Vec<u16>>);

impl RowsBefore {
    /// Of tiles up to an exponent.
    pub(super) fn new(max_exponent: u8) -> RowsBefore {
        let is_row =
            |row: &u16| [0, 4, 8, 12].iter().all(|shift| row >> shift & 15 <= u16::from(max_exponent));
        let mut before = vec![Vec::new(); 1 << 16];
        for row in (0..=u16::MAX).filter(is_row) {
            let slid = Packed4x4::from_bits(u64::from(row)).slid(Direction::Left);
            before[slid.map_or(u64::from(row), |(slid, _)| slid.bits()) as usize].push(row);
        }
        RowsBefore(before)
    }

    /// All boards that a slide to the left turns into this one, and that it changes.
    pub(super) fn boards(&self, after: u64) -> impl Iterator<Item = u64> + '_ {
        let [first, second, third, fourth] =
            [48, 32, 16, 0].map(|shift| &self.0[(after >> shift & 0xffff) as usize]);
        let upper = first.iter().flat_map(|&first| second.iter().map(move |&second| [first, second]));
        let lower = move || third.iter().flat_map(|&third| fourth.iter().map(move |&fourth| [third, fourth]));
        let boards = upper.flat_map(move |upper| {
            lower().map(move |lower| {
                [upper, lower].as_flattened().iter().fold(0, |bits, &row| bits << 16 | u64::from(row))
            })
        });
        boards.filter(move |&before| before != after)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use redouble_core::{Board, Random};

    use super::*;
    use crate::ancestry::for_each_unslid;

    #[test]
    fn boards_before_a_slide_are_those_that_the_rules_find() {
        let (rows, mut random, mut boards) = (RowsBefore::new(6), Random::new(3), 0);
        for _ in 0..300 {
            let bits = (0..16).fold(0, |bits, _| bits << 4 | u64::from(random.below(7)));
            let Some((after, _)) = Packed4x4::from_bits(bits).slid(Direction::Left) else { continue };
            if after.bits() >> 60 > 6 || (0..16).any(|cell| after.bits() >> (4 * cell) & 15 > 6) {
                continue;
            }
            let mut expected = BTreeSet::new();
            let _ = for_each_unslid(Board::from(after), Direction::Left, &mut |before| {
                expected.insert(Packed4x4::try_from(before).unwrap().bits());
                ControlFlow::Continue(())
            });
            let found: Vec<u64> = rows.boards(after.bits()).collect();
            assert!(found.contains(&bits));
            assert_eq!(found.len(), expected.len());
            assert!(found.iter().all(|before| expected.contains(before)));
            boards += found.len();
        }
        assert!(boards > 5_000, "{boards}");
    }
}
