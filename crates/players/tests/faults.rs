//! Files of players, with a fault at every write, sync and rename in turn.

use std::fs;
use std::path::Path;

use redouble_files::faults::{Fault, with_fault};
use redouble_kernels::Cpu;
use redouble_players::{EndingProblem, Goal, Layout, Learner, Recipe, Tuples, build_in_steps};

fn learner(games: u64) -> Learner {
    let recipe = Recipe::new(Tuples::parse("0123,0145", "4x4".parse().unwrap()).unwrap());
    let mut learner = Learner::new(recipe, Cpu::detect()).unwrap();
    while learner.games() < games {
        learner.round(games - learner.games(), &()).unwrap();
    }
    learner
}

fn games_in(path: &Path) -> u64 {
    Learner::load(path, Cpu::detect()).unwrap().games()
}

#[test]
fn a_checkpoint_is_the_old_or_the_new_one() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("net.training");
    let (old, new) = (learner(2), learner(4));
    for fault in [Fault::Fails, Fault::Stops] {
        for call in 0.. {
            old.save(&path).unwrap();
            let run = with_fault(call, fault, || new.save(&path));
            assert!([2, 4].contains(&games_in(&path)), "call {call}");
            assert!(
                fault == Fault::Stops || fs::read_dir(&directory).unwrap().count() == 1,
                "nothing beside it"
            );
            if run.calls <= call {
                run.result.unwrap();
                assert_eq!(games_in(&path), 4);
                break;
            }
            run.result.expect_err("a fault is reported");
        }
    }
}

#[test]
fn a_checkpoint_with_something_behind_it_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("net.training");
    learner(2).save(&path).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend(b"garbage");
    fs::write(&path, bytes).unwrap();
    let error = Learner::load(&path, Cpu::detect()).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("added to"), "{error}");
}

/// A table has its name only when it is whole, and a build with a fault goes on to the same bytes.
#[test]
fn a_table_of_endings_is_whole_or_not_there() {
    let directory = tempfile::tempdir().unwrap();
    let problem =
        EndingProblem::new("1234/8765".parse::<Layout>().unwrap(), "32".parse().unwrap(), Goal::Merge)
            .unwrap();
    let whole = directory.path().join("whole.ending");
    build_in_steps(&problem, &whole, 1, &()).unwrap();
    let (whole, path) = (fs::read(whole).unwrap(), directory.path().join("faulty.ending"));
    let calls = with_fault(u64::MAX, Fault::Fails, || build_in_steps(&problem, &path, 1, &())).calls;
    fs::remove_file(&path).unwrap();
    // Every layer makes the same calls: those of the first ones and of the last ones are enough.
    for call in (0..calls.min(12)).chain(calls.saturating_sub(8)..calls) {
        let run = with_fault(call, Fault::Stops, || build_in_steps(&problem, &path, 1, &()));
        assert!(run.result.is_err(), "call {call}");
        assert!(!path.exists() || fs::read(&path).unwrap() == whole, "call {call}");
        build_in_steps(&problem, &path, 1, &()).unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole, "call {call}");
        fs::remove_file(&path).unwrap();
    }
}
