//! Why a count ends early.

use redouble_core::Stopped;
use thiserror::Error;

use crate::{Engine, StoreError, Variant};

/// Why a count ends early.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CountError {
    /// The engine is made for other games.
    #[error("the engine {engine} does not count {variant}; `{}` does", Engine::best_for(*variant))]
    Unsupported {
        /// The engine asked for.
        engine: Engine,
        /// The game.
        variant: Variant,
    },
    /// The engine would use more memory than allowed.
    #[error("{variant} needs {} of memory with the engine {engine}, {} are allowed", mib(*needed), mib(*allowed))]
    Memory {
        /// The engine.
        engine: Engine,
        /// The game.
        variant: Variant,
        /// The bytes it takes, or took when it was stopped.
        needed: u64,
        /// The bytes it may take.
        allowed: u64,
    },
    /// The layers would take more of the disk than there is.
    #[error(
        "the layers of {variant} that are to come take about {} of disk, {} are left; with `--keep last` about {}",
        mib(*needed), mib(*left), mib(*least)
    )]
    Disk {
        /// The game.
        variant: Variant,
        /// About the bytes that are needed.
        needed: u64,
        /// The bytes that there are.
        left: u64,
        /// About the bytes that are needed if only the last layers are kept.
        least: u64,
    },
    /// The system gives no memory.
    #[error("no memory for the layers")]
    Allocate(#[source] std::io::Error),
    /// A part of a layer that is computed elsewhere is not what it should be.
    #[error("a part of another game, layer or strip")]
    OtherPart,
    /// The store cannot be used, or not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The watch said stop. What is stored stays, and the count can be resumed.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Bytes for people.
fn mib(bytes: u64) -> String {
    format!("{} MiB", bytes.div_ceil(1 << 20))
}
