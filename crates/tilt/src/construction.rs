//! The paper's constructions.

use crate::{Pattern, Size, SizeError, Square};

/// Why a construction does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConstructionError {
    /// A side below 2.
    #[error("the construction needs sides of at least 2, not {width} x {height}")]
    TooSmall {
        /// The width asked for.
        width: u64,
        /// The height asked for.
        height: u64,
    },
    /// A side that is odd.
    #[error("the construction needs an even size, not {size}")]
    Odd {
        /// The size asked for.
        size: u64,
    },
    /// More squares than can be numbered.
    #[error(transparent)]
    Size(#[from] SizeError),
}

/// `C_n`: rows of `n` (half of them), then `n - 1`, `n - 2`, … `n / 2` from bottom to top.
///
/// It falls into `n / 2` rings with `7 k + 3` tiles (Lemma 6). `g` shifts ring `k` by `k + 1`, not by `k` as
/// printed, so ring `k` has `gcd(4, k + 1)` cycles; Theorem 7 holds all the same.
///
/// ```
/// use redouble_tilt::{Drawing, rings};
/// assert_eq!(Drawing::new(rings(4)?, vec![]).to_string(), "oo../ooo./oooo/oooo");
/// # Ok::<(), redouble_tilt::ConstructionError>(())
/// ```
///
/// # Errors
/// When `n` is odd, less than 2 or too large.
pub fn rings(n: u64) -> Result<Pattern, ConstructionError> {
    if !n.is_multiple_of(2) {
        return Err(ConstructionError::Odd { size: n });
    }
    let size = size_of(n, n)?;
    Ok(from_rows(size, |y| if y < n / 2 { n } else { n - 1 - (y - n / 2) }))
}

/// `C_mn`: all squares but the last `m / 2` of the second row from the top and the last `m / 2 + 1` of the top
/// row. (The paper prints `n / 2`.) For even sides `g` is a single cycle of `mn - m - 1` tiles (Theorem 8). For
/// odd sides the construction is that of the next smaller even size, as in the paper.
///
/// ```
/// use redouble_tilt::{Drawing, single_cycle};
/// assert_eq!(Drawing::new(single_cycle(4, 4)?, vec![]).to_string(), "o.../oo../oooo/oooo");
/// # Ok::<(), redouble_tilt::ConstructionError>(())
/// ```
///
/// # Errors
/// When a side is less than 2 or the board is too large.
pub fn single_cycle(width: u64, height: u64) -> Result<Pattern, ConstructionError> {
    let size = size_of(width, height)?;
    let (m, n) = (width / 2 * 2, height / 2 * 2);
    Ok(from_rows(size, |y| match n.saturating_sub(y) {
        0 => 0,
        1 => m / 2 - 1,
        2 => m / 2,
        _ => m,
    }))
}

fn size_of(width: u64, height: u64) -> Result<Size, ConstructionError> {
    if width < 2 || height < 2 {
        return Err(ConstructionError::TooSmall { width, height });
    }
    Ok(Size::new(width, height)?)
}

fn from_rows(size: Size, length: impl Fn(u64) -> u64) -> Pattern {
    let row = |y: u32| (0..length(u64::from(y)) as u32).map(move |x| Square { x, y });
    Pattern::of(size, (0..size.height()).flat_map(row))
}
