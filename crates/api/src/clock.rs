//! The time.

pub(crate) use std::time::Instant;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How long ago 1970 began, in Coordinated Universal Time; nothing if the clock is set to an earlier time.
pub(crate) fn unix_time() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}
