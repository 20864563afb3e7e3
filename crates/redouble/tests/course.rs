//! The course on the command line: exports are valid, accept solutions and refuse wrong ones; bad input is refused.
//!
//! Packages are judged by what their systems read, written down here from their specifications.

#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs};

use serde_json::Value;
use tempfile::TempDir;

const REDOUBLE: &str = env!("CARGO_BIN_EXE_redouble");

fn redouble(arguments: &[&str]) -> Output {
    Command::new(REDOUBLE).args(arguments).output().unwrap()
}

fn has(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Exports some exercises into a new directory.
fn exported(system: &str, exercises: &[&str]) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("out").display().to_string();
    let mut arguments = vec!["course", "export", "--to", system, "--out", &out];
    exercises.iter().for_each(|id| arguments.extend(["--exercise", id]));
    let output = redouble(&arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    directory
}

/// All files below a directory, by path.
fn tree(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut left = vec![directory.to_owned()];
    while let Some(next) = left.pop() {
        for path in fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                left.push(path);
            } else {
                let name = path.strip_prefix(directory).unwrap().display().to_string();
                files.insert(name, fs::read(path).unwrap());
            }
        }
    }
    files
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn course() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../course")
}

/// A path that has our program on it.
fn path_with_redouble() -> String {
    let own = Path::new(REDOUBLE).parent().unwrap().display().to_string();
    format!("{own}:{}", env::var("PATH").unwrap_or_default())
}

/// A run of a Python script with our program on the path.
fn python(script: &Path, directory: &Path, variables: &[(&str, &Path)]) {
    let mut command = Command::new("python3");
    command.arg(script).current_dir(directory).env("PATH", path_with_redouble());
    variables.iter().for_each(|(name, value)| {
        command.env(name, value);
    });
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// What a command answers to an input.
fn answers(command: &[&str], input: &Path) -> String {
    let output =
        Command::new(command[0]).args(&command[1..]).stdin(fs::File::open(input).unwrap()).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// A solution and a wrong solution in Python.
fn both(id: &str, name: &str, wrong: &str) -> [(PathBuf, bool); 2] {
    [
        (course().join(id).join("solution/python").join(name), true),
        (course().join(id).join("wrong").join(wrong), false),
    ]
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    for system in ["classroom50", "gradescope", "kattis", "exercism", "prairielearn"] {
        let [one, other] = [(), ()].map(|()| exported(system, &["merge", "grid"]));
        assert_eq!(tree(one.path()), tree(other.path()), "{system}");
        assert!(!tree(one.path()).is_empty());
    }
}

#[test]
fn what_exists_is_not_overwritten() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("kept"), "here").unwrap();
    let path = directory.path().display().to_string();
    for arguments in [
        vec!["course", "export", "--to", "kattis", "--out", &path],
        vec!["course", "conformance", "--out", &path],
    ] {
        let output = redouble(&arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("nothing was written"));
        assert_eq!(tree(directory.path()).len(), 1);
    }
    let start = ["course", "start", "over", "--language", "c", "--dir", &path];
    assert!(redouble(&start).status.success());
    assert_eq!(redouble(&start).status.code(), Some(2));
}

#[test]
fn bad_input_is_refused_with_a_suggestion() {
    let empty = tempfile::tempdir().unwrap();
    let empty = empty.path().display().to_string();
    for (arguments, message) in [
        (vec!["course", "check", "ovre", "x.py"], "did you mean `over`?"),
        (vec!["course", "show", "mont-carlo"], "did you mean `monte-carlo`?"),
        (vec!["course", "start", "over", "--language", "pyhton"], "did you mean `python`?"),
        (vec!["course", "export", "--to", "gradscope", "--out", "x"], "did you mean `gradescope`?"),
        (vec!["course", "check", "over"], "no program"),
        (vec!["course", "check", "over", "--"], "no program"),
        (vec!["course", "check", "over", "--", "no-such-program"], "cannot start `no-such-program`"),
        (vec!["course", "check", "p-mcts", "--", "no-such-program"], "cannot start `no-such-program`"),
        (vec!["course", "check", "over", "no-such-file.py"], "there is no file"),
        (vec!["course", "check", "over", "--case", "2,2", "--", "cat"], "is not a case"),
        (vec!["course", "check", "x-table", "--case", "1", "--", "cat"], "has no single cases"),
        (vec!["course", "grade", &empty], "has no students"),
        (vec!["course", "grade", "no-such-directory"], "is not a directory"),
        (vec!["course", "calibrate", "over"], "has no chance in it"),
        (vec!["course", "conformance", "--", "no-such-program"], "cannot start `no-such-program`"),
    ] {
        let output = redouble(&arguments);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.contains(message), "{arguments:?}: {text}");
    }
}

#[test]
fn a_check_ends_with_0_or_1_and_writes_junit() {
    if !has("python3") {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let junit = directory.path().join("junit.xml");
    for (file, passes) in both("over", "over.py", "rows-only.py") {
        let arguments = [
            "course",
            "check",
            "over",
            "--junit",
            junit.to_str().unwrap(),
            "--",
            "python3",
            file.to_str().unwrap(),
        ];
        let output = redouble(&arguments);
        assert_eq!(output.status.code(), Some(if passes { 0 } else { 1 }));
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(text.contains("rows-only: only neighbours in a row were compared"), !passes, "{text}");
        let xml = fs::read_to_string(&junit).unwrap();
        assert_eq!(xml.contains("<failure message=\"rows-only\""), !passes, "{xml}");
    }
}

#[test]
fn classroom50_tests_follow_its_schema_and_tell_right_from_wrong() {
    let directory = exported("classroom50", &["over"]);
    let root = directory.path().join("out/over");
    assert!(root.join("template/README.md").is_file() && root.join("template/over.py").is_file());
    let allowed = [
        "name",
        "type",
        "run",
        "input-file",
        "expected-file",
        "comparison",
        "timeout",
        "points",
        "failure-details",
    ];
    for language in ["", "java.", "c.", "javascript.", "rust."] {
        let tests = json(&root.join(format!("over.{language}tests.json")));
        let tests = tests.as_array().unwrap();
        assert!((1..=100).contains(&tests.len()));
        let names: BTreeSet<&str> = tests.iter().map(|test| test["name"].as_str().unwrap()).collect();
        assert_eq!(names.len(), tests.len(), "names are unique");
        assert_eq!(tests.iter().map(|test| test["points"].as_u64().unwrap()).sum::<u64>(), 10);
        for test in tests {
            assert!(keys(test).is_subset(&allowed.into_iter().collect()));
            assert_eq!((test["type"].as_str(), test["comparison"].as_str()), (Some("io"), Some("exact")));
            assert!(test["name"].as_str().unwrap().len() <= 100 && test["timeout"].as_u64().unwrap() <= 600);
            for file in ["input-file", "expected-file"] {
                assert!(root.join("autograder").join(test[file].as_str().unwrap()).is_file());
            }
        }
    }
    if !has("python3") {
        return;
    }
    for (program, passes) in both("over", "over.py", "rows-only.py") {
        let tests = json(&root.join("over.tests.json"));
        let right = |test: &Value| {
            let fixture = |key: &str| root.join("autograder").join(test[key].as_str().unwrap());
            let found = answers(&["python3", program.to_str().unwrap()], &fixture("input-file"));
            found.trim() == fs::read_to_string(fixture("expected-file")).unwrap().trim()
        };
        assert_eq!(tests.as_array().unwrap().iter().all(right), passes);
    }
}

#[test]
fn classroom50_autograder_writes_a_result() {
    if !has("python3") {
        return;
    }
    let directory = exported("classroom50", &["sampling"]);
    let autograder = directory.path().join("out/sampling/autograder/autograder.py");
    for (program, passes) in both("sampling", "sampling.py", "plain-mean.py") {
        let work = tempfile::tempdir().unwrap();
        fs::copy(program, work.path().join("sampling.py")).unwrap();
        python(
            &autograder,
            work.path(),
            &[("CLASSROOM", Path::new("c")), ("SUBMISSION_TAG", Path::new("submit/1"))],
        );
        let result = json(&work.path().join("result.json"));
        assert_eq!(result["schema"], "classroom50/result/v1");
        let needed = "schema classroom assignment assignment_type owner submission commit release review datetime score max-score tests";
        assert_eq!(keys(&result), needed.split(' ').collect());
        assert_eq!(result["score"] == result["max-score"], passes, "{result}");
        assert!(result["max-score"].as_u64().unwrap() > 0);
        for test in result["tests"].as_array().unwrap() {
            assert!(test["score"].as_u64().unwrap() <= test["max-score"].as_u64().unwrap());
            assert!(test["test-name"].is_string() && test["passed"].is_boolean());
        }
    }
}

#[test]
fn gradescope_autograder_writes_results() {
    if !has("python3") {
        return;
    }
    let directory = exported("gradescope", &["merge"]);
    let zip = directory.path().join("out/merge.zip");
    for (program, passes) in both("merge", "merge.py", "whole-run.py") {
        let root = tempfile::tempdir().unwrap();
        let source = root.path().join("source");
        let unpack = "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])";
        let unpacked = Command::new("python3").args(["-c", unpack]).arg(&zip).arg(&source).status().unwrap();
        assert!(unpacked.success());
        for name in ["setup.sh", "run_autograder"] {
            assert!(fs::read_to_string(source.join(name)).unwrap().starts_with("#!"), "{name}");
        }
        fs::create_dir_all(root.path().join("submission")).unwrap();
        fs::copy(program, root.path().join("submission/merge.py")).unwrap();
        python(&source.join("run_autograder"), root.path(), &[("AUTOGRADER_ROOT", root.path())]);
        let results = json(&root.path().join("results/results.json"));
        let allowed = "score execution_time output output_format visibility stdout_visibility tests leaderboard extra_data";
        assert!(keys(&results).is_subset(&allowed.split(' ').collect()), "{results}");
        let tests = results["tests"].as_array().unwrap();
        assert!(!tests.is_empty());
        assert_eq!(tests.iter().all(|test| test["status"] == "passed"), passes, "{results}");
        let shown = tests.iter().any(|test| test["output"].as_str().unwrap().contains("whole-run"));
        assert_eq!(shown, !passes, "the misconception is named");
    }
}

#[test]
fn prairielearn_grader_writes_results() {
    if !has("python3") {
        return;
    }
    let directory = exported("prairielearn", &["gain"]);
    let question = directory.path().join("out/questions/gain");
    let info = json(&question.join("info.json"));
    assert_eq!((info["type"].as_str(), info["gradingMethod"].as_str()), (Some("v3"), Some("External")));
    assert!(info["externalGradingOptions"]["timeout"].as_u64().unwrap() <= 600);
    assert_eq!(info["uuid"].as_str().unwrap().len(), 36);
    let html = fs::read_to_string(question.join("question.html")).unwrap();
    assert!(html.contains("file-names=\"gain.py\"") && html.contains("<table>"));
    for (program, passes) in both("gain", "gain.py", "old-tile.py") {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("student")).unwrap();
        fs::copy(program, root.path().join("student/gain.py")).unwrap();
        python(&question.join("tests/grade.py"), root.path(), &[("GRADE_ROOT", root.path())]);
        let results = json(&root.path().join("results/results.json"));
        assert_eq!(results["gradable"], true);
        let score = results["score"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&score));
        assert_eq!(score == 1.0, passes, "{results}");
    }
}

#[test]
fn exercism_data_follows_its_schema() {
    let directory = exported("exercism", &["over", "can-move", "state", "expectimax", "spawn"]);
    let root = directory.path().join("out/exercises");
    assert!(!root.join("spawn").exists(), "what is judged by chance is left out");
    let mut seen = BTreeSet::new();
    for (id, property) in
        [("over", "over"), ("can-move", "canMove"), ("state", "state"), ("expectimax", "expectimax")]
    {
        let data = json(&root.join(id).join("canonical-data.json"));
        assert_eq!(keys(&data), ["cases", "comments", "exercise"].into_iter().collect());
        assert_eq!(data["exercise"], id);
        for group in data["cases"].as_array().unwrap() {
            assert_eq!(keys(group), ["cases", "description"].into_iter().collect());
            for case in group["cases"].as_array().unwrap() {
                let allowed = ["uuid", "description", "property", "input", "expected", "scenarios"];
                assert!(keys(case).is_subset(&allowed.into_iter().collect()), "{case}");
                assert_eq!(case["property"], property);
                assert!(case["input"].is_object() && !case["expected"].is_null(), "{case}");
                let uuid = case["uuid"].as_str().unwrap();
                assert!(is_uuid_4(uuid) && seen.insert(uuid.to_owned()), "{uuid}");
            }
        }
        assert!(
            fs::read_to_string(root.join(id).join("instructions.md"))
                .unwrap()
                .starts_with("# Instructions\n")
        );
        assert!(fs::read_to_string(root.join(id).join("metadata.toml")).unwrap().starts_with("title = "));
    }
}

fn is_uuid_4(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let hex =
        |part: &&str| part.chars().all(|letter| letter.is_ascii_digit() || ('a'..='f').contains(&letter));
    parts.iter().map(|part| part.len()).eq([8, 4, 4, 4, 12])
        && parts.iter().all(hex)
        && parts[2].starts_with('4')
        && parts[3].starts_with(['8', '9', 'a', 'b'])
}

#[test]
fn kattis_packages_have_their_structure() {
    let directory =
        exported("kattis", &["can-move", "queue", "greedy", "expectimax", "monte-carlo", "x-table"]);
    let root = directory.path().join("out");
    let names: BTreeSet<String> =
        fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(names, ["canmove", "expectimax", "greedy", "montecarlo", "queue"].map(str::to_owned).into());
    let known = "problem_format_version name uuid type author source license rights_owner validation validator_flags keywords limits";
    for name in &names {
        let package = root.join(name);
        let yaml = fs::read_to_string(package.join("problem.yaml")).unwrap();
        for line in yaml.lines() {
            assert!(known.split(' ').any(|key| line.starts_with(&format!("{key}: "))), "{line}");
        }
        assert_eq!(yaml.contains("validation: custom"), name == "montecarlo");
        assert_eq!(yaml.contains("float_tolerance 1e-4"), name == "expectimax");
        let text = fs::read_to_string(package.join("problem_statement/problem.en.tex")).unwrap();
        assert!(text.starts_with("\\problemname{"));
        for (path, content) in tree(&package.join("data")) {
            assert!(content.ends_with(b"\n") && !content.contains(&b'\r'), "{path}");
            let lines =
                |path: &str| fs::read_to_string(package.join("data").join(path)).unwrap().lines().count();
            if let Some(stem) = path.strip_suffix(".in") {
                assert_eq!(lines(&path), lines(&format!("{stem}.ans")), "{path}: an answer a line");
            }
        }
        let inputs = tree(&package.join("data")).into_iter().filter(|(path, _)| path.ends_with(".in"));
        let inputs: Vec<Vec<u8>> = inputs.map(|(_, content)| content).collect();
        assert_eq!(inputs.iter().collect::<BTreeSet<_>>().len(), inputs.len(), "{name}: no file twice");
        assert!(package.join("input_validators").read_dir().unwrap().count() == 1);
        assert!(package.join("submissions/accepted").read_dir().unwrap().count() == 5);
        assert!(package.join("submissions/wrong_answer").read_dir().unwrap().count() > 3);
    }
    assert!(root.join("queue/submissions/time_limit_exceeded/shifts-the-array.py").is_file());
    assert!(root.join("queue/submissions/run_time_error/peeks-into-nothing.py").is_file());
}

/// The pattern of an input validator accepts every line of the data and refuses something else.
#[test]
fn kattis_input_validators_know_their_lines() {
    if !has("python3") {
        return;
    }
    let directory = exported("kattis", &[]);
    let script = r#"
import pathlib, re, sys
for package in pathlib.Path(sys.argv[1]).iterdir():
    ctd = next(package.glob("input_validators/*.ctd")).read_text()
    patterns = set(re.findall(r'REGEX\("(.*?)"\)', ctd))
    assert len(patterns) == 1 and ctd.startswith("REGEX"), package
    pattern = re.compile(patterns.pop())
    lines = [line for file in package.glob("data/*/*.in") for line in set(file.read_text().splitlines())]
    assert lines and all(pattern.fullmatch(line) for line in lines if len(line) < 1000), package
    assert not pattern.fullmatch("") and not pattern.fullmatch("banana 7"), package
    longer = [re.sub(r"\b([0-9]+[.][0-9]+)\b", r"\g<1>0", line) for line in lines]
    assert not any(pattern.fullmatch(line) for line, old in zip(longer, lines) if line != old), package
"#;
    let status =
        Command::new("python3").args(["-c", script]).arg(directory.path().join("out")).status().unwrap();
    assert!(status.success());
}

/// The verdict of an output validator: 42 accepts, 43 refuses.
fn verdict(package: &Path, data: &str, output: &str) -> Option<i32> {
    let feedback = tempfile::tempdir().unwrap();
    let mut validator = Command::new("python3")
        .arg(package.join("output_validators/validate.py"))
        .arg(package.join(format!("data/{data}.in")))
        .arg(package.join(format!("data/{data}.ans")))
        .arg(feedback.path())
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut validator.stdin.take().unwrap(), output.as_bytes()).unwrap();
    validator.wait().unwrap().code()
}

#[test]
fn kattis_output_validators_accept_solutions_and_refuse_wrong_ones() {
    if !has("python3") || !has("cc") {
        return;
    }
    let directory = exported("kattis", &["spawn", "sampling", "monte-carlo"]);
    for (id, name, wrong) in [
        ("spawn", "spawn.c", "one-in-nine.c"),
        ("sampling", "sampling.c", "equiprobable.py"),
        ("monte-carlo", "monte_carlo.c", "dead-is-0.c"),
    ] {
        let package = directory.path().join("out").join(id.replace('-', ""));
        for (file, code) in [
            (course().join(id).join("solution/c").join(name), 42),
            (course().join(id).join("wrong").join(wrong), 43),
        ] {
            let binary = directory.path().join("program");
            let command = if file.extension().unwrap() == "py" {
                vec!["python3".to_owned(), file.display().to_string()]
            } else {
                let compiled =
                    Command::new("cc").args(["-O2", "-o"]).arg(&binary).arg(&file).arg("-lm").status();
                assert!(compiled.unwrap().success());
                vec![binary.display().to_string()]
            };
            let words: Vec<&str> = command.iter().map(String::as_str).collect();
            let output = answers(&words, &package.join("data/secret/1-all.in"));
            assert_eq!(verdict(&package, "secret/1-all", &output), Some(code), "{}", file.display());
        }
        assert_eq!(verdict(&package, "secret/1-all", "nonsense\n"), Some(43));
    }
}
