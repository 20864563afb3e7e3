//! How rows become games again.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;
use std::sync::Arc;

use redouble_api::{Change, Contents, GameRow, GameSummary, Mark, Marks, ResultRow, StoreError};
use redouble_core::{Board, Cell, Direction, Grid, Ply, Record, Rules, Shape, Spawn, Start, Tile};
use rusqlite::types::FromSql;
use rusqlite::{Connection, OptionalExtension, Row};

use crate::database::FromSqlite;

/// Everything but the moves of games and the texts of results.
pub(crate) fn contents(connection: &Connection) -> Result<Contents, StoreError> {
    let mut tags: BTreeMap<u64, BTreeSet<String>> = BTreeMap::new();
    for (game, tag) in rows(connection, "SELECT game, tag FROM tags", |row| Ok((id(row, 0)?, row.get(1)?)))? {
        tags.entry(game).or_default().insert(tag);
    }
    let select = "SELECT id, started, changed, seconds, timed, position, goal, score, moves, undos, undone, over, won, marks,
                      name, board FROM games ORDER BY id";
    let mut games =
        rows(connection, select, |row| Ok(game_row(row)))?.into_iter().collect::<Result<Vec<_>, _>>()?;
    let trees = rows(connection, "SELECT game, tree FROM trees", |row| Ok((id(row, 0)?, text(row, 1)?)))?;
    let mut trees: BTreeMap<u64, String> = trees.into_iter().collect();
    for game in &mut games {
        game.tags = tags.remove(&game.id).unwrap_or_default();
        if let Some(tree) = trees.remove(&game.id) {
            let broken = |StoreError(problem)| StoreError(format!("game {}: {problem}", game.id));
            game.tree = Arc::new(parsed(&tree, "tree").map_err(broken)?);
        }
    }
    let results =
        rows(connection, "SELECT id, kind, at FROM results ORDER BY id", |row| Ok(result_row(row)))?;
    let bests = rows(connection, "SELECT board, score FROM bests", |row| Ok((text(row, 0)?, id(row, 1)?)))?;
    let bests = bests.into_iter().map(|(board, score)| Ok((parsed(&board, "board of a best score")?, score)));
    Ok(Contents {
        games,
        told: told(connection)?,
        // A result of a kind that this version does not know stays where it is.
        results: results.into_iter().filter_map(Result::ok).collect(),
        elsewhere: bests.collect::<Result<_, StoreError>>()?,
        taken: rows(connection, "SELECT digest FROM taken_over", |row| row.get(0))?.into_iter().collect(),
        current: state(connection, "current")?,
        next: state(connection, "next")?.unwrap_or(1),
    })
}

fn told(connection: &Connection) -> Result<Vec<(u64, Vec<Change>)>, StoreError> {
    let select = "SELECT game, change FROM changes ORDER BY game, n";
    let mut told: BTreeMap<u64, Vec<Change>> = BTreeMap::new();
    for (game, change) in rows(connection, select, |row| Ok((id(row, 0)?, text(row, 1)?)))? {
        told.entry(game).or_default().push(parsed(&change, "change")?);
    }
    Ok(told.into_iter().collect())
}

fn state(connection: &Connection, key: &str) -> Result<Option<u64>, StoreError> {
    let found = connection.query_row("SELECT value FROM state WHERE key = ?", [key], |row| id(row, 0));
    found.optional().map_err(StoreError::from_sqlite)
}

fn game_row(row: &Row<'_>) -> Result<GameRow, StoreError> {
    let game = number(row, 0)?;
    read_row(row, game).map_err(|StoreError(problem)| StoreError(format!("game {game}: {problem}")))
}

fn read_row(row: &Row<'_>, id: u64) -> Result<GameRow, StoreError> {
    let board: Board = parsed(&get::<String>(row, 5)?, "position")?;
    let shape: Shape = parsed(&get::<String>(row, 15)?, "board")?;
    if board.shape() != shape {
        return Err(StoreError("its position is of another board".to_owned()));
    }
    let marks = get::<String>(row, 13)?;
    let marks = marks.split_whitespace().map(|mark| parsed::<Mark>(mark, "mark"));
    Ok(GameRow {
        id,
        started: number(row, 1)?,
        changed: number(row, 2)?,
        seconds: number(row, 3)?,
        timed: number(row, 4)?,
        summary: GameSummary {
            board,
            goal: tile(number(row, 6)?)?,
            score: number(row, 7)?,
            moves: number(row, 8)? as usize,
            undos: get(row, 9)?,
            over: get(row, 11)?,
            won: get(row, 12)?,
        },
        undone: get(row, 10)?,
        marks: marks.collect::<Result<Vec<_>, _>>()?.into_iter().fold(Marks::default(), Marks::with),
        name: get(row, 14)?,
        tags: BTreeSet::new(),
        tree: Arc::default(),
    })
}

fn result_row(row: &Row<'_>) -> Result<ResultRow, StoreError> {
    Ok(ResultRow { id: number(row, 0)?, kind: parsed(&get::<String>(row, 1)?, "kind")?, at: number(row, 2)? })
}

/// The moves of a game.
pub(crate) fn record(connection: &Connection, id: u64) -> Result<Option<Record>, StoreError> {
    let select = "SELECT board, p4, goal, seed, start, start_score, undone, undos, score, moves FROM games WHERE id = ?";
    let found = connection
        .prepare_cached(select)
        .and_then(|mut statement| statement.query_row([id as i64], |row| Ok(header(row))).optional());
    let Some(record) = found.map_err(StoreError::from_sqlite)? else { return Ok(None) };
    let (mut record, moves) = record?;
    record.plies = plies(connection, id, record.rules.shape)?;
    if record.plies.len() != moves {
        return Err(StoreError(format!("it has {} of its {moves} moves", record.plies.len())));
    }
    Ok(Some(record))
}

/// A record without its moves, and how many it has.
fn header(row: &Row<'_>) -> Result<(Record, usize), StoreError> {
    let shape: Shape = parsed(&get::<String>(row, 0)?, "board")?;
    let seed = get::<Option<String>>(row, 3)?.map(|seed| parsed(&seed, "seed")).transpose()?;
    let start = match get::<Option<String>>(row, 4)? {
        Some(board) => Start::Board { board: parsed(&board, "start")?, score: number(row, 5)?, seed },
        None => Start::Seed(seed.ok_or_else(|| StoreError("it has neither seed nor start".to_owned()))?),
    };
    let undone = get::<String>(row, 6)?;
    let undone: Option<Vec<Direction>> = undone.chars().map(Direction::from_letter).collect();
    let record = Record {
        rules: Rules {
            shape,
            four_chance: parsed(&get::<String>(row, 1)?, "p4")?,
            goal: tile(number(row, 2)?)?,
        },
        start,
        plies: Vec::new(),
        undone: undone.ok_or_else(|| StoreError("its `undone` cannot be read".to_owned()))?,
        undos: get(row, 7)?,
        score: number(row, 8)?,
    };
    Ok((record, number(row, 9)? as usize))
}

fn plies(connection: &Connection, id: u64, shape: Shape) -> Result<Vec<Ply>, StoreError> {
    let select = "SELECT direction, cell, tile FROM moves WHERE game = ? ORDER BY n";
    let mut statement = connection.prepare_cached(select).map_err(StoreError::from_sqlite)?;
    let found =
        statement.query_map([id as i64], |row| Ok(ply(row, shape))).map_err(StoreError::from_sqlite)?;
    found.map(|ply| ply.map_err(StoreError::from_sqlite)?).collect()
}

fn ply(row: &Row<'_>, shape: Shape) -> Result<Ply, StoreError> {
    let damaged = || StoreError("one of its moves cannot be read".to_owned());
    let letter = get::<String>(row, 0)?.chars().next();
    let direction = letter.and_then(Direction::from_letter).ok_or_else(damaged)?;
    let cell = number(row, 1)? as usize;
    let tile = match get::<u8>(row, 2)? {
        2 => Tile::TWO,
        4 => Tile::FOUR,
        _ => return Err(damaged()),
    };
    if cell >= shape.cells() {
        return Err(damaged());
    }
    Ok(Ply { direction, spawn: Spawn { cell: Cell::new(cell), tile } })
}

/// A result, as JSON.
pub(crate) fn result(connection: &Connection, id: u64) -> Result<Option<String>, StoreError> {
    let found = connection.query_row("SELECT json FROM results WHERE id = ?", [id as i64], |row| row.get(0));
    found.optional().map_err(StoreError::from_sqlite)
}

fn rows<T>(
    connection: &Connection,
    select: &str,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, StoreError> {
    let mut statement = connection.prepare(select).map_err(StoreError::from_sqlite)?;
    let found = statement.query_map([], read).map_err(StoreError::from_sqlite)?;
    found.collect::<rusqlite::Result<_>>().map_err(StoreError::from_sqlite)
}

fn id(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    let number: i64 = row.get(column)?;
    u64::try_from(number).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(column, number))
}

fn text(row: &Row<'_>, column: usize) -> rusqlite::Result<String> {
    row.get(column)
}

fn get<T: FromSql>(row: &Row<'_>, column: usize) -> Result<T, StoreError> {
    row.get(column).map_err(StoreError::from_sqlite)
}

fn number(row: &Row<'_>, column: usize) -> Result<u64, StoreError> {
    id(row, column).map_err(StoreError::from_sqlite)
}

fn tile(value: u64) -> Result<Tile, StoreError> {
    Tile::from_value(value).ok_or_else(|| StoreError(format!("{value} is no tile")))
}

fn parsed<T: FromStr>(text: &str, what: &str) -> Result<T, StoreError> {
    text.parse().map_err(|_| StoreError(format!("its {what} cannot be read: `{text}`")))
}
