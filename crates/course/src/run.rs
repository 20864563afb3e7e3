//! Running a student's program: once, with bounds on everything it can do to us, and nothing of it left behind.
//!
//! It gets a process group of its own, which is killed as a whole, and an environment variable by which what left the
//! group is found. This is no sandbox.

mod group;

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use redouble_core::{Stopped, Watch};
use redouble_kernels::clock::Instant;

use group::Group;

/// A program and how it is started.
#[derive(Clone, Debug)]
pub struct Program {
    /// The command with its arguments.
    pub command: Vec<String>,
    /// Where it is started; here if `None`.
    pub directory: Option<PathBuf>,
}

/// What a program may use.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The time of a run: by the wall clock, without the time in which it waits for a processor, so that a busy machine
    /// fails nobody. The CPU time may be twice that, because two threads may work.
    pub time: Duration,
    /// Resident memory of all its processes, in bytes.
    pub memory: u64,
    /// How many bytes it may print.
    pub output: usize,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { time: Duration::from_secs(10), memory: 1 << 30, output: 64 << 20 }
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with this status.
    Exited(ExitStatus),
    /// It took too long.
    Time,
    /// It took too much memory, or too many processes.
    Memory,
    /// It printed too much.
    Output,
}

/// What a run left.
#[derive(Clone, Debug)]
pub struct Ran {
    /// What it printed, in lines without their ends.
    pub lines: Vec<String>,
    /// The end of what it wrote on standard error.
    pub errors: String,
    /// How it ended.
    pub end: End,
    /// How long it took.
    pub seconds: f64,
}

/// The program could not be run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// There is no such program, or it may not be started.
    #[error("cannot start `{command}`: {error}")]
    Start {
        /// The first word of the command.
        command: String,
        /// The system's reason.
        error: io::Error,
    },
    /// The watch said so.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A program that somebody else starts and ends: whatever it leaves behind ends with this.
pub(crate) struct Leash {
    group: Group,
    /// The command by which it must be started.
    pub(crate) command: Vec<String>,
}

impl Leash {
    pub(crate) fn new(program: &Program) -> Leash {
        let group = Group::new();
        Leash { command: group.marked(&program.command), group }
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        self.group.kill_marked();
    }
}

/// How often time and memory are looked at.
const LOOK: Duration = Duration::from_millis(50);
/// A line may have so many bytes.
const MAX_LINE: usize = 4 << 20;
/// So much of standard error is kept.
const MAX_ERRORS: usize = 64 << 10;
/// A program may have so many processes.
const MAX_PROCESSES: usize = 256;

/// Starts a program, sends it `input` and reads all it prints.
///
/// # Errors
/// If it cannot be started, or the watch stopped it.
pub fn run(program: &Program, input: Vec<u8>, bounds: &Bounds, watch: &dyn Watch) -> Result<Ran, RunError> {
    let started = Instant::now();
    let mut group = Group::new();
    let mut child = start(program, &group).map_err(|error| RunError::Start {
        command: program.command.first().cloned().unwrap_or_default(),
        error,
    })?;
    let mut stdin = child.stdin.take().expect("a piped input");
    // Who reads nothing closes the pipe; that is no failure by itself.
    thread::spawn(move || drop(stdin.write_all(&input)));
    let (sender, receiver) = channel();
    let output = collect(child.stdout.take().expect("a piped output"), Keep::First(bounds.output), &sender);
    let errors = collect(child.stderr.take().expect("a piped output"), Keep::Last, &sender);
    drop(sender);
    let end = wait(&mut child, &mut group, bounds, &receiver, watch);
    // Whatever it started ends here, so that both pipes are closed and read to their end.
    group.kill(child.id());
    let _ = child.wait();
    while receiver.recv_timeout(Duration::from_secs(2)).is_ok() {}
    let lines = split(&take(&output), bounds);
    let end = end?;
    let end = if lines.is_err() { End::Output } else { end };
    Ok(Ran {
        lines: lines.unwrap_or_default(),
        errors: String::from_utf8_lossy(&take(&errors)).into_owned(),
        end,
        seconds: started.elapsed().as_secs_f64(),
    })
}

fn start(program: &Program, group: &Group) -> io::Result<Child> {
    let (name, arguments) =
        program.command.split_first().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let mut command = Command::new(name);
    command.args(arguments).env("LC_ALL", "C.UTF-8").env("PYTHONDONTWRITEBYTECODE", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(directory) = &program.directory {
        command.current_dir(directory);
    }
    group.prepare(&mut command);
    command.spawn()
}

/// Waits for the end of the program or of our patience.
fn wait(
    child: &mut Child,
    group: &mut Group,
    bounds: &Bounds,
    flooded: &Receiver<()>,
    watch: &dyn Watch,
) -> Result<End, Stopped> {
    let (mut meter, mut nap) = (Meter::new(), Duration::from_millis(1));
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Ok(End::Exited(status));
        }
        watch.check()?;
        if flooded.try_recv().is_ok() {
            return Ok(End::Output);
        }
        if let Some(end) = meter.look(group, child.id(), bounds) {
            return Ok(end);
        }
        thread::sleep(nap);
        nap = (nap * 2).min(Duration::from_millis(10));
    }
}

/// Looks now and then at what a run uses.
struct Meter {
    started: Instant,
    looked: Instant,
    /// How long it neither ran nor waited for a processor.
    idle: Duration,
}

/// However busy the machine is, nobody gets more than so many times the bound.
const PATIENCE: u32 = 10;

impl Meter {
    fn new() -> Meter {
        let now = Instant::now();
        Meter { started: now, looked: now, idle: Duration::ZERO }
    }

    /// Whether the run must end.
    fn look(&mut self, group: &mut Group, leader: u32, bounds: &Bounds) -> Option<End> {
        let since = self.looked.elapsed();
        if since < LOOK {
            return None;
        }
        self.looked = Instant::now();
        let used = group.usage(leader);
        if used.memory > bounds.memory || used.processes > MAX_PROCESSES {
            return Some(End::Memory);
        }
        if !used.is_busy {
            self.idle += since;
        }
        let wall = self.started.elapsed();
        let spent = if used.is_known { self.idle + used.cpu } else { wall };
        let over = (wall > bounds.time && spent > bounds.time)
            || used.cpu > 2 * bounds.time
            || wall > PATIENCE * bounds.time;
        over.then_some(End::Time)
    }
}

/// Which part of a stream is kept.
enum Keep {
    /// So many bytes from the beginning; more is a flood.
    First(usize),
    /// The end.
    Last,
}

/// Reads a stream to its end in a thread of its own; says so if it is a flood.
fn collect(mut stream: impl Read + Send + 'static, keep: Keep, flooded: &Sender<()>) -> Arc<Mutex<Vec<u8>>> {
    let kept = Arc::new(Mutex::new(Vec::new()));
    let (shared, flooded) = (Arc::clone(&kept), flooded.clone());
    thread::spawn(move || {
        let mut buffer = vec![0; 64 << 10];
        while let Ok(read @ 1..) = stream.read(&mut buffer) {
            let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend_from_slice(&buffer[..read]);
            match keep {
                Keep::First(most) if kept.len() > most => {
                    let _ = flooded.send(());
                    return;
                }
                Keep::Last if kept.len() > 2 * MAX_ERRORS => {
                    let surplus = kept.len() - MAX_ERRORS;
                    kept.drain(..surplus);
                }
                _ => {}
            }
        }
    });
    kept
}

fn take(kept: &Mutex<Vec<u8>>) -> Vec<u8> {
    std::mem::take(&mut *kept.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The lines; an error if there is too much of them.
fn split(output: &[u8], bounds: &Bounds) -> Result<Vec<String>, ()> {
    if output.len() > bounds.output {
        return Err(());
    }
    let mut lines: Vec<&[u8]> = output.split(|&byte| byte == b'\n').collect();
    // What follows the last line end is a line only if there is something.
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    if lines.iter().any(|line| line.len() > MAX_LINE) {
        return Err(());
    }
    Ok(lines.iter().map(|line| String::from_utf8_lossy(line).trim_end_matches('\r').to_owned()).collect())
}
