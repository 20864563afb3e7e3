//! The trials, one file each.

mod command_lines;
mod connections;
mod damage;
mod kills;
mod limits;
mod players;
mod requests;

use redouble_core::Random;

use crate::program::Program;
use crate::score::Score;

/// How much to do, and by which random choices.
pub(crate) struct Effort {
    pub(crate) scale: f64,
    pub(crate) random: Random,
}

impl Effort {
    /// A number of attempts for this effort, at least one.
    pub(crate) fn attempts(&self, at_scale_1: u32) -> u32 {
        (f64::from(at_scale_1) * self.scale).ceil().max(1.0) as u32
    }

    /// One of several things.
    pub(crate) fn pick<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.random.below(things.len() as u32) as usize]
    }
}

/// One way to hurt the program.
pub(crate) struct Trial {
    pub(crate) name: &'static str,
    pub(crate) sentence: &'static str,
    pub(crate) run: fn(&Program, &mut Effort, &mut Score) -> anyhow::Result<()>,
}

/// All trials, in the order of the table.
pub(crate) const TRIALS: [Trial; 7] = [
    Trial {
        name: "kills",
        sentence: "kill -9 of long work, which then goes on to the same result",
        run: kills::run,
    },
    Trial { name: "damage", sentence: "files with a flipped bit, cut off or extended", run: damage::run },
    Trial { name: "command-lines", sentence: "random command lines", run: command_lines::run },
    Trial { name: "players", sentence: "programs that misbehave as players", run: players::run },
    Trial { name: "limits", sentence: "full disks, few descriptors, little memory", run: limits::run },
    Trial { name: "requests", sentence: "hostile requests beside 200 clients who play", run: requests::run },
    Trial {
        name: "connections",
        sentence: "1,024 connections, slow clients, few descriptors, and SIGTERM",
        run: connections::run,
    },
];
