//! `x-time`: what sampling saves.

use std::collections::BTreeMap;

use redouble_core::Random;
use redouble_lab::{Interval, quantile};

use crate::check::Kind;
use crate::experiment::{Complaint, Experiment, Judgement, Table};

/// What sampling saves.
pub static X_TIME: Experiment =
    Experiment { id: "x-time", parts: &["rows", "saves"], judge, misconceptions: MISCONCEPTIONS };

const HEADER: &str = "player,game,moves,nanoseconds,boards";
const PLAYERS: [&str; 2] = ["exact", "sampled"];
/// So many games of each are needed.
const NEEDED: usize = 20;
/// The share of boards that the sampled player may look at. Two players alike differ by a few percent in 20 games of 50 moves, so a
/// bound of 1 would be a matter of luck.
const MOST: f64 = 0.9;
/// Sampled to exact at depth 2 and 3 with the look after the slide, as docs/players.md has it: boards, then time.
const OURS: [(&str, [f64; 2]); 2] = [("boards", [0.68, 0.51]), ("time", [0.54, 0.56])];

const MISCONCEPTIONS: &[(&str, &str)] = &[
    ("counts-moves", "boards counts moves; it counts every board that is evaluated on the way to a move"),
    (
        "draws-more-than-there-are",
        "the sampled player looks at no fewer boards: with 5 empty cells there are 10 spawns, and drawing 10 saves nothing",
    ),
    (
        "not-nanoseconds",
        "the time is in another unit: no program evaluates a board in less than a nanosecond",
    ),
];

#[derive(Clone, Copy)]
struct Game {
    moves: f64,
    nanoseconds: f64,
    boards: f64,
}

type Players = BTreeMap<String, Vec<Game>>;

fn judge(tables: &[Table]) -> Judgement {
    let mut judgement = Judgement::default();
    let Some(table) = Table::find(tables, HEADER) else {
        let why = format!("there is no table of games; its header is {HEADER}");
        judgement.refuse("rows", Complaint::new(Kind::TooFewLines, "", why));
        return judgement;
    };
    let players = rows(table, &mut judgement);
    if let [Some(exact), Some(sampled)] = PLAYERS.map(|player| players.get(player)) {
        saves(exact, sampled, &mut judgement);
    }
    judgement
}

fn rows(table: &Table, judgement: &mut Judgement) -> Players {
    let mut players = Players::new();
    judgement.looked_at("rows", table.rows.len());
    let counts_moves = table.rows.iter().filter_map(|row| game(row)).all(|game| game.boards <= game.moves);
    for row in &table.rows {
        let Some(game) = game(row) else {
            let why = "a row is a name and whole numbers: game, moves, nanoseconds, boards";
            judgement.refuse("rows", Complaint::new(Kind::NotAnAnswer, row.join(","), why));
            continue;
        };
        let (why, misconception) = if game.moves < 1.0 {
            ("a game has a move", None)
        } else if game.boards <= game.moves {
            (
                "a player that looks ahead evaluates more boards than it moves",
                counts_moves.then_some("counts-moves"),
            )
        } else if game.nanoseconds < game.boards {
            ("no program evaluates a board in less than a nanosecond", Some("not-nanoseconds"))
        } else {
            players.entry(row[0].clone()).or_default().push(game);
            continue;
        };
        let complaint = Complaint::new(Kind::Law, row.join(","), why);
        judgement.refuse("rows", Complaint { misconception, ..complaint });
    }
    for player in PLAYERS {
        let found = players.get(player).map_or(0, Vec::len);
        if found < NEEDED {
            let why = format!("there are {found} games of {player}; at least {NEEDED} are needed");
            judgement.refuse("rows", Complaint::new(Kind::TooFewLines, "", why));
        }
    }
    players
}

fn game(row: &[String]) -> Option<Game> {
    let number = |place: usize| row[place].parse::<u64>().ok().map(|number| number as f64);
    number(1)?;
    Some(Game { moves: number(2)?, nanoseconds: number(3)?, boards: number(4)? })
}

/// The sampled player looks at clearly fewer boards a move; time is shown and not judged.
fn saves(exact: &[Game], sampled: &[Game], judgement: &mut Judgement) {
    judgement.looked_at("saves", exact.len() + sampled.len());
    let measures: [fn(&Game) -> f64; 2] = [|game| game.boards, |game| game.nanoseconds];
    for ((what, ours), measure) in OURS.into_iter().zip(measures) {
        let found = ratio(exact, sampled, measure);
        let Interval { low, high } = bootstrapped(exact, sampled, measure);
        judgement.notes.push(format!(
            "{what} a move, sampled to exact: {:.0} % (bootstrap interval {:.0} to {:.0} %); ours {:.0} % at depth 2, {:.0} % at depth 3",
            100.0 * found,
            100.0 * low,
            100.0 * high,
            100.0 * ours[0],
            100.0 * ours[1]
        ));
        if what == "boards" && found > MOST {
            let why = format!(
                "the sampled player looks at {:.0} % of the boards of the exact one; at most {:.0} % are expected",
                100.0 * found,
                100.0 * MOST
            );
            let complaint = Complaint::new(Kind::WrongAnswer, "", why);
            judgement
                .refuse("saves", Complaint { misconception: Some("draws-more-than-there-are"), ..complaint });
        }
    }
}

/// What one player spends on a move, by what the other spends.
fn ratio(exact: &[Game], sampled: &[Game], measure: fn(&Game) -> f64) -> f64 {
    let a_move = |games: &[Game]| {
        games.iter().map(measure).sum::<f64>() / games.iter().map(|game| game.moves).sum::<f64>()
    };
    a_move(sampled) / a_move(exact)
}

/// The 95 % percentile bootstrap interval of the ratio: games drawn again, with replacement.
fn bootstrapped(exact: &[Game], sampled: &[Game], measure: fn(&Game) -> f64) -> Interval {
    let mut random = Random::new(1);
    let mut again = |games: &[Game]| -> Vec<Game> {
        games.iter().map(|_| games[random.below(games.len() as u32) as usize]).collect()
    };
    let mut ratios: Vec<f64> = (0..1000).map(|_| ratio(&again(exact), &again(sampled), measure)).collect();
    ratios.sort_by(f64::total_cmp);
    Interval { low: quantile(&ratios, 0.025), high: quantile(&ratios, 0.975) }
}
