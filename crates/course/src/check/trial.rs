//! One start of the program, and what its answers are worth.

use redouble_core::Watch;

use crate::answer::Answer;
use crate::exercise::{Exercise, Test};
use crate::input::Input;
use crate::run::{self, Bounds, End, Program, RunError};

/// What an answer is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is right.
    Right,
    /// It is wrong.
    Wrong,
    /// It cannot happen, for this reason.
    Unlawful(String),
    /// It is no answer, for this reason.
    NotAnAnswer(String),
    /// There is none.
    Missing,
}

/// The answers of one start.
pub struct Trial {
    /// The cases.
    pub inputs: Vec<Input>,
    /// What was printed for each.
    pub texts: Vec<Option<String>>,
    /// The answers that can be read.
    pub answers: Vec<Option<Answer>>,
    /// What each is worth.
    pub verdicts: Vec<Verdict>,
    /// The first line that was printed beyond the last answer.
    pub surplus: Option<String>,
    /// How the program ended.
    pub end: End,
    /// The end of its standard error.
    pub errors: String,
}

/// Starts the program with these cases and judges what it prints.
pub(super) fn run(
    exercise: &Exercise,
    program: &Program,
    inputs: &[Input],
    bounds: &Bounds,
    watch: &dyn Watch,
) -> Result<Trial, RunError> {
    let sent: String = inputs.iter().map(Input::sent).collect();
    let ran = run::run(program, sent.into_bytes(), bounds, watch)?;
    Ok(Trial::judge(exercise, inputs, &ran.lines, ran.end, ran.errors))
}

impl Trial {
    /// Judges printed lines.
    #[must_use]
    pub fn judge(exercise: &Exercise, inputs: &[Input], lines: &[String], end: End, errors: String) -> Trial {
        let mut next = 0;
        let mut trial = Trial {
            inputs: inputs.to_vec(),
            texts: Vec::with_capacity(inputs.len()),
            answers: Vec::with_capacity(inputs.len()),
            verdicts: Vec::with_capacity(inputs.len()),
            surplus: None,
            end,
            errors,
        };
        for input in inputs {
            let text = lines.get(next..next + input.lines()).map(|lines| lines.join("\n"));
            next += input.lines();
            let (answer, verdict) = match &text {
                None => (None, Verdict::Missing),
                Some(text) => judged(exercise, input, text),
            };
            trial.texts.push(text);
            trial.answers.push(answer);
            trial.verdicts.push(verdict);
        }
        let rest = lines.get(next..).unwrap_or_default();
        trial.surplus = rest.iter().find(|line| !line.trim().is_empty()).cloned();
        trial
    }

    /// The first case without an answer.
    pub(super) fn first_missing(&self) -> Option<usize> {
        self.verdicts.iter().position(|verdict| *verdict == Verdict::Missing)
    }

    /// The smallest case with a verdict that `wanted` accepts.
    pub(super) fn smallest(&self, wanted: impl Fn(&Verdict) -> bool) -> Option<usize> {
        let places = (0..self.inputs.len()).filter(|&place| wanted(&self.verdicts[place]));
        places.min_by_key(|&place| (self.inputs[place].size(), place))
    }

    /// Whether all is as it should be.
    pub(super) fn is_right(&self) -> bool {
        let ended = matches!(self.end, End::Exited(status) if status.success());
        ended && self.surplus.is_none() && self.verdicts.iter().all(|verdict| *verdict == Verdict::Right)
    }

    /// The answers that depend on chance.
    pub(super) fn random<'a>(&'a self, exercise: &Exercise) -> Vec<(&'a Input, &'a Answer)> {
        let answered = self.inputs.iter().zip(&self.answers);
        let answered = answered.filter_map(|(input, answer)| Some((input, answer.as_ref()?)));
        answered.filter(|(input, _)| exercise.is_random(input)).collect()
    }

    /// The statistical tests, where all answers are there.
    pub(super) fn tests(&self, exercise: &Exercise) -> Vec<Test> {
        let complete = self.verdicts.iter().all(|verdict| matches!(verdict, Verdict::Right | Verdict::Wrong));
        match exercise.chance {
            Some(chance) if complete => chance.tests(&self.random(exercise)),
            _ => Vec::new(),
        }
    }
}

fn judged(exercise: &Exercise, input: &Input, text: &str) -> (Option<Answer>, Verdict) {
    let answer = match Answer::parse(exercise.answer, text) {
        Ok(answer) => answer,
        Err(why) => return (None, Verdict::NotAnAnswer(why)),
    };
    let verdict = match exercise.chance {
        Some(chance) if chance.is_random(input) => match chance.law(input, &answer) {
            Ok(()) => Verdict::Right,
            Err(why) => Verdict::Unlawful(why),
        },
        _ => {
            let right = Answer::parse(exercise.answer, &(exercise.right)(input)).expect("our own answer");
            if answer.agrees(&right) { Verdict::Right } else { Verdict::Wrong }
        }
    };
    (Some(answer), verdict)
}
