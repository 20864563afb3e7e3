//! Layers on disk.
//!
//! A store is a directory:
//!
//! ```text
//! manifest            which game, which layout, one line a finished layer, and whether the game is complete
//! layer-000004.rds    the states of one layer, see `file`
//! lock                held by the process that works on the store
//! ```
//!
//! Every file is written under a temporary name, synced and renamed; the manifest names a layer only when it is there
//! and synced. Layers that take less than a second are synced together, since a small game has a thousand of them, and
//! syncing takes a twentieth of the time at most; a count that is killed in between finds them again. A killed count therefore loses the layer it was working on and
//! nothing else, and goes on to the same bytes.

mod file;
mod manifest;
mod reader;
mod writer;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use crate::rank::{Ranking, ranking};
use crate::{Engine, Variant};

pub(crate) use self::reader::packed;
pub use self::reader::{Place, Store, StoredLayer};
pub(crate) use self::writer::{Writer, lock};

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
    /// The engine keeps no states that could be stored.
    #[error("{variant} is counted by the engine {engine}, which does not store layers")]
    NoLayout {
        /// The engine.
        engine: Engine,
        /// The game.
        variant: Variant,
    },
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

/// Writes a file under a temporary name and gives it its name; synced before, if asked for.
pub(crate) fn write_whole<E: From<StoreError>>(
    path: &Path,
    sync: bool,
    write: impl FnOnce(&mut std::fs::File) -> Result<(), E>,
) -> Result<(), E> {
    let temporary = path.with_extension("tmp");
    let written = (|| {
        let mut file = std::fs::File::create(&temporary).map_err(StoreError::io(&temporary))?;
        write(&mut file)?;
        if sync {
            file.sync_all().map_err(StoreError::io(&temporary))?;
        }
        Ok(std::fs::rename(&temporary, path).map_err(StoreError::io(path))?)
    })();
    if written.is_err() {
        // A full disk is freed of the part that is of no use; the first error is the one to report.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

/// Makes renames survive a crash of the machine, where directories can be synced.
pub(crate) fn sync_directory(directory: &Path) -> Result<(), StoreError> {
    if cfg!(unix) {
        let opened = std::fs::File::open(directory).map_err(StoreError::io(directory))?;
        opened.sync_all().map_err(StoreError::io(directory))?;
    }
    Ok(())
}
