//! Cases from a seed: boards that are tricky, boards from games, large tiles.

use std::collections::HashSet;

use redouble_core::{Board, Direction, FourChance, Grid, Position, Random, Rules, Shape, Tile};

use crate::exercise::{Case, Selection};
use crate::input::Input;
use crate::plain::{self, Cells};

/// Collects the cases of an exercise, none of them twice.
pub struct Generator {
    /// Where all randomness comes from.
    pub random: Random,
    /// The cases so far.
    pub cases: Vec<Case>,
    /// The shapes of boards.
    pub shapes: Vec<Shape>,
    scale: f64,
    seen: HashSet<String>,
    admissible: fn(&Input) -> bool,
}

impl Generator {
    pub(crate) fn new(selection: &Selection, scale: f64, admissible: fn(&Input) -> bool) -> Generator {
        Generator {
            random: Random::new(selection.seed),
            cases: Vec::new(),
            shapes: selection.shapes.clone(),
            scale,
            seen: HashSet::new(),
            admissible,
        }
    }

    /// Adds a case, unless it is there already or may not be asked; every board of a case has a tile.
    pub fn push(&mut self, family: &'static str, input: Input) {
        if input.board().is_some_and(|board| board.max_tile().is_none()) {
            return;
        }
        let short = input.lines() > 1 || input.to_string().len() < 1000;
        if (self.admissible)(&input) && (!short || self.seen.insert(input.to_string())) {
            self.cases.push(Case { family, input });
        }
    }

    /// Adds a case again and again: draws of one board.
    pub fn repeat(&mut self, family: &'static str, input: Input) {
        self.cases.push(Case { family, input });
    }

    /// How many cases a family with `usual` ones gets.
    #[must_use]
    pub fn count(&self, usual: usize) -> usize {
        ((usual as f64 * self.scale).round() as usize).max(1)
    }

    /// A whole number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.random.below(n as u32) as usize
    }

    /// One of these.
    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// A shape of those asked for.
    pub fn shape(&mut self) -> Shape {
        self.random.below(self.shapes.len() as u32);
        let shapes = self.shapes.clone();
        self.one_of(&shapes)
    }

    /// A direction.
    pub fn direction(&mut self) -> Direction {
        self.one_of(&Direction::ALL)
    }

    /// A full board without equal neighbours: tiles of up to `values` different values.
    pub fn lost(&mut self, values: u8) -> Cells {
        let shape = self.shape();
        let mut cells = vec![vec![0; shape.columns()]; shape.rows()];
        for row in 0..shape.rows() {
            for column in 0..shape.columns() {
                let above = if row > 0 { cells[row - 1][column] } else { 0 };
                let before = if column > 0 { cells[row][column - 1] } else { 0 };
                cells[row][column] = loop {
                    let tile = 2_i64 << self.below(usize::from(values));
                    if tile != above && tile != before {
                        break tile;
                    }
                };
            }
        }
        cells
    }

    /// A board from a game of hasty moves, after up to `moves` of them; it is never lost.
    pub fn from_game(&mut self, moves: usize) -> Board {
        let rules = Rules::on(self.shape());
        let mut position = Position::start(rules, &mut self.random);
        for _ in 0..self.below(moves) {
            let Some(next) = self.hasty(position) else { return position.board() };
            position = next;
        }
        position.board()
    }

    /// The position after a move that prefers up and left, and a spawn.
    fn hasty(&mut self, position: Position) -> Option<Position> {
        let legal = position.legal();
        let preferred = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];
        let random = self.random.below(5) == 0;
        let choice = match random {
            true => legal.nth(self.below(legal.len().max(1))),
            false => preferred.into_iter().find(|&direction| legal.contains(direction)),
        };
        let slide = position.slide(choice?)?;
        let next = slide.after.spawn_random(FourChance::default(), &mut self.random);
        (!next.is_over()).then_some(next)
    }

    /// A board with large tiles, each at most once but for a pair, in random places.
    pub fn large(&mut self, tiles: usize) -> Board {
        let shape = self.shape();
        loop {
            let mut board = Board::empty(shape);
            for _ in 0..tiles.min(shape.cells()) {
                let cell = self.below(board.count_empty());
                let exponent = 1 + self.below(17) as u8;
                board = board
                    .with_nth_empty(cell, Tile::new(exponent).expect("an exponent"))
                    .expect("an empty cell");
            }
            if board.sum() <= shape.max_sum() && board.sum() < 262_140 {
                return board;
            }
        }
    }

    /// A board with so many tiles of up to `values` different values.
    pub fn scattered(&mut self, tiles: usize, values: usize) -> Board {
        let shape = self.shape();
        let mut board = Board::empty(shape);
        for _ in 0..tiles.clamp(1, shape.cells()) {
            let cell = self.below(board.count_empty());
            let tile = Tile::new(1 + self.below(values) as u8).expect("an exponent");
            board = board.with_nth_empty(cell, tile).expect("an empty cell");
        }
        board
    }

    /// The boards with one tile 2, one for each cell.
    #[must_use]
    pub fn single(&self) -> Vec<Board> {
        let boards = |&shape: &Shape| {
            shape.all_cells().map(move |cell| Board::empty(shape).with_tile(cell, Some(Tile::TWO)))
        };
        self.shapes.iter().flat_map(boards).collect()
    }

    /// A random line with tiles of up to `values` values; a share of `empty` in 8 cells is empty.
    pub fn line(&mut self, length: usize, values: usize, empty: usize) -> Vec<i64> {
        let cell = |generator: &mut Generator| match generator.below(8) < empty {
            true => 0,
            false => 2 << generator.below(values),
        };
        (0..length).map(|_| cell(self)).collect()
    }

    /// Adds boards as `over` and its relatives want them: by what makes them hard.
    pub fn hard_boards(&mut self, input: impl Fn(Board) -> Input) {
        for _ in 0..self.count(2) {
            self.nearly_lost(&input);
        }
        for _ in 0..self.count(60) {
            let values = self.one_of(&[3, 5, 8, 11]);
            let lost = self.lost(values);
            self.push_cells("lost", &lost, &input);
        }
        self.false_neighbours(&input);
    }

    /// Boards with some full rows or columns without pairs, the others empty: across them nothing moves.
    pub fn full_lines(&mut self, usual: usize, input: impl Fn(Board) -> Input) {
        for turn in 0..self.count(usual) {
            let mut cells = self.lost(6);
            let rows = cells.len();
            let kept = self.below(rows - 1) + 1;
            let top = self.below(2) == 0;
            for (row, line) in cells.iter_mut().enumerate() {
                let empty = if top { row >= kept } else { row < rows - kept };
                if empty {
                    line.fill(0);
                }
            }
            let cells = if turn % 2 == 0 { cells } else { plain::transposed(&cells) };
            self.push_cells("full-lines", &cells, &input);
        }
    }

    /// Every place where a lost board can have one pair, and every place of one hole.
    fn nearly_lost(&mut self, input: &impl Fn(Board) -> Input) {
        for shape in self.shapes.clone() {
            let one = self.shapes.clone();
            self.shapes = vec![shape];
            for row in 0..shape.rows() {
                for column in 0..shape.columns() {
                    if column + 1 < shape.columns() {
                        let pair = self.lost_but_for((row, column), (row, column + 1));
                        self.push_cells("horizontal-pairs", &pair, input);
                    }
                    if row + 1 < shape.rows() {
                        let pair = self.lost_but_for((row, column), (row + 1, column));
                        self.push_cells("vertical-pairs", &pair, input);
                    }
                    let mut hole = self.lost(6);
                    hole[row][column] = 0;
                    self.push_cells("one-hole", &hole, input);
                }
            }
            self.shapes = one;
        }
    }

    /// A full board on which only these two cells are equal neighbours.
    fn lost_but_for(&mut self, one: (usize, usize), other: (usize, usize)) -> Cells {
        loop {
            let values = self.one_of(&[3, 5, 8]);
            let mut cells = self.lost(values);
            cells[other.0][other.1] = cells[one.0][one.1];
            if pairs(&cells) == 1 {
                return cells;
            }
        }
    }

    /// Lost boards on which cells are equal that only seem to touch: over the edge, or diagonally.
    fn false_neighbours(&mut self, input: &impl Fn(Board) -> Input) {
        for turn in 0..self.count(16) {
            let mut cells = self.lost(6);
            let (rows, columns) = (cells.len(), cells[0].len());
            let row = self.below(rows - 1);
            let column = self.below(columns - 1);
            if turn % 2 == 0 {
                cells[row + 1][0] = cells[row][columns - 1];
            } else {
                cells[row + 1][column + 1] = cells[row][column];
            }
            if pairs(&cells) == 0 {
                self.push_cells("false-neighbours", &cells, input);
            }
        }
        for first in [2, 4] {
            let shape = self.shape();
            let tile =
                |row: usize, column: usize| if (row + column).is_multiple_of(2) { first } else { 6 - first };
            let cells: Cells = (0..shape.rows())
                .map(|row| (0..shape.columns()).map(|column| tile(row, column)).collect())
                .collect();
            self.push_cells("false-neighbours", &cells, input);
        }
    }

    /// Adds the board of these cells if it is one.
    pub fn push_cells(&mut self, family: &'static str, cells: &Cells, input: &impl Fn(Board) -> Input) {
        if let Some(board) = plain::board(cells) {
            self.push(family, input(board));
        }
    }
}

/// How many neighbours are equal tiles.
fn pairs(cells: &Cells) -> usize {
    let lines = plain::rows_and_columns(cells);
    lines.iter().flat_map(|line| line.windows(2)).filter(|pair| pair[0] == pair[1] && pair[0] != 0).count()
}
