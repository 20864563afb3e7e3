//! Comparisons keep their promise: whatever the games are like, at most so many answers are wrong.

use redouble_core::Rules;
use redouble_lab::{Calibration, Case, Experiment, Measure, Test, Verdict, compare, wilson};
use redouble_players::Catalog;

fn experiment(specs: [&str; 2], games: u64, seed: u64) -> Experiment {
    let entrants = specs.iter().map(|spec| spec.parse().unwrap()).collect();
    Experiment { entrants, games, seed, rules: Rules::default() }
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

fn by_tile(tile: u64) -> Test {
    let measure = Measure::Tile(tile);
    Test { measure, delta: measure.default_delta(), error: 0.05 }
}

#[test]
fn a_comparison_stops_when_it_knows() {
    let experiment = experiment(["greedy", "random"], 1_000, 7);
    let test = Test { measure: Measure::Score, delta: 0.1, error: 0.05 };
    let found = on_threads(2, || compare(&experiment, test, &Catalog::default(), &()).unwrap());
    assert_eq!(found.verdict, Some(Verdict::First));
    assert!(found.lead.pairs() < 100 && found.lead_interval.low > 0.0, "{found:?}");
    assert_eq!(on_threads(1, || compare(&experiment, test, &Catalog::default(), &()).unwrap()), found);
    let tile = Test { delta: 0.2, ..by_tile(256) };
    let found = on_threads(2, || compare(&experiment, tile, &Catalog::default(), &()).unwrap());
    assert_eq!(found.verdict, Some(Verdict::First));
    let difference = found.means[0] - found.means[1];
    assert!(
        (found.lead.mean() - difference).abs() < 1e-12,
        "the lead is the difference of the rates: {found:?}"
    );
}

#[test]
fn a_player_is_like_itself_but_not_after_a_few_games() {
    let experiment = experiment(["random", "random:"], 400, 7);
    let found = compare(&experiment, by_tile(64), &Catalog::default(), &()).unwrap();
    assert_eq!(found.verdict, Some(Verdict::Alike));
    // 0.95^72 is half of the error: before, players who differ by the margin could have played these games.
    assert!(found.lead.pairs() > 72, "{found:?}");
    let few = Experiment { games: 30, ..experiment };
    assert_eq!(compare(&few, by_tile(64), &Catalog::default(), &()).unwrap().verdict, None);
}

/// Their rates differ by 0.07, more than the margin: the first test that the program had said "alike" in 27 % of cases.
#[test]
fn a_difference_near_a_rate_of_one_is_not_overlooked() {
    let catalog = Catalog::default();
    let says = |seed: u64| {
        compare(&experiment(["greedy", "random"], 10_000, seed), by_tile(64), &catalog, &()).unwrap().verdict
    };
    let verdicts: Vec<_> = (1..=60).map(says).collect();
    let alike = verdicts.iter().filter(|&&verdict| verdict == Some(Verdict::Alike)).count();
    assert!(alike <= 6, "{verdicts:?}");
    assert!(!verdicts.contains(&Some(Verdict::Second)), "{verdicts:?}");
}

#[test]
fn simulated_comparisons_are_wrong_at_most_as_often_as_promised() {
    let calibration = Calibration { runs: 1_000, real_runs: 0, games: 3_000, error: 0.05, seed: 1 };
    for case in Case::all() {
        let result = calibration.simulate(&case, &()).unwrap();
        assert_eq!(result.runs(), 1_000);
        assert!(result.wrong as f64 / 1_000.0 <= 0.05, "{result:?}");
        let twice = calibration.simulate(&case, &()).unwrap();
        assert_eq!(twice, result, "the same seed gives the same result");
    }
}

/// A test that never answers is never wrong: differences that matter are found.
#[test]
fn simulated_comparisons_find_what_is_there() {
    let calibration = Calibration { runs: 300, real_runs: 0, games: 10_000, error: 0.05, seed: 2 };
    for (name, found) in [
        ("beyond the margin, near 1", Verdict::First),
        ("behind in most games, with the higher mean", Verdict::Second),
        ("ahead in most games, with the lower mean", Verdict::First),
        ("equal rates, 0.999", Verdict::Alike),
        ("equal scores, infinite mean", Verdict::Alike),
    ] {
        let case = Case::all().into_iter().find(|case| case.name == name).unwrap();
        let result = calibration.simulate(&case, &()).unwrap();
        let right = [result.first, result.second, result.alike][found as usize];
        assert!(wilson(right as usize, 300).high > 0.95, "{result:?}");
    }
}
