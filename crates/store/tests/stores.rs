//! What every store promises, held to both: the database, and an event log with everything else in memory.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use redouble_api::{
    Action, Entry, Games, GamesError, HUMAN, Log, Mark, ResultKind, Session, Store, StoreError, Syncing,
};
use redouble_core::{Game, Position, Record, Rules, Shape};
use redouble_store::{Database, Durability};
use tempfile::TempDir;

/// Where the games of a test are.
enum Place {
    Database(TempDir),
    Log(Arc<Mutex<Vec<String>>>),
}

/// Lines in memory.
struct Lines(Arc<Mutex<Vec<String>>>);

impl Log for Lines {
    fn append(&mut self, entries: &[String]) -> std::io::Result<()> {
        self.0.lock().unwrap().extend_from_slice(entries);
        Ok(())
    }
}

impl Place {
    fn all() -> [Place; 2] {
        [Place::Database(tempfile::tempdir().unwrap()), Place::Log(Arc::default())]
    }

    /// The games as a process finds them that starts now.
    fn open(&self) -> Games {
        match self {
            Place::Database(directory) => {
                let (database, contents) = Database::open(directory.path(), Durability::EverySync).unwrap();
                Games::open(Box::new(database), contents)
            }
            Place::Log(lines) => {
                let entries = lines.lock().unwrap().clone();
                Games::replay(Box::new(Lines(Arc::clone(lines))), &entries).unwrap()
            }
        }
    }
}

fn acted(games: &mut Games, id: u64, actions: &[Action]) {
    let mut session = Session::open(games, id).unwrap();
    for &action in actions {
        session.act(action).unwrap();
    }
}

fn played(games: &mut Games, id: u64, moves: usize) {
    for _ in 0..moves {
        let direction = game(games, id).position().legal().nth(0).unwrap();
        acted(games, id, &[Action::Slide(direction)]);
    }
}

fn game(games: &mut Games, id: u64) -> Game {
    Session::open(games, id).unwrap().game().clone()
}

/// Everything that can be asked about the games.
fn everything(games: &Games) -> String {
    let rows: Vec<_> = games.rows().map(|row| (row.clone(), games.record(row.id).unwrap())).collect();
    let results: Vec<_> = games.results().values().map(|row| (*row, games.result(row.id))).collect();
    format!("{rows:?} {results:?} {:?} {}", games.current(), games.best(Shape::CLASSIC))
}

#[test]
fn every_change_comes_back_after_a_restart() {
    for place in Place::all() {
        let mut games = place.open();
        let id = games.add(&Game::new(Rules::default(), u64::MAX)).unwrap();
        played(&mut games, id, 30);
        let second =
            games.add_marked(&Game::new(Rules::on("3x5".parse().unwrap()), 8), &[Mark::Seed]).unwrap();
        played(&mut games, second, 5);
        acted(&mut games, id, &[Action::Undo, Action::Undo, Action::Undo, Action::Redo]);
        let board = "1024,1024,.,./.,2,.,./.,.,.,./.,.,.,.".parse().unwrap();
        let set_up = Game::from_position(Rules::default(), Position::new(board), 777, 5);
        let third = games.add(&set_up).unwrap();
        played(&mut games, third, 1);
        let gone = games.add(&Game::new(Rules::default(), 9)).unwrap();
        played(&mut games, gone, 2);
        games.open_game(third).unwrap();
        assert!(games.remove(gone));
        games.name(id, "  A name, \"quoted\" ").unwrap();
        games.tag(id, &["corner".to_owned(), "ä".to_owned()]).unwrap();
        games.tag(id, &["ä".to_owned(), "later".to_owned()]).unwrap();
        games.keep_tree(id, "2!1".parse().unwrap()).unwrap();
        games.keep_tree(id, "3!2 0\"So%20what%3F".parse().unwrap()).unwrap();
        acted(&mut games, second, &[Action::Hint]);
        let [kept, removed] = [games.take_number(), games.take_number()];
        games.keep_result(kept, ResultKind::Arena, "{\"games\":1}".to_owned());
        games.keep_result(removed, ResultKind::Arena, "{}".to_owned());
        assert!(games.remove_result(removed));
        games.keep_best("5x5".parse().unwrap(), 4_000);
        let (before, first) = (everything(&games), game(&mut games, id));
        for _ in 0..2 {
            drop(games);
            games = place.open();
            assert_eq!(everything(&games), before);
            assert_eq!(game(&mut games, id), first);
            assert_eq!(games.best("5x5".parse().unwrap()), 4_000);
        }
        assert_eq!((first.undos(), first.redoable(), first.turns().len()), (3, 2, 28));
        let row = games.rows().find(|row| row.id == id).unwrap();
        assert_eq!((row.name.as_str(), row.marks.kind()), ("A name, \"quoted\"", "undo"));
        assert_eq!(row.tags.iter().collect::<Vec<_>>(), ["later", "ä"]);
        assert_eq!(row.tree.to_string(), "3!2 0\"So%20what%3F");
        assert!(games.take_number() > removed, "a number is never given again");
        let next = games.add(&Game::new(Rules::default(), 1)).unwrap();
        assert!(next > removed);
    }
}

#[test]
fn a_move_made_instead_of_one_taken_back_is_the_one_that_stays() {
    for place in Place::all() {
        let mut games = place.open();
        let id = games.add(&Game::new(Rules::default(), 7)).unwrap();
        played(&mut games, id, 10);
        acted(&mut games, id, &[Action::Undo, Action::Undo]);
        let other = game(&mut games, id).position().legal().into_iter().last().unwrap();
        acted(&mut games, id, &[Action::Slide(other)]);
        let first = game(&mut games, id);
        drop(games);
        assert_eq!(game(&mut place.open(), id), first);
    }
}

#[test]
fn only_games_begun_by_chance_and_played_alone_count_for_best() {
    let shape = Shape::CLASSIC;
    for place in Place::all() {
        let mut games = place.open();
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
        let hinted = games.add(&Game::new(Rules::default(), 3)).unwrap();
        played(&mut games, hinted, 40);
        assert!(games.best(shape) > score);
        acted(&mut games, hinted, &[Action::Hint]);
        assert_eq!(games.best(shape), score);
        for mark in [Mark::Import, Mark::Seed, Mark::Auto] {
            let id = games.add_marked(&Game::new(Rules::default(), 4), &[mark]).unwrap();
            played(&mut games, id, 40);
            assert_eq!(games.best(shape), score, "{mark}");
        }
        let board = redouble_core::board! { 1024 . . . / . 2 . . / . . . . / . . . . };
        games.add(&Game::from_position(Rules::default(), Position::new(board), 777_781, 1)).unwrap();
        assert_eq!(games.best(shape), score);
        assert_eq!(games.rows().filter(|row| row.marks.kind() == HUMAN).count(), 1);
        drop(games);
        games = place.open();
        assert_eq!(games.best(shape), score);
        games.keep_best(shape, score + 1);
        games.remove(alone);
        assert_eq!(games.best(shape), score + 1);
    }
}

#[test]
fn a_game_without_a_move_makes_room_and_any_other_stays() {
    for place in Place::all() {
        let mut games = place.open();
        let first = games.add(&Game::new(Rules::default(), 1)).unwrap();
        let second = games.add(&Game::new(Rules::default(), 2)).unwrap();
        assert_eq!(games.record(first), Err(GamesError::NoGame(first)));
        played(&mut games, second, 1);
        games.add(&Game::new(Rules::default(), 3)).unwrap();
        assert_eq!(games.rows().count(), 2);
        games.remove(second);
        assert_eq!(games.best(Shape::CLASSIC), 0, "the best goes with its game");
    }
}

#[test]
fn games_asleep_wake_up_as_they_were() {
    for place in Place::all() {
        let mut games = place.open();
        let first = games.add(&Game::new(Rules::default(), 1)).unwrap();
        played(&mut games, first, 20);
        acted(&mut games, first, &[Action::Undo]);
        let before = game(&mut games, first);
        for seed in 0..300 {
            let id = games.add(&Game::new(Rules::default(), seed)).unwrap();
            played(&mut games, id, 1);
        }
        assert_eq!(games.record(first).unwrap(), before.record());
        assert_eq!(game(&mut games, first), before);
    }
}

#[test]
fn names_and_tags_that_cannot_be_kept_are_refused() {
    for place in Place::all() {
        let mut games = place.open();
        let id = games.add(&Game::new(Rules::default(), 1)).unwrap();
        assert_eq!(games.name(9, "x"), Err(GamesError::NoGame(9)));
        assert!(matches!(games.name(id, "two\nlines"), Err(GamesError::BadWord(_))));
        assert!(matches!(games.name(id, &"x".repeat(101)), Err(GamesError::BadWord(_))));
        for tag in ["", "two words", "a,b", "\u{7}"] {
            assert!(matches!(games.tag(id, &[tag.to_owned()]), Err(GamesError::BadWord(_))), "{tag:?}");
        }
        games.name(id, "x").unwrap();
        games.name(id, "").unwrap();
        assert!(games.rows().all(|row| row.name.is_empty() && row.tags.is_empty()));
    }
}

#[test]
fn what_others_have_is_taken_over_once() {
    for place in Place::all() {
        let mut others = Games::unsaved();
        let id = others.add_marked(&Game::new(Rules::default(), 4), &[Mark::Auto]).unwrap();
        played(&mut others, id, 30);
        let alone = others.add(&Game::new(Rules::default(), 5)).unwrap();
        played(&mut others, alone, 10);
        let run = others.take_number();
        others.keep_result(run, ResultKind::Arena, "{}".to_owned());
        others.keep_best("3x3".parse().unwrap(), 99);
        let mut games = place.open();
        for digest in [7, 7, 8] {
            games.take_over(&others, digest).unwrap();
        }
        let first = everything(&games);
        drop(games);
        games = place.open();
        assert_eq!(everything(&games), first);
        assert_eq!(games.rows().count(), 4, "once for each file");
        assert_eq!((games.current(), games.results().len()), (Some(alone), 2));
        assert_eq!(games.record(id).unwrap(), others.record(id).unwrap(), "numbers stay if they are free");
        assert_eq!(games.best("3x3".parse().unwrap()), 99);
        assert_eq!(games.best(Shape::CLASSIC), others.best(Shape::CLASSIC), "a player's game is no best");
    }
}

/// A store that takes nothing as long as the flag is set, as on a full disk.
struct Full(Box<dyn Store>, Arc<AtomicBool>);

impl Store for Full {
    fn keep(&mut self, entries: &[Entry]) -> Result<(), StoreError> {
        let is_full = self.1.load(Ordering::Relaxed);
        if is_full { Err(StoreError("no space left".to_owned())) } else { self.0.keep(entries) }
    }

    fn record(&self, id: u64) -> Result<Option<Record>, StoreError> {
        self.0.record(id)
    }

    fn result(&self, id: u64) -> Result<Option<String>, StoreError> {
        self.0.result(id)
    }

    fn syncing(&self) -> Syncing {
        let is_full = self.1.load(Ordering::Relaxed);
        Box::new(move || if is_full { Err(StoreError("the disk is gone".to_owned())) } else { Ok(()) })
    }
}

#[test]
fn a_full_disk_is_said_and_loses_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let full = Arc::new(AtomicBool::new(false));
    let (database, contents) = Database::open(directory.path(), Durability::EverySync).unwrap();
    let mut games = Games::open(Box::new(Full(Box::new(database), Arc::clone(&full))), contents);
    let id = games.add(&Game::new(Rules::default(), 7)).unwrap();
    played(&mut games, id, 3);
    full.store(true, Ordering::Relaxed);
    played(&mut games, id, 4);
    acted(&mut games, id, &[Action::Undo]);
    // More games than are awake at a time: none of them is in the store yet.
    let others: Vec<u64> = (0..300)
        .map(|seed| {
            let id = games.add(&Game::new(Rules::default(), seed)).unwrap();
            played(&mut games, id, 1);
            id
        })
        .collect();
    let run = games.take_number();
    games.keep_result(run, ResultKind::Arena, "{}".to_owned());
    games.retry();
    assert!(games.trouble().unwrap().contains("not saved: no space left"), "{:?}", games.trouble());
    assert!(games.sync().is_err());
    assert_eq!(game(&mut games, id).turns().len(), 6);
    assert_eq!(games.result(run).unwrap().as_deref(), Some("{}"));
    others.iter().for_each(|&id| assert_eq!(game(&mut games, id).turns().len(), 1));
    full.store(false, Ordering::Relaxed);
    games.retry();
    assert!(games.trouble().unwrap().contains("not safe on the disk"), "{:?}", games.trouble());
    games.sync().unwrap();
    assert_eq!(games.trouble(), None);
    played(&mut games, id, 1);
    let before = everything(&games);
    drop(games);
    let (database, contents) = Database::open(directory.path(), Durability::EverySync).unwrap();
    assert_eq!(everything(&Games::open(Box::new(database), contents)), before);
}

#[test]
fn an_event_that_cannot_have_happened_is_named() {
    let place = Place::Log(Arc::default());
    let mut games = place.open();
    let id = games.add(&Game::new(Rules::default(), 7)).unwrap();
    played(&mut games, id, 1);
    drop(games);
    let Place::Log(lines) = place else { unreachable!() };
    let entries = lines.lock().unwrap().clone();
    for (event, problem) in
        [("undo 9 1", "no game 9"), ("redo 1 1", "nothing to redo"), ("ply 1 1 zz", "`ply` whose move")]
    {
        let with = [&entries[..], &[event.to_owned()]].concat();
        let error = format!("{:#}", Games::replay(Box::new(redouble_api::NoLog), &with).err().unwrap());
        assert!(error.contains("entry 4 of the log") && error.contains(problem), "{error}");
    }
}
