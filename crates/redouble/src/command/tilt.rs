//! `redouble tilt`: 2048 without merging.

use crate::ExitCode;
use crate::output::{no_json, to_json};
mod adjacent;
mod atlas;
mod cycles;
mod draw;
mod input;
mod make;
mod reach;
mod run;
mod space;

/// 2048 without merging: tilt boards, bring tiles together, count what can be reached.
///
/// A BOARD is text (rows from top to bottom separated by '/', or lines: '.' empty, 'o' a tile, 'x' a marked
/// tile), the name of a file with such text, or '-' for standard input. Boards of 2048 are understood as well:
/// cells separated by commas, '2,4,./.,2,8'.
#[derive(clap::Args)]
#[command(arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Adjacent(adjacent::Args),
    Cycles(cycles::Args),
    Run(run::Args),
    Reach(reach::Args),
    Make(make::Args),
    Atlas(atlas::Args),
    Draw(draw::Args),
    Space(space::Args),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Adjacent(args) => adjacent::run(args),
        Command::Cycles(args) => cycles::run(args),
        Command::Run(args) => run::run(args),
        Command::Reach(args) => reach::run(args),
        Command::Make(args) => make::run(args),
        Command::Atlas(args) => atlas::run(args),
        Command::Draw(args) => draw::run(args),
        Command::Space(args) => space::run(args),
    }
}

/// What these commands say with `--json`.
pub(crate) fn json(args: &Args) -> anyhow::Result<String> {
    match &args.command {
        Command::Adjacent(args) => to_json(&adjacent::report(args)?),
        Command::Cycles(args) => to_json(&cycles::report(args)?),
        Command::Run(args) => to_json(&run::report(args)?),
        Command::Reach(args) => to_json(&reach::report(args)?),
        Command::Make(args) => to_json(&make::report(args)?),
        Command::Space(args) => space::json(args),
        Command::Draw(args) => draw::run(args).map(|_| "null".to_owned()),
        Command::Atlas(_) => Err(no_json()),
    }
}
