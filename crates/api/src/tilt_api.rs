//! `/api/tilt`: the room of 2048 without merging. All mathematics is the library's; here are bounds and sentences.
//!
//! Boards travel as text, as on the command line: `.` empty, `o` a tile, `x` a marked tile. Cells are counted row by
//! row from the top left, from 0, as everywhere on the page.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use redouble_core::Random;
use redouble_tilt::space::SpaceBoard;
use redouble_tilt::{
    Axis, Configuration, CycleType, Cycles, Direction, Drawing, Landing, Meeting, MeetingVerdict, Never,
    Obstruction, Orbit, Pattern, Rotation, Separation, Size, Square, Tilts, reachable, rings, run,
    shortest_meeting, single_cycle,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::App;
use crate::input::Body;
use crate::refusal::Refusal;
use crate::view::{space_letter, space_tilt};

/// The longest side of a board: as many cells as a screen has room for, and work of a few milliseconds.
const MAX_SIDE: u32 = 24;
/// The longest text of a board.
const MAX_BOARD: usize = (MAX_SIDE as usize + 2) * MAX_SIDE as usize;
/// The longest text of a sequence of tilts.
const MAX_TILTS: usize = 200;
/// Shortest sequences up to this length are sent tilt by tilt.
const SPELLED: usize = 200;
/// How many tilts at the end of a longer one are.
const LAST_TILTS: u32 = 12;
/// Offsets listed in a proof; there may be hundreds.
const LISTED: usize = 12;
/// The longest side of a box in space.
const MAX_SPACE_SIDE: u32 = 3;

/// Reads a board of at most [`MAX_SIDE`] rows and columns.
fn read(text: &str) -> Result<Drawing, Refusal> {
    if text.len() > MAX_BOARD {
        return Err(too_large());
    }
    let drawing: Drawing = text.parse().map_err(Refusal::bad)?;
    let now = drawing.pattern().size();
    size(now.width(), now.height()).map(|_| drawing)
}

fn too_large() -> Refusal {
    Refusal::bad(format!("boards have at most {MAX_SIDE} rows and columns here"))
}

/// The number of a square on the page.
fn cell(size: Size, square: Square) -> u32 {
    (size.height() - 1 - square.y) * size.width() + square.x
}

/// A board and what is known about it.
#[derive(Serialize)]
pub(crate) struct TiltView {
    board: String,
    width: u32,
    height: u32,
    tiles: usize,
    marked: usize,
    /// For each cell the number of its tile's cycle once the board is packed by S and W; null without a tile.
    cycles: Vec<Option<u32>>,
    /// The length of each of those cycles.
    lengths: Vec<u32>,
    /// Names and values, for people.
    facts: Vec<(&'static str, String)>,
    /// How many configurations can be reached, this one included; a decimal string.
    reachable: String,
}

/// Cycle type and order of four tilts, once if they do not depend on the axis of the first.
fn walk_facts(pattern: &Pattern) -> Vec<(&'static str, String)> {
    let [vertical, horizontal] = [Axis::Vertical, Axis::Horizontal]
        .map(|axis| CycleType::of(Landing::new(pattern, axis, &[]).shape()));
    let order = |cycle_type: &CycleType| grouped(&cycle_type.order().to_string());
    if vertical == horizontal {
        let order = order(&vertical);
        return vec![("Cycle type", powers(&vertical)), ("Order of four tilts", order)];
    }
    vec![
        ("Cycle type, first tilt N or S", powers(&vertical)),
        ("… first tilt E or W", powers(&horizontal)),
        ("Order of four tilts", format!("{} or {}", order(&vertical), order(&horizontal))),
    ]
}

/// `3^2 5` as people write it: `3², 5`.
fn powers(cycle_type: &CycleType) -> String {
    const HIGH: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let high = |count: u64| -> String {
        count.to_string().bytes().map(|digit| HIGH[usize::from(digit - b'0')]).collect()
    };
    let power = |(length, count): (u64, u64)| match count {
        1 => length.to_string(),
        _ => format!("{length}{}", high(count)),
    };
    let all: Vec<String> = cycle_type.iter().map(power).collect();
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}

/// Digits in groups of three.
fn grouped(digits: &str) -> String {
    let comma = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    digits.char_indices().flat_map(|(at, digit)| [comma(at).then_some(','), Some(digit)]).flatten().collect()
}

impl TiltView {
    fn new(drawing: &Drawing) -> TiltView {
        let pattern = drawing.pattern();
        let (size, start) = (pattern.size(), Configuration::of(pattern));
        let orbit = Orbit::of(&start, Direction::South);
        let found = Cycles::of(orbit.shape());
        let mut cycles = vec![None; size.area()];
        for (&square, &packed) in start.tiles().iter().zip(orbit.cells()) {
            cycles[cell(size, square) as usize] = Some(found.place(orbit.shape(), packed).0);
        }
        TiltView {
            board: drawing.to_string(),
            width: size.width(),
            height: size.height(),
            tiles: pattern.tiles(),
            marked: drawing.marked().len(),
            cycles,
            lengths: found.lengths().to_vec(),
            facts: walk_facts(pattern),
            reachable: reachable(pattern).to_string(),
        }
    }
}

/// A board to look at, perhaps in another size.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Look {
    board: String,
    width: Option<u32>,
    height: Option<u32>,
}

/// `POST /api/tilt/board`: the cycles and the number of reachable configurations.
pub(crate) async fn board(
    State(app): State<Arc<App>>,
    Body(look): Body<Look>,
) -> Result<Json<TiltView>, Refusal> {
    let view = move || {
        let drawing = read(&look.board)?;
        let now = drawing.pattern().size();
        let size = size(look.width.unwrap_or(now.width()), look.height.unwrap_or(now.height()))?;
        Ok(Json(TiltView::new(&resized(&drawing, size))))
    };
    app.moment(view).await
}

/// Columns and rows come and go at the east and the north; tiles there go with them.
fn resized(drawing: &Drawing, size: Size) -> Drawing {
    let inside = drawing.pattern().squares().filter(|&square| size.contains(square));
    Drawing::new(Pattern::of(size, inside), drawing.marked().to_vec())
}

/// A size that this room has.
fn size(width: u32, height: u32) -> Result<Size, Refusal> {
    if width.max(height) > MAX_SIDE {
        Err(too_large())
    } else {
        Size::new(width.into(), height.into()).map_err(Refusal::bad)
    }
}

/// A construction and its size.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Make {
    kind: Construction,
    width: u32,
    height: u32,
    /// For a random board; left out, it is a new one every time.
    seed: Option<u64>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum Construction {
    Empty,
    Rings,
    SingleCycle,
    Random,
}

impl Make {
    fn pattern(&self, fresh_seed: u64) -> Result<Pattern, Refusal> {
        let (width, height) = (self.width, self.height);
        let size = size(width, height)?;
        match self.kind {
            Construction::Empty => Ok(Pattern::empty(size)),
            Construction::Rings if width != height => {
                Err(Refusal::bad(format!("rings need a square board, not {width} x {height}")))
            }
            Construction::Rings => rings(width.into()).map_err(Refusal::bad),
            Construction::SingleCycle => single_cycle(width.into(), height.into()).map_err(Refusal::bad),
            Construction::Random => Ok(random(size, self.seed.unwrap_or(fresh_seed))),
        }
    }
}

/// Every square has a tile with probability 1/2.
fn random(size: Size, seed: u64) -> Pattern {
    let mut random = Random::new(seed);
    let squares = (0..size.height()).flat_map(|y| (0..size.width()).map(move |x| Square { x, y }));
    let full: Vec<Square> = squares.filter(|_| random.below(2) == 0).collect();
    Pattern::of(size, full)
}

/// `POST /api/tilt/make`: one of the paper's constructions, or a random board.
pub(crate) async fn make(
    State(app): State<Arc<App>>,
    Body(make): Body<Make>,
) -> Result<Json<TiltView>, Refusal> {
    let seed = app.fresh_seed();
    app.moment(move || Ok(Json(TiltView::new(&Drawing::new(make.pattern(seed)?, Vec::new()))))).await
}

/// A board and the tilts to make.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TiltRun {
    board: String,
    tilts: String,
}

/// How one tile goes, and the board afterwards.
#[derive(Serialize)]
pub(crate) struct TiltRunView {
    motions: Vec<TiltMotion>,
    /// What a screen reader says.
    sentence: String,
    after: TiltView,
}

#[derive(Serialize)]
struct TiltMotion {
    from: u32,
    to: u32,
}

/// `POST /api/tilt/run`: tilts, one or `(NESW)^1000000`; marks go with their tiles.
pub(crate) async fn tilt(
    State(app): State<Arc<App>>,
    Body(asked): Body<TiltRun>,
) -> Result<Json<TiltRunView>, Refusal> {
    app.moment(move || tilted(&asked)).await
}

fn tilted(asked: &TiltRun) -> Result<Json<TiltRunView>, Refusal> {
    let drawing = read(&asked.board)?;
    if asked.tilts.len() > MAX_TILTS {
        return Err(Refusal::bad(format!("`tilts`: more than {MAX_TILTS} characters")));
    }
    let tilts: Tilts = asked.tilts.parse().map_err(|error| Refusal::bad(format!("`tilts`: {error}")))?;
    let start = Configuration::of(drawing.pattern());
    let end = run(&start, &tilts);
    let size = start.size();
    let ways = || start.tiles().iter().zip(end.tiles());
    let motion = |(&from, &to): (&Square, &Square)| TiltMotion { from: cell(size, from), to: cell(size, to) };
    let marked = ways().filter(|(from, _)| drawing.marked().contains(from)).map(|(_, &to)| to);
    let after = Drawing::new(end.pattern(), marked.collect());
    let moved = ways().filter(|(from, to)| from != to).count();
    let name = match asked.tilts.as_str() {
        "N" => "north",
        "E" => "east",
        "S" => "south",
        "W" => "west",
        tilts => tilts,
    };
    let what = match moved {
        0 => "nothing moves".to_owned(),
        _ => format!("{moved} of {} tiles move", start.tiles().len()),
    };
    Ok(Json(TiltRunView {
        motions: ways().map(motion).collect(),
        sentence: format!("{name}: {what}."),
        after: TiltView::new(&after),
    }))
}

/// `POST /api/tilt/meet`: the shortest tilts that bring two marked tiles together, or why none do.
pub(crate) async fn meet(
    State(app): State<Arc<App>>,
    Body(look): Body<Look>,
) -> Result<Json<Value>, Refusal> {
    app.moment(move || met(&look)).await
}

fn met(look: &Look) -> Result<Json<Value>, Refusal> {
    let drawing = read(&look.board)?;
    let verdict = shortest_meeting(drawing.pattern(), drawing.marked()).map_err(Refusal::bad)?;
    Ok(Json(match &verdict {
        MeetingVerdict::Meet(meeting) => meeting_json(meeting, &drawing),
        MeetingVerdict::Never(never) => {
            json!({ "adjacent": false, "sentence": "They never meet.", "why": why(never) })
        }
    }))
}

/// A short sequence is sent tilt by tilt; of a long one, `jump` leads to its last tilts.
fn meeting_json(meeting: &Meeting, drawing: &Drawing) -> Value {
    let size = drawing.pattern().size();
    let cells = |squares: [Square; 2]| squares.map(|square| cell(size, square));
    let (jump, word) = played(meeting);
    json!({
        "adjacent": true,
        "sentence": match meeting.length.to_string().as_str() {
            "0" => "They are side by side already.".to_owned(),
            "1" => "They meet in 1 tilt.".to_owned(),
            length => format!("They meet in {} tilts; no fewer do.", grouped(length)),
        },
        "tilts": meeting.tilts.to_string(),
        "jump": jump,
        "word": word.iter().map(|tilt| tilt.letter()).collect::<String>(),
        "from": cells(meeting.marks.map(|mark| drawing.marked()[mark])),
        "to": cells(meeting.squares),
    })
}

fn played(meeting: &Meeting) -> (String, Vec<Direction>) {
    if let Some(word) = meeting.tilts.word(SPELLED) {
        return (String::new(), word);
    }
    // A shortest sequence keeps turning, so its first two tilts and its length are all of it.
    let letters: Vec<Direction> =
        meeting.tilts.parts().iter().flat_map(|part| &part.word).copied().take(2).collect();
    let clockwise = letters[1] == letters[0].clockwise();
    let rotation = if clockwise { Rotation::Clockwise } else { Rotation::Counterclockwise };
    let jump = Tilts::turning(letters[0], rotation, &(&meeting.length - LAST_TILTS));
    let last = jump.parts().last().and_then(|part| part.word.last()).copied().unwrap_or(letters[1]);
    let turning = std::iter::successors(Some(last), |&tilt| Some(rotation.after(tilt)));
    (jump.to_string(), turning.skip(1).take(LAST_TILTS as usize).collect())
}

/// The proof, one sentence for each first tilt; equal sentences are said once.
fn why(never: &Never) -> Vec<String> {
    let sentences: Vec<(char, String)> = match never {
        Never::Pair(apart) => {
            apart.obstructions().iter().map(|one| (one.first.letter(), obstruction(one))).collect()
        }
        Never::Set(separations) => {
            separations.iter().map(|one| (one.first.letter(), separation(one))).collect()
        }
    };
    let mut merged: Vec<(String, String)> = Vec::new();
    for (first, sentence) in sentences {
        match merged.iter_mut().find(|(_, other)| *other == sentence) {
            Some((firsts, _)) => firsts.push_str(&format!(" or {first}")),
            None => merged.push((first.to_string(), sentence)),
        }
    }
    merged.into_iter().map(|(firsts, sentence)| format!("First tilt {firsts}: {sentence}")).collect()
}

fn obstruction(found: &Obstruction) -> String {
    let Obstruction { circumferences: [c1, c2], cycles: [one, two], modulus, offset, touching, .. } = found;
    let places = if found.same_ring {
        format!("both tiles run on one ring of {c1} slots, in cycles of {one}")
    } else {
        format!("the tiles run on rings of {c1} and {c2} slots, in cycles of {one} and {two}")
    };
    if touching.is_empty() {
        return format!("{places}; these rings touch nowhere.");
    }
    let listed: Vec<String> = touching.iter().take(LISTED).map(u64::to_string).collect();
    let more = touching.len().saturating_sub(LISTED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!(
        "{places}. They are {offset} apart modulo {modulus} for ever, but slots touch only where they are {}{more} \
         apart.",
        listed.join(", ")
    )
}

fn separation(found: &Separation) -> String {
    let Separation { rings, touching_pairs, offsets, .. } = found;
    format!(
        "the marked tiles run on {rings} {}; {touching_pairs} pairs of these touch, at {offsets} offsets in all, and no \
         two marked tiles ever have one of them.",
        if *rings == 1 { "ring" } else { "rings" }
    )
}

/// A box: its layers from the lowest on, separated by `//`, and a tilt to make first.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Space {
    board: String,
    /// One of `W E S N D U`.
    tilt: Option<char>,
}

/// `POST /api/tilt/space`: a small box of three dimensions after a tilt, its count, and whether its marks meet.
pub(crate) async fn space(
    State(app): State<Arc<App>>,
    Body(asked): Body<Space>,
) -> Result<Json<Value>, Refusal> {
    app.moment(move || spanned(&asked)).await
}

fn spanned(asked: &Space) -> Result<Json<Value>, Refusal> {
    let mut cube = Cube::read(&asked.board)?;
    if let Some(letter) = asked.tilt {
        let problem = || Refusal::bad(format!("`tilt`: {letter:?} is none of W, E, S, N, D, U"));
        cube.board.tilt(space_tilt(letter).ok_or_else(problem)?);
    }
    let enough = cube.marked.len() >= 2;
    let way = if enough { cube.board.shortest_meeting(&cube.marked) } else { None };
    Ok(Json(json!({
        "board": cube.text(),
        "patterns": cube.board.patterns(),
        "reachable_packed": cube.board.reachable_canonical().to_string(),
        "asked": enough,
        "tilts": way.map(|way| way.iter().map(space_letter).collect::<String>()),
    })))
}

/// Tiles in a box of three dimensions, some of them marked.
struct Cube {
    board: SpaceBoard,
    sides: [u32; 3],
    tiles: usize,
    marked: Vec<usize>,
}

impl Cube {
    fn read(text: &str) -> Result<Cube, Refusal> {
        let too_large = || Refusal::bad(format!("boxes have at most {MAX_SPACE_SIDE} cells a side here"));
        if text.len() > MAX_BOARD {
            return Err(too_large());
        }
        let layers: Vec<Drawing> = text.split("//").map(read).collect::<Result<_, _>>()?;
        let size = layers[0].pattern().size();
        let sides = [size.width(), size.height(), layers.len() as u32];
        if sides.iter().any(|&side| side > MAX_SPACE_SIDE) {
            return Err(too_large());
        }
        if let Some(other) = layers.iter().map(|layer| layer.pattern().size()).find(|&other| other != size) {
            return Err(Refusal::bad(format!("a layer is {other}, but the first is {size}")));
        }
        let (mut tiles, mut marked) = (Vec::new(), Vec::new());
        for (z, layer) in (0..).zip(&layers) {
            for square in layer.pattern().squares() {
                marked.extend(layer.marked().contains(&square).then_some(tiles.len()));
                tiles.push(vec![square.x, square.y, z]);
            }
        }
        let board = SpaceBoard::new(&sides, &tiles).map_err(Refusal::bad)?;
        Ok(Cube { board, sides, tiles: tiles.len(), marked })
    }

    /// The layers as text, from the lowest on.
    fn text(&self) -> String {
        let [width, height, depth] = self.sides;
        let size = Size::new(width.into(), height.into()).expect("a box has cells");
        let at: Vec<Vec<u32>> = (0..self.tiles).map(|tile| self.board.coordinates(tile)).collect();
        let on = |z: u32, tiles: &mut dyn Iterator<Item = usize>| -> Vec<Square> {
            tiles.filter(|&tile| at[tile][2] == z).map(|tile| Square::new(at[tile][0], at[tile][1])).collect()
        };
        let layer = |z: u32| {
            let full = Pattern::of(size, on(z, &mut (0..self.tiles)));
            Drawing::new(full, on(z, &mut self.marked.iter().copied())).to_string()
        };
        (0..depth).map(layer).collect::<Vec<_>>().join("//")
    }
}
