//! Layers on disk.
//!
//! A store is a directory:
//!
//! ```text
//! manifest            which game, which layout, one line a finished layer, and whether the game is complete
//! layer-000004.rds    one layer, see `file`: its states, or the afterstates of slides to the left
//! lock                held by the process that works on the store
//! ```
//!
//! Every file is written under a temporary name, synced and renamed; the manifest names a layer only when it is there
//! and synced. Layers that take less than a second are synced together, since a small game has a thousand of them, and
//! syncing takes a twentieth of the time at most; a count that is killed in between finds them again. A killed count therefore loses the layer it was working on and
//! nothing else, and goes on to the same bytes.

mod file;
mod layout;
mod left;
mod manifest;
mod reader;
mod writer;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use redouble_files::FileError;
use thiserror::Error;

use crate::rank::{Ranking, ranking};
use crate::{Engine, Variant};

pub(crate) use self::layout::Layout;
pub(crate) use self::left::{Spawned, WholeLeft, spawned_from};
pub(crate) use self::reader::packed;
pub use self::reader::{Place, Store, StoredLayer};
pub(crate) use self::writer::{Writer, engine_of, lock};

/// Why a store cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Reading or writing failed.
    #[error("{}: cannot be read or written", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// There is no store.
    #[error("{}: not a store (it has no manifest)", .0.display())]
    Missing(PathBuf),
    /// A file is not as it was written.
    #[error("{}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A newer program wrote it.
    #[error("{}: version {version}, this program reads up to version {}", path.display(), manifest::VERSION)]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version it has.
        version: u32,
    },
    /// The store holds another game.
    #[error("{}: the store holds {found}, asked for is {asked}", path.display())]
    OtherGame {
        /// The directory.
        path: PathBuf,
        /// What the store holds.
        found: String,
        /// What was asked for.
        asked: String,
    },
    /// Another process works on it.
    #[error("{}: another process is using the store", .0.display())]
    Locked(PathBuf),
    /// The store keeps other layers than asked for.
    #[error("{}: the store keeps {found} of its layers, asked for is {asked}: leave out `--keep`, or use another directory", path.display())]
    OtherKept {
        /// The directory.
        path: PathBuf,
        /// What the store keeps.
        found: Kept,
        /// What was asked for.
        asked: Kept,
    },
    /// Only the engine `row` can leave layers out.
    #[error("the engine {engine} keeps all layers of {variant}; `--keep last` is for 4x4, by the engine row")]
    KeepsAll {
        /// The engine.
        engine: Engine,
        /// The game.
        variant: Variant,
    },
    /// States are looked up one by one only.
    #[error(
        "the states of {0} have no numbers: `find` tells whether a board is one, `sample` and `export` need a lower goal"
    )]
    NotNumbered(Variant),
    /// The file of a layer was removed when it was no longer needed for counting.
    #[error("{}: the layer with tile sum {sum} was counted and not kept; a store without `--keep last` has all layers", path.display())]
    NotKept {
        /// The directory.
        path: PathBuf,
        /// The tile sum.
        sum: u64,
    },
    /// A check is made for stores of afterstates.
    #[error("{}: the store keeps states; the deep check is for stores of the engine row", .0.display())]
    KeepsStates(PathBuf),
    /// The engine keeps no layers that could be stored.
    #[error("the engine {engine} does not store layers; {}", who_stores(*variant))]
    NoLayout {
        /// The engine.
        engine: Engine,
        /// The game.
        variant: Variant,
    },
}

/// Which engine stores the layers of a game, in words.
fn who_stores(variant: Variant) -> String {
    let engine = Engine::best_storing(variant);
    match Layout::of(engine, variant) {
        Ok(_) => format!("for {variant} `{engine}` does"),
        Err(_) => format!("{variant} is counted without a store only"),
    }
}

/// Which layers a store keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kept {
    /// All of them.
    #[default]
    All,
    /// The last two, which are enough to go on, and the counts of all.
    Last,
}

impl Kept {
    /// The name on the command line and in stores.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kept::All => "all",
            Kept::Last => "last",
        }
    }
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kept::All => "all",
            Kept::Last => "the last",
        })
    }
}

/// The ranking that the layers of a store are in the order of.
pub(crate) fn ranking_of(engine: Engine, variant: Variant) -> Result<Arc<dyn Ranking>, StoreError> {
    ranking(engine, variant).ok_or(StoreError::NoLayout { engine, variant })
}

impl StoreError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> StoreError + '_ {
        move |source| StoreError::Io { path: path.to_owned(), source }
    }

    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> StoreError {
        StoreError::Damaged { path: path.to_owned(), what: what.into() }
    }
}

impl From<FileError> for StoreError {
    fn from(FileError { path, source }: FileError) -> StoreError {
        StoreError::Io { path, source }
    }
}
