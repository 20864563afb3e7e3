//! Faults on purpose: a test lets every write, sync, rename and removal of this crate fail or stop in turn.
//!
//! ```
//! use redouble_files::faults::{Fault, with_fault};
//!
//! let path = std::env::temp_dir().join(format!("redouble-faults-{}", std::process::id()));
//! redouble_files::write(&path, b"old")?;
//! for call in 0.. {
//!     let run = with_fault(call, Fault::Stops, || redouble_files::write(&path, b"new"));
//!     let content = std::fs::read(&path)?;
//!     assert!(content == b"old" || content == b"new");
//!     if run.calls <= call {
//!         break;
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A plan holds for the thread that runs [`with_fault`] alone, so that tests do not disturb one another.

use std::cell::Cell;
use std::io;

/// What happens at the chosen system call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It fails, a write after half of its bytes; those after it work.
    Fails,
    /// It fails in the same way, and nothing works after it: the process was killed there.
    Stops,
}

/// What came of work with a fault in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run<T> {
    /// What the work returned.
    pub result: T,
    /// How many system calls it made, refused ones included: a plan for a later one changed nothing.
    pub calls: u64,
}

#[derive(Clone, Copy)]
struct Plan {
    at: u64,
    fault: Fault,
    calls: u64,
}

thread_local! {
    static PLAN: Cell<Option<Plan>> = const { Cell::new(None) };
}

/// Does some work with a fault at its `at`-th system call, from 0 on.
pub fn with_fault<T>(at: u64, fault: Fault, work: impl FnOnce() -> T) -> Run<T> {
    PLAN.set(Some(Plan { at, fault, calls: 0 }));
    let result = work();
    let calls = PLAN.take().map_or(0, |plan| plan.calls);
    Run { result, calls }
}

/// What the next system call does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Works,
    /// A write writes half of its bytes before it fails.
    Tears,
    Refused,
}

pub(crate) fn next() -> Verdict {
    let Some(plan) = PLAN.get() else { return Verdict::Works };
    PLAN.set(Some(Plan { calls: plan.calls + 1, ..plan }));
    match plan.fault {
        _ if plan.calls == plan.at => Verdict::Tears,
        Fault::Stops if plan.calls > plan.at => Verdict::Refused,
        _ => Verdict::Works,
    }
}

pub(crate) fn error() -> io::Error {
    io::Error::other("a fault on purpose")
}
