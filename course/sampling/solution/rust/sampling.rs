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

/// Different spawns (row, column, tile) in the order drawn.
fn draw(count: usize, board: &Board, random: &mut Random) -> Vec<(usize, usize, i64)> {
    let mut lists = [empty_cells(board), empty_cells(board)];
    let mut spawns = Vec::new();
    while spawns.len() < count && !(lists[0].is_empty() && lists[1].is_empty()) {
        let (twos, fours) = (0.9 * lists[0].len() as f64, 0.1 * lists[1].len() as f64);
        let four = random.next() < fours / (twos + fours);
        let list = &mut lists[four as usize];
        let (r, c) = list.swap_remove(random.below(list.len()));
        spawns.push((r, c, if four { 4 } else { 2 }));
    }
    spawns
}

/// The mean by strata of pairs (tile, value).
fn mean(pairs: &[(i64, f64)]) -> f64 {
    let of = |wanted: i64| -> Vec<f64> {
        pairs.iter().filter(|(tile, _)| *tile == wanted).map(|(_, value)| *value).collect()
    };
    let average = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (twos, fours) = (of(2), of(4));
    match (twos.is_empty(), fours.is_empty()) {
        (true, _) => average(&fours),
        (_, true) => average(&twos),
        _ => 0.9 * average(&twos) + 0.1 * average(&fours),
    }
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
