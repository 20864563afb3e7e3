//! The tables, and how a database of an earlier version gets them.

use rusqlite::{Connection, Transaction};

/// Says that a file is one of ours: `rdbl`.
pub(crate) const APPLICATION: i32 = 0x7264_626c;

/// One text a version of the tables; `user_version` says how many of them a database has had. A text is never changed once
/// a version of the program had it: what comes later is another one.
const MIGRATIONS: [&str; 1] = [include_str!("schema/1.sql")];

/// The version of the tables that this program writes.
pub(crate) const VERSION: u32 = MIGRATIONS.len() as u32;

/// The version of the tables of a database.
pub(crate) fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Brings the tables up to this version, all at once.
pub(crate) fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let done = version(connection)?;
    if done >= VERSION {
        return Ok(());
    }
    let transaction = connection.transaction()?;
    MIGRATIONS[done as usize..].iter().try_for_each(|step| transaction.execute_batch(step))?;
    stamp(&transaction)?;
    transaction.commit()
}

fn stamp(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)
}
