//! The result of a check in words.

use std::fmt::Write as _;

use crate::answer::{Answer, AnswerForm};
use crate::check::{CheckReport, Failure, Kind, Match};
use crate::exercise::Exercise;
use crate::exercises;
use crate::input::{Input, drawn, shortened};

/// The result as text; `again` is the command that repeats the check.
#[must_use]
pub fn text(report: &CheckReport, again: &str) -> String {
    let exercise = exercises::ALL.iter().copied().find(|exercise| exercise.id == report.exercise);
    let mut text = headline(report) + "\n";
    report.notes.iter().for_each(|note| text += &format!("{note}\n"));
    let Some(failure) = &report.failure else {
        if let Some(sentence) = caution(report) {
            text += &format!("{sentence}\n");
        }
        return text;
    };
    match exercise {
        Some(exercise) => {
            case(exercise, failure, &mut text);
            answers(exercise, failure, &mut text);
        }
        None => row(failure, &mut text),
    }
    let mut line = |label: &str, value: &str| {
        let value = value.replace('\n', "\n              ");
        let _ = writeln!(text, "{label:<13} {value}");
    };
    if let (Some(name), Some(says)) = (&failure.misconception, &failure.says) {
        line(
            if failure.matched == Some(Match::Equal) { "this is" } else { "looks like" },
            &format!("{name}: {says}"),
        );
    }
    if !failure.stderr.is_empty() {
        line("on stderr", &failure.stderr);
    }
    if let Some(hint) = &failure.hint {
        line(&format!("hint {} of {}", hint.number, hint.of), &hint.text);
    }
    if let (Some(case), Some(_)) = (&failure.case, exercise) {
        let shown = if case.len() <= 400 { format!(" --case \"{case}\"") } else { String::new() };
        line("again", &again.replace(" {case}", &shown));
    }
    text
}

fn headline(report: &CheckReport) -> String {
    let CheckReport { exercise, cases, failed, seed, .. } = report;
    let in_parts = !exercises::ALL.iter().any(|known| known.id == exercise);
    let many = if *cases == 1 { "case" } else { "cases" };
    let Some(failure) = &report.failure else {
        let right = if in_parts { String::new() } else { format!(": {cases} {many} right") };
        return format!("{exercise}  passed{right} (seed {seed}), {} points", report.points);
    };
    if in_parts && report.starts > 0 {
        let part = failure.family.as_deref().unwrap_or(failure.kind.name());
        return format!("{exercise}  not passed: {part} ({})", failure.kind.name());
    }
    let what = match failure.kind {
        Kind::WrongAnswer | Kind::LeftOverState => format!("{failed} of {cases} {many} wrong"),
        Kind::NotAnAnswer => "a line is not an answer".to_owned(),
        Kind::TooFewLines => {
            format!("the program ended after {} of {cases} answers", cases - failed.min(cases))
        }
        Kind::TooManyLines => "more lines were printed than cases were sent".to_owned(),
        Kind::Crash if report.starts == 0 => "it does not compile".to_owned(),
        Kind::Crash => "the program crashed".to_owned(),
        Kind::Time => "it takes too long".to_owned(),
        Kind::Memory => "it takes too much memory".to_owned(),
        Kind::Output => "it prints too much".to_owned(),
        Kind::Law => format!("{failed} of {cases} answers cannot happen"),
        Kind::Chance => "every answer can happen, but not so often".to_owned(),
    };
    format!("{exercise}  not passed: {what} (seed {seed}){}", only_family(report))
}

/// Where all failures are of one family, which.
fn only_family(report: &CheckReport) -> String {
    let failed: Vec<&str> = report
        .families
        .iter()
        .filter(|family| family.failed > 0)
        .map(|family| family.name.as_str())
        .collect();
    match failed[..] {
        [family] if report.families.len() > 1 => format!(", all in the family {family}"),
        _ => String::new(),
    }
}

fn caution(report: &CheckReport) -> Option<String> {
    let fours = report.statistics.iter().find(|test| test.test == "all 4s")?;
    Some(format!(
        "4s: {} of {}; a rate between 0.093 and 0.107 cannot be told from 0.1 by so many draws",
        fours.observed, fours.n
    ))
}

/// What is wrong with a table or a player.
fn row(failure: &Failure, text: &mut String) {
    let parts = [
        ("the row", &failure.case),
        ("your answer", &failure.answer),
        ("right answer", &failure.right),
        ("because", &failure.why),
    ];
    for (label, part) in parts {
        if let Some(part) = part {
            let _ = writeln!(text, "{label:<13} {}", shortened(part, 400));
        }
    }
}

fn case(exercise: &Exercise, failure: &Failure, text: &mut String) {
    let Some(case) = &failure.case else { return };
    let heading = match failure.kind {
        Kind::Time | Kind::Memory | Kind::Output => "the case at which it was stopped",
        Kind::LeftOverState => "a case that fails only after others",
        Kind::NotAnAnswer => "the first case with such a line",
        _ => "the smallest case that fails",
    };
    let drawn = Input::parse(exercise.input, case)
        .map_or_else(|_| format!("     {}\n", shortened(case, 200)), |input| input.drawn());
    let _ = write!(text, "{heading}\n{drawn}");
    if let (Kind::LeftOverState, Some(from)) = (failure.kind, &failure.from) {
        let _ = writeln!(text, "after\n     {}", shortened(from, 400).replace('\n', "\n     "));
    }
}

fn answers(exercise: &Exercise, failure: &Failure, text: &mut String) {
    let mut line = |label: &str, value: &str| {
        let _ = writeln!(text, "{label:<13} {}", shortened(value, 400).replace('\n', "\n              "));
    };
    let is_script = exercise.answer == AnswerForm::Script;
    if let (true, Some(mine), Some(right)) = (is_script, &failure.answer, &failure.right) {
        // A script is long; what matters is the first line that differs.
        if let Some((mine, right)) = mine.lines().zip(right.lines()).find(|(mine, right)| mine != right) {
            line("your answer", mine);
            line("right answer", right);
        }
        return;
    }
    if let Some(answer) = &failure.answer {
        line("your answer", if answer.is_empty() { "(an empty line)" } else { answer });
    }
    match (&failure.right, failure.why.as_deref().unwrap_or_default()) {
        (Some(right), "") => line("right answer", right),
        // This is about the line that was printed, not about the right answer.
        (Some(right), why) if failure.kind == Kind::NotAnAnswer => {
            line("right answer", right);
            line("because", why);
        }
        (Some(right), why) => line("right answer", &format!("{}: {why}", shortened(right, 200))),
        (None, "") => {}
        (None, why) => line("because", why),
    }
    if let (Some(mine), Some(right)) = (&failure.answer, &failure.right) {
        text.push_str(&boards(exercise, mine, right).unwrap_or_default());
    }
}

/// Both answers drawn side by side, where they are boards.
fn boards(exercise: &Exercise, mine: &str, right: &str) -> Option<String> {
    let cells = |text: &str| match Answer::parse(exercise.answer, text) {
        Ok(Answer::Cells(cells, _)) if cells.len() > 1 => Some(drawn(&cells)),
        _ => None,
    };
    let (mine, right) = (cells(mine)?, cells(right)?);
    let width = mine.lines().map(|line| line.chars().count()).max().unwrap_or(0).max("yours".len());
    let mut text = format!("{:>width$}      {:>width$}\n", "yours", "right");
    let rows = mine.lines().count().max(right.lines().count());
    for row in 0..rows {
        let line = |text: &str| text.lines().nth(row).unwrap_or_default().to_owned();
        let _ = writeln!(text, "{:<width$}      {}", line(&mine), line(&right));
    }
    Some(text)
}
