//! `redouble course start`

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use redouble_course::texts::{self, LANGUAGES};

use crate::ExitCode;
use crate::output::UsageError;

/// Put the statement and a starter of an exercise into a new directory.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The exercise
    #[arg(value_name = "ID")]
    id: String,
    /// The language: python, java, c, javascript or rust
    #[arg(long, value_name = "L")]
    language: String,
    /// Where to make the directory
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let id = super::known(&args.id)?;
    let languages = LANGUAGES.map(|(name, _)| name);
    let language = texts::lookup("language", &args.language, &languages)
        .map_err(|error| UsageError(format!("{error} (there are {})", languages.join(", "))))?;
    let target = args.dir.join(id);
    if target.exists() {
        return Err(UsageError(format!("{} exists: nothing was written", target.display())).into());
    }
    let mut files = vec![("statement.md", texts::statement(id))];
    files.extend(texts::below(&format!("{id}/starter/{language}")));
    write(&target, &files)?;
    let mut stdout = io::stdout().lock();
    for (name, _) in &files {
        writeln!(stdout, "{}", target.join(name).display())?;
    }
    let program = target.join(texts::file_name(id, language));
    writeln!(stdout, "check it with: redouble course check {id} {}", program.display())?;
    Ok(ExitCode::SUCCESS)
}

fn write(target: &Path, files: &[(&str, &str)]) -> anyhow::Result<()> {
    fs::create_dir_all(target).with_context(|| format!("cannot make {}", target.display()))?;
    for (name, text) in files {
        let path = target.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
