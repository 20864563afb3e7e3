//! The file, and how it is opened.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use redouble_api::{Contents, Entry, Store, StoreError, Syncing};
use redouble_core::Record;
use redouble_files::{Lock, LockError};
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::{private, read, schema, write};

/// The file in a data directory.
pub const FILE: &str = "redouble.db";
/// The lock that keeps a second process away, where version 0.1.0 has it too.
pub const LOCK: &str = "page/store.lock";
/// How long to wait for somebody who looks at the database with another program and holds it.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a power cut can take. A killed process loses nothing in either case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// What was kept since the last [`syncing`](Store::syncing).
    EverySync,
    /// Nothing: every change goes to the disk before it is answered.
    EveryChange,
}

/// The database of a data directory, held by this process alone.
pub struct Database {
    connection: Connection,
    /// Writes to the disk while the other one goes on.
    syncer: Arc<Mutex<Syncer>>,
    /// Whether something was kept since the last sync.
    is_changed: Arc<AtomicBool>,
    /// Holds the lock until the process ends, however it ends.
    _lock: Lock,
}

impl Database {
    /// Opens the database of a data directory, or begins one, and tells what is in it.
    ///
    /// # Errors
    /// If it cannot be read or written, is damaged, or another process holds it. A database that cannot be used is left
    /// as it is.
    pub fn open(data: &Path, durability: Durability) -> Result<(Database, Contents), StoreError> {
        let lock = lock(data)?;
        let path = data.join(FILE);
        if path.exists() {
            // What SQLite puts beside the file has the file's permissions.
            private::close(&path, 0o600);
            check(&path).map_err(unusable(&path))?;
        } else {
            create(&path)?;
        }
        let mut connection =
            connect(&path, durability).map_err(|error| unusable(&path)(error.to_string()))?;
        let contents = schema::migrate(&mut connection).map_err(StoreError::from_sqlite);
        let contents = contents.and_then(|()| read::contents(&connection));
        let contents = contents.map_err(|error| unusable(&path)(error.to_string()))?;
        let syncer = connect(&path, Durability::EverySync).map_err(StoreError::from_sqlite)?;
        let syncer = Arc::new(Mutex::new(Syncer { connection: syncer, is_doubtful: false }));
        let is_changed = Arc::new(AtomicBool::new(true));
        Ok((Database { connection, syncer, is_changed, _lock: lock }, contents))
    }

    fn commit(&mut self, entries: &[Entry]) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        write::entries(&transaction, entries)?;
        transaction.commit()
    }

    /// The same database, in a file of at most so many pages: what does not fit is refused as on a full disk.
    ///
    /// # Errors
    /// If SQLite does not take the limit.
    pub fn with_page_limit(self, pages: i64) -> Result<Database, StoreError> {
        let limited = self.connection.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()));
        limited.map_err(StoreError::from_sqlite)?;
        Ok(self)
    }
}

/// A store that can only be read, and what is in it.
pub type ReadOnly = (Box<dyn Store>, Contents);

/// What is in the database of a data directory, and a store that can be read alone: others may change it meanwhile.
/// `None` if there is no database.
///
/// # Errors
/// If it cannot be read, or is damaged.
pub fn read_only(data: &Path) -> Result<Option<ReadOnly>, StoreError> {
    let path = data.join(FILE);
    if !path.exists() {
        return Ok(None);
    }
    check(&path).map_err(unusable(&path))?;
    let connection = look(&path).map_err(StoreError::from_sqlite)?;
    let contents = read::contents(&connection).map_err(|error| unusable(&path)(error.to_string()))?;
    Ok(Some((Box::new(Readable(connection)), contents)))
}

/// A database that somebody else may be writing.
struct Readable(Connection);

impl Store for Readable {
    fn keep(&mut self, _: &[Entry]) -> Result<(), StoreError> {
        Err(StoreError("the database was opened to be read".to_owned()))
    }

    fn record(&self, id: u64) -> Result<Option<Record>, StoreError> {
        read::record(&self.0, id)
    }

    fn result(&self, id: u64) -> Result<Option<String>, StoreError> {
        read::result(&self.0, id)
    }

    fn syncing(&self) -> Syncing {
        Box::new(|| Ok(()))
    }
}

impl Store for Database {
    fn keep(&mut self, entries: &[Entry]) -> Result<(), StoreError> {
        self.commit(entries).map_err(StoreError::from_sqlite)?;
        self.is_changed.store(true, Ordering::Release);
        Ok(())
    }

    fn record(&self, id: u64) -> Result<Option<Record>, StoreError> {
        read::record(&self.connection, id)
    }

    fn result(&self, id: u64) -> Result<Option<String>, StoreError> {
        read::result(&self.connection, id)
    }

    fn syncing(&self) -> Syncing {
        let (syncer, is_changed) = (Arc::clone(&self.syncer), Arc::clone(&self.is_changed));
        Box::new(move || {
            let mut syncer = syncer.lock().unwrap_or_else(PoisonError::into_inner);
            if !is_changed.swap(false, Ordering::AcqRel) {
                return Ok(());
            }
            syncer.sync().inspect_err(|_| is_changed.store(true, Ordering::Release))
        })
    }
}

/// A connection of its own, so that nobody waits while the disk is slow.
struct Syncer {
    connection: Connection,
    /// Whether the disk failed to take something. What the system held of it may be lost although a later sync works:
    /// only what was copied into the database itself since is known to be there.
    is_doubtful: bool,
}

impl Syncer {
    fn sync(&mut self) -> Result<(), StoreError> {
        // Syncs the write-ahead log, copies it into the database and syncs that; writers go on meanwhile.
        let checkpoint = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(1)?, row.get::<_, i64>(2)?));
        let copied = self.connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], checkpoint);
        let (frames, copied) = copied.map_err(|error| {
            self.is_doubtful = true;
            StoreError::from_sqlite(error)
        })?;
        self.is_doubtful = self.is_doubtful && frames != copied;
        if self.is_doubtful {
            return Err(StoreError(
                "the disk has failed, and not everything was written anew yet".to_owned(),
            ));
        }
        Ok(())
    }
}

fn lock(data: &Path) -> Result<Lock, StoreError> {
    let path = data.join(LOCK);
    let directory = path.parent().unwrap_or(data);
    private::directory(directory).map_err(|error| {
        StoreError(format!("cannot make the data directory {}: {error}", directory.display()))
    })?;
    // One of an older version may be open to others.
    private::close(directory, 0o700);
    let lock = Lock::exclusive(&path).map_err(|error| match error {
        LockError::Busy(path) => StoreError(format!(
            "another redouble has these games open ({}): go on there, close it, or use another --data DIR",
            path.display()
        )),
        LockError::Io(error) => StoreError(format!("cannot write in the data directory: {error}")),
    })?;
    private::close(&path, 0o600);
    Ok(lock)
}

fn unusable(path: &Path) -> impl Fn(String) -> StoreError + use<> {
    let path = path.to_owned();
    move |problem| {
        StoreError(format!(
            "{} cannot be used and is left as it is (choose another --data DIR): {problem}",
            path.display()
        ))
    }
}

/// Begins a database under another name, so that a file of this name is always whole: an empty one is damaged.
fn create(path: &Path) -> Result<(), StoreError> {
    let beside = |suffix: &str| PathBuf::from(format!("{}{suffix}", path.display()));
    // Whoever only looks leaves an empty one behind.
    if fs::metadata(beside("-wal")).is_ok_and(|changes| changes.len() > 0) {
        let problem = "it is gone, but its newest changes are still beside it (redouble.db-wal): put it back, or move \
                       these away";
        return Err(unusable(path)(problem.to_owned()));
    }
    let new = beside(".new");
    let failed = |error: &dyn std::fmt::Display| {
        StoreError(format!("cannot make the database {}: {error}", path.display()))
    };
    File::create(&new).map_err(|error| failed(&error))?;
    private::close(&new, 0o600);
    let made = Connection::open(&new).and_then(|mut connection| {
        schema::migrate(&mut connection)?;
        connection.close().map_err(|(_, error)| error)
    });
    made.map_err(|error| failed(&error))?;
    redouble_files::rename(&new, path).map_err(|error| failed(&error))
}

/// Whether this is a whole database of ours. Nothing is written.
fn check(path: &Path) -> Result<(), String> {
    let sentence = |error: rusqlite::Error| StoreError::from_sqlite(error).to_string();
    if fs::metadata(path).map_err(|error| error.to_string())?.len() == 0 {
        return Err("it is empty".to_owned());
    }
    let connection = look(path).map_err(sentence)?;
    let application: i32 =
        connection.pragma_query_value(None, "application_id", |row| row.get(0)).map_err(sentence)?;
    if application != schema::APPLICATION {
        return Err("it is not a database of redouble".to_owned());
    }
    if schema::version(&connection).map_err(sentence)? > schema::VERSION {
        return Err("it was written by a newer version of redouble".to_owned());
    }
    let found: String =
        connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(sentence)?;
    if found == "ok" { Ok(()) } else { Err(format!("it is damaged: {found}")) }
}

fn look(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

fn connect(path: &Path, durability: Durability) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    // A commit is a write to the log: that survives a kill. Whether it is also synced is a question of power cuts.
    let synchronous = match durability {
        Durability::EverySync => "NORMAL",
        Durability::EveryChange => "FULL",
    };
    connection.pragma_update(None, "synchronous", synchronous)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(connection)
}

/// Turns what SQLite says into a sentence.
pub(crate) trait FromSqlite {
    fn from_sqlite(error: rusqlite::Error) -> StoreError;
}

impl FromSqlite for StoreError {
    fn from_sqlite(error: rusqlite::Error) -> StoreError {
        use rusqlite::ErrorCode;
        StoreError(match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => "there is no space left on the disk".to_owned(),
            Some(ErrorCode::DatabaseBusy) => {
                format!("another program holds the database ({error})")
            }
            Some(ErrorCode::NotADatabase) => "it is not a database".to_owned(),
            Some(ErrorCode::DatabaseCorrupt) => "it is damaged".to_owned(),
            _ => error.to_string(),
        })
    }
}
