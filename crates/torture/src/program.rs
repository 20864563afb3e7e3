//! The program under torture, started in a scratch directory with bounds on its time.

use std::fs::{self, File};
use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Where the program is, and where it runs.
#[derive(Clone)]
pub(crate) struct Program {
    path: PathBuf,
    scratch: PathBuf,
}

/// How long a run may go on.
#[derive(Clone, Copy)]
pub(crate) struct Patience {
    /// By the clock; who has not ended then hangs.
    pub(crate) wall: Duration,
    /// By what it computed; who has not ended then is at work, and is killed.
    pub(crate) work: Duration,
}

impl Patience {
    /// For a run that must end.
    pub(crate) const fn to_end(wall: Duration) -> Patience {
        Patience { wall, work: Duration::MAX }
    }
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Exited(ExitStatus),
    /// It was killed while it worked.
    Working,
    /// It was killed because it took too long.
    Hanging,
}

/// What is known about a run.
pub(crate) struct Run {
    pub(crate) end: End,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Program {
    pub(crate) const fn new(path: PathBuf, scratch: PathBuf) -> Program {
        Program { path, scratch }
    }

    /// The same program in a new directory below this one's.
    pub(crate) fn within(&self, name: &str) -> io::Result<Program> {
        let scratch = self.scratch.join(name);
        fs::create_dir_all(&scratch)?;
        Ok(Program { path: self.path.clone(), scratch })
    }

    pub(crate) fn scratch(&self) -> &Path {
        &self.scratch
    }

    /// A command that starts the program; its games are kept in the scratch directory.
    pub(crate) fn command<S: AsRef<str>>(&self, arguments: &[S]) -> Command {
        let mut command = Command::new(&self.path);
        self.prepare(command.args(arguments.iter().map(AsRef::as_ref)));
        command
    }

    /// The same under a limit of the shell, as `ulimit -n 16`.
    pub(crate) fn limited(&self, limit: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{limit} && exec \"$0\" \"$@\"")]).arg(&self.path);
        self.prepare(command.args(arguments));
        command
    }

    /// The same where the limit is on files; messages go through a pipe, since they are kept in a file.
    pub(crate) fn starved(&self, limit: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new("bash");
        let script = format!("set -o pipefail; ({limit} && exec \"$0\" \"$@\") 2>&1 >/dev/null | cat >&2");
        command.args(["-c", &script]).arg(&self.path);
        self.prepare(command.args(arguments));
        command
    }

    /// The same with a program before it that watches over its system calls.
    pub(crate) fn traced(&self, tracer: &[&str], arguments: &[String]) -> Command {
        let mut command = Command::new(tracer[0]);
        command.args(&tracer[1..]).arg(&self.path);
        self.prepare(command.args(arguments));
        command
    }

    fn prepare(&self, command: &mut Command) {
        command.current_dir(&self.scratch).stdin(Stdio::null());
        command
            .env("NO_COLOR", "1")
            .env("REDOUBLE_DATA", self.scratch.join("data"))
            .env("HOME", &self.scratch);
    }

    /// Runs a command.
    pub(crate) fn run(&self, mut command: Command, patience: Patience) -> io::Result<Run> {
        let [out, err] = ["stdout", "stderr"].map(|name| self.scratch.with_extension(name));
        // Files rather than pipes: whatever the program prints, nobody waits for a reader.
        command.stdout(File::create(&out)?).stderr(File::create(&err)?);
        let end = wait(&mut command.spawn()?, patience)?;
        let text = |path: &Path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Ok(Run { end, stdout: text(&out)?, stderr: text(&err)? })
    }
}

/// Waits for a child to end; kills it, as kill -9 does, when the patience is over.
pub(crate) fn wait(child: &mut Child, patience: Patience) -> io::Result<End> {
    let (begun, mut nap) = (Instant::now(), Duration::from_micros(500));
    let end = loop {
        if let Some(status) = child.try_wait()? {
            return Ok(End::Exited(status));
        }
        if begun.elapsed() >= patience.wall {
            break End::Hanging;
        }
        if patience.work < Duration::MAX && work(child.id()) >= patience.work {
            break End::Working;
        }
        thread::sleep(nap.min(patience.wall.saturating_sub(begun.elapsed())));
        nap = (nap * 2).min(Duration::from_millis(8));
    };
    child.kill()?;
    child.wait()?;
    Ok(end)
}

/// The processor time that a process has used.
fn work(process: u32) -> Duration {
    const TICK: Duration = Duration::from_millis(10);
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    // After the name come the state and ten more fields, then the time in the program and that in the system.
    let ticks: u32 = fields.skip(11).take(2).filter_map(|field| field.parse::<u32>().ok()).sum();
    TICK * ticks
}

impl Run {
    /// Whether the program ended by itself, with one of its exit codes, without a panic, and said why it failed.
    pub(crate) fn is_orderly(&self) -> Result<(), String> {
        let last = self.stderr.lines().last().unwrap_or_default();
        if self.stderr.contains("panicked at") {
            let panic = self.stderr.lines().find(|line| line.contains("panicked at")).unwrap_or(last);
            return Err(format!("a panic: {panic}"));
        }
        let End::Exited(status) = self.end else { return Err("it does not end".to_owned()) };
        match (status.code(), status.signal()) {
            (Some(1 | 2), _) if last.is_empty() && self.stdout.is_empty() => {
                Err("it fails without a word".to_owned())
            }
            (Some(0..=2), _) => Ok(()),
            (_, Some(signal)) => Err(format!("ended by signal {signal}: {last}")),
            (code, _) => Err(format!("exit code {code:?}: {last}")),
        }
    }

    /// The same, or that it was at work when it was killed.
    pub(crate) fn is_orderly_so_far(&self) -> Result<(), String> {
        match self.end {
            End::Working if !self.stderr.contains("panicked at") => Ok(()),
            _ => self.is_orderly(),
        }
    }

    pub(crate) fn is_success(&self) -> bool {
        self.code() == Some(0)
    }

    pub(crate) fn code(&self) -> Option<i32> {
        if let End::Exited(status) = self.end { status.code() } else { None }
    }
}
