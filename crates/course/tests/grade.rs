//! A class of made-up students is graded: programs from solutions, starters and wrong solutions.

use std::fs;
use std::path::Path;

use redouble_core::{Progress, Watch};
use redouble_course::assignment::Assignment;
use redouble_course::grade::{GradeError, GradeOptions, Grades, Outcome, Shared, grade};
use redouble_course::texts;

/// Quick exercises: what grading does with a result does not depend on which.
const EXERCISES: [&str; 3] = ["over", "merge", "heuristic"];

/// Wrong solutions in Python, which every machine with the tests has.
fn wrong(id: &str) -> Vec<(&'static str, &'static str)> {
    let files = texts::below(&format!("{id}/wrong"));
    files.filter_map(|(name, text)| Some((name.strip_suffix(".py")?, text))).collect()
}

/// Thirty students: the first ten right, ten with a misconception each, five with starters, five mixed.
/// Returns who was given which misconception.
fn class(directory: &Path) -> Vec<(String, &'static str, &'static str)> {
    let mut given = Vec::new();
    for number in 0..30 {
        let student = format!("student {number:02}");
        for (place, id) in EXERCISES.into_iter().enumerate() {
            let name = texts::file_name(id, "python");
            let file = |part: &str| texts::file(&format!("{id}/{part}/python/{name}")).unwrap();
            let text = match number {
                0..10 => file("solution"),
                10..20 => {
                    let wrong = wrong(id);
                    let (misconception, text) = wrong[(number - 10) % wrong.len()];
                    given.push((student.clone(), id, misconception));
                    text
                }
                20..25 => file("starter"),
                _ if (number + place) % 3 == 0 => continue,
                _ => file("solution"),
            };
            let below = ["", id, "submission", "submission/x"][number % 3];
            let folder = directory.join(&student).join(below);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join(name), text).unwrap();
        }
    }
    given
}

fn options(class: &Path, out: &Path) -> GradeOptions {
    GradeOptions { class: class.into(), out: out.into(), exercises: Vec::new(), seed: 7, wrap: Vec::new() }
}

fn has_python() -> bool {
    let found = std::process::Command::new("python3").arg("--version").output();
    found.is_ok_and(|output| output.status.success())
}

/// Stops after so many programs.
struct After(std::sync::atomic::AtomicU64, u64);

impl Watch for After {
    fn progress(&self, progress: Progress) {
        self.0.fetch_max(progress.done, std::sync::atomic::Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.0.load(std::sync::atomic::Ordering::Relaxed) >= self.1
    }
}

/// How much was done.
#[derive(Default)]
struct Done(std::sync::atomic::AtomicU64);

impl Watch for Done {
    fn progress(&self, progress: Progress) {
        self.0.fetch_max(progress.done, std::sync::atomic::Ordering::Relaxed);
    }
}

#[test]
fn a_class_of_thirty_is_graded_and_a_run_that_was_stopped_goes_on() {
    if !has_python() {
        return;
    }
    let root = tempfile::tempdir().unwrap();
    let (students, out) = (root.path().join("class"), root.path().join("class/grades"));
    let given = class(&students);
    let stopped = grade(&options(&students, &out), &After(0.into(), 20));
    assert!(matches!(stopped, Err(GradeError::Stopped(_))));
    let lines = fs::read_to_string(out.join("progress.jsonl")).unwrap().lines().count();
    assert!(lines >= 20, "{lines} results were kept");
    // A kill in the middle of a line, and of a compilation.
    let left_over = out.join(".redouble-course-1-0");
    fs::create_dir(&left_over).unwrap();
    let journal = out.join("progress.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, &text[..text.len() - 40]).unwrap();
    let rest = Done::default();
    let grades = grade(&options(&students, &out), &rest).unwrap();
    let before = text.lines().count() as u64 - 1;
    let all = grades.students.iter().flat_map(|row| &row.results).filter(|graded| graded.file.is_some());
    assert_eq!(
        rest.0.into_inner(),
        all.count() as u64 - before,
        "what was graded before is not counted as work"
    );
    assert!(!left_over.exists());
    assert_results(&grades, &given);
    assert_files(&grades, &out);
    let lines = fs::read_to_string(&journal).unwrap().lines().count();
    let again = grade(&options(&students, &out), &()).unwrap();
    assert_eq!(again, grades, "nothing was started again");
    assert_eq!(fs::read_to_string(&journal).unwrap().lines().count(), lines);
}

fn assert_results(grades: &Grades, given: &[(String, &str, &str)]) {
    assert_eq!(grades.students.len(), 30);
    assert_eq!(grades.exercises, EXERCISES);
    let most: f64 = grades.max_points.iter().sum();
    for row in &grades.students[..10] {
        assert!((row.total - most).abs() < 0.01, "{} has {} of {most}", row.student, row.total);
    }
    for (student, id, misconception) in given {
        let row = grades.students.iter().find(|row| row.student == *student).unwrap();
        let graded = row.results.iter().find(|graded| graded.exercise == *id).unwrap();
        let failure = graded.report().unwrap().failure.as_ref().unwrap();
        assert_eq!(failure.misconception.as_deref(), Some(*misconception), "{student} {id}");
        let same = |shared: &&Shared| shared.exercise == *id && shared.misconception == *misconception;
        let shared = grades.misconceptions.iter().find(same);
        assert!(shared.is_some_and(|shared| shared.students.contains(student)));
    }
    for row in &grades.students[20..25] {
        assert!(row.total < most, "{} handed in starters", row.student);
    }
    let missing = grades.students[25..].iter().flat_map(|row| &row.results);
    assert_eq!(missing.filter(|graded| graded.outcome == Outcome::Missing).count(), 5);
    let seeds: std::collections::HashSet<u64> = grades
        .students
        .iter()
        .filter_map(|row| Some(row.results.iter().find_map(|graded| graded.report())?.seed))
        .collect();
    assert_eq!(seeds.len(), 30, "every student has cases of their own");
}

fn assert_files(grades: &Grades, out: &Path) {
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    let csv = read("grades.csv");
    assert_eq!(csv.lines().count(), 31);
    assert_eq!(csv.lines().next(), Some("student,over,merge,heuristic,total"));
    let json: serde_json::Value = serde_json::from_str(&read("grades.json")).unwrap();
    assert_eq!(json["students"].as_array().unwrap().len(), 30);
    let html = read("gradebook.html");
    assert!(!html.contains("<script") && !html.contains("src=") && !html.contains("http"));
    for shared in &grades.misconceptions {
        assert!(html.contains(&shared.misconception));
    }
    for link in html.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(html.contains(&format!("id=\"{link}\"")), "#{link} is there");
    }
    assert!(read("junit.xml").contains("student 12.over"));
}

#[test]
fn an_endless_loop_costs_only_its_student_and_names_are_escaped() {
    if !has_python() {
        return;
    }
    let root = tempfile::tempdir().unwrap();
    let (students, out) = (root.path().join("class"), root.path().join("out"));
    let name = texts::file_name("gain", "python");
    let solution = texts::file(&format!("gain/solution/python/{name}")).unwrap();
    for (student, text) in [("=a,\"<b>", "while True: pass"), ("b", solution)] {
        fs::create_dir_all(students.join(student)).unwrap();
        fs::write(students.join(student).join(&name), text).unwrap();
    }
    let grades = grade(&options(&students, &out), &()).unwrap();
    let kind = |row: usize| grades.students[row].results[0].report().unwrap().failure.clone();
    assert_eq!(kind(0).unwrap().kind.name(), "time");
    assert_eq!(kind(1), None);
    assert!(fs::read_to_string(out.join("gradebook.html")).unwrap().contains("&lt;b&gt;"));
    assert!(fs::read_to_string(out.join("grades.csv")).unwrap().contains("\"'=a,\"\"<b>\",0,0"));
}

#[test]
fn what_cannot_be_started_is_not_a_failure_of_the_student() {
    let root = tempfile::tempdir().unwrap();
    let (students, out) = (root.path().join("class"), root.path().join("out"));
    fs::create_dir_all(students.join("ann")).unwrap();
    fs::write(students.join("ann/over.py"), "").unwrap();
    let options = GradeOptions { wrap: vec!["no-such-sandbox".into()], ..options(&students, &out) };
    let grades = grade(&options, &()).unwrap();
    assert!(!grades.all_judged());
    assert!(fs::read_to_string(out.join("grades.csv")).unwrap().contains("ann,?,0"));
}

#[test]
fn a_class_without_students_is_refused() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("over.py"), "").unwrap();
    let out = root.path().join("out");
    let refused =
        GradeOptions { exercises: vec![Assignment::find("over").unwrap()], ..options(root.path(), &out) };
    assert!(matches!(grade(&refused, &()), Err(GradeError::NoStudents(_))));
    assert!(!out.exists(), "nothing was written");
}

/// Two players, one of whom gives up: both stay in the tournament, the better one first.
#[test]
fn players_of_a_project_meet_in_a_tournament() {
    if !has_python() {
        return;
    }
    let root = tempfile::tempdir().unwrap();
    let (students, out) = (root.path().join("class"), root.path().join("out"));
    let name = texts::file_name("p-heuristics", "python");
    let starter = texts::file(&format!("p-heuristics/starter/python/{name}")).unwrap();
    let illegal = texts::file("p-heuristics/wrong/plays-illegal-moves.py").unwrap();
    for (student, text) in [("ann", illegal), ("bob", starter)] {
        fs::create_dir_all(students.join(student)).unwrap();
        fs::write(students.join(student).join(&name), text).unwrap();
    }
    let grades = grade(&options(&students, &out), &()).unwrap();
    let [tournament] = &grades.tournaments[..] else { panic!("one tournament") };
    let players: Vec<&str> = tournament.places.iter().map(|place| place.player.as_str()).collect();
    assert_eq!(players, ["bob", "ann"]);
    assert_eq!((tournament.places[0].games, tournament.places[0].forfeits), (20, 0));
    assert!(tournament.places[1].reason.as_ref().unwrap().starts_with("illegal move"));
    let csv = fs::read_to_string(out.join("leaderboard.csv")).unwrap();
    assert!(csv.lines().nth(1).unwrap().starts_with("p-heuristics,1,bob,20,"), "{csv}");
    assert!(fs::read_to_string(out.join("gradebook.html")).unwrap().contains("Tournament of p-heuristics"));
    assert_eq!(grade(&options(&students, &out), &()).unwrap(), grades, "nothing was played again");
}

/// A program may use the files beside it: if one of them changes, its grade is not kept.
#[test]
fn a_changed_helper_is_graded_again() {
    if !has_python() {
        return;
    }
    let root = tempfile::tempdir().unwrap();
    let (students, out) = (root.path().join("class"), root.path().join("out"));
    let solution = texts::file("gain/solution/python/gain.py").unwrap();
    let folder = students.join("ann");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("gain.py"), "import helper\n").unwrap();
    fs::write(folder.join("helper.py"), "import sys\nfor line in sys.stdin: print(0)\n").unwrap();
    let points = || grade(&options(&students, &out), &()).unwrap().students[0].total;
    let before = points();
    fs::write(folder.join("helper.py"), solution).unwrap();
    assert!(before < points(), "the helper was changed");
}

#[test]
fn two_runs_do_not_write_into_one_directory() {
    let root = tempfile::tempdir().unwrap();
    let (students, out) = (root.path().join("class"), root.path().join("out"));
    fs::create_dir_all(students.join("ann")).unwrap();
    fs::write(students.join("ann/over.py"), "").unwrap();
    fs::create_dir_all(&out).unwrap();
    let _held = redouble_files::Lock::exclusive(&out.join("grade.lock")).unwrap();
    assert!(matches!(grade(&options(&students, &out), &()), Err(GradeError::Locked(_))));
}
