//! Stands for a program where a system has none: every game is lost with that reason.

use std::convert::Infallible;
use std::time::Duration;

use redouble_players::Forfeit;

/// A program that cannot be there.
pub(super) struct Process(Infallible);

impl Process {
    pub(super) fn start(command: &[String]) -> Result<Process, Forfeit> {
        Err(Forfeit { reason: format!("cannot start `{}`: there are no programs here", command[0]) })
    }

    pub(super) fn send(&mut self, _: &str, _: Duration) -> Result<(), Forfeit> {
        match self.0 {}
    }

    pub(super) fn is_quiet(&mut self) -> Result<(), Forfeit> {
        match self.0 {}
    }

    pub(super) fn answer(&mut self, _: Duration) -> Result<String, Forfeit> {
        match self.0 {}
    }

    pub(super) fn last_words(&mut self) -> Option<String> {
        match self.0 {}
    }
}
