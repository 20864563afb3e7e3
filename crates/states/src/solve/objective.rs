//! What perfect play maximises.

use std::fmt;
use std::str::FromStr;

use redouble_core::Tile;

/// What a player wants from a game.
///
/// ```
/// use redouble_core::Tile;
/// use redouble_states::Objective;
///
/// let win = Objective::Win(Tile::from_value(1024).unwrap());
/// assert_eq!(win.to_string(), "win-1024");
/// assert_eq!("score".parse(), Ok(Objective::Score));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The probability of ever having this tile.
    Win(Tile),
    /// The expected score at the end.
    Score,
    /// The expected number of moves.
    Moves,
    /// The score at the end when an opponent chooses the new tiles and their cells.
    GuaranteedScore,
    /// The largest tile at the end when an opponent chooses the new tiles and their cells.
    GuaranteedTile,
}

impl Objective {
    /// Whether new tiles are chosen by an opponent and not by chance.
    #[must_use]
    pub const fn is_guarantee(self) -> bool {
        matches!(self, Objective::GuaranteedScore | Objective::GuaranteedTile)
    }

    /// The value for people of what the induction computes.
    ///
    /// The induction maximises. For a probability it keeps the chance of losing, negated: next to certain wins differ in
    /// digits that a probability near 1 does not have.
    #[must_use]
    pub fn value(self, worth: f64) -> f64 {
        if matches!(self, Objective::Win(_)) { 1.0 + worth } else { worth }
    }

    /// The probability of never having the tile, to full precision; `None` for other objectives.
    #[must_use]
    pub fn loss(self, worth: f64) -> Option<f64> {
        matches!(self, Objective::Win(_)).then(|| worth.abs())
    }

    /// The worth of a game that ended with this largest tile.
    pub(crate) fn ending(self, max_exponent: u8) -> f64 {
        match self {
            Objective::Win(tile) if max_exponent < tile.exponent() => -1.0,
            Objective::GuaranteedTile => f64::from(1u32 << max_exponent),
            _ => 0.0,
        }
    }

    /// How much of a slide's gain counts.
    pub(crate) fn gain_weight(self) -> f64 {
        f64::from(u8::from(matches!(self, Objective::Score | Objective::GuaranteedScore)))
    }

    /// What a move counts by itself.
    pub(crate) fn move_weight(self) -> f64 {
        f64::from(u8::from(matches!(self, Objective::Moves)))
    }

    /// Two bytes for files: the kind, and the exponent of the tile or 0.
    pub(crate) fn code(self) -> [u8; 2] {
        match self {
            Objective::Win(tile) => [1, tile.exponent()],
            Objective::Score => [2, 0],
            Objective::Moves => [3, 0],
            Objective::GuaranteedScore => [4, 0],
            Objective::GuaranteedTile => [5, 0],
        }
    }

    /// The objective with this code.
    pub(crate) fn from_code(code: [u8; 2]) -> Option<Objective> {
        match code {
            [1, exponent] => Tile::new(exponent).map(Objective::Win),
            [2, 0] => Some(Objective::Score),
            [3, 0] => Some(Objective::Moves),
            [4, 0] => Some(Objective::GuaranteedScore),
            [5, 0] => Some(Objective::GuaranteedTile),
            _ => None,
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Objective::Win(tile) => f.pad(&format!("win-{tile}")),
            Objective::Score => f.pad("score"),
            Objective::Moves => f.pad("moves"),
            Objective::GuaranteedScore => f.pad("guaranteed-score"),
            Objective::GuaranteedTile => f.pad("guaranteed-tile"),
        }
    }
}

/// A text that names no objective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseObjectiveError {
    /// The text as found.
    pub found: String,
}

impl fmt::Display for ParseObjectiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = "score, moves, win-TILE, guaranteed-score or guaranteed-tile";
        write!(f, "`{}` is not an objective: write {known}", self.found)
    }
}

impl std::error::Error for ParseObjectiveError {}

impl FromStr for Objective {
    type Err = ParseObjectiveError;

    fn from_str(text: &str) -> Result<Objective, ParseObjectiveError> {
        let win = |tile: &str| tile.parse().ok().map(Objective::Win);
        let objective = match text {
            "score" => Some(Objective::Score),
            "moves" => Some(Objective::Moves),
            "guaranteed-score" => Some(Objective::GuaranteedScore),
            "guaranteed-tile" => Some(Objective::GuaranteedTile),
            _ => text.strip_prefix("win-").and_then(win),
        };
        objective.ok_or_else(|| ParseObjectiveError { found: text.to_owned() })
    }
}
