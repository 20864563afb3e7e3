//! kill -9 of long work and of games: the work goes on to the result that it would have had, and games have every move that was
//! answered.

mod games;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use redouble_core::Random;
use serde_json::Value;

use super::Effort;
use crate::program::{End, Patience, Program, Run, wait};
use crate::score::{Outcome, Score};
use crate::workers::share;

/// Long work that can be run again after a kill.
pub(super) struct Job {
    pub(super) name: &'static str,
    /// One line; `{}` stands for where it keeps its files.
    line: &'static str,
    /// What follows that place in the name of the file or directory that is the result; else the result is what it prints.
    result: Option<&'static str>,
}

/// Everything that takes long. What keeps nothing starts again.
pub(super) const JOBS: [Job; 12] = [
    Job { name: "states count", line: "states count --board 3x3 --goal 256 --store {} --json", result: None },
    Job {
        name: "states count of 4x4",
        line: "states count --board 4x4 --goal 16 --store {} --json",
        result: None,
    },
    Job {
        name: "states export",
        line: "states export --store numbers --format csv --out {}",
        result: Some(""),
    },
    Job {
        name: "solve",
        line: "solve --board 3x3 --goal 64 --maximize win,score --store {} --json",
        result: None,
    },
    Job { name: "solve policy", line: "solve policy --board 3x3 --goal 64 --out {}", result: Some("") },
    Job {
        name: "arena",
        line: "arena random expectimax:depth=1 --games 300 --seed 7 --threads 2 --keep-games --out {}",
        result: Some("/results.txt"),
    },
    Job {
        name: "compare",
        line: "compare greedy random --games 2000 --delta 0.02 --seed 3 --json",
        result: None,
    },
    Job {
        name: "train",
        line: "train --net 0123,4567 --games 3000 --seed 1 --threads 1 --checkpoint 0.001 --resume --out {}.net",
        result: Some(".net"),
    },
    Job {
        name: "tune",
        line: "tune --eval empty+merges --games 4 --candidates 6 --elite 2 --generations 2 --seed 1 --json",
        result: None,
    },
    Job {
        name: "tables build",
        line: "tables build --layout 1234/.765 --tile 64 --data {}",
        result: Some("/tables"),
    },
    Job { name: "tilt atlas", line: "tilt atlas --width 8 --height 8 --out {}", result: Some("") },
    Job {
        name: "course grade",
        line: "course grade class --exercise over --out {}",
        result: Some("/grades.csv"),
    },
];
/// How often a run is killed before it is let go to its end.
const KILLS: u32 = 8;
/// A job of a second or two on a machine that has much else to do.
const TIME: Patience = Patience::to_end(Duration::from_secs(600));

impl Job {
    /// Puts there what the job reads.
    pub(super) fn prepare(&self, program: &Program) -> anyhow::Result<()> {
        if self.line.contains("numbers") {
            let count = ["states", "count", "--board", "3x3", "--goal", "64", "--store", "numbers"];
            ensure!(program.run(program.command(&count), TIME)?.is_success(), "states count");
        }
        for student in ["ada", "bob", "eve"] {
            let folder = program.scratch().join("class").join(student);
            fs::create_dir_all(&folder)?;
            let text =
                format!("import sys\nfor line in sys.stdin: print('{student}' < 'b' and 'yes' or 'no')\n");
            fs::write(folder.join("over.py"), text)?;
        }
        Ok(())
    }

    pub(super) fn keeps_files(&self) -> bool {
        self.line.contains("{}")
    }

    pub(super) fn arguments_in(&self, place: &str) -> Vec<String> {
        self.line.split(' ').map(|word| word.replace("{}", place)).collect()
    }

    /// Runs the job to its end.
    pub(super) fn finish(&self, program: &Program, place: &str) -> anyhow::Result<Done> {
        let run = program.run(program.command(&self.arguments_in(place)), TIME)?;
        self.done(program, place, &run)
    }

    /// The result of a run that came to its end, and the names of all files there are then.
    pub(super) fn done(&self, program: &Program, place: &str, run: &Run) -> anyhow::Result<Done> {
        ensure!(run.is_success(), "{}", run.stderr.lines().last().unwrap_or("it does not end"));
        let bytes = match self.result {
            Some(ending) => contents(&program.scratch().join(format!("{place}{ending}")))?,
            None => {
                without(&run.stdout, &["seconds", "states_per_second", "peak_rss_bytes", "moves_per_second"])?
            }
        };
        Ok(Done { bytes, names: names(program.scratch())? })
    }

    /// Starts the job and kills it after a random time; whether it was still at work.
    pub(super) fn kill_once(
        &self,
        program: &Program,
        references: &References,
        random: &mut Random,
    ) -> anyhow::Result<bool> {
        let until = references.0[self.name].1.mul_f64(f64::from(random.below(900)) / 1_000.0);
        let mut command = program.command(&self.arguments_in("files"));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        Ok(!matches!(wait(&mut command.spawn()?, Patience::to_end(until))?, End::Exited(_)))
    }
}

/// What a job leaves.
pub(super) struct Done {
    bytes: Vec<u8>,
    names: BTreeSet<String>,
}

/// What the jobs leave when nobody disturbs them.
pub(super) struct References(BTreeMap<&'static str, (Done, Duration)>);

impl References {
    /// Whether the result is the same.
    pub(super) fn compare_result(&self, job: &Job, found: &Done) -> Outcome {
        if found.bytes == self.0[job.name].0.bytes { Ok(()) } else { Err("another result".to_owned()) }
    }

    /// Whether the result is the same and nothing else was left behind.
    pub(super) fn compare(&self, job: &Job, found: &Done) -> Outcome {
        self.compare_result(job, found)?;
        let (whole, _) = &self.0[job.name];
        let differing: Vec<&String> = whole.names.symmetric_difference(&found.names).collect();
        if differing.is_empty() { Ok(()) } else { Err(format!("files left or missing: {differing:?}")) }
    }
}

/// Runs every job undisturbed.
pub(super) fn references(program: &Program, effort: &Effort) -> anyhow::Result<References> {
    let found = std::sync::Mutex::new(BTreeMap::new());
    // Without all of them nothing can be judged, however little time there is.
    let patient = Effort { end: None, ..*effort };
    share(program, &patient, JOBS.iter(), |program, job, _| {
        let program = program.within(&format!("reference-{}", job.name))?;
        job.prepare(&program)?;
        let begun = Instant::now();
        let done = job.finish(&program, "files").with_context(|| job.name.to_owned())?;
        let mut found = found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        found.insert(job.name, (done, begun.elapsed()));
        Ok(())
    })?;
    Ok(References(found.into_inner().unwrap_or_default()))
}

pub(crate) fn run(program: &Program, effort: &Effort) -> anyhow::Result<Score> {
    let references = references(program, effort)?;
    let rounds = effort.attempts(10);
    let attempts = (0..rounds).flat_map(|_| JOBS.iter()).enumerate();
    let mut score = share(program, effort, attempts, |program, (number, job), score| {
        let program = program.within(&number.to_string())?;
        job.prepare(&program)?;
        let mut random = effort.random(number as u64);
        let mut kills = 0;
        while kills < KILLS && job.kill_once(&program, &references, &mut random)? {
            kills += 1;
        }
        let outcome = match job.finish(&program, "files") {
            Ok(found) => references.compare(job, &found),
            Err(error) => Err(error.to_string()),
        };
        let outcome = outcome.map_err(|loss| format!("after {kills} kills: {loss}"));
        (0..kills).for_each(|_| score.count(job.name, outcome.clone()));
        Ok(fs::remove_dir_all(program.scratch())?)
    })?;
    score.add(share(program, effort, 0..effort.attempts(16), |program, number, score| {
        let program = program.within(&format!("games-{number}"))?;
        games::in_the_terminal(&program, &mut effort.random(number.into()), score)?;
        games::on_the_page(&program, &mut effort.random(number.into()), score)?;
        Ok(fs::remove_dir_all(program.scratch())?)
    })?);
    Ok(score)
}

/// A file, or all files of a directory one after the other.
fn contents(path: &Path) -> anyhow::Result<Vec<u8>> {
    if path.is_file() {
        return Ok(fs::read(path)?);
    }
    let mut files: Vec<_> = fs::read_dir(path)?.collect::<Result<_, _>>()?;
    files.sort_by_key(fs::DirEntry::file_name);
    let contents: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file.path())).collect::<Result<_, _>>()?;
    Ok(contents.concat())
}

/// The names of all files below a directory.
fn names(directory: &Path) -> anyhow::Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            found.extend(names(&entry.path())?.into_iter().map(|below| format!("{name}/{below}")));
        } else {
            found.insert(name);
        }
    }
    Ok(found)
}

/// An answer without the members that differ from run to run.
fn without(json: &str, members: &[&str]) -> anyhow::Result<Vec<u8>> {
    fn strip(value: &mut Value, members: &[&str]) {
        match value {
            Value::Object(object) => {
                object.retain(|name, _| !members.contains(&name.as_str()));
                object.values_mut().for_each(|value| strip(value, members));
            }
            Value::Array(values) => values.iter_mut().for_each(|value| strip(value, members)),
            _ => {}
        }
    }
    let mut value = serde_json::from_str(json)?;
    strip(&mut value, members);
    Ok(value.to_string().into_bytes())
}
