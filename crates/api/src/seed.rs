//! Seeds that nobody chose.

/// A seed that nobody chose.
#[must_use]
pub fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    // The standard library seeds its hasher from the system's randomness. 53 bits, so that every JSON reader keeps it.
    RandomState::new().hash_one(std::time::SystemTime::now()) >> 11
}
