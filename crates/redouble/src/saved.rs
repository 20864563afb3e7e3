//! Where games are kept, and what earlier versions kept.
//!
//! ```text
//! DIR/redouble.db          all games, of the terminal and of the page
//! DIR/page/store.lock      held by the process that has them open
//! DIR/page/store.journal   before the database: all games, a line a change
//! DIR/page/taken-over/     such a journal whose games are in the database now
//! DIR/play/4x4.game        version 0.1.0: the terminal's game in progress, a record
//! DIR/play/4x4.history     its games before that, one record after the other
//! DIR/play/4x4.best        its best score
//! DIR/play/taken-over/     those of these files whose games are in the database now
//! ```

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use anyhow::{Context, bail, ensure};
use redouble_api::{Games, Journal, NoLog};
use redouble_core::{Game, Record, Shape, crc32};
use redouble_store::{Database, Durability};

/// The directory for data of this user, on this platform.
pub(crate) fn default_directory() -> anyhow::Result<PathBuf> {
    let data = dirs::data_dir().context("this system has no data directory: name one with --data DIR")?;
    Ok(data.join("redouble"))
}

/// The directory that was named, or that of the environment, or the default one.
///
/// # Errors
/// If none was named and the system has none.
pub(crate) fn data_directory(named: Option<&Path>) -> anyhow::Result<PathBuf> {
    let variable = || std::env::var_os("REDOUBLE_DATA").filter(|path| !path.is_empty()).map(PathBuf::from);
    named.map(Path::to_owned).or_else(variable).map_or_else(default_directory, Ok)
}

/// Opens the games of a data directory, those of a journal of an earlier version among them.
///
/// # Errors
/// If the games cannot be used, or another process has them.
pub(crate) fn open(data: &Path, durability: Durability) -> anyhow::Result<Games> {
    let (database, contents) = Database::open(data, durability)?;
    let mut games = Games::open(Box::new(database), contents);
    take_over_journal(&mut games, &data.join("page/store.journal"))?;
    Ok(games)
}

/// Puts the games of an earlier version's journal into the database, all of them or none, and the file aside.
fn take_over_journal(games: &mut Games, path: &Path) -> anyhow::Result<()> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        bytes => bytes.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let torn = take_over_bytes(games, &bytes).with_context(|| {
        format!("{} cannot be taken over and is left as it is (choose another --data DIR)", path.display())
    })?;
    if torn > 0 {
        eprintln!("the last stop was not clean: {torn} bytes of an unfinished change left out");
    }
    put_aside(path).with_context(|| format!("cannot move {}", path.display()))
}

/// Takes over a journal; how many bytes of it a crash has left unfinished.
fn take_over_bytes(games: &mut Games, bytes: &[u8]) -> anyhow::Result<usize> {
    let journal = Journal::read(bytes)?;
    let others = Games::replay(Box::new(NoLog), &journal.entries)?;
    games.take_over(&others, crc32(bytes))?;
    if let Some(trouble) = games.trouble() {
        bail!("{trouble}");
    }
    games.sync()?;
    Ok(journal.torn)
}

/// Puts the saved games of version 0.1.0 into the history, and their files aside. The game saved last is opened, if
/// no game of the history changed since.
///
/// # Errors
/// If a file cannot be read or is damaged, or its game is being played: it is left as it is. All others are taken over.
pub(crate) fn take_over(games: &mut Games, data: &Path) -> anyhow::Result<()> {
    let directory = data.join("play");
    let Ok(entries) = fs::read_dir(&directory) else { return Ok(()) };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    // Histories before games in progress: those are then the newer ones. A game comes back if its file stays.
    paths.sort_by_key(|path| std::cmp::Reverse(path.extension().map(ToOwned::to_owned)));
    let before = games.rows().map(|row| row.changed).max().unwrap_or(0);
    let mut newest = None;
    let mut problem = Ok(());
    for path in paths {
        match take_over_file(games, &path) {
            Ok(Some((id, changed))) if changed >= newest.map_or(before, |(_, time)| time) => {
                newest = Some((id, changed));
            }
            Ok(_) => {}
            Err(error) => problem = Err(error),
        }
    }
    if let Some((id, _)) = newest {
        games.open_game(id)?;
    }
    problem
}

/// Takes over one file; the number of a game in progress, and when it was saved.
fn take_over_file(games: &mut Games, path: &Path) -> anyhow::Result<Option<(u64, u64)>> {
    let (Some(name), Some(kind)) = (path.file_stem(), path.extension()) else { return Ok(None) };
    let Ok(shape) = name.to_string_lossy().parse::<Shape>() else { return Ok(None) };
    let read = || {
        let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        anyhow::Ok(String::from_utf8_lossy(&text).into_owned())
    };
    let mut saved = None;
    match &*kind.to_string_lossy() {
        "game" => {
            let _lock = lock_of_old_version(path)?;
            let changed = changed(path)?;
            let record = playable(&read()?).with_context(|| {
                format!(
                    "the saved game {} is damaged (start another with --new; this one is kept)",
                    path.display()
                )
            })?;
            let found = record.rules.shape;
            ensure!(
                found == shape,
                "the saved game {} is of a {found} board; it is left as it is",
                path.display()
            );
            saved = Some((add_once(games, &record, changed)?, changed));
        }
        "history" => {
            let (text, changed) = (read()?, changed(path)?);
            // A history may hold what was damaged already when it was put there.
            for record in records(&text).filter_map(|text| playable(text).ok()) {
                add_once(games, &record, changed)?;
            }
        }
        "best" => games.keep_best(shape, read()?.trim().parse().unwrap_or(0)),
        _ => return Ok(None),
    }
    ensure!(games.trouble().is_none(), "the games of {} could not be saved anew", path.display());
    games.sync()?;
    put_aside(path).with_context(|| format!("cannot move {}", path.display()))?;
    Ok(saved)
}

/// The record of a game that can be played on.
fn playable(text: &str) -> anyhow::Result<Record> {
    let record: Record = text.parse()?;
    Game::from_record(&record)?;
    Ok(record)
}

/// The records in a text that has one after the other, and perhaps something else between: from their first word to
/// their checksum.
fn records(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("redouble-game ").filter_map(|(begin, _)| {
        let text = &text[begin..];
        let check = text.find("check=")?;
        let end = text[check..].find(char::is_whitespace).map_or(text.len(), |length| check + length);
        Some(&text[..end])
    })
}

/// Adds a game, unless a crash came between adding it and putting its file aside.
fn add_once(games: &mut Games, record: &Record, changed: u64) -> anyhow::Result<u64> {
    let same = games.rows().find(|row| {
        row.changed == changed
            && row.summary.score == record.score
            && games.record(row.id).is_ok_and(|known| known == *record)
    });
    match same.map(|row| row.id) {
        Some(id) => Ok(id),
        None => Ok(games.add_old(record, changed)?),
    }
}

/// When a file changed, in seconds since 1970.
fn changed(path: &Path) -> anyhow::Result<u64> {
    let changed = fs::metadata(path)?.modified()?;
    Ok(changed.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()))
}

/// Makes sure that no process of version 0.1.0 plays this game.
fn lock_of_old_version(path: &Path) -> anyhow::Result<Option<File>> {
    let Ok(file) = File::open(path.with_extension("lock")) else { return Ok(None) };
    if file.try_lock().is_err() {
        bail!("an older redouble is playing the saved game {}: close it", path.display());
    }
    Ok(Some(file))
}

fn put_aside(path: &Path) -> std::io::Result<()> {
    let aside = path.with_file_name("taken-over");
    fs::create_dir_all(&aside)?;
    let name = path.file_name().unwrap_or_default();
    let mut to = aside.join(name);
    // An older version may have played on.
    for number in 2.. {
        if !to.exists() {
            break;
        }
        to = aside.join(format!("{number}-{}", name.display()));
    }
    fs::rename(path, to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::Rules;

    /// A game after some moves, as a record.
    fn record(seed: u64, moves: usize) -> String {
        let mut game = Game::new(Rules::default(), seed);
        for _ in 0..moves {
            game.play(game.position().legal().nth(0).unwrap());
        }
        format!("{}\n", game.record())
    }

    #[test]
    fn games_of_the_first_version_are_taken_over_once_and_kept() {
        let data = tempfile::tempdir().unwrap();
        let play = data.path().join("play");
        fs::create_dir(&play).unwrap();
        let history = format!("{}\nnonsense\n{}\n", record(1, 5), record(2, 50));
        for (name, text) in [
            ("4x4.game", &*record(3, 9)),
            ("4x4.history", &history),
            ("4x4.best", "77777\n"),
            ("4x4.lock", ""),
        ] {
            fs::write(play.join(name), text).unwrap();
        }
        for _ in 0..2 {
            let mut games = open(data.path(), Durability::EverySync).unwrap();
            take_over(&mut games, data.path()).unwrap();
            assert_eq!((games.rows().count(), games.best(Shape::CLASSIC)), (3, 77_777));
            let current = games.current().unwrap();
            assert_eq!(games.record(current).unwrap(), record(3, 9).parse().unwrap());
            assert_eq!(fs::read_to_string(play.join("taken-over/4x4.history")).unwrap(), history);
        }
        // An older version plays on: that is another game, and the file before it stays too.
        fs::write(play.join("4x4.game"), record(3, 12)).unwrap();
        let mut games = open(data.path(), Durability::EverySync).unwrap();
        take_over(&mut games, data.path()).unwrap();
        assert_eq!((games.rows().count(), games.rows().last().unwrap().summary.moves), (4, 12));
        assert!(play.join("taken-over/4x4.game").exists() && play.join("taken-over/2-4x4.game").exists());
    }

    #[test]
    fn a_game_that_an_older_version_plays_is_left_to_it() {
        let data = tempfile::tempdir().unwrap();
        let play = data.path().join("play");
        fs::create_dir(&play).unwrap();
        fs::write(play.join("4x4.game"), record(3, 9)).unwrap();
        let lock = File::create(play.join("4x4.lock")).unwrap();
        lock.lock().unwrap();
        let mut games = open(data.path(), Durability::EverySync).unwrap();
        let error = take_over(&mut games, data.path()).unwrap_err();
        assert!(error.to_string().contains("an older redouble"), "{error}");
        assert!(games.rows().count() == 0 && play.join("4x4.game").exists());
    }
}
