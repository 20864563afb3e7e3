//! States per layer by largest tile, drawn.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use redouble_core::Tile;

use crate::Census;
use crate::svg::{document, line_colour, step};

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 330.0;
const LEFT: f64 = 78.0;
const RIGHT: f64 = 96.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 44.0;

/// A picture of the layers of one or several games, one below the other: a line for every largest tile.
///
/// ```
/// use redouble_core::{Shape, Tile};
/// use redouble_states::{Options, Variant, count, plot};
///
/// let variant = Variant::new(Shape::new(2, 3).unwrap(), Tile::from_value(64)).unwrap();
/// let census = count(variant, &Options::default(), &mut ()).unwrap();
/// assert!(plot(&[(variant.to_string(), census)]).contains("2x3 to 64"));
/// ```
#[must_use]
pub fn plot(games: &[(String, Census)]) -> String {
    let mut body = String::new();
    for (index, (title, census)) in games.iter().enumerate() {
        panel(&mut body, index as f64 * HEIGHT, title, census);
    }
    document(WIDTH, HEIGHT * games.len() as f64, &body)
}

/// How numbers become places in a panel.
struct Scale {
    top: f64,
    largest_sum: f64,
    largest_count: f64,
}

impl Scale {
    fn x(&self, sum: f64) -> f64 {
        LEFT + sum / self.largest_sum * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, count: f64) -> f64 {
        self.top + HEIGHT - BOTTOM - count / self.largest_count * (HEIGHT - TOP - BOTTOM)
    }
}

fn panel(body: &mut String, top: f64, title: &str, census: &Census) {
    let series = series(census);
    let largest = series.values().flatten().map(|(_, states)| *states).fold(1.0, f64::max);
    let largest_sum = census.layers.last().map_or(4.0, |layer| layer.sum as f64);
    let scale = Scale { top, largest_sum, largest_count: largest * 1.05 };
    let total = grouped_digits(census.total().states);
    let _ = writeln!(
        body,
        r##"<text x="{:.1}" y="{:.1}" font-size="14" fill="#222">{title}: {total} states, by tile sum and largest tile</text>"##,
        WIDTH / 2.0,
        top + 22.0
    );
    axes(body, &scale);
    for (tile, points) in &series {
        line(body, &scale, *tile, points);
    }
    legend(body, &scale, series.keys());
}

/// For each largest tile, states by tile sum, with zeros where there are none in between.
fn series(census: &Census) -> BTreeMap<Tile, Vec<(f64, f64)>> {
    let mut series: BTreeMap<Tile, Vec<(f64, f64)>> = BTreeMap::new();
    for layer in &census.layers {
        for (tile, tally) in layer.folded.iter().filter(|(_, tally)| tally.states > 0) {
            let points = series.entry(tile).or_default();
            points.push((layer.sum as f64, tally.states as f64));
        }
    }
    for points in series.values_mut() {
        let (first, last) = (points[0].0, points[points.len() - 1].0);
        points.insert(0, (first - 2.0, 0.0));
        points.push((last + 2.0, 0.0));
    }
    series
}

fn axes(body: &mut String, scale: &Scale) {
    let (left, right) = (LEFT, WIDTH - RIGHT);
    let by = step(scale.largest_count, 5.0);
    let mut count = 0.0;
    while count <= scale.largest_count {
        let y = scale.y(count);
        let _ = writeln!(
            body,
            r##"<path d="M{left} {y:.1}H{right}" stroke="#ddd"/><text x="{:.1}" y="{:.1}" font-size="10" fill="#555" text-anchor="end">{}</text>"##,
            left - 6.0,
            y + 3.5,
            grouped_digits(count as u64)
        );
        count += by;
    }
    let by = step(scale.largest_sum, 10.0);
    let mut sum = 0.0;
    while sum <= scale.largest_sum {
        let (x, y) = (scale.x(sum), scale.y(0.0));
        let _ = writeln!(
            body,
            r##"<path d="M{x:.1} {y:.1}v4" stroke="#777"/><text x="{x:.1}" y="{:.1}" font-size="10" fill="#555">{sum:.0}</text>"##,
            y + 16.0
        );
        sum += by;
    }
    let _ = writeln!(
        body,
        r##"<text x="{:.1}" y="{:.1}" font-size="11" fill="#555">tile sum</text>"##,
        (left + right) / 2.0,
        scale.y(0.0) + 32.0
    );
}

fn line(body: &mut String, scale: &Scale, tile: Tile, points: &[(f64, f64)]) {
    let place = |&(sum, states): &(f64, f64)| format!("{:.1} {:.1}", scale.x(sum), scale.y(states));
    let path = points.iter().map(place).collect::<Vec<_>>().join("L");
    let colour = line_colour(tile);
    let _ = writeln!(
        body,
        r##"<path d="M{path}" fill="{colour}" fill-opacity="0.12" stroke="{colour}" stroke-width="1.3"/>"##
    );
}

fn legend<'a>(body: &mut String, scale: &Scale, tiles: impl DoubleEndedIterator<Item = &'a Tile>) {
    for (row, tile) in tiles.rev().enumerate() {
        let (x, y) = (WIDTH - RIGHT + 20.0, scale.top + TOP + 10.0 + 18.0 * row as f64);
        let _ = writeln!(
            body,
            r##"<path d="M{x:.1} {y:.1}h18" stroke="{}" stroke-width="3"/><text x="{:.1}" y="{:.1}" font-size="11" fill="#333" text-anchor="start">{tile}</text>"##,
            line_colour(*tile),
            x + 24.0,
            y + 4.0
        );
    }
}

/// Digits in groups of three.
fn grouped_digits(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
