//! Stores and values, with a fault at every write, sync and rename in turn.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use redouble_core::Tile;
use redouble_files::faults::{Fault, with_fault};
use redouble_kernels::Cpu;
use redouble_states::{
    CountError, Kept, Objective, Options, Policy, Problem, Solution, Store, StoreError, Variant, count_into,
    solve_into,
};

fn game() -> Variant {
    Variant::new("2x2".parse().unwrap(), Tile::from_value(16)).unwrap()
}

/// All files below a directory.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for path in fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(name, bytes)| (format!("values/{name}"), bytes)));
        } else {
            found.insert(path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap());
        }
    }
    found
}

/// Whatever fails, every file that has its name is whole, and the next attempt ends with the same bytes.
#[test]
fn stores_and_values_go_on_to_the_same_bytes_after_every_fault() {
    let problem = Problem::new(game(), &[Objective::Score]).unwrap();
    let solve = |store: &Path| solve_into(store, &problem, Cpu::detect(), &()).map(|_| ());
    let directory = tempfile::tempdir().unwrap();
    let calls = with_fault(u64::MAX, Fault::Fails, || solve(directory.path())).calls;
    let whole = files(directory.path());
    assert!(calls > 10, "{calls}");
    for (call, fault) in (0..calls).flat_map(|call| [(call, Fault::Fails), (call, Fault::Stops)]) {
        let directory = tempfile::tempdir().unwrap();
        let run = with_fault(call, fault, || solve(directory.path()));
        assert!(run.result.is_err(), "call {call}");
        for (name, bytes) in files(directory.path()).into_iter().filter(|(name, _)| !name.ends_with(".new")) {
            // Manifests grow.
            assert!(name.ends_with("manifest") || whole[&name] == bytes, "call {call}: {name}");
        }
        solve(directory.path()).unwrap();
        assert_eq!(files(directory.path()), whole, "call {call}");
        Solution::open(directory.path()).unwrap();
    }
}

/// The same for layers kept as afterstates, all or the last two: a full disk while the count runs is one of these faults.
#[test]
fn counts_by_the_engine_row_go_on_to_the_same_bytes_after_faults() {
    let variant = Variant::new("4x4".parse().unwrap(), Tile::from_value(8)).unwrap();
    for kept in [Kept::All, Kept::Last] {
        let options = Options { kept: Some(kept), ..Options::default() };
        let fill = |store: &Path| count_into(store, variant, &options, &());
        let directory = tempfile::tempdir().unwrap();
        let calls = with_fault(u64::MAX, Fault::Fails, || fill(directory.path())).calls;
        let whole = files(directory.path());
        // Those at the ends, and some between.
        for call in (0..calls).filter(|call| call % 17 == 0 || call + 4 > calls) {
            for fault in [Fault::Fails, Fault::Stops] {
                let directory = tempfile::tempdir().unwrap();
                let run = with_fault(call, fault, || fill(directory.path()));
                // How often the manifest is written depends on the time.
                let is_told = matches!(run.result, Err(CountError::Store(StoreError::Io { .. })));
                assert_eq!(is_told, run.calls > call, "call {call}");
                assert_eq!(fill(directory.path()).unwrap().total().states, 84_659, "call {call}");
                assert!(files(directory.path()) == whole, "call {call}, {kept} kept");
            }
        }
    }
}

#[test]
fn a_policy_is_the_old_or_the_new_one() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("2x2.policy");
    for call in 0.. {
        fs::write(&path, b"old").unwrap();
        let run = with_fault(call, Fault::Stops, || Policy::save(&path, b"new"));
        assert!([b"old", b"new"].contains(&&fs::read(&path).unwrap()[..].try_into().unwrap()));
        if run.calls <= call {
            return run.result.unwrap();
        }
        run.result.expect_err("a fault is reported");
    }
}

/// Where nothing can be written, nobody has to be kept away.
#[cfg(unix)]
#[test]
fn a_complete_store_is_read_where_no_lock_file_can_be_made() {
    use std::os::unix::fs::PermissionsExt as _;
    let directory = tempfile::tempdir().unwrap();
    let store = directory.path().join("store");
    count_into(&store, game(), &Options::default(), &()).unwrap();
    fs::remove_file(store.join("lock")).unwrap();
    fs::set_permissions(&store, fs::Permissions::from_mode(0o500)).unwrap();
    let states = Store::open(&store).map(|store| store.sums().count());
    fs::set_permissions(&store, fs::Permissions::from_mode(0o700)).unwrap();
    assert!(states.unwrap() > 3);
}
