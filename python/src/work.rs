//! Long work: off the interpreter's lock, on threads of its own, stopped by Ctrl-C, with progress for whoever asks.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use redouble_core::{Progress, Watch};

use crate::argument::refused;

/// How often the waiting thread looks for signals and shows progress.
const PERIOD: Duration = Duration::from_millis(50);
const MOST_THREADS: usize = 256;

/// The threads that a call computes on: so many, or as many as the machine has.
pub(crate) fn pool(threads: Option<usize>) -> PyResult<ThreadPool> {
    if threads.is_some_and(|threads| !(1..=MOST_THREADS).contains(&threads)) {
        return Err(refused(format!("threads: wanted a number from 1 to {MOST_THREADS}")));
    }
    ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build().map_err(refused)
}

/// Hears of the progress of the work and can stop it.
struct Watcher {
    stop: AtomicBool,
    latest: Mutex<Option<Progress>>,
}

impl Watch for Watcher {
    fn progress(&self, progress: Progress) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Tells a Python function how far the work has come.
fn tell(callback: &Bound<'_, PyAny>, watcher: &Watcher) -> PyResult<()> {
    let latest = watcher.latest.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some(Progress { phase, step, done, unit, share }) = latest else { return Ok(()) };
    let step = step.map(|step| (step.name, step.number));
    callback.call1((phase, step, done, unit, share)).map(drop)
}

/// Does work on these threads. The calling thread waits, heeds signals and calls `progress` with phase, step, amount, unit and
/// share. An exception there, or Ctrl-C, stops the work and is raised when it has stopped.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&dyn Watch) -> PyResult<T> + Send,
) -> PyResult<T> {
    let pool = pool(threads)?;
    let watcher = Watcher { stop: AtomicBool::new(false), latest: Mutex::new(None) };
    let progress = progress.map(|progress| progress.clone().unbind());
    py.detach(|| {
        let (done, result) = channel();
        std::thread::scope(|scope| {
            let worker = &watcher;
            let pool = &pool;
            // The receiver outlives the work, unless this thread has panicked.
            scope.spawn(move || done.send(without_panic(|| pool.install(|| work(worker)))));
            let mut raised = None;
            loop {
                match result.recv_timeout(PERIOD) {
                    Ok(result) => return raised.map_or(result, Err),
                    Err(RecvTimeoutError::Timeout) if raised.is_none() => {
                        raised = look(progress.as_ref(), &watcher).err();
                        watcher.stop.store(raised.is_some(), Ordering::Relaxed);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => unreachable!("the work sends its result"),
                }
            }
        })
    })
}

thread_local! {
    /// Makes this thread a pool of its own, unless it is one of a pool already: what is shared out on it stays on it. The pool of
    /// the whole process, which would do it otherwise, is not there any more in a process that Python has forked.
    static ALONE: Option<ThreadPool> =
        ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().ok();
}

/// Whether this thread works for a pool, where it may be given other tasks while it waits.
pub(crate) fn is_shared() -> bool {
    ALONE.with(Option::is_none)
}

/// Looks for signals itself now and then, in the thread that does the work.
struct Heeding {
    began: Instant,
    /// Milliseconds after the beginning.
    next: AtomicU64,
    raised: Mutex<Option<PyErr>>,
}

impl Watch for Heeding {
    fn is_stopped(&self) -> bool {
        let now = self.began.elapsed().as_millis() as u64;
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        if raised.is_none() && now >= self.next.load(Ordering::Relaxed) {
            self.next.store(now + PERIOD.as_millis() as u64, Ordering::Relaxed);
            *raised = Python::attach(|py| py.check_signals()).err();
        }
        raised.is_some()
    }
}

/// Does work that is short as a rule in the calling thread, off the interpreter's lock. Ctrl-C stops it all the same.
pub(crate) fn heeded<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&dyn Watch) -> PyResult<T> + Send,
) -> PyResult<T> {
    let next = AtomicU64::new(PERIOD.as_millis() as u64);
    let heeding = Heeding { began: Instant::now(), next, raised: Mutex::new(None) };
    let result = py.detach(|| without_panic(|| work(&heeding)));
    heeding.raised.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(result, Err)
}

/// A panic as an exception that `except Exception` sees: PyO3's own is none.
fn without_panic<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    let defect =
        || PyRuntimeError::new_err("a defect of the program ended the work; standard error says where");
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(defect()))
}

fn look(progress: Option<&Py<PyAny>>, watcher: &Watcher) -> PyResult<()> {
    Python::attach(|py| {
        py.check_signals()?;
        progress.map_or(Ok(()), |callback| tell(callback.bind(py), watcher))
    })
}
