//! From a file to a program that can be started: run by its language, or compiled first.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use redouble_core::Watch;

use crate::run::{self, Bounds, End, Program, RunError};

/// A program from a file.
pub enum Prepared {
    /// It can be started; the directory is removed with it.
    Ready(Program, Option<Scratch>),
    /// The compiler refused it, with this text.
    Refused(String),
}

/// A file that cannot be a program.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// There is no such file.
    #[error("there is no file `{0}`")]
    Missing(PathBuf),
    /// Its ending says nothing.
    #[error("`{0}`: files end with .py, .java, .js, .c, .rs or .csv; start others with `-- COMMAND`")]
    Ending(PathBuf),
    /// There is no directory for what is compiled, or it cannot be read.
    #[error("cannot make a temporary directory: {0}")]
    Scratch(std::io::Error),
    /// The compiler cannot be started.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// How the names of temporary directories begin.
const SCRATCH: &str = ".redouble-course-";

/// A directory that is removed with what is in it.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new one, where the system keeps temporary files.
    ///
    /// # Errors
    /// If the system has no room for it.
    pub fn new() -> std::io::Result<Scratch> {
        Scratch::below(&std::env::temp_dir())
    }

    /// A new one in this directory.
    ///
    /// # Errors
    /// If the system has no room for it.
    pub fn below(directory: &Path) -> std::io::Result<Scratch> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = directory.join(format!("{SCRATCH}{}-{number}", std::process::id()));
        fs::create_dir_all(&path)?;
        Ok(Scratch(path))
    }

    /// Removes those that a killed process left in this directory, of which the caller must be the only user.
    ///
    /// # Errors
    /// If the directory cannot be read, or one of them cannot be removed.
    pub(crate) fn clear(directory: &Path) -> std::io::Result<()> {
        for entry in fs::read_dir(directory)? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with(SCRATCH) {
                fs::remove_dir_all(entry.path())?;
            }
        }
        Ok(())
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What an ending is run or compiled with.
enum Way {
    Run(&'static str),
    Compile(&'static [&'static str], &'static [&'static str]),
}

/// Makes a program of a file by its ending. What is compiled goes to `scratch`.
///
/// # Errors
/// If there is no such file, or nothing to run or compile it with.
pub fn prepare(file: &Path, scratch: Scratch, watch: &dyn Watch) -> Result<Prepared, PrepareError> {
    if !file.is_file() {
        return Err(PrepareError::Missing(file.to_owned()));
    }
    let way = match file.extension().and_then(|ending| ending.to_str()) {
        Some("py") => Way::Run("python3"),
        Some("java") => Way::Run("java"),
        Some("js") => Way::Run("node"),
        // Tables of an experiment, as if a program had printed them.
        Some("csv") => Way::Run("cat"),
        Some("c") => Way::Compile(&["cc", "-O2", "-o"], &["-lm"]),
        Some("rs") => Way::Compile(&["rustc", "-O", "--edition", "2021", "-o"], &[]),
        _ => return Err(PrepareError::Ending(file.to_owned())),
    };
    let name = file.display().to_string();
    match way {
        Way::Run(interpreter) => {
            let program = Program { command: vec![interpreter.to_owned(), name], directory: None };
            Ok(Prepared::Ready(program, None))
        }
        Way::Compile(before, after) => compile(&name, (before, after), scratch, watch),
    }
}

/// Compiles a file with these words before and after its name.
fn compile(
    name: &str,
    (before, after): (&[&str], &[&str]),
    scratch: Scratch,
    watch: &dyn Watch,
) -> Result<Prepared, PrepareError> {
    let target = scratch.path().join("program").display().to_string();
    let words = before.iter().copied().chain([target.as_str(), name]).chain(after.iter().copied());
    let compiler = Program { command: words.map(str::to_owned).collect(), directory: None };
    let bounds = Bounds { time: Duration::from_secs(120), memory: 2 << 30, ..Bounds::default() };
    let ran = run::run(&compiler, Vec::new(), &bounds, watch)?;
    match ran.end {
        End::Exited(status) if status.success() => {
            Ok(Prepared::Ready(Program { command: vec![target], directory: None }, Some(scratch)))
        }
        _ => Ok(Prepared::Refused(ran.errors)),
    }
}
