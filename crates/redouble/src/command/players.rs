//! `redouble players`: who there is.

use std::io::{self, Write};
use std::process::ExitCode;

use redouble_players::{Catalog, Evaluation, STRONG, Term};
use serde::Serialize;

use crate::output::print_json;

/// List all players, their parameters and the evaluations.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listing {
    players: Vec<Player>,
    evaluations: Vec<Named>,
}

#[derive(Serialize)]
struct Player {
    name: &'static str,
    sentence: &'static str,
    parameters: Vec<Parameter>,
}

#[derive(Serialize)]
struct Parameter {
    name: &'static str,
    default: &'static str,
    sentence: &'static str,
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
    sentence: String,
}

/// The player that is a program; the lab brings it, not the players' catalogue.
const EXTERNAL: &str = "a program that speaks the line protocol of docs/protocol.md";

fn listing(catalog: &Catalog) -> Listing {
    let parameter = |p: &redouble_players::Parameter| Parameter {
        name: p.name,
        default: p.default,
        sentence: p.sentence,
    };
    let player = |kind: &redouble_players::Kind| Player {
        name: kind.name,
        sentence: kind.sentence,
        parameters: kind.parameters.iter().map(parameter).collect(),
    };
    let external = Player {
        name: "external",
        sentence: EXTERNAL,
        parameters: vec![
            Parameter { name: "ms", default: "1000", sentence: "milliseconds for an answer" },
            Parameter {
                name: "command",
                default: "none",
                sentence: "the program and its arguments; stands last",
            },
        ],
    };
    let strong = Named { name: STRONG, sentence: format!("the default mixture: {}", Evaluation::strong()) };
    let term = |term: Term| Named { name: term.name(), sentence: term.sentence().to_owned() };
    Listing {
        players: catalog.kinds().map(player).chain([external]).collect(),
        evaluations: [strong].into_iter().chain(Term::ALL.into_iter().map(term)).collect(),
    }
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let listing = listing(catalog);
    if args.json {
        print_json(&listing)?;
    } else {
        print_text(&listing)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print_text(listing: &Listing) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "players, written name:parameter=value,parameter=value")?;
    for player in &listing.players {
        writeln!(stdout, "\n  {}\n      {}", player.name, player.sentence)?;
        for Parameter { name, default, sentence } in &player.parameters {
            writeln!(stdout, "      {name:<10} {sentence} [{default}]")?;
        }
    }
    writeln!(stdout, "\nevaluations, combined like eval=empty*2+corner*10\n")?;
    for Named { name, sentence } in &listing.evaluations {
        writeln!(stdout, "  {name:<18} {sentence}")?;
    }
    Ok(())
}
