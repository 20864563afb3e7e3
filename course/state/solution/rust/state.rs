//! state: a game as an object

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

const DIRECTIONS: [&str; 4] = ["up", "right", "down", "left"];

type Board = Vec<Vec<i64>>;

fn show(board: &Board) -> String {
    let cell = |cell: &i64| if *cell == 0 { ".".to_string() } else { cell.to_string() };
    let row = |row: &Vec<i64>| row.iter().map(cell).collect::<Vec<_>>().join(",");
    board.iter().map(row).collect::<Vec<_>>().join("/")
}

fn slide_line(line: &[i64]) -> (Vec<i64>, i64) {
    let mut tiles = line.iter().copied().filter(|&tile| tile != 0).peekable();
    let (mut out, mut gain) = (Vec::new(), 0);
    while let Some(tile) = tiles.next() {
        if tiles.next_if_eq(&tile).is_some() {
            out.push(2 * tile);
            gain += 2 * tile;
        } else {
            out.push(tile);
        }
    }
    out.resize(line.len(), 0);
    (out, gain)
}

fn reverse(board: &Board) -> Board {
    board.iter().map(|row| row.iter().rev().copied().collect()).collect()
}

fn transpose(board: &Board) -> Board {
    (0..board[0].len()).map(|c| board.iter().map(|row| row[c]).collect()).collect()
}

/// The board after the slide, and the gain; an equal board if nothing moves.
fn slide(board: &Board, direction: &str) -> (Board, i64) {
    let vertical = direction == "up" || direction == "down";
    let to_end = direction == "right" || direction == "down";
    let mut rows = if vertical { transpose(board) } else { board.clone() };
    if to_end {
        rows = reverse(&rows);
    }
    let slid: Vec<_> = rows.iter().map(|row| slide_line(row)).collect();
    let gain = slid.iter().map(|(_, gain)| gain).sum();
    rows = slid.into_iter().map(|(row, _)| row).collect();
    if to_end {
        rows = reverse(&rows);
    }
    (if vertical { transpose(&rows) } else { rows }, gain)
}

fn legal(board: &Board) -> Vec<&'static str> {
    DIRECTIONS.into_iter().filter(|direction| slide(board, direction).0 != *board).collect()
}

/// What is saved of a game; cloning it is a copy of everything.
#[derive(Clone, Default)]
struct Game {
    board: Board,
    score: i64,
    history: Vec<(Board, i64)>,
}

#[derive(Default)]
struct State {
    game: Game,
    copies: HashMap<String, Game>,
}

impl State {
    fn remember(&mut self) {
        self.game.history.push((self.game.board.clone(), self.game.score));
    }

    fn tile(&mut self, row: usize, column: usize, value: i64) -> bool {
        let free = self.game.board.get(row).and_then(|row| row.get(column)) == Some(&0);
        if free {
            self.remember();
            self.game.board[row][column] = value;
        }
        free
    }

    fn slide(&mut self, direction: &str) -> Option<i64> {
        let (board, gain) = slide(&self.game.board, direction);
        if board == self.game.board {
            return None;
        }
        self.remember();
        self.game.board = board;
        self.game.score += gain;
        Some(gain)
    }

    fn undo(&mut self) -> bool {
        let Some((board, score)) = self.game.history.pop() else { return false };
        self.game.board = board;
        self.game.score = score;
        true
    }

    fn go_on_from(&mut self, name: &str) -> bool {
        let Some(game) = self.copies.get(name) else { return false };
        self.game = game.clone();
        true
    }

    fn answer(&mut self, command: &str) -> String {
        let done = |done: bool| if done { "ok".to_string() } else { "no".to_string() };
        let words: Vec<&str> = command.split(' ').collect();
        let number = |place: usize| words[place].parse::<usize>().unwrap();
        match words[0] {
            "new" => {
                let (rows, columns) = words[1].split_once('x').unwrap();
                let board = vec![vec![0; columns.parse().unwrap()]; rows.parse().unwrap()];
                *self = State { game: Game { board, ..Game::default() }, ..State::default() };
                done(true)
            }
            "tile" => done(self.tile(number(1), number(2), number(3) as i64)),
            "move" => self.slide(words[1]).map_or("illegal".to_string(), |gain| format!("ok {gain}")),
            "undo" => done(self.undo()),
            "copy" => {
                self.copies.insert(words[1].to_string(), self.game.clone());
                done(true)
            }
            "use" => done(self.go_on_from(words[1])),
            "score" => self.game.score.to_string(),
            "grid" => show(&self.game.board),
            "over" => if legal(&self.game.board).is_empty() { "yes" } else { "no" }.to_string(),
            _ => Some(legal(&self.game.board).join(" ")).filter(|all| !all.is_empty()).unwrap_or("none".to_string()),
        }
    }
}

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    let mut state = State::default();
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        writeln!(out, "{}", state.answer(line.trim())).unwrap();
    }
}
