//! The parts of a game that have weights of their own.

use std::fmt;
use std::str::FromStr;

use redouble_core::{Grid, Tile};
use redouble_kernels::bit_planes;

/// The milestones at which the later stages of a game begin; every stage has its own weights.
///
/// A milestone is a set of tiles, written with plus signs. It is reached when the tiles as large as its smallest one
/// together amount to it: `16384+8192` by a 16384 and an 8192, or by three 8192. That sum never falls, so a game goes
/// through its stages in order. A board is in the stage of the last milestone it reached, or in the first stage, 0.
///
/// A weight of a later stage that was never touched is taken from the stage before.
///
/// ```
/// use redouble_core::board;
/// use redouble_players::Stages;
///
/// let stages: Stages = "16384,16384+8192".parse().unwrap();
/// assert_eq!(stages.count(), 3);
/// assert_eq!(stages.of(board! { 8192 4096 2048 . / . . . . / . . . . / . . . . }), 0);
/// assert_eq!(stages.of(board! { 16384 4096 2048 . / . . . . / . . . . / . . . . }), 1);
/// assert_eq!(stages.of(board! { 16384 8192 2 . / . . . . / . . . . / . . . . }), 2);
/// assert!("16384,8192".parse::<Stages>().is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stages {
    milestones: Vec<Milestone>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Milestone {
    /// Its tiles as exponents, falling.
    exponents: Vec<u8>,
    /// The exponent of the smallest.
    least: u8,
    /// Their sum, in units of the smallest.
    total: u32,
}

/// The most milestones.
const MAX_MILESTONES: usize = 7;
/// The largest tile of an index.
const LARGEST: u8 = 15;

impl Stages {
    /// How many stages there are: one more than milestones.
    #[must_use]
    pub fn count(&self) -> usize {
        self.milestones.len() + 1
    }

    /// The stage of a board, whatever its representation.
    pub fn of<G: Grid>(&self, board: G) -> usize {
        let large = |least: u8| {
            let tiles = board.shape().all_cells().filter_map(|cell| board.tile(cell));
            let units = tiles.filter(|tile| tile.exponent() >= least);
            units.map(|tile| 1_u32 << (tile.exponent().min(LARGEST) - least)).sum()
        };
        self.find(large)
    }

    /// The stage of a packed board.
    #[inline(always)]
    pub(super) fn of_packed(&self, board: u64) -> usize {
        if self.milestones.is_empty() { 0 } else { self.of_packed_in_several(board) }
    }

    /// The same if there are several. Not inlined, so that it does not take registers from networks with one.
    #[inline(never)]
    fn of_packed_in_several(&self, board: u64) -> usize {
        let planes = bit_planes(board);
        self.find(|least| large_in_planes(planes, least))
    }

    /// The last milestone that is reached, given how much the tiles from an exponent on amount to, in units of the smallest.
    #[inline(always)]
    fn find(&self, large: impl Fn(u8) -> u32) -> usize {
        let reached = |milestone: &Milestone| large(milestone.least) >= milestone.total;
        self.milestones.iter().rposition(reached).map_or(0, |last| last + 1)
    }

    /// Whether these stages are the other ones and perhaps later ones.
    pub(crate) fn begin_with(&self, other: &Stages) -> bool {
        self.milestones.starts_with(&other.milestones)
    }
}

/// What the tiles of at least 2^`least` amount to, in units of that tile.
#[inline(always)]
fn large_in_planes(planes: u64, least: u8) -> u32 {
    (least..=LARGEST).map(|exponent| cells_with(planes, exponent).count_ones() << (exponent - least)).sum()
}

/// One bit of all cells.
#[inline(always)]
fn plane(planes: u64, bit: u8) -> u16 {
    (planes >> (16 * bit)) as u16
}

/// The cells with the tile 2^`exponent`.
#[inline(always)]
fn cells_with(planes: u64, exponent: u8) -> u16 {
    (0..4).fold(u16::MAX, |cells, bit| {
        cells & if exponent >> bit & 1 == 1 { plane(planes, bit) } else { !plane(planes, bit) }
    })
}

impl FromStr for Stages {
    type Err = ParseStagesError;

    fn from_str(text: &str) -> Result<Stages, ParseStagesError> {
        let milestones: Vec<Milestone> = text.split(',').map(str::parse).collect::<Result<_, _>>()?;
        if milestones.len() > MAX_MILESTONES {
            return Err(ParseStagesError::TooMany { found: milestones.len() });
        }
        let sum = |milestone: &Milestone| u64::from(milestone.total) << milestone.least;
        if let Some(pair) = milestones.windows(2).find(|pair| sum(&pair[0]) >= sum(&pair[1])) {
            let [first, second] = [&pair[0], &pair[1]].map(Milestone::to_string);
            return Err(ParseStagesError::Order { first, second });
        }
        Ok(Stages { milestones })
    }
}

impl FromStr for Milestone {
    type Err = ParseStagesError;

    fn from_str(text: &str) -> Result<Milestone, ParseStagesError> {
        let mut exponents = Vec::new();
        for part in text.split('+') {
            let tile =
                part.trim().parse::<Tile>().ok().filter(|tile| (2..=LARGEST).contains(&tile.exponent()));
            let tile = tile.ok_or_else(|| ParseStagesError::Tile { found: part.to_owned() })?;
            if exponents.contains(&tile.exponent()) {
                return Err(ParseStagesError::Twice { tile, milestone: text.to_owned() });
            }
            exponents.push(tile.exponent());
        }
        exponents.sort_unstable_by(|a, b| b.cmp(a));
        let least = exponents[exponents.len() - 1];
        let total = exponents.iter().map(|exponent| 1 << (exponent - least)).sum();
        Ok(Milestone { exponents, least, total })
    }
}

impl fmt::Display for Milestone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tiles: Vec<String> =
            self.exponents.iter().map(|exponent| (1_u32 << exponent).to_string()).collect();
        f.write_str(&tiles.join("+"))
    }
}

impl fmt::Display for Stages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milestones: Vec<String> = self.milestones.iter().map(Milestone::to_string).collect();
        f.write_str(&milestones.join(","))
    }
}

/// A text that names no stages.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseStagesError {
    /// Not a tile that an index knows.
    Tile {
        /// What stands there.
        found: String,
    },
    /// A tile that is twice in a milestone.
    Twice {
        /// The tile.
        tile: Tile,
        /// The milestone.
        milestone: String,
    },
    /// A milestone that is not beyond the one before.
    Order {
        /// The one before.
        first: String,
        /// The milestone.
        second: String,
    },
    /// More milestones than allowed.
    TooMany {
        /// How many.
        found: usize,
    },
}

impl fmt::Display for ParseStagesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseStagesError::Tile { found } => write!(
                f,
                "`{found}` is no tile from 4 to 32768; write milestones like 16384 or 16384,16384+8192"
            ),
            ParseStagesError::Twice { tile, milestone } => {
                write!(f, "the tile {tile} is twice in the milestone `{milestone}`")
            }
            ParseStagesError::Order { first, second } => {
                write!(f, "the milestone {second} is not beyond {first}; write the earlier first")
            }
            ParseStagesError::TooMany { found } => {
                write!(f, "{found} milestones are more than {MAX_MILESTONES}")
            }
        }
    }
}

impl std::error::Error for ParseStagesError {}

#[cfg(test)]
mod tests {
    use redouble_core::{Packed4x4, Random};

    use super::*;

    #[test]
    fn packed_boards_have_the_stages_of_exact_ones() {
        let stages: Stages = "2048,8192+2048,16384,16384+8192,32768".parse().unwrap();
        let mut random = Random::new(6);
        let mut seen = [false; 6];
        for _ in 0..5_000 {
            // Few of the largest tiles, so that every stage comes.
            let exponent = |random: &mut Random| {
                let most = [16, 12, 12, 12][random.below(4) as usize];
                random.below(most)
            };
            let bits = (0..16).fold(0, |bits, _| bits << 4 | u64::from(exponent(&mut random)));
            let bits = if random.below(2) == 0 { bits & 0x7777_ffff_7777_7777 } else { bits };
            let stage = stages.of_packed(bits);
            assert_eq!(stage, stages.of(Packed4x4::from_bits(bits)), "{bits:x}");
            seen[stage] = true;
        }
        assert_eq!(seen, [true; 6]);
    }

    #[test]
    fn what_is_written_is_read() {
        for text in ["16384", "16384,16384+8192", "512,1024+512+256,2048"] {
            assert_eq!(text.parse::<Stages>().unwrap().to_string(), text);
        }
        for (text, part) in [
            ("", "`` is no tile"),
            ("16384,3", "`3`"),
            ("65536", "`65536`"),
            ("16384,8192", "8192 is not beyond 16384"),
            ("8192+8192", "8192 is twice"),
            ("4,8,16,32,64,128,256,512", "8 milestones"),
        ] {
            let message = text.parse::<Stages>().unwrap_err().to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
