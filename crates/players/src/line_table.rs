//! An evaluation of lines, looked up.

/// The value of every line of up to four cells: a 4x4 board is eight lookups.
pub struct LineTable {
    /// By the four digits of the line. Single precision: 256 kB stay in the second-level cache, 512 kB do not.
    of_four: Box<[f32; 65_536]>,
    /// By length and digits, for lines of two and three.
    shorter: [Vec<f64>; 4],
}

impl LineTable {
    /// The longest lines that are tabulated.
    pub const LONGEST: usize = 4;

    /// Tabulates a function of the exponents of a line.
    pub fn new(of_line: impl Fn(&[u8]) -> f64) -> LineTable {
        let value = |length: usize, line: usize| {
            let exponents: [u8; 4] = std::array::from_fn(|cell| (line >> (4 * (3 - cell)) & 15) as u8);
            of_line(&exponents[4 - length..])
        };
        let of_four: Vec<f32> = (0..65_536).map(|line| value(4, line) as f32).collect();
        let shorter = |length: usize| match length {
            0 | 1 => Vec::new(),
            _ => (0..1 << (4 * length)).map(|line| value(length, line)).collect(),
        };
        LineTable { of_four: of_four.try_into().expect("65536 lines"), shorter: std::array::from_fn(shorter) }
    }

    /// The sum over `count` rows of `length` cells, the last cell in the lowest bits.
    #[inline]
    pub fn rows(&self, bits: u64, count: usize, length: usize) -> f64 {
        let row = |row: usize| (bits >> (4 * length * row)) as usize & ((1 << (4 * length)) - 1);
        if length == 4 {
            let value = |number: usize| self.of_four[row(number) & 0xffff];
            if count == 4 {
                return f64::from(value(0) + value(1) + (value(2) + value(3)));
            }
            return (0..count).map(|number| f64::from(value(number))).sum();
        }
        (0..count).map(|number| self.shorter[length][row(number)]).sum()
    }
}
