//! spawn: a new tile appears

use std::io::{self, BufRead, Write};

type Board = Vec<Vec<i64>>;

fn parse(text: &str) -> Board {
    text.split('/').map(|row| row.split(',').map(|cell| cell.parse().unwrap_or(0)).collect()).collect()
}

fn show(board: &Board) -> String {
    let cell = |cell: &i64| if *cell == 0 { ".".to_string() } else { cell.to_string() };
    let row = |row: &Vec<i64>| row.iter().map(cell).collect::<Vec<_>>().join(",");
    board.iter().map(row).collect::<Vec<_>>().join("/")
}

/// xorshift64*: enough for a game.
struct Random(u64);

impl Random {
    fn new() -> Random {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        Random(now.as_nanos() as u64 | 1)
    }

    /// A number from 0 up to, but not including, 1.
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() * n as f64) as usize
    }
}

/// Your part: places a new tile on the board.
fn spawn(board: &mut Board, random: &mut Random) {
    let _ = random.next();
    if let Some(cell) = board.iter_mut().flatten().find(|cell| **cell == 0) {
        *cell = 2;
    }
}

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    let mut random = Random::new();
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        let mut board = parse(line.trim());
        spawn(&mut board, &mut random);
        writeln!(out, "{}", show(&board)).unwrap();
    }
}
