//! Files with a byte altered, cut off or extended: named or read as before, never answered wrongly. Of small files every byte is
//! altered and every length is tried; of what a killed run left, some.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, ensure};
use redouble_core::{Game, Random, Rules};

use super::kills::{self, JOBS, Job};
use super::{Effort, pick};
use crate::program::{Patience, Program, Run};
use crate::score::{Outcome, Score};
use crate::workers::share;

/// A kind of file: the command that writes it, and the one that reads it.
struct Kind {
    name: &'static str,
    /// Lines that write it, one after the other.
    write: &'static [&'static str],
    /// The directory or file whose files are damaged.
    files: &'static str,
    read: &'static str,
    judge: fn(&Run, &Run, &str) -> Outcome,
}

const KINDS: [Kind; 12] = [
    Kind {
        name: "store",
        write: &["states count --board 2x2 --goal 16 --store store"],
        files: "store",
        read: "states verify store",
        judge: same_or_refused,
    },
    Kind {
        name: "store of 4x4",
        write: &["states count --board 4x4 --goal 8 --store rows"],
        files: "rows",
        read: "states verify rows",
        judge: same_or_refused,
    },
    Kind {
        name: "values",
        write: &["solve --board 2x2 --goal 16 --maximize score --store values"],
        files: "values/values",
        read: "solve verify values",
        judge: same_or_refused,
    },
    Kind {
        name: "values, asked",
        write: &["solve --board 2x2 --goal 16 --maximize score --store values"],
        files: "values/values",
        read: "solve query 2,2/4,. --store values",
        judge: same_or_refused,
    },
    Kind {
        name: "network",
        write: &["train --net 01 --board 2x2 --games 5 --seed 1 --threads 1 --out small.net"],
        files: "small.net",
        read: "net verify small.net",
        judge: same_or_refused,
    },
    Kind {
        name: "network, asked",
        write: &["train --net 01 --board 2x2 --games 5 --seed 1 --threads 1 --out small.net"],
        files: "small.net",
        read: "hint 2,2/4,. --player ntuple:net=small.net",
        judge: same_or_refused,
    },
    Kind {
        name: "checkpoint",
        write: &["train --net 01 --board 2x2 --games 5 --seed 1 --threads 1 --out small.net"],
        files: "small.training",
        read: "net convert small.training converted.net",
        judge: same_or_refused,
    },
    Kind {
        name: "results",
        write: &["arena random greedy --board 2x2 --games 5 --seed 3 --out results"],
        files: "results/results.txt",
        read: "arena --verify results",
        judge: same_or_refused,
    },
    Kind {
        name: "times",
        write: &["arena random greedy --board 2x2 --games 5 --seed 3 --out results"],
        files: "results/times.txt",
        read: "arena --verify results",
        judge: same_or_refused,
    },
    Kind {
        name: "ending table",
        write: &["tables build --layout 1234/8765/9... --tile 8 --data tables"],
        files: "tables",
        read: "tables verify --data tables",
        judge: same_or_refused,
    },
    Kind {
        name: "games",
        write: &["play --plain --seed 5 --data games"],
        files: "games",
        read: "play --plain --data games",
        judge: a_board_of_the_game,
    },
    Kind {
        name: "record",
        write: &[],
        files: "game.record",
        read: "review game.record --player greedy",
        judge: same_or_refused,
    },
];
/// The moves of the game that is kept, and of the record.
const MOVES: [&str; 8] = ["left", "up", "left", "up", "right", "left", "up", "left"];
const SEED: u64 = 5;
/// Damages that one copy of the files is used for.
const CHUNK: usize = 64;
const TIME: Patience = Patience::to_end(Duration::from_secs(300));

/// The same answer, or a refusal in words.
fn same_or_refused(run: &Run, before: &Run, _: &str) -> Outcome {
    run.is_orderly()?;
    match run.code() {
        Some(0) if run.stdout != before.stdout => Err("another answer".to_owned()),
        _ => Ok(()),
    }
}

/// A board that the game had, or a refusal. A new game is a loss, unless the end was cut off: a line that is not whole was never
/// answered, and the first one begins the game.
fn a_board_of_the_game(run: &Run, _: &Run, how: &str) -> Outcome {
    run.is_orderly()?;
    if how.starts_with("cut") && run.stdout.contains("Score 0, 0 moves") {
        return Ok(());
    }
    let rows: Vec<String> =
        run.stdout.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(",")).collect();
    let end = run.stdout.lines().position(|line| line.starts_with("Score "));
    let shown = end.filter(|&end| end >= 4).map(|end| rows[end - 4..end].join("/"));
    match shown {
        None if run.is_success() => Err("no board".to_owned()),
        Some(board) if !boards().contains(&board) => {
            Err(format!("another game: {board}; {}", run.stderr.trim_end()))
        }
        _ => Ok(()),
    }
}

/// All boards of the game that is kept.
fn boards() -> BTreeSet<String> {
    let mut game = Game::new(Rules::default(), SEED);
    let mut boards = BTreeSet::from([game.position().board().to_string()]);
    for direction in MOVES {
        game.play(direction.parse().expect("a direction"));
        boards.insert(game.position().board().to_string());
    }
    boards
}

/// A file to be damaged, in which ways, and what is read from it undamaged.
struct Task {
    kind: &'static Kind,
    whole: PathBuf,
    file: PathBuf,
    damages: Range<usize>,
}

pub(crate) fn run(program: &Program, effort: &Effort) -> anyhow::Result<Score> {
    let most = effort.attempts(3_000) as usize;
    let mut tasks = Vec::new();
    for kind in &KINDS {
        let whole = program.within(&format!("whole-{}", kind.name))?;
        write(&whole, kind).with_context(|| kind.name.to_owned())?;
        for file in files_below(&whole.scratch().join(kind.files))? {
            let count = (2 * fs::metadata(&file)?.len() as usize).min(most);
            for begin in (0..count).step_by(CHUNK) {
                let (whole, file) = (whole.scratch().to_owned(), file.clone());
                tasks.push(Task { kind, whole, file, damages: begin..count.min(begin + CHUNK) });
            }
        }
    }
    // All files in turn, so that none is left out where the time is short.
    tasks.sort_by_key(|task| task.damages.start);
    share(program, effort, tasks.into_iter().enumerate(), |program, (number, task), score| {
        let copy = program.within(&format!("copy-{number}"))?;
        copy_all(&task.whole, copy.scratch())?;
        let file = copy.scratch().join(task.file.strip_prefix(&task.whole)?);
        let read = || copy.run(copy.command(&task.kind.read.split(' ').collect::<Vec<_>>()), TIME);
        let (bytes, before) = (fs::read(&file)?, read()?);
        ensure!(before.is_success(), "{}: {}", task.kind.name, before.stderr);
        for number in task.damages.clone() {
            let (damaged, how) = damage(&bytes, number, most, &mut effort.random(number as u64));
            copy_all(&task.whole, copy.scratch())?;
            fs::write(&file, damaged)?;
            let outcome = (task.kind.judge)(&read()?, &before, &how);
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            score.count(task.kind.name, outcome.map_err(|loss| format!("{name}, {how}: {loss}")));
        }
        Ok(fs::remove_dir_all(copy.scratch())?)
    })
}

/// Makes the files of a kind.
fn write(whole: &Program, kind: &Kind) -> anyhow::Result<()> {
    for line in kind.write {
        let mut command = whole.command(&line.split(' ').collect::<Vec<_>>());
        if kind.name == "games" {
            let moves = whole.scratch().join("moves");
            fs::write(&moves, MOVES.join("\n"))?;
            command.stdin(fs::File::open(moves)?);
        }
        let written = whole.run(command, TIME)?;
        ensure!(written.is_success(), "{}", written.stderr);
    }
    if kind.name == "record" {
        let mut game = Game::new(Rules::default(), SEED);
        MOVES.iter().try_for_each(|direction| direction.parse().map(|direction| _ = game.play(direction)))?;
        fs::write(whole.scratch().join(kind.files), game.record().to_string())?;
    }
    Ok(())
}

/// Work that is killed, what it left damaged, and the work begun again: it refuses what it finds, or comes to the same result.
pub(crate) fn unfinished(program: &Program, effort: &Effort) -> anyhow::Result<Score> {
    let references = kills::references(program, effort)?;
    let rounds = effort.attempts(24);
    let attempts = (0..rounds).flat_map(|_| JOBS.iter().filter(|job| job.keeps_files())).enumerate();
    share(program, effort, attempts, |program, (number, job), score| {
        let (program, mut random) =
            (program.within(&format!("left-{number}"))?, effort.random(number as u64));
        job.prepare(&program)?;
        let before = files_below(program.scratch())?;
        job.kill_once(&program, &references, &mut random)?;
        let left: Vec<PathBuf> =
            files_below(program.scratch())?.into_iter().filter(|file| !before.contains(file)).collect();
        if !left.is_empty() {
            let file = pick(&mut random, &left);
            let bytes = fs::read(file)?;
            let (damaged, how) = random_damage(&bytes, &mut random);
            fs::write(file, damaged)?;
            let outcome = judge_unfinished(&program, job, &references, file);
            let name = file.strip_prefix(program.scratch())?.display();
            let part = format!("left by {}", job.name);
            score.count(&part, outcome.map_err(|loss| format!("{name}, {how}: {loss}")));
        }
        Ok(fs::remove_dir_all(program.scratch())?)
    })
}

fn judge_unfinished(program: &Program, job: &Job, references: &kills::References, file: &Path) -> Outcome {
    let run =
        program.run(program.command(&job.arguments_in("files")), TIME).map_err(|error| error.to_string())?;
    run.is_orderly()?;
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match job.done(program, "files", &run) {
        Ok(found) => references.compare_result(job, &found),
        Err(_) if run.stderr.contains(&name) || run.stderr.contains("files") => Ok(()),
        Err(error) => Err(format!("the file is not named: {error}")),
    }
}

/// Every byte altered and every length of a small file, as many random damages of a large one.
fn damage(bytes: &[u8], number: usize, most: usize, random: &mut Random) -> (Vec<u8>, String) {
    if 2 * bytes.len() > most {
        return random_damage(bytes, random);
    }
    let place = number / 2;
    if number.is_multiple_of(2) { flip(bytes, place, 1 << (place % 8)) } else { cut(bytes, place) }
}

/// A bit flipped, an end cut off, or bytes added.
fn random_damage(bytes: &[u8], random: &mut Random) -> (Vec<u8>, String) {
    let place = random.below(bytes.len() as u32) as usize;
    match random.below(4) {
        0 => cut(bytes, place),
        1 => ([bytes, &bytes[place..]].concat(), format!("the bytes from {place} on twice")),
        _ => flip(bytes, place, 1 << random.below(8)),
    }
}

fn cut(bytes: &[u8], length: usize) -> (Vec<u8>, String) {
    (bytes[..length].to_vec(), format!("cut to {length} of {} bytes", bytes.len()))
}

fn flip(bytes: &[u8], place: usize, bits: u8) -> (Vec<u8>, String) {
    let mut damaged = bytes.to_vec();
    damaged[place] ^= bits;
    (damaged, format!("byte {place} altered by {bits:#04x}"))
}

/// All files that hold something, below a directory or the one itself.
fn files_below(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(if fs::metadata(path)?.len() > 0 { vec![path.to_owned()] } else { Vec::new() });
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(path).with_context(|| path.display().to_string())? {
        found.extend(files_below(&entry?.path())?);
    }
    found.sort();
    Ok(found)
}

/// Copies a directory; what is there already stays unless it is replaced.
fn copy_all(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_all(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
