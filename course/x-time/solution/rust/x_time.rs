//! x-time: what sampling saves

use std::time::Instant;

const GAMES: usize = 20;
/// Of each game; more if your program is fast.
const MOVES: usize = 50;
#[allow(dead_code)]
const DRAWS: usize = 10;

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

fn empty_cells(board: &Board) -> Vec<(usize, usize)> {
    (0..16).map(|place| (place / 4, place % 4)).filter(|&(r, c)| board[r][c] == 0).collect()
}

/// xorshift64*: small random numbers from a seed.
struct Random(u64);

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

fn spawn(mut board: Board, random: &mut Random) -> Board {
    let empty = empty_cells(&board);
    let (r, c) = empty[random.below(empty.len())];
    board[r][c] = if random.next() < 0.1 { 4 } else { 2 };
    board
}

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

/// What a player needs: random numbers, and how many boards were evaluated.
struct Search {
    random: Random,
    boards: usize,
}

impl Search {
    /// The value of the best slide, or of the board itself if there is none.
    fn look(&mut self, mut board: Board, (r, c): (usize, usize), tile: i64) -> f64 {
        board[r][c] = tile;
        let options = moves(board);
        self.boards += options.len().max(1);
        options.iter().map(|(_, after, _)| heuristic(after)).max().unwrap_or_else(|| heuristic(&board)) as f64
    }

    /// The mean over all new tiles.
    fn exact(&mut self, board: Board) -> f64 {
        let cells = empty_cells(&board);
        let value = |&cell: &(usize, usize)| 0.9 * self.look(board, cell, 2) + 0.1 * self.look(board, cell, 4);
        cells.iter().map(value).sum::<f64>() / cells.len() as f64
    }

    /// The mean over DRAWS different new tiles, by strata.
    fn sampled(&mut self, board: Board) -> f64 {
        let mut lists = [empty_cells(&board), empty_cells(&board)];
        let (mut sums, mut counts) = ([0.0; 2], [0.0; 2]);
        for _ in 0..DRAWS.min(2 * lists[0].len()) {
            let (n2, n4) = (lists[0].len() as f64, lists[1].len() as f64);
            let four = usize::from(self.random.next() < 0.1 * n4 / (0.9 * n2 + 0.1 * n4));
            let place = self.random.below(lists[four].len());
            let cell = lists[four].swap_remove(place);
            sums[four] += self.look(board, cell, [2, 4][four]);
            counts[four] += 1.0;
        }
        match counts {
            [_, 0.0] => sums[0] / counts[0],
            [0.0, _] => sums[1] / counts[1],
            _ => 0.9 * sums[0] / counts[0] + 0.1 * sums[1] / counts[1],
        }
    }

    /// The first moves of a game.
    fn play(&mut self, value: fn(&mut Search, Board) -> f64) -> usize {
        let mut board = spawn([[0; 4]; 4], &mut self.random);
        board = spawn(board, &mut self.random);
        for count in 0..MOVES {
            let mut best: Option<(f64, Board)> = None;
            for (_, after, _) in moves(board) {
                let found = value(self, after);
                if best.is_none_or(|(most, _)| found > most) {
                    best = Some((found, after));
                }
            }
            let Some((_, after)) = best else { return count };
            board = spawn(after, &mut self.random);
        }
        MOVES
    }
}

fn main() {
    let mut search = Search { random: Random(1), boards: 0 };
    let players: [(&str, fn(&mut Search, Board) -> f64); 2] = [("exact", Search::exact), ("sampled", Search::sampled)];
    println!("player,game,moves,nanoseconds,boards");
    for (name, value) in players {
        for number in 0..GAMES {
            search.boards = 0;
            let start = Instant::now();
            let count = search.play(value);
            println!("{name},{number},{count},{},{}", start.elapsed().as_nanos(), search.boards);
        }
    }
}
