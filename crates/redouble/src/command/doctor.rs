//! `redouble doctor`: what a report about a problem should say.

use std::fs;
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use redouble_core::Shape;
use redouble_files::{Lock, LockError};
use redouble_kernels::Cpu;
use redouble_players::Catalog;
use serde::Serialize;

use crate::ExitCode;
use crate::output::{available_disk_bytes, available_memory_bytes, print_json, processor};
use crate::saved::data_directory;
use crate::table::terminal_width;

/// Say which version this is, what it runs on, and in which state its files are.
///
/// Nothing is changed and nothing is sent. Paste the answer into a report about a problem: it names files, but not what is in
/// them. The exit code is 1 if something is wrong.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where games are kept [default: the data directory of the user]
    #[arg(long, value_name = "DIR", env = "REDOUBLE_DATA")]
    data: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    version: &'static str,
    commit: &'static str,
    features: Vec<&'static str>,
    system: String,
    processor: Option<String>,
    cores: usize,
    /// The instructions that are used, and all that could be.
    kernels: String,
    available_kernels: Vec<String>,
    memory_bytes: Option<u64>,
    network_4x4: bool,
    terminal: String,
    environment: Vec<String>,
    data: DataReport,
}

/// The data directory.
#[derive(Serialize)]
struct DataReport {
    directory: String,
    free_bytes: Option<u64>,
    files: Vec<FileReport>,
    problems: Vec<String>,
}

#[derive(Serialize)]
struct FileReport {
    name: String,
    bytes: u64,
    /// Permissions, where the system has them.
    mode: String,
    state: String,
}

pub(crate) fn run(args: &Args, cpu: Cpu, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let report = Report {
        version: env!("CARGO_PKG_VERSION"),
        commit: option_env!("REDOUBLE_COMMIT").unwrap_or("unknown"),
        features: features(),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        processor: processor(),
        cores: std::thread::available_parallelism().map_or(0, usize::from),
        kernels: cpu.to_string(),
        available_kernels: Cpu::available().map(|cpu| cpu.to_string()).collect(),
        memory_bytes: available_memory_bytes(),
        network_4x4: catalog.has_network(Shape::CLASSIC),
        terminal: terminal(),
        environment: environment(),
        data: DataReport::of(args.data.as_deref()),
    };
    if args.json {
        print_json(&report)?;
    } else {
        report.print()?;
    }
    Ok(if report.data.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn features() -> Vec<&'static str> {
    [
        ("png", cfg!(feature = "png")),
        ("parquet", cfg!(feature = "parquet")),
        ("debug", cfg!(debug_assertions)),
    ]
    .into_iter()
    .filter_map(|(name, there)| there.then_some(name))
    .collect()
}

fn terminal() -> String {
    let kind = std::env::var("TERM").unwrap_or_else(|_| "unknown".to_owned());
    let what = if io::stdout().is_terminal() { kind } else { "none".to_owned() };
    format!("{what}, {} columns", terminal_width())
}

/// The variables that change what the program does.
fn environment() -> Vec<String> {
    let names =
        ["REDOUBLE_CPU", "REDOUBLE_DATA", "REDOUBLE_NET", "NO_COLOR", "COLORTERM", "RAYON_NUM_THREADS"];
    let set = |name: &str| Some(format!("{name}={}", std::env::var_os(name)?.to_string_lossy()));
    names.into_iter().filter_map(set).collect()
}

impl DataReport {
    fn of(named: Option<&Path>) -> DataReport {
        let nowhere = |problem: String| DataReport {
            directory: "none".to_owned(),
            free_bytes: None,
            files: Vec::new(),
            problems: vec![problem],
        };
        let directory = match data_directory(named) {
            Ok(directory) => directory,
            Err(error) => return nowhere(format!("{error:#}")),
        };
        let (mut files, mut problems) = (Vec::new(), Vec::new());
        if directory.exists() {
            list(&directory, &directory, &mut files, &mut problems);
        }
        files.sort_by(|a: &FileReport, b| a.name.cmp(&b.name));
        DataReport {
            // The disk of a directory that is not there yet is that of the one it will be in.
            free_bytes: directory.ancestors().find_map(available_disk_bytes),
            directory: directory.display().to_string(),
            files,
            problems,
        }
    }
}

/// All files below a directory, by their names from `root` on.
fn list(root: &Path, directory: &Path, files: &mut Vec<FileReport>, problems: &mut Vec<String>) {
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) => return problems.push(format!("{}: {error}", directory.display())),
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        // A link is not followed: it may lead round in a circle.
        match fs::symlink_metadata(&path) {
            Ok(found) if found.is_dir() => list(root, &path, files, problems),
            Ok(found) => {
                let state = state(&path).unwrap_or_else(|error| {
                    problems.push(format!("{}: {error}", path.display()));
                    error.to_string()
                });
                let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
                files.push(FileReport { name, bytes: found.len(), mode: mode(&found), state });
            }
            Err(error) => problems.push(format!("{}: {error}", path.display())),
        }
    }
}

#[cfg(unix)]
fn mode(found: &fs::Metadata) -> String {
    use std::os::unix::fs::PermissionsExt as _;
    format!("{:03o}", found.permissions().mode() & 0o777)
}

#[cfg(not(unix))]
fn mode(found: &fs::Metadata) -> String {
    if found.permissions().readonly() { "read-only".to_owned() } else { String::new() }
}

/// What can be said about a file without changing it.
fn state(path: &Path) -> io::Result<String> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    Ok(match extension {
        "lock" => match Lock::shared(path) {
            Ok(_) => "free".to_owned(),
            Err(LockError::Busy(_)) => "held by a running redouble".to_owned(),
            Err(LockError::Io(error)) => return Err(error.into()),
        },
        "new" => "left by a process that was killed; written over by the next one".to_owned(),
        "db" if path.ends_with(redouble_store::FILE) => {
            let found = redouble_store::read_only(path.parent().unwrap_or(path)).map_err(io::Error::other)?;
            let (_, contents) = found.ok_or(io::ErrorKind::NotFound)?;
            format!("{} games, {} results", contents.games.len(), contents.results.len())
        }
        "journal" => {
            let bytes = fs::read(path)?;
            let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
            let torn =
                if bytes.last().is_none_or(|&last| last == b'\n') { "" } else { ", the last one cut off" };
            format!("{lines} lines{torn}")
        }
        _ => fs::File::open(path).map(|_| "readable".to_owned())?,
    })
}

impl Report {
    fn print(&self) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        let gigabytes = |bytes: Option<u64>| {
            bytes.map_or("unknown".to_owned(), |bytes| format!("{:.1} GB", bytes as f64 / 1e9))
        };
        let listed = |words: &[String]| if words.is_empty() { "none".to_owned() } else { words.join(" ") };
        for (name, value) in [
            ("version", format!("{} (commit {})", self.version, self.commit)),
            ("features", listed(&self.features.iter().map(ToString::to_string).collect::<Vec<_>>())),
            ("system", self.system.clone()),
            (
                "processor",
                format!("{}, {} cores", self.processor.as_deref().unwrap_or("unknown"), self.cores),
            ),
            ("kernels", format!("{} (of {})", self.kernels, self.available_kernels.join(", "))),
            ("memory", format!("{} available", gigabytes(self.memory_bytes))),
            ("network", if self.network_4x4 { "for 4x4" } else { "none" }.to_owned()),
            ("terminal", self.terminal.clone()),
            ("environment", listed(&self.environment)),
            ("data", format!("{}, {} free", self.data.directory, gigabytes(self.data.free_bytes))),
        ] {
            writeln!(stdout, "{name:<12} {value}")?;
        }
        for FileReport { name, bytes, mode, state } in &self.data.files {
            writeln!(stdout, "  {name:<26} {bytes:>12} bytes  {mode}  {state}")?;
        }
        self.data.problems.iter().try_for_each(|problem| writeln!(stdout, "problem      {problem}"))
    }
}
