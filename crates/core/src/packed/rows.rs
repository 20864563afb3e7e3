//! Every row of four cells, slid.

use crate::line::slide_line;

/// Set in an entry if the row would need a 65536; such an entry has no other meaning.
pub(super) const OVERFLOW: u32 = 1 << 31;

/// `ROWS[toward_end][row]`: the low half is the row after the slide, the high half a quarter of the score gained.
///
/// ```text
/// bit 31   30..16              15..0
///  overflow | gained / 4        | row, first cell in bits 15..12
/// ```
/// A quarter, so that the largest gain of a row, twice 32768, fits. Built by [`slide_line`] at compile time.
#[expect(long_running_const_eval, reason = "131072 rows take a few seconds, once")]
pub(super) static ROWS: [[u32; 65_536]; 2] = [table(false), table(true)];

const fn table(toward_end: bool) -> [u32; 65_536] {
    let mut table = [0; 65_536];
    let mut row = 0;
    while row < table.len() {
        table[row] = entry(row as u32, toward_end);
        row += 1;
    }
    table
}

const fn entry(row: u32, toward_end: bool) -> u32 {
    let shifts = if toward_end { [0, 4, 8, 12] } else { [12, 8, 4, 0] };
    let mut line = [0; 4];
    let mut cell = 0;
    while cell < 4 {
        line[cell] = (row >> shifts[cell] & 15) as u8;
        cell += 1;
    }
    let gained = slide_line(&mut line);
    let mut entry = (gained as u32 / 4) << 16;
    let mut cell = 0;
    while cell < 4 {
        if line[cell] > 15 {
            return OVERFLOW;
        }
        entry |= (line[cell] as u32) << shifts[cell];
        cell += 1;
    }
    entry
}
