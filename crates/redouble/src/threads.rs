//! The one argument that says how many threads compute.

use std::thread::available_parallelism;

/// The same on every command that has it.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub(crate) struct Threads {
    /// How many threads [default: all]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// How many were asked for; as many as the machine has if none were.
    pub(crate) fn number(self) -> usize {
        self.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from)
    }
}
