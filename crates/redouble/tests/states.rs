//! `redouble states` as a person calls it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn redouble(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_redouble")).arg("states").args(args).output().unwrap()
}

fn json(args: &[&str]) -> serde_json::Value {
    let output = redouble(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn files(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(directory).unwrap().map(Result::unwrap);
    let mut files: Vec<_> = entries
        .map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn counts_are_the_published_ones() {
    let report = json(&["count", "--board", "2x2", "--goal", "32", "--json"]);
    assert_eq!((&report["states"], &report["losing"]), (&57.into(), &18.into()));
    let layers = report["layers"].as_array().unwrap();
    assert_eq!(layers[0]["sum"], 4);
    assert_eq!(layers[0]["by_max"]["2"], 2);
    for key in ["board", "goal", "afterstates", "seconds", "states_per_second", "peak_rss_bytes"] {
        assert!(report.get(key).is_some(), "{key}");
    }
    assert_eq!(json(&["count", "--board", "4x4", "--goal", "8", "--json"])["states"], 84_659);
    let unfolded = json(&["count", "--board", "2x3", "--unfolded", "--json"]);
    assert_eq!(unfolded["states"], 17_268);
    assert_eq!(unfolded["unfolded"]["afterstates"], 59_038);
}

#[test]
fn bounds_and_moves() {
    let report = json(&["bound", "--board", "4x4", "--goal", "2048", "--json"]);
    assert_eq!(report["baseline"], "44096709674720289");
    assert_eq!(report["layered"], "44096167159459777");
    let moves = json(&["moves", "--goal", "2048", "--json"])["expected_moves"].as_f64().unwrap();
    assert!((moves - 938.8).abs() < 0.05, "{moves}");
}

#[test]
fn bad_arguments_end_with_code_2() {
    for args in [
        &["count", "--board", "2x2", "--goal", "64"][..],
        &["count", "--board", "5x5", "--goal", "8"],
        &["count", "--board", "3x3", "--goal", "100"],
        &["count", "--board", "4x4"],
        &["count", "--board", "3x3", "--goal", "8", "--engine", "tensor"],
        &["count", "--board", "4x4", "--goal", "512", "--engine", "row"],
        &["count", "--board", "4x4", "--goal", "64", "--engine", "sorted", "--store", "never-made"],
        &["count", "--board", "4x4", "--goal", "512", "--store", "never-made"],
        &["count", "--board", "3x3", "--goal", "64", "--keep", "last", "--store", "never-made"],
        &["graph", "--board", "2x2", "--goal", "32", "--out", "picture.jpeg"],
        &["graph", "--board", "4x4", "--goal", "16", "--out", "picture.svg"],
        &["bound", "--board", "4x4", "--goal", "4"],
    ] {
        let output = redouble(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: "), "{args:?}");
    }
    let output = redouble(&["count", "--board", "4x4", "--goal", "64", "--memory", "1G"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("1024 MiB are allowed"));
    let output = redouble(&["verify", "/nonexistent/store"]);
    assert_eq!(output.status.code(), Some(1));
}

/// Counts into a store without a stop and into another one with kills after so many milliseconds: same totals, same bytes.
fn kill_and_resume(game: &[&str; 2], directory: &Path, milliseconds: &[u64]) -> PathBuf {
    let (whole, killed) = (directory.join("whole"), directory.join("killed"));
    let count = |store: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_redouble"));
        let [board, goal] = game;
        command.args(["states", "count", "--board", board, "--goal", goal, "--json", "--store"]).arg(store);
        command
    };
    let expected = count(&whole).output().unwrap();
    assert!(expected.status.success());
    for &milliseconds in milliseconds {
        let mut child = count(&killed).stdout(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let found = count(&killed).output().unwrap();
    assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
    let layers = |output: &Output| -> serde_json::Value {
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        report["layers"].clone()
    };
    assert_eq!(layers(&found), layers(&expected));
    assert!(files(&killed) == files(&whole), "the stores differ");
    killed
}

/// The same on 1.57 billion states, and then a byte flipped in files large and small, which `verify` has to name:
/// `cargo test --release -p redouble --test states -- --ignored`
#[test]
#[ignore = "five minutes on two cores"]
fn killed_three_times_on_4x4_to_32_and_damaged() {
    let directory = tempfile::tempdir().unwrap();
    let store = kill_and_resume(&["4x4", "32"], directory.path(), &[7_000, 4_000, 19_000]);
    let path = store.to_str().unwrap();
    assert_eq!(json(&["verify", path, "--json"])["states"], 1_566_798_892);
    for (name, place) in
        [("layer-000100.rds", 4_000_000), ("layer-000072.rds", 31), ("layer-000008.rds", 700)]
    {
        let file = store.join(name);
        let bytes = std::fs::read(&file).unwrap();
        let mut damaged = bytes.clone();
        damaged[place] ^= 8;
        std::fs::write(&file, &damaged).unwrap();
        let output = redouble(&["verify", path]);
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stderr).contains(name));
        std::fs::write(&file, &bytes).unwrap();
    }
}

#[test]
fn killed_three_times_and_resumed_with_the_same_bytes() {
    let directory = tempfile::tempdir().unwrap();
    let killed = kill_and_resume(&["3x3", "128"], directory.path(), &[60, 150, 400]);
    let store = killed.to_str().unwrap();
    assert_eq!(json(&["verify", store, "--json"])["complete"], true);
    let drawn = json(&["sample", "--store", store, "--count", "3", "--json"]);
    for state in drawn.as_array().unwrap() {
        let found = json(&["find", state["board"].as_str().unwrap(), "--store", store, "--json"]);
        assert_eq!(found["rank"], state["rank"]);
        assert_eq!(found["game"]["shortest"], true);
    }
    let exported = redouble(&["export", "--format", "u64", "--layer", "20", "--store", store]).stdout;
    let boards: Vec<u64> =
        exported.chunks(8).map(|bytes| u64::from_le_bytes(bytes.try_into().unwrap())).collect();
    assert!(boards.len() > 100 && boards.is_sorted());
    let refused = redouble(&["export", "--format", "csv", "--layer", "21", "--store", store]);
    assert_eq!(refused.status.code(), Some(2));
    parquet_holds(store, &boards, &directory.path().join("layer.parquet"));
}

/// The checks that a count nobody else has made is to be believed by.
#[test]
fn a_store_of_afterstates_is_killed_resumed_and_checked_deeply() {
    let directory = tempfile::tempdir().unwrap();
    let killed = kill_and_resume(&["4x4", "16"], directory.path(), &[40, 300, 700]);
    let store = killed.to_str().unwrap();
    let shorter = directory.path().join("shorter.json");
    let counted = redouble(&["count", "--board", "4x4", "--goal", "8", "--json"]).stdout;
    std::fs::write(&shorter, &counted).unwrap();
    let table = directory.path().join("table.json");
    let group = r#"{"sum": 40, "max_value": 8, "exact": false, "states": "#;
    let groups = |states: u64| format!(r#"{{"groups": [{group}{states}}}]}}"#);
    let states =
        json(&["count", "--board", "4x4", "--goal", "16", "--json"])["layers"][18]["by_max"]["8"].clone();
    std::fs::write(&table, groups(states.as_u64().unwrap())).unwrap();
    let (shorter, table) = (shorter.to_str().unwrap(), table.to_str().unwrap());
    let checks =
        ["verify", store, "--deep", "--boards", "500", "--chains", "40", "--recount", "12,60", "--json"];
    let report = json(&[&checks[..], &["--against", shorter, "--against", table]].concat());
    assert_eq!(report["deep"]["chains"], 40);
    assert_eq!(report["deep"]["drawn"].as_array().unwrap().len(), 10);
    assert_eq!(report["recounted"].as_array().unwrap().len(), 2);
    assert_eq!(
        report["against"][0]["equal"],
        2 * serde_json::from_slice::<serde_json::Value>(&counted).unwrap()["layers"]
            .as_array()
            .unwrap()
            .len()
    );
    // No board with 8 as its largest tile is lost in one move.
    assert_eq!((&report["against"][1]["equal"], &report["against"][1]["bounded"]), (&1.into(), &0.into()));
    assert_eq!(report["deep"]["lost_in_one"][0]["states"], 0);
    std::fs::write(table, groups(states.as_u64().unwrap() + 1)).unwrap();
    let output = redouble(&["verify", store, "--against", table]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("tile sum 40, largest tile 8"), "{error}");
}

/// The layer with tile sum 20, written as Parquet and read back.
#[cfg(feature = "parquet")]
fn parquet_holds(store: &str, boards: &[u64], path: &Path) {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    let name = path.to_str().unwrap();
    let arguments = ["export", "--format", "parquet", "--layer", "20", "--store", store, "--out", name];
    assert!(redouble(&arguments).status.success());
    let reader = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert!(rows.iter().all(|row| row.get_uint(0).unwrap() == 20));
    let found: Vec<u64> = rows.iter().map(|row| row.get_ulong(1).unwrap()).collect();
    assert_eq!(found, boards);
}

#[cfg(not(feature = "parquet"))]
fn parquet_holds(store: &str, _: &[u64], path: &Path) {
    let name = path.to_str().unwrap();
    let output = redouble(&["export", "--format", "parquet", "--store", store, "--out", name]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--features parquet"));
    assert!(!path.exists());
}

#[test]
fn pictures_are_written() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (svg, dot, plot) = (path("graph.svg"), path("graph.dot"), path("plot.svg"));
    assert!(
        redouble(&["graph", "--board", "2x2", "--goal", "32", "--grouped", "--out", &svg]).status.success()
    );
    assert!(redouble(&["graph", "--board", "2x2", "--goal", "32", "--out", &dot]).status.success());
    assert!(redouble(&["plot", "--board", "2x3", "--goal", "32,64", "--out", &plot]).status.success());
    assert!(std::fs::read_to_string(svg).unwrap().contains("36 / 16"));
    assert!(std::fs::read_to_string(dot).unwrap().contains("n0 -> n"));
    assert!(std::fs::read_to_string(plot).unwrap().contains("2x3 to 64"));
}
