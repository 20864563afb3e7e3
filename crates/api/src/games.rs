//! All games and results that are kept: what happens to them is an event, which a store keeps and an index in memory
//! follows.

use std::collections::BTreeMap;

use anyhow::Context;
use redouble_core::{Game, Ply, Record, Shape, Turn};
use redouble_kernels::clock::unix_time;

use crate::change::Change;
use crate::event::{GameEvent, ResultKind};
use crate::index::Index;
use crate::log::{Log, NoLog};
use crate::logged::LoggedStore;
use crate::marks::{Mark, Marks};
use crate::store::{Contents, Entry, GameRow, ResultRow, Store, StoreError, Syncing};
use crate::tree::Tree;

/// The most games that are kept; a history that is full says so and loses nothing.
pub(crate) const MAX_GAMES: usize = 20_000;
/// The most moves of a game.
pub(crate) const MAX_MOVES: usize = 200_000;
/// The longest name of a game and the longest tag, in characters, and how many tags a game may have.
const MAX_NAME: usize = 100;
const MAX_TAG: usize = 40;
const MAX_TAGS: usize = 20;

/// The games, the one that was opened last, and the results of the laboratory.
///
/// Whatever changes is an event: the index follows it and the store keeps it, before anybody is answered.
pub struct Games {
    store: Box<dyn Store>,
    index: Index,
    /// What the store has not taken yet, the oldest first: a full disk must not stop a game.
    pending: Vec<Entry>,
    /// Whether what happens is kept together, a moment later.
    holding: bool,
    /// Why the store has not taken it.
    unsaved: Option<String>,
    /// Why what the store took may not be on the disk.
    unsynced: Option<String>,
}

/// Something that cannot be done to the games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GamesError {
    /// There is no such game.
    #[error("there is no game {0}")]
    NoGame(u64),
    /// A game has all the moves that it may have.
    #[error("a game of {MAX_MOVES} moves is long enough: export it and start anew")]
    TooLong,
    /// The history has all the games that it may have.
    #[error("the history holds {MAX_GAMES} games and is full: remove some that you do not need")]
    Full,
    /// A game that is kept cannot be read.
    #[error("game {id} is damaged and left as it is: {problem}")]
    Damaged {
        /// The game.
        id: u64,
        /// What is wrong.
        problem: String,
    },
    /// A name or tag that cannot be kept.
    #[error("{0}")]
    BadWord(String),
}

impl Games {
    /// The games of a store, which holds this.
    #[must_use]
    pub fn open(store: Box<dyn Store>, contents: Contents) -> Games {
        let index = Index::from(contents);
        Games { store, index, pending: Vec::new(), holding: false, unsaved: None, unsynced: None }
    }

    /// No games yet, and none will be saved.
    #[must_use]
    pub fn unsaved() -> Games {
        Games::open(Box::new(LoggedStore::new(Box::new(NoLog))), Contents::default())
    }

    /// The games of an event log that has these entries.
    ///
    /// # Errors
    /// If an entry is no event, or cannot have happened.
    pub fn replay(log: Box<dyn Log>, entries: &[String]) -> anyhow::Result<Games> {
        let (mut store, mut index) = (LoggedStore::new(log), Index::from(Contents::default()));
        for (number, entry) in entries.iter().enumerate() {
            let event = entry.parse::<GameEvent>().map_err(anyhow::Error::from);
            let applied = event.and_then(|event| Ok(index.apply(event, &store, true)?));
            let (entry, _) = applied.with_context(|| format!("entry {} of the log", number + 1))?;
            store.learn(&entry);
        }
        Ok(Games { index, ..Games::open(Box::new(store), Contents::default()) })
    }

    /// Takes in the games and results of others, which are in a file with this checksum, under new numbers if there are
    /// some already. What was taken over before is not taken over again.
    ///
    /// # Errors
    /// If there is no room for them, or one of the others is damaged. Nothing has changed then.
    pub fn take_over(&mut self, others: &Games, digest: u32) -> anyhow::Result<()> {
        if self.index.has_taken(digest) {
            return Ok(());
        }
        anyhow::ensure!(self.index.len() + others.index.len() <= MAX_GAMES, GamesError::Full);
        let records = others.index.rows().map(|row| Ok((row, others.record(row.id)?)));
        let records: Vec<(&GameRow, Record)> = records.collect::<Result<_, GamesError>>()?;
        // A database counts in 63 bits.
        let numbers = others.index.rows().map(|row| row.id).chain(others.index.results().keys().copied());
        anyhow::ensure!(numbers.max().unwrap_or(0) < 1 << 53, "a number that no game was given");
        let is_empty = self.index.len() == 0 && self.index.results().is_empty();
        let offset = if is_empty { 0 } else { self.index.take_number() };
        self.hold();
        for (row, record) in records {
            let (id, started, changed) = (row.id + offset, row.started, row.changed);
            self.commit(GameEvent::Kept { id, started, changed, record: Box::new(record) });
            row.marks.iter().for_each(|mark| self.mark(id, mark));
            if !row.name.is_empty() {
                self.commit(GameEvent::Named { id, name: row.name.clone() });
            }
            for tag in &row.tags {
                self.commit(GameEvent::Tagged { id, tag: tag.clone() });
            }
            if !row.tree.is_empty() {
                self.commit(GameEvent::TreeKept { id, tree: (*row.tree).clone() });
            }
        }
        for row in others.index.results().values() {
            let json = others.result(row.id)?.unwrap_or_default();
            let (id, kind, at) = (row.id + offset, row.kind, row.at);
            self.commit(GameEvent::ResultKept { id, kind, at, json });
        }
        for (shape, score) in others.index.elsewhere() {
            self.keep_best(shape, score);
        }
        if let Some(current) = others.current().filter(|_| is_empty) {
            self.commit(GameEvent::Opened { id: current });
        }
        self.commit(GameEvent::TakenOver { digest });
        self.release();
        Ok(())
    }

    /// Follows an event and keeps it. Whoever commits one has made sure that it can happen.
    fn commit(&mut self, event: GameEvent) -> Option<Turn> {
        // What is not kept yet cannot be read from the store.
        let sleepy = self.pending.is_empty();
        let applied = self.index.apply(event, &*self.store, sleepy);
        let (entry, turn) = applied.expect("an event is possible before it is committed");
        self.pending.push(entry);
        if !self.holding {
            self.retry();
        }
        turn
    }

    /// What happens from now on is kept together.
    pub(crate) fn hold(&mut self) {
        self.holding = true;
    }

    /// Keeps what happened since [`hold`](Games::hold).
    pub(crate) fn release(&mut self) {
        self.holding = false;
        self.retry();
    }

    /// Keeps what could not be kept before.
    pub fn retry(&mut self) {
        if !self.pending.is_empty() {
            self.unsaved = self.store.keep(&self.pending).err().map(|error| format!("not saved: {error}"));
            if self.unsaved.is_none() {
                self.pending.clear();
            }
        }
    }

    /// Says whether what is kept is on the disk.
    pub(crate) fn synced(&mut self, synced: &Result<(), StoreError>) {
        self.unsynced = synced.as_ref().err().map(|error| format!("not safe on the disk: {error}"));
    }

    /// Puts a new game into the history and opens it. The game that was open makes room if nothing was done in it.
    ///
    /// # Errors
    /// If the history is full.
    pub fn add(&mut self, game: &Game) -> Result<u64, GamesError> {
        self.add_marked(game, &[])
    }

    /// As [`add`](Games::add), for a game that is no measure of a person from the start.
    ///
    /// # Errors
    /// If the history is full.
    pub fn add_marked(&mut self, game: &Game, marks: &[Mark]) -> Result<u64, GamesError> {
        self.hold();
        let added = self.add_open(game, marks);
        self.release();
        added
    }

    fn add_open(&mut self, game: &Game, marks: &[Mark]) -> Result<u64, GamesError> {
        let untouched =
            |row: &GameRow| row.summary.moves == 0 && row.summary.undos == 0 && row.tree.is_empty();
        if let Some(current) = self.current()
            && self.index.row(current).is_some_and(untouched)
        {
            self.remove(current);
        }
        let id = self.add_old(&game.record(), now())?;
        marks.iter().for_each(|&mark| self.mark(id, mark));
        self.open_game(id)?;
        Ok(id)
    }

    /// Puts a game into the history that was played elsewhere, last at this time.
    ///
    /// # Errors
    /// If the history is full.
    pub fn add_old(&mut self, record: &Record, at: u64) -> Result<u64, GamesError> {
        if self.index.len() >= MAX_GAMES {
            return Err(GamesError::Full);
        }
        let id = self.take_number();
        self.commit(GameEvent::Kept { id, started: at, changed: at, record: Box::new(record.clone()) });
        Ok(id)
    }

    /// Marks a game that is there.
    pub(crate) fn mark(&mut self, id: u64, mark: Mark) {
        if !self.marks(id).contains(mark) {
            self.commit(GameEvent::Marked { id, mark });
        }
    }

    /// The marks of a game.
    pub(crate) fn marks(&self, id: u64) -> Marks {
        self.index.row(id).map_or(Marks::default(), |row| row.marks)
    }

    /// Calls a game something; an empty name takes its name away.
    ///
    /// # Errors
    /// If there is no such game, or the name is no line of at most 100 characters.
    pub fn name(&mut self, id: u64, name: &str) -> Result<(), GamesError> {
        let row = self.index.row(id).ok_or(GamesError::NoGame(id))?;
        let name = name.trim();
        if name.chars().count() > MAX_NAME || name.chars().any(char::is_control) {
            return Err(GamesError::BadWord(format!("a name is one line of at most {MAX_NAME} characters")));
        }
        if row.name != name {
            self.commit(GameEvent::Named { id, name: name.to_owned() });
        }
        Ok(())
    }

    /// Puts exactly these words on a game.
    ///
    /// # Errors
    /// If there is no such game, or one of them is no word.
    pub fn tag(&mut self, id: u64, tags: &[String]) -> Result<(), GamesError> {
        let before = self.index.row(id).ok_or(GamesError::NoGame(id))?.tags.clone();
        let is_word = |tag: &String| {
            let bad = |c: char| c.is_control() || c.is_whitespace() || c == ',' || c == '"';
            !tag.is_empty() && tag.chars().count() <= MAX_TAG && !tag.contains(bad)
        };
        if tags.len() > MAX_TAGS || !tags.iter().all(is_word) {
            return Err(GamesError::BadWord(format!(
                "tags are at most {MAX_TAGS} words of at most {MAX_TAG} characters, without commas"
            )));
        }
        self.hold();
        for tag in before.iter().filter(|tag| !tags.contains(tag)) {
            self.commit(GameEvent::Untagged { id, tag: tag.clone() });
        }
        for tag in tags.iter().filter(|tag| !before.contains(*tag)) {
            self.commit(GameEvent::Tagged { id, tag: tag.clone() });
        }
        self.release();
        Ok(())
    }

    /// Keeps the tree of a game, in place of the one before.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn keep_tree(&mut self, id: u64, tree: Tree) -> Result<(), GamesError> {
        if *self.tree(id)? != tree {
            self.commit(GameEvent::TreeKept { id, tree });
        }
        Ok(())
    }

    /// The tree of a game.
    ///
    /// # Errors
    /// If there is none with this number.
    pub fn tree(&self, id: u64) -> Result<&Tree, GamesError> {
        self.index.row(id).map(|row| &*row.tree).ok_or(GamesError::NoGame(id))
    }

    /// The last `count` changes of a game, if so many are remembered.
    pub(crate) fn told(&self, id: u64, count: usize) -> Option<impl Iterator<Item = Change>> {
        self.index.told(id, count)
    }

    /// Keeps a best score of games that are not here.
    pub fn keep_best(&mut self, shape: Shape, score: u64) {
        if score > self.best(shape) {
            self.commit(GameEvent::Best { shape, score });
        }
    }

    /// Makes a game ready to be played.
    pub(crate) fn wake(&mut self, id: u64) -> Result<&mut Game, GamesError> {
        if self.pending.is_empty() {
            self.index.put_to_sleep();
        }
        self.index.wake(id, &*self.store)
    }

    /// A game that is awake.
    pub(crate) fn awake_game(&self, id: u64) -> Option<&Game> {
        self.index.awake_game(id)
    }

    /// Makes a game the one to go on with.
    ///
    /// # Errors
    /// If there is none with this number, or it is damaged.
    pub fn open_game(&mut self, id: u64) -> Result<(), GamesError> {
        self.wake(id)?;
        if self.current() != Some(id) {
            self.commit(GameEvent::Opened { id });
        }
        Ok(())
    }

    /// Removes a game for good; false if there is none.
    pub fn remove(&mut self, id: u64) -> bool {
        let known = self.index.row(id).is_some();
        if known {
            self.commit(GameEvent::Removed { id });
        }
        known
    }

    pub(crate) fn slide(&mut self, id: u64, ply: Ply) -> Option<Turn> {
        self.commit(GameEvent::Slid { id, at: now(), ply })
    }

    pub(crate) fn undo(&mut self, id: u64) -> Option<Turn> {
        self.commit(GameEvent::Undone { id, at: now() })
    }

    pub(crate) fn redo(&mut self, id: u64) -> Option<Turn> {
        self.commit(GameEvent::Redone { id, at: now() })
    }

    /// The record of a game.
    ///
    /// # Errors
    /// If there is none with this number, or it is damaged.
    pub fn record(&self, id: u64) -> Result<Record, GamesError> {
        if let Some(game) = self.index.awake_game(id) {
            return Ok(game.record());
        }
        self.index.row(id).ok_or(GamesError::NoGame(id))?;
        let damaged = |problem: String| GamesError::Damaged { id, problem };
        let record = self.store.record(id).map_err(|error| damaged(error.to_string()))?;
        record.ok_or_else(|| damaged("its moves are gone".to_owned()))
    }

    /// The game that was opened last.
    #[must_use]
    pub fn current(&self) -> Option<u64> {
        self.index.current()
    }

    /// The game to go on with on a board of this shape: the open one, or the one that changed last.
    #[must_use]
    pub fn latest(&self, shape: Shape) -> Option<u64> {
        let fits = |row: &&GameRow| row.summary.shape() == shape;
        let open = self.current().filter(|&id| self.index.row(id).as_ref().is_some_and(fits));
        let games = self.index.rows().filter(fits);
        open.or_else(|| games.max_by_key(|row| (row.changed, row.id)).map(|row| row.id))
    }

    /// The best score on boards of this shape, of games that a person began by chance and played alone.
    #[must_use]
    pub fn best(&self, shape: Shape) -> u64 {
        self.index.best(shape)
    }

    /// Why the last changes are not on the disk, if they are not.
    #[must_use]
    pub fn trouble(&self) -> Option<&str> {
        self.unsaved.as_deref().or(self.unsynced.as_deref())
    }

    /// What is known of all games without their moves, by number.
    pub fn rows(&self) -> impl Iterator<Item = &GameRow> {
        self.index.rows()
    }

    /// What is known of a game without its moves.
    #[must_use]
    pub fn row(&self, id: u64) -> Option<&GameRow> {
        self.index.row(id)
    }

    /// A number that no game or result has.
    pub fn take_number(&mut self) -> u64 {
        self.index.take_number()
    }

    /// Keeps a result, one line of JSON.
    pub fn keep_result(&mut self, id: u64, kind: ResultKind, json: String) {
        self.commit(GameEvent::ResultKept { id, kind, at: now(), json });
    }

    /// The results that are kept, by number.
    #[must_use]
    pub fn results(&self) -> &BTreeMap<u64, ResultRow> {
        self.index.results()
    }

    /// The numbers of the results of this kind, the newest first.
    pub(crate) fn results_of(&self, kind: ResultKind) -> impl Iterator<Item = u64> {
        self.results().values().rev().filter(move |row| row.kind == kind).map(|row| row.id)
    }

    /// A result, as JSON.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn result(&self, id: u64) -> Result<Option<String>, StoreError> {
        let unsaved = self.pending.iter().find_map(|entry| match &entry.event {
            GameEvent::ResultKept { id: kept, json, .. } if *kept == id => Some(json.clone()),
            _ => None,
        });
        if unsaved.is_some() || !self.index.results().contains_key(&id) {
            return Ok(unsaved.filter(|_| self.index.results().contains_key(&id)));
        }
        self.store.result(id)
    }

    /// Removes a result for good; false if there is none.
    pub fn remove_result(&mut self, id: u64) -> bool {
        let known = self.index.results().contains_key(&id);
        if known {
            self.commit(GameEvent::ResultRemoved { id });
        }
        known
    }

    /// What sends what is kept to the disk, without stopping the games meanwhile.
    pub(crate) fn syncing(&self) -> Syncing {
        self.store.syncing()
    }

    /// Sends what is kept to the disk.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn sync(&mut self) -> Result<(), StoreError> {
        let synced = self.syncing()();
        self.synced(&synced);
        synced
    }
}

fn now() -> u64 {
    unix_time().as_secs()
}
