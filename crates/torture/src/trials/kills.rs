//! kill -9 of long work, which then goes on to the same result.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use serde_json::Value;

use super::Effort;
use crate::program::{Program, wait};
use crate::score::Score;

/// Long work that can be run again after a kill; `{}` stands for where it keeps its files.
struct Job {
    name: &'static str,
    arguments: &'static [&'static str],
    result: fn(&Path, &str) -> anyhow::Result<Vec<u8>>,
}

const JOBS: [Job; 5] = [
    Job {
        name: "states count",
        arguments: &["states", "count", "--board", "3x3", "--goal", "256", "--store", "{}", "--json"],
        result: |_, stdout| without(stdout, &["seconds", "states_per_second", "peak_rss_bytes"]),
    },
    Job {
        name: "solve",
        arguments: &[
            "solve",
            "--board",
            "3x3",
            "--goal",
            "64",
            "--maximize",
            "win",
            "--store",
            "{}",
            "--json",
        ],
        result: |_, stdout| without(stdout, &["seconds", "states_per_second", "peak_rss_bytes"]),
    },
    Job {
        name: "arena",
        arguments: &[
            "arena",
            "random",
            "expectimax:depth=1",
            "--games",
            "300",
            "--seed",
            "7",
            "--threads",
            "2",
            "--out",
            "{}",
            "--json",
        ],
        result: |path, _| Ok(fs::read(path.join("results.txt"))?),
    },
    Job {
        name: "train",
        arguments: &[
            "train",
            "--net",
            "0123,4567",
            "--games",
            "3000",
            "--seed",
            "1",
            "--threads",
            "1",
            "--checkpoint",
            "1",
            "--resume",
            "--out",
            "{}",
        ],
        result: |path, _| Ok(fs::read(path)?),
    },
    Job {
        name: "tilt atlas",
        arguments: &["tilt", "atlas", "--width", "8", "--height", "8", "--out", "{}"],
        result: |path, _| Ok(fs::read(path)?),
    },
];

/// Kills a run of one job until it has come to its end.
const ENOUGH: u32 = 1_000;

pub(crate) fn run(program: &Program, effort: &mut Effort, score: &mut Score) -> anyhow::Result<()> {
    let rounds = effort.attempts(12);
    for job in &JOBS {
        let began = Instant::now();
        let whole = finish(program, job, "reference").with_context(|| job.name.to_owned())?;
        let time = began.elapsed();
        for round in 0..rounds {
            let place = round.to_string();
            let kills = kill_until_done(program, job, &place, time, effort)?;
            let same = match finish(program, job, &place) {
                Ok(result) if result == whole => Ok(()),
                Ok(_) => Err(format!("{}: another result after {kills} kills", job.name)),
                Err(error) => Err(format!("{}: after {kills} kills: {error}", job.name)),
            };
            (0..kills).for_each(|_| score.count(same.clone()));
        }
    }
    Ok(())
}

/// Starts the job again and again and kills it after a random time, until it ends by itself. Gives the kills.
fn kill_until_done(
    program: &Program,
    job: &Job,
    place: &str,
    time: Duration,
    effort: &mut Effort,
) -> anyhow::Result<u32> {
    for kills in 0..ENOUGH {
        let until = time.mul_f64(f64::from(effort.random.below(600)) / 1_000.0);
        let mut command = command(program, job, place);
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        if wait(&mut command.spawn()?, until)?.is_some() {
            return Ok(kills);
        }
    }
    Ok(ENOUGH)
}

/// The job with its files below a name of its own.
fn command(program: &Program, job: &Job, place: &str) -> std::process::Command {
    let place = files(program, job, place);
    let place = place.to_str().expect("a path of text");
    let arguments: Vec<&str> =
        job.arguments.iter().map(|&word| if word == "{}" { place } else { word }).collect();
    program.command(&arguments)
}

fn files(program: &Program, job: &Job, place: &str) -> std::path::PathBuf {
    program.scratch().join(format!("{}-{place}", job.name.replace(' ', "-")))
}

/// Runs the job to its end, without a kill.
fn finish(program: &Program, job: &Job, place: &str) -> anyhow::Result<Vec<u8>> {
    let run = program.run(command(program, job, place), Duration::from_secs(300))?;
    ensure!(run.is_success(), "{}", run.stderr.lines().last().unwrap_or("it does not end"));
    (job.result)(&files(program, job, place), &run.stdout)
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
