//! `redouble tables build`.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use indicatif::HumanBytes;
use redouble_players::{EndingProblem, EndingTable, Needs, build_table};

use super::{Choice, info};
use crate::ExitCode;
use crate::output::{available_disk_bytes, available_memory_bytes};
use crate::progress::Bar;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    choice: Choice,
}

pub(super) fn run(args: &Args, directory: &Path, json: bool) -> anyhow::Result<ExitCode> {
    std::fs::create_dir_all(directory)
        .with_context(|| format!("cannot make the directory {}", directory.display()))?;
    let problems = args.choice.problems()?;
    let paths: Vec<PathBuf> = problems.iter().map(|problem| directory.join(problem.file_name())).collect();
    for (problem, path) in problems.iter().zip(&paths) {
        if !is_there(path) {
            let needs = Needs::of(problem);
            tell(problem, needs);
            check(needs, directory)?;
            build_table(problem, path, &Bar::new())?;
        }
    }
    let built = paths.iter().map(|path| EndingTable::open(path)).collect::<Result<Vec<_>, _>>()?;
    info::print(&built.iter().map(info::report).collect::<Result<Vec<_>, _>>()?, json)?;
    Ok(ExitCode::SUCCESS)
}

/// Whether a table need not be built. One that cannot be used is replaced.
fn is_there(path: &Path) -> bool {
    match EndingTable::open(path) {
        Ok(_) => true,
        Err(problem) if path.exists() => {
            eprintln!("{problem}; it is built again");
            false
        }
        Err(_) => false,
    }
}

fn tell(problem: &EndingProblem, Needs { states, file, disk, memory }: Needs) {
    eprintln!(
        "{problem}: {states} states, {} ({} while it is built), {} of memory",
        HumanBytes(file),
        HumanBytes(disk),
        HumanBytes(memory)
    );
}

/// Refuses what can not succeed, where the system tells.
fn check(needs: Needs, directory: &Path) -> anyhow::Result<()> {
    if let Some(available) = available_memory_bytes().filter(|&available| available < needs.memory) {
        bail!("not enough memory: {} of {} are available", HumanBytes(available), HumanBytes(needs.memory));
    }
    if let Some(available) = available_disk_bytes(directory).filter(|&available| available < needs.disk) {
        let directory = directory.display();
        bail!(
            "not enough disk: {} of {} are free in {directory}",
            HumanBytes(available),
            HumanBytes(needs.disk)
        );
    }
    Ok(())
}
