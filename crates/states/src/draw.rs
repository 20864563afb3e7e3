//! Draws from more than 2^32 things.

use redouble_core::Random;

/// A number below `n`, all of them equally likely but for one part in 2^64; `None` if there is none.
pub(crate) fn draw(random: &mut Random, n: u64) -> Option<u64> {
    (n > 0).then(|| ((u128::from(random.next_u64()) * u128::from(n)) >> 64) as u64)
}
