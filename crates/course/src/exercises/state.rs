//! `state`: a game as an object, with undo and copies.

use std::collections::HashMap;

use redouble_core::{Direction, Random, Shape};

use crate::answer::AnswerForm;
use crate::exercise::{Answers, Exercise, Misconception};
use crate::generate::Generator;
use crate::input::{Input, InputForm};
use crate::plain::{self, Cells};

use super::legal::{legal, names};
use super::{over, yes_no};

/// A game as an object, with undo and copies.
pub static STATE: Exercise = Exercise {
    id: "state",
    input: InputForm::Script,
    answer: AnswerForm::Script,
    generate,
    admissible,
    right: |input| answers(std::slice::from_ref(input), None).remove(0),
    why: |_| String::new(),
    misconceptions: MISCONCEPTIONS,
    chance: None,
    seconds: 10,
};

/// What a wrong state does.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    ShallowCopy,
    UseHandsOut,
    CopyWithoutScore,
    UndoKeepsScore,
    UndoOnce,
    UndoStepsOverTiles,
    IllegalRecorded,
    LastGain,
    ScoreNotReset,
    CopiesSurviveNew,
    Overwrites,
    MutatingReverse,
    FlagsStay,
}

const MISCONCEPTIONS: &[Misconception] = &[
    misconception(
        "shallow-copy",
        "the copy shares its array with the game: what changes one changes the other",
        "new 2x2; tile 0 0 2; copy a; move right; use a; grid",
        |inputs| answers(inputs, Some(Fault::ShallowCopy)),
    ),
    misconception(
        "use-hands-out-the-copy",
        "use goes on with the copy itself and changes it; it must go on with a copy of the copy",
        "new 2x2; tile 0 0 2; copy a; use a; move right; use a; grid",
        |inputs| answers(inputs, Some(Fault::UseHandsOut)),
    ),
    misconception(
        "copy-without-score",
        "the copy has the board but not the score",
        "new 2x2; tile 0 0 2; tile 0 1 2; move left; copy a; use a; score",
        |inputs| answers(inputs, Some(Fault::CopyWithoutScore)),
    ),
    misconception(
        "undo-keeps-score",
        "undo takes back the board but not the score",
        "new 2x2; tile 0 0 2; tile 0 1 2; move left; undo; score",
        |inputs| answers(inputs, Some(Fault::UndoKeepsScore)),
    ),
    misconception(
        "undo-once",
        "only one state before this one is remembered",
        "new 2x2; tile 0 0 2; tile 0 1 2; undo; undo",
        |inputs| answers(inputs, Some(Fault::UndoOnce)),
    ),
    misconception(
        "undo-steps-over-tiles",
        "undo takes back moves but not tiles",
        "new 2x2; tile 0 0 2; undo",
        |inputs| answers(inputs, Some(Fault::UndoStepsOverTiles)),
    ),
    misconception(
        "illegal-recorded",
        "an illegal move was recorded, so that undo takes back nothing",
        "new 2x2; move left; undo",
        |inputs| answers(inputs, Some(Fault::IllegalRecorded)),
    ),
    misconception(
        "score-is-last-gain",
        "the score is what the last move gained; gains add up",
        "new 2x2; tile 0 0 2; tile 0 1 2; move left; move right; score",
        |inputs| answers(inputs, Some(Fault::LastGain)),
    ),
    misconception(
        "score-not-reset",
        "a new game begins with the score of the last one",
        "new 2x2; tile 0 0 2; tile 0 1 2; move left; new 2x2; score",
        |inputs| answers(inputs, Some(Fault::ScoreNotReset)),
    ),
    misconception(
        "copies-survive-new",
        "a new game still has the copies of the last one",
        "new 2x2; copy a; new 2x2; use a",
        |inputs| answers(inputs, Some(Fault::CopiesSurviveNew)),
    ),
    misconception(
        "overwrites",
        "a tile was placed on another one",
        "new 2x2; tile 0 0 2; tile 0 0 4",
        |inputs| answers(inputs, Some(Fault::Overwrites)),
    ),
    misconception(
        "mutating-reverse",
        "reversing a row in place changed the row with which the result is compared",
        "new 2x2; tile 0 1 2; move right",
        |inputs| answers(inputs, Some(Fault::MutatingReverse)),
    ),
    misconception(
        "merged-flags-stay",
        "a tile that merged in one move was kept from merging in the next",
        "new 2x2; tile 0 0 2; tile 0 1 2; move left; tile 0 1 4; move left",
        |inputs| answers(inputs, Some(Fault::FlagsStay)),
    ),
];

const fn misconception(
    name: &'static str,
    says: &'static str,
    smallest: &'static str,
    answers: fn(&[Input]) -> Vec<String>,
) -> Misconception {
    Misconception { name, says, smallest, answers: Answers::All(answers) }
}

/// A board that several may share: its number in the arena.
type Shared = usize;

/// What a copy keeps.
#[derive(Clone)]
struct Snapshot {
    board: Shared,
    score: i64,
    history: Vec<(Cells, i64)>,
}

/// The state of a game, right or with a fault.
struct Machine {
    fault: Option<Fault>,
    /// All boards there ever were; sharing one is sharing its number.
    arena: Vec<Cells>,
    now: Snapshot,
    copies: HashMap<String, Snapshot>,
    /// Where tiles merged in the last move.
    merged: Vec<Vec<bool>>,
}

/// Plays all scripts in a row; an answer has one line a command.
fn answers(inputs: &[Input], fault: Option<Fault>) -> Vec<String> {
    let mut machine = Machine {
        fault,
        arena: vec![Vec::new()],
        now: Snapshot { board: 0, score: 0, history: Vec::new() },
        copies: HashMap::new(),
        merged: Vec::new(),
    };
    let play = |input: &Input| {
        let Input::Script(commands) = input else { panic!("a case that is a script") };
        commands.iter().map(|command| machine.answer(command)).collect::<Vec<_>>().join("\n")
    };
    inputs.iter().map(play).collect()
}

impl Machine {
    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn cells(&self) -> &Cells {
        &self.arena[self.now.board]
    }

    fn answer(&mut self, command: &str) -> String {
        let words: Vec<&str> = command.split_whitespace().collect();
        match words.as_slice() {
            ["new", shape] => self.begin(shape.parse().expect("a shape")),
            ["tile", row, column, value] => {
                let number = |word: &str| word.parse::<usize>().unwrap_or(usize::MAX);
                self.place(number(row), number(column), value.parse().expect("a tile"))
            }
            ["move", direction] => self.slide(direction.parse().expect("a direction")),
            ["score"] => self.now.score.to_string(),
            ["grid"] => plain::text(self.cells()),
            ["legal"] => names(&legal(self.cells(), plain::can_move)),
            ["over"] => yes_no(over::is_over(self.cells())),
            ["undo"] => self.undo(),
            ["copy", name] => self.copy(name),
            ["use", name] => self.go_on_from(name),
            _ => String::new(),
        }
    }

    fn begin(&mut self, shape: Shape) -> String {
        self.arena.push(vec![vec![0; shape.columns()]; shape.rows()]);
        let score = if self.has(Fault::ScoreNotReset) { self.now.score } else { 0 };
        self.now = Snapshot { board: self.arena.len() - 1, score, history: Vec::new() };
        self.merged = vec![vec![false; shape.columns()]; shape.rows()];
        if !self.has(Fault::CopiesSurviveNew) {
            self.copies.clear();
        }
        "ok".to_owned()
    }

    fn remember(&mut self, cells: Cells) {
        if self.has(Fault::UndoOnce) {
            self.now.history.clear();
        }
        self.now.history.push((cells, self.now.score));
    }

    fn place(&mut self, row: usize, column: usize, value: i64) -> String {
        let free = self.cells().get(row).and_then(|line| line.get(column)).copied();
        let accepted = free.is_some_and(|cell| cell == 0 || self.has(Fault::Overwrites));
        if !accepted {
            return "no".to_owned();
        }
        if !self.has(Fault::UndoStepsOverTiles) {
            self.remember(self.cells().clone());
        }
        self.arena[self.now.board][row][column] = value;
        "ok".to_owned()
    }

    fn slide(&mut self, direction: Direction) -> String {
        let saved = self.cells().clone();
        let (after, gained) = match self.has(Fault::FlagsStay) {
            true => self.slide_with_flags(direction),
            false => plain::slid(&saved, direction),
        };
        let mutates = self.has(Fault::MutatingReverse) && direction == Direction::Right;
        let before = if mutates { plain::reversed(&saved) } else { saved.clone() };
        if after == before {
            self.arena[self.now.board] = before;
            if self.has(Fault::IllegalRecorded) {
                self.remember(saved);
            }
            return "illegal".to_owned();
        }
        self.remember(saved);
        self.merged = merged_cells(self.cells(), direction);
        self.arena[self.now.board] = after;
        self.now.score = if self.has(Fault::LastGain) { gained } else { self.now.score + gained };
        format!("ok {gained}")
    }

    /// A slide in which the tiles that merged in the last move do not merge.
    fn slide_with_flags(&self, direction: Direction) -> (Cells, i64) {
        let flags: Cells =
            self.merged.iter().map(|row| row.iter().map(|&flag| i64::from(flag)).collect()).collect();
        let (cells, flags) = (plain::lines(self.cells(), direction), plain::lines(&flags, direction));
        let (mut lines, mut gained) = (Vec::new(), 0);
        for (line, flags) in cells.iter().zip(&flags) {
            let mut out: Vec<(i64, bool)> = Vec::new();
            for (&tile, &flag) in line.iter().zip(flags).filter(|(tile, _)| **tile != 0) {
                match out.last_mut() {
                    Some((last, locked)) if *last == tile && !*locked && flag == 0 => {
                        (*last, *locked) = (2 * tile, true);
                        gained += 2 * tile;
                    }
                    _ => out.push((tile, flag == 1)),
                }
            }
            lines.push(plain::padded(out.into_iter().map(|(tile, _)| tile).collect(), line.len()));
        }
        (plain::from_lines(&lines, direction), gained)
    }

    fn undo(&mut self) -> String {
        let Some((cells, score)) = self.now.history.pop() else { return "no".to_owned() };
        self.arena[self.now.board] = cells;
        if !self.has(Fault::UndoKeepsScore) {
            self.now.score = score;
        }
        self.clear_flags();
        "ok".to_owned()
    }

    fn copy(&mut self, name: &str) -> String {
        let mut copy = self.now.clone();
        if !self.has(Fault::ShallowCopy) {
            self.arena.push(self.cells().clone());
            copy.board = self.arena.len() - 1;
        }
        if self.has(Fault::CopyWithoutScore) {
            copy.score = 0;
        }
        self.copies.insert(name.to_owned(), copy);
        "ok".to_owned()
    }

    fn go_on_from(&mut self, name: &str) -> String {
        let Some(copy) = self.copies.get(name).cloned() else { return "no".to_owned() };
        self.now = copy;
        if !self.has(Fault::UseHandsOut) {
            self.arena.push(self.cells().clone());
            self.now.board = self.arena.len() - 1;
        }
        self.clear_flags();
        "ok".to_owned()
    }

    fn clear_flags(&mut self) {
        self.merged = self.cells().iter().map(|row| vec![false; row.len()]).collect();
    }
}

/// Where the tiles stand that this slide makes.
fn merged_cells(cells: &Cells, direction: Direction) -> Vec<Vec<bool>> {
    let flags = |line: &Vec<i64>| {
        let (tiles, mut flags, mut next) = (plain::tiles(line), Vec::new(), 0);
        while next < tiles.len() {
            let pair = tiles.get(next + 1) == Some(&tiles[next]);
            flags.push(i64::from(pair));
            next += if pair { 2 } else { 1 };
        }
        plain::padded(flags, line.len())
    };
    let lines: Cells = plain::lines(cells, direction).iter().map(flags).collect();
    let board = plain::from_lines(&lines, direction);
    board.iter().map(|row| row.iter().map(|&flag| flag == 1).collect()).collect()
}

/// `over` is never asked of an empty board: there the two meanings of the word differ.
fn admissible(input: &Input) -> bool {
    let Input::Script(commands) = input else { return false };
    let with_grids: Vec<String> = commands
        .iter()
        .flat_map(|command| if command == "over" { vec!["grid".to_owned()] } else { vec![command.clone()] })
        .collect();
    let answers = answers(&[Input::Script(with_grids)], None).remove(0);
    answers
        .lines()
        .zip(commands)
        .all(|(answer, command)| command != "over" || answer.contains(|letter: char| letter.is_ascii_digit()))
}

fn generate(generator: &mut Generator) {
    let kinds: [(&'static str, &[&str]); 4] = [
        ("tiles-and-moves", &["tile", "tile", "move", "move", "grid", "score", "legal", "over"]),
        ("undo", &["tile", "move", "move", "undo", "undo", "grid", "score"]),
        ("copies", &["tile", "move", "copy", "use", "grid", "score"]),
        ("everything", &["tile", "move", "undo", "copy", "use", "grid", "score", "legal", "over", "new"]),
    ];
    for (family, words) in kinds {
        for _ in 0..generator.count(30) {
            let length = 6 + generator.below(24);
            let script = script(&mut generator.random, words, length);
            generator.push(family, Input::Script(script));
        }
    }
}

fn script(random: &mut Random, words: &[&str], length: usize) -> Vec<String> {
    let mut below = |n: u32| random.below(n);
    let (mut rows, mut columns) = (2 + below(3), 2 + below(3));
    let mut commands = vec![format!("new {rows}x{columns}")];
    for place in 0..length {
        let word = if place < 2 { "tile" } else { words[below(words.len() as u32) as usize] };
        commands.push(match word {
            "tile" => {
                // Now and then outside.
                let outside = u32::from(below(12) == 0);
                let (row, column) = (below(rows + outside), below(columns));
                format!("tile {row} {column} {}", 2 << below(2))
            }
            "move" => format!("move {}", Direction::ALL[below(4) as usize]),
            "copy" | "use" => format!("{word} {}", ["a", "b"][below(2) as usize]),
            "new" if below(3) == 0 => {
                (rows, columns) = (2 + below(3), 2 + below(3));
                format!("new {rows}x{columns}")
            }
            "new" => "grid".to_owned(),
            word => word.to_owned(),
        });
    }
    commands
}
