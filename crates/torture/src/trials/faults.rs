//! System calls that fail, one after the other: the program says so, and goes on afterwards to the result that it would have had.
//! `strace` makes them fail; without it there is nothing to count.

use std::fs;
use std::process::Command;

use super::Effort;
use super::kills::{JOBS, Job};
use crate::program::{Patience, Program};
use crate::score::{Outcome, Score};
use crate::workers::share;

/// What fails, and how.
const FAULTS: [(&str, &str, &str); 5] = [
    ("sync", "fsync,fdatasync,msync,sync_file_range", "EIO"),
    ("rename", "rename,renameat,renameat2", "ENOSPC"),
    ("write", "pwrite64,ftruncate,fallocate", "ENOSPC"),
    ("open", "openat", "EMFILE"),
    ("lock", "flock,fcntl", "ENOLCK"),
];
/// A traced run is slower than others.
const TIME: Patience = Patience::to_end(std::time::Duration::from_secs(300));

pub(crate) fn run(program: &Program, effort: &Effort) -> anyhow::Result<Score> {
    let mut score = Score::default();
    if Command::new("strace").arg("--version").output().is_err() {
        score.figure("left out", "strace is not installed");
        return Ok(score);
    }
    let places = effort.attempts(4);
    let attempts = JOBS.iter().flat_map(|job| FAULTS.iter().map(move |fault| (job, fault)));
    let attempts = attempts.flat_map(|(job, fault)| (1..=places).map(move |place| (job, fault, place)));
    let attempts = attempts.enumerate();
    let references = super::kills::references(program, effort)?;
    score.add(share(program, effort, attempts, |program, (number, (job, fault, place)), score| {
        let program = program.within(&number.to_string())?;
        job.prepare(&program)?;
        let (part, calls, error) = fault;
        // The first calls are those by which the program itself is loaded; every place is tried for the others.
        let injected = format!("inject={calls}:error={error}:when={}", 3 * place);
        let traced = format!("trace={calls}");
        let tracer = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", &traced, "-e", &injected];
        let arguments = job.arguments_in("files");
        let run = program.run(program.traced(&tracer, &arguments), TIME)?;
        let judged = run.is_orderly().and_then(|()| goes_on(&program, job, &references));
        score.count(part, judged.map_err(|loss| format!("{} of {}: {loss}", 3 * place, job.name)));
        Ok(fs::remove_dir_all(program.scratch())?)
    })?);
    Ok(score)
}

/// Run again without a fault, the job comes to its result.
fn goes_on(program: &Program, job: &Job, references: &super::kills::References) -> Outcome {
    let found = job.finish(program, "files").map_err(|error| format!("afterwards: {error}"))?;
    references.compare(job, &found)
}
