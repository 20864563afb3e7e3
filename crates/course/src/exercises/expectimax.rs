//! `expectimax`: looking ahead where chance moves too.

use redouble_core::{Board, Direction, Grid, Tile};

use crate::answer::AnswerForm;
use crate::exercise::{Answers, Exercise, Misconception};
use crate::generate::Generator;
use crate::input::{Input, InputForm};

use super::heuristic::heuristic_of;

/// Looking ahead where chance moves too.
pub static EXPECTIMAX: Exercise = Exercise {
    id: "expectimax",
    input: InputForm::Deep,
    answer: AnswerForm::Choice,
    generate,
    admissible,
    right: |input| answer(input, Search::default()),
    why: |input| {
        let values = root_values(input, Search::default());
        let values = values.iter().map(|(direction, value)| format!("{direction} {}", rounded(*value)));
        format!("the legal moves are worth {}", values.collect::<Vec<_>>().join(", "))
    },
    misconceptions: MISCONCEPTIONS,
    chance: None,
    seconds: 10,
};

const SMALL: &str = "2 4,2,.,./.,.,.,./.,.,.,./.,.,.,.";

const MISCONCEPTIONS: &[Misconception] = &[
    misconception("half-fours", "2s and 4s were weighed alike; a 4 comes once in ten", |input| {
        answer(input, Search { fours: 0.5, ..Search::default() })
    }),
    misconception("twos-only", "only new 2s were considered; one new tile in ten is a 4", |input| {
        answer(input, Search { fours: 0.0, ..Search::default() })
    }),
    misconception("worst-case", "the worst new tile was assumed; nobody plays against us", |input| {
        answer(input, Search { spawns: Spawns::Worst, ..Search::default() })
    }),
    misconception("best-case", "the best new tile was assumed; it is only one of many", |input| {
        answer(input, Search { spawns: Spawns::Best, ..Search::default() })
    }),
    misconception(
        "averages-moves-too",
        "our own moves were averaged as well; there we choose the best",
        |input| answer(input, Search { averages: true, ..Search::default() }),
    ),
    misconception(
        "sum-not-mean",
        "the values of all empty cells were added, but not divided by their number",
        |input| answer(input, Search { spawns: Spawns::Sum, ..Search::default() }),
    ),
    misconception("half-moves", "the depth was counted down at new tiles too; it counts slides", |input| {
        answer(input, Search { half_moves: true, ..Search::default() })
    }),
    misconception("illegal-moves-pass", "moves that change nothing were considered too", |input| {
        answer(input, Search { passes: true, ..Search::default() })
    }),
    Misconception {
        name: "dead-boards-are-0",
        says: "a lost board inside the tree was given 0; it is worth its heuristic",
        smallest: "2 8,.,16,8/4,2,4,2/2,8,2,4/4,2,4,2",
        answers: Answers::Each(|input| answer(input, Search { dead_is_0: true, ..Search::default() })),
    },
];

const fn misconception(
    name: &'static str,
    says: &'static str,
    answer: fn(&Input) -> String,
) -> Misconception {
    Misconception { name, says, smallest: SMALL, answers: Answers::Each(answer) }
}

/// What is made of the boards after a new tile.
#[derive(Clone, Copy, PartialEq)]
enum Spawns {
    Mean,
    Sum,
    Worst,
    Best,
}

/// A search, right or wrong in one respect.
#[derive(Clone, Copy)]
struct Search {
    fours: f64,
    spawns: Spawns,
    averages: bool,
    half_moves: bool,
    passes: bool,
    dead_is_0: bool,
}

impl Default for Search {
    fn default() -> Search {
        Search {
            fours: 0.1,
            spawns: Spawns::Mean,
            averages: false,
            half_moves: false,
            passes: false,
            dead_is_0: false,
        }
    }
}

impl Search {
    /// The boards that our moves lead to.
    fn moves(self, board: Board) -> Vec<(Direction, Board)> {
        let after = |direction: Direction| match board.slid(direction) {
            Some((after, _)) => Some((direction, after)),
            None => self.passes.then_some((direction, board)),
        };
        Direction::ALL.into_iter().filter_map(after).collect()
    }

    /// Our turn, with so many slides left.
    fn choice(self, board: Board, depth: u32) -> f64 {
        let values: Vec<f64> =
            self.moves(board).iter().map(|(_, after)| self.chance(*after, depth - 1)).collect();
        if values.is_empty() {
            return if self.dead_is_0 { 0.0 } else { heuristic_of(&board) as f64 };
        }
        match self.averages {
            true => values.iter().sum::<f64>() / values.len() as f64,
            false => values.into_iter().fold(f64::NEG_INFINITY, f64::max),
        }
    }

    /// The turn of chance, with so many slides left.
    fn chance(self, board: Board, depth: u32) -> f64 {
        let empty: Vec<_> = board.shape().all_cells().filter(|&cell| board.tile(cell).is_none()).collect();
        // Counting new tiles as well, another slide needs two.
        let left = if self.half_moves { depth.saturating_sub(1) } else { depth };
        if left == 0 || empty.is_empty() {
            return heuristic_of(&board) as f64;
        }
        let value = |cell, tile| self.choice(board.with_tile(cell, Some(tile)), left);
        let pairs = empty.iter().map(|&cell| {
            let two = value(cell, Tile::TWO);
            (two, if self.fours > 0.0 { value(cell, Tile::FOUR) } else { two })
        });
        let pairs: Vec<(f64, f64)> = pairs.collect();
        let all = || pairs.iter().flat_map(|(two, four)| [*two, *four]);
        let sum =
            || pairs.iter().map(|(two, four)| (1.0 - self.fours) * two + self.fours * four).sum::<f64>();
        match self.spawns {
            Spawns::Mean => sum() / empty.len() as f64,
            Spawns::Sum => sum(),
            Spawns::Worst => all().fold(f64::INFINITY, f64::min),
            Spawns::Best => all().fold(f64::NEG_INFINITY, f64::max),
        }
    }
}

fn parts(input: &Input) -> (u32, Board) {
    let Input::Deep(depth, board) = input else { panic!("a case with a depth") };
    (*depth, *board)
}

fn root_values(input: &Input, search: Search) -> Vec<(Direction, f64)> {
    let (depth, board) = parts(input);
    search
        .moves(board)
        .into_iter()
        .map(|(direction, after)| (direction, search.chance(after, depth - 1)))
        .collect()
}

fn answer(input: &Input, search: Search) -> String {
    let mut best: Option<(Direction, f64)> = None;
    for (direction, value) in root_values(input, search) {
        // Rounding does not decide.
        if best.is_none_or(|(_, most)| value > most + 1e-9) {
            best = Some((direction, value));
        }
    }
    best.map_or("none 0".to_owned(), |(direction, value)| format!("{direction} {}", rounded(value)))
}

fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// The two best moves differ, so that rounding cannot decide; and it does not take long.
fn admissible(input: &Input) -> bool {
    let (depth, board) = parts(input);
    let most_empty = match depth {
        1 | 2 => 16,
        3 => 4,
        _ => 0,
    };
    if board.count_empty() > most_empty {
        return false;
    }
    let mut values: Vec<f64> =
        root_values(input, Search::default()).into_iter().map(|(_, value)| value).collect();
    values.sort_by(f64::total_cmp);
    match values[..] {
        [] => false,
        [_] => true,
        [.., second, best] => best - second >= 1e-3,
    }
}

fn generate(generator: &mut Generator) {
    for _ in 0..generator.count(40) {
        let board = generator.from_game(300);
        generator.push("depth-1", Input::Deep(1, board));
    }
    for tries in 0..generator.count(60) {
        let board = if tries % 3 == 0 { generator.from_game(60) } else { generator.from_game(400) };
        if board.count_empty() <= 8 {
            generator.push("depth-2", Input::Deep(2, board));
        }
    }
    for _ in 0..generator.count(40) {
        let holes = 1 + generator.below(2);
        let mut cells = generator.lost(5);
        for _ in 0..holes {
            let (row, column) = (generator.below(cells.len()), generator.below(cells[0].len()));
            cells[row][column] = 0;
        }
        generator.push_cells("nearly-lost", &cells, &|board| Input::Deep(2, board));
    }
    for _ in 0..generator.count(60) {
        let board = generator.from_game(400);
        let small = board.count_empty() <= 2;
        if small && generator.cases.iter().filter(|case| case.family == "depth-3").count() < 6 {
            generator.push("depth-3", Input::Deep(3, board));
        }
    }
    for text in ["3 16,4,4,2/8,2,8,2/8,32,4,16/4,.,16,8", "3 32,8,8,4/4,2,8,./2,8,2,16/4,32,16,4"] {
        let input = Input::parse(InputForm::Deep, text).expect("a case that is written here");
        if generator.shapes.contains(&input.board().expect("a board").shape()) {
            generator.push("depth-3", input);
        }
    }
}
