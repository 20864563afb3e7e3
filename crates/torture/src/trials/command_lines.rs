//! Random command lines: each ends with an exit code of the program, or goes on working.

use std::time::Duration;

use super::Effort;
use crate::program::Program;
use crate::score::Score;

/// Commands that neither wait for a person nor for a browser.
const COMMANDS: [&str; 33] = [
    "move",
    "perft",
    "players",
    "hint",
    "review",
    "arena",
    "compare",
    "tune",
    "train",
    "net info",
    "net verify",
    "net convert",
    "play --plain --no-save",
    "doctor",
    "solve regret",
    "solve policy",
    "tilt atlas",
    "completions",
    "states count",
    "states bound",
    "states graph",
    "states find",
    "states sample",
    "states verify",
    "solve",
    "solve query",
    "tables info",
    "tilt adjacent",
    "tilt cycles",
    "tilt run",
    "tilt make rings",
    "course show",
    "bench",
];
const FLAGS: [&str; 36] = [
    "--board",
    "--goal",
    "--seed",
    "--games",
    "--p4",
    "--json",
    "--threads",
    "--out",
    "--store",
    "--plies",
    "--player",
    "--tile",
    "--eval",
    "--net",
    "--checkpoint",
    "--maximize",
    "--size",
    "--width",
    "--sum",
    "--count",
    "--memory",
    "--engine",
    "--from",
    "--until",
    "--help",
    "--verify",
    "--batch",
    "--to",
    "--data",
    "--delta",
    "--error",
    "-g",
    "-s",
    "-t",
    "-j",
    "-b",
];
const WORDS: [&str; 50] = [
    "2x2",
    "3x3",
    "4x4",
    "8x8",
    "9x9",
    "0x0",
    "2x99999999999",
    "0",
    "1",
    "-1",
    "2",
    "16",
    "64",
    "2048",
    "3000",
    "4294967296",
    "18446744073709551616",
    "0.1",
    "nan",
    "inf",
    "-inf",
    "1e308",
    "1e-320",
    "",
    " ",
    "random",
    "greedy",
    "expectimax:depth=1",
    "expectimax:depth=999",
    "monte-carlo:runs=0",
    "ntuple:depth=1",
    "external:command=false",
    "greedy:eval=empty*1e308",
    "optimal",
    "left",
    "sideways",
    "2,4,.,./.,.,8,./.,.,.,./.,.,.,2",
    "0x022b013020100000",
    "131072,131072/131072,131072",
    "x./.x",
    "/dev/null",
    "nowhere",
    "\u{1f600}",
    "--",
    "-",
    "[[2,4],[0,2]]",
    "2 4 0 2",
    "[[2,4],[0",
    "bash",
    "2,4/.,2 left",
];

pub(crate) fn run(program: &Program, effort: &mut Effort, score: &mut Score) -> anyhow::Result<()> {
    for _ in 0..effort.attempts(20_000) {
        let line = random_line(effort);
        let mut run = program.run(program.command(&line), Duration::from_millis(1_500))?;
        // Long work is what many of these lines ask for: only its manners count.
        run.status = run.status.or_else(|| Some(std::process::ExitStatus::default()));
        score.count(run.is_orderly().map_err(|loss| format!("{line:?}: {loss}")));
    }
    Ok(())
}

fn random_line(effort: &mut Effort) -> Vec<&'static str> {
    let mut line: Vec<&str> = effort.pick(&COMMANDS).split(' ').collect();
    for _ in 0..effort.random.below(7) {
        let from: &[&str] = if effort.random.below(3) == 0 { &FLAGS } else { &WORDS };
        line.push(effort.pick(from));
    }
    line
}
