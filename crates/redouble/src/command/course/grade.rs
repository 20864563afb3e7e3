//! `redouble course grade`

use std::io::{self, Write};
use std::path::PathBuf;

use redouble_core::{Progress, Watch};
use redouble_course::grade::{GradeError, GradeOptions, Grades, Outcome, grade};

use crate::ExitCode;
use crate::output::{UsageError, print_json};
use crate::progress::Bar;

use crate::interrupt::Interrupt;

/// Grade a class: a folder a student, with programs such as over.py or over/over.py in it.
///
/// Writes grades.csv, grades.json, gradebook.html, junit.xml and, where projects were handed in, the leaderboard.csv of a
/// tournament of all players. A run that was stopped goes on where it was.
/// Exit code 0: every program could be judged; 1: one could not; 2: bad usage.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder with a folder a student
    #[arg(value_name = "DIR")]
    class: PathBuf,
    /// Grade this exercise; may be repeated [default: all that somebody handed in]
    #[arg(long, value_name = "ID")]
    exercise: Vec<String>,
    /// Where results are written
    #[arg(long, value_name = "OUT", default_value = "grades")]
    out: PathBuf,
    /// The seed of the class; every student's own cases are made from it and the name
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many programs run at the same time [default: as many as the machine has processors]
    #[arg(long, value_name = "T")]
    pub(super) threads: Option<usize>,
    /// A command that is put before every program, such as a sandbox
    #[arg(long, value_name = "COMMAND")]
    wrap: Option<String>,
    /// Print the grades as JSON
    #[arg(long)]
    json: bool,
}

/// Shows progress, and stops when the program is asked to end.
struct Watched {
    bar: Bar,
    interrupt: Interrupt,
}

impl Watch for Watched {
    fn progress(&self, progress: Progress) {
        self.bar.progress(progress);
    }

    fn is_stopped(&self) -> bool {
        self.interrupt.is_stopped()
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let options = options(args)?;
    let watched = Watched { bar: Bar::new(), interrupt: Interrupt::new()? };
    let grades = grade(&options, &watched).map_err(|error| match error {
        GradeError::NoStudents(_) => UsageError(error.to_string()).into(),
        GradeError::Stopped(stopped) => anyhow::Error::from(stopped)
            .context(format!("what was graded is kept in {}; the same command goes on", args.out.display())),
        error => error.into(),
    })?;
    drop(watched);
    if args.json {
        print_json(&grades)?;
    } else {
        print_text(args, &grades)?;
    }
    Ok(if grades.all_judged() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn options(args: &Args) -> anyhow::Result<GradeOptions> {
    if !args.class.is_dir() {
        return Err(UsageError(format!("{} is not a directory", args.class.display())).into());
    }
    let exercises: Result<Vec<_>, _> = args.exercise.iter().map(|id| super::assignment(id)).collect();
    Ok(GradeOptions {
        class: args.class.clone(),
        out: args.out.clone(),
        exercises: exercises?,
        seed: args.seed,
        wrap: args.wrap.iter().flat_map(|wrap| wrap.split_whitespace()).map(str::to_owned).collect(),
    })
}

fn print_text(args: &Args, grades: &Grades) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    let results =
        || grades.students.iter().flat_map(|row| row.results.iter().map(move |graded| (row, graded)));
    let handed_in = results().filter(|(_, graded)| graded.outcome != Outcome::Missing).count();
    let passed = results().filter(|(_, graded)| graded.report().is_some_and(|report| report.passed)).count();
    writeln!(
        stdout,
        "{} students, {} exercises: {handed_in} programs handed in, {passed} passed",
        grades.students.len(),
        grades.exercises.len()
    )?;
    for shared in grades.misconceptions.iter().take(10) {
        let (exercise, name) = (&shared.exercise, &shared.misconception);
        writeln!(stdout, "{:>5} × {exercise} {name}: {}", shared.students.len(), shared.says)?;
    }
    for (row, graded) in results() {
        if let Outcome::NotJudged { why } = &graded.outcome {
            writeln!(stdout, "not judged: {} {}: {why}", row.student, graded.exercise)?;
        }
    }
    for tournament in &grades.tournaments {
        let first = &tournament.places[0];
        writeln!(
            stdout,
            "{}: {} players, first {} ({:.0} points a game)",
            tournament.project,
            tournament.places.len(),
            first.player,
            first.mean
        )?;
    }
    let leaderboard = (!grades.tournaments.is_empty()).then_some("leaderboard.csv");
    for name in ["gradebook.html", "grades.csv", "grades.json", "junit.xml"].into_iter().chain(leaderboard) {
        writeln!(stdout, "{}", args.out.join(name).display())?;
    }
    Ok(())
}
