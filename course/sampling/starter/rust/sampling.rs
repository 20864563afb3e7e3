//! sampling: different spawns drawn with the right probabilities

use std::io::{self, BufRead, Write};

type Board = Vec<Vec<i64>>;

fn parse(text: &str) -> Board {
    text.split('/').map(|row| row.split(',').map(|cell| cell.parse().unwrap_or(0)).collect()).collect()
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

fn empty_cells(board: &Board) -> Vec<(usize, usize)> {
    let cells = (0..board.len()).flat_map(|r| (0..board[r].len()).map(move |c| (r, c)));
    cells.filter(|&(r, c)| board[r][c] == 0).collect()
}

/// Your part: different spawns (row, column, tile) in the order drawn.
fn draw(count: usize, board: &Board, random: &mut Random) -> Vec<(usize, usize, i64)> {
    let _ = random.below(2);
    let of = |tile: i64| empty_cells(board).into_iter().map(move |(r, c)| (r, c, tile));
    of(2).chain(of(4)).take(count).collect()
}

/// Your part: the mean by strata of pairs (tile, value).
fn mean(pairs: &[(i64, f64)]) -> f64 {
    let _ = pairs;
    0.0
}

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    let mut random = Random::new();
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words[0] == "draw" {
            let spawns = draw(words[1].parse().unwrap(), &parse(words[2]), &mut random);
            let spawns: Vec<String> = spawns.iter().map(|(r, c, tile)| format!("{r},{c},{tile}")).collect();
            writeln!(out, "{}", spawns.join(" ")).unwrap();
        } else {
            let pair = |word: &&str| {
                let (tile, value) = word.split_once(':').unwrap();
                (tile.parse().unwrap(), value.parse().unwrap())
            };
            writeln!(out, "{}", mean(&words[1..].iter().map(pair).collect::<Vec<_>>())).unwrap();
        }
    }
}
