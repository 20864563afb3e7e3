//! Experiments depend on their seed alone: not on threads, not on kills.

use std::fs;
use std::path::{Path, PathBuf};

use redouble_core::{Game, Progress, Rules, Watch};
use redouble_files::faults::{Fault, with_fault};
use redouble_kernels::Cpu;
use redouble_lab::{
    Ending, Experiment, ExperimentError, ExplainOptions, GamesSummary, Measure, Outcome, Played, Results,
    ResultsError, Review, Solver, Standing, Test, TuneOptions, Tuning, compare, explain, games_csv,
    regret_of, results_text, verify,
};
use redouble_players::{Budget, Catalog, Maximize, Oracles as _, Term, Wish};

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

/// Plays the first games into a directory; a run that is killed does not finish.
fn play_some(directory: &Path, experiment: &Experiment, games: usize, finish: bool) {
    let (mut results, found) = Results::open(directory, experiment, true).unwrap();
    let mut outcomes = found.outcomes;
    let done: Vec<_> = outcomes.iter().map(|outcome| outcome.pairing).collect();
    let left: Vec<_> = experiment.pairings().filter(|pairing| !done.contains(pairing)).take(games).collect();
    let keep = |played: Played| {
        results.append(&played).unwrap();
        outcomes.push(played.outcome);
        Ok::<(), ExperimentError>(())
    };
    experiment.line_up(&Catalog::default(), &()).unwrap().run(&left, keep, &()).unwrap();
    if finish {
        results.finish(experiment, &outcomes).unwrap();
    }
}

fn contents(directory: &Path) -> Vec<(String, Vec<u8>)> {
    ["results.txt", "games.txt"]
        .map(|name| (name.to_owned(), fs::read(directory.join(name)).unwrap()))
        .to_vec()
}

#[test]
fn the_same_experiment_is_the_same_bytes_on_any_number_of_threads() {
    let experiment = experiment(&SPECS, 6);
    let directories = [directory("bytes1"), directory("bytes3")];
    for (directory, threads) in directories.iter().zip([1, 3]) {
        on_threads(threads, || play_some(directory, &experiment, 100, true));
        assert!(!directory.join("journal.txt").exists());
    }
    assert_eq!(contents(&directories[0]), contents(&directories[1]));
    let found = Results::read(&directories[0]).unwrap();
    assert!(found.ending == Ending::Counted && found.outcomes.iter().all(|outcome| outcome.nanoseconds > 0));
    assert_eq!(
        results_text(&experiment, &outcomes(&experiment, 2)).as_bytes(),
        contents(&directories[0])[0].1
    );
    for directory in directories {
        fs::remove_dir_all(directory).unwrap();
    }
}

#[test]
fn an_interrupted_experiment_ends_like_an_unbroken_one() {
    let experiment = experiment(&["random", "greedy"], 10);
    let (broken, unbroken) = (directory("resume"), directory("unbroken"));
    play_some(&unbroken, &experiment, 100, true);
    // Stopped in order, then killed.
    play_some(&broken, &experiment, 4, true);
    play_some(&broken, &experiment, 3, false);
    // What a kill in the middle of a write leaves behind.
    let path = broken.join("journal.txt");
    let whole = fs::read(&path).unwrap();
    assert_eq!(Results::read(&broken).unwrap().ending, Ending::Unfinished);
    fs::write(&path, &whole[..whole.len() - 5]).unwrap();
    assert_eq!(Results::read(&broken).unwrap().ending, Ending::CutOff);
    assert_eq!(Results::read(&broken).unwrap().outcomes.len(), 6);
    play_some(&broken, &experiment, 100, true);
    assert_eq!(contents(&broken), contents(&unbroken));
    let (found, records) =
        (Results::read(&broken).unwrap(), fs::read_to_string(broken.join("games.txt")).unwrap());
    assert_eq!(records.lines().count(), 20);
    for (line, outcome) in records.lines().zip(&found.outcomes) {
        let record: redouble_core::Record = line.splitn(3, ' ').nth(2).unwrap().parse().unwrap();
        assert_eq!(outcome.score, record.score);
    }
    let verified = verify(&found, 6, &Catalog::default(), &()).unwrap();
    assert_eq!((verified.played, verified.different.len()), (6, 0));
    fs::remove_dir_all(broken).unwrap();
    fs::remove_dir_all(unbroken).unwrap();
}

#[test]
fn foreign_and_damaged_directories_are_refused() {
    let directory = directory("foreign");
    play_some(&directory, &experiment(&["random"], 5), 5, true);
    let other = Results::open(&directory, &experiment(&["greedy"], 5), false).err().unwrap();
    assert!(other.to_string().contains("another experiment (player random)"), "{other}");
    let path = directory.join("results.txt");
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let refused = |text: &str| {
        fs::write(&path, text).unwrap();
        Results::read(&directory).unwrap_err()
    };
    let last = lines.len() - 1;
    assert!(matches!(refused(&lines[..last].concat()), ResultsError::Cut { .. }));
    for place in [last - 1, last] {
        let altered =
            lines[..place].concat() + &lines[place].replacen(' ', "1 ", 1) + &lines[place + 1..].concat();
        assert!(matches!(refused(&altered), ResultsError::Damaged { line, .. } if line == place + 1));
    }
    assert!(matches!(refused("something else\n"), ResultsError::NotResults { .. }));
    fs::write(&path, &text).unwrap();
    let times = directory.join("times.txt");
    let altered = fs::read_to_string(&times).unwrap().replacen("0 0 ", "0 0 1", 1);
    fs::write(&times, altered).unwrap();
    assert!(matches!(Results::read(&directory), Err(ResultsError::Broken { .. })));
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_directory_that_is_written_by_another_run_is_left_alone() {
    let (directory, experiment) = (directory("busy"), experiment(&["random"], 5));
    let _first = Results::open(&directory, &experiment, false).unwrap();
    assert!(matches!(Results::open(&directory, &experiment, false), Err(ResultsError::Busy { .. })));
    fs::remove_dir_all(directory).unwrap();
}

/// Whatever write, sync or rename fails or is the last one, no game that was appended is lost.
#[test]
fn faults_lose_no_game() {
    let (experiment, catalog) = (experiment(&["random"], 4), Catalog::default());
    let mut played = Vec::new();
    let keep = |game: Played| {
        played.push(game);
        Ok::<(), ExperimentError>(())
    };
    let pairings: Vec<_> = experiment.pairings().collect();
    experiment.line_up(&catalog, &()).unwrap().run(&pairings, keep, &()).unwrap();
    let outcomes: Vec<Outcome> = played.iter().map(|game| game.outcome.clone()).collect();
    let whole = results_text(&experiment, &outcomes);
    for fault in [Fault::Fails, Fault::Stops] {
        for call in 0.. {
            let (directory, mut appended) = (directory("faults"), 0);
            let run = with_fault(call, fault, || -> Result<(), ResultsError> {
                let (mut results, _) = Results::open(&directory, &experiment, true)?;
                for game in &played {
                    results.append(game)?;
                    appended += 1;
                }
                Ok(results.finish(&experiment, &outcomes)?)
            });
            let found = Results::open(&directory, &experiment, true).unwrap().1;
            assert!(found.outcomes.len() >= appended, "{fault:?} at {call}: {:?}", found.ending);
            if run.result.is_ok() {
                assert_eq!(fs::read_to_string(directory.join("results.txt")).unwrap(), whole);
            }
            fs::remove_dir_all(&directory).unwrap();
            if run.calls <= call {
                assert!(call > 15, "every call had its turn");
                break;
            }
        }
    }
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
    let test = Test { measure: Measure::Score, delta: 0.1, error: 0.05 };
    assert!(matches!(compare(&experiment, test, &catalog, &stop), Err(ExperimentError::Stopped)));
    let mut game = Game::new(Rules::default(), 5);
    let legal = game.position().legal().nth(0).unwrap();
    game.play(legal).unwrap();
    let mut player = catalog.build(&"greedy".parse().unwrap(), Rules::default(), &()).unwrap();
    let budget = Budget { watch: &stop, ..Budget::default() };
    let review = Review::new(&game.record(), &mut *player, &budget, |_| ());
    assert_eq!(review, Err(redouble_lab::ReviewError::Stopped));
}

/// Hears how far work is, and stops it then.
#[derive(Default)]
struct FirstReport(std::sync::Mutex<Option<Progress>>);

impl Watch for FirstReport {
    fn progress(&self, progress: Progress) {
        self.0.lock().unwrap().get_or_insert(progress);
    }

    fn is_stopped(&self) -> bool {
        self.0.lock().unwrap().is_some()
    }
}

/// A bar that appears with the first game of a slow player appears too late.
#[test]
fn long_work_tells_its_progress_before_the_first_step() {
    let (catalog, experiment) = (Catalog::default(), experiment(&["random", "greedy"], 50));
    let first = |work: &dyn Fn(&FirstReport)| {
        let watch = FirstReport::default();
        work(&watch);
        watch.0.into_inner().unwrap().map(|progress| (progress.phase, progress.done))
    };
    let pairings: Vec<_> = experiment.pairings().collect();
    let lineup = experiment.line_up(&catalog, &()).unwrap();
    let never = |_: Played| -> Result<(), ExperimentError> { panic!("no game ends before the first report") };
    assert_eq!(first(&|watch| drop(lineup.run(&pairings, never, watch))), Some(("playing", 0)));
    let test = Test { measure: Measure::Score, delta: 0.1, error: 0.05 };
    assert_eq!(first(&|watch| drop(compare(&experiment, test, &catalog, watch))), Some(("comparing", 0)));
    let options = TuneOptions {
        player: "greedy".to_owned(),
        terms: vec![(Term::Empty, 1.0)],
        candidates: 2,
        elite: 1,
        games: 2,
        generations: 1,
        spread: 1.0,
        seed: 1,
    };
    let tune = |watch: &FirstReport| drop(Tuning::new(options.clone()).next_generation(&catalog, watch));
    assert_eq!(first(&tune), Some(("tuning", 0)));
    let rules = Rules::on("2x2".parse().unwrap());
    let wish = Wish { maximize: Maximize::Score, goal: None, store: None };
    let oracle = Solver::new(Cpu::detect()).find(&wish, rules, &()).unwrap();
    let record = Game::new(rules, 1).record();
    assert_eq!(
        first(&|watch| drop(regret_of(std::slice::from_ref(&record), &*oracle, watch))),
        Some(("measuring", 0))
    );
    let options = ExplainOptions { rules, seed: 1, most: 2, games: 2 };
    assert_eq!(first(&|watch| drop(explain(&*oracle, &options, watch))), Some(("fitting", 0)));
}
