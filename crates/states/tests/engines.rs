//! Every engine against every other one, on every (tile sum, largest tile) group.

use std::sync::atomic::{AtomicU32, Ordering};

use redouble_core::{Progress, Shape, Tile, Watch};
use redouble_kernels::Cpu;
use redouble_states::{Census, CountError, Engine, Options, Variant, count};

fn variant(shape: &str, goal: Option<u64>) -> Variant {
    let shape: Shape = shape.parse().unwrap();
    Variant::new(shape, goal.map(|goal| Tile::from_value(goal).unwrap())).unwrap()
}

fn census(variant: Variant, options: &Options) -> Census {
    count(variant, options, &()).unwrap()
}

/// Does the work on so many threads.
fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

fn engines_agree(variant: Variant, oracle: Engine, others: &[Engine]) {
    let options = |engine| Options { engine: Some(engine), unfolded: true, ..Options::default() };
    let expected = census(variant, &options(oracle));
    for &engine in others.iter().filter(|engine| engine.supports(variant)) {
        let found = census(variant, &options(engine));
        for (found, expected) in found.layers.iter().zip(&expected.layers) {
            assert_eq!(found, expected, "{variant}, {engine} and {oracle}");
        }
        assert_eq!(found.layers.len(), expected.layers.len(), "{variant}, {engine} and {oracle}");
    }
}

#[test]
fn all_engines_agree_on_small_games() {
    let games = [
        ("2x2", None),
        ("2x2", Some(8)),
        ("2x2", Some(32)),
        ("2x3", None),
        ("3x2", Some(64)),
        ("2x4", Some(32)),
        ("4x2", Some(16)),
        ("2x5", Some(16)),
        ("6x2", Some(8)),
        ("3x3", Some(8)),
        ("3x3", Some(32)),
        ("3x4", Some(8)),
        ("2x7", Some(8)),
        ("4x4", Some(8)),
    ];
    for (shape, goal) in games {
        engines_agree(
            variant(shape, goal),
            Engine::Reference,
            &[Engine::Sorted, Engine::Bitmap, Engine::Tensor, Engine::Row],
        );
    }
}

/// 23 million states: the engines that are fast enough.
#[test]
fn tensor_and_row_agree_with_sorted_lists_on_4x4_to_16() {
    engines_agree(variant("4x4", Some(16)), Engine::Sorted, &[Engine::Tensor, Engine::Row]);
}

/// 1.57 billion states; the sorted lists take some 6 GB and half an hour.
/// `cargo test --release -p redouble-states --test engines -- --ignored`
#[test]
#[ignore = "half an hour and 6 GB"]
fn tensor_agrees_with_sorted_lists_on_4x4_to_32() {
    let variant = variant("4x4", Some(32));
    let of = |engine| census(variant, &Options { engine: Some(engine), ..Options::default() });
    assert_eq!(of(Engine::Tensor), of(Engine::Sorted));
}

/// 25 million states on 3x3, twice; `--ignored` as above.
#[test]
#[ignore = "a minute"]
fn bitmaps_agree_with_sorted_lists_on_3x3_to_1024() {
    engines_agree(variant("3x3", Some(1024)), Engine::Sorted, &[Engine::Bitmap]);
}

#[test]
fn instructions_and_threads_change_nothing() {
    let variant = variant("4x4", Some(16));
    for engine in [Engine::Tensor, Engine::Row] {
        let options = Options { engine: Some(engine), unfolded: true, ..Options::default() };
        let expected = census(variant, &options);
        for cpu in Cpu::available() {
            assert_eq!(census(variant, &Options { cpu, ..options }), expected, "{engine}, {cpu}");
        }
        for threads in [1, 3] {
            let found = on_threads(threads, || census(variant, &options));
            assert_eq!(found, expected, "{engine}, {threads} threads");
        }
    }
}

/// The layers of a record of a whole game.
fn recorded(file: &str) -> Vec<serde_json::Value> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../record").join(file);
    let record: serde_json::Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    record["layers"].as_array().unwrap().clone()
}

/// Every group of a game as a record of another engine has it: states, losing boards and afterstates.
fn row_counts_as_recorded(goal: u64, file: &str) {
    let options = Options { engine: Some(Engine::Row), ..Options::default() };
    let census = census(variant("4x4", Some(goal)), &options);
    let layers = recorded(file);
    assert_eq!(census.layers.len(), layers.len());
    for (found, expected) in census.layers.iter().zip(&layers) {
        assert_eq!(expected["sum"], found.sum);
        for exponent in 1..16 {
            let tile = Tile::new(exponent).unwrap().value().to_string();
            let of = |key: &str| expected[key][&tile].as_u64().unwrap_or(0);
            let group = found.folded.of(exponent);
            let found = (group.states, group.losing, group.afterstates);
            assert_eq!(
                found,
                (of("by_max"), of("losing_by_max"), of("afterstates_by_max")),
                "{expected} {tile}"
            );
        }
    }
}

/// `cargo test --release -p redouble-states --test engines -- --ignored`
#[test]
#[ignore = "1.57 billion states: half a minute"]
fn row_counts_4x4_to_32_as_recorded() {
    row_counts_as_recorded(32, "2026-11-16-states-4x4-32.json");
}

#[test]
#[ignore = "40.7 billion states: some minutes and 2 GB"]
fn row_counts_4x4_to_64_as_recorded() {
    row_counts_as_recorded(64, "2026-11-16-states-4x4-64.json");
}

#[test]
fn the_forward_pass_does_not_depend_on_threads() {
    let (variant, options) = (variant("3x3", Some(128)), Options { unfolded: true, ..Options::default() });
    assert_eq!(Engine::best_for(variant), Engine::Bitmap);
    let one = on_threads(1, || census(variant, &options));
    for threads in [2, 5] {
        assert_eq!(on_threads(threads, || census(variant, &options)), one, "{threads} threads");
    }
}

#[test]
fn the_fastest_engine_is_chosen() {
    assert_eq!(Engine::best_for(variant("4x4", Some(64))), Engine::Row);
    assert_eq!(Engine::best_for(variant("4x4", Some(256))), Engine::Row);
    assert_eq!(Engine::best_for(variant("4x4", Some(512))), Engine::Sorted);
    assert_eq!(Engine::best_storing(variant("4x4", Some(64))), Engine::Row);
    assert_eq!(Engine::best_storing(variant("3x3", None)), Engine::Bitmap);
    assert_eq!(Engine::best_for(variant("3x3", None)), Engine::Bitmap);
    assert_eq!(Engine::best_for(variant("2x8", Some(8))), Engine::Sorted);
}

#[test]
fn memory_is_known_before_and_bounded() {
    let variant = variant("4x4", Some(64));
    let needed = |engine: Engine| engine.memory(variant).unwrap();
    assert!((5 << 30..8 << 30).contains(&needed(Engine::Tensor)), "{}", needed(Engine::Tensor));
    assert!((1 << 30..2 << 30).contains(&needed(Engine::Row)), "{}", needed(Engine::Row));
    let options = Options { memory: Some(1 << 30), ..Options::default() };
    let error = count(variant, &options, &()).unwrap_err();
    assert!(matches!(error, CountError::Memory { allowed, .. } if allowed == 1 << 30));
    let options = Options { engine: Some(Engine::Sorted), memory: Some(1 << 20), ..Options::default() };
    assert!(matches!(count(variant, &options, &()), Err(CountError::Memory { .. })));
}

#[test]
fn engines_refuse_games_they_are_not_made_for() {
    let options = Options { engine: Some(Engine::Tensor), ..Options::default() };
    let error = count(variant("3x3", Some(8)), &options, &()).unwrap_err();
    assert_eq!(error.to_string(), "the engine tensor does not count 3x3 to 8; `bitmap` does");
}

#[test]
fn a_watch_stops_every_engine() {
    /// Stops after some reports.
    struct Impatient(AtomicU32);
    impl Watch for Impatient {
        fn progress(&self, _: Progress) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }

        fn is_stopped(&self) -> bool {
            self.0.load(Ordering::Relaxed) > 5
        }
    }
    for (engine, game) in [
        (Engine::Reference, variant("3x3", Some(64))),
        (Engine::Sorted, variant("3x3", None)),
        (Engine::Bitmap, variant("3x3", None)),
        (Engine::Tensor, variant("4x4", Some(16))),
        (Engine::Row, variant("4x4", Some(16))),
    ] {
        let options = Options { engine: Some(engine), ..Options::default() };
        let stopped = count(game, &options, &Impatient(AtomicU32::new(0)));
        assert!(matches!(stopped, Err(CountError::Stopped(_))), "{engine}");
    }
}
