//! Files with a flipped bit, cut off or extended: named or read as before, never answered wrongly. Of small files every byte is
//! altered and every length is tried.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, ensure};

use super::Effort;
use crate::program::Program;
use crate::score::Score;

/// A kind of file: the command that writes it, and the one that reads it.
struct Kind {
    name: &'static str,
    write: &'static [&'static str],
    /// The directory or file whose files are damaged.
    files: &'static str,
    read: &'static [&'static str],
}

const KINDS: [Kind; 7] = [
    Kind {
        name: "store",
        write: &["states", "count", "--board", "2x3", "--goal", "64", "--store", "store"],
        files: "store",
        read: &["states", "verify", "store"],
    },
    Kind {
        name: "store of 4x4",
        write: &["states", "count", "--board", "4x4", "--goal", "8", "--store", "rows"],
        files: "rows",
        read: &["states", "verify", "rows"],
    },
    Kind {
        name: "values",
        write: &["solve", "--board", "2x3", "--goal", "32", "--maximize", "score", "--store", "values"],
        files: "values",
        read: &["solve", "verify", "values"],
    },
    Kind {
        name: "network",
        write: &[
            "train",
            "--net",
            "0123,4567",
            "--games",
            "20",
            "--seed",
            "1",
            "--threads",
            "1",
            "--out",
            "small.net",
        ],
        files: "small.net",
        read: &["net", "verify", "small.net"],
    },
    Kind {
        name: "checkpoint",
        write: &["net", "verify", "small.net"],
        files: "small.training",
        read: &["net", "convert", "small.training", "converted.net"],
    },
    Kind {
        name: "results",
        write: &["arena", "random", "greedy", "--games", "5", "--seed", "3", "--out", "results"],
        files: "results/results.txt",
        read: &["arena", "--verify", "results"],
    },
    Kind {
        name: "times",
        write: &["arena", "--verify", "results"],
        files: "results/times.txt",
        read: &["arena", "--verify", "results"],
    },
];

pub(crate) fn run(program: &Program, effort: &mut Effort, score: &mut Score) -> anyhow::Result<()> {
    let attempts = effort.attempts(2_000);
    for kind in &KINDS {
        let time = Duration::from_secs(60);
        let written = program.run(program.command(kind.write), time)?;
        ensure!(written.is_success(), "{}: {}", kind.name, written.stderr);
        let before = program.run(program.command(kind.read), time)?;
        ensure!(before.is_success(), "{}: {}", kind.name, before.stderr);
        for file in files_below(&program.scratch().join(kind.files))? {
            let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
            for (damaged, how) in damages(&bytes, attempts, effort) {
                fs::write(&file, damaged)?;
                let run = program.run(program.command(kind.read), Duration::from_secs(20))?;
                let same = !run.is_success() || run.stdout == before.stdout;
                let judged =
                    run.is_orderly().and(if same { Ok(()) } else { Err("another answer".to_owned()) });
                score.count(judged.map_err(|loss| format!("{}, {how}: {loss}", name(kind, &file))));
            }
            fs::write(&file, bytes)?;
        }
    }
    Ok(())
}

/// Every byte altered and every length of a small file, as many random damages of a large one.
fn damages(bytes: &[u8], attempts: u32, effort: &mut Effort) -> Vec<(Vec<u8>, String)> {
    if 2 * bytes.len() > attempts as usize {
        return (0..attempts).map(|_| damage(bytes, effort)).collect();
    }
    let flipped = (0..bytes.len()).map(|place| flip(bytes, place, 1 << (place % 8)));
    flipped.chain((0..bytes.len()).map(|length| cut(bytes, length))).collect()
}

fn name(kind: &Kind, file: &Path) -> String {
    format!("{} {}", kind.name, file.file_name().unwrap_or_default().to_string_lossy())
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

/// A bit flipped, an end cut off, or bytes added.
fn damage(bytes: &[u8], effort: &mut Effort) -> (Vec<u8>, String) {
    let place = effort.random.below(bytes.len() as u32) as usize;
    match effort.random.below(4) {
        0 => cut(bytes, place),
        1 => ([bytes, &bytes[place..]].concat(), format!("the bytes from {place} on twice")),
        _ => flip(bytes, place, 1 << effort.random.below(8)),
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
