//! terms: six numbers that describe a board

use std::io::{self, BufRead, Write};

type Board = Vec<Vec<i64>>;

fn parse(text: &str) -> Board {
    text.split('/').map(|row| row.split(',').map(|cell| cell.parse().unwrap_or(0)).collect()).collect()
}

fn transpose(board: &Board) -> Board {
    (0..board[0].len()).map(|c| board.iter().map(|row| row[c]).collect()).collect()
}

/// How far the path from the top left, by rows, goes without an empty cell and without rising.
fn snake(board: &Board) -> usize {
    let row = |(r, row): (usize, &Vec<i64>)| {
        let mut row = row.clone();
        if r % 2 == 1 {
            row.reverse();
        }
        row
    };
    let path: Vec<i64> = board.iter().enumerate().flat_map(row).collect();
    let goes_on = |&i: &usize| path[i] != 0 && (i == 0 || path[i] <= path[i - 1]);
    (0..path.len()).take_while(goes_on).count()
}

/// The board in all eight positions.
fn images(board: &Board) -> Vec<Board> {
    let mut images = vec![board.clone(), transpose(board)];
    for i in 0..2 {
        images.push(images[i].iter().map(|row| row.iter().rev().copied().collect()).collect());
    }
    for i in 0..4 {
        images.push(images[i].iter().rev().cloned().collect());
    }
    images
}

fn is_monotone(line: &[i64]) -> bool {
    let tiles: Vec<i64> = line.iter().copied().filter(|&cell| cell != 0).collect();
    tiles.windows(2).all(|pair| pair[0] <= pair[1]) || tiles.windows(2).all(|pair| pair[0] >= pair[1])
}

/// corner, snake, monotone, edge, pairs, empty
fn terms(board: &Board) -> [usize; 6] {
    let lines: Board = board.iter().cloned().chain(transpose(board)).collect();
    let largest = board.iter().flatten().max().unwrap();
    let (top, bottom) = (&board[0], board.last().unwrap());
    let corners = [top[0], *top.last().unwrap(), bottom[0], *bottom.last().unwrap()];
    let has_edge = |line: &&Vec<i64>| {
        let most = *line.iter().max().unwrap();
        most > 0 && (line[0] == most || *line.last().unwrap() == most)
    };
    let pairs = |line: &Vec<i64>| line.windows(2).filter(|pair| pair[0] != 0 && pair[0] == pair[1]).count();
    [
        corners.contains(largest) as usize,
        images(board).iter().map(snake).max().unwrap(),
        lines.iter().filter(|line| is_monotone(line)).count(),
        lines.iter().filter(has_edge).count(),
        lines.iter().map(pairs).sum(),
        board.iter().flatten().filter(|&&cell| cell == 0).count(),
    ]
}

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        let terms = terms(&parse(line.trim())).map(|term| term.to_string());
        writeln!(out, "{}", terms.join(" ")).unwrap();
    }
}
