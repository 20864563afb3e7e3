//! 2048 without merging.

use redouble_tilt::space::{SpaceBoard, SpaceTilt};
use redouble_tilt::{
    CycleType, Drawing, Meeting, Never, Obstruction, Part, Passage, Pattern, Separation, Square, Summary,
    TileCount, Tilts, order_bound,
};
use serde::Serialize;

/// Sequences up to this length are written out letter by letter.
const SPELLED: usize = 64;
/// Offsets listed for each obstruction; there may be thousands.
const LISTED: usize = 24;

/// A number of any size.
#[derive(Serialize)]
#[serde(untagged)]
pub enum NumberReport {
    /// One of 64 bits.
    Word(u64),
    /// A larger one, in decimal digits.
    Digits(String),
}

impl NumberReport {
    /// A number from its decimal digits.
    #[must_use]
    pub fn new(number: &impl ToString) -> NumberReport {
        let digits = number.to_string();
        digits.parse().map_or(NumberReport::Digits(digits), NumberReport::Word)
    }
}

/// A sequence of tilts.
#[derive(Serialize)]
#[serde(untagged)]
pub enum TiltsReport {
    /// The letters of a short one.
    Spelled(String),
    /// A long shortest sequence has one part that repeats.
    Repeated {
        /// The letters before the repeated word.
        prefix: String,
        /// The repeated word.
        repeat: String,
        /// How often it is repeated.
        times: NumberReport,
        /// The letters after it.
        suffix: String,
    },
}

impl TiltsReport {
    /// The letters of a short sequence; prefix, repeated word and suffix of a long one.
    #[must_use]
    pub fn new(tilts: &Tilts) -> TiltsReport {
        if let Some(word) = tilts.word(SPELLED) {
            return TiltsReport::Spelled(word.iter().map(|tilt| tilt.letter()).collect());
        }
        let parts = tilts.parts();
        let at = parts.iter().position(|part| part.times != 1u32.into()).unwrap_or(parts.len());
        let repeated = parts.get(at);
        TiltsReport::Repeated {
            prefix: parts[..at].iter().map(letters).collect(),
            repeat: repeated.map_or_else(String::new, letters),
            times: repeated.map_or(NumberReport::Word(0), |part| NumberReport::new(&part.times)),
            suffix: parts.iter().skip(at + 1).map(letters).collect(),
        }
    }

    /// The same for people: `SW(NESW)^24NE`.
    #[must_use]
    pub fn text(tilts: &Tilts) -> String {
        match TiltsReport::new(tilts) {
            TiltsReport::Spelled(word) => word,
            TiltsReport::Repeated { .. } => tilts.to_string(),
        }
    }
}

fn letters(part: &Part) -> String {
    part.word.iter().map(|tilt| tilt.letter()).collect()
}

/// Whether marked tiles meet.
#[derive(Serialize)]
pub struct MeetingReport {
    adjacent: bool,
    #[serde(flatten)]
    outcome: MeetingOutcome,
}

#[derive(Serialize)]
#[serde(untagged)]
enum MeetingOutcome {
    Meet {
        length: NumberReport,
        tilts: TiltsReport,
        /// Where they meet, as pairs of x and y.
        meeting: [[u32; 2]; 2],
        /// Where the two tiles began.
        tiles: [[u32; 2]; 2],
    },
    Never {
        why: Vec<ObstacleReport>,
    },
}

impl MeetingReport {
    /// The shortest tilts that bring two of the marked tiles together.
    #[must_use]
    pub fn meet(meeting: &Meeting, marked: &[Square]) -> MeetingReport {
        let pairs = |squares: [Square; 2]| squares.map(|square| [square.x, square.y]);
        let outcome = MeetingOutcome::Meet {
            length: NumberReport::new(&meeting.length),
            tilts: TiltsReport::new(&meeting.tilts),
            meeting: pairs(meeting.squares),
            tiles: pairs(meeting.marks.map(|mark| marked[mark])),
        };
        MeetingReport { adjacent: true, outcome }
    }

    /// Why no tilts do.
    #[must_use]
    pub fn never(never: &Never) -> MeetingReport {
        let why = match never {
            Never::Pair(apart) => apart.obstructions().iter().map(ObstacleReport::pair).collect(),
            Never::Set(separations) => separations.iter().map(ObstacleReport::set).collect(),
        };
        MeetingReport { adjacent: false, outcome: MeetingOutcome::Never { why } }
    }
}

/// Why tiles never meet after one first tilt.
#[derive(Serialize)]
#[serde(untagged)]
enum ObstacleReport {
    Pair {
        first_tilt: String,
        cycles: [u64; 2],
        rings: [u64; 2],
        same_ring: bool,
        modulus: u64,
        offset: u64,
        touching_offsets: usize,
        /// The first of them.
        touching: Vec<u64>,
    },
    Set {
        first_tilt: String,
        rings: usize,
        touching_pairs: usize,
        offsets: usize,
    },
}

impl ObstacleReport {
    fn pair(found: &Obstruction) -> ObstacleReport {
        ObstacleReport::Pair {
            first_tilt: found.first.to_string(),
            cycles: found.cycles,
            rings: found.circumferences,
            same_ring: found.same_ring,
            modulus: found.modulus,
            offset: found.offset,
            touching_offsets: found.touching.len(),
            touching: found.touching.iter().take(LISTED).copied().collect(),
        }
    }

    fn set(found: &Separation) -> ObstacleReport {
        ObstacleReport::Set {
            first_tilt: found.first.to_string(),
            rings: found.rings,
            touching_pairs: found.touching_pairs,
            offsets: found.offsets,
        }
    }
}

/// The cycles of four tilts, by the axis of the first, and the configurations that can be reached.
#[derive(Serialize)]
pub struct CyclesReport {
    width: u32,
    height: u32,
    tiles: usize,
    cycle_type_vertical_first: Vec<u64>,
    cycle_type_horizontal_first: Vec<u64>,
    order_vertical_first: String,
    order_horizontal_first: String,
    reachable: String,
}

impl CyclesReport {
    /// The cycle types of a pattern, first tilt vertical and horizontal.
    #[must_use]
    pub fn new(pattern: &Pattern, types: &[CycleType; 2], reachable: &impl ToString) -> CyclesReport {
        let [vertical, horizontal] = types;
        CyclesReport {
            width: pattern.size().width(),
            height: pattern.size().height(),
            tiles: pattern.tiles(),
            cycle_type_vertical_first: vertical.flat().collect(),
            cycle_type_horizontal_first: horizontal.flat().collect(),
            order_vertical_first: vertical.order().to_string(),
            order_horizontal_first: horizontal.order().to_string(),
            reachable: reachable.to_string(),
        }
    }
}

/// Whether one board can become another.
#[derive(Serialize)]
pub struct PassageReport {
    reachable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<NumberReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tilts: Option<TiltsReport>,
}

impl PassageReport {
    /// The shortest passage, if there is one.
    #[must_use]
    pub fn new(passage: Option<&Passage>) -> PassageReport {
        PassageReport {
            reachable: passage.is_some(),
            length: passage.map(|passage| NumberReport::new(&passage.length)),
            tilts: passage.map(|passage| TiltsReport::new(&passage.tilts)),
        }
    }
}

/// A board after tilts.
#[derive(Serialize)]
pub struct TiltedReport {
    board: String,
    length: NumberReport,
}

impl TiltedReport {
    /// A board, as text, after these tilts.
    #[must_use]
    pub fn new(board: String, tilts: &Tilts) -> TiltedReport {
        TiltedReport { board, length: NumberReport::new(&tilts.len()) }
    }
}

/// A board that was constructed.
#[derive(Serialize)]
pub struct ConstructionReport {
    /// The board as text.
    pub board: String,
    width: u32,
    height: u32,
    tiles: usize,
}

impl ConstructionReport {
    /// This pattern.
    #[must_use]
    pub fn new(pattern: Pattern) -> ConstructionReport {
        let (size, tiles) = (pattern.size(), pattern.tiles());
        let board = Drawing::new(pattern, Vec::new()).to_string();
        ConstructionReport { board, width: size.width(), height: size.height(), tiles }
    }
}

/// How much of a box of three dimensions can be reached.
#[derive(Serialize)]
pub struct SpaceCountReport {
    /// Sets of full cells.
    pub patterns: usize,
    /// Packed configurations, a decimal string.
    pub reachable_packed: String,
}

impl SpaceCountReport {
    /// Counts from this board.
    #[must_use]
    pub fn new(board: &SpaceBoard) -> SpaceCountReport {
        SpaceCountReport {
            patterns: board.patterns(),
            reachable_packed: board.reachable_canonical().to_string(),
        }
    }
}

/// Whether marked tiles meet in three dimensions.
#[derive(Serialize)]
pub struct SpaceMeetingReport {
    adjacent: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    /// The tilts: west and east, south and north, down and up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tilts: Option<String>,
}

impl SpaceMeetingReport {
    /// The shortest tilts, if there are any.
    #[must_use]
    pub fn new(tilts: Option<&[SpaceTilt]>) -> SpaceMeetingReport {
        SpaceMeetingReport {
            adjacent: tilts.is_some(),
            length: tilts.map(<[_]>::len),
            tilts: tilts.map(|tilts| tilts.iter().map(space_letter).collect()),
        }
    }
}

const SPACE_LETTERS: [[char; 2]; 3] = [['W', 'E'], ['S', 'N'], ['D', 'U']];

pub(crate) fn space_letter(tilt: &SpaceTilt) -> char {
    SPACE_LETTERS[tilt.axis][usize::from(tilt.far)]
}

pub(crate) fn space_tilt(letter: char) -> Option<SpaceTilt> {
    let axis = SPACE_LETTERS.iter().position(|pair| pair.contains(&letter))?;
    Some(SpaceTilt { axis, far: SPACE_LETTERS[axis][1] == letter })
}

/// What all diagrams in a box have.
#[derive(Serialize)]
pub struct AtlasReport {
    width: u32,
    height: u32,
    shapes: u64,
    single_cycle: u64,
    single_cycle_even_tiles: u64,
    odd_permutations: u64,
    largest_single_cycle: Option<usize>,
    largest_order: Option<NumberReport>,
    largest_order_rows: Option<Vec<u32>>,
    by_tiles: Vec<AtlasRowReport>,
}

#[derive(Serialize)]
struct AtlasRowReport {
    tiles: usize,
    shapes: u64,
    single_cycle: u64,
    largest_order: NumberReport,
    bound: NumberReport,
}

impl AtlasReport {
    /// The summary of a box of this width and height.
    #[must_use]
    pub fn new(width: u32, height: u32, summary: &Summary) -> AtlasReport {
        let largest = summary.largest.as_ref();
        let by_tiles = summary.by_tiles.iter().enumerate().filter(|(_, row)| row.shapes > 0);
        AtlasReport {
            width,
            height,
            shapes: summary.shapes,
            single_cycle: summary.single_cycle,
            single_cycle_even_tiles: summary.single_cycle_even_tiles,
            odd_permutations: summary.odd_permutations,
            largest_single_cycle: summary.largest_single_cycle(),
            largest_order: largest.map(|entry| NumberReport::new(&entry.order)),
            largest_order_rows: largest.map(|entry| entry.shape.rows().to_vec()),
            by_tiles: by_tiles.map(|(tiles, row)| AtlasRowReport::new(tiles, row)).collect(),
        }
    }
}

impl AtlasRowReport {
    fn new(tiles: usize, row: &TileCount) -> AtlasRowReport {
        AtlasRowReport {
            tiles,
            shapes: row.shapes,
            single_cycle: row.single_cycle,
            largest_order: NumberReport::new(&row.largest_order),
            bound: NumberReport::new(&order_bound(tiles)),
        }
    }
}
