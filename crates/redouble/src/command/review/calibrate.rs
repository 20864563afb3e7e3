//! `redouble review calibrate`: whether verdicts and accuracies say how well somebody plays.

use std::io::{self, Write};

use redouble_api::view::{CellsReport, CutsReport, GradeReport, GradedPlayer, GradingReport};
use redouble_lab::{Entrant, GradedGame, Grading};
use redouble_players::Catalog;

use crate::ExitCode;
use crate::output::print_json;
use crate::progress::Bar;

/// Grade players of known strength, and fit the cuts between verdicts.
///
/// Random play, greedy, expectimax and the network play games, of which some moves are judged by searches that look further
/// than the player did. The exit code is 1 if random play is not within 5 points of 0 or the players do not come out in order.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Games of each player
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,
    /// The most moves of a game
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    moves: u64,
    /// About how many moves of a game are judged, evenly spread; by the deeper judge a fifth of them
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(5..=1_000_000))]
    judged: u64,
    /// The seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// The weakest first.
const PLAYERS: [&str; 6] =
    ["random", "greedy", "expectimax:depth=1", "expectimax:depth=2", STRONG, "ntuple:depth=2"];
/// Whose faults the cuts are made of.
const STRONG: &str = "ntuple:depth=1";
/// The judge of the page, and one that is deeper than every player.
const JUDGES: [&str; 2] = ["ntuple:depth=2", "ntuple:depth=3"];
/// The judge on boards without a network, and whose games it is compared on.
const OTHER: [&str; 2] = ["expectimax:depth=3", "expectimax:depth=1"];

pub(super) fn run(args: &Args, json: bool, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let grading =
        Grading { games: args.games, moves: args.moves, judged: args.judged as usize, seed: args.seed };
    let report = report(&grading, catalog)?;
    if json {
        print_json(&report)?;
    } else {
        print_text(&report)?;
    }
    Ok(if report.kept { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn report(grading: &Grading, catalog: &Catalog) -> anyhow::Result<GradingReport> {
    let bar = Bar::new();
    let grade = |grading: &Grading, player: &str, judge: &str| -> anyhow::Result<Vec<GradedGame>> {
        let [player, judge]: [Entrant; 2] = [player.parse()?, judge.parse()?];
        Ok(grading.grade(&player, &judge, catalog, &bar)?)
    };
    let fit = Grading { seed: grading.seed + 1, ..grading.clone() };
    let fit = CutsReport::new(STRONG, JUDGES[0], &grade(&fit, STRONG, JUDGES[0])?);
    let fewer = Grading { judged: (grading.judged / 5).max(1), ..grading.clone() };
    let [other, whose] = OTHER;
    let by_other = grade(&fewer, whose, other)?;
    let cells = CellsReport::new(OTHER, &grade(&fewer, whose, JUDGES[0])?, &by_other);
    let mut players = Vec::new();
    for player in PLAYERS {
        // Nobody is graded by a search that looks no further than the player did.
        let judges = JUDGES.into_iter().zip([grading, &fewer]).filter(|(judge, _)| *judge != player);
        let grades =
            judges.map(|(judge, grading)| Ok(GradeReport::new(judge, &grade(grading, player, judge)?)));
        players.push(GradedPlayer { player, grades: grades.collect::<anyhow::Result<_>>()? });
    }
    Ok(GradingReport::new(grading, [grading.judged, fewer.judged], fit, cells, players))
}

fn print_text(report: &GradingReport) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    let cuts = |cuts: [f64; 3]| cuts.map(|cut| format!("{cut:.2}")).join(" / ");
    let CutsReport { player, judge, judged, fitted, in_use } = &report.fit;
    writeln!(stdout, "{player} gives away {} % of the points to come", cuts(*fitted))?;
    writeln!(
        stdout,
        "  in one move of 50 / 200 / 1,000 ({judged} moves judged by {judge}); in use: {}",
        cuts(*in_use)
    )?;
    for GradedPlayer { player, grades } in &report.players {
        for GradeReport { judge, judged, accuracy, ci95: [low, high], faults, .. } in grades {
            let faults = faults.map(|share| format!("{:.1}", 100.0 * share)).join(" / ");
            writeln!(
                stdout,
                "{player:<20} {accuracy:>6.1} ({low:.1} to {high:.1}), faults {faults} %, {judged} moves by {judge}"
            )?;
        }
    }
    let CellsReport { judge, factor, .. } = &report.cells;
    writeln!(stdout, "{judge} finds as many mistakes as the network with {factor:.2} times its stake")?;
    let kept = if report.kept { "kept" } else { "NOT kept" };
    writeln!(stdout, "random within 5 of 0, players in order, the last three apart: {kept}")
}
