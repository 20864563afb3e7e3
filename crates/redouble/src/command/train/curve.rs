//! The learning curve: as lines while training, as CSV and SVG afterwards.

use std::fmt::Write as _;
use std::path::Path;

use redouble_lab::learning_plot;
use redouble_players::Point;

use crate::plot;

/// The tiles whose rates are reported, as exponents: 1024 to 32768.
const TILES: std::ops::RangeInclusive<usize> = 10..=15;

/// One line about the games since the last.
pub(super) fn line(point: &Point) -> String {
    let mut line = format!(
        "{:>9} games {:>8.1} M moves {:>6.3} M moves/s  mean {:>7.0} ",
        point.games,
        point.moves as f64 / 1e6,
        point.moves as f64 / point.seconds / 1e6,
        point.tally.mean(),
    );
    for exponent in TILES.filter(|&exponent| point.tally.reached(exponent) > 0.0) {
        let _ = write!(line, " {} {:.1} %", 1 << exponent, 100.0 * point.tally.reached(exponent));
    }
    line
}

/// Writes the curve beside the network.
pub(super) fn write(out: &Path, curve: &[Point]) -> anyhow::Result<()> {
    let mut csv = String::from("games,moves,seconds,fresh_games,mean");
    TILES.for_each(|exponent| csv.push_str(&format!(",reached_{}", 1 << exponent)));
    csv.push('\n');
    for Point { games, moves, seconds, tally } in curve {
        csv.push_str(&format!("{games},{moves},{seconds:.1},{},{:.1}", tally.fresh, tally.mean()));
        TILES.for_each(|exponent| csv.push_str(&format!(",{:.4}", tally.reached(exponent))));
        csv.push('\n');
    }
    redouble_files::write(&out.with_extension("csv"), csv.as_bytes())?;
    let points: Vec<(f64, f64)> =
        curve.iter().map(|point| (point.games as f64, point.tally.mean())).collect();
    Ok(plot::save(&out.with_extension("svg"), &learning_plot(&points))?)
}
