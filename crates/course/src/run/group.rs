//! All processes of one run.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The environment variable that all processes of a run inherit.
const MARK: &str = "REDOUBLE_COURSE_RUN";

/// The processes of one run: a process group, and what left it but still has the mark.
pub(super) struct Group {
    mark: String,
}

/// What the processes of a run use.
#[derive(Default)]
pub(super) struct Usage {
    pub(super) memory: u64,
    pub(super) cpu: Duration,
    pub(super) processes: usize,
    /// Whether any thread runs, or would if it had a processor.
    pub(super) is_busy: bool,
    /// Whether the system told anything.
    pub(super) is_known: bool,
}

impl Group {
    pub(super) fn new() -> Group {
        static RUNS: AtomicU64 = AtomicU64::new(0);
        let run = RUNS.fetch_add(1, Ordering::Relaxed);
        Group { mark: format!("{}.{run}", std::process::id()) }
    }

    /// Puts the command to be started into the group.
    pub(super) fn prepare(&self, command: &mut Command) {
        command.env(MARK, &self.mark);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
    }

    /// What the group uses; nothing where the system does not tell.
    pub(super) fn usage(&self, leader: u32) -> Usage {
        let mut usage = Usage::default();
        for number in processes() {
            let Some(process) = read(number).filter(|process| process.group == leader) else { continue };
            usage.memory += process.resident;
            usage.cpu += process.cpu;
            usage.processes += 1;
            usage.is_known = true;
            usage.is_busy |= is_busy(number);
        }
        usage
    }

    /// Ends every process of the run.
    pub(super) fn kill(&self, leader: u32) {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process, kill_process_group};
            let pid = |number: u32| Pid::from_raw(i32::try_from(number).unwrap_or_default());
            if let Some(leader) = pid(leader) {
                let _ = kill_process_group(leader, Signal::KILL);
            }
            // What forks while it is searched for is found in the next round.
            for _ in 0..100 {
                let left: Vec<u32> = processes().filter(|&process| self.is_marked(process)).collect();
                for process in left.iter().filter_map(|&process| pid(process)) {
                    let _ = kill_process(process, Signal::KILL);
                }
                if left.is_empty() {
                    return;
                }
                std::thread::sleep(Duration::from_millis(2));
            }
        }
        #[cfg(not(unix))]
        let _ = leader;
    }

    #[cfg(unix)]
    fn is_marked(&self, process: u32) -> bool {
        let Ok(environment) = std::fs::read(format!("/proc/{process}/environ")) else { return false };
        let wanted = format!("{MARK}={}", self.mark);
        environment.split(|&byte| byte == 0).any(|entry| entry == wanted.as_bytes())
    }
}

/// A process as the system tells it.
struct Process {
    group: u32,
    resident: u64,
    cpu: Duration,
}

/// The processes of this machine, where the system tells.
fn processes() -> impl Iterator<Item = u32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// Whether a thread of the process runs or waits for a processor or a disk.
fn is_busy(process: u32) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let mut stats = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("stat")).ok());
    stats.any(|stat| {
        let state = stat.rsplit_once(')').and_then(|(_, rest)| rest.trim_start().chars().next());
        matches!(state, Some('R' | 'D'))
    })
}

/// Reads `/proc/PID/stat`: after the name in parentheses come state, parent, group and many numbers.
fn read(process: u32) -> Option<Process> {
    const TICKS_A_SECOND: u64 = 100;
    const PAGE: u64 = 4096;
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |field: usize| fields.get(field)?.parse::<u64>().ok();
    let ticks = number(11)? + number(12)?;
    Some(Process {
        group: fields.get(2)?.parse().ok()?,
        resident: number(21)? * PAGE,
        cpu: Duration::from_millis(ticks * 1000 / TICKS_A_SECOND),
    })
}
