//! Pictures of boards and of `g`.

use std::fmt::Write;

use crate::{Configuration, Corner, Cycles, Direction, Drawing, Orbit, Square, Tilts, YoungDiagram, run};

/// What a colour stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// The cycle of `g` a tile is on.
    Cycles,
    /// The component of the two reversals a tile is on.
    Rings,
    /// The displacement of a tile by `g`: tiles of one colour move as one block.
    Blocks,
}

/// How to draw a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// What a colour stands for.
    pub colour: Colour,
    /// Draw an arrow from every tile to where `g` takes it.
    pub arrows: bool,
    /// Write on every tile its index on its cycle, counted from the first marked tile of the cycle.
    pub numbers: bool,
    /// Draw the board again after each of these tilts.
    pub tilts: Vec<Direction>,
}

/// The side of a square.
const CELL: u32 = 36;
/// The margin around a panel.
const MARGIN: u32 = 18;
/// The height of a caption.
const CAPTION: u32 = 26;

/// Draws a board as SVG.
///
/// A board packed into the south-west corner is drawn as it is, with its own `g`. Any other is followed by the
/// two diagrams it is packed into when the first tilt is vertical and when it is horizontal. With tilts, one
/// panel for each of them follows, every tile keeping its colour: the paper's figures 1 and 2.
///
/// ```
/// use redouble_tilt::{Colour, Drawing, Style, draw};
/// let drawing: Drawing = "o../oo./ooo".parse()?;
/// let style = Style { colour: Colour::Cycles, arrows: true, numbers: false, tilts: vec![] };
/// let svg = draw(&drawing, &style);
/// assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
/// # Ok::<(), redouble_tilt::ParseDrawingError>(())
/// ```
#[must_use]
pub fn draw(drawing: &Drawing, style: &Style) -> String {
    let start = Configuration::of(drawing.pattern());
    let marked: Vec<bool> = start.tiles().iter().map(|square| drawing.marked().contains(square)).collect();
    let panels =
        if style.tilts.is_empty() { diagrams(&start, &marked, style) } else { film(&start, &marked, style) };
    page(&panels)
}

/// A board to draw.
struct Panel {
    caption: String,
    width: u32,
    height: u32,
    tiles: Vec<Tile>,
    arrows: Vec<(Square, Square, usize)>,
}

struct Tile {
    square: Square,
    hue: usize,
    /// From 0 to 1: how strong the colour is.
    strength: f64,
    marked: bool,
    number: Option<u32>,
}

/// One panel for a packed board; else the board and its two diagrams.
fn diagrams(start: &Configuration, marked: &[bool], style: &Style) -> Vec<Panel> {
    let packed = start.is_canonical(Corner::SouthWest);
    let south = Orbit::of(start, Direction::South);
    if packed {
        return vec![diagram(&south, marked, style, "g, four tilts N E S W")];
    }
    // Packed to the south-west this way, the board is again its own diagram, with its own clockwise g.
    let west = Orbit::of(&start.tilted_by(&[Direction::West, Direction::South]), Direction::South);
    let plain = Style { arrows: false, numbers: false, ..style.clone() };
    vec![
        snapshot(start, &south, marked, &plain, "start"),
        diagram(&south, marked, style, "after S, W"),
        diagram(&west, marked, style, "after W, S"),
    ]
}

/// The board after each tilt, colours taken from where the tiles are packed to first.
fn film(start: &Configuration, marked: &[bool], style: &Style) -> Vec<Panel> {
    let orbit = Orbit::of(start, Direction::South);
    (0..=style.tilts.len())
        .map(|count| {
            let tilts = Tilts::from(&style.tilts[..count]);
            let caption = if count == 0 { "start".to_owned() } else { tilts.to_string() };
            snapshot(&run(start, &tilts), &orbit, marked, style, &caption)
        })
        .collect()
}

/// The colour of each cell of a diagram and its index on its cycle.
struct Scheme {
    hues: Vec<usize>,
    indices: Vec<(u32, f64)>,
}

impl Scheme {
    fn of(orbit: &Orbit, marked: &[bool], style: &Style) -> Self {
        let shape = orbit.shape();
        let first: Vec<Square> =
            orbit.cells().iter().zip(marked).filter(|&(_, &marked)| marked).map(|(&cell, _)| cell).collect();
        let cycles = Cycles::starting_at(shape, &first);
        let place = |cell| cycles.place(shape, cell);
        let hues = match style.colour {
            Colour::Cycles => shape.iter().map(|cell| place(cell).0 as usize).collect(),
            Colour::Rings => {
                shape.iter().map(|cell| orbit.rings().place(shape, cell).component as usize).collect()
            }
            Colour::Blocks => blocks(shape),
        };
        let index = |cell| {
            let (cycle, index) = place(cell);
            (index, f64::from(index) / f64::from(cycles.lengths()[cycle as usize]))
        };
        Self { hues, indices: shape.iter().map(index).collect() }
    }

    fn tile(&self, shape: &YoungDiagram, cell: Square, square: Square, marked: bool, style: &Style) -> Tile {
        let at = shape.index(cell);
        let (index, fraction) = self.indices[at];
        let strength = if style.numbers { 0.25 + 0.75 * fraction } else { 1.0 };
        Tile { square, hue: self.hues[at], strength, marked, number: style.numbers.then_some(index) }
    }
}

/// Numbers the displacements of `g` in the order in which they appear.
fn blocks(shape: &YoungDiagram) -> Vec<usize> {
    let mut known = Vec::new();
    let mut block = |cell: Square| {
        let to = shape.turn(cell);
        let by = (i64::from(to.x) - i64::from(cell.x), i64::from(to.y) - i64::from(cell.y));
        known.iter().position(|&other| other == by).unwrap_or_else(|| {
            known.push(by);
            known.len() - 1
        })
    };
    shape.iter().map(&mut block).collect()
}

fn diagram(orbit: &Orbit, marked: &[bool], style: &Style, caption: &str) -> Panel {
    let (shape, scheme) = (orbit.shape(), Scheme::of(orbit, marked, style));
    let cells = orbit.cells().iter().zip(marked);
    let tiles = cells.map(|(&cell, &marked)| scheme.tile(shape, cell, cell, marked, style)).collect();
    let arrows = if style.arrows { arrows(shape, &scheme) } else { Vec::new() };
    let size = orbit.frame().size();
    Panel { caption: caption.to_owned(), width: size.width(), height: size.height(), tiles, arrows }
}

fn arrows(shape: &YoungDiagram, scheme: &Scheme) -> Vec<(Square, Square, usize)> {
    let moved = shape.iter().filter(|&cell| shape.turn(cell) != cell);
    moved.map(|cell| (cell, shape.turn(cell), scheme.hues[shape.index(cell)])).collect()
}

fn snapshot(board: &Configuration, orbit: &Orbit, marked: &[bool], style: &Style, caption: &str) -> Panel {
    let scheme = Scheme::of(orbit, marked, style);
    let tiles = board.tiles().iter().zip(orbit.cells()).zip(marked);
    let tile = |((&square, &cell), &marked): ((&Square, &Square), &bool)| {
        scheme.tile(orbit.shape(), cell, square, marked, style)
    };
    let (width, height) = (board.size().width(), board.size().height());
    let tiles = tiles.map(tile).collect();
    Panel { caption: caption.to_owned(), width, height, tiles, arrows: Vec::new() }
}

fn page(panels: &[Panel]) -> String {
    let width: u32 = panels.iter().map(|panel| panel.width * CELL + 2 * MARGIN).sum();
    let height = panels.iter().map(|panel| panel.height * CELL + 2 * MARGIN + CAPTION).max().unwrap_or(0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    let mut left = 0;
    for panel in panels {
        write_panel(&mut svg, panel, left);
        left += panel.width * CELL + 2 * MARGIN;
    }
    svg.push_str("</svg>\n");
    svg
}

/// Writes to a string cannot fail.
macro_rules! put {
    ($svg:expr, $($text:tt)*) => { writeln!($svg, $($text)*).expect("a string grows") };
}

fn write_panel(svg: &mut String, panel: &Panel, left: u32) {
    let (width, height) = (panel.width * CELL, panel.height * CELL);
    put!(svg, "<g transform=\"translate({},{MARGIN})\">", left + MARGIN);
    put!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"#eee8df\" stroke=\"#8f7a66\"/>");
    panel.tiles.iter().for_each(|tile| write_tile(svg, tile, panel.height));
    panel.arrows.iter().for_each(|arrow| write_arrow(svg, arrow, panel.height));
    let (x, y) = (width / 2, height + CAPTION);
    put!(svg, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" font-size=\"15\">{}</text>", panel.caption);
    put!(svg, "</g>");
}

/// The middle of a square in the picture, where `y` grows downwards.
fn middle(square: Square, height: u32) -> (f64, f64) {
    let half = f64::from(CELL) / 2.0;
    (f64::from(square.x * CELL) + half, f64::from((height - 1 - square.y) * CELL) + half)
}

fn write_tile(svg: &mut String, tile: &Tile, height: u32) {
    let (x, y) = middle(tile.square, height);
    let half = f64::from(CELL) / 2.0 - 2.0;
    let (left, top, side) = (x - half, y - half, 2.0 * half);
    let (fill, strength) = (fill(tile.hue), tile.strength);
    let outline = if tile.marked { " stroke=\"#000\" stroke-width=\"3\"" } else { "" };
    put!(
        svg,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" rx=\"5\" fill=\"{fill}\" \
         fill-opacity=\"{strength:.2}\"{outline}/>"
    );
    if let Some(number) = tile.number {
        let base = y + 5.0;
        put!(svg, "<text x=\"{x}\" y=\"{base}\" text-anchor=\"middle\" font-size=\"14\">{number}</text>");
    }
}

/// A curved arrow; the bend keeps arrows there and back apart.
fn write_arrow(svg: &mut String, &(from, to, hue): &(Square, Square, usize), height: u32) {
    let ((x, y), (u, v)) = (middle(from, height), middle(to, height));
    let length = (u - x).hypot(v - y);
    let bend = 0.18;
    let (cx, cy) = (f64::midpoint(x, u) - bend * (v - y), f64::midpoint(y, v) + bend * (u - x));
    let (dx, dy) = (u - cx, v - cy);
    let slope = dx.hypot(dy);
    let (ex, ey) = (dx / slope, dy / slope);
    let (tip_x, tip_y) = (u - 4.0 * ex, v - 4.0 * ey);
    let (base_x, base_y) = (tip_x - 7.0 * ex, tip_y - 7.0 * ey);
    let stroke = ink(hue);
    put!(
        svg,
        "<g stroke=\"{stroke}\" fill=\"{stroke}\" opacity=\"{:.2}\">\
         <circle cx=\"{x}\" cy=\"{y}\" r=\"2.5\" stroke=\"none\"/>\
         <path d=\"M{x:.1} {y:.1}Q{cx:.1} {cy:.1} {base_x:.1} {base_y:.1}\" fill=\"none\" stroke-width=\"1.4\"/>\
         <path d=\"M{tip_x:.1} {tip_y:.1}L{:.1} {:.1}L{:.1} {:.1}Z\" stroke=\"none\"/></g>",
        if length > 3.5 * f64::from(CELL) { 0.55 } else { 0.9 },
        base_x - 3.2 * ey,
        base_y + 3.2 * ex,
        base_x + 3.2 * ey,
        base_y - 3.2 * ex,
    );
}

/// Neighbouring numbers get hues far apart: steps of the golden angle.
fn hue(number: usize) -> f64 {
    (28.0 + number as f64 * 137.507_764).rem_euclid(360.0)
}

fn fill(number: usize) -> String {
    let lightness = [0.68, 0.78, 0.60][number / 9 % 3];
    hex(hue(number), 0.62, lightness)
}

fn ink(number: usize) -> String {
    hex(hue(number), 0.75, 0.28)
}

fn hex(hue: f64, saturation: f64, lightness: f64) -> String {
    let channel = |offset: f64| {
        let k = (offset + hue / 30.0).rem_euclid(12.0);
        let amount = saturation * lightness.min(1.0 - lightness);
        let value = lightness - amount * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
        (value * 255.0).round() as u8
    };
    format!("#{:02x}{:02x}{:02x}", channel(0.0), channel(8.0), channel(4.0))
}
