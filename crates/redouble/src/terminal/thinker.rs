//! A player that thinks beside the screen, so that keys are heard meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Scope;

use redouble_core::Position;

use crate::adviser::{Advice, Adviser};

/// Positions go in, advice comes out.
pub(crate) struct Thinker<'scope> {
    questions: Sender<Position>,
    answers: Receiver<Advice>,
    stop: &'scope AtomicBool,
}

impl<'scope> Thinker<'scope> {
    /// Thinks on a thread of its own until this is dropped, or `stop` is set.
    pub(crate) fn start<'env>(
        scope: &'scope Scope<'scope, 'env>,
        mut adviser: Adviser<'env>,
        stop: &'scope AtomicBool,
    ) -> Thinker<'scope>
    where
        'env: 'scope,
    {
        let (questions, asked) = channel();
        let (answer, answers) = channel();
        scope.spawn(move || {
            for position in asked {
                if answer.send(adviser.advise(position, stop)).is_err() {
                    return;
                }
            }
        });
        Thinker { questions, answers, stop }
    }

    pub(crate) fn ask(&self, position: Position) {
        // A thread that panicked does not answer: the game goes on without hints.
        let _ = self.questions.send(position);
    }

    pub(crate) fn answer(&self) -> Option<Advice> {
        self.answers.try_recv().ok()
    }
}

impl Drop for Thinker<'_> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
