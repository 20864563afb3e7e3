//! `redouble solve regret`.

use std::io::{self, Write};
use std::path::PathBuf;

use redouble_core::{Record, Rules, Shape};
use redouble_lab::{Entrant, Experiment, ExperimentError, Played, RegretCurve, regret_of, regret_plot};
use redouble_players::{Catalog, Maximize, Oracle, Wish};
use serde::Serialize;

use crate::ExitCode;
use crate::output::{UsageError, print_json};
use crate::plot;
use crate::progress::Bar;
use crate::table::{Columns, terminal_width};
use crate::threads::Threads;

/// Play games on solved boards and measure, move by move, what players lose against perfect play.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The players: see `redouble players`
    #[arg(value_name = "SPEC", required = true)]
    players: Vec<Entrant>,
    /// The shapes of the boards, up to 9 cells
    #[arg(long, value_name = "ROWSxCOLS", value_delimiter = ',', default_value = "2x3")]
    board: Vec<Shape>,
    /// Games of each player on each board
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// The seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    pub(super) threads: Threads,
    /// Write a plot, as SVG and PNG
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct RegretReport {
    seed: u64,
    games: u64,
    boards: Vec<BoardReport>,
}

#[derive(Serialize)]
struct BoardReport {
    board: String,
    optimal: f64,
    players: Vec<PlayerReport>,
}

#[derive(Serialize)]
struct PlayerReport {
    spec: String,
    /// The spec with its evaluation.
    name: String,
    games: usize,
    moves: usize,
    loss_per_move: f64,
    loss_per_game: f64,
    ci95: [f64; 2],
    loss_share: f64,
    perfect_moves: f64,
    worst_move: f64,
    mean: f64,
    mean_ci95: [f64; 2],
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let boards = args.board.iter().map(|&shape| on_board(args, catalog, shape));
    let boards = boards.collect::<anyhow::Result<Vec<_>>>()?;
    let report = RegretReport { seed: args.seed, games: args.games, boards };
    if let Some(path) = &args.plot {
        plot::save(path, &picture(args, &report))?;
    }
    if args.json {
        print_json(&report)?;
    } else {
        print_text(&report)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn on_board(args: &Args, catalog: &Catalog, shape: Shape) -> anyhow::Result<BoardReport> {
    let rules = Rules::on(shape);
    let wish = Wish { maximize: Maximize::Score, goal: None, store: None };
    let oracle = catalog.oracles().find(&wish, rules, &Bar::new());
    let oracle = oracle.map_err(|problem| UsageError(format!("--board {shape}: {problem}")))?;
    // The unit of an oracle is a hundredth of a game's worth.
    let optimal = 100.0 * oracle.unit();
    let entrants = args.players.clone();
    let experiment = Experiment { entrants, games: args.games, seed: args.seed, rules };
    experiment.check(catalog).map_err(|error| UsageError(error.to_string()))?;
    let records = play(&experiment, catalog)?;
    let players = experiment.entrants.iter().zip(records);
    let players = players.map(|(entrant, records)| player(&*oracle, optimal, entrant, &records));
    Ok(BoardReport { board: shape.to_string(), optimal, players: players.collect::<anyhow::Result<_>>()? })
}

/// The records of every player's games.
fn play(experiment: &Experiment, catalog: &Catalog) -> Result<Vec<Vec<Record>>, ExperimentError> {
    let pairings: Vec<_> = experiment.pairings().collect();
    let (mut played, bar) = (Vec::new(), Bar::new());
    let keep = |game: Played| {
        played.push(game);
        Ok::<(), ExperimentError>(())
    };
    experiment.line_up(catalog, &bar)?.run(&pairings, keep, &bar)?;
    played.sort_by_key(|game| game.outcome.pairing);
    let mut records = vec![Vec::new(); experiment.entrants.len()];
    played.into_iter().for_each(|game| records[game.outcome.pairing.entrant].push(game.record));
    Ok(records)
}

fn player(
    oracle: &dyn Oracle,
    optimal: f64,
    entrant: &Entrant,
    records: &[Record],
) -> anyhow::Result<PlayerReport> {
    let regret = regret_of(records, oracle, &Bar::new())?;
    Ok(PlayerReport {
        spec: entrant.to_string(),
        name: entrant.full_name(),
        games: regret.games,
        moves: regret.moves,
        loss_per_move: regret.per_move,
        loss_per_game: regret.per_game,
        ci95: [regret.interval.low, regret.interval.high],
        loss_share: regret.per_game / optimal,
        perfect_moves: regret.perfect,
        worst_move: regret.worst,
        mean: regret.score,
        mean_ci95: [regret.score_interval.low, regret.score_interval.high],
    })
}

fn picture(args: &Args, report: &RegretReport) -> String {
    let curve = |board: &BoardReport| {
        let share = |loss: f64| loss / board.optimal;
        let losses = board.players.iter().map(|player| {
            let [low, high] = player.ci95.map(share);
            (player.loss_share, redouble_lab::Interval { low, high })
        });
        RegretCurve { board: board.board.clone(), losses: losses.collect() }
    };
    let names: Vec<String> = args.players.iter().map(|player| short_name(&player.to_string())).collect();
    regret_plot(&names, &report.boards.iter().map(curve).collect::<Vec<_>>())
}

/// The depth of a search, or the kind of player.
fn short_name(spec: &str) -> String {
    let kind = spec.split(':').next().unwrap_or(spec);
    let depth = spec.split([':', ',']).find_map(|part| part.strip_prefix("depth="));
    depth.filter(|_| kind == "expectimax").map_or(kind.to_owned(), |depth| format!("depth {depth}"))
}

fn print_text(report: &RegretReport) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    for board in &report.boards {
        writeln!(stdout, "{}: perfect play scores {:.2} on average", board.board, board.optimal)?;
        let mut table = Columns::new(["player", "mean", "loss a game", "%", "a move", "perfect %"]);
        for player in &board.players {
            let half = (player.ci95[1] - player.ci95[0]) / 2.0;
            table.push([
                player.name.clone(),
                format!("{:.1}", player.mean),
                format!("{:.3} ± {half:.3}", player.loss_per_game),
                format!("{:.3}", 100.0 * player.loss_share),
                format!("{:.4}", player.loss_per_move),
                format!("{:.2}", 100.0 * player.perfect_moves),
            ]);
        }
        table.print(&mut stdout, terminal_width())?;
        writeln!(stdout)?;
    }
    Ok(())
}
