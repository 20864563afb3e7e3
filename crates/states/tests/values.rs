//! Solutions on disk: the same bytes after a stop, nothing damaged or foreign is used. And policies as files.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use redouble_core::{Board, Direction, Grid, Position, Progress, Shape, Tile, Watch, board};
use redouble_kernels::Cpu;
use redouble_states::{
    Objective, Policy, Problem, QueryError, Solution, SolveError, SolveOptions, StoreError, Variant, solve,
    solve_into, verify_values,
};

fn problem(shape: &str, goal: Option<u64>, objectives: &[Objective]) -> Problem {
    let shape: Shape = shape.parse().unwrap();
    Problem::new(Variant::new(shape, goal.and_then(Tile::from_value)).unwrap(), objectives).unwrap()
}

/// Stops behind so many solved layers.
struct StopAfter(AtomicU64);

impl StopAfter {
    fn new(layers: u64) -> StopAfter {
        StopAfter(AtomicU64::new(layers))
    }
}

impl Watch for StopAfter {
    fn progress(&self, progress: Progress) {
        self.0.fetch_sub(u64::from(progress.phase == "solving"), Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

/// Does the work on so many threads.
fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

fn fill(directory: &Path, problem: &Problem) -> Solution {
    solve_into(directory, problem, Cpu::detect(), &()).unwrap()
}

/// The value files and their manifest, by name.
fn contents(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(directory.join("values")).unwrap().map(Result::unwrap);
    let mut files: Vec<_> = entries
        .map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap()))
        .filter(|(name, _)| name != "lock")
        .collect();
    files.sort();
    files
}

#[test]
fn a_stopped_solution_goes_on_to_the_same_bytes() {
    let win = Objective::Win(Tile::from_value(64).unwrap());
    for problem in [
        problem("2x3", None, &[Objective::Score, win, Objective::GuaranteedTile]),
        problem("3x3", Some(32), &[Objective::Moves]),
        problem("4x4", Some(8), &[Objective::Win(Tile::from_value(8).unwrap())]),
    ] {
        let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let expected = fill(whole.path(), &problem);
        let in_memory = solve(&problem, &SolveOptions::default(), &()).unwrap();
        assert_eq!(expected.fingerprint().unwrap(), in_memory.fingerprint().unwrap());
        assert_eq!(expected.summaries(), in_memory.summaries());
        let (mut stops, mut after) = (0, 1);
        loop {
            let watch = StopAfter::new(after);
            let result = on_threads(1 + stops % 2, || {
                solve_into(parts.path(), &problem, Cpu::detect(), &watch).map(|_| ())
            });
            after += 2;
            match result {
                Ok(_) => break,
                Err(SolveError::Stopped(_)) => stops += 1,
                Err(error) => panic!("{error}"),
            }
        }
        assert!(stops > 2, "stopped {stops} times");
        assert!(contents(whole.path()) == contents(parts.path()), "other bytes");
        let verified = verify_values(parts.path(), 5, &()).unwrap();
        assert_eq!(verified.layers, expected.summaries().len() as u64);
    }
}

fn refused(directory: &Path) -> String {
    verify_values(directory, 1, &()).unwrap_err().to_string()
}

#[test]
fn damaged_missing_and_foreign_layers_are_named() {
    let directory = tempfile::tempdir().unwrap();
    let problem = problem("2x2", None, &[Objective::Score]);
    fill(directory.path(), &problem);
    let name = "value-000012.rdv";
    let path = directory.path().join("values").join(name);
    let bytes = std::fs::read(&path).unwrap();
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x10;
        std::fs::write(&path, damaged).unwrap();
        assert!(refused(directory.path()).contains(name), "byte {place}");
    }
    std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    assert!(refused(directory.path()).contains(name));
    let other = directory.path().join("values/value-000014.rdv");
    std::fs::copy(&other, &path).unwrap();
    assert!(refused(directory.path()).contains("the layer with tile sum 14"));
    std::fs::remove_file(&path).unwrap();
    let message = refused(directory.path());
    assert!(message.contains(name) && message.contains("missing"), "{message}");
    let solution = Solution::open(directory.path()).unwrap();
    assert!(matches!(
        solution.query(board! { 4 8 / . . }),
        Err(QueryError::Store(StoreError::Damaged { .. }))
    ));
    let manifest = directory.path().join("values/manifest");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replace("objectives score", "objectives moves")).unwrap();
    assert!(refused(directory.path()).contains("manifest"));
}

#[test]
fn other_objectives_and_unfinished_values_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let score = problem("2x2", None, &[Objective::Score]);
    assert!(Solution::open(directory.path()).is_err());
    let stopped = solve_into(directory.path(), &score, Cpu::detect(), &StopAfter::new(1));
    assert!(matches!(stopped, Err(SolveError::Stopped(_))));
    let unfinished = Solution::open(directory.path()).err().unwrap().to_string();
    assert!(unfinished.contains("not complete"), "{unfinished}");
    let moves = problem("2x2", None, &[Objective::Moves]);
    let other = solve_into(directory.path(), &moves, Cpu::detect(), &()).err().unwrap().to_string();
    assert!(
        other.contains("holds values of score") && other.contains("asked for is values of moves"),
        "{other}"
    );
    let game = problem("2x2", Some(16), &[Objective::Score]);
    let other = solve_into(directory.path(), &game, Cpu::detect(), &()).err().unwrap().to_string();
    assert!(other.contains("2x2 without a goal") && other.contains("2x2 to 16"), "{other}");
}

#[test]
fn problems_that_cannot_be_solved_say_why() {
    let game = |shape: &str, goal| Variant::new(shape.parse().unwrap(), Tile::from_value(goal)).unwrap();
    let win = |tile| Objective::Win(Tile::from_value(tile).unwrap());
    let error = |game, objectives: &[Objective]| Problem::new(game, objectives).unwrap_err().to_string();
    let whole = Variant::new("2x2".parse().unwrap(), None).unwrap();
    assert_eq!(error(whole, &[win(64)]), "the goal 64 cannot be reached: 32 is the largest tile on 2x2");
    assert_eq!(error(game("2x2", 16), &[win(32)]), "the game ends with 16: 32 is never made");
    assert!(error(game("4x4", 64), &[Objective::Score]).contains("too large to solve"));
    assert!(error(whole, &[]).contains("0 objectives"));
}

#[test]
fn unreachable_boards_are_answered_as_such() {
    let solution = solve(&problem("2x2", None, &[Objective::Score]), &SolveOptions::default(), &()).unwrap();
    let answer = solution.query(board! { 16 16 / 16 2 }).unwrap();
    assert!(!answer.reachable);
    let right = answer.moves.iter().find(|entry| entry.direction == Direction::Right).unwrap();
    assert!(right.gain == 32 && right.worths[0] >= 32.0);
    // The same where only the layers around the board are kept.
    let few = SolveOptions { down_to: 46, keep: false, ..SolveOptions::default() };
    let few = solve(&problem("2x2", None, &[Objective::Score]), &few, &()).unwrap();
    assert_eq!(few.query(answer.board).unwrap(), answer);
    assert!(matches!(solution.query(board! { 2 2 . / . . . }), Err(QueryError::Shape { .. })));
    let over = solution.query(board! { 2 4 / 4 2 }).unwrap();
    assert!(over.moves.is_empty() && over.worths == [0.0]);
}

#[test]
fn a_policy_plays_perfectly_and_survives_its_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("2x3.policy");
    let problem = problem("2x3", None, &[Objective::Moves, Objective::Score]);
    let solution = solve(&problem, &SolveOptions::default(), &()).unwrap();
    let (made, bytes) = Policy::encode(&solution, 1, Cpu::detect(), &()).unwrap();
    Policy::save(&path, &bytes).unwrap();
    let read = Policy::open(&path, Cpu::detect(), &()).unwrap();
    assert_eq!((read.states(), read.bytes()), (made.states(), bytes.len() as u64));
    let mut random = redouble_core::Random::new(1);
    for seed in 0..50 {
        let rules = redouble_core::Rules::on("2x3".parse().unwrap());
        let mut position: Position<Board> = Position::start(rules, &mut redouble_core::Random::new(seed));
        while !position.is_over() {
            let best = read.best(position.board()).unwrap();
            assert_eq!(Some(best), made.best(position.board()));
            let loss = solution.query(position.board()).unwrap().loss(best).unwrap()[1];
            assert!(loss.abs() < 1e-9, "{} {best} {loss}", position.board());
            let after = position.slide(best).unwrap().after;
            position = after.spawn_random(rules.four_chance, &mut random);
        }
        assert_eq!(read.best(position.board()), None);
    }
    for place in [0, 9, 14, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        std::fs::write(&path, damaged).unwrap();
        assert!(Policy::open(&path, Cpu::detect(), &()).is_err(), "byte {place}");
    }
}

/// A canonical board is found whichever way it is turned.
#[test]
fn images_have_the_values_of_their_board() {
    let solution =
        solve(&problem("3x3", Some(16), &[Objective::Score]), &SolveOptions::default(), &()).unwrap();
    let board = board! { 2 4 . / . 8 . / 2 . 2 };
    let answer = solution.query(board).unwrap();
    for &symmetry in redouble_core::Symmetry::of(board.shape()) {
        let image = solution.query(board.transformed(symmetry)).unwrap();
        assert_eq!((image.reachable, &image.worths), (answer.reachable, &answer.worths));
        for entry in &answer.moves {
            let turned =
                image.moves.iter().find(|other| other.direction == symmetry.direction(entry.direction));
            assert_eq!(turned.unwrap().worths, entry.worths);
        }
    }
}
