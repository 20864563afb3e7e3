//! grid: the whole board slides

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

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        let (board, direction) = line.trim().split_once(' ').unwrap();
        let (board, gain) = slide(&parse(board), direction);
        writeln!(out, "{} {gain}", show(&board)).unwrap();
    }
}
