//! Everything that is kept, in memory, without the moves of games that nobody plays: what questions are answered from.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use redouble_core::{Game, Ply, ReplayError, Shape, Turn};

use crate::change::Change;
use crate::event::GameEvent;
use crate::games::GamesError;
use crate::marks::{Mark, Marks};
use crate::store::{Contents, Entry, GameRow, GameSummary, MAX_TOLD, ResultRow, Store, undone};

/// How many games, and moves in them, are kept ready to be played.
pub(crate) const MAX_AWAKE: usize = 256;
const MAX_AWAKE_MOVES: usize = 1_000_000;
/// Between two moves more than so many seconds are a pause.
const PAUSE: u64 = 60;

/// All games by number, those in play whole, and the results.
pub(crate) struct Index {
    games: BTreeMap<u64, IndexedGame>,
    /// The games that are awake, the one used last at the end.
    awake: Vec<u64>,
    current: Option<u64>,
    next: u64,
    /// The best scores of people: of games without a mark, and of games elsewhere.
    best: HashMap<Shape, u64>,
    /// The best scores of games that are not here.
    elsewhere: HashMap<Shape, u64>,
    results: BTreeMap<u64, ResultRow>,
    /// The checksums of files whose games were taken over.
    taken: BTreeSet<u32>,
}

/// A game of the index.
struct IndexedGame {
    row: GameRow,
    /// The game itself, while it is awake.
    game: Option<Box<Game>>,
    /// The last changes, the latest at the end.
    told: VecDeque<Change>,
}

/// An event that cannot have happened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ApplyError {
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

impl From<Contents> for Index {
    fn from(contents: Contents) -> Index {
        let Contents { games, told, results, elsewhere, taken, current, next } = contents;
        let games = games.into_iter().map(|row| {
            let game = IndexedGame { row, game: None, told: VecDeque::new() };
            (game.row.id, game)
        });
        let elsewhere: HashMap<Shape, u64> = elsewhere.into_iter().collect();
        let mut index = Index {
            games: games.collect(),
            awake: Vec::new(),
            current: None,
            next: next.max(1),
            best: elsewhere.clone(),
            elsewhere,
            results: results.into_iter().map(|row| (row.id, row)).collect(),
            taken,
        };
        for (id, changes) in told {
            if let Some(kept) = index.games.get_mut(&id) {
                kept.told = changes.into();
            }
        }
        index.current = current.filter(|id| index.games.contains_key(id));
        let numbers: Vec<u64> = index.games.keys().chain(index.results.keys()).copied().collect();
        numbers.into_iter().for_each(|id| index.count_in(id));
        index.games.keys().copied().collect::<Vec<_>>().into_iter().for_each(|id| index.rank(id));
        index
    }
}

impl Index {
    /// Does what an event says, whether it happens now or is read from a log. A game that is asleep is read from the
    /// store; with `sleepy`, those not used for longest are put to sleep.
    pub(crate) fn apply(
        &mut self,
        event: GameEvent,
        store: &dyn Store,
        sleepy: bool,
    ) -> Result<(Entry, Option<Turn>), ApplyError> {
        let mut turn = None;
        let mut touched = None;
        match event {
            GameEvent::Kept { id, started, changed, ref record } => {
                let game = Game::from_record(record)?;
                self.insert(id, started, changed, game);
                touched = Some(id);
            }
            GameEvent::Slid { id, at, ply } => {
                turn = Some(self.slide(id, at, ply, store)?);
                touched = Some(id);
            }
            GameEvent::Undone { id, at } => {
                self.wake(id, store)?.undo().then_some(()).ok_or(ApplyError::NothingToUndo)?;
                self.changed(id, at, Change::Undo);
                touched = Some(id);
            }
            GameEvent::Redone { id, at } => {
                turn = Some(self.wake(id, store)?.redo().ok_or(ApplyError::NothingToRedo)?);
                self.changed(id, at, Change::Redo);
                touched = Some(id);
            }
            GameEvent::Marked { id, mark } => {
                self.mark(id, mark)?;
                touched = Some(id);
            }
            GameEvent::Named { id, ref name } => {
                self.row_mut(id)?.name.clone_from(name);
                touched = Some(id);
            }
            GameEvent::Tagged { id, ref tag } => {
                self.row_mut(id)?.tags.insert(tag.clone());
                touched = Some(id);
            }
            GameEvent::Untagged { id, ref tag } => {
                self.row_mut(id)?.tags.remove(tag);
                touched = Some(id);
            }
            GameEvent::TreeKept { id, ref tree } => {
                self.row_mut(id)?.tree = Arc::new(tree.clone());
                touched = Some(id);
            }
            GameEvent::Opened { id } => self.opened(id),
            GameEvent::Removed { id } => self.forget(id),
            GameEvent::Best { shape, score } => {
                raise(&mut self.elsewhere, shape, score);
                raise(&mut self.best, shape, score);
            }
            GameEvent::ResultKept { id, kind, at, .. } => {
                self.count_in(id);
                self.results.insert(id, ResultRow { id, kind, at });
            }
            GameEvent::ResultRemoved { id } => {
                self.count_in(id);
                self.results.remove(&id);
            }
            GameEvent::TakenOver { digest } => drop(self.taken.insert(digest)),
        }
        if sleepy {
            self.put_to_sleep();
        }
        let row = touched.and_then(|id| self.row(id)).cloned();
        Ok((Entry { event, ply: turn.map(|turn| turn.ply), row }, turn))
    }

    fn slide(&mut self, id: u64, at: u64, ply: Ply, store: &dyn Store) -> Result<Turn, ApplyError> {
        let turn = self.wake(id, store)?.play(ply.direction).ok_or(ApplyError::IllegalMove)?;
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

    fn insert(&mut self, id: u64, started: u64, changed: u64, game: Game) {
        self.count_in(id);
        let row = GameRow {
            id,
            started,
            changed,
            seconds: 0,
            timed: 0,
            summary: GameSummary::of(&game),
            undone: undone(&game),
            marks: Marks::of(&game),
            name: String::new(),
            tags: BTreeSet::new(),
            tree: Arc::default(),
        };
        self.games.insert(id, IndexedGame { row, game: Some(Box::new(game)), told: VecDeque::new() });
        self.touch(id);
        self.rank(id);
    }

    fn opened(&mut self, id: u64) {
        self.count_in(id);
        self.current = Some(id);
    }

    /// Moves a game to the end of those that are awake.
    fn touch(&mut self, id: u64) {
        if self.awake.last() != Some(&id) {
            self.awake.retain(|&other| other != id);
            self.awake.push(id);
        }
    }

    /// Puts the games not used for longest to sleep, if too many are awake. What they are must be in the store.
    pub(crate) fn put_to_sleep(&mut self) {
        let moves = |games: &BTreeMap<u64, IndexedGame>, id: &u64| {
            games.get(id).map_or(0, |kept| kept.row.summary.moves)
        };
        while self.awake.len() > MAX_AWAKE
            || (self.awake.len() > 1
                && self.awake.iter().map(|id| moves(&self.games, id)).sum::<usize>() > MAX_AWAKE_MOVES)
        {
            let asleep = self.awake.remove(0);
            if let Some(kept) = self.games.get_mut(&asleep) {
                kept.game = None;
            }
        }
    }

    /// Makes a game ready to be played.
    pub(crate) fn wake(&mut self, id: u64, store: &dyn Store) -> Result<&mut Game, GamesError> {
        let kept = self.games.get(&id).ok_or(GamesError::NoGame(id))?;
        if kept.game.is_none() {
            let game = read(&kept.row, store)?;
            self.games.get_mut(&id).ok_or(GamesError::NoGame(id))?.game = Some(Box::new(game));
        }
        self.touch(id);
        let kept = self.games.get_mut(&id).and_then(|kept| kept.game.as_deref_mut());
        kept.ok_or(GamesError::NoGame(id))
    }

    /// A game that is awake.
    pub(crate) fn awake_game(&self, id: u64) -> Option<&Game> {
        self.games.get(&id)?.game.as_deref()
    }

    fn changed(&mut self, id: u64, at: u64, change: Change) {
        let Some(kept) = self.games.get_mut(&id) else { return };
        let before = (kept.row.marks, kept.row.summary);
        if kept.told.len() == MAX_TOLD {
            kept.told.pop_front();
        }
        kept.told.push_back(change);
        if let Some(game) = &kept.game {
            kept.row.summary = GameSummary::of(game);
            kept.row.undone = undone(game);
            kept.row.marks = kept.row.marks.and(Marks::of(game));
        }
        if let Some(took) = at.checked_sub(kept.row.changed).filter(|&took| took <= PAUSE) {
            kept.row.seconds += took;
            kept.row.timed += u64::from(change != Change::Undo);
        }
        kept.row.changed = at;
        if before.0 == kept.row.marks { self.rank(id) } else { self.unrank(before.0, before.1) }
    }

    fn row_mut(&mut self, id: u64) -> Result<&mut GameRow, GamesError> {
        self.games.get_mut(&id).map(|kept| &mut kept.row).ok_or(GamesError::NoGame(id))
    }

    fn mark(&mut self, id: u64, mark: Mark) -> Result<(), GamesError> {
        let row = self.row_mut(id)?;
        let before = (row.marks, row.summary);
        row.marks = row.marks.with(mark);
        self.unrank(before.0, before.1);
        Ok(())
    }

    /// A game without a mark may be the best.
    fn rank(&mut self, id: u64) {
        if let Some(IndexedGame { row, .. }) = self.games.get(&id)
            && row.marks.is_empty()
        {
            raise(&mut self.best, row.summary.shape(), row.summary.score);
        }
    }

    /// A game that had these marks and this score no longer counts: if it was the best, another one is.
    fn unrank(&mut self, marks: Marks, summary: GameSummary) {
        let shape = summary.shape();
        if !marks.is_empty() || summary.score < self.best(shape) {
            return;
        }
        let counts = |row: &&GameRow| row.summary.shape() == shape && row.marks.is_empty();
        let scores = self.rows().filter(counts).map(|row| row.summary.score);
        let best = scores.chain(self.elsewhere.get(&shape).copied()).max().unwrap_or(0);
        self.best.insert(shape, best);
    }

    fn forget(&mut self, id: u64) {
        self.count_in(id);
        if let Some(IndexedGame { row, .. }) = self.games.remove(&id) {
            self.unrank(row.marks, row.summary);
        }
        self.awake.retain(|&other| other != id);
        if self.current == Some(id) {
            self.current = None;
        }
    }

    /// The games by number.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &GameRow> {
        self.games.values().map(|kept| &kept.row)
    }

    /// How many games there are.
    pub(crate) fn len(&self) -> usize {
        self.games.len()
    }

    /// What is known of a game.
    pub(crate) fn row(&self, id: u64) -> Option<&GameRow> {
        self.games.get(&id).map(|kept| &kept.row)
    }

    /// The last `count` changes of a game, if so many are remembered.
    pub(crate) fn told(&self, id: u64, count: usize) -> Option<impl Iterator<Item = Change>> {
        let told = &self.games.get(&id)?.told;
        Some(told.range(told.len().checked_sub(count)?..).copied())
    }

    /// The game that was opened last.
    pub(crate) fn current(&self) -> Option<u64> {
        self.current
    }

    /// The best score of people on boards of this shape.
    pub(crate) fn best(&self, shape: Shape) -> u64 {
        self.best.get(&shape).copied().unwrap_or(0)
    }

    /// The best scores of games that are not here.
    pub(crate) fn elsewhere(&self) -> impl Iterator<Item = (Shape, u64)> {
        self.elsewhere.iter().map(|(&shape, &score)| (shape, score))
    }

    /// The results by number.
    pub(crate) fn results(&self) -> &BTreeMap<u64, ResultRow> {
        &self.results
    }

    /// Whether the games of the file with this checksum are here.
    pub(crate) fn has_taken(&self, digest: u32) -> bool {
        self.taken.contains(&digest)
    }

    /// A number that no game or result has.
    pub(crate) fn take_number(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }
}

/// A game that is asleep. Its moves must lead to where its row says that it stands.
fn read(row: &GameRow, store: &dyn Store) -> Result<Game, GamesError> {
    let damaged = |problem: String| GamesError::Damaged { id: row.id, problem };
    let record = store.record(row.id).map_err(|error| damaged(error.to_string()))?;
    let record = record.ok_or_else(|| damaged("its moves are gone".to_owned()))?;
    let game = Game::from_record(&record).map_err(|error| damaged(error.to_string()))?;
    if GameSummary::of(&game) != row.summary {
        return Err(damaged("its moves lead to another board than is kept with it".to_owned()));
    }
    Ok(game)
}

fn raise(best: &mut HashMap<Shape, u64>, shape: Shape, score: u64) {
    let best = best.entry(shape).or_default();
    *best = score.max(*best);
}
