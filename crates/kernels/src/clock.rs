//! The time.
//!
//! WebAssembly has no clock of its own: there the host gives one, as the functions `host.now` and `host.unix`.

use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use host::Instant;

/// How long ago 1970 began, in Coordinated Universal Time; nothing if the clock is set to an earlier time.
#[cfg(not(target_family = "wasm"))]
#[must_use]
pub fn unix_time() -> Duration {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default()
}

/// How long ago 1970 began, in Coordinated Universal Time.
#[cfg(target_family = "wasm")]
#[must_use]
pub fn unix_time() -> Duration {
    host::unix_time()
}

#[cfg(target_family = "wasm")]
mod host {
    use std::ops::{Add, Sub};
    use std::time::Duration;

    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Milliseconds since some moment; never less than before.
        safe fn now() -> f64;
        /// Milliseconds since 1970 began.
        safe fn unix() -> f64;
    }

    fn milliseconds(count: f64) -> Duration {
        Duration::try_from_secs_f64(count / 1e3).unwrap_or_default()
    }

    pub(super) fn unix_time() -> Duration {
        milliseconds(unix())
    }

    /// A moment, with the part of the interface of the standard library's type that is used.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        #[must_use]
        pub fn now() -> Instant {
            Instant(milliseconds(now()))
        }

        /// How long ago it was.
        #[must_use]
        pub fn elapsed(self) -> Duration {
            Instant::now() - self
        }

        /// The time since an earlier moment; none if that is later.
        #[must_use]
        pub fn duration_since(self, earlier: Instant) -> Duration {
            self - earlier
        }

        /// The time since an earlier moment; none if that is later.
        #[must_use]
        pub fn saturating_duration_since(self, earlier: Instant) -> Duration {
            self - earlier
        }

        /// A later moment; `None` if there is none so late.
        #[must_use]
        pub fn checked_add(self, duration: Duration) -> Option<Instant> {
            self.0.checked_add(duration).map(Instant)
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, duration: Duration) -> Instant {
            Instant(self.0 + duration)
        }
    }
}
