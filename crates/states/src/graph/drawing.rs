//! Where everything goes in the picture of a graph.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use redouble_core::{Board, Grid, Tile};

use super::{Edge, Graph};

const CELL: f64 = 17.0;
const COLUMN: f64 = 92.0;
const GAP: f64 = 13.0;
const MARGIN: f64 = 34.0;

/// The upper left corner of every board.
struct Places {
    corners: Vec<(f64, f64)>,
    width: f64,
    height: f64,
    /// Of one board.
    size: (f64, f64),
}

pub(super) fn svg(graph: &Graph, grouped: bool) -> String {
    let places = if grouped { banded(graph) } else { centred(graph) };
    let mut body = String::new();
    for (at, sum) in columns(graph, &places) {
        let _ = writeln!(body, r##"<text x="{at:.1}" y="18" font-size="11" fill="#777">{sum}</text>"##);
    }
    if grouped {
        graph.groups().iter().for_each(|(group, members)| draw_group(&mut body, &places, *group, members));
    }
    graph.edges.iter().for_each(|edge| draw_edge(&mut body, &places, edge));
    graph.edges.iter().for_each(|edge| draw_label(&mut body, &places, edge));
    for (node, &corner) in graph.nodes.iter().zip(&places.corners) {
        draw_board(&mut body, node.board, corner);
    }
    document(places.width, places.height, &body)
}

fn board_size(graph: &Graph) -> (f64, f64) {
    let shape = graph.nodes.first().map_or(redouble_core::Shape::CLASSIC, |node| node.board.shape());
    (CELL * shape.columns() as f64, CELL * shape.rows() as f64)
}

/// The number of the column of every tile sum.
fn column_numbers(graph: &Graph) -> BTreeMap<u64, usize> {
    let mut sums: Vec<u64> = graph.nodes.iter().map(|node| node.sum).collect();
    sums.dedup();
    sums.into_iter().zip(0..).collect()
}

/// The middle of every column, and its tile sum.
fn columns(graph: &Graph, places: &Places) -> Vec<(f64, u64)> {
    let step = places.size.0 + COLUMN;
    let middle = |column: usize| MARGIN + step * column as f64 + places.size.0 / 2.0;
    column_numbers(graph).into_iter().map(|(sum, column)| (middle(column), sum)).collect()
}

/// Columns around a middle line; in a column, states near those that lead to them.
fn centred(graph: &Graph) -> Places {
    let size = board_size(graph);
    let numbers = column_numbers(graph);
    let mut columns: Vec<Vec<usize>> = vec![Vec::new(); numbers.len()];
    graph.nodes.iter().enumerate().for_each(|(index, node)| columns[numbers[&node.sum]].push(index));
    let tallest = columns.iter().map(Vec::len).max().unwrap_or(0) as f64;
    let height = tallest * (size.1 + GAP) + 2.0 * MARGIN;
    let mut corners = vec![(0.0, 0.0); graph.nodes.len()];
    for (number, column) in columns.iter_mut().enumerate() {
        let wish = |index: usize| mean_before(graph, &corners, index).unwrap_or(height / 2.0);
        let mut wishes: Vec<(f64, usize)> = column.iter().map(|&index| (wish(index), index)).collect();
        wishes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let top = height / 2.0 - wishes.len() as f64 * (size.1 + GAP) / 2.0;
        for (row, (_, index)) in wishes.into_iter().enumerate() {
            let x = MARGIN + (size.0 + COLUMN) * number as f64;
            corners[index] = (x, top + row as f64 * (size.1 + GAP));
        }
    }
    let width = 2.0 * MARGIN + (size.0 + COLUMN) * columns.len() as f64 - COLUMN;
    Places { corners, width, height, size }
}

/// The mean height of the states that lead here.
fn mean_before(graph: &Graph, corners: &[(f64, f64)], index: usize) -> Option<f64> {
    let before: Vec<f64> =
        graph.edges.iter().filter(|edge| edge.to == index).map(|edge| corners[edge.from].1).collect();
    (!before.is_empty()).then(|| before.iter().sum::<f64>() / before.len() as f64)
}

/// A band for every largest tile, as high as its largest group.
fn banded(graph: &Graph) -> Places {
    let size = board_size(graph);
    let numbers = column_numbers(graph);
    let mut rows: BTreeMap<Tile, usize> = BTreeMap::new();
    for ((_, max), members) in graph.groups() {
        let most = rows.entry(max).or_default();
        *most = members.len().max(*most);
    }
    let mut corners = vec![(0.0, 0.0); graph.nodes.len()];
    let mut top = MARGIN + 8.0;
    for (max, most) in rows {
        let band = most as f64 * (size.1 + GAP);
        for ((sum, _), members) in graph.groups().into_iter().filter(|((_, of), _)| *of == max) {
            let first = top + (band - members.len() as f64 * (size.1 + GAP)) / 2.0;
            for (row, index) in members.into_iter().enumerate() {
                let x = MARGIN + (size.0 + COLUMN) * numbers[&sum] as f64;
                corners[index] = (x, first + row as f64 * (size.1 + GAP));
            }
        }
        top += band + 34.0;
    }
    let width = 2.0 * MARGIN + (size.0 + COLUMN) * numbers.len() as f64 - COLUMN;
    Places { corners, width, height: top + 8.0, size }
}

fn draw_group(body: &mut String, places: &Places, (sum, max): (u64, Tile), members: &[usize]) {
    let tops = members.iter().map(|&index| places.corners[index].1);
    let (top, bottom) = tops.fold((f64::MAX, f64::MIN), |(low, high), y| (low.min(y), high.max(y)));
    let (x, y) = (places.corners[members[0]].0 - 7.0, top - 17.0);
    let (width, height) = (places.size.0 + 14.0, bottom - top + places.size.1 + 24.0);
    let _ = writeln!(
        body,
        r##"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="6" fill="#f4f1ec" stroke="#cfc6ba"/><text x="{:.1}" y="{:.1}" font-size="9" fill="#555">{sum} / {max}</text>"##,
        x + width / 2.0,
        y + 11.0,
    );
}

/// From the right side of one board to the left side of the other.
fn ends(places: &Places, edge: &Edge) -> [(f64, f64); 2] {
    let (from, to) = (places.corners[edge.from], places.corners[edge.to]);
    let middle = places.size.1 / 2.0;
    [(from.0 + places.size.0, from.1 + middle), (to.0, to.1 + middle)]
}

fn draw_edge(body: &mut String, places: &Places, edge: &Edge) {
    let [(x0, y0), (x1, y1)] = ends(places, edge);
    let likely = edge.moves.iter().map(|(_, probability)| *probability).fold(0.0, f64::max);
    let bend = (x1 - x0) / 2.0;
    let moves: Vec<String> =
        edge.moves.iter().map(|(direction, probability)| format!("{direction} {probability:.3}")).collect();
    let _ = writeln!(
        body,
        r##"<path d="M{x0:.1} {y0:.1}C{:.1} {y0:.1} {:.1} {y1:.1} {x1:.1} {y1:.1}" fill="none" stroke="#6b5b4a" stroke-width="{:.2}" stroke-opacity="{:.2}"><title>{}</title></path>"##,
        x0 + bend,
        x1 - bend,
        0.5 + 1.5 * likely,
        0.25 + 0.6 * likely,
        moves.join(", "),
    );
}

/// The probability, close to where the edge ends: there the edges of a state lie apart.
fn draw_label(body: &mut String, places: &Places, edge: &Edge) {
    const T: f64 = 0.8;
    let [(x0, y0), (x1, y1)] = ends(places, edge);
    let bend = (x1 - x0) / 2.0;
    let bezier = |p: [f64; 4]| {
        let s = 1.0 - T;
        s * s * s * p[0] + 3.0 * s * s * T * p[1] + 3.0 * s * T * T * p[2] + T * T * T * p[3]
    };
    let (x, y) = (bezier([x0, x0 + bend, x1 - bend, x1]), bezier([y0, y0, y1, y1]));
    let _ = writeln!(
        body,
        r##"<text x="{x:.1}" y="{:.1}" font-size="7" fill="#3a5a80" stroke="white" stroke-width="1.6" paint-order="stroke">{}</text>"##,
        y + 1.5,
        edge.label()
    );
}

fn draw_board(body: &mut String, board: Board, (x, y): (f64, f64)) {
    for (index, tile) in board.tiles().enumerate() {
        let shape = board.shape();
        let (row, column) = (index / shape.columns(), index % shape.columns());
        let (left, top) = (x + CELL * column as f64, y + CELL * row as f64);
        let _ = write!(
            body,
            r##"<rect x="{left:.1}" y="{top:.1}" width="{CELL}" height="{CELL}" fill="{}" stroke="#8d8071" stroke-width="0.8"/>"##,
            tile_colour(tile)
        );
        if let Some(tile) = tile {
            let size = if tile.value() < 100 { 9.0 } else { 6.5 };
            let _ = write!(
                body,
                r##"<text x="{:.1}" y="{:.1}" font-size="{size}" fill="#333">{tile}</text>"##,
                left + CELL / 2.0,
                top + CELL / 2.0 + 0.36 * size
            );
        }
    }
    body.push('\n');
}

/// A picture of this size; texts are centred on their place.
fn document(width: f64, height: f64, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{body}</svg>\n"
    )
}

/// The background of a cell: lighter for small tiles, as on the board.
fn tile_colour(tile: Option<Tile>) -> &'static str {
    const COLOURS: [&str; 12] = [
        "#fffdf9", "#eee4da", "#ede0c8", "#f2b179", "#f59563", "#f67c5f", "#f65e3b", "#edcf72", "#edcc61",
        "#edc850", "#edc53f", "#edc22e",
    ];
    COLOURS[tile.map_or(0, |tile| usize::from(tile.exponent())).min(COLOURS.len() - 1)]
}
