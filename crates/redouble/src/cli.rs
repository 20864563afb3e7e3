//! The command line.

use clap::{Parser, Subcommand};

use crate::command::{
    arena, bench, compare, completions, hint, man, move_tiles, perft, play, players, review, serve,
};

/// The 2048 laboratory: play, get hints, run tournaments, train, count and solve.
#[derive(Parser)]
#[command(version, infer_subcommands = true)]
pub(crate) struct Cli {
    /// Without a command the page is served.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// One variant a command; its arguments and its work are in the module of its name.
#[derive(Subcommand)]
pub(crate) enum Command {
    Serve(serve::Args),
    Play(play::Args),
    Move(move_tiles::Args),
    Perft(perft::Args),
    Bench(bench::Args),
    Completions(completions::Args),
    Man(man::Args),
    Players(players::Args),
    Hint(hint::Args),
    Review(review::Args),
    Arena(arena::Args),
    Compare(compare::Args),
}
