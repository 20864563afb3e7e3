//! Full disks, few descriptors, little memory: an error that says so, and nothing half-written in its place.

use std::time::Duration;

use super::Effort;
use crate::program::Program;
use crate::score::Score;

/// Limits of the shell: size of files in blocks of 512 bytes, descriptors, address space in KiB.
const LIMITS: [&str; 5] = ["ulimit -f 8", "ulimit -f 200", "ulimit -n 6", "ulimit -n 12", "ulimit -v 400000"];
const LINES: [&str; 8] = [
    "states count --board 3x3 --goal 128 --store S",
    "states count --board 4x4 --goal 16",
    "solve --board 2x3 --goal 64 --maximize win --store V",
    "arena random greedy --games 50 --seed 1 --out R",
    "train --net 0123,4567 --games 50 --seed 1 --out N.net",
    "hint 2,4,.,./.,.,8,./.,.,.,./.,.,.,2",
    "tilt atlas --width 6 --height 6 --out A.csv",
    "states graph --board 2x2 --goal 32 --out /dev/full",
];

/// What a starved run left is no obstacle to the next one.
fn works_again(program: &Program, arguments: &[&str]) -> Result<(), String> {
    if arguments.contains(&"/dev/full") {
        return Ok(());
    }
    let run = program
        .run(program.command(arguments), Duration::from_secs(60))
        .map_err(|error| error.to_string())?;
    if run.is_success() {
        Ok(())
    } else {
        Err(format!("afterwards, without the limit: {}", run.stderr.trim_end()))
    }
}

pub(crate) fn run(program: &Program, effort: &mut Effort, score: &mut Score) -> anyhow::Result<()> {
    for _ in 0..effort.attempts(2) {
        for (limit, line) in LIMITS.iter().flat_map(|limit| LINES.iter().map(move |line| (limit, line))) {
            let arguments: Vec<&str> = line.split(' ').collect();
            // SIGXFSZ would end the program at the first byte too many; ignored, the write fails, as on a full disk.
            let limit = format!("trap '' XFSZ; {limit}");
            let run = program.run(program.limited(&limit, &arguments), Duration::from_secs(60))?;
            let judged = run.is_orderly().and_then(|()| works_again(program, &arguments));
            score.count(judged.map_err(|loss| format!("{limit}: {line}: {loss}")));
        }
    }
    Ok(())
}
