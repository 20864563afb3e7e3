//! What all commands print alike: JSON, errors and exit codes.

use std::fmt;
use std::io::{self, Write};

use redouble_lab::ExperimentError;
use serde::Serialize;

use crate::ExitCode;

/// An argument that cannot be used, found after the command line was read. It ends the program with code 2.
#[derive(Debug)]
pub(crate) struct UsageError(pub(crate) String);

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// Prints a value as JSON on standard output.
pub(crate) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    serde_json::to_writer_pretty(&mut stdout, value)?;
    Ok(writeln!(stdout)?)
}

/// A value as JSON text.
pub(crate) fn to_json(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string(value)?)
}

/// The error of a command whose result is no data.
pub(crate) fn no_json() -> anyhow::Error {
    UsageError("this command has no result to hand over: run it on the command line".to_owned()).into()
}

/// Says on standard error what went wrong, and gives the code to end with.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if is_closed_pipe(error) {
        return ExitCode::SUCCESS;
    }
    eprintln!("error: {error:#}");
    if is_bad_usage(error) { ExitCode::USAGE } else { ExitCode::FAILURE }
}

/// A player that cannot be built was asked for on the command line.
pub(crate) fn is_bad_usage(error: &anyhow::Error) -> bool {
    error.is::<UsageError>() || matches!(error.downcast_ref(), Some(ExperimentError::Build(_)))
}

/// A reader that has seen enough (`redouble … | head`) is no failure.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let is_broken_pipe = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    let from_json = |cause: &serde_json::Error| cause.io_error_kind() == Some(io::ErrorKind::BrokenPipe);
    error.chain().any(|cause| {
        cause.downcast_ref().is_some_and(is_broken_pipe) || cause.downcast_ref().is_some_and(from_json)
    })
}

/// The processor's name, where the system tells it.
pub(crate) fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// The memory that new work can take without swapping, where the system tells.
pub(crate) fn available_memory_bytes() -> Option<u64> {
    kilobytes("/proc/meminfo", "MemAvailable:")
}

/// The bytes that are free for us on the disk of a directory, where the system tells.
pub(crate) fn available_disk_bytes(directory: &std::path::Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let found = rustix::fs::statvfs(directory).ok()?;
        Some(found.f_bavail.saturating_mul(found.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = directory;
        None
    }
}

/// The most memory the process has used, where the system tells.
pub(crate) fn peak_rss_bytes() -> Option<u64> {
    kilobytes("/proc/self/status", "VmHWM:")
}

/// The entry of a file of the process file system, in bytes.
fn kilobytes(file: &str, entry: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(entry))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? * 1024)
}
