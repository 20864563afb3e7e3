//! Work that takes more than a moment: hints, reviews, experiments, counts and solutions are jobs, and run here.
//!
//! All jobs share one budget of cores, by [`Urgency`]. A job ends when nobody waits for it any more, lets more urgent
//! ones pass where it can ([`Job::give_way`]), and leaves its place however it ends.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use redouble_core::{Stopped, Watch};
use tokio::sync::{Notify, oneshot};

use crate::App;
use crate::line::{Line, Ticket, Urgency};
use crate::refusal::Refusal;

/// What the surroundings do for requests: threads and chance.
///
/// A server has threads to run work on; in a browser there is one, and work is done before [`run`](Host::run) returns.
/// Parallel parts of the work use the rayon pool of the process.
pub trait Host: Send + Sync + 'static {
    /// Does this work, which may block, on a thread where it holds nobody up.
    fn run(&self, work: Box<dyn FnOnce() + Send>);

    /// How many cores jobs may use.
    fn cores(&self) -> usize;

    /// 64 random bits, from the system.
    fn random(&self) -> u64;
}

type Work = Box<dyn FnOnce(&Job) + Send>;

/// All jobs of an app.
pub(crate) struct Jobs {
    host: Box<dyn Host>,
    state: Mutex<State>,
    /// Told whenever a job ends.
    ended: Notify,
}

struct State {
    line: Line<Waiter>,
    /// Of all jobs that have begun and not ended.
    begun: Vec<Switch>,
    /// Whether the app ends and no job is accepted.
    is_closed: bool,
}

/// A job in the line.
struct Waiter {
    switch: Switch,
    /// Nothing if it has begun and only lets others pass.
    work: Option<Work>,
}

impl Jobs {
    pub(crate) fn new(host: Box<dyn Host>) -> Jobs {
        let line = Line::new(host.cores());
        let state = Mutex::new(State { line, begun: Vec::new(), is_closed: false });
        Jobs { host, state, ended: Notify::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a job into the line; it runs as soon as there is room.
    ///
    /// # Errors
    /// If too many of its urgency run and wait, or the app ends. The work is then dropped.
    pub(crate) fn start(
        self: &Arc<Self>,
        urgency: Urgency,
        switch: &Switch,
        work: impl FnOnce(&Job) + Send + 'static,
    ) -> Result<(), Refusal> {
        let mut state = self.state();
        if state.is_closed {
            return Err(Refusal::unavailable("the server is stopping"));
        }
        if !state.line.has_room(urgency) {
            return Err(Refusal::full("too much is being computed at once: wait for it, or stop some of it"));
        }
        state.line.wait(urgency, Waiter { switch: switch.clone(), work: Some(Box::new(work)) });
        drop(state);
        self.advance();
        Ok(())
    }

    /// Lets those run for whom there is room.
    fn advance(self: &Arc<Self>) {
        while let Some((ticket, waiter)) = self.next() {
            match waiter.work {
                None => waiter.switch.grant(),
                Some(work) => {
                    let place = Mutex::new(Some(ticket));
                    let job = Job { jobs: Arc::clone(self), switch: waiter.switch, place };
                    self.host.run(Box::new(move || work(&job)));
                }
            }
        }
    }

    fn next(&self) -> Option<(Ticket, Waiter)> {
        let mut state = self.state();
        let (ticket, waiter) = state.line.next()?;
        if waiter.work.is_some() {
            state.begun.push(waiter.switch.clone());
        }
        Some((ticket, waiter))
    }

    /// Stops a job: at once if it has not begun, soon if it has. False if that was said before.
    pub(crate) fn stop(&self, switch: &Switch) -> bool {
        let is_first = switch.stop();
        let is_over = |waiter: &Waiter| waiter.work.is_some() && waiter.switch.is_stopped();
        // Dropped when the lock is free: dropping work can tell others that it will not be done.
        let never_begun = self.state().line.give_up_if(is_over);
        drop(never_begun);
        is_first
    }

    /// Stops all jobs, and accepts no more.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        let waiting = state.line.give_up_if(|waiter| waiter.work.is_some());
        let begun = state.begun.clone();
        drop(state);
        for switch in &begun {
            switch.stop();
        }
        drop(waiting);
    }

    /// Waits until no job is left that has begun.
    pub(crate) async fn all_ended(&self) {
        loop {
            let ended = self.ended.notified();
            if self.state().begun.is_empty() {
                return;
            }
            ended.await;
        }
    }

    /// 64 random bits.
    pub(crate) fn random(&self) -> u64 {
        self.host.random()
    }
}

/// Stops a job. Shared by the job and by those who wait for it.
#[derive(Clone, Default)]
pub(crate) struct Switch(Arc<SwitchState>);

#[derive(Default)]
struct SwitchState {
    is_stopped: AtomicBool,
    /// Whether a job that lets others pass may go on.
    is_granted: Mutex<bool>,
    changed: Condvar,
}

impl Switch {
    fn granted(&self) -> MutexGuard<'_, bool> {
        self.0.is_granted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that nobody wants the result; false if that was said before.
    fn stop(&self) -> bool {
        // Under the lock, so that a job that is about to wait does not miss it.
        let granted = self.granted();
        let is_first = !self.0.is_stopped.swap(true, Ordering::Relaxed);
        drop(granted);
        self.0.changed.notify_all();
        is_first
    }

    fn grant(&self) {
        *self.granted() = true;
        self.0.changed.notify_all();
    }

    /// Waits until the job may go on, or is stopped.
    fn wait(&self) {
        let waits = |granted: &mut bool| !*granted && !self.is_stopped();
        let granted = self.0.changed.wait_while(self.granted(), waits);
        *granted.unwrap_or_else(PoisonError::into_inner) = false;
    }

    fn is_stopped(&self) -> bool {
        self.0.is_stopped.is_stopped()
    }
}

/// A job that has begun. As a [`Watch`] it stops the work as soon as nobody wants the result; dropping it frees its place.
pub(crate) struct Job {
    jobs: Arc<Jobs>,
    switch: Switch,
    /// The place that the job holds; none once it was stopped while it let others pass.
    place: Mutex<Option<Ticket>>,
}

impl Job {
    /// Lets more urgent work have the core. Called where the job can wait: on its own thread, and with nothing locked.
    ///
    /// # Errors
    /// If nobody wants the result any more.
    pub(crate) fn give_way(&self) -> Result<(), Stopped> {
        if let Some(held) = self.place()
            && self.jobs.state().line.is_pressed()
        {
            self.wait_as(held, held.urgency);
        }
        self.check()
    }

    /// Does work that uses every thread of the pool, in its turn: the job is a [`Urgency::Count`] meanwhile.
    ///
    /// # Errors
    /// If nobody wants the result any more.
    pub(crate) fn in_pool<T>(&self, work: impl FnOnce() -> T) -> Result<T, Stopped> {
        let Some(held) = self.place() else { return Err(Stopped) };
        self.wait_as(held, Urgency::Count);
        self.check()?;
        let done = work();
        if let Some(in_pool) = self.place() {
            self.wait_as(in_pool, held.urgency);
        }
        self.check().map(|()| done)
    }

    fn place(&self) -> Option<Ticket> {
        *self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves its place and waits for one of this urgency.
    fn wait_as(&self, held: Ticket, urgency: Urgency) {
        let waiter = Waiter { switch: self.switch.clone(), work: None };
        let ticket = self.jobs.state().line.wait_again(held, urgency, waiter);
        self.jobs.advance();
        self.switch.wait();
        // Still in the line: it was stopped, and ends without a place.
        let gave_up = self.jobs.state().line.give_up(ticket).is_some();
        *self.place.lock().unwrap_or_else(PoisonError::into_inner) = (!gave_up).then_some(ticket);
    }
}

impl Watch for Job {
    fn is_stopped(&self) -> bool {
        self.switch.is_stopped()
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        let mut state = self.jobs.state();
        if let Some(ticket) = self.place() {
            state.line.leave(ticket);
        }
        state.begun.retain(|begun| !Arc::ptr_eq(&begun.0, &self.switch.0));
        drop(state);
        self.jobs.ended.notify_waiters();
        self.jobs.advance();
    }
}

/// What whoever waits for a job holds: dropping it stops the job. A client that goes away drops its request.
pub(crate) struct Waiting {
    jobs: Arc<Jobs>,
    switch: Switch,
}

impl Waiting {
    pub(crate) fn new(jobs: &Arc<Jobs>, switch: &Switch) -> Waiting {
        Waiting { jobs: Arc::clone(jobs), switch: switch.clone() }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.jobs.stop(&self.switch);
    }
}

/// Does some work; a panic in it is a refusal.
pub(crate) fn attempt<T>(work: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    // What the work had in its hands is dropped with it: a player that panicked is not used again.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(Refusal::broken()))
}

impl App {
    /// Does this work as a job and waits for its result.
    ///
    /// # Errors
    /// What the work refuses, and if there is too much work.
    pub(crate) async fn job<T: Send + 'static>(
        &self,
        urgency: Urgency,
        work: impl FnOnce(&Job) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let switch = Switch::default();
        let _waiting = Waiting::new(&self.jobs, &switch);
        let (sender, receiver) = oneshot::channel();
        // A result that nobody waits for is no loss.
        self.jobs.start(urgency, &switch, move |job| drop(sender.send(attempt(|| work(job)))))?;
        receiver.await.map_err(|_| Refusal::unavailable("the server is stopping"))?
    }

    /// Does the work of a moment, off the thread of the request.
    ///
    /// # Errors
    /// What the work refuses.
    pub(crate) async fn moment<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        self.job(Urgency::Moment, |_| work()).await
    }

    /// A seed that nobody chose: 53 bits, so that every JSON reader keeps it.
    pub(crate) fn fresh_seed(&self) -> u64 {
        self.jobs.random() >> 11
    }
}
