//! An evaluation of lines, looked up.

use redouble_core::Packed4x4;

/// The value of every row of four cells: a 4x4 board is eight lookups.
pub struct LineTable {
    /// By the four digits of the row. Single precision: 256 kB stay in the second-level cache, 512 kB do not.
    values: Box<[f32; 65_536]>,
}

impl LineTable {
    /// Tabulates a function of four exponents.
    pub fn new(of_line: impl Fn(&[u8]) -> f64) -> LineTable {
        let exponents =
            |row: usize| [row >> 12 & 15, row >> 8 & 15, row >> 4 & 15, row & 15].map(|e| e as u8);
        let values: Vec<f32> = (0..65_536).map(|row| of_line(&exponents(row)) as f32).collect();
        LineTable { values: values.try_into().expect("65536 rows") }
    }

    /// The sum over the rows and columns of a board.
    #[inline]
    pub fn sum(&self, board: Packed4x4) -> f64 {
        f64::from(self.rows(board.bits()) + self.rows(board.transposed().bits()))
    }

    #[inline]
    fn rows(&self, bits: u64) -> f32 {
        let row = |row: u32| self.values[(bits >> (16 * row)) as usize & 0xffff];
        row(0) + row(1) + (row(2) + row(3))
    }
}
