//! Full disks, few descriptors, little memory: an error that says so, and what was left is no obstacle afterwards.

use std::time::Duration;

use super::Effort;
use crate::program::{Patience, Program};
use crate::score::{Outcome, Score};
use crate::workers::share;

/// What runs short, and the limit of the shell: size of files in blocks of 512 bytes, descriptors, address space in KiB.
const LIMITS: [(&str, &str); 10] = [
    ("disk", "ulimit -f 0"),
    ("disk", "ulimit -f 1"),
    ("disk", "ulimit -f 8"),
    ("disk", "ulimit -f 200"),
    ("descriptors", "ulimit -n 4"),
    ("descriptors", "ulimit -n 6"),
    ("descriptors", "ulimit -n 12"),
    ("memory", "ulimit -v 150000"),
    ("memory", "ulimit -v 250000"),
    ("memory", "ulimit -v 400000"),
];
const LINES: [&str; 12] = [
    "states count --board 3x3 --goal 128 --store S",
    "states count --board 4x4 --goal 8",
    "solve --board 2x3 --goal 64 --maximize win --store V",
    "arena random greedy --games 50 --seed 1 --out R",
    "compare greedy random --games 200",
    "train --net 0123,4567 --games 50 --seed 1 --out N.net",
    "hint 2,4,.,./.,.,8,./.,.,.,./.,.,.,2",
    "tilt atlas --width 6 --height 6 --out A.csv",
    "tables build --layout 1234/8765/9... --tile 16 --data T",
    "play --plain --seed 1 --data P",
    "course list",
    "states graph --board 2x2 --goal 32 --out /dev/full",
];
/// A run that is not starved takes seconds.
const TIME: Patience = Patience::to_end(Duration::from_secs(120));

pub(crate) fn run(program: &Program, effort: &Effort) -> anyhow::Result<Score> {
    let rounds = 0..effort.attempts(4);
    let attempts =
        rounds.flat_map(|_| LIMITS.iter().flat_map(|limit| LINES.iter().map(move |line| (limit, line))));
    share(program, effort, attempts.enumerate(), |program, (number, ((part, limit), line)), score| {
        let program = program.within(&number.to_string())?;
        let arguments: Vec<&str> = line.split(' ').collect();
        // SIGXFSZ would end the program at the first byte too many; ignored, the write fails, as on a full disk.
        let run = program.run(program.starved(&format!("trap '' XFSZ; {limit}"), &arguments), TIME)?;
        let judged = run.is_orderly().and_then(|()| works_again(&program, &arguments));
        score.count(part, judged.map_err(|loss| format!("{limit}: {line}: {loss}")));
        Ok(std::fs::remove_dir_all(program.scratch())?)
    })
}

/// What a starved run left is no obstacle to the next one.
pub(super) fn works_again(program: &Program, arguments: &[&str]) -> Outcome {
    if arguments.contains(&"/dev/full") {
        return Ok(());
    }
    let run = program.run(program.command(arguments), TIME).map_err(|error| error.to_string())?;
    if run.is_success() { Ok(()) } else { Err(format!("afterwards, without it: {}", run.stderr.trim_end())) }
}
