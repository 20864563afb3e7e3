//! Programs that misbehave as players: the arena ends, says why, and nothing that was started survives.

use std::fs;
use std::time::Duration;

use super::Effort;
use crate::program::{Patience, Program};
use crate::score::{Outcome, Score};
use crate::workers::share;

/// A good beginning.
macro_rules! ready {
    ($rest:literal) => {
        concat!("read hello; echo ready; read game; ", $rest)
    };
}

/// What the players do, and what the arena says about it. What the last ones start is looked for among the processes
/// afterwards.
const PROGRAMS: [(&str, &str); 17] = [
    ("exit 3", "the program ended (exit status: 3)"),
    ("kill -9 $$", "the program ended (signal: 9"),
    ("echo help >&2; exit 1", "it wrote: help"),
    ("yes", "wrote more than one line"),
    ("cat /dev/zero", "wrote a line of more than 1024 bytes"),
    ("exec cat", "instead of ready"),
    ("exec 1>&-; exec sleep 1000.4217", "the program closed its output"),
    ("head -c 100000000 /dev/zero | tr '\\0' x", "wrote a line of more than 1024 bytes"),
    // Whether a second line comes in time to be seen as one depends on the machine.
    ("echo ready; echo ready; exec sleep 1000.4217", "ready`"),
    (ready!("exec sleep 1000.4217"), "no answer within 2000 ms"),
    (ready!("read move; exit 4"), "the program ended (exit status: 4)"),
    (ready!("read move; echo banana; exec sleep 1000.4217"), "answered `banana` instead of a direction"),
    (ready!("read move; printf '\\377\\n'; exec sleep 1000.4217"), "instead of a direction"),
    (ready!("while read move; do echo up; done"), "illegal move up on "),
    (ready!("while read move; do echo up; echo up; done"), "wrote "),
    (ready!("sleep 1000.4217 & sleep 1000.4217"), "no answer within 2000 ms"),
    (ready!("read move; sleep 1000.4217 & exit 5"), "the program ended (exit status: 5)"),
];

pub(crate) fn run(program: &Program, effort: &Effort) -> anyhow::Result<Score> {
    let rounds = effort.attempts(12);
    let attempts = (0..rounds).flat_map(|round| PROGRAMS.iter().map(move |misdeed| (round, misdeed)));
    let mut score = share(program, effort, attempts, |program, (round, (text, reason)), score| {
        let script = program.scratch().join("player.sh");
        fs::write(&script, text)?;
        let patience = if reason.contains("no answer") { "2000" } else { "60000" };
        let spec = format!("external:ms={patience},command=sh {}", script.display());
        let seed = round.to_string();
        let board = if round % 2 == 0 { "4x4" } else { "8x8" };
        let line = ["arena", &spec, "--games", "2", "--seed", &seed, "--board", board];
        let run = program.run(program.command(&line), Patience::to_end(Duration::from_secs(120)))?;
        let said = run.code() == Some(1) && run.stderr.contains(reason);
        let told = if said { Ok(()) } else { Err(format!("not told: {}", run.stderr.trim_end())) };
        score.count(board, run.is_orderly().and(told).map_err(|loss| format!("{text:?}: {loss}")));
        Ok(())
    })?;
    score.count("processes left behind", nothing_left());
    Ok(score)
}

/// Whether a program that a player started is still there.
fn nothing_left() -> Outcome {
    let processes = fs::read_dir("/proc").map_err(|error| error.to_string())?;
    let lines = processes.flatten().filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let left = lines.filter(|line| String::from_utf8_lossy(line).contains("1000.4217")).count();
    if left == 0 { Ok(()) } else { Err(format!("{left} processes were left behind")) }
}
