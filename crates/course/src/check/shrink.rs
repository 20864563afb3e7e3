//! Smaller cases that still fail.

use redouble_core::{Board, Grid, Shape, Tile};

use crate::input::Input;
use crate::plain;
use crate::run::RunError;

use super::Tester;
use super::trial::{Trial, Verdict};

/// The smallest case that can be reached from a failing one by small steps that all fail, with its trial.
pub(super) fn smallest(tester: &mut Tester<'_>, from: &Input) -> Result<Option<Trial>, RunError> {
    let mut best = None;
    let mut current = from.clone();
    while tester.may_ask() {
        let candidates = candidates(tester, &current);
        if candidates.is_empty() {
            break;
        }
        let trial = tester.ask(&candidates)?;
        let fails =
            |verdict: &Verdict| matches!(verdict, Verdict::Wrong | Verdict::Unlawful(_) | Verdict::Missing);
        let Some(place) = trial.smallest(fails) else { break };
        // Alone, because something may be left over from the cases before it.
        let alone = tester.ask(&candidates[place..=place])?;
        if alone.is_right() {
            break;
        }
        current = candidates[place].clone();
        best = Some(alone);
    }
    Ok(best)
}

/// Everything that is a small step smaller, the smallest first.
fn candidates(tester: &Tester<'_>, input: &Input) -> Vec<Input> {
    let size = input.size();
    let mut candidates: Vec<Input> = steps(input)
        .into_iter()
        .filter(|step| step.size() < size && (tester.exercise.admissible)(step))
        .collect();
    candidates.sort_by_key(Input::size);
    candidates.dedup();
    candidates.truncate(400);
    candidates
}

fn steps(input: &Input) -> Vec<Input> {
    match input {
        Input::Line(line) => line_steps(line).into_iter().map(Input::Line).collect(),
        Input::Script(commands) => script_steps(commands).into_iter().map(Input::Script).collect(),
        Input::Mean(values) => {
            let without = |place: usize| [&values[..place], &values[place + 1..]].concat();
            (0..values.len()).filter(|_| values.len() > 1).map(|place| Input::Mean(without(place))).collect()
        }
        Input::Weighted(weights, board) => {
            let without = |place: usize| [&weights[..place], &weights[place + 1..]].concat();
            let fewer = (0..weights.len()).filter(|_| weights.len() > 1).map(without);
            let fewer = fewer.map(|weights| Input::Weighted(weights, *board));
            fewer.chain(board_steps(board).into_iter().map(|board| input.with_board(board))).collect()
        }
        _ => input.board().map_or(Vec::new(), |board| {
            board_steps(board).into_iter().map(|board| input.with_board(board)).collect()
        }),
    }
}

/// Commands left out, the last first.
fn script_steps(commands: &[String]) -> Vec<Vec<String>> {
    let without = |place: usize| [&commands[..place], &commands[place + 1..]].concat();
    let cut = (1..commands.len()).map(|length| commands[..length].to_vec());
    (1..commands.len()).rev().map(without).chain(cut).collect()
}

/// Cells emptied, exponents lowered, tiles exchanged towards the front; long lines halved.
fn line_steps(line: &[i64]) -> Vec<Vec<i64>> {
    if line.len() > 32 {
        let half = line.len() / 2;
        return vec![line[..half].to_vec(), line[half..].to_vec(), line[1..].to_vec()];
    }
    let mut steps = Vec::new();
    for place in 0..line.len() {
        let mut with = |value: i64| {
            let mut step = line.to_vec();
            step[place] = value;
            steps.push(step);
        };
        if line[place] != 0 {
            with(0);
            with(2.max(line[place] / 2));
            with(2);
        }
    }
    for one in 0..line.len() {
        for other in one + 1..line.len() {
            let mut step = line.to_vec();
            step.swap(one, other);
            steps.push(step);
        }
    }
    steps
}

/// Cells emptied, exponents lowered, all tiles of a value lowered, tiles exchanged towards the top left.
fn board_steps(board: &Board) -> Vec<Board> {
    let (shape, exponents) = (board.shape(), plain::exponents(board));
    let mut steps = Vec::new();
    let mut push = |exponents: Vec<u8>| steps.extend(from_exponents(shape, &exponents));
    for place in 0..exponents.len() {
        let lowered = [0, 1, exponents[place].saturating_sub(1)];
        for exponent in lowered.into_iter().filter(|_| exponents[place] > 0) {
            let mut step = exponents.clone();
            step[place] = exponent;
            push(step);
        }
        for other in place + 1..exponents.len() {
            let mut step = exponents.clone();
            step.swap(place, other);
            push(step);
        }
    }
    for value in 2..=17 {
        if exponents.contains(&value) {
            push(
                exponents
                    .iter()
                    .map(|&exponent| if exponent == value { value - 1 } else { exponent })
                    .collect(),
            );
        }
    }
    steps
}

/// The board of these exponents, if it has a tile.
fn from_exponents(shape: Shape, exponents: &[u8]) -> Option<Board> {
    let board = Board::from_tiles(shape, exponents.iter().map(|&exponent| Tile::new(exponent))).ok()?;
    (board.count_empty() < shape.cells()).then_some(board)
}
