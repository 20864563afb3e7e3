//! How events become rows.

use std::collections::BTreeSet;

use redouble_api::{Change, Entry, GameEvent, GameRow, MAX_TOLD};
use redouble_core::{Grid, Ply, Record, Start, Tile};
use rusqlite::{Transaction, params};

/// Of how many games the last changes are remembered.
const REMEMBERED_GAMES: u32 = 16;

/// Writes what happened. The row of a game is written once, as it stands after all of it.
pub(crate) fn entries(transaction: &Transaction<'_>, entries: &[Entry]) -> rusqlite::Result<()> {
    entries.iter().try_for_each(|entry| write(transaction, entry))?;
    let mut written = BTreeSet::new();
    for row in entries.iter().rev().filter_map(|entry| entry.row.as_ref()) {
        if written.insert(row.id) {
            update(transaction, row)?;
        }
    }
    if entries.iter().any(|entry| matches!(entry.event, GameEvent::Kept { .. })) {
        forget_changes(transaction)?;
    }
    Ok(())
}

fn write(transaction: &Transaction<'_>, entry: &Entry) -> rusqlite::Result<()> {
    let execute = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
        transaction.prepare_cached(sql).and_then(|mut statement| statement.execute(values)).map(drop)
    };
    match &entry.event {
        GameEvent::Kept { id, started, record, .. } => keep(transaction, *id, *started, record),
        GameEvent::Slid { at, ply, .. } => {
            slide(transaction, entry, *ply, *at)?;
            remember(transaction, entry, Change::Slide(*ply))
        }
        GameEvent::Redone { at, .. } => {
            entry.ply.map_or(Ok(()), |ply| slide(transaction, entry, ply, *at))?;
            remember(transaction, entry, Change::Redo)
        }
        GameEvent::Undone { id, .. } => {
            let moves = entry.row.as_ref().map_or(0, |row| row.summary.moves as i64);
            execute("DELETE FROM moves WHERE game = ? AND n > ?", &[&(*id as i64), &moves])?;
            remember(transaction, entry, Change::Undo)
        }
        // They are in the row.
        GameEvent::Marked { .. } | GameEvent::Named { .. } => Ok(()),
        GameEvent::Tagged { id, tag } => {
            execute("INSERT OR IGNORE INTO tags (game, tag) VALUES (?, ?)", &[&(*id as i64), tag])
        }
        GameEvent::Untagged { id, tag } => {
            execute("DELETE FROM tags WHERE game = ? AND tag = ?", &[&(*id as i64), tag])
        }
        GameEvent::TreeKept { id, tree } => execute(
            "INSERT OR REPLACE INTO trees (game, tree) VALUES (?, ?)",
            &[&(*id as i64), &tree.to_string()],
        ),
        GameEvent::Opened { id } => {
            execute("INSERT OR REPLACE INTO state (key, value) VALUES ('current', ?)", &[&(*id as i64)])
        }
        GameEvent::Removed { id } => execute("DELETE FROM games WHERE id = ?", &[&(*id as i64)]),
        GameEvent::Best { shape, score } => execute(
            "INSERT OR REPLACE INTO bests (board, score) VALUES (?, ?)",
            &[&shape.to_string(), &(*score as i64)],
        ),
        GameEvent::ResultKept { id, kind, at, json } => {
            count_in(transaction, *id)?;
            execute(
                "INSERT OR REPLACE INTO results (id, kind, at, json) VALUES (?, ?, ?, ?)",
                &[&(*id as i64), &kind.name(), &(*at as i64), json],
            )
        }
        GameEvent::ResultRemoved { id } => execute("DELETE FROM results WHERE id = ?", &[&(*id as i64)]),
        GameEvent::TakenOver { digest } => {
            execute("INSERT OR IGNORE INTO taken_over (digest) VALUES (?)", &[digest])
        }
    }
}

/// A number that was given is never given again.
fn count_in(transaction: &Transaction<'_>, id: u64) -> rusqlite::Result<()> {
    let sql = "INSERT INTO state (key, value) VALUES ('next', ?1)
               ON CONFLICT (key) DO UPDATE SET value = max(value, ?1)";
    transaction.prepare_cached(sql)?.execute([id as i64 + 1]).map(drop)
}

/// A game that begins here. Whatever can change comes with its row.
fn keep(transaction: &Transaction<'_>, id: u64, started: u64, record: &Record) -> rusqlite::Result<()> {
    count_in(transaction, id)?;
    let (seed, start, score) = match &record.start {
        Start::Seed(seed) => (Some(*seed), None, 0),
        Start::Board { board, score, seed } => (*seed, Some(board.to_string()), *score),
    };
    let sql = "INSERT INTO games (id, board, p4, goal, seed, start, start_score, position, score, max_tile, moves, undos,
                   undone, over, won, kind, marks, started, changed, seconds, timed, name)
               VALUES (?, ?, ?, ?, ?, ?, ?, '', 0, 0, 0, 0, '', 0, 0, '', '', ?, 0, 0, 0, '')";
    transaction.prepare_cached(sql)?.execute(params![
        id as i64,
        record.rules.shape.to_string(),
        record.rules.four_chance.to_string(),
        record.rules.goal.value() as i64,
        seed.map(|seed| seed.to_string()),
        start,
        score as i64,
        started as i64,
    ])?;
    for (n, ply) in (1..).zip(&record.plies) {
        insert(transaction, id, n, *ply, None)?;
    }
    Ok(())
}

fn insert(
    transaction: &Transaction<'_>,
    id: u64,
    n: usize,
    ply: Ply,
    at: Option<u64>,
) -> rusqlite::Result<()> {
    let sql = "INSERT INTO moves (game, n, direction, cell, tile, at) VALUES (?, ?, ?, ?, ?, ?)";
    let tile = if ply.spawn.tile == Tile::FOUR { 4 } else { 2 };
    transaction.prepare_cached(sql)?.execute(params![
        id as i64,
        n as i64,
        ply.direction.letter().to_string(),
        ply.spawn.cell.index() as i64,
        tile,
        at.map(|at| at as i64),
    ])?;
    Ok(())
}

/// A move was made, or made again.
fn slide(transaction: &Transaction<'_>, entry: &Entry, ply: Ply, at: u64) -> rusqlite::Result<()> {
    let Some(row) = &entry.row else { return Ok(()) };
    insert(transaction, row.id, row.summary.moves, ply, Some(at))
}

fn remember(transaction: &Transaction<'_>, entry: &Entry, change: Change) -> rusqlite::Result<()> {
    let Some(row) = &entry.row else { return Ok(()) };
    let n = (row.summary.moves + 2 * row.summary.undos as usize) as i64;
    let sql = "INSERT INTO changes (game, n, change) VALUES (?, ?, ?)";
    transaction.prepare_cached(sql)?.execute(params![row.id as i64, n, change.to_string()])?;
    let sql = "DELETE FROM changes WHERE game = ? AND n <= ?";
    transaction.prepare_cached(sql)?.execute(params![row.id as i64, n - MAX_TOLD as i64]).map(drop)
}

fn forget_changes(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let sql = "DELETE FROM changes WHERE game NOT IN
                   (SELECT id FROM games ORDER BY changed DESC, id DESC LIMIT ?)";
    transaction.prepare_cached(sql)?.execute([REMEMBERED_GAMES]).map(drop)
}

/// How a game stands. A game that was removed has no row any more, and stays removed.
fn update(transaction: &Transaction<'_>, row: &GameRow) -> rusqlite::Result<()> {
    let sql =
        "UPDATE games SET position = ?, score = ?, max_tile = ?, moves = ?, undos = ?, undone = ?, over = ?,
                   won = ?, kind = ?, marks = ?, changed = ?, seconds = ?, timed = ?, name = ? WHERE id = ?";
    let summary = &row.summary;
    let marks: Vec<&str> = row.marks.iter().map(redouble_api::Mark::name).collect();
    transaction.prepare_cached(sql)?.execute(params![
        summary.board.to_string(),
        summary.score as i64,
        summary.board.max_tile().map_or(0, Tile::value) as i64,
        summary.moves as i64,
        summary.undos,
        row.undone,
        summary.over,
        summary.won,
        row.marks.kind(),
        marks.join(" "),
        row.changed as i64,
        row.seconds as i64,
        row.timed as i64,
        row.name,
        row.id as i64,
    ])?;
    Ok(())
}
