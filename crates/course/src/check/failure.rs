//! What is wrong with a program, in the smallest case that shows it.

use serde::{Deserialize, Serialize};

use crate::exercise::{Misconception, Test};
use crate::input::{Input, shortened};
use crate::run::{End, RunError};
use crate::texts;

use super::trial::{Trial, Verdict};
use super::{CheckOptions, Reveal, Tester, naming, shrink};

/// The kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// An answer is wrong.
    WrongAnswer,
    /// A line is no answer at all.
    NotAnAnswer,
    /// The program ended before the last case.
    TooFewLines,
    /// The program printed more lines than there are cases.
    TooManyLines,
    /// The program ended with an error.
    Crash,
    /// It took too long.
    Time,
    /// It took too much memory.
    Memory,
    /// It printed too much.
    Output,
    /// An answer cannot happen.
    Law,
    /// All answers can happen, but not so often.
    Chance,
    /// A case fails only after others.
    LeftOverState,
}

impl Kind {
    /// As it is written: `wrong-answer`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::WrongAnswer => "wrong-answer",
            Kind::NotAnAnswer => "not-an-answer",
            Kind::TooFewLines => "too-few-lines",
            Kind::TooManyLines => "too-many-lines",
            Kind::Crash => "crash",
            Kind::Time => "time",
            Kind::Memory => "memory",
            Kind::Output => "output",
            Kind::Law => "law",
            Kind::Chance => "chance",
            Kind::LeftOverState => "left-over-state",
        }
    }
}

/// How well a misconception explains the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Match {
    /// All of them.
    Equal,
    /// Nearly all of them.
    Like,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Failure {
    /// The kind.
    pub kind: Kind,
    /// The family of the case.
    pub family: Option<String>,
    /// The smallest case that shows it.
    pub case: Option<String>,
    /// The case from which it was made smaller; the cases before it where something was left over.
    pub from: Option<String>,
    /// What came out.
    pub answer: Option<String>,
    /// What should have.
    pub right: Option<String>,
    /// Why, in a sentence.
    pub why: Option<String>,
    /// The misconception, and what it is.
    pub misconception: Option<String>,
    /// What the misconception is, in words.
    pub says: Option<String>,
    /// How well it explains the answers.
    #[serde(rename = "match")]
    pub matched: Option<Match>,
    /// The hint.
    pub hint: Option<Hint>,
    /// The last lines of standard error.
    pub stderr: String,
}

/// A step towards the solution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hint {
    /// Which one, from 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    /// The text.
    pub text: String,
}

/// Finds what is wrong with the answers of a trial.
pub(super) fn find(
    tester: &mut Tester<'_>,
    trial: &Trial,
    families: &[&'static str],
    options: &CheckOptions,
    tests: &[Test],
) -> Result<Option<Failure>, RunError> {
    let Some((kind, place)) = kind(trial, tests) else { return Ok(None) };
    let name = naming::named(tester.exercise, trial, tester.program);
    let mut failure = blank(kind, trial);
    if let Some(place) = place {
        failure.family = families.get(place).map(|family| (*family).to_owned());
        match kind {
            Kind::WrongAnswer | Kind::Law => wrong(tester, trial, place, options, &mut failure, name)?,
            Kind::Crash | Kind::TooFewLines => crashed(tester, trial, place, options, &mut failure)?,
            Kind::Time | Kind::Memory | Kind::Output => hung(tester, trial, place, &mut failure, name),
            _ => show(tester, trial, place, &mut failure),
        }
    }
    if kind == Kind::Chance {
        by_chance(tester, trial, tests, &mut failure);
    }
    name_it(&mut failure, name);
    hint(tester.exercise.id, &mut failure, options);
    Ok(Some(failure))
}

/// The kind of failure, and the case that is to be shown.
fn kind(trial: &Trial, tests: &[Test]) -> Option<(Kind, Option<usize>)> {
    let missing = trial.first_missing();
    let not_an_answer = trial.verdicts.iter().position(|verdict| matches!(verdict, Verdict::NotAnAnswer(_)));
    let ended = match &trial.end {
        End::Time => Some(Kind::Time),
        End::Memory => Some(Kind::Memory),
        End::Output => Some(Kind::Output),
        End::Exited(status) if !status.success() => Some(Kind::Crash),
        End::Exited(_) => missing.map(|_| Kind::TooFewLines),
    };
    if let Some(kind) = ended {
        return Some((kind, missing));
    }
    if not_an_answer.is_some() {
        return Some((Kind::NotAnAnswer, not_an_answer));
    }
    if trial.surplus.is_some() {
        return Some((Kind::TooManyLines, None));
    }
    if let Some(place) = trial.smallest(|verdict| matches!(verdict, Verdict::Unlawful(_))) {
        return Some((Kind::Law, Some(place)));
    }
    if let Some(place) = trial.smallest(|verdict| *verdict == Verdict::Wrong) {
        return Some((Kind::WrongAnswer, Some(place)));
    }
    tests.iter().any(|test| !test.passed()).then_some((Kind::Chance, None))
}

fn blank(kind: Kind, trial: &Trial) -> Failure {
    let lines: Vec<&str> = trial.errors.lines().collect();
    let why = match (kind, &trial.end) {
        (Kind::TooManyLines, _) => Some(format!(
            "{} cases were sent, and a line was printed beyond the last answer; debug output belongs on standard error",
            trial.inputs.len()
        )),
        (Kind::Crash, End::Exited(status)) if trial.first_missing().is_none() => Some(format!(
            "all {} cases were answered, but then the program ended with {status}: does it notice that the input has ended?",
            trial.inputs.len()
        )),
        (Kind::Crash, End::Exited(status)) => Some(format!("the program ended with {status}")),
        _ => None,
    };
    Failure {
        answer: trial
            .surplus
            .as_deref()
            .filter(|_| kind == Kind::TooManyLines)
            .map(|line| shortened(line, 200)),
        why,
        stderr: lines[lines.len().saturating_sub(12)..].join("\n"),
        ..Failure::new(kind)
    }
}

impl Failure {
    /// A failure of which only the kind is known.
    pub(crate) fn new(kind: Kind) -> Failure {
        Failure {
            kind,
            family: None,
            case: None,
            from: None,
            answer: None,
            right: None,
            why: None,
            misconception: None,
            says: None,
            matched: None,
            hint: None,
            stderr: String::new(),
        }
    }

    /// What a compiler refused.
    pub(super) fn of_compiler(text: &str) -> Failure {
        let why = Some("it does not compile".to_owned());
        Failure { why, stderr: shortened(text, 4000), ..Failure::new(Kind::Crash) }
    }
}

/// Puts a case, its answer and the right one into the failure.
fn show(tester: &Tester<'_>, trial: &Trial, place: usize, failure: &mut Failure) {
    let (input, exercise) = (&trial.inputs[place], tester.exercise);
    failure.case = Some(input.to_string());
    failure.answer = trial.texts[place].clone();
    match &trial.verdicts[place] {
        Verdict::Unlawful(why) => failure.why = Some(why.clone()),
        verdict => {
            if !exercise.is_random(input) {
                failure.right = Some((exercise.right)(input));
            }
            let why = match verdict {
                Verdict::NotAnAnswer(why) => format!("{why}; debug output belongs on standard error"),
                _ => (exercise.why)(input),
            };
            failure.why = Some(why).filter(|why| !why.is_empty()).or(failure.why.take());
        }
    }
}

/// A wrong answer: alone, then smaller.
fn wrong(
    tester: &mut Tester<'_>,
    trial: &Trial,
    place: usize,
    options: &CheckOptions,
    failure: &mut Failure,
    name: Option<(&Misconception, Match)>,
) -> Result<(), RunError> {
    show(tester, trial, place, failure);
    let input = &trial.inputs[place];
    if options.only.is_some() || !options.shrink || tester.exercise.is_random(input) {
        return Ok(());
    }
    let alone = tester.ask(std::slice::from_ref(input))?;
    if alone.is_right() {
        return left_over(tester, trial, place, failure, name);
    }
    // The listed case of a misconception is the smallest there is.
    let listed =
        name.filter(|(_, matched)| *matched == Match::Equal).map(|(misconception, _)| misconception.smallest);
    if listed == Some(input.to_string().as_str()) {
        return Ok(());
    }
    if let Some(smaller) = shrink::smallest(tester, input)? {
        failure.from = Some(input.to_string());
        show(tester, &smaller, 0, failure);
    }
    Ok(())
}

/// A case that fails only after others: the shortest run of cases that shows it.
fn left_over(
    tester: &mut Tester<'_>,
    trial: &Trial,
    place: usize,
    failure: &mut Failure,
    name: Option<(&Misconception, Match)>,
) -> Result<(), RunError> {
    let listed =
        name.and_then(|(misconception, _)| Input::parse(tester.exercise.input, misconception.smallest).ok());
    if let Some(listed) = listed {
        let alone = tester.ask(&[listed])?;
        if !alone.is_right() {
            show(tester, &alone, 0, failure);
            return Ok(());
        }
    }
    failure.kind = Kind::LeftOverState;
    let fails = |trial: &Trial| trial.verdicts.last().is_some_and(|verdict| *verdict != Verdict::Right);
    let (mut fails_from, mut right_from) = (0, place);
    while right_from - fails_from > 1 && tester.may_ask() {
        let middle = usize::midpoint(fails_from, right_from);
        let part = tester.ask(&trial.inputs[middle..=place])?;
        *(if fails(&part) { &mut fails_from } else { &mut right_from }) = middle;
    }
    let pair = [trial.inputs[fails_from].clone(), trial.inputs[place].clone()];
    let shown = tester.ask(&pair)?;
    let before = match fails(&shown) {
        true => vec![pair[0].to_string()],
        false => trial.inputs[fails_from..place].iter().map(Input::to_string).collect(),
    };
    failure.from = Some(shortened(&before.join("\n"), 2000));
    failure.why = Some(
        "alone this case is answered rightly: something is left over from the case before it".to_owned(),
    );
    Ok(())
}

/// The case at which a program crashed or stopped. What it printed before may be lost, so it is searched for.
fn crashed(
    tester: &mut Tester<'_>,
    trial: &Trial,
    place: usize,
    options: &CheckOptions,
    failure: &mut Failure,
) -> Result<(), RunError> {
    show(tester, trial, place, failure);
    let fails = |trial: &Trial| trial.first_missing().is_some();
    if options.only.is_some() || !options.shrink || tester.exercise.is_random(&trial.inputs[place]) {
        return Ok(());
    }
    let mut found = place;
    if !fails(&tester.ask(&trial.inputs[place..=place])?) {
        let (mut right, mut wrong) = (0, trial.inputs.len());
        while wrong - right > 1 && tester.may_ask() {
            let middle = usize::midpoint(right, wrong);
            let part = tester.ask(&trial.inputs[..middle])?;
            *(if fails(&part) { &mut wrong } else { &mut right }) = middle;
        }
        found = wrong - 1;
    }
    show(tester, trial, found, failure);
    let from = trial.inputs[found].clone();
    if let Some(smaller) = shrink::smallest(tester, &from)? {
        failure.from = Some(from.to_string());
        show(tester, &smaller, 0, failure);
    }
    failure.answer = None;
    Ok(())
}

/// The case at which a program was stopped: where its misconception hangs, otherwise the first without an answer.
fn hung(
    tester: &Tester<'_>,
    trial: &Trial,
    place: usize,
    failure: &mut Failure,
    name: Option<(&Misconception, Match)>,
) {
    let misread = name.and_then(|(misconception, _)| tester.exercise.misread(misconception, &trial.inputs));
    let hangs = misread.and_then(|misread| misread.iter().position(|text| text == crate::exercise::HANGS));
    show(tester, trial, hangs.unwrap_or(place), failure);
    failure.answer = None;
    let bound = match failure.kind {
        Kind::Time => format!("it was stopped after {} s", tester.bounds.time.as_secs_f64()),
        Kind::Memory => format!("it was stopped with more than {} MB of memory", tester.bounds.memory >> 20),
        _ => format!(
            "it was stopped after it had printed {} MB, or a line of 4 MB",
            tester.bounds.output >> 20
        ),
    };
    failure.why = Some(format!("{bound}; {place} of {} cases were answered until then", trial.inputs.len()));
}

fn by_chance(tester: &Tester<'_>, trial: &Trial, tests: &[Test], failure: &mut Failure) {
    let worst =
        tests.iter().min_by(|one, other| (one.p / one.threshold).total_cmp(&(other.p / other.threshold)));
    if let (Some(worst), Some(chance)) = (worst, tester.exercise.chance) {
        failure.why = Some(chance.drawn(&trial.random(tester.exercise), worst));
    }
}

fn name_it(failure: &mut Failure, name: Option<(&Misconception, Match)>) {
    if let Some((misconception, matched)) = name {
        failure.misconception = Some(misconception.name.to_owned());
        failure.says = Some(misconception.says.to_owned());
        failure.matched = Some(matched);
    }
}

/// Adds the hint, and takes away what is not to be told.
pub(super) fn hint(id: &str, failure: &mut Failure, options: &CheckOptions) {
    let hints = texts::hints(id);
    let number = options.hint.clamp(1, hints.len().max(1));
    if let (Reveal::Full, Some(text)) = (options.reveal, hints.get(number - 1)) {
        failure.hint = Some(Hint { number, of: hints.len(), text: text.clone() });
    }
    if options.reveal != Reveal::Full {
        (failure.misconception, failure.says, failure.matched) = (None, None, None);
    }
    if options.reveal == Reveal::None {
        (failure.right, failure.why) = (None, None);
    }
}
