//! The program under torture, started in a scratch directory with bounds on its time.

use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Where the program is, and where it runs.
pub(crate) struct Program {
    path: PathBuf,
    scratch: PathBuf,
}

/// How a run ended.
pub(crate) struct Run {
    /// `None` if the time was over and it was killed.
    pub(crate) status: Option<ExitStatus>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Program {
    pub(crate) const fn new(path: PathBuf, scratch: PathBuf) -> Program {
        Program { path, scratch }
    }

    pub(crate) fn scratch(&self) -> &Path {
        &self.scratch
    }

    /// A command that starts the program; its games are kept in the scratch directory.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.path);
        self.prepare(command.args(arguments));
        command
    }

    /// The same under a limit of the shell, as `ulimit -n 16`.
    pub(crate) fn limited(&self, limit: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{limit} && exec \"$0\" \"$@\"")]).arg(&self.path);
        self.prepare(command.args(arguments));
        command
    }

    fn prepare(&self, command: &mut Command) {
        command.current_dir(&self.scratch).stdin(Stdio::null());
        command
            .env("NO_COLOR", "1")
            .env("XDG_DATA_HOME", self.scratch.join("data"))
            .env("HOME", &self.scratch);
    }

    /// Runs a command and kills it when the time is over.
    pub(crate) fn run(&self, mut command: Command, time: Duration) -> std::io::Result<Run> {
        let [out, err] = ["stdout", "stderr"].map(|name| self.scratch.join(name));
        // Files rather than pipes: whatever the program prints, nobody waits for a reader.
        command.stdout(File::create(&out)?).stderr(File::create(&err)?);
        let status = wait(&mut command.spawn()?, time)?;
        let text = |path: &Path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Ok(Run { status, stdout: text(&out)?, stderr: text(&err)? })
    }
}

/// Waits for a child to end; kills it, as kill -9 does, when the time is over.
pub(crate) fn wait(child: &mut Child, time: Duration) -> std::io::Result<Option<ExitStatus>> {
    let end = Instant::now() + time;
    while Instant::now() < end {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(Duration::from_micros(500));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

impl Run {
    /// Whether the program ended by itself, with one of its exit codes and without a panic.
    pub(crate) fn is_orderly(&self) -> Result<(), String> {
        let last = self.stderr.lines().last().unwrap_or_default();
        match self.status {
            _ if self.stderr.contains("panicked at") => Err(format!("a panic: {last}")),
            None => Err("it does not end".to_owned()),
            Some(status) => match (status.code(), status.signal()) {
                (Some(0..=2), _) => Ok(()),
                (_, Some(signal)) => Err(format!("ended by signal {signal}")),
                (code, _) => Err(format!("exit code {code:?}: {last}")),
            },
        }
    }

    pub(crate) fn is_success(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }
}
