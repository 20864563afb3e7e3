//! Kattis problem packages, version legacy.

use std::fmt::Write as _;

use crate::assignment::Assignment;
use crate::exercise::{CRASHES, Exercise, HANGS};
use crate::exercises::{LINE_BY_LINE, monte_carlo};
use crate::input::{Input, InputForm};
use crate::texts::{self, LANGUAGES};
use crate::{answer::AnswerForm, exercises};

use super::{Fixture, PackageFile, Packaged, Shared, fixtures, identifier, markdown};

/// So many cases are shown in the statement.
const SAMPLES: usize = 3;

pub(super) fn package(assignment: Assignment, shared: &Shared) -> Packaged {
    let id = assignment.id();
    let Assignment::Exercise(exercise) = assignment else {
        return Err("a judge reads answers to cases, not tables or players".to_owned());
    };
    if !exercises::ALL[..LINE_BY_LINE].iter().any(|own| own.id == id) {
        return Err("it belongs to the experiments".to_owned());
    }
    let name = id.replace('-', "");
    let fixtures = fixtures(exercise, shared.seed);
    let mut files = vec![
        PackageFile::new(format!("{name}/problem.yaml"), problem(exercise)),
        PackageFile::new(format!("{name}/problem_statement/problem.en.tex"), statement(id)),
        PackageFile::new(format!("{name}/input_validators/{name}.ctd"), input_validator(exercise.input)),
    ];
    files.extend(
        data(exercise, &fixtures)
            .into_iter()
            .map(|(path, text)| PackageFile::new(format!("{name}/data/{path}"), text)),
    );
    if exercise.chance.is_some() {
        let text = output_validator(id);
        files.push(PackageFile::executable(format!("{name}/output_validators/validate.py"), text));
    }
    files.extend(
        submissions(exercise)
            .into_iter()
            .map(|(path, text)| PackageFile::new(format!("{name}/submissions/{path}"), text)),
    );
    Ok(files)
}

fn problem(exercise: &Exercise) -> String {
    let entry = texts::entry(exercise.id).expect("an exercise with texts");
    let decimals = matches!(exercise.answer, AnswerForm::Number) || exercise.id == "expectimax";
    let validation = match exercise.chance {
        Some(_) => "validation: custom\n",
        None if decimals => "validation: default\nvalidator_flags: float_tolerance 1e-4\n",
        None => "validation: default\n",
    };
    format!(
        "problem_format_version: legacy\nname: \"{}\"\nuuid: {}\ntype: pass-fail\nauthor: Redouble\nsource: \"Neller, Pedagogical Possibilities for the 2048 Puzzle Game, {}\"\nlicense: cc by\nrights_owner: the authors of Redouble\n{validation}keywords: 2048 {}\n",
        entry.title,
        identifier::uuid(&format!("kattis {}", exercise.id)),
        entry.paper,
        entry.level.to_lowercase().replace('/', " ")
    )
}

fn statement(id: &str) -> String {
    let text = texts::statement(id);
    let title = text.lines().next().unwrap_or_default().trim_start_matches("# ");
    // What to hand in is said by the judge.
    let body = text.split("\n## Hand in").next().unwrap_or(text);
    format!("\\problemname{{{title}}}\n\n{}", markdown::latex(body).trim_end()) + "\n"
}

/// One line is demanded, so that an empty file is not accepted.
fn input_validator(form: InputForm) -> String {
    let line = line_pattern(form);
    format!("REGEX(\"{line}\") NEWLINE\nWHILE(!ISEOF)\n  REGEX(\"{line}\") NEWLINE\nEND\n")
}

/// What a line of the input looks like.
fn line_pattern(form: InputForm) -> String {
    let cell = "([.]|[1-9][0-9]{0,5})";
    let line = format!("{cell}(,{cell}){{3}}");
    let board = format!("{line}(/{line}){{3}}");
    // No zeros that say nothing: a validator must tell two ways of writing the same apart.
    let number = "(0|[1-9][0-9]*)([.][0-9]*[1-9])?";
    let weight = format!("[a-z]+=-?{number}");
    match form {
        InputForm::Board => board,
        InputForm::Move => format!("{board} (up|right|down|left)"),
        InputForm::Line => format!("{cell}(,{cell})*"),
        InputForm::Script => {
            "(new [2-8]x[2-8]|tile [0-9] [0-9] [0-9]+|move (up|right|down|left)|score|grid|legal|over|undo|(copy|use) [a-z]+)".to_owned()
        }
        InputForm::Weighted => format!("{weight}(,{weight})* {board}"),
        InputForm::Deep => format!("[1-4] {board}"),
        InputForm::Simulation => format!("[1-4] [0-9]+ {board}"),
        InputForm::Sampling => format!("(draw [0-9]+ {board}|mean( [24]:{number})+)"),
        InputForm::Question => "[a-z]+( [0-9.]+)+".to_owned(),
    }
}

/// Samples and secret files: input and answer, a pair a family. Exercises with chance come in one file, because the
/// tests are of all answers together.
fn data(exercise: &Exercise, fixtures: &[Fixture]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut add = |path: String, cases: &[Input]| {
        files.push((format!("{path}.in"), cases.iter().map(Input::sent).collect()));
        files.push((format!("{path}.ans"), cases.iter().map(|case| answer(exercise, case)).collect()));
    };
    let all: Vec<Input> = fixtures.iter().flat_map(|fixture| fixture.cases.iter().cloned()).collect();
    if exercise.chance.is_some() {
        // Draws of one board in a row say as much as interleaved ones: the validator sorts them by board.
        add("secret/1-all".to_owned(), &all);
        let sample: Vec<Input> =
            fixtures.iter().map(|fixture| fixture.cases[0].clone()).take(SAMPLES).collect();
        add("sample/1".to_owned(), &sample);
        return files;
    }
    let short = |input: &&Input| input.to_string().len() < 200;
    // One more where it would be the first secret file.
    let samples = SAMPLES + usize::from(fixtures[0].cases.len() == SAMPLES);
    let sample: Vec<Input> = all.iter().filter(short).take(samples).cloned().collect();
    add("sample/1".to_owned(), &sample);
    for (number, fixture) in fixtures.iter().enumerate() {
        add(format!("secret/{:02}-{}", number + 1, fixture.family), &fixture.cases);
    }
    files
}

/// What the judge knows about a case: the right answer, or what a validator needs to judge one.
fn answer(exercise: &Exercise, input: &Input) -> String {
    let text = match (exercise.id, exercise.is_random(input)) {
        ("monte-carlo", _) => monte_carlo::known(input),
        (_, true) => "random".to_owned(),
        (_, false) => (exercise.right)(input),
    };
    text + "\n"
}

fn output_validator(id: &str) -> String {
    let own = match id {
        "spawn" => include_str!("kattis_spawn.py"),
        "sampling" => include_str!("kattis_sampling.py"),
        _ => include_str!("kattis_monte_carlo.py"),
    };
    include_str!("kattis_validator.py").replace("# The tests of the exercise stand here.\n", own)
}

/// Solutions and wrong solutions, where the judge's verdict is known.
fn submissions(exercise: &Exercise) -> Vec<(String, String)> {
    let id = exercise.id;
    let mut files = Vec::new();
    for (language, _) in LANGUAGES {
        for (name, text) in texts::below(&format!("{id}/solution/{language}")) {
            files.push((format!("accepted/{name}"), text.to_owned()));
        }
    }
    for misconception in exercise.misconceptions {
        let own = |(name, _): &(&str, &str)| {
            name.rsplit_once('.').is_some_and(|(stem, _)| stem == misconception.name)
        };
        for (name, text) in texts::below(&format!("{id}/wrong")).filter(own) {
            let verdict = verdict(exercise, misconception);
            files.push((format!("{verdict}/{}", submission_path(name, text)), text.to_owned()));
        }
    }
    files
}

/// Java wants a file to be named after its class: it goes into a folder with the name of the misconception.
fn submission_path(name: &str, text: &str) -> String {
    let class = text.split("public class ").nth(1).and_then(|rest| rest.split_whitespace().next());
    let mut path = name.to_owned();
    if let (Some((stem, "java")), Some(class)) = (name.rsplit_once('.'), class) {
        path.clear();
        let _ = write!(path, "{stem}/{class}.java");
    }
    path
}

fn verdict(exercise: &Exercise, misconception: &crate::exercise::Misconception) -> &'static str {
    let smallest = Input::parse(exercise.input, misconception.smallest).ok();
    let inputs: Vec<Input> = match smallest {
        Some(input) => vec![input],
        None => exercise
            .cases(&crate::exercise::Selection::default())
            .into_iter()
            .map(|case| case.input)
            .collect(),
    };
    let answers = exercise.misread(misconception, &inputs).unwrap_or_default();
    let ends = |mark: &str| answers.iter().any(|answer| answer == mark);
    match (ends(CRASHES), ends(HANGS)) {
        (true, _) => "run_time_error",
        (_, true) => "time_limit_exceeded",
        _ => "wrong_answer",
    }
}
