//! Tiles: powers of two, kept as exponents.

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

/// A tile, stored as its exponent: `Tile` 11 is the tile that shows 2048.
///
/// An empty cell is `Option::<Tile>::None`, which takes no extra space.
///
/// ```
/// use redouble_core::Tile;
///
/// let tile = Tile::from_value(2048).unwrap();
/// assert_eq!(tile.exponent(), 11);
/// assert_eq!(tile.doubled().value(), 4096);
/// assert_eq!(Tile::from_value(6), None);
/// assert_eq!(size_of::<Option<Tile>>(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(NonZeroU8);

impl Tile {
    /// The tile that nearly every spawn brings.
    pub const TWO: Tile = Tile(NonZeroU8::MIN);
    /// The tile that one spawn in ten brings.
    pub const FOUR: Tile = Tile::TWO.doubled();
    /// The largest exponent a tile can have; values then still fit `u64`.
    pub const MAX_EXPONENT: u8 = 63;

    /// The tile 2^`exponent`, for exponents 1 to [`Tile::MAX_EXPONENT`].
    #[must_use]
    pub const fn new(exponent: u8) -> Option<Tile> {
        match NonZeroU8::new(exponent) {
            Some(exponent) if exponent.get() <= Self::MAX_EXPONENT => Some(Tile(exponent)),
            _ => None,
        }
    }

    /// The tile with this face value: a power of two, at least 2.
    #[must_use]
    pub const fn from_value(value: u64) -> Option<Tile> {
        if value.is_power_of_two() { Tile::new(value.trailing_zeros() as u8) } else { None }
    }

    /// The power of two: 1 for the tile 2, 11 for 2048.
    #[must_use]
    pub const fn exponent(self) -> u8 {
        self.0.get()
    }

    /// What the tile shows.
    #[must_use]
    pub const fn value(self) -> u64 {
        1 << self.exponent()
    }

    /// What two of these merge into.
    ///
    /// # Panics
    /// On the tile 2^63. No board holds one: see [`Shape::max_sum`](crate::Shape::max_sum).
    #[must_use]
    pub const fn doubled(self) -> Tile {
        Tile::new(self.exponent() + 1).expect("a board's tile sum keeps tiles far below 2^63")
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.value(), f)
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tile({})", self.value())
    }
}

/// A text that is not a tile's face value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseTileError {
    /// The text as found.
    pub found: String,
}

impl fmt::Display for ParseTileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a tile: tiles are the powers of two 2, 4, 8, …", self.found)
    }
}

impl std::error::Error for ParseTileError {}

impl FromStr for Tile {
    type Err = ParseTileError;

    fn from_str(text: &str) -> Result<Tile, ParseTileError> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let value = if digits { text.parse().ok() } else { None };
        value.and_then(Tile::from_value).ok_or_else(|| ParseTileError { found: text.to_owned() })
    }
}
