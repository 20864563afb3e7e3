//! The proof that chance is judged as promised: right programs, simulated, are checked many times.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use redouble_core::{Progress, Random, Stopped, Watch};
use serde::Serialize;

use crate::answer::Answer;
use crate::exercise::{Exercise, Selection};
use crate::statistics::ERROR;

/// What many checks of a right program came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// The exercise.
    pub exercise: String,
    /// How many checks.
    pub checks: u64,
    /// How many of them failed; the promise is at most one in a million.
    pub failed: u64,
    /// How many tests a check has.
    pub tests: usize,
    /// The smallest p of all tests of all checks.
    pub smallest_p: f64,
    /// The limit below which a test fails.
    pub threshold: f64,
    /// How often p came out below some values. A p that keeps its promise is below x in at most a share x of all tests.
    pub tails: Vec<Tail>,
}

/// How often p was below a value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tail {
    /// The value.
    pub below: f64,
    /// In how many tests.
    pub tests: u64,
    /// In what share of all.
    pub share: f64,
}

/// The values whose tails are counted.
const TAILS: [f64; 5] = [0.1, 0.01, 1e-3, 1e-4, 1e-5];

/// Checks a right program, simulated, so many times.
///
/// # Errors
/// If the watch stops it.
///
/// # Panics
/// If the exercise has no chance in it.
pub fn calibrate(
    exercise: &'static Exercise,
    checks: u64,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Calibration, Stopped> {
    let done = AtomicU64::new(0);
    let of_check = |check: usize| {
        watch.check()?;
        let found = ps(exercise, Random::game_seed(seed, check as u64));
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        watch.progress(Progress::of("checking", done, checks, "checks"));
        Ok(found)
    };
    let all: Vec<Vec<f64>> =
        (0..checks as usize).into_par_iter().with_max_len(1).map(of_check).collect::<Result<_, _>>()?;
    let tests = all.first().map_or(0, Vec::len);
    let threshold = ERROR / tests.max(1) as f64;
    let flat = || all.iter().flatten().copied();
    let tail = |below: f64| {
        let count = flat().filter(|p| *p < below).count() as u64;
        Tail { below, tests: count, share: count as f64 / (checks * tests as u64).max(1) as f64 }
    };
    Ok(Calibration {
        exercise: exercise.id.to_owned(),
        checks,
        failed: all.iter().filter(|ps| ps.iter().any(|p| *p < threshold)).count() as u64,
        tests,
        smallest_p: flat().fold(1.0, f64::min),
        threshold,
        tails: TAILS.into_iter().map(tail).collect(),
    })
}

/// The p of all tests of one check; a broken law counts as 0.
fn ps(exercise: &'static Exercise, seed: u64) -> Vec<f64> {
    let chance = exercise.chance.expect("an exercise with chance");
    let mut random = Random::new(seed);
    let cases = exercise.cases(&Selection { seed, ..Selection::default() });
    let inputs = cases.into_iter().map(|case| case.input).filter(|input| exercise.is_random(input));
    let answered: Vec<_> = inputs
        .map(|input| {
            let text = chance.simulated(&input, None, &mut random);
            let answer = Answer::parse(exercise.answer, &text).expect("our own answer");
            (input, answer)
        })
        .collect();
    let lawful = answered.iter().all(|(input, answer)| chance.law(input, answer).is_ok());
    let answered: Vec<_> = answered.iter().map(|(input, answer)| (input, answer)).collect();
    chance.tests(&answered).into_iter().map(|test| if lawful { test.p } else { 0.0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exercises::{sampling::SAMPLING, spawn::SPAWN};

    /// Twenty checks, so that p below 0.1 and 0.01 come about as often as they should: not ten times as often.
    #[test]
    fn right_programs_pass_and_tails_keep_their_promise() {
        for exercise in [&SPAWN, &SAMPLING] {
            let found = calibrate(exercise, 20, 1, &()).unwrap();
            assert_eq!(found.failed, 0, "{found:?}");
            assert!(found.tails[0].share < 0.2 && found.tails[1].share < 0.05, "{found:?}");
            assert!(found.tails[0].share > 0.01, "{found:?}");
        }
    }
}
