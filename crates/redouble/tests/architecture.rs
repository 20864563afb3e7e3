//! The invariants of ARCHITECTURE.md that the compiler does not check.

use std::fs;
use std::path::{Path, PathBuf};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The Rust files below a directory, with their text.
fn sources(directory: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(directory) else { return found };
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
    found
}

/// The lines outside comments that contain one of the words.
fn lines_with(sources: &[(PathBuf, String)], words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in sources {
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in code.filter(|line| words.iter().any(|word| line.contains(word))) {
            found.push(format!("{}: {}", path.display(), line.trim()));
        }
    }
    found
}

#[test]
fn core_has_no_dependencies() {
    let manifest = fs::read_to_string(workspace().join("crates/core/Cargo.toml")).unwrap();
    assert!(!manifest.contains("\n[dependencies]"), "core depends on nothing");
}

#[test]
fn core_does_no_io_has_no_threads_and_reads_no_clock() {
    let sources = sources(&workspace().join("crates/core/src"));
    assert!(sources.len() > 15);
    let forbidden =
        ["std::io", "std::fs", "std::net", "std::thread", "std::time", "std::env", "std::process"];
    assert_eq!(lines_with(&sources, &forbidden), Vec::<String>::new());
}

/// Libraries do not parse arguments, and only `api` writes JSON; printing is denied by a lint.
#[test]
fn only_the_binary_parses_arguments_and_nothing_below_api_writes_json() {
    for entry in fs::read_dir(workspace().join("crates")).unwrap() {
        let library = entry.unwrap().path();
        let sources = sources(&library.join("src"));
        if library.ends_with("api") {
            assert_eq!(lines_with(&sources, &["clap::", "println!("]), Vec::<String>::new());
        } else if !library.ends_with("redouble") {
            let found = lines_with(&sources, &["clap::", "serde_json::", "println!("]);
            assert_eq!(found, Vec::<String>::new());
        }
    }
}

#[test]
fn unsafe_stands_only_where_simd_memory_maps_and_weights_are() {
    let mut found =
        lines_with(&sources(&workspace().join("crates")), &["unsafe {", "unsafe fn", "unsafe impl"]);
    let allowed = [
        "/crates/kernels/",
        "/ntuple/simd/",
        "/ntuple/simd.rs",
        "/ntuple/memory.rs",
        "/ntuple/index.rs",
        "/ntuple/network.rs",
        "/ntuple/weights.rs",
        "/learn/coherence.rs",
        "/learn/coherence/",
        "/learn/table.rs",
        "/benches/",
        "/architecture.rs",
    ];
    found.retain(|line| !allowed.iter().any(|place| line.contains(place)));
    assert_eq!(found, Vec::<String>::new());
}
