//! The file: whole or named, for one process, for its owner alone, readable by others.

use std::fs;
use std::path::{Path, PathBuf};

use redouble_api::{Action, Contents, Games, Session, Store as _};
use redouble_core::{Game, Rules};
use redouble_store::{Database, Durability, FILE, read_only};
use rusqlite::Connection;
use tempfile::TempDir;

fn open(data: &Path) -> Games {
    let (database, contents) = Database::open(data, Durability::EverySync).unwrap();
    Games::open(Box::new(database), contents)
}

/// A data directory in which a game of so many moves was played.
fn played(moves: usize) -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let mut games = open(directory.path());
    let id = games.add(&Game::new(Rules::default(), 7)).unwrap();
    play(&mut games, id, moves);
    drop(games);
    let path = directory.path().join(FILE);
    (directory, path)
}

fn play(games: &mut Games, id: u64, moves: usize) {
    let mut session = Session::open(games, id).unwrap();
    for _ in 0..moves {
        let Some(direction) = session.game().position().legal().nth(0) else { return };
        assert!(session.act(Action::Slide(direction)).unwrap().changed);
    }
}

fn error(data: &Path) -> String {
    Database::open(data, Durability::EverySync).map(drop).unwrap_err().to_string()
}

#[test]
fn a_database_that_cannot_be_used_is_named_and_left_as_it_is() {
    let (directory, path) = played(200);
    let whole = fs::read(&path).unwrap();
    let cut = whole[..whole.len() / 2].to_vec();
    let mut scratched = whole.clone();
    // All of a page in the middle, whichever table has it.
    let page = 4096 * (whole.len() / 4096 / 2);
    scratched[page..page + 4096].fill(0xa5);
    let foreign = directory.path().join("other.db");
    Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE games (id)").unwrap();
    let foreign = fs::read(&foreign).unwrap();
    for (bytes, problem) in [
        (&b""[..], "it is empty"),
        (b"\0\x01", "not a database"),
        (b"redouble-store 1\n", "not a database"),
        (&cut, "damaged"),
        (&scratched, "damaged"),
        (&foreign, "not a database of redouble"),
    ] {
        fs::write(&path, bytes).unwrap();
        let said = error(directory.path());
        assert!(said.contains("redouble.db cannot be used and is left as it is"), "{said}");
        assert!(said.contains(problem), "{problem}: {said}");
        assert!(read_only(directory.path()).is_err());
        assert_eq!(fs::read(&path).unwrap(), bytes, "{problem}");
    }
    fs::write(&path, &whole).unwrap();
    assert_eq!(open(directory.path()).rows().count(), 1);
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 999).unwrap();
    assert!(error(directory.path()).contains("newer version"));
}

#[test]
fn a_database_that_is_gone_is_not_begun_anew_beside_its_changes() {
    let (directory, path) = played(3);
    fs::remove_file(&path).unwrap();
    let changes = directory.path().join("redouble.db-wal");
    fs::write(&changes, "changes").unwrap();
    assert!(error(directory.path()).contains("it is gone"));
    assert_eq!(fs::read(&changes).unwrap(), b"changes");
}

#[test]
fn a_game_whose_moves_are_damaged_is_named_and_the_others_are_played() {
    let (directory, path) = played(20);
    let mut games = open(directory.path());
    let other = games.add(&Game::new(Rules::default(), 8)).unwrap();
    drop(games);
    let connection = Connection::open(&path).unwrap();
    for damage in [
        "UPDATE games SET score = score + 4 WHERE id = 1",
        "UPDATE games SET score = score - 4, position = '2,.,.,./.,.,.,./.,.,.,./.,.,.,2' WHERE id = 1",
        "DELETE FROM moves WHERE game = 1 AND n = 20",
        "UPDATE moves SET cell = 99 WHERE game = 1 AND n = 3",
    ] {
        connection.execute(damage, []).unwrap();
        let mut games = open(directory.path());
        let error = Session::open(&mut games, 1).map(drop).unwrap_err().to_string();
        assert!(error.contains("game 1 is damaged and left as it is"), "{damage}: {error}");
        play(&mut games, other, 1);
    }
}

#[test]
fn a_disk_without_space_keeps_all_of_a_batch_or_nothing() {
    let (directory, path) = played(3);
    let (database, _) = Database::open(directory.path(), Durability::EverySync).unwrap();
    // SQLite itself says that the disk is full when the file may not grow.
    let connection = Connection::open(&path).unwrap();
    let pages: i64 = connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    drop(connection);
    let mut database = database.with_page_limit(pages).unwrap();
    let mut source = Games::unsaved();
    let id = source.add(&Game::new(Rules::default(), 9)).unwrap();
    play(&mut source, id, 150);
    let record = source.record(id).unwrap();
    let row = source.rows().next().unwrap().clone();
    let entries: Vec<redouble_api::Entry> = (10..200)
        .map(|id| redouble_api::Entry {
            event: redouble_api::GameEvent::Kept {
                id,
                started: 1,
                changed: 2,
                record: Box::new(record.clone()),
            },
            ply: None,
            row: Some(redouble_api::GameRow { id, ..row.clone() }),
        })
        .collect();
    assert_eq!(database.keep(&entries).unwrap_err().to_string(), "there is no space left on the disk");
    assert_eq!(database.record(10).unwrap(), None);
    let mut database = database.with_page_limit(1 << 30).unwrap();
    database.keep(&entries).unwrap();
    assert_eq!(database.record(199).unwrap(), Some(record));
}

#[test]
fn others_can_read_while_a_game_is_played() {
    let (directory, path) = played(3);
    assert!(read_only(tempfile::tempdir().unwrap().path()).unwrap().is_none());
    let mut games = open(directory.path());
    play(&mut games, 1, 2);
    let connection = Connection::open(&path).unwrap();
    let moves = "SELECT moves, (SELECT count(*) FROM moves WHERE game = id), kind FROM games";
    let found: (u32, u32, String) =
        connection.query_row(moves, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
    assert_eq!(found, (5, 5, "human".to_owned()));
    let (mut store, contents): (_, Contents) = read_only(directory.path()).unwrap().unwrap();
    assert_eq!(contents.games[0].summary.moves, 5);
    assert_eq!(store.record(1).unwrap().unwrap().plies.len(), 5);
    assert!(store.keep(&[]).is_err());
}

#[test]
fn a_second_process_is_refused() {
    let (directory, _) = played(1);
    let first = open(directory.path());
    assert!(error(directory.path()).contains("another redouble has these games open"));
    drop(first);
    open(directory.path());
}

#[cfg(unix)]
#[test]
fn games_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let parent = tempfile::tempdir().unwrap();
    let data = parent.path().join("new/data");
    for _ in 0..2 {
        let mut games = open(&data);
        games.add(&Game::new(Rules::default(), 1)).unwrap();
        let page = data.join("page");
        assert_eq!((mode(&data), mode(&page)), (0o700, 0o700));
        for file in ["redouble.db", "redouble.db-wal", "redouble.db-shm", "page/store.lock"] {
            assert_eq!(mode(&data.join(file)), 0o600, "{file}");
        }
        drop(games);
        // As somebody may have made them.
        fs::set_permissions(data.join(FILE), fs::Permissions::from_mode(0o644)).unwrap();
        fs::set_permissions(&page, fs::Permissions::from_mode(0o755)).unwrap();
    }
}
