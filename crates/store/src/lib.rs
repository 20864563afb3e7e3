//! The database of games and results: SQLite, in the file `redouble.db` of a data directory.
//!
//! A [`Database`] is a [`Store`](redouble_api::Store): events go in, and nobody above it sees SQL. The tables are described
//! in `docs/database.md`; any SQLite client can read them, also while a server runs.
//!
//! ```
//! use redouble_api::Games;
//! use redouble_core::{Game, Rules};
//! use redouble_store::{Database, Durability};
//!
//! let data = std::env::temp_dir().join(format!("redouble-store-example-{}", std::process::id()));
//! let (database, contents) = Database::open(&data, Durability::EveryChange)?;
//! let mut games = Games::open(Box::new(database), contents);
//! let id = games.add(&Game::new(Rules::default(), 1)).unwrap();
//! drop(games);
//! let (database, contents) = Database::open(&data, Durability::EveryChange)?;
//! assert_eq!(contents.current, Some(id));
//! # std::fs::remove_dir_all(&data).unwrap();
//! # Ok::<(), redouble_api::StoreError>(())
//! ```

#![forbid(unsafe_code)]

mod database;
mod private;
mod read;
mod schema;
mod write;

pub use database::{Database, Durability, FILE, LOCK, ReadOnly, read_only};
