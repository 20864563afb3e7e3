//! p-heuristics: a player with an evaluation of its own

use std::io::{self, BufRead, Write};

const DIRECTIONS: [&str; 4] = ["up", "right", "down", "left"];

type Board = [[i64; 4]; 4];

/// The line slid to its front, and the gain.
fn slide_line(line: [i64; 4]) -> ([i64; 4], i64) {
    let mut tiles = line.into_iter().filter(|&tile| tile != 0).peekable();
    let (mut out, mut gain, mut place) = ([0; 4], 0, 0);
    while let Some(tile) = tiles.next() {
        let merges = tiles.next_if_eq(&tile).is_some();
        out[place] = if merges { 2 * tile } else { tile };
        gain += if merges { 2 * tile } else { 0 };
        place += 1;
    }
    (out, gain)
}

fn reversed(mut board: Board) -> Board {
    board.iter_mut().for_each(|row| row.reverse());
    board
}

fn transposed(board: Board) -> Board {
    let mut out = [[0; 4]; 4];
    for r in 0..4 {
        for c in 0..4 {
            out[c][r] = board[r][c];
        }
    }
    out
}

/// The board after the slide, and the gain; an equal board if nothing moves.
fn slide(board: Board, direction: &str) -> (Board, i64) {
    let vertical = direction == "up" || direction == "down";
    let to_end = direction == "right" || direction == "down";
    let mut rows = if vertical { transposed(board) } else { board };
    rows = if to_end { reversed(rows) } else { rows };
    let mut gain = 0;
    for row in &mut rows {
        let (slid, more) = slide_line(*row);
        *row = slid;
        gain += more;
    }
    rows = if to_end { reversed(rows) } else { rows };
    (if vertical { transposed(rows) } else { rows }, gain)
}

/// All legal moves: direction, board after the slide, gain.
fn moves(board: Board) -> Vec<(&'static str, Board, i64)> {
    let slid = DIRECTIONS.iter().map(|&direction| {
        let (after, gain) = slide(board, direction);
        (direction, after, gain)
    });
    slid.filter(|(_, after, _)| *after != board).collect()
}

#[allow(dead_code)]
fn empty_cells(board: &Board) -> Vec<(usize, usize)> {
    (0..16).map(|place| (place / 4, place % 4)).filter(|&(r, c)| board[r][c] == 0).collect()
}

/// xorshift64*: small random numbers from a seed.
#[allow(dead_code)]
struct Random(u64);

#[allow(dead_code)]
impl Random {
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

#[allow(dead_code)]
fn spawn(mut board: Board, random: &mut Random) -> Board {
    let empty = empty_cells(&board);
    let (r, c) = empty[random.below(empty.len())];
    board[r][c] = if random.next() < 0.1 { 4 } else { 2 };
    board
}

#[allow(dead_code)]
fn heuristic(board: &Board) -> i64 {
    let mut value = 0;
    for line in board.iter().chain(&transposed(*board)) {
        value += line.iter().filter(|&&cell| cell == 0).count() as i64;
        let largest = *line.iter().max().unwrap();
        if largest > 0 && (line[0] == largest || line[3] == largest) {
            value += 1;
        }
    }
    value
}

fn parse(text: &str) -> Board {
    let mut board = [[0; 4]; 4];
    for (r, row) in text.split('/').enumerate() {
        for (c, cell) in row.split(',').enumerate() {
            board[r][c] = cell.parse().unwrap_or(0);
        }
    }
    board
}

/// Empty cells, tiles that can merge, tiles in order.
fn worth(line: &[i64; 4]) -> i64 {
    let tiles: Vec<i64> = line.iter().copied().filter(|&tile| tile != 0).collect();
    let pairs = tiles.windows(2).filter(|pair| pair[0] == pair[1]).count() as i64;
    let ordered = tiles.windows(2).all(|pair| pair[0] <= pair[1]) || tiles.windows(2).all(|pair| pair[0] >= pair[1]);
    let largest = *line.iter().max().unwrap();
    let ends = line[0] == largest || line[3] == largest;
    3 * (4 - tiles.len() as i64) + 2 * pairs + 4 * i64::from(ordered) + 2 * i64::from(ends)
}

fn evaluation(board: &Board) -> i64 {
    board.iter().chain(&transposed(*board)).map(worth).sum()
}

/// The value of the best slide; of a lost board little.
fn best_slide(board: Board) -> i64 {
    moves(board).iter().map(|(_, after, _)| evaluation(after)).max().unwrap_or(0)
}

/// The mean over all cells in which a 2 can come.
fn expected(board: Board) -> f64 {
    let cells = empty_cells(&board);
    let value = |&(r, c): &(usize, usize)| {
        let mut next = board;
        next[r][c] = 2;
        best_slide(next)
    };
    cells.iter().map(value).sum::<i64>() as f64 / cells.len() as f64
}

fn choose(board: Board, _random: &mut Random) -> &'static str {
    let mut best = ("", -1.0);
    for (direction, after, _) in moves(board) {
        let value = expected(after);
        if value > best.1 {
            best = (direction, value);
        }
    }
    best.0
}

fn main() {
    let mut out = io::stdout();
    let mut random = Random(1);
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "redouble-player" => writeln!(out, "ready").unwrap(),
            "game" => random = Random(words[3].parse::<u64>().unwrap() | 1),
            "move" => writeln!(out, "{}", choose(parse(words[1]), &mut random)).unwrap(),
            "quit" => break,
            _ => {}
        }
        out.flush().unwrap();
    }
}
