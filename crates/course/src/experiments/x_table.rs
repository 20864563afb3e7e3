//! `x-table`: a thousand games of each player, and what they amount to.

use std::collections::{BTreeMap, HashSet};

use redouble_lab::{Z95, mean, standard_deviation};

use crate::check::Kind;
use crate::exercise::Test;
use crate::experiment::{Complaint, Experiment, Judgement, Table};
use crate::statistics::normal_p;

/// A thousand games of each player, and what they amount to.
pub static X_TABLE: Experiment =
    Experiment { id: "x-table", parts: &["rows", "summary", "means"], judge, misconceptions: MISCONCEPTIONS };

const GAMES: &str = "player,game,score,max_tile,moves";
const SUMMARY: &str = "player,mean,low,high,median,sd,max_tile,median_tile";

const MISCONCEPTIONS: &[(&str, &str)] = &[
    (
        "interval-of-games",
        "the interval is that of single games, mean ± 1.96·sd; that of the mean is narrower by √n",
    ),
    ("standard-error-for-sd", "sd is the standard error of the mean; asked is the spread of the games"),
    ("mean-for-median", "the median is the mean; half of the games are below the median"),
    ("score-is-sum-of-tiles", "the score is the sum of the tiles; it is what merges gained"),
];

/// What we measured: mean, the half width of its 95 % interval, standard deviation of a game.
const OURS: [(&str, f64, f64, f64); 2] = [("random", 1101.0, 11.0, 543.0), ("greedy", 3629.0, 34.0, 1750.0)];

/// So many games of each are needed.
const NEEDED: usize = 1000;
/// So many standard errors a mean may be off: a right program is further off once in a million.
const LIMIT: f64 = 4.9;

/// A game as a row says it.
#[derive(Clone, Copy)]
struct Game {
    score: u64,
    max_tile: u64,
    moves: u64,
}

type Players = BTreeMap<String, Vec<Game>>;

fn judge(tables: &[Table]) -> Judgement {
    let mut judgement = Judgement::default();
    let Some(table) = Table::find(tables, GAMES) else {
        let why = format!("there is no table of games; its header is {GAMES}");
        judgement.refuse("rows", Complaint::new(Kind::TooFewLines, "", why));
        return judgement;
    };
    let players = rows(table, &mut judgement);
    summary(tables, &players, &mut judgement);
    means(&players, &mut judgement);
    judgement
}

/// The games of every player; rows that cannot be are refused.
fn rows(table: &Table, judgement: &mut Judgement) -> Players {
    let (mut players, mut seen) = (Players::new(), HashSet::new());
    judgement.looked_at("rows", table.rows.len());
    let sums =
        table.rows.iter().filter_map(|row| game(row)).all(|game| game.score <= sum_of_tiles(game.moves));
    for row in &table.rows {
        let text = row.join(",");
        let Some(game) = game(row) else {
            let why = "a row is a name and four whole numbers: score, largest tile, moves";
            judgement.refuse("rows", Complaint::new(Kind::NotAnAnswer, text, why));
            continue;
        };
        if let Some(why) = impossible(game) {
            let misconception = sums.then_some("score-is-sum-of-tiles");
            judgement.refuse("rows", Complaint { misconception, ..Complaint::new(Kind::Law, text, why) });
        } else if !seen.insert((row[0].clone(), row[1].clone())) {
            judgement.refuse("rows", Complaint::new(Kind::Law, text, "this game is there twice"));
        }
        players.entry(row[0].clone()).or_default().push(game);
    }
    for (player, ..) in OURS {
        let found = players.get(player).map_or(0, Vec::len);
        if found < NEEDED {
            let why = format!("there are {found} games of {player}; at least {NEEDED} are needed");
            judgement.refuse("rows", Complaint::new(Kind::TooFewLines, "", why));
        }
    }
    players
}

fn game(row: &[String]) -> Option<Game> {
    let number = |place: usize| row[place].parse::<u64>().ok();
    number(1)?;
    Some(Game { score: number(2)?, max_tile: number(3)?, moves: number(4)? })
}

/// All tiles together after so many moves are at most this.
const fn sum_of_tiles(moves: u64) -> u64 {
    4 * (moves.saturating_add(2))
}

/// Why there is no such game.
fn impossible(game: Game) -> Option<String> {
    let Game { score, max_tile, moves } = game;
    if !max_tile.is_power_of_two() || !(2..=131_072).contains(&max_tile) {
        return Some(format!("{max_tile} is no tile"));
    }
    let k = u64::from(max_tile.trailing_zeros());
    let least = k.saturating_sub(2) * max_tile;
    if score < least {
        return Some(format!("a tile {max_tile} needs a score of at least {least}"));
    }
    if max_tile > sum_of_tiles(moves) {
        return Some(format!("after {moves} moves all tiles together are at most {}", sum_of_tiles(moves)));
    }
    if score % 4 != 0 || score > k * sum_of_tiles(moves) {
        return Some("no merges gain that: every gain is a merged tile, so at least 4".to_owned());
    }
    None
}

/// What a summary must say about a player.
struct Right {
    mean: f64,
    half: f64,
    sd: f64,
    n: f64,
    scores: [f64; 2],
    tiles: [f64; 2],
    max_tile: f64,
}

impl Right {
    fn of(games: &[Game]) -> Right {
        let mut scores: Vec<f64> = games.iter().map(|game| game.score as f64).collect();
        let mut tiles: Vec<f64> = games.iter().map(|game| game.max_tile as f64).collect();
        scores.sort_by(f64::total_cmp);
        tiles.sort_by(f64::total_cmp);
        let middle = |values: &[f64]| [values[(values.len() - 1) / 2], values[values.len() / 2]];
        let (n, sd) = (scores.len() as f64, standard_deviation(&scores));
        Right {
            mean: mean(&scores),
            half: Z95 * sd / n.sqrt(),
            sd,
            n,
            scores: middle(&scores),
            tiles: middle(&tiles),
            max_tile: tiles[tiles.len() - 1],
        }
    }

    /// Each column after the player.
    fn columns(&self) -> [Column; 7] {
        let Right { mean, half, sd, n, .. } = *self;
        // Between both middle values, whichever way a median is taken.
        let median = f64::midpoint(self.scores[0], self.scores[1]);
        let tile = f64::midpoint(self.tiles[0], self.tiles[1]);
        let close = 0.5 + 1e-3 * mean;
        // Student's and bootstrapped intervals are near the normal one.
        let near = 0.5 + 0.15 * half;
        let column = |name, right, tolerance, misread| Column { name, right, tolerance, misread };
        [
            column("mean", mean, close, None),
            column("low", mean - half, near, Some((mean - Z95 * sd, "interval-of-games"))),
            column("high", mean + half, near, Some((mean + Z95 * sd, "interval-of-games"))),
            column("median", median, 0.01 + (self.scores[1] - median), Some((mean, "mean-for-median"))),
            column("sd", sd, 0.5 + 2e-3 * sd, Some((sd / n.sqrt(), "standard-error-for-sd"))),
            column("max_tile", self.max_tile, 0.01, None),
            column("median_tile", tile, 0.01 + (self.tiles[1] - tile), None),
        ]
    }
}

/// A column of the summary.
struct Column {
    name: &'static str,
    right: f64,
    /// How far it may be off.
    tolerance: f64,
    /// What a misconception says there, and its name.
    misread: Option<(f64, &'static str)>,
}

/// The summary follows from the rows.
fn summary(tables: &[Table], players: &Players, judgement: &mut Judgement) {
    let Some(table) = Table::find(tables, SUMMARY) else {
        let why = format!("there is no summary; its header is {SUMMARY}");
        judgement.refuse("summary", Complaint::new(Kind::TooFewLines, "", why));
        return;
    };
    judgement.looked_at("summary", table.rows.len());
    for player in players.keys().filter(|player| !table.rows.iter().any(|row| row[0] == **player)) {
        let why = format!("{player} has games and no row in the summary");
        judgement.refuse("summary", Complaint::new(Kind::TooFewLines, "", why));
    }
    for row in &table.rows {
        let complaint = match players.get(&row[0]) {
            Some(games) => wrong_cell(row, &Right::of(games)),
            None => Some(Complaint::new(Kind::Law, row.join(","), "this player has no games")),
        };
        if let Some(complaint) = complaint {
            judgement.refuse("summary", complaint);
        }
    }
}

fn wrong_cell(row: &[String], right: &Right) -> Option<Complaint> {
    for (column, text) in right.columns().into_iter().zip(&row[1..]) {
        let Some(found) = text.parse::<f64>().ok().filter(|found| found.is_finite()) else {
            let why = format!("{} is not a number", column.name);
            return Some(Complaint::new(Kind::NotAnAnswer, row.join(","), why));
        };
        if (found - column.right).abs() > column.tolerance {
            let same = column.misread.filter(|(wrong, _)| (found - wrong).abs() <= 0.5 + 1e-2 * wrong.abs());
            return Some(Complaint {
                answer: format!("{} {text}", column.name),
                right: format!("{} {:.1}, from the games of this player", column.name, column.right),
                misconception: same.map(|(_, name)| name),
                ..Complaint::new(Kind::WrongAnswer, row.join(","), "")
            });
        }
    }
    None
}

/// The means of the two players that we know are ours.
fn means(players: &Players, judgement: &mut Judgement) {
    judgement.looked_at("means", OURS.len());
    for (player, ours, half, sd) in OURS {
        let Some(games) = players.get(player) else { continue };
        let scores: Vec<f64> = games.iter().map(|game| game.score as f64).collect();
        let error = (sd * sd / scores.len() as f64 + (half / Z95).powi(2)).sqrt();
        let z = (mean(&scores) - ours) / error;
        let test = Test {
            test: format!("mean score of {player}"),
            n: scores.len() as u64,
            observed: (mean(&scores) * 10.0).round() / 10.0,
            expected: ours,
            p: normal_p(z),
            threshold: normal_p(LIMIT),
        };
        if !test.passed() {
            let why = format!(
                "{player} has a mean of {:.0} over {} games; ours is {ours:.0} ± {half:.0}, and by chance a mean differs by at most {:.0}",
                mean(&scores),
                scores.len(),
                LIMIT * error
            );
            judgement.refuse("means", Complaint::new(Kind::Chance, "", why));
        }
        judgement.statistics.push(test);
    }
    for (player, games) in players {
        let Right { mean, half, .. } = Right::of(games);
        judgement.notes.push(format!("{player}: {mean:.0} ± {half:.0} in {} games", games.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_cannot_be_are_refused() {
        let game = |score, max_tile, moves| Game { score, max_tile, moves };
        assert_eq!(impossible(game(1096, 128, 120)), None);
        assert_eq!(impossible(game(0, 2, 0)), None);
        assert!(impossible(game(300, 128, 120)).is_some(), "a tile 128 is worth at least 640");
        assert!(impossible(game(20_000, 2048, 400)).is_some(), "2048 needs 510 moves at least");
        assert!(impossible(game(1098, 128, 120)).is_some(), "gains are multiples of 4");
        assert!(impossible(game(1096, 100, 120)).is_some());
    }
}
