//! The trials, one file each.

mod command_lines;
mod connections;
mod damage;
mod faults;
mod kills;
mod limits;
mod players;
mod requests;

use std::time::Instant;

use redouble_core::Random;

use crate::program::Program;
use crate::score::Score;

/// How much to do, on how many threads, and by which random choices.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    pub(crate) scale: f64,
    pub(crate) workers: usize,
    pub(crate) seed: u64,
    /// When no more attempts are begun.
    pub(crate) end: Option<Instant>,
}

impl Effort {
    /// A number of attempts for this effort, at least one.
    pub(crate) fn attempts(&self, at_scale_1: u32) -> u32 {
        (f64::from(at_scale_1) * self.scale).ceil().max(1.0) as u32
    }

    /// Whether the time is over.
    pub(crate) fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// The random choices of one attempt, whoever makes it.
    pub(crate) fn random(&self, attempt: u64) -> Random {
        Random::for_game(self.seed, attempt)
    }
}

/// One of several things.
pub(crate) fn pick<'a, T>(random: &mut Random, things: &'a [T]) -> &'a T {
    &things[random.below(things.len() as u32) as usize]
}

/// One way to hurt the program.
pub(crate) struct Trial {
    pub(crate) name: &'static str,
    pub(crate) sentence: &'static str,
    pub(crate) run: fn(&Program, &Effort) -> anyhow::Result<Score>,
}

/// All trials, in the order of the table.
pub(crate) const TRIALS: [Trial; 9] = [
    Trial {
        name: "kills",
        sentence: "kill -9 of long work and of games, which then go on as if nothing had happened",
        run: kills::run,
    },
    Trial {
        name: "damage",
        sentence: "files with a byte altered, cut off or extended: named, or read as before",
        run: damage::run,
    },
    Trial {
        name: "unfinished",
        sentence: "files of killed work damaged, and the work begun again",
        run: damage::unfinished,
    },
    Trial {
        name: "command-lines",
        sentence: "random command lines of all commands",
        run: command_lines::run,
    },
    Trial { name: "players", sentence: "programs that misbehave as players", run: players::run },
    Trial { name: "limits", sentence: "full disks, few descriptors, little memory", run: limits::run },
    Trial {
        name: "faults",
        sentence: "writes, syncs and renames that fail, one after the other",
        run: faults::run,
    },
    Trial { name: "requests", sentence: "hostile requests beside 200 clients who play", run: requests::run },
    Trial {
        name: "connections",
        sentence: "1,024 connections, slow clients, few descriptors, and SIGTERM",
        run: connections::run,
    },
];
