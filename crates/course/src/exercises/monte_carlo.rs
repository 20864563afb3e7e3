//! `monte-carlo`: moves tried out by playing on at random.

use std::collections::HashMap;

use redouble_core::{Board, Direction, FourChance, Grid, Random, Symmetry, Tile};

use crate::answer::{Answer, AnswerForm};
use crate::exercise::{Answers, Chance, Exercise, Misconception, Test, always, unexplained};
use crate::generate::Generator;
use crate::input::{Input, InputForm};
use crate::statistics::{ERROR, bernstein_p};

use super::chance::{self, uniform};
use super::heuristic::heuristic_of;

/// Moves tried out by playing on at random.
pub static MONTE_CARLO: Exercise = Exercise {
    id: "monte-carlo",
    input: InputForm::Simulation,
    answer: AnswerForm::Means,
    generate,
    admissible: always,
    right: |_| String::new(),
    why: unexplained,
    misconceptions: MISCONCEPTIONS,
    chance: Some(&Simulating),
    seconds: 120,
};

/// Few empty cells, so that every misconception shifts some mean by at least 0.2.
const BOARDS: [&str; 4] = [
    "4,16,4,8/2,32,64,128/16,2,4,2/8,.,8,2",
    "8,2,32,2/32,16,128,8/2,4,8,2/.,.,2,4",
    "16,4,4,2/8,2,8,2/8,32,4,16/4,.,16,8",
    "32,8,8,4/4,2,8,./2,8,2,16/4,32,16,4",
];

/// Printed with two digits, a mean may be off by so much.
const ROUNDING: f64 = 0.005;

const MISCONCEPTIONS: &[Misconception] = &[
    misconception(0, "no-last-spawn", "no tile came after the last move"),
    misconception(1, "no-spawns", "no tiles came during the runs"),
    misconception(2, "half-fours", "new tiles were 2 and 4 equally often; a 4 comes once in ten"),
    misconception(3, "twos-only", "all new tiles were 2s; one in ten is a 4"),
    misconception(
        4,
        "illegal-moves-pass",
        "random moves were drawn from all four directions, and illegal ones used up a move",
    ),
    misconception(
        5,
        "dead-is-0",
        "a run that met a lost board counted 0; it counts the heuristic of that board",
    ),
    misconception(6, "one-move-more", "one move more was played: DEPTH counts the deliberate move too"),
    misconception(7, "one-move-less", "one move less was played than DEPTH says"),
    misconception(8, "largest-not-mean", "the best run was printed instead of the mean of all"),
    misconception(9, "chooses-another", "the direction is not the one with the largest mean"),
];

const fn misconception(number: usize, name: &'static str, says: &'static str) -> Misconception {
    Misconception { name, says, smallest: "", answers: Answers::Chance(number) }
}

fn generate(generator: &mut Generator) {
    let families = ["four-moves", "two-moves", "one-hole", "narrow"];
    for (text, family) in BOARDS.iter().zip(families) {
        let board: Board = text.parse().expect("a board that is written here");
        // A symmetry changes no mean, but the place of everything.
        let symmetry = generator.one_of(&Symmetry::ALL);
        generator.repeat(family, Input::Simulation(3, 20_000, board.transformed(symmetry)));
    }
}

struct Simulating;

/// How runs go, right or wrong in one respect.
#[derive(Clone, Copy)]
struct Run {
    fours: f64,
    spawns: bool,
    last_spawn: bool,
    passes: bool,
    dead_is_0: bool,
    more: i32,
}

impl Run {
    /// The runs of the misconception of this number, of those that change runs.
    fn of(number: Option<usize>) -> Run {
        let right =
            Run { fours: 0.1, spawns: true, last_spawn: true, passes: false, dead_is_0: false, more: 0 };
        match number {
            Some(0) => Run { last_spawn: false, ..right },
            Some(1) => Run { spawns: false, ..right },
            Some(2) => Run { fours: 0.5, ..right },
            Some(3) => Run { fours: 0.0, ..right },
            Some(4) => Run { passes: true, ..right },
            Some(5) => Run { dead_is_0: true, ..right },
            Some(6) => Run { more: 1, ..right },
            Some(7) => Run { more: -1, ..right },
            _ => right,
        }
    }

    fn moves(self, depth: u32) -> u32 {
        depth.saturating_add_signed(self.more).max(1)
    }
}

/// Mean, mean of squares and range of the values of runs.
#[derive(Clone, Copy, Debug)]
struct Moments {
    mean: f64,
    square: f64,
    least: f64,
    most: f64,
}

impl Moments {
    fn of(value: f64) -> Moments {
        Moments { mean: value, square: value * value, least: value, most: value }
    }

    /// The mixture of these, with their weights.
    fn mixed(parts: &[(f64, Moments)]) -> Moments {
        let mut mixed = Moments { mean: 0.0, square: 0.0, least: f64::INFINITY, most: f64::NEG_INFINITY };
        for (weight, part) in parts.iter().filter(|(weight, _)| *weight > 0.0) {
            mixed.mean += weight * part.mean;
            mixed.square += weight * part.square;
            mixed.least = mixed.least.min(part.least);
            mixed.most = mixed.most.max(part.most);
        }
        mixed
    }

    fn variance(self) -> f64 {
        (self.square - self.mean * self.mean).max(0.0)
    }
}

/// Enumerates all runs.
struct Enumeration {
    run: Run,
    known: HashMap<(Board, u32), Moments>,
}

impl Enumeration {
    /// The board after a slide, with so many moves left.
    fn after(&mut self, board: Board, left: u32) -> Moments {
        let spawns = self.run.spawns && (left > 0 || self.run.last_spawn);
        if !spawns {
            return self.turn(board, left);
        }
        let empty: Vec<_> = board.shape().all_cells().filter(|&cell| board.tile(cell).is_none()).collect();
        let share = 1.0 / empty.len() as f64;
        let mut parts = Vec::new();
        for cell in empty {
            for (tile, chance) in [(Tile::TWO, 1.0 - self.run.fours), (Tile::FOUR, self.run.fours)] {
                if chance > 0.0 {
                    parts.push((chance * share, self.turn(board.with_tile(cell, Some(tile)), left)));
                }
            }
        }
        Moments::mixed(&parts)
    }

    /// Our turn, with so many moves left.
    fn turn(&mut self, board: Board, left: u32) -> Moments {
        if let Some(known) = self.known.get(&(board, left)) {
            return *known;
        }
        let legal = board.legal();
        let moments = if self.run.dead_is_0 && legal.is_empty() {
            Moments::of(0.0)
        } else if left == 0 || legal.is_empty() {
            Moments::of(heuristic_of(&board) as f64)
        } else {
            let tried: Vec<Direction> = match self.run.passes {
                true => Direction::ALL.to_vec(),
                false => legal.into_iter().collect(),
            };
            let share = 1.0 / tried.len() as f64;
            let parts: Vec<(f64, Moments)> = tried
                .into_iter()
                .map(|direction| match board.slid(direction) {
                    Some((after, _)) => (share, self.after(after, left - 1)),
                    None => (share, self.turn(board, left - 1)),
                })
                .collect();
            Moments::mixed(&parts)
        };
        self.known.insert((board, left), moments);
        moments
    }
}

fn parts(input: &Input) -> (u32, u32, Board) {
    let Input::Simulation(depth, runs, board) = input else { panic!("a case that is a simulation") };
    (*depth, *runs, *board)
}

/// The exact moments of each legal move.
fn exact(input: &Input, run: Run) -> Vec<(Direction, Moments)> {
    let (depth, _, board) = parts(input);
    let mut enumeration = Enumeration { run, known: HashMap::new() };
    let moments = |direction: Direction| {
        let (after, _) = board.slid(direction)?;
        Some((direction, enumeration.after(after, run.moves(depth) - 1)))
    };
    Direction::ALL.into_iter().filter_map(moments).collect()
}

/// What a judge needs to know about a case: `direction:mean:variance:range` of every legal direction.
pub(crate) fn known(input: &Input) -> String {
    let word = |(direction, moments): &(Direction, Moments)| {
        format!("{direction}:{:.9}:{:.9}:{}", moments.mean, moments.variance(), moments.most - moments.least)
    };
    exact(input, Run::of(None)).iter().map(word).collect::<Vec<_>>().join(" ")
}

impl Chance for Simulating {
    fn is_random(&self, _: &Input) -> bool {
        true
    }

    fn law(&self, input: &Input, answer: &Answer) -> Result<(), String> {
        let Answer::Means(choice, means) = answer else { return Err("this is no list of means".to_owned()) };
        let printed: Vec<Direction> = means.iter().map(|(direction, _)| *direction).collect();
        let legal: Vec<Direction> = parts(input).2.legal().into_iter().collect();
        if printed != legal {
            return Err(format!(
                "the legal directions are {}, each with its mean",
                super::legal::names(&legal)
            ));
        }
        let most = means.iter().map(|(_, mean)| *mean).fold(f64::NEG_INFINITY, f64::max);
        let chosen = means.iter().find(|(direction, _)| direction == choice).map(|(_, mean)| *mean);
        match chosen {
            Some(mean) if mean >= most => Ok(()),
            _ => Err(format!("{choice} was chosen, but another mean is larger")),
        }
    }

    fn tests(&self, answered: &[(&Input, &Answer)]) -> Vec<Test> {
        chance::share_out(tests(answered, Run::of(None)))
    }

    fn simulated(&self, input: &Input, misconception: Option<usize>, random: &mut Random) -> String {
        let (_, runs, board) = parts(input);
        let run = Run::of(misconception);
        let mut means: Vec<(Direction, f64)> = Vec::new();
        for direction in board.legal() {
            let values: Vec<f64> = (0..runs).map(|_| played(input, direction, run, random)).collect();
            let mean = match misconception {
                Some(8) => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
                _ => values.iter().sum::<f64>() / f64::from(runs),
            };
            means.push((direction, mean));
        }
        let better = |one: &&(Direction, f64), other: &&(Direction, f64)| one.1.total_cmp(&other.1);
        let best =
            if misconception == Some(9) { means.iter().min_by(better) } else { means.iter().max_by(better) };
        let words: Vec<String> =
            means.iter().map(|(direction, mean)| format!("{direction}:{mean:.4}")).collect();
        format!("{} {}", best.expect("a legal move").0, words.join(" "))
    }

    fn explained(&self, answered: &[(&Input, &Answer)]) -> Option<usize> {
        let passes = |number: Option<usize>| {
            let tests = tests(answered, Run::of(number));
            let limit = ERROR / tests.len().max(1) as f64;
            let worst = tests.iter().map(|test| test.p).fold(1.0, f64::min);
            (worst >= limit).then_some(worst)
        };
        let chosen = answered.iter().any(|(input, answer)| self.law(input, answer).is_err());
        if chosen && passes(None).is_some() {
            return Some(9);
        }
        let means = answered.iter().flat_map(|(_, answer)| {
            if let Answer::Means(_, means) = answer { means.as_slice() } else { &[] }
        });
        let mut whole = means.clone().map(|(_, mean)| mean.fract() == 0.0);
        if whole.all(|whole| whole) && means.count() > 0 {
            return Some(8);
        }
        let fitting = (0..8).filter_map(|number| Some((passes(Some(number))?, number)));
        fitting.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, number)| number)
    }

    fn drawn(&self, _: &[(&Input, &Answer)], worst: &Test) -> String {
        format!(
            "{}: a mean of {} over {} runs, expected {:.4}; chance does that with probability at most {:.1e}, the limit is {:.1e}",
            worst.test, worst.observed, worst.n, worst.expected, worst.p, worst.threshold
        )
    }
}

/// Every printed mean, and their sum, against the exact one.
fn tests(answered: &[(&Input, &Answer)], run: Run) -> Vec<Test> {
    let mut tests = Vec::new();
    let (mut off, mut variance, mut range, mut total, mut runs_of_all) = (0.0, 0.0, 0.0_f64, 0.0, 0);
    for (number, (input, answer)) in answered.iter().enumerate() {
        let Answer::Means(_, means) = answer else { continue };
        let runs = parts(input).1;
        for (direction, moments) in exact(input, run) {
            let Some((_, mean)) = means.iter().find(|(other, _)| *other == direction) else { continue };
            let spread = moments.most - moments.least;
            let away = ((mean - moments.mean).abs() - ROUNDING).max(0.0);
            tests.push(Test {
                test: format!("board {}: {direction}", number + 1),
                n: u64::from(runs),
                observed: *mean,
                expected: moments.mean,
                p: bernstein_p(f64::from(runs), moments.variance(), spread, away),
                threshold: ERROR,
            });
            off += mean - moments.mean;
            total += moments.mean;
            variance += moments.variance();
            range = range.max(spread);
            runs_of_all = runs;
        }
    }
    let away = (off.abs() - ROUNDING * tests.len() as f64).max(0.0);
    tests.push(Test {
        test: "the sum of all means".to_owned(),
        n: u64::from(runs_of_all),
        observed: total + off,
        expected: total,
        p: bernstein_p(f64::from(runs_of_all), variance, range, away),
        threshold: ERROR,
    });
    tests
}

/// One run.
fn played(input: &Input, first: Direction, run: Run, random: &mut Random) -> f64 {
    let (depth, _, mut board) = parts(input);
    let moves = run.moves(depth);
    let fours = FourChance::new(run.fours).expect("a probability");
    for number in 0..moves {
        let legal = board.legal();
        if legal.is_empty() {
            break;
        }
        let tried = match (number, run.passes) {
            (0, _) => first,
            (_, true) => Direction::ALL[(uniform(random) * 4.0) as usize],
            (_, false) => legal.nth(random.below(legal.len() as u32) as usize).expect("a legal move"),
        };
        let Some((after, _)) = board.slid(tried) else { continue };
        board = after;
        if run.spawns && (number + 1 < moves || run.last_spawn) {
            let after = redouble_core::Afterstate::new(board).expect("a slide leaves room");
            board = after.spawn_random(fours, random).board();
        }
    }
    let dead = run.dead_is_0 && board.legal().is_empty();
    if dead { 0.0 } else { heuristic_of(&board) as f64 }
}

#[cfg(test)]
mod tests_of_means {
    use super::*;

    #[test]
    fn exact_means_are_as_verified() {
        let input = Input::parse(InputForm::Simulation, "3 20000 8,2,32,2/32,16,128,8/2,4,8,2/.,.,2,4")
            .expect("a case");
        let found = exact(&input, Run::of(None));
        for ((direction, moments), (name, mean, sd)) in
            found.iter().zip([("down", 2.703_542, 0.957_334), ("left", 4.481_307, 2.625_223)])
        {
            assert_eq!(direction.name(), name);
            assert!(
                (moments.mean - mean).abs() < 1e-5 && (moments.variance().sqrt() - sd).abs() < 1e-5,
                "{moments:?}"
            );
        }
    }
}
