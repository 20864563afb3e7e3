//! Stores: the same bytes after a stop, nothing damaged is used, every state has its number.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use redouble_core::{Board, Grid, Position, Progress, Shape, Tile, Watch, board};
use redouble_states::{
    Census, CountError, DeepOptions, Engine, Kept, Options, Store, StoreError, Variant, VerifyError, count,
    count_into, recount, verify, verify_deeply,
};

fn variant(shape: &str, goal: u64) -> Variant {
    let shape: Shape = shape.parse().unwrap();
    Variant::new(shape, Tile::from_value(goal)).unwrap()
}

fn fill(directory: &Path, variant: Variant) -> Census {
    count_into(directory, variant, &Options::default(), &()).unwrap()
}

/// All files but the lock, by name.
fn contents(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(directory).unwrap().map(Result::unwrap);
    let mut files: Vec<_> = entries
        .map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap()))
        .filter(|(name, _)| name != "lock")
        .collect();
    files.sort();
    files
}

fn check(directory: &Path) -> Result<(), VerifyError> {
    verify(directory, 3, &()).map(|_| ())
}

/// Stops when it hears of the layer with this number, as they come.
struct StopAtLayer {
    left: AtomicU64,
    last: AtomicU64,
}

impl StopAtLayer {
    fn new(layers: u64) -> StopAtLayer {
        StopAtLayer { left: AtomicU64::new(layers), last: AtomicU64::new(0) }
    }
}

impl Watch for StopAtLayer {
    fn progress(&self, progress: Progress) {
        let layer = progress.step.unwrap().number;
        if self.last.swap(layer, Ordering::Relaxed) != layer {
            self.left.fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn is_stopped(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }
}

#[test]
fn a_stopped_count_goes_on_to_the_same_bytes() {
    for variant in [variant("2x3", 64), variant("3x3", 32), variant("4x4", 8), variant("4x4", 16)] {
        let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let expected = fill(whole.path(), variant);
        assert_eq!(expected, count(variant, &Options::default(), &()).unwrap());
        let mut stops = 0;
        let found = loop {
            match count_into(parts.path(), variant, &Options::default(), &StopAtLayer::new(8)) {
                Ok(census) => break census,
                Err(CountError::Stopped(_)) => stops += 1,
                Err(error) => panic!("{error}"),
            }
        };
        assert!(stops > 2, "{variant} was stopped {stops} times");
        assert_eq!(found, expected);
        assert!(contents(parts.path()) == contents(whole.path()), "{variant}");
        check(parts.path()).unwrap();
    }
}

#[test]
fn every_flipped_byte_is_found() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path(), variant("2x2", 32));
    check(directory.path()).unwrap();
    for (name, bytes) in contents(directory.path()) {
        let path = directory.path().join(&name);
        // Every byte of the manifest and of one layer, some of the others.
        let step = if name == "manifest" || name == "layer-000012.rds" { 1 } else { 97 };
        for place in (0..bytes.len()).step_by(step) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x40;
            std::fs::write(&path, &damaged).unwrap();
            let error = check(directory.path()).expect_err(&format!("{name}, byte {place}")).to_string();
            assert!(error.contains(&name) || name == "manifest", "{error} names {name}");
        }
        for length in [0, 5, bytes.len() / 2, bytes.len() - 1] {
            std::fs::write(&path, &bytes[..length]).unwrap();
            assert!(check(directory.path()).is_err(), "{name} cut to {length}");
        }
        std::fs::write(&path, &bytes).unwrap();
    }
    check(directory.path()).unwrap();
}

#[test]
fn a_damaged_layer_is_not_gone_on_from() {
    let directory = tempfile::tempdir().unwrap();
    let variant = variant("3x3", 16);
    let _ = count_into(directory.path(), variant, &Options::default(), &StopAtLayer::new(9));
    let (name, bytes) = contents(directory.path()).into_iter().rfind(|(name, _)| name != "manifest").unwrap();
    // The finished layers are named by the manifest once the count has gone on and stopped again.
    let mut damaged = bytes.clone();
    let place = damaged.len() - 20;
    damaged[place] ^= 1;
    std::fs::write(directory.path().join(&name), &damaged).unwrap();
    match count_into(directory.path(), variant, &Options::default(), &()) {
        // Either it is named as damaged, or it was not part of the store yet and is made again.
        Err(CountError::Store(error)) => assert!(error.to_string().contains(&name)),
        Ok(census) => {
            assert_eq!(census.total().states, 16_834);
            assert_eq!(std::fs::read(directory.path().join(&name)).unwrap(), bytes);
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn other_games_newer_versions_and_second_processes_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path(), variant("2x3", 32));
    let again = |variant| count_into(directory.path(), variant, &Options::default(), &());
    let error = again(variant("2x3", 64)).unwrap_err().to_string();
    assert!(error.contains("holds 2x3 to 32") && error.contains("asked for is 2x3 to 64"), "{error}");
    assert_eq!(again(variant("2x3", 32)).unwrap().total().states, 2_757);

    let reader = Store::open(directory.path()).unwrap();
    assert!(matches!(again(variant("2x3", 32)), Err(CountError::Store(StoreError::Locked(_)))));
    assert!(Store::open(directory.path()).is_ok(), "readers do not disturb each other");
    drop(reader);

    let manifest = directory.path().join("manifest");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replacen("redouble-states 1", "redouble-states 4", 1)).unwrap();
    assert!(matches!(Store::open(directory.path()), Err(StoreError::Newer { version: 4, .. })));
    std::fs::write(&manifest, "something else").unwrap();
    assert!(Store::open(directory.path()).is_err());
    assert!(matches!(Store::open(&directory.path().join("nowhere")), Err(StoreError::Missing(_))));
}

/// Layers of another goal in the place of the last ones, and the checkpoint of another store: named, and nothing is changed.
#[test]
fn foreign_and_damaged_checkpoints_of_the_engine_row_are_named() {
    let (ours, theirs) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (to_16, to_8) = (variant("4x4", 16), variant("4x4", 8));
    let options = Options { kept: Some(Kept::Last), ..Options::default() };
    count_into(ours.path(), to_16, &options, &StopAtLayer::new(14)).unwrap_err();
    count_into(theirs.path(), to_8, &Options::default(), &StopAtLayer::new(14)).unwrap_err();
    let layers = |directory: &Path| -> Vec<String> {
        let names = contents(directory).into_iter().map(|(name, _)| name);
        names.filter(|name| name.starts_with("layer")).collect()
    };
    let before = contents(ours.path());
    let name = layers(ours.path()).remove(0);
    let (path, bytes) = (ours.path().join(&name), std::fs::read(ours.path().join(&name)).unwrap());
    let foreign = std::fs::read(theirs.path().join(&name)).unwrap();
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 4;
    for wrong in [&foreign[..], &damaged, &bytes[..bytes.len() - 1], b""] {
        std::fs::write(&path, wrong).unwrap();
        let error = count_into(ours.path(), to_16, &Options::default(), &()).unwrap_err();
        assert!(error.to_string().contains(&name), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), wrong, "nothing is changed");
    }
    let error = count_into(ours.path(), to_8, &Options::default(), &()).unwrap_err().to_string();
    assert!(error.contains("holds 4x4 to 16") && error.contains("asked for is 4x4 to 8"), "{error}");
    std::fs::write(&path, &bytes).unwrap();
    assert!(contents(ours.path()) == before, "nothing is lost");
    let found = count_into(ours.path(), to_16, &Options::default(), &()).unwrap();
    assert_eq!(found.total().states, 23_482_821);
}

#[test]
fn a_full_disk_ends_the_count_and_nothing_else() {
    // A file where a layer should go cannot be replaced by renaming if it is a directory.
    let directory = tempfile::tempdir().unwrap();
    let blocked = directory.path().join("layer-000010.rds");
    std::fs::create_dir_all(blocked.join("x")).unwrap();
    let error = count_into(directory.path(), variant("2x3", 32), &Options::default(), &()).unwrap_err();
    assert!(matches!(error, CountError::Store(StoreError::Io { .. })), "{error}");
    std::fs::remove_dir_all(&blocked).unwrap();
    assert_eq!(fill(directory.path(), variant("2x3", 32)).total().states, 2_757);
    check(directory.path()).unwrap();
}

#[test]
fn numbers_and_states_undo_one_another() {
    for variant in [variant("2x3", 64), variant("4x4", 8)] {
        let directory = tempfile::tempdir().unwrap();
        let states = fill(directory.path(), variant).total().states;
        let store = Store::open(directory.path()).unwrap();
        assert_eq!(store.states(), states);
        for rank in (0..states).step_by(if states > 10_000 { 997 } else { 1 }) {
            let board = store.board(rank).unwrap().unwrap();
            assert_eq!(board.canonical(), board);
            assert_eq!(store.find(board).unwrap().unwrap().rank, rank);
            // Any image is found.
            let image = board.transformed(redouble_core::Symmetry::HalfTurn);
            assert_eq!(store.find(image).unwrap().unwrap().rank, rank);
        }
        assert_eq!(store.board(states).unwrap(), None);
    }
}

/// The boards of a layer, whichever engine stored them, are those that the reference finds.
#[test]
fn stored_layers_hold_the_right_boards() {
    let variant = variant("3x3", 16);
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path(), variant);
    let store = Store::open(directory.path()).unwrap();
    let mut boards: Vec<u64> = store.boards(24).unwrap().map(Result::unwrap).collect();
    assert!(boards.iter().all(|&bits| !Position::new(store.unpacked(bits)).is_over()));
    let count = boards.len();
    boards.sort_unstable();
    boards.dedup();
    assert_eq!(boards.len(), count);
    let layer = store.layer(24).unwrap();
    assert_eq!(layer.counts().folded.total().states as usize, count);
}

#[test]
fn the_way_to_a_board() {
    let directory = tempfile::tempdir().unwrap();
    fill(directory.path(), variant("2x2", 32));
    let store = Store::open(directory.path()).unwrap();
    for rank in 0..store.states() {
        leads_to(&store, store.board(rank).unwrap().unwrap());
    }
    // A losing board can be reached; the goal is not on the way; two 16 beside a 2 cannot come about.
    leads_to(&store, board! { 2 4 / 4 2 });
    assert_eq!(store.ancestry(board! { 32 . / . 2 }).unwrap(), None);
    assert_eq!(store.ancestry(board! { 16 16 / . 2 }).unwrap(), None);
    assert_eq!(store.find(board! { 2 4 / 4 2 }).unwrap(), None);
    let way = store.ancestry(board! { 4 8 / . 2 }).unwrap().unwrap();
    assert!(way.shortest);
    assert_eq!(way.moves.len(), 2, "three 4 and a 2, less the two to start with");
}

/// Plays the game that is said to lead to the board.
fn leads_to(store: &Store, board: Board) {
    let way = store.ancestry(board).unwrap().unwrap_or_else(|| panic!("{board} is reachable"));
    let mut position = Position::new(way.start);
    for (direction, spawn) in way.moves {
        position = position.slide(direction).unwrap().after.spawn(spawn).unwrap();
    }
    assert_eq!(position.board(), board);
}

#[test]
fn engines_without_a_layout_say_so() {
    let directory = tempfile::tempdir().unwrap();
    let options = Options { engine: Some(Engine::Sorted), ..Options::default() };
    let error = count_into(directory.path(), variant("2x2", 32), &options, &()).unwrap_err();
    assert!(error.to_string().contains("does not store layers; for 2x2 to 32 `bitmap` does"), "{error}");
    let error = count_into(directory.path(), variant("4x4", 128), &options, &()).unwrap_err();
    assert!(error.to_string().contains("for 4x4 to 128 `row` does"), "{error}");
    let error = count_into(directory.path(), variant("4x4", 512), &Options::default(), &()).unwrap_err();
    assert!(error.to_string().contains("4x4 to 512 is counted without a store only"), "{error}");
    let row = Options { engine: Some(Engine::Row), ..Options::default() };
    let error = count_into(directory.path(), variant("4x4", 512), &row, &()).unwrap_err();
    assert!(error.to_string().contains("the engine row does not count 4x4 to 512; `sorted` does"), "{error}");
    let keep = Options { kept: Some(Kept::Last), ..Options::default() };
    let error = count_into(directory.path(), variant("2x2", 32), &keep, &()).unwrap_err();
    assert!(matches!(error, CountError::Store(StoreError::KeepsAll { .. })), "{error}");
}

/// A store of 4x4 by this engine.
fn filled(engine: Engine, variant: Variant) -> (tempfile::TempDir, Store) {
    let directory = tempfile::tempdir().unwrap();
    let options = Options { engine: Some(engine), ..Options::default() };
    count_into(directory.path(), variant, &options, &()).unwrap();
    let store = Store::open(directory.path()).unwrap();
    (directory, store)
}

/// Every state of 4x4 to 16 has the same number in both forms, is found under it, and has the same counts.
#[test]
fn stores_of_afterstates_have_the_states_of_stores_of_states() {
    let variant = variant("4x4", 16);
    let [(_left, left), (_states, states)] =
        [Engine::Row, Engine::Tensor].map(|engine| filled(engine, variant));
    assert_eq!(left.census().unwrap(), states.census().unwrap());
    for sum in states.sums().filter(|&sum| states.layer(sum).unwrap().counts().folded.total().states > 0) {
        let of = |store: &Store| store.boards(sum).unwrap().map(Result::unwrap).collect::<Vec<u64>>();
        let boards = of(&states);
        assert!(of(&left) == boards, "sum {sum}");
        for &bits in boards.iter().step_by(boards.len().div_ceil(300)) {
            let board = states.unpacked(bits);
            assert_eq!(left.find(board).unwrap(), states.find(board).unwrap());
            // Its neighbours in the order of digits are mostly no states.
            for other in (0..16).map(|cell| bits ^ 1 << (4 * cell)).map(|bits| states.unpacked(bits)) {
                assert_eq!(left.contains(other).unwrap(), states.find(other).unwrap().is_some(), "{other}");
            }
        }
    }
    assert_eq!(left.board(20_000_000).unwrap(), states.board(20_000_000).unwrap());
}

#[test]
fn afterstates_are_stored_the_same_on_any_number_of_threads_and_processor() {
    let variant = variant("4x4", 16);
    let (expected, _store) = filled(Engine::Row, variant);
    for cpu in redouble_kernels::Cpu::available() {
        for threads in [1, 3] {
            let directory = tempfile::tempdir().unwrap();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let options = Options { cpu, ..Options::default() };
            pool.install(|| count_into(directory.path(), variant, &options, &())).unwrap();
            assert!(contents(directory.path()) == contents(expected.path()), "{cpu}, {threads} threads");
        }
    }
}

/// Only two layers stay, also after stops, and the counts of all; what needs the others says so.
#[test]
fn a_count_that_keeps_the_last_layers_goes_on_from_them() {
    let (variant, directory) = (variant("4x4", 16), tempfile::tempdir().unwrap());
    let options = Options { kept: Some(Kept::Last), ..Options::default() };
    let mut stops = 0;
    let found = loop {
        // Without being told again.
        let again = if stops == 0 { options } else { Options::default() };
        match count_into(directory.path(), variant, &again, &StopAtLayer::new(14)) {
            Ok(census) => break census,
            Err(CountError::Stopped(_)) => stops += 1,
            Err(error) => panic!("{error}"),
        }
    };
    assert!(stops > 2);
    assert_eq!(found, count(variant, &Options::default(), &()).unwrap());
    let names: Vec<String> = contents(directory.path()).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names.iter().filter(|name| name.starts_with("layer")).count(), 2, "{names:?}");
    check(directory.path()).unwrap();
    let store = Store::open(directory.path()).unwrap();
    assert_eq!(store.census().unwrap(), found);
    assert!(matches!(store.board(1_000), Err(StoreError::NotKept { .. })));
    drop(store);
    // A kill between naming the last layers and removing the others leaves files behind.
    let left_behind = directory.path().join("layer-000020.rds");
    std::fs::write(&left_behind, b"a layer that was counted").unwrap();
    assert_eq!(count_into(directory.path(), variant, &Options::default(), &()).unwrap(), found);
    assert!(!left_behind.exists());
    let all = Options { kept: Some(Kept::All), ..Options::default() };
    let error = count_into(directory.path(), variant, &all, &()).unwrap_err().to_string();
    assert!(error.contains("keeps the last of its layers"), "{error}");
}

#[test]
fn what_a_store_would_take_is_checked_beforehand() {
    let (variant, directory) = (variant("4x4", 64), tempfile::tempdir().unwrap());
    let options = Options { disk: Some(1 << 27), ..Options::default() };
    let error = count_into(directory.path(), variant, &options, &()).unwrap_err();
    assert!(
        matches!(error, CountError::Disk { needed, least, .. } if least < 1 << 27 && needed < 1 << 30),
        "{error}"
    );
    let options = Options { memory: Some(1 << 30), ..Options::default() };
    let error = count_into(directory.path(), variant, &options, &()).unwrap_err();
    assert!(matches!(error, CountError::Memory { engine: Engine::Row, .. }), "{error}");
}

/// Layers counted again, one by one and on other threads, have the same counts and bytes.
#[test]
fn every_layer_follows_from_the_two_before_it() {
    for (shape, goal, engine) in
        [("2x3", 64, Engine::Bitmap), ("4x4", 8, Engine::Tensor), ("4x4", 8, Engine::Row)]
    {
        let (directory, store) = filled(engine, variant(shape, goal));
        let sums: Vec<u64> = store.sums().collect();
        drop(store);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        for sum in sums {
            let again = pool.install(|| recount(directory.path(), sum, &Options::default(), &()));
            assert_eq!(again.unwrap().sum, sum, "{engine}");
        }
    }
}

#[test]
fn a_deep_check_needs_all_layers_of_the_engine_row() {
    let (states, _) = filled(Engine::Tensor, variant("4x4", 8));
    let error = verify_deeply(states.path(), &DeepOptions::default(), &()).unwrap_err();
    assert!(matches!(error, VerifyError::Store(StoreError::KeepsStates(_))), "{error}");
    let last = tempfile::tempdir().unwrap();
    let options = Options { kept: Some(Kept::Last), ..Options::default() };
    count_into(last.path(), variant("4x4", 8), &options, &()).unwrap();
    let error = verify_deeply(last.path(), &DeepOptions::default(), &()).unwrap_err();
    assert!(matches!(error, VerifyError::Store(StoreError::NotKept { .. })), "{error}");
    check(last.path()).unwrap();
}

/// A store of states that was begun is gone on with in that form.
#[test]
fn a_count_goes_on_by_the_engine_of_its_store() {
    let (variant, directory) = (variant("4x4", 8), tempfile::tempdir().unwrap());
    let tensor = Options { engine: Some(Engine::Tensor), ..Options::default() };
    count_into(directory.path(), variant, &tensor, &StopAtLayer::new(9)).unwrap_err();
    assert_eq!(fill(directory.path(), variant).total().states, 84_659);
    let (expected, _store) = filled(Engine::Tensor, variant);
    assert!(contents(directory.path()) == contents(expected.path()));
    let row = Options { engine: Some(Engine::Row), ..Options::default() };
    let error = count_into(directory.path(), variant, &row, &()).unwrap_err().to_string();
    assert!(error.contains("by the engine tensor") && error.contains("by the engine row"), "{error}");
}

/// `data/store-2` has 4x4 to 8 up to tile sum 40 as version 2 of stores has it: the same layers in another code.
#[test]
fn a_store_in_the_code_before_is_read_and_gone_on_with() {
    let (variant, directory) = (variant("4x4", 8), tempfile::tempdir().unwrap());
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/store-2");
    for (name, bytes) in contents(&old) {
        std::fs::write(directory.path().join(name), bytes).unwrap();
    }
    let (expected, _store) = filled(Engine::Row, variant);
    let is_old = |name: &str| name.starts_with("layer") && name <= "layer-000040.rds";
    let layers = || verify(directory.path(), 3, &()).unwrap().layers;
    assert_eq!(layers(), 19);
    for sum in (4..=40).step_by(2) {
        recount(directory.path(), sum, &Options::default(), &()).unwrap();
    }
    assert_eq!(fill(directory.path(), variant).total().states, 84_659);
    assert!(Store::open(directory.path()).unwrap().is_complete());
    assert_eq!(layers(), 26);
    let few = DeepOptions { boards: 1_000, chains: 50, ..DeepOptions::default() };
    verify_deeply(directory.path(), &few, &()).unwrap();
    // What was there stays as it was, what is added is as in a new store.
    let [found, new, old] = [directory.path(), expected.path(), &old].map(contents);
    assert_eq!(found.len(), new.len());
    for file in found.iter().filter(|(name, _)| name.starts_with("layer")) {
        let source = if is_old(&file.0) { &old } else { &new };
        assert!(source.contains(file), "{}", file.0);
    }
}
