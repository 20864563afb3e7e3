//! All games of the page, in memory and in the journal.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::path::Path;

use anyhow::Context;
use redouble_core::{Game, Grid, Record, Shape, Tile};

use crate::journal::Journal;
use crate::refusal::Refusal;
use redouble_kernels::clock::unix_time;

/// The most games that are kept; a history that is full says so and loses nothing.
pub(crate) const MAX_GAMES: usize = 20_000;
/// The most moves of a game.
pub(crate) const MAX_MOVES: usize = 200_000;
/// How many games, and moves in them, are kept ready to be played; the rest are records.
const MAX_AWAKE: usize = 256;
const MAX_AWAKE_MOVES: usize = 1_000_000;
/// A journal below this size is not rewritten.
const SMALL_JOURNAL: u64 = 1 << 20;

/// The games, the one that was opened last, and the results of the arena.
pub(crate) struct Games {
    journal: Journal,
    games: BTreeMap<u64, Kept>,
    /// The games that are awake, the one used last at the end.
    awake: Vec<u64>,
    current: Option<u64>,
    next: u64,
    best: HashMap<Shape, u64>,
    /// Finished work other than games, as JSON, by its number.
    runs: BTreeMap<u64, String>,
    /// Why the last change could not be written.
    trouble: Option<String>,
}

/// A game in the history.
struct Kept {
    /// Seconds since 1970.
    started: u64,
    changed: u64,
    form: Form,
    summary: Summary,
    /// Whether the journal does not have its last change.
    unsaved: bool,
}

enum Form {
    Awake(Box<Game>),
    Asleep(Record),
}

/// What the history shows of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) shape: Shape,
    pub(crate) goal: Tile,
    pub(crate) score: u64,
    pub(crate) max_tile: Option<Tile>,
    pub(crate) moves: usize,
    pub(crate) undos: u32,
    pub(crate) over: bool,
    pub(crate) won: bool,
}

impl Summary {
    fn of(game: &Game) -> Summary {
        Summary {
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

/// A game of the history with its number and times.
pub(crate) struct Listed {
    pub(crate) id: u64,
    pub(crate) started: u64,
    pub(crate) changed: u64,
    pub(crate) summary: Summary,
}

/// A change to a game, as the journal has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The last turn of the game was just played.
    Ply,
    Undo,
    Redo,
}

impl Games {
    /// Opens the games of a data directory; what was cut off by a crash is reported in words.
    ///
    /// # Errors
    /// If the journal cannot be used.
    pub(crate) fn open(data: &Path) -> anyhow::Result<(Games, Option<String>)> {
        let (journal, contents) = Journal::open(data)?;
        let mut games = Games {
            journal,
            games: BTreeMap::new(),
            awake: Vec::new(),
            current: None,
            next: 1,
            best: HashMap::new(),
            runs: BTreeMap::new(),
            trouble: None,
        };
        for (index, entry) in contents.entries.iter().enumerate() {
            games.apply(entry).with_context(|| format!("line {} of the store", index + 2))?;
        }
        let live: usize = games.games.values().map(|kept| 200 + 2 * kept.summary.moves).sum();
        if games.journal.length() > SMALL_JOURNAL.max(2 * live as u64) {
            // A journal that could not be made smaller is still a journal.
            games.trouble = games.rewrite().err().map(|error| format!("not made smaller: {error}"));
        }
        let torn =
            (contents.torn > 0).then(|| format!("{} bytes of an unfinished change left out", contents.torn));
        Ok((games, torn))
    }

    /// Does what an entry of the journal says.
    fn apply(&mut self, entry: &str) -> anyhow::Result<()> {
        let (kind, rest) = entry.split_once(' ').context("an entry without a kind")?;
        let (name, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        if kind == "best" {
            self.best.insert(name.parse()?, rest.parse()?);
            return Ok(());
        }
        let id: u64 = name.parse()?;
        self.next = self.next.max(id + 1);
        match kind {
            "game" => {
                let mut fields = rest.splitn(3, ' ');
                let started = fields.next().context("no time")?.parse()?;
                let changed = fields.next().context("no time")?.parse()?;
                let record: Record = fields.next().context("no record")?.parse()?;
                let game = Game::from_record(&record)?;
                self.keep(id, started, changed, game);
            }
            "ply" => {
                let (now, ply) = rest.split_once(' ').context("no ply")?;
                let direction = ply.chars().next().context("no ply")?.to_ascii_lowercase();
                let direction = redouble_core::Direction::from_letter(direction).context("no direction")?;
                let turn = self.wake(id)?.play(direction).context("an illegal move")?;
                anyhow::ensure!(
                    turn.ply.to_string() == ply,
                    "game {id} has another spawn than its seed gives"
                );
                self.changed(id, now.parse()?);
            }
            "undo" => {
                anyhow::ensure!(self.wake(id)?.undo(), "nothing to undo");
                self.changed(id, rest.parse()?);
            }
            "redo" => {
                self.wake(id)?.redo().context("nothing to redo")?;
                self.changed(id, rest.parse()?);
            }
            "open" => self.current = Some(id),
            "gone" => self.forget(id),
            "run" => {
                self.runs.insert(id, rest.to_owned());
            }
            "run-gone" => {
                self.runs.remove(&id);
            }
            _ => anyhow::bail!("an entry of an unknown kind: `{kind}`"),
        }
        Ok(())
    }

    fn keep(&mut self, id: u64, started: u64, changed: u64, game: Game) {
        let summary = Summary::of(&game);
        let form = Form::Awake(Box::new(game));
        self.games.insert(id, Kept { started, changed, form, summary, unsaved: false });
        self.touch(id);
        self.raise_best(summary);
    }

    /// Moves a game to the end of those that are awake, and puts the ones not used for longest to sleep.
    fn touch(&mut self, id: u64) {
        if self.awake.last() == Some(&id) {
            return;
        }
        self.awake.retain(|&other| other != id);
        self.awake.push(id);
        let moves =
            |games: &BTreeMap<u64, Kept>, id: &u64| games.get(id).map_or(0, |kept| kept.summary.moves);
        while self.awake.len() > MAX_AWAKE
            || (self.awake.len() > 1
                && self.awake.iter().map(|id| moves(&self.games, id)).sum::<usize>() > MAX_AWAKE_MOVES)
        {
            let asleep = self.awake.remove(0);
            let Some(kept) = self.games.get_mut(&asleep) else { continue };
            if let Form::Awake(game) = &kept.form {
                kept.form = Form::Asleep(game.record());
            }
        }
    }

    fn wake(&mut self, id: u64) -> Result<&mut Game, Refusal> {
        self.touch(id);
        let kept =
            self.games.get_mut(&id).ok_or_else(|| Refusal::not_found(format!("there is no game {id}")))?;
        if let Form::Asleep(record) = &kept.form {
            let game = Game::from_record(record).expect("a record of a game that was played here");
            kept.form = Form::Awake(Box::new(game));
        }
        match &mut kept.form {
            Form::Awake(game) => Ok(game),
            Form::Asleep(_) => unreachable!("just woken"),
        }
    }

    fn changed(&mut self, id: u64, now: u64) {
        let Some(kept) = self.games.get_mut(&id) else { return };
        if let Form::Awake(game) = &kept.form {
            kept.summary = Summary::of(game);
        }
        kept.changed = now;
        let summary = kept.summary;
        self.raise_best(summary);
    }

    fn raise_best(&mut self, summary: Summary) {
        let best = self.best.entry(summary.shape).or_default();
        *best = summary.score.max(*best);
    }

    fn forget(&mut self, id: u64) {
        self.games.remove(&id);
        self.awake.retain(|&other| other != id);
        if self.current == Some(id) {
            self.current = None;
        }
    }

    /// Puts a new game into the history and opens it.
    ///
    /// # Errors
    /// If the history is full.
    pub(crate) fn add(&mut self, game: Game) -> Result<u64, Refusal> {
        // A game in which nothing was done is not worth keeping.
        if let Some(current) = self.current
            && self.games.get(&current).is_some_and(|kept| kept.summary.moves == 0 && kept.summary.undos == 0)
        {
            self.remove(current);
        }
        if self.games.len() >= MAX_GAMES {
            return Err(Refusal::full(format!(
                "the history holds {MAX_GAMES} games and is full: remove some that you do not need"
            )));
        }
        let (id, now) = (self.take_number(), now());
        self.keep(id, now, now, game);
        let entry = self.snapshot(id);
        self.write(id, &entry);
        self.open_game(id)?;
        Ok(id)
    }

    /// Makes a game the one that the page shows first.
    pub(crate) fn open_game(&mut self, id: u64) -> Result<(), Refusal> {
        self.wake(id)?;
        if self.current != Some(id) {
            self.current = Some(id);
            // Which game was open is no loss.
            let _ = self.journal.append(&format!("open {id}"));
        }
        Ok(())
    }

    /// Removes a game for good.
    pub(crate) fn remove(&mut self, id: u64) -> bool {
        let known = self.games.contains_key(&id);
        self.forget(id);
        if known && let Err(error) = self.journal.append(&format!("gone {id}")) {
            self.trouble = Some(format!("the removal is not saved: {error}"));
        }
        known
    }

    /// Lets `play` change a game and writes the change down; `None` changes nothing.
    pub(crate) fn change<T>(
        &mut self,
        id: u64,
        play: impl FnOnce(&mut Game) -> Option<(Change, T)>,
    ) -> Result<Option<T>, Refusal> {
        let Some((change, answer)) = play(self.wake(id)?) else { return Ok(None) };
        let now = now();
        self.changed(id, now);
        let entry = match change {
            Change::Undo => format!("undo {id} {now}"),
            Change::Redo => format!("redo {id} {now}"),
            Change::Ply => {
                let ply = self.wake(id)?.turns().last().expect("a turn was played").ply;
                format!("ply {id} {now} {ply}")
            }
        };
        self.write(id, &entry);
        Ok(Some(answer))
    }

    /// Writes a change, or the whole game if earlier changes are missing.
    fn write(&mut self, id: u64, entry: &str) {
        let unsaved = self.games.get(&id).is_some_and(|kept| kept.unsaved);
        let written =
            if unsaved { self.journal.append(&self.snapshot(id)) } else { self.journal.append(entry) };
        if let Some(kept) = self.games.get_mut(&id) {
            kept.unsaved = written.is_err();
        }
        self.trouble = written.err().map(|error| format!("not saved: {error}"));
    }

    /// Tries again to write what could not be written.
    pub(crate) fn retry(&mut self) {
        let unsaved: Vec<u64> =
            self.games.iter().filter(|(_, kept)| kept.unsaved).map(|(&id, _)| id).collect();
        for id in unsaved {
            self.write(id, "");
        }
    }

    fn snapshot(&self, id: u64) -> String {
        let kept = &self.games[&id];
        let record = match &kept.form {
            Form::Awake(game) => game.record().to_string(),
            Form::Asleep(record) => record.to_string(),
        };
        let words: Vec<&str> = record.split_whitespace().collect();
        format!("game {id} {} {} {}", kept.started, kept.changed, words.join(" "))
    }

    /// Replaces the journal by one entry a game.
    fn rewrite(&mut self) -> std::io::Result<()> {
        let best = self.best.iter().map(|(shape, best)| format!("best {shape} {best}"));
        let games = self.games.keys().map(|&id| self.snapshot(id));
        let runs = self.runs.iter().map(|(id, run)| format!("run {id} {run}"));
        let open = self.current.map(|id| format!("open {id}"));
        let entries: Vec<String> = best.chain(games).chain(runs).chain(open).collect();
        self.journal.rewrite(entries.into_iter())
    }

    /// The game with this number, awake.
    pub(crate) fn game(&mut self, id: u64) -> Result<&Game, Refusal> {
        self.wake(id).map(|game| &*game)
    }

    /// The game that was opened last.
    pub(crate) fn current(&self) -> Option<u64> {
        self.current
    }

    /// The best score on boards of this shape.
    pub(crate) fn best(&self, shape: Shape) -> u64 {
        self.best.get(&shape).copied().unwrap_or(0)
    }

    /// Why the last change is not on the disk, if it is not.
    pub(crate) fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// The whole history, the game changed last first.
    pub(crate) fn list(&self) -> Vec<Listed> {
        let listed = |(&id, kept): (&u64, &Kept)| {
            let &Kept { started, changed, summary, .. } = kept;
            Listed { id, started, changed, summary }
        };
        let mut list: Vec<Listed> = self.games.iter().map(listed).collect();
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
        if let Err(error) = self.journal.append(&format!("run {id} {json}")) {
            self.trouble = Some(format!("the result is not saved: {error}"));
        }
        self.runs.insert(id, json);
    }

    /// The results of runs, by number.
    pub(crate) fn runs(&self) -> &BTreeMap<u64, String> {
        &self.runs
    }

    /// Removes a result for good.
    pub(crate) fn remove_run(&mut self, id: u64) -> bool {
        let known = self.runs.remove(&id).is_some();
        if known && let Err(error) = self.journal.append(&format!("run-gone {id}")) {
            self.trouble = Some(format!("the removal is not saved: {error}"));
        }
        known
    }

    /// A second handle of the journal, to sync it without stopping the games.
    pub(crate) fn handle(&self) -> std::io::Result<File> {
        self.journal.handle()
    }
}

fn now() -> u64 {
    unix_time().as_secs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::Rules;

    fn played(games: &mut Games, id: u64, moves: usize) {
        for _ in 0..moves {
            games
                .change(id, |game| {
                    let direction = game.position().legal().nth(0)?;
                    game.play(direction).map(|turn| (Change::Ply, turn))
                })
                .unwrap();
        }
    }

    #[test]
    fn every_change_comes_back_after_a_restart() {
        let directory = tempfile::tempdir().unwrap();
        let (mut games, _) = Games::open(directory.path()).unwrap();
        let id = games.add(Game::new(Rules::default(), 7)).unwrap();
        played(&mut games, id, 30);
        let second = games.add(Game::new(Rules::on("3x5".parse().unwrap()), 8)).unwrap();
        played(&mut games, second, 5);
        for _ in 0..3 {
            games.change(id, |game| game.undo().then_some((Change::Undo, ()))).unwrap();
        }
        games.change(id, |game| game.redo().map(|turn| (Change::Redo, turn))).unwrap();
        let (game, other) = (games.game(id).unwrap().clone(), games.game(second).unwrap().clone());
        let best = games.best(Shape::CLASSIC);
        let run = games.take_number();
        games.keep_run(run, "{\"games\":1}".to_owned());
        for rewritten in [false, true] {
            drop(games);
            games = Games::open(directory.path()).unwrap().0;
            assert_eq!(games.game(id).unwrap(), &game, "{rewritten}");
            assert_eq!(games.current(), Some(second));
            assert_eq!(games.game(second).unwrap(), &other);
            assert_eq!((games.best(Shape::CLASSIC), games.runs()[&run].as_str()), (best, "{\"games\":1}"));
            games.rewrite().unwrap();
        }
        assert_eq!((game.undos(), game.redoable(), game.turns().len()), (3, 2, 28));
    }

    #[test]
    fn a_game_without_a_move_makes_room_and_any_other_stays() {
        let directory = tempfile::tempdir().unwrap();
        let (mut games, _) = Games::open(directory.path()).unwrap();
        let first = games.add(Game::new(Rules::default(), 1)).unwrap();
        let second = games.add(Game::new(Rules::default(), 2)).unwrap();
        assert!(games.game(first).is_err());
        played(&mut games, second, 1);
        games.add(Game::new(Rules::default(), 3)).unwrap();
        assert_eq!(games.list().len(), 2);
    }

    #[test]
    fn a_full_disk_is_said_and_loses_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let (mut games, _) = Games::open(directory.path()).unwrap();
        let id = games.add(Game::new(Rules::default(), 7)).unwrap();
        played(&mut games, id, 3);
        games.journal.set_full(true);
        played(&mut games, id, 4);
        games.retry();
        assert!(games.trouble().unwrap().contains("not saved"), "{:?}", games.trouble());
        assert_eq!(games.game(id).unwrap().turns().len(), 7);
        games.journal.set_full(false);
        games.retry();
        assert_eq!(games.trouble(), None);
        played(&mut games, id, 1);
        let game = games.game(id).unwrap().clone();
        drop(games);
        assert_eq!(Games::open(directory.path()).unwrap().0.game(id).unwrap(), &game);
    }

    #[test]
    fn games_asleep_wake_up_as_they_were() {
        let directory = tempfile::tempdir().unwrap();
        let (mut games, _) = Games::open(directory.path()).unwrap();
        let first = games.add(Game::new(Rules::default(), 1)).unwrap();
        played(&mut games, first, 20);
        let game = games.game(first).unwrap().clone();
        for seed in 0..MAX_AWAKE as u64 {
            let id = games.add(Game::new(Rules::default(), seed)).unwrap();
            played(&mut games, id, 1);
        }
        assert!(matches!(games.games[&first].form, Form::Asleep(_)));
        assert_eq!(games.game(first).unwrap(), &game);
    }
}
