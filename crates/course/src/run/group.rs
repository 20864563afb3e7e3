//! All processes of one run.

use std::collections::{HashMap, HashSet};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The environment variable that all processes of a run inherit.
const MARK: &str = "REDOUBLE_COURSE_RUN";

/// The processes of one run: a process group, what was seen to come from it, and what has the mark.
pub(super) struct Group {
    mark: String,
    /// Those that were seen, with the time of their start: numbers are used again.
    seen: HashSet<(u32, u64)>,
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
        Group { mark: format!("{}.{run}", std::process::id()), seen: HashSet::new() }
    }

    /// Puts the command to be started into the group.
    pub(super) fn prepare(&self, command: &mut Command) {
        command.env(MARK, &self.mark);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
    }

    /// What the run uses; nothing where the system does not tell.
    pub(super) fn usage(&mut self, leader: u32) -> Usage {
        let mut usage = Usage::default();
        for (number, process) in self.members(leader) {
            usage.memory += process.resident;
            usage.cpu += process.cpu;
            usage.processes += 1;
            usage.is_known = true;
            usage.is_busy |= is_busy(number);
        }
        usage
    }

    /// The processes of the group, those that were seen before, and the children of both: who leaves the group stays.
    fn members(&mut self, leader: u32) -> HashMap<u32, Process> {
        let mut others: HashMap<u32, Process> =
            processes().filter_map(|number| Some((number, read(number)?))).collect();
        let mut members = HashMap::new();
        loop {
            let found: Vec<u32> = others
                .iter()
                .filter(|(number, process)| {
                    process.group == leader
                        || members.contains_key(&process.parent)
                        || self.seen.contains(&(**number, process.started))
                })
                .map(|(number, _)| *number)
                .collect();
            if found.is_empty() {
                return members;
            }
            for number in found {
                let process = others.remove(&number).expect("one of the others");
                self.seen.insert((number, process.started));
                members.insert(number, process);
            }
        }
    }

    /// Ends every process of the run.
    pub(super) fn kill(&mut self, leader: u32) {
        #[cfg(unix)]
        {
            use rustix::process::{Signal, kill_process, kill_process_group};
            if let Some(leader) = pid(leader) {
                let _ = kill_process_group(leader, Signal::KILL);
            }
            for number in self.members(leader).into_keys().filter_map(pid) {
                let _ = kill_process(number, Signal::KILL);
            }
        }
        #[cfg(not(unix))]
        let _ = leader;
        self.kill_marked();
    }

    /// The command with the mark, for those who start it in another way.
    pub(super) fn marked(&self, command: &[String]) -> Vec<String> {
        #[cfg(unix)]
        let before = ["env".to_owned(), format!("{MARK}={}", self.mark)];
        #[cfg(not(unix))]
        let before: [String; 0] = [];
        before.into_iter().chain(command.iter().cloned()).collect()
    }

    /// Ends every process with the mark, whatever group it is in.
    pub(super) fn kill_marked(&self) {
        #[cfg(unix)]
        // A process that forks during one search is found by the next.
        for _ in 0..MAX_SEARCHES {
            let mut is_over = true;
            for process in processes() {
                let belongs = self.has_mark(process);
                if belongs == Some(true)
                    && let Some(process) = pid(process)
                {
                    let _ = rustix::process::kill_process(process, rustix::process::Signal::KILL);
                }
                is_over &= belongs == Some(false);
            }
            if is_over {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Whether the environment of the process has the mark; `None` if the process has no environment at this moment.
    ///
    /// In the middle of `exec` the new memory has no environment yet: such a process may be one of ours.
    #[cfg(unix)]
    fn has_mark(&self, number: u32) -> Option<bool> {
        let environment = || std::fs::read(format!("/proc/{number}/environ")).unwrap_or_default();
        let wanted = format!("{MARK}={}", self.mark);
        let is_marked =
            |environment: &[u8]| environment.split(|&byte| byte == 0).any(|entry| entry == wanted.as_bytes());
        let found = environment();
        if !found.is_empty() {
            return Some(is_marked(&found));
        }
        let Some(before) = read(number).filter(|process| process.can_still_run && process.is_younger())
        else {
            return Some(false);
        };
        let found = environment();
        // Some have none for good: that is certain if nothing was executed while we looked.
        let is_certain = before.code != 0 && read(number).is_none_or(|after| after.code == before.code);
        if found.is_empty() && !is_certain { None } else { Some(is_marked(&found)) }
    }
}

/// How often processes are searched for before we give up, 2 ms apart.
#[cfg(unix)]
const MAX_SEARCHES: usize = 1000;

#[cfg(unix)]
fn pid(number: u32) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(number).ok()?)
}

/// A process as the system tells it.
#[cfg_attr(not(unix), expect(dead_code, reason = "only systems with signals search for marked processes"))]
struct Process {
    parent: u32,
    group: u32,
    resident: u64,
    cpu: Duration,
    /// When it was started, in clock ticks since the machine was.
    started: u64,
    /// Where its code begins, which is somewhere else after every `exec`; 0 in the middle of one.
    code: u64,
    /// Neither a thread of the kernel nor a process that has ended and was not waited for.
    can_still_run: bool,
}

#[cfg(unix)]
impl Process {
    /// Whether it was started after this process. If not, it is none of ours.
    fn is_younger(&self) -> bool {
        read(std::process::id()).is_some_and(|own| own.started <= self.started)
    }
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
    /// The flag `PF_KTHREAD` of the kernel.
    const KERNEL_THREAD: u64 = 0x0020_0000;
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |field: usize| fields.get(field)?.parse::<u64>().ok();
    let ticks = number(11)? + number(12)?;
    Some(Process {
        parent: fields.get(1)?.parse().ok()?,
        group: fields.get(2)?.parse().ok()?,
        resident: number(21)? * PAGE,
        cpu: Duration::from_millis(ticks * 1000 / TICKS_A_SECOND),
        started: number(19)?,
        code: number(23)?,
        can_still_run: !matches!(fields[0], "Z" | "X") && number(6)? & KERNEL_THREAD == 0,
    })
}
