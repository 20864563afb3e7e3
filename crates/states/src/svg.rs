//! What all our pictures share.

use redouble_core::Tile;

/// A picture of this size; texts are centred on their place.
pub(crate) fn document(width: f64, height: f64, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{body}</svg>\n"
    )
}

/// The background of a cell: lighter for small tiles, as on the board.
pub(crate) fn tile_colour(tile: Option<Tile>) -> &'static str {
    const COLOURS: [&str; 12] = [
        "#fffdf9", "#eee4da", "#ede0c8", "#f2b179", "#f59563", "#f67c5f", "#f65e3b", "#edcf72", "#edcc61",
        "#edc850", "#edc53f", "#edc22e",
    ];
    COLOURS[tile.map_or(0, |tile| usize::from(tile.exponent())).min(COLOURS.len() - 1)]
}

/// A line colour that tells neighbouring tiles apart.
pub(crate) fn line_colour(tile: Tile) -> &'static str {
    const COLOURS: [&str; 8] =
        ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#222222", "#ee8866"];
    COLOURS[usize::from(tile.exponent()) % COLOURS.len()]
}

/// A round number for a step between marks, with at most `marks` of them up to `largest`.
pub(crate) fn step(largest: f64, marks: f64) -> f64 {
    let rough = (largest / marks).max(1.0);
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power).into_iter().find(|&step| step >= rough).unwrap_or(rough)
}
