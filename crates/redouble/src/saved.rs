//! The game on disk: one saved game a board shape, its lock, the best score, and the games put away.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use redouble_core::{Game, Record, Shape};

/// The place of the saved game of one board shape, held by this process alone.
///
/// ```text
/// DIR/4x4.game      the game in progress, a record, replaced as a whole after every move
/// DIR/4x4.best      the best score
/// DIR/4x4.history   every game that was finished or given up, one record after the other
/// DIR/4x4.lock      locked while a process plays
/// ```
pub(crate) struct Slot {
    directory: PathBuf,
    shape: Shape,
    /// Holds the lock until it is dropped or the process ends, however it ends.
    _lock: File,
}

/// The directory for data of this user, on this platform.
pub(crate) fn default_directory() -> anyhow::Result<PathBuf> {
    let data = dirs::data_dir().context("this system has no data directory: name one with --data DIR")?;
    Ok(data.join("redouble"))
}

/// The directory that was named, or that of the environment, or the default one.
pub(crate) fn data_directory(named: Option<&Path>) -> anyhow::Result<PathBuf> {
    let variable = || std::env::var_os("REDOUBLE_DATA").filter(|path| !path.is_empty()).map(PathBuf::from);
    named.map(Path::to_owned).or_else(variable).map_or_else(default_directory, Ok)
}

impl Slot {
    /// Takes the place of this shape's game.
    ///
    /// # Errors
    /// If the directory cannot be written, or another process plays this game.
    pub(crate) fn open(directory: &Path, shape: Shape) -> anyhow::Result<Slot> {
        let directory = directory.join("play");
        fs::create_dir_all(&directory)
            .with_context(|| format!("cannot make the data directory {}", directory.display()))?;
        let path = directory.join(format!("{shape}.lock"));
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let lock = lock.with_context(|| {
            format!("cannot write in the data directory: {} (choose one with --data DIR)", path.display())
        })?;
        match lock.try_lock() {
            Ok(()) => Ok(Slot { directory, shape, _lock: lock }),
            Err(TryLockError::WouldBlock) => bail!(
                "another redouble is playing the saved {shape} game ({}): close it, play another --board, or use another --data DIR",
                path.display()
            ),
            Err(TryLockError::Error(error)) => {
                Err(error).with_context(|| format!("cannot lock {}", path.display()))
            }
        }
    }

    fn path(&self, kind: &str) -> PathBuf {
        self.directory.join(format!("{}.{kind}", self.shape))
    }

    /// The saved game, if there is one.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged; it is left as it is.
    pub(crate) fn load(&self) -> anyhow::Result<Option<Game>> {
        let path = self.path("game");
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.with_context(|| format!("cannot read the saved game {}", path.display()))?,
        };
        let record = text.parse::<Record>().map_err(anyhow::Error::from);
        let game = record.and_then(|record| Ok(Game::from_record(&record)?));
        game.map(Some).with_context(|| {
            format!(
                "the saved game {} is damaged (start another with --new; this one is kept)",
                path.display()
            )
        })
    }

    /// Replaces the saved game.
    pub(crate) fn save(&self, game: &Game) -> anyhow::Result<()> {
        replace_file(&self.path("game"), &format!("{}\n", game.record()))
    }

    /// Puts the saved game, whatever its state, at the end of the history.
    pub(crate) fn put_away(&self) -> anyhow::Result<()> {
        let (game, history) = (self.path("game"), self.path("history"));
        let text = match fs::read(&game) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            text => text.with_context(|| format!("cannot read {}", game.display()))?,
        };
        let mut file = OpenOptions::new().create(true).append(true).open(&history)?;
        file.write_all(&text)
            .and_then(|()| file.write_all(b"\n"))
            .and_then(|()| file.sync_all())
            .with_context(|| format!("cannot write {}", history.display()))?;
        fs::remove_file(&game).with_context(|| format!("cannot remove {}", game.display()))
    }

    /// The best score so far. A file that holds no number counts as none.
    pub(crate) fn best(&self) -> u64 {
        let text = fs::read_to_string(self.path("best")).unwrap_or_default();
        text.trim().parse().unwrap_or(0)
    }

    /// Keeps a best score.
    pub(crate) fn save_best(&self, best: u64) -> anyhow::Result<()> {
        replace_file(&self.path("best"), &format!("{best}\n"))
    }
}

/// Replaces a file as a whole: after a crash it holds the old text or the new one.
fn replace_file(path: &Path, text: &str) -> anyhow::Result<()> {
    let temporary = path.with_extension(format!("{}.tmp", path.extension().unwrap_or_default().display()));
    let write = || {
        let mut file = File::create(&temporary)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::Rules;

    const CLASSIC: Shape = Shape::CLASSIC;

    #[test]
    fn a_saved_game_comes_back_and_history_keeps_it() {
        let directory = tempfile::tempdir().unwrap();
        let slot = Slot::open(directory.path(), CLASSIC).unwrap();
        assert_eq!(slot.load().unwrap(), None);
        let mut game = Game::new(Rules::default(), 7);
        game.play(game.position().legal().nth(0).unwrap());
        slot.save(&game).unwrap();
        assert_eq!(slot.load().unwrap(), Some(game.clone()));
        slot.put_away().unwrap();
        assert_eq!(slot.load().unwrap(), None);
        let history = fs::read_to_string(slot.path("history")).unwrap();
        assert_eq!(history.trim().parse::<Record>().unwrap(), game.record());
    }

    #[test]
    fn a_second_process_is_refused_while_the_first_plays() {
        let directory = tempfile::tempdir().unwrap();
        let slot = Slot::open(directory.path(), CLASSIC).unwrap();
        let refused = Slot::open(directory.path(), CLASSIC).map(|_| ()).unwrap_err();
        assert!(refused.to_string().contains("another redouble is playing"), "{refused}");
        assert!(Slot::open(directory.path(), Shape::new(3, 3).unwrap()).is_ok());
        drop(slot);
        assert!(Slot::open(directory.path(), CLASSIC).is_ok());
    }

    #[test]
    fn a_damaged_game_is_named_and_left_alone() {
        let directory = tempfile::tempdir().unwrap();
        let slot = Slot::open(directory.path(), CLASSIC).unwrap();
        fs::write(slot.path("game"), "redouble-game 1 board=4x4").unwrap();
        let error = slot.load().unwrap_err();
        assert!(format!("{error:#}").contains("4x4.game is damaged"), "{error:#}");
        assert_eq!(fs::read_to_string(slot.path("game")).unwrap(), "redouble-game 1 board=4x4");
        slot.put_away().unwrap();
        assert!(slot.load().unwrap().is_none());
    }
}
