//! All games that are kept: in memory, and as events in a log.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::Path;

use anyhow::Context;
use redouble_core::{Game, Grid, Ply, Record, ReplayError, Shape, Tile, Turn};
use redouble_kernels::clock::unix_time;

use crate::change::Change;
use crate::event::GameEvent;
use crate::journal::Journal;
use crate::log::{Log, NoLog, Syncing};
use crate::marks::{Mark, Marks};
use crate::tree::Tree;

/// The most games that are kept; a history that is full says so and loses nothing.
pub(crate) const MAX_GAMES: usize = 20_000;
/// The most moves of a game.
pub(crate) const MAX_MOVES: usize = 200_000;
/// How many games, and moves in them, are kept ready to be played; the rest are records.
const MAX_AWAKE: usize = 256;
const MAX_AWAKE_MOVES: usize = 1_000_000;
/// How many of the last changes of a game are remembered, to know a batch that is told twice.
pub(crate) const MAX_TOLD: usize = 512;
/// A log below this size is not rewritten.
const SMALL_LOG: u64 = 1 << 20;

/// The games, the one that was opened last, and the results of the arena.
///
/// Whatever changes is an event: it is logged, then applied. Opening the games applies the events of the log.
pub struct Games {
    log: Box<dyn Log>,
    /// Entries that the log has not taken yet, the oldest first: a full disk must not stop a game.
    unlogged: VecDeque<String>,
    /// Why it has not.
    trouble: Option<String>,
    /// Whether the log failed to reach the disk. What the system held of it may be lost, although a later sync works:
    /// only a log that is written anew is known to be whole.
    is_doubtful: bool,
    /// Whether every change goes to the disk at once.
    durable: bool,
    games: BTreeMap<u64, KeptGame>,
    /// The games that are awake, the one used last at the end.
    awake: Vec<u64>,
    current: Option<u64>,
    next: u64,
    /// The best scores of people: of games without a mark, and of games elsewhere.
    best: HashMap<Shape, u64>,
    /// The best scores of games that are not here.
    elsewhere: HashMap<Shape, u64>,
    /// Finished work other than games, as JSON, by its number.
    runs: BTreeMap<u64, String>,
}

/// A game in the history.
struct KeptGame {
    /// Seconds since 1970.
    started: u64,
    changed: u64,
    form: GameForm,
    summary: GameSummary,
    /// The marks that the game itself does not show.
    marked: Marks,
    marks: Marks,
    /// What was tried, marked and written beside its moves.
    tree: Tree,
    /// The last changes since the games were opened, the latest at the end.
    told: VecDeque<Change>,
}

enum GameForm {
    Awake(Box<Game>),
    Asleep(Record),
}

impl KeptGame {
    /// About how long it is in the log.
    fn length(&self) -> usize {
        200 + 2 * self.summary.moves + self.tree.length()
    }

    fn record(&self) -> Record {
        match &self.form {
            GameForm::Awake(game) => game.record(),
            GameForm::Asleep(record) => record.clone(),
        }
    }
}

impl KeptGame {
    fn remember(&mut self, change: Change) {
        if self.told.len() == MAX_TOLD {
            self.told.pop_front();
        }
        self.told.push_back(change);
    }
}

/// What the history shows of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// The shape of its board.
    pub shape: Shape,
    /// The tile that wins.
    pub goal: Tile,
    /// The score.
    pub score: u64,
    /// The largest tile.
    pub max_tile: Option<Tile>,
    /// The number of moves.
    pub moves: usize,
    /// How many moves were taken back.
    pub undos: u32,
    /// Whether no move is left.
    pub over: bool,
    /// Whether the goal was made.
    pub won: bool,
}

impl GameSummary {
    fn of(game: &Game) -> GameSummary {
        GameSummary {
            shape: game.rules().shape,
            goal: game.rules().goal,
            score: game.score(),
            max_tile: game.position().board().max_tile(),
            moves: game.turns().len(),
            undos: game.undos(),
            over: game.is_over(),
            won: game.has_won(),
        }
    }
}

/// A game of the history with its number and times, in seconds since 1970.
pub struct ListedGame {
    /// Its number.
    pub id: u64,
    /// When it began.
    pub started: u64,
    /// When it changed last.
    pub changed: u64,
    /// What it is like.
    pub summary: GameSummary,
    pub(crate) marks: Marks,
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
}

/// An event that cannot have happened: the log is not one of these games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum ApplyError {
    #[error(transparent)]
    Games(#[from] GamesError),
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error("an illegal move")]
    IllegalMove,
    #[error("game {0} has another spawn than its seed gives")]
    OtherSpawn(u64),
    #[error("nothing to undo")]
    NothingToUndo,
    #[error("nothing to redo")]
    NothingToRedo,
}

impl Games {
    /// Opens the games of a data directory; what was cut off by a crash is reported in words.
    ///
    /// # Errors
    /// If the journal cannot be used, or another process has it.
    pub fn open(data: &Path) -> anyhow::Result<(Games, Option<String>)> {
        let (journal, contents) = Journal::open(data)?;
        let games = Games::replay(Box::new(journal), &contents.entries)?;
        let torn =
            (contents.torn > 0).then(|| format!("{} bytes of an unfinished change left out", contents.torn));
        Ok((games, torn))
    }

    /// No games yet, and none will be saved.
    #[must_use]
    pub fn unsaved() -> Games {
        Games {
            log: Box::new(NoLog),
            unlogged: VecDeque::new(),
            trouble: None,
            is_doubtful: false,
            durable: false,
            games: BTreeMap::new(),
            awake: Vec::new(),
            current: None,
            next: 1,
            best: HashMap::new(),
            elsewhere: HashMap::new(),
            runs: BTreeMap::new(),
        }
    }

    /// The games of a log with these entries.
    ///
    /// # Errors
    /// If an entry is no event, or cannot have happened.
    pub fn replay(log: Box<dyn Log>, entries: &[String]) -> anyhow::Result<Games> {
        let mut games = Games { log, ..Games::unsaved() };
        for (index, entry) in entries.iter().enumerate() {
            let applied = entry.parse::<GameEvent>().map_err(anyhow::Error::from);
            let applied = applied.and_then(|event| Ok(games.apply(&event)?));
            applied.with_context(|| format!("line {} of the store", index + 2))?;
        }
        let live: usize = games.games.values().map(KeptGame::length).sum();
        if games.log.length() > SMALL_LOG.max(2 * live as u64) {
            // A log that could not be made smaller is still a log.
            games.trouble = games.rewrite().err().map(|error| format!("not made smaller: {error}"));
        }
        Ok(games)
    }

    /// The same games, of which every change goes to the disk before the next: it is kept even if the power is cut.
    #[must_use]
    pub fn durable(self) -> Games {
        Games { durable: true, ..self }
    }

    /// Logs an event, then applies it. Whoever commits one has made sure that it can happen.
    fn commit(&mut self, event: &GameEvent) -> Option<Turn> {
        self.unlogged.push_back(event.to_string());
        if !self.is_doubtful {
            self.retry();
        }
        let turn = self.apply(event).expect("an event is possible before it is committed");
        // A log in doubt is written anew, from games that have the event: at once, or soon by somebody else.
        if self.is_doubtful && self.durable {
            self.retry();
        }
        turn
    }

    /// Logs what could not be logged before.
    pub fn retry(&mut self) {
        if self.is_doubtful {
            let rewritten = self.rewrite();
            self.trouble = rewritten.err().map(|error| format!("not safe on the disk: {error}"));
            self.is_doubtful = self.trouble.is_some();
        } else if !self.unlogged.is_empty() {
            self.trouble = self.write().err().map(|error| format!("not saved: {error}"));
        }
    }

    fn write(&mut self) -> std::io::Result<()> {
        while let Some(entry) = self.unlogged.front() {
            self.log.append(entry)?;
            self.unlogged.pop_front();
        }
        if self.durable { self.sync() } else { Ok(()) }
    }

    /// The log could not be sent to the disk.
    pub(crate) fn doubt(&mut self, error: &std::io::Error) {
        self.is_doubtful = true;
        self.trouble = Some(format!("not safe on the disk: {error}"));
    }

    /// Does what an event says, whether it happens now or is read from the log.
    fn apply(&mut self, event: &GameEvent) -> Result<Option<Turn>, ApplyError> {
        let mut turn = None;
        match *event {
            GameEvent::Kept { id, started, changed, ref record } => {
                let game = Game::from_record(record)?;
                self.keep(id, started, changed, game);
            }
            GameEvent::Slid { id, at, ply } => turn = Some(self.apply_slide(id, at, ply)?),
            GameEvent::Undone { id, at } => {
                self.wake(id)?.undo().then_some(()).ok_or(ApplyError::NothingToUndo)?;
                self.changed(id, at, Change::Undo);
            }
            GameEvent::Redone { id, at } => {
                turn = Some(self.wake(id)?.redo().ok_or(ApplyError::NothingToRedo)?);
                self.changed(id, at, Change::Redo);
            }
            GameEvent::Marked { id, mark } => self.marked(id, mark)?,
            GameEvent::TreeKept { id, ref tree } => self.kept_mut(id)?.tree = tree.clone(),
            GameEvent::Opened { id } => self.opened(id),
            GameEvent::Removed { id } => self.forget(id),
            GameEvent::Best { shape, score } => {
                raise(&mut self.elsewhere, shape, score);
                raise(&mut self.best, shape, score);
            }
            GameEvent::RunKept { id, ref json } => {
                self.count_in(id);
                self.runs.insert(id, json.clone());
            }
            GameEvent::RunRemoved { id } => {
                self.count_in(id);
                self.runs.remove(&id);
            }
        }
        Ok(turn)
    }

    fn apply_slide(&mut self, id: u64, at: u64, ply: Ply) -> Result<Turn, ApplyError> {
        let turn = self.wake(id)?.play(ply.direction).ok_or(ApplyError::IllegalMove)?;
        if turn.ply != ply {
            return Err(ApplyError::OtherSpawn(id));
        }
        self.changed(id, at, Change::Slide(ply));
        Ok(turn)
    }

    /// A number that is taken is never given again.
    fn count_in(&mut self, id: u64) {
        self.next = self.next.max(id.saturating_add(1));
    }

    fn keep(&mut self, id: u64, started: u64, changed: u64, game: Game) {
        self.count_in(id);
        let summary = GameSummary::of(&game);
        let (marks, marked) = (Marks::of(&game), Marks::default());
        let form = GameForm::Awake(Box::new(game));
        let told = VecDeque::new();
        self.games.insert(
            id,
            KeptGame { started, changed, form, summary, marked, marks, tree: Tree::default(), told },
        );
        self.touch(id);
        self.rank(id);
    }

    fn opened(&mut self, id: u64) {
        self.count_in(id);
        self.current = Some(id);
    }

    /// Moves a game to the end of those that are awake, and puts the ones not used for longest to sleep.
    fn touch(&mut self, id: u64) {
        if self.awake.last() == Some(&id) {
            return;
        }
        self.awake.retain(|&other| other != id);
        self.awake.push(id);
        let moves =
            |games: &BTreeMap<u64, KeptGame>, id: &u64| games.get(id).map_or(0, |kept| kept.summary.moves);
        while self.awake.len() > MAX_AWAKE
            || (self.awake.len() > 1
                && self.awake.iter().map(|id| moves(&self.games, id)).sum::<usize>() > MAX_AWAKE_MOVES)
        {
            let asleep = self.awake.remove(0);
            let Some(kept) = self.games.get_mut(&asleep) else { continue };
            kept.form = GameForm::Asleep(kept.record());
        }
    }

    /// Makes a game ready to be played.
    pub(crate) fn wake(&mut self, id: u64) -> Result<&mut Game, GamesError> {
        if !self.games.contains_key(&id) {
            return Err(GamesError::NoGame(id));
        }
        self.touch(id);
        let kept = self.games.get_mut(&id).ok_or(GamesError::NoGame(id))?;
        if let GameForm::Asleep(record) = &kept.form {
            let game = Game::from_record(record).expect("a record of a game that was played here");
            kept.form = GameForm::Awake(Box::new(game));
        }
        match &mut kept.form {
            GameForm::Awake(game) => Ok(game),
            GameForm::Asleep(_) => unreachable!("just woken"),
        }
    }

    /// A game that is awake.
    pub(crate) fn awake_game(&self, id: u64) -> Option<&Game> {
        match &self.games.get(&id)?.form {
            GameForm::Awake(game) => Some(game),
            GameForm::Asleep(_) => None,
        }
    }

    fn changed(&mut self, id: u64, at: u64, change: Change) {
        let Some(kept) = self.games.get_mut(&id) else { return };
        let before = (kept.marks, kept.summary);
        kept.remember(change);
        if let GameForm::Awake(game) = &kept.form {
            kept.summary = GameSummary::of(game);
            kept.marks = kept.marked.and(Marks::of(game));
        }
        kept.changed = at;
        if before.0 != kept.marks { self.unrank(before.0, before.1) } else { self.rank(id) }
    }

    fn kept_mut(&mut self, id: u64) -> Result<&mut KeptGame, GamesError> {
        self.games.get_mut(&id).ok_or(GamesError::NoGame(id))
    }

    fn marked(&mut self, id: u64, mark: Mark) -> Result<(), GamesError> {
        let kept = self.kept_mut(id)?;
        let before = (kept.marks, kept.summary);
        kept.marked = kept.marked.with(mark);
        kept.marks = kept.marks.with(mark);
        self.unrank(before.0, before.1);
        Ok(())
    }

    /// A game without a mark may be the best.
    fn rank(&mut self, id: u64) {
        if let Some(kept) = self.games.get(&id)
            && kept.marks.is_empty()
        {
            raise(&mut self.best, kept.summary.shape, kept.summary.score);
        }
    }

    /// A game that had these marks and this score no longer counts: if it was the best, another one is.
    fn unrank(&mut self, marks: Marks, GameSummary { shape, score, .. }: GameSummary) {
        if !marks.is_empty() || score < self.best(shape) {
            return;
        }
        let counts = |kept: &&KeptGame| kept.summary.shape == shape && kept.marks.is_empty();
        let scores = self.games.values().filter(counts).map(|kept| kept.summary.score);
        let elsewhere = self.elsewhere.get(&shape).copied();
        self.best.insert(shape, scores.chain(elsewhere).max().unwrap_or(0));
    }

    fn forget(&mut self, id: u64) {
        self.count_in(id);
        if let Some(KeptGame { marks, summary, .. }) = self.games.remove(&id) {
            self.unrank(marks, summary);
        }
        self.awake.retain(|&other| other != id);
        if self.current == Some(id) {
            self.current = None;
        }
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
        let untouched =
            |kept: &KeptGame| kept.summary.moves == 0 && kept.summary.undos == 0 && kept.tree.is_empty();
        if let Some(current) = self.current
            && self.games.get(&current).is_some_and(untouched)
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
        if self.games.len() >= MAX_GAMES {
            return Err(GamesError::Full);
        }
        let id = self.take_number();
        self.commit(&GameEvent::Kept { id, started: at, changed: at, record: Box::new(record.clone()) });
        Ok(id)
    }

    /// Marks a game that is there.
    pub(crate) fn mark(&mut self, id: u64, mark: Mark) {
        if !self.marks(id).contains(mark) {
            self.commit(&GameEvent::Marked { id, mark });
        }
    }

    /// The marks of a game.
    pub(crate) fn marks(&self, id: u64) -> Marks {
        self.games.get(&id).map_or(Marks::default(), |kept| kept.marks)
    }

    /// Keeps the tree of a game, in place of the one before.
    ///
    /// # Errors
    /// If there is no such game.
    pub(crate) fn keep_tree(&mut self, id: u64, tree: Tree) -> Result<(), GamesError> {
        if *self.tree(id)? != tree {
            self.commit(&GameEvent::TreeKept { id, tree });
        }
        Ok(())
    }

    /// The tree of a game.
    ///
    /// # Errors
    /// If there is none with this number.
    pub fn tree(&self, id: u64) -> Result<&Tree, GamesError> {
        self.games.get(&id).map(|kept| &kept.tree).ok_or(GamesError::NoGame(id))
    }

    /// The last `count` changes of a game, if so many are remembered.
    pub(crate) fn told(&self, id: u64, count: usize) -> Option<impl Iterator<Item = Change>> {
        let told = &self.games.get(&id)?.told;
        Some(told.range(told.len().checked_sub(count)?..).copied())
    }

    /// Keeps a best score of games that are not here.
    pub fn keep_best(&mut self, shape: Shape, score: u64) {
        if score > self.best(shape) {
            self.commit(&GameEvent::Best { shape, score });
        }
    }

    /// Makes a game the one to go on with.
    ///
    /// # Errors
    /// If there is none with this number.
    pub fn open_game(&mut self, id: u64) -> Result<(), GamesError> {
        self.wake(id)?;
        if self.current != Some(id) {
            self.commit(&GameEvent::Opened { id });
        }
        Ok(())
    }

    /// Removes a game for good; false if there is none.
    pub(crate) fn remove(&mut self, id: u64) -> bool {
        let known = self.games.contains_key(&id);
        if known {
            self.commit(&GameEvent::Removed { id });
        }
        known
    }

    pub(crate) fn slide(&mut self, id: u64, ply: Ply) -> Option<Turn> {
        self.commit(&GameEvent::Slid { id, at: now(), ply })
    }

    pub(crate) fn undo(&mut self, id: u64) -> Option<Turn> {
        self.commit(&GameEvent::Undone { id, at: now() })
    }

    pub(crate) fn redo(&mut self, id: u64) -> Option<Turn> {
        self.commit(&GameEvent::Redone { id, at: now() })
    }

    /// Replaces the log by one entry a game.
    fn rewrite(&mut self) -> std::io::Result<()> {
        let best = self.elsewhere.iter().map(|(&shape, &score)| GameEvent::Best { shape, score });
        let games = self.games.iter().flat_map(|(&id, kept)| {
            let &KeptGame { started, changed, marked, .. } = kept;
            let game = GameEvent::Kept { id, started, changed, record: Box::new(kept.record()) };
            let tree = (!kept.tree.is_empty()).then(|| GameEvent::TreeKept { id, tree: kept.tree.clone() });
            let marks = marked.iter().map(move |mark| GameEvent::Marked { id, mark });
            [game].into_iter().chain(marks).chain(tree)
        });
        let runs = self.runs.iter().map(|(&id, json)| GameEvent::RunKept { id, json: json.clone() });
        let open = self.current.map(|id| GameEvent::Opened { id });
        let mut entries = best.chain(games).chain(runs).chain(open).map(|event| event.to_string());
        self.log.rewrite(&mut entries)?;
        // What is not logged yet has been applied: it is in the games that were just written.
        self.unlogged.clear();
        Ok(())
    }

    /// The record of a game.
    ///
    /// # Errors
    /// If there is none with this number.
    pub fn record(&self, id: u64) -> Result<Record, GamesError> {
        self.games.get(&id).map(KeptGame::record).ok_or(GamesError::NoGame(id))
    }

    /// The game that was opened last.
    #[must_use]
    pub fn current(&self) -> Option<u64> {
        self.current
    }

    /// The game to go on with on a board of this shape: the open one, or the one that changed last.
    #[must_use]
    pub fn latest(&self, shape: Shape) -> Option<u64> {
        let fits = |kept: &KeptGame| kept.summary.shape == shape;
        let open = self.current.filter(|id| self.games.get(id).is_some_and(fits));
        let games = self.games.iter().filter(|(_, kept)| fits(kept));
        open.or_else(|| games.max_by_key(|&(&id, kept)| (kept.changed, id)).map(|(&id, _)| id))
    }

    /// The best score on boards of this shape, of games that a person began by chance and played alone.
    #[must_use]
    pub fn best(&self, shape: Shape) -> u64 {
        self.best.get(&shape).copied().unwrap_or(0)
    }

    /// Why the last changes are not on the disk, if they are not.
    #[must_use]
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// The whole history, the game changed last first.
    #[must_use]
    pub fn list(&self) -> Vec<ListedGame> {
        let listed = |(&id, kept): (&u64, &KeptGame)| {
            let &KeptGame { started, changed, summary, marks, .. } = kept;
            ListedGame { id, started, changed, summary, marks }
        };
        let mut list: Vec<ListedGame> = self.games.iter().map(listed).collect();
        list.sort_by_key(|game| std::cmp::Reverse((game.changed, game.id)));
        list
    }

    /// A number that no game or run has.
    pub(crate) fn take_number(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }

    /// Keeps the result of a run, one line of JSON.
    pub(crate) fn keep_run(&mut self, id: u64, json: String) {
        self.commit(&GameEvent::RunKept { id, json });
    }

    /// The results of runs, by number.
    pub(crate) fn runs(&self) -> &BTreeMap<u64, String> {
        &self.runs
    }

    /// Removes a result for good; false if there is none.
    pub(crate) fn remove_run(&mut self, id: u64) -> bool {
        let known = self.runs.contains_key(&id);
        if known {
            self.commit(&GameEvent::RunRemoved { id });
        }
        known
    }

    /// What sends the log to the disk, without stopping the games meanwhile.
    pub(crate) fn syncing(&self) -> std::io::Result<Syncing> {
        self.log.syncing()
    }

    /// Sends the log to the disk.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn sync(&mut self) -> std::io::Result<()> {
        let synced = self.syncing().and_then(|syncing| syncing());
        synced.inspect_err(|error| self.doubt(error))
    }
}

fn raise(best: &mut HashMap<Shape, u64>, shape: Shape, score: u64) {
    let best = best.entry(shape).or_default();
    *best = score.max(*best);
}

fn now() -> u64 {
    unix_time().as_secs()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::{fs, io};

    use super::*;
    use crate::session::{Action, Session};
    use redouble_core::{Position, Rules};

    fn opened(directory: &tempfile::TempDir) -> Games {
        Games::open(directory.path()).unwrap().0
    }

    fn acted(games: &mut Games, id: u64, actions: &[Action]) {
        let mut session = Session::open(games, id).unwrap();
        actions.iter().for_each(|&action| assert!(session.act(action).unwrap().changed));
    }

    fn played(games: &mut Games, id: u64, moves: usize) {
        for _ in 0..moves {
            let direction = game(games, id).position().legal().nth(0).unwrap();
            acted(games, id, &[Action::Slide(direction)]);
        }
    }

    fn game(games: &mut Games, id: u64) -> Game {
        games.wake(id).unwrap().clone()
    }

    #[test]
    fn every_change_comes_back_after_a_restart() {
        let directory = tempfile::tempdir().unwrap();
        let mut games = opened(&directory);
        let id = games.add(&Game::new(Rules::default(), 7)).unwrap();
        played(&mut games, id, 30);
        let second = games.add(&Game::new(Rules::on("3x5".parse().unwrap()), 8)).unwrap();
        played(&mut games, second, 5);
        acted(&mut games, id, &[Action::Undo, Action::Undo, Action::Undo, Action::Redo]);
        let (first, other) = (game(&mut games, id), game(&mut games, second));
        let best = games.best(Shape::CLASSIC);
        let run = games.take_number();
        games.keep_run(run, "{\"games\":1}".to_owned());
        let tree: Tree = "3!2 0\"So%20what%3F".parse().unwrap();
        games.keep_tree(id, Tree::default()).unwrap();
        games.keep_tree(id, tree.clone()).unwrap();
        for rewritten in [false, true] {
            drop(games);
            games = opened(&directory);
            assert_eq!(game(&mut games, id), first, "{rewritten}");
            assert_eq!(games.current(), Some(second));
            assert_eq!(game(&mut games, second), other);
            assert_eq!((games.tree(id), games.tree(second).map(Tree::is_empty)), (Ok(&tree), Ok(true)));
            assert_eq!((games.best(Shape::CLASSIC), games.runs()[&run].as_str()), (best, "{\"games\":1}"));
            games.rewrite().unwrap();
        }
        assert_eq!((first.undos(), first.redoable(), first.turns().len()), (3, 2, 28));
    }

    #[test]
    fn a_game_without_a_move_makes_room_and_any_other_stays() {
        let mut games = Games::unsaved();
        let first = games.add(&Game::new(Rules::default(), 1)).unwrap();
        let second = games.add(&Game::new(Rules::default(), 2)).unwrap();
        assert_eq!(games.record(first), Err(GamesError::NoGame(first)));
        played(&mut games, second, 1);
        games.add(&Game::new(Rules::default(), 3)).unwrap();
        assert_eq!(games.list().len(), 2);
    }

    #[test]
    fn only_games_begun_by_chance_and_played_alone_count_for_best() {
        let shape = Shape::CLASSIC;
        let directory = tempfile::tempdir().unwrap();
        let mut games = opened(&directory);
        let alone = games.add(&Game::new(Rules::default(), 1)).unwrap();
        played(&mut games, alone, 12);
        let score = game(&mut games, alone).score();
        assert!(score > 0);
        assert_eq!(games.best(shape), score);
        let undone = games.add(&Game::new(Rules::default(), 2)).unwrap();
        played(&mut games, undone, 40);
        assert_eq!(games.best(shape), game(&mut games, undone).score());
        acted(&mut games, undone, &[Action::Undo]);
        assert_eq!(games.best(shape), score);
        for mark in [Mark::Auto, Mark::Hint] {
            let id = games.add(&Game::new(Rules::default(), 3)).unwrap();
            played(&mut games, id, 40);
            assert!(games.best(shape) > score);
            games.mark(id, mark);
            assert_eq!(games.best(shape), score, "{mark}");
        }
        for mark in [Mark::Import, Mark::Seed] {
            let id = games.add_marked(&Game::new(Rules::default(), 4), &[mark]).unwrap();
            played(&mut games, id, 40);
            assert_eq!(games.best(shape), score, "{mark}");
        }
        let board = redouble_core::board! { 1024 . . . / . 2 . . / . . . . / . . . . };
        games.add(&Game::from_position(Rules::default(), Position::new(board), 777_781, 1)).unwrap();
        assert_eq!(games.best(shape), score);
        for _ in 0..2 {
            drop(games);
            games = opened(&directory);
            assert_eq!(games.best(shape), score);
            games.rewrite().unwrap();
        }
        games.keep_best(shape, score + 1);
        assert_eq!(games.best(shape), score + 1);
        games.remove(alone);
        assert_eq!(games.best(shape), score + 1);
    }

    #[test]
    fn the_best_goes_with_its_game() {
        let mut games = Games::unsaved();
        let id = games.add(&Game::new(Rules::default(), 1)).unwrap();
        played(&mut games, id, 12);
        games.remove(id);
        assert_eq!(games.best(Shape::CLASSIC), 0);
    }

    /// A disk that is full as long as the flag is set.
    struct FullDisk(Journal, Arc<AtomicBool>);

    impl Log for FullDisk {
        fn append(&mut self, entry: &str) -> io::Result<()> {
            if self.1.load(Ordering::Relaxed) {
                Err(io::ErrorKind::StorageFull.into())
            } else {
                self.0.append(entry)
            }
        }

        fn rewrite(&mut self, entries: &mut dyn Iterator<Item = String>) -> io::Result<()> {
            self.0.rewrite(entries)
        }

        fn length(&self) -> u64 {
            self.0.length()
        }

        fn syncing(&self) -> io::Result<Syncing> {
            self.0.syncing()
        }
    }

    #[test]
    fn a_full_disk_is_said_and_loses_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let full = Arc::new(AtomicBool::new(false));
        let journal = Journal::open(directory.path()).unwrap().0;
        let mut games = Games::replay(Box::new(FullDisk(journal, Arc::clone(&full))), &[]).unwrap();
        let id = games.add(&Game::new(Rules::default(), 7)).unwrap();
        played(&mut games, id, 3);
        full.store(true, Ordering::Relaxed);
        played(&mut games, id, 4);
        acted(&mut games, id, &[Action::Undo]);
        let run = games.take_number();
        games.keep_run(run, "{}".to_owned());
        games.retry();
        assert!(games.trouble().unwrap().contains("not saved"), "{:?}", games.trouble());
        assert_eq!(game(&mut games, id).turns().len(), 6);
        full.store(false, Ordering::Relaxed);
        games.retry();
        assert_eq!(games.trouble(), None);
        played(&mut games, id, 1);
        let first = game(&mut games, id);
        drop(games);
        let mut games = opened(&directory);
        assert_eq!((game(&mut games, id), games.runs().len()), (first, 1));
    }

    /// A disk that syncs nothing as long as the flag is set, and then has lost what was not on it.
    struct FailingDisk(Journal, Arc<AtomicBool>);

    impl Log for FailingDisk {
        fn append(&mut self, entry: &str) -> io::Result<()> {
            if self.1.load(Ordering::Relaxed) { Ok(()) } else { self.0.append(entry) }
        }

        fn rewrite(&mut self, entries: &mut dyn Iterator<Item = String>) -> io::Result<()> {
            if self.1.load(Ordering::Relaxed) {
                Err(io::ErrorKind::Other.into())
            } else {
                self.0.rewrite(entries)
            }
        }

        fn length(&self) -> u64 {
            self.0.length()
        }

        fn syncing(&self) -> io::Result<Syncing> {
            let fails = self.1.load(Ordering::Relaxed);
            Ok(Box::new(move || if fails { Err(io::Error::other("the disk is gone")) } else { Ok(()) }))
        }
    }

    #[test]
    fn a_failed_sync_is_said_until_everything_is_written_anew() {
        for durable in [false, true] {
            let directory = tempfile::tempdir().unwrap();
            let failing = Arc::new(AtomicBool::new(false));
            let journal = Journal::open(directory.path()).unwrap().0;
            let disk = FailingDisk(journal, Arc::clone(&failing));
            let mut games = Games { durable, ..Games::replay(Box::new(disk), &[]).unwrap() };
            let id = games.add(&Game::new(Rules::default(), 7)).unwrap();
            played(&mut games, id, 3);
            assert_eq!(games.trouble(), None);
            failing.store(true, Ordering::Relaxed);
            played(&mut games, id, 4);
            assert!(games.sync().is_err());
            games.retry();
            assert!(games.trouble().unwrap().contains("not safe on the disk"), "{:?}", games.trouble());
            failing.store(false, Ordering::Relaxed);
            games.sync().unwrap();
            assert!(games.trouble().is_some(), "a sync that works says nothing about what was lost before");
            played(&mut games, id, 1);
            games.retry();
            assert_eq!(games.trouble(), None);
            let first = game(&mut games, id);
            drop(games);
            assert_eq!(game(&mut opened(&directory), id), first, "durable: {durable}");
        }
    }

    #[test]
    fn games_asleep_wake_up_as_they_were() {
        let mut games = Games::unsaved();
        let first = games.add(&Game::new(Rules::default(), 1)).unwrap();
        played(&mut games, first, 20);
        let before = game(&mut games, first);
        for seed in 0..MAX_AWAKE as u64 {
            let id = games.add(&Game::new(Rules::default(), seed)).unwrap();
            played(&mut games, id, 1);
        }
        assert_eq!(games.awake_game(first), None);
        assert_eq!(games.record(first).unwrap(), before.record());
        assert_eq!(game(&mut games, first), before);
    }

    #[test]
    fn an_event_that_cannot_have_happened_is_named() {
        let directory = tempfile::tempdir().unwrap();
        let mut games = opened(&directory);
        let id = games.add(&Game::new(Rules::default(), 7)).unwrap();
        played(&mut games, id, 1);
        drop(games);
        let path = directory.path().join("page/store.journal");
        let text = fs::read_to_string(&path).unwrap();
        for (event, problem) in
            [("undo 9 1", "no game 9"), ("redo 1 1", "nothing to redo"), ("ply 1 1 zz", "`ply` whose move")]
        {
            let line = format!("{:08x} {event}\n", redouble_core::crc32(event.as_bytes()));
            fs::write(&path, format!("{text}{line}")).unwrap();
            let error = format!("{:#}", Games::open(directory.path()).map(|_| ()).unwrap_err());
            assert!(error.contains("line 5 of the store") && error.contains(problem), "{error}");
        }
    }
}
