//! The one way in which files are written, locked and read.
//!
//! A file is written under a temporary name, synced, renamed, and its directory synced: whatever fails or stops in
//! between, the old or the new content is there, never a third thing.
//!
//! ```
//! let directory = std::env::temp_dir().join(format!("redouble-example-{}", std::process::id()));
//! std::fs::create_dir_all(&directory)?;
//! let path = directory.join("greeting");
//! redouble_files::write(&path, b"hello")?;
//! assert_eq!(std::fs::read(&path)?, b"hello");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`write()`], [`replace`] and [`Draft`] write a file whole or not at all; [`rename`] names one that grew.
//! - [`Appender`] lets a file grow, an append whole or not at all; [`remove`] takes one away for good.
//! - [`Lock`] keeps other processes away.
//! - [`Summed`] writes and reads a file with the checksum at its end, [`seal`] and [`unseal`] do so for bytes,
//!   [`seal_text`] and [`unseal_text`] for texts.
//! - [`faults`] makes every system call of this crate fail in turn, for tests.

#![forbid(unsafe_code)]

mod appender;
mod disk;
mod draft;
mod error;
pub mod faults;
mod lock;
mod sealed;
mod summed;

pub use appender::Appender;
pub use disk::{remove, rename, sync, sync_directory};
pub use draft::{Draft, Handle, replace, write};
pub use error::FileError;
pub use lock::{Lock, LockError};
pub use sealed::{Broken, seal, seal_text, unseal, unseal_text};
pub use summed::Summed;
