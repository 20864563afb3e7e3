//! Which misconception explains the answers?

use std::cmp::Ordering;

use crate::answer::Answer;
use crate::exercise::{CRASHES, Exercise, HANGS, Misconception};
use crate::run::{End, Program};

use super::failure::Match;
use super::trial::{Trial, Verdict};

/// A misconception that shares so many of all wrong answers is likely the one.
const LIKE: f64 = 0.95;

/// The misconception whose answers are those of the program: equal everywhere, or nearly.
///
/// The smallest failing case alone does not tell: many misconceptions fail there in the same way.
///
/// Where several fit, which happens with overflows, the language decides: Python and JavaScript do not overflow.
#[must_use]
pub fn named(
    exercise: &'static Exercise,
    trial: &Trial,
    program: &Program,
) -> Option<(&'static Misconception, Match)> {
    // One case says little: several misconceptions may answer it alike.
    if trial.inputs.len() == 1 {
        return only_match(exercise, trial);
    }
    let misread = exercise.misconceptions.iter().filter_map(|misconception| {
        let answers = exercise.misread(misconception, &trial.inputs)?;
        Some((misconception, similarity(exercise, trial, &answers)))
    });
    let mut misread: Vec<_> = misread.collect();
    let overflows = !is_unbounded(program);
    misread.sort_by_key(|(misconception, _)| misconception.needs_fixed_width() != overflows);
    let best =
        misread.into_iter().max_by(|(_, one), (_, other)| one.total_cmp(other).then(Ordering::Greater));
    match best {
        Some((best, 1.0)) => Some((best, Match::Equal)),
        Some((best, LIKE..)) => Some((best, Match::Like)),
        _ => by_chance(exercise, trial),
    }
}

/// Whether the program is in a language whose numbers do not overflow.
fn is_unbounded(program: &Program) -> bool {
    program.command.iter().take(2).any(|word| {
        let name = word.rsplit('/').next().unwrap_or_default();
        ["python", "node", "pypy", "deno", "bun"].iter().any(|language| name.starts_with(language))
            || [".py", ".js"].iter().any(|ending| name.ends_with(ending))
    })
}

fn by_chance(exercise: &'static Exercise, trial: &Trial) -> Option<(&'static Misconception, Match)> {
    let number = exercise.chance?.explained(&trial.random(exercise))?;
    let is = |misconception: &&Misconception| matches!(misconception.answers, crate::exercise::Answers::Chance(own) if own == number);
    exercise.misconceptions.iter().find(is).map(|misconception| (misconception, Match::Like))
}

/// Of one case: the misconception that answers it so, if there is only one.
fn only_match(exercise: &'static Exercise, trial: &Trial) -> Option<(&'static Misconception, Match)> {
    let mut fitting = exercise.misconceptions.iter().filter(|misconception| {
        let answers = exercise.misread(misconception, &trial.inputs);
        answers.is_some_and(|answers| similarity(exercise, trial, &answers) == 1.0)
    });
    let first = fitting.next()?;
    fitting.next().is_none().then_some((first, Match::Like))
}

/// Of the cases that the program or the misconception gets wrong, the share on which both say the same.
fn similarity(exercise: &Exercise, trial: &Trial, misread: &[String]) -> f64 {
    let ends = misread.iter().position(|text| text == CRASHES || text == HANGS);
    let missing = trial.first_missing();
    match (ends, missing) {
        (Some(ends), Some(missing)) if fits_end(&trial.end, &misread[ends]) && missing <= ends => {}
        (None, None) => {}
        _ => return 0.0,
    }
    let (mut wrong, mut same) = (0, 0);
    for (place, text) in misread.iter().enumerate().take(missing.unwrap_or(misread.len())) {
        if exercise.is_random(&trial.inputs[place]) {
            continue;
        }
        let right = trial.verdicts[place] == Verdict::Right;
        let misread = Answer::parse(exercise.answer, text).ok();
        let agrees = match (&trial.answers[place], &misread) {
            (Some(answer), Some(misread)) => answer.agrees(misread),
            (None, None) => trial.texts[place].as_deref() == Some(text.as_str()),
            _ => false,
        };
        // Where the program is right and the misconception says the same, nothing is learnt.
        if !(right && agrees) {
            wrong += 1;
            same += usize::from(agrees);
        }
    }
    match (wrong, missing) {
        (0, Some(_)) => 1.0,
        (0, None) => 0.0,
        _ => f64::from(same as u32) / f64::from(wrong as u32),
    }
}

fn fits_end(end: &End, misread: &str) -> bool {
    match end {
        End::Exited(status) => misread == CRASHES && !status.success(),
        End::Time => misread == HANGS,
        End::Memory | End::Output => false,
    }
}
