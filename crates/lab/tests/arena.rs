//! Experiments depend on their seed alone: not on threads, not on kills.

use std::fs;
use std::path::PathBuf;

use redouble_core::{Game, Rules};
use redouble_lab::{
    Experiment, ExperimentError, GamesSummary, Measure, Outcome, Played, Results, ResultsError, Review,
    Standing, Test, Verdict, compare, games_csv, verify,
};
use redouble_players::{Budget, Catalog};

fn experiment(specs: &[&str], games: u64) -> Experiment {
    let entrants = specs.iter().map(|spec| spec.parse().unwrap()).collect();
    Experiment { entrants, games, seed: 7, rules: Rules::default() }
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

fn outcomes(experiment: &Experiment, threads: usize) -> Vec<Outcome> {
    let pairings: Vec<_> = experiment.pairings().collect();
    let mut outcomes = Vec::new();
    let keep = |played: Played| {
        outcomes.push(played.outcome);
        Ok::<(), ExperimentError>(())
    };
    let catalog = Catalog::default();
    on_threads(threads, || experiment.line_up(&catalog, &()).unwrap().run(&pairings, keep, &()).unwrap());
    outcomes.sort_by_key(|outcome| outcome.pairing);
    outcomes
}

fn directory(name: &str) -> PathBuf {
    let directory = std::env::temp_dir().join(format!("redouble-lab-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&directory);
    directory
}

const SPECS: [&str; 5] = [
    "random",
    "greedy:ties=random",
    "monte-carlo:runs=5",
    "expectimax:depth=2,samples=2",
    "mcts:iterations=8",
];

#[test]
fn threads_change_nothing() {
    let experiment = experiment(&SPECS, 6);
    let (one, three) = (outcomes(&experiment, 1), outcomes(&experiment, 3));
    assert_eq!(one.len(), 30);
    for (one, three) in one.iter().zip(&three) {
        assert!(one.is_same_game(three), "{one:?} {three:?}");
    }
    // Fewer games than threads: the threads share the moves, and the game is still the same.
    let single = Experiment { games: 1, ..experiment };
    for (one, three) in outcomes(&single, 1).iter().zip(&outcomes(&single, 8)) {
        assert!(one.is_same_game(three), "{one:?} {three:?}");
    }
}

#[test]
fn random_play_has_its_known_mean() {
    let outcomes = outcomes(&experiment(&["random"], 4_000), 2);
    let summary = GamesSummary::new(&outcomes.iter().collect::<Vec<_>>()).unwrap();
    // 1095 over 311,000 games of another program; the standard error of 4000 games is 8.5.
    assert!((1_060.0..1_130.0).contains(&summary.mean), "{}", summary.mean);
    assert!(summary.interval.contains(1_095.0) || (summary.mean - 1_095.0).abs() < 35.0);
}

/// Plays the first games into a directory.
fn play_some(directory: &std::path::Path, experiment: &Experiment, games: usize) {
    let (mut results, found) = Results::open(directory, experiment, true).unwrap();
    let done: Vec<_> = found.outcomes.iter().map(|outcome| outcome.pairing).collect();
    let left: Vec<_> = experiment.pairings().filter(|pairing| !done.contains(pairing)).take(games).collect();
    let keep = |played: Played| {
        results.append(&played).unwrap();
        Ok::<(), ExperimentError>(())
    };
    experiment.line_up(&Catalog::default(), &()).unwrap().run(&left, keep, &()).unwrap();
}

#[test]
fn an_interrupted_experiment_ends_like_an_unbroken_one() {
    let experiment = experiment(&["random", "greedy"], 10);
    let directory = directory("resume");
    play_some(&directory, &experiment, 7);
    // What a kill in the middle of a write leaves behind.
    let path = directory.join("results.txt");
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 5]).unwrap();
    assert!(Results::read(&directory).unwrap().cut_off);
    play_some(&directory, &experiment, 100);
    let mut resumed = Results::read(&directory).unwrap();
    resumed.outcomes.sort_by_key(|outcome| outcome.pairing);
    let unbroken = outcomes(&experiment, 2);
    assert_eq!(resumed.outcomes.len(), unbroken.len());
    assert!(resumed.outcomes.iter().zip(&unbroken).all(|(a, b)| a.is_same_game(b)));
    let records = fs::read_to_string(directory.join("games.txt")).unwrap();
    assert!(records.lines().count() >= unbroken.len());
    for line in records.lines() {
        let record: redouble_core::Record = line.splitn(3, ' ').nth(2).unwrap().parse().unwrap();
        assert!(unbroken.iter().any(|outcome| outcome.score == record.score));
    }
    let verified = verify(&resumed, 6, &Catalog::default(), &()).unwrap();
    assert_eq!((verified.played, verified.different.len()), (6, 0));
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn foreign_and_damaged_directories_are_refused() {
    let directory = directory("foreign");
    play_some(&directory, &experiment(&["random"], 5), 5);
    let other = Results::open(&directory, &experiment(&["greedy"], 5), false).err().unwrap();
    assert!(other.to_string().contains("another experiment (player random)"), "{other}");
    let path = directory.join("results.txt");
    let text = fs::read_to_string(&path).unwrap();
    let damaged_line = text.lines().count() - 2;
    let lines: Vec<String> = text
        .lines()
        .enumerate()
        .map(|(index, line)| if index == damaged_line { line.replacen('0', "1", 1) } else { line.to_owned() })
        .collect();
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    let damaged = Results::read(&directory).err().unwrap();
    assert!(matches!(damaged, ResultsError::Damaged { line, .. } if line == damaged_line + 1), "{damaged}");
    fs::write(&path, "something else\n").unwrap();
    assert!(matches!(Results::read(&directory).err().unwrap(), ResultsError::NotResults { .. }));
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_comparison_stops_when_it_knows() {
    let experiment = experiment(&["greedy", "random"], 1_000);
    let test = Test { measure: Measure::Score, delta: None, error: 0.05 };
    let found = on_threads(2, || compare(&experiment, test, &Catalog::default(), &()).unwrap());
    assert_eq!(found.verdict, Some(Verdict::First));
    assert!(found.pairs < 100 && found.interval.low > 0.0, "{found:?}");
    assert_eq!(on_threads(1, || compare(&experiment, test, &Catalog::default(), &()).unwrap()), found);
    let tile = Test { measure: Measure::Tile(256), delta: Some(0.2), error: 0.05 };
    assert_eq!(
        on_threads(2, || compare(&experiment, tile, &Catalog::default(), &()).unwrap()).verdict,
        Some(Verdict::First)
    );
}

#[test]
fn equal_players_are_found_alike() {
    let experiment = experiment(&["random", "random:"], 400);
    let test = Test { measure: Measure::Score, delta: Some(400.0), error: 0.05 };
    assert_eq!(compare(&experiment, test, &Catalog::default(), &()).unwrap().verdict, Some(Verdict::Alike));
}

#[test]
fn a_planted_blunder_is_the_worst_move() {
    let rules = Rules::default();
    let mut player = Catalog::default().build(&"expectimax:depth=2".parse().unwrap(), rules, &()).unwrap();
    player.begin(1);
    let mut game = Game::new(rules, 5);
    for turn in 0..200 {
        let decision = player.decide(game.position(), &Budget::default()).unwrap();
        let worst = decision.values.iter().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0;
        game.play(if turn == 150 { worst } else { decision.choice });
    }
    let review = Review::new(&game.record(), &mut *player, &Budget::default(), |_| ()).unwrap();
    assert_eq!(review.worst(3).iter().map(|(index, _)| *index).collect::<Vec<_>>(), [150]);
    assert!(review.accuracy() > 95.0 && review.accuracy() < 100.0, "{}", review.accuracy());
}

#[test]
fn a_stopped_experiment_keeps_every_entrant_and_what_was_played() {
    let experiment = experiment(&["random", "greedy"], 50);
    let pairings: Vec<_> = experiment.pairings().collect();
    let (stop, mut outcomes) = (std::sync::atomic::AtomicBool::new(false), Vec::new());
    let keep = |played: Played| {
        outcomes.push(played.outcome);
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        Ok::<(), ExperimentError>(())
    };
    let catalog = Catalog::default();
    let lineup = experiment.line_up(&catalog, &stop).unwrap();
    let ended = on_threads(1, || lineup.run(&pairings, keep, &stop));
    assert!(matches!(ended, Err(ExperimentError::Stopped)));
    assert_eq!(outcomes.len(), 1);
    let standings = Standing::all(&experiment, &outcomes);
    let games: Vec<_> = standings.iter().map(|of| of.summary.as_ref().map(|summary| summary.games)).collect();
    assert_eq!(games, [Some(1), None]);
    assert_eq!(games_csv(&experiment, &outcomes).lines().count(), 2);
}

#[test]
fn long_work_ends_when_it_is_stopped() {
    let (stop, catalog) = (std::sync::atomic::AtomicBool::new(true), Catalog::default());
    let experiment = experiment(&["random", "greedy"], 50);
    assert!(matches!(experiment.line_up(&catalog, &stop).err(), Some(ExperimentError::Stopped)));
    let test = Test { measure: Measure::Score, delta: None, error: 0.05 };
    assert!(matches!(compare(&experiment, test, &catalog, &stop), Err(ExperimentError::Stopped)));
    let mut game = Game::new(Rules::default(), 5);
    let legal = game.position().legal().nth(0).unwrap();
    game.play(legal).unwrap();
    let mut player = catalog.build(&"greedy".parse().unwrap(), Rules::default(), &()).unwrap();
    let budget = Budget { watch: &stop, ..Budget::default() };
    let review = Review::new(&game.record(), &mut *player, &budget, |_| ());
    assert_eq!(review, Err(redouble_lab::ReviewError::Stopped));
}
