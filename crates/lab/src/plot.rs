//! Pictures of results, as SVG.

mod chart;

use std::collections::BTreeMap;

use redouble_core::Tile;
use redouble_states::Census;

use crate::arena::Outcome;
use crate::review::Review;
use crate::statistics::survival;
use crate::summary::Rate;
use crate::verdict::Mark;
use chart::{Axis, Chart, Curve, Dot, stacked};

/// For each player, the part of its games that reached a score, over all scores.
#[must_use]
pub fn score_plot(names: &[&str], outcomes: &[Outcome]) -> String {
    let most = outcomes.iter().map(|outcome| outcome.score).max().unwrap_or(1).max(2) as f64;
    let least = outcomes.iter().map(|outcome| outcome.score).min().unwrap_or(0).max(1) as f64;
    let curves = names.iter().enumerate().map(|(index, name)| {
        let mut scores: Vec<f64> = of(outcomes, index).map(|outcome| outcome.score.max(1) as f64).collect();
        scores.sort_by(f64::total_cmp);
        Curve { name: (*name).to_owned(), points: falling(&scores), band: Vec::new() }
    });
    let exponents = (least.log10().floor() as i32)..=(most.log10().ceil() as i32);
    let ticks = exponents.flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)));
    let ticks =
        ticks.filter(|value| (least..=most).contains(value)).map(|value| (value.log10(), format!("{value}")));
    let x =
        Axis { label: "score (logarithmic)", range: (least.log10(), most.log10()), ticks: ticks.collect() };
    let chart = Chart {
        title: "Games that reach a score".to_owned(),
        x,
        y: percent(),
        curves: curves.collect(),
        marks: Vec::new(),
    };
    chart.svg()
}

/// For each player, the part of its games that reached a tile, with Wilson's interval.
#[must_use]
pub fn reach_plot(names: &[&str], outcomes: &[Outcome]) -> String {
    let tiles = || outcomes.iter().map(|outcome| outcome.max_tile.max(2).ilog2());
    let (least, most) = (tiles().min().unwrap_or(1), tiles().max().unwrap_or(11) + 1);
    let curves = names.iter().enumerate().map(|(index, name)| {
        let games = of(outcomes, index).count();
        let reached = |tile: u32| of(outcomes, index).filter(|outcome| outcome.max_tile >= 1 << tile).count();
        let rates: Vec<(f64, Rate)> =
            (least..=most).map(|tile| (f64::from(tile), Rate::new(reached(tile), games))).collect();
        let percent = |value: f64| 100.0 * value;
        Curve {
            name: (*name).to_owned(),
            points: rates.iter().map(|(tile, rate)| (*tile, percent(rate.rate))).collect(),
            band: rates.iter().map(|(_, r)| (percent(r.interval.low), percent(r.interval.high))).collect(),
        }
    });
    let ticks = (least..=most).map(|tile| (f64::from(tile), (1u64 << tile).to_string()));
    let x = Axis { label: "tile", range: (f64::from(least), f64::from(most)), ticks: ticks.collect() };
    let title = "Games that reach a tile, with 95 % intervals".to_owned();
    Chart { title, x, y: percent(), curves: curves.collect(), marks: Vec::new() }.svg()
}

/// The score that the reviewer expects at the end, move by move, with dots where a mistake (orange) or a blunder (red) was made;
/// of reviewers that do not count points, the value of the best move.
#[must_use]
pub fn evaluation_plot(review: &Review) -> String {
    let in_points = review.moves.iter().all(|reviewed| reviewed.expected.is_some());
    let (title, label) = match in_points {
        true => ("Expected final score if the reviewer plays on", "points"),
        false => ("Value of the best move", "value"),
    };
    let value = |index: usize| {
        let reviewed = &review.moves[index];
        reviewed.expected.or(reviewed.values.max()).unwrap_or(0.0)
    };
    let points: Vec<(f64, f64)> =
        (0..review.moves.len()).map(|index| (index as f64 + 1.0, value(index))).collect();
    let low = points.iter().map(|point| point.1).fold(f64::INFINITY, f64::min).min(0.0);
    let high = points.iter().map(|point| point.1).fold(f64::NEG_INFINITY, f64::max).max(low + 1.0);
    let colour = |mark: Mark| match mark {
        Mark::Mistake => Some("#e69f00"),
        Mark::Blunder => Some("#d00000"),
        _ => None,
    };
    let marks = review
        .moves
        .iter()
        .zip(&points)
        .filter_map(|(reviewed, &at)| Some(Dot { at, colour: colour(reviewed.mark)? }));
    let chart = Chart {
        title: format!("{title}; dots are mistakes and blunders"),
        x: Axis::linear("move", 0.0, points.len().max(1) as f64),
        y: Axis::linear(label, low, high),
        marks: marks.collect(),
        curves: vec![Curve { name: String::new(), points, band: Vec::new() }],
    };
    chart.svg()
}

/// What the players lose on one board.
pub struct RegretCurve {
    /// The name of the board.
    pub board: String,
    /// For each player the mean loss of a game and its interval, as shares of what perfect play gets.
    pub losses: Vec<(f64, crate::Interval)>,
}

/// For each board, the share of perfect play's result that each player loses, on a logarithmic scale.
#[must_use]
pub fn regret_plot(players: &[String], boards: &[RegretCurve]) -> String {
    // Whoever loses nothing stands at the lower end.
    let (low, high) = (1e-3f64, 1.0f64);
    let place = |share: f64| share.clamp(low, high).log10();
    let curves = boards.iter().map(|RegretCurve { board, losses }| Curve {
        name: board.clone(),
        points: losses.iter().enumerate().map(|(x, (share, _))| (x as f64, place(*share))).collect(),
        band: losses.iter().map(|(_, interval)| (place(interval.low), place(interval.high))).collect(),
    });
    let names = players.iter().enumerate().map(|(x, name)| (x as f64, name.clone())).collect();
    let last = players.len().saturating_sub(1).max(1) as f64;
    let percents = ["0.1", "1", "10", "100"];
    let ticks = percents.iter().zip(-3..).map(|(percent, power)| (f64::from(power), (*percent).to_owned()));
    let chart = Chart {
        title: "Share of perfect play's mean score that is lost, with 95 % intervals".to_owned(),
        x: Axis { label: "player", range: (0.0, last), ticks: names },
        y: Axis {
            label: "loss (%, logarithmic)",
            range: (low.log10(), high.log10()),
            ticks: ticks.collect(),
        },
        curves: curves.collect(),
        marks: Vec::new(),
    };
    chart.svg()
}

/// How a network became stronger: the mean score of its training games over all games played.
#[must_use]
pub fn learning_plot(points: &[(f64, f64)]) -> String {
    let most = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).fold(1.0, f64::max);
    let chart = Chart {
        title: "Mean score of the training games".to_owned(),
        x: Axis::linear("games", 0.0, most(|point| point.0)),
        y: Axis::linear("mean score", 0.0, most(|point| point.1)),
        marks: Vec::new(),
        curves: vec![Curve { name: String::new(), points: points.to_vec(), band: Vec::new() }],
    };
    chart.svg()
}

/// States by tile sum, a curve for every largest tile, one chart for every game.
///
/// ```
/// use redouble_core::{Shape, Tile};
/// use redouble_lab::census_plot;
/// use redouble_states::{Options, Variant, count};
///
/// let variant = Variant::new(Shape::new(2, 3).unwrap(), Tile::from_value(64)).unwrap();
/// let census = count(variant, &Options::default(), &()).unwrap();
/// assert!(census_plot(&[(variant.to_string(), census)]).contains("2x3 to 64"));
/// ```
#[must_use]
pub fn census_plot(games: &[(String, Census)]) -> String {
    let charts = games.iter().map(|(name, census)| {
        let curves: Vec<Curve> = states_by_largest_tile(census).into_iter().rev().map(tile_curve).collect();
        let most = curves.iter().flat_map(|curve| &curve.points).map(|point| point.1).fold(1.0, f64::max);
        let last = census.layers.last().map_or(4.0, |layer| layer.sum as f64);
        Chart {
            title: format!("{name}: {} states, by tile sum and largest tile", grouped(census.total().states)),
            x: Axis::linear("tile sum", 0.0, last),
            y: Axis::linear("states", 0.0, most * 1.05),
            curves,
            marks: Vec::new(),
        }
    });
    stacked(&charts.collect::<Vec<_>>())
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// For each largest tile, states by tile sum.
fn states_by_largest_tile(census: &Census) -> BTreeMap<Tile, Vec<(f64, f64)>> {
    let mut curves: BTreeMap<Tile, Vec<(f64, f64)>> = BTreeMap::new();
    for layer in &census.layers {
        for (tile, counts) in layer.folded.iter().filter(|(_, counts)| counts.states > 0) {
            curves.entry(tile).or_default().push((layer.sum as f64, counts.states as f64));
        }
    }
    curves
}

/// The area below the states of one largest tile, which begins and ends at zero.
fn tile_curve((tile, mut points): (Tile, Vec<(f64, f64)>)) -> Curve {
    let (first, last) = (points[0].0, points[points.len() - 1].0);
    points.insert(0, ((first - 2.0).max(0.0), 0.0));
    points.push((last, 0.0));
    let band = points.iter().map(|point| (0.0, point.1)).collect();
    Curve { name: format!("largest tile {tile}"), points, band }
}

fn of(outcomes: &[Outcome], entrant: usize) -> impl Iterator<Item = &Outcome> {
    outcomes.iter().filter(move |outcome| outcome.pairing.entrant == entrant)
}

fn percent() -> Axis {
    Axis::linear("games (%)", 0.0, 100.0)
}

/// The percentage of values that are at least x, over the logarithm of x.
fn falling(sorted: &[f64]) -> Vec<(f64, f64)> {
    let share = |count: usize| 100.0 * count as f64 / sorted.len() as f64;
    survival(sorted, 400).map(|(value, count)| (value.log10(), share(count))).collect()
}
