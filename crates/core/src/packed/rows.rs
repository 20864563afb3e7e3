//! Every row of four cells, slid.

use crate::line::slide_line;

/// Set in an entry if the row would need a 65536; such an entry has no other meaning.
pub(super) const OVERFLOW: u64 = 1 << 63;

/// `ROWS[row]`: the row after a slide to the left, after one to the right, and the score gained, which is the same.
///
/// ```text
/// bit 63     62..32    31..16           15..0
///  overflow | gained  | row, slid right | row, slid left     first cell of a row in its highest bits
/// ```
/// One entry for both: who tries all slides reads half as many. Built by [`slide_line`] at compile time.
#[expect(long_running_const_eval, reason = "65536 rows take a few seconds, once")]
pub(super) static ROWS: [u64; 65_536] = {
    let mut table = [0; 65_536];
    let mut row = 0;
    while row < table.len() {
        table[row] = entry(row as u16);
        row += 1;
    }
    table
};

const fn entry(row: u16) -> u64 {
    match (slid(row, [12, 8, 4, 0]), slid(row, [0, 4, 8, 12])) {
        (Some((left, gained)), Some((right, _))) => left as u64 | (right as u64) << 16 | gained << 32,
        _ => OVERFLOW,
    }
}

/// The row after a slide, given where its cells are in the order of the slide, and the score gained; `None` if it would need a
/// 65536.
const fn slid(row: u16, shifts: [u16; 4]) -> Option<(u16, u64)> {
    let mut line = [0; 4];
    let mut cell = 0;
    while cell < 4 {
        line[cell] = (row >> shifts[cell] & 15) as u8;
        cell += 1;
    }
    let gained = slide_line(&mut line);
    let (mut slid, mut cell) = (0, 0);
    while cell < 4 {
        if line[cell] > 15 {
            return None;
        }
        slid |= (line[cell] as u16) << shifts[cell];
        cell += 1;
    }
    Some((slid, gained))
}
