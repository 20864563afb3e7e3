//! The invariants of ARCHITECTURE.md that the compiler does not check.
//!
//! Sources are read as tokens, so that neither comments nor strings count, and macros and grouped imports do.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The crates, by the names of their directories.
fn crates() -> Vec<String> {
    let entries = fs::read_dir(workspace().join("crates")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert!(names.len() >= 7, "{names:?}");
    names
}

/// The crates that are no programs.
fn libraries() -> Vec<String> {
    let mut names = crates();
    names.retain(|name| !["redouble", "torture"].contains(&name.as_str()));
    names
}

/// The Rust files below a directory of the workspace, by their path in it, as tokens.
fn sources(directory: &str) -> Vec<(String, Vec<TokenTree>)> {
    let mut found = Vec::new();
    collect(&workspace().join(directory), &mut found);
    let tokens = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let stream: TokenStream = text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.strip_prefix(workspace()).unwrap().to_str().unwrap().to_owned();
        (name, flat(stream))
    };
    found.iter().map(tokens).collect()
}

fn collect(directory: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// All tokens in order: a group is followed by what is in it, unless it is a module of tests.
fn flat(stream: TokenStream) -> Vec<TokenTree> {
    let mut tokens: Vec<TokenTree> = Vec::new();
    for token in stream {
        let [before, last] = [2, 1].map(|back| tokens.len().checked_sub(back).map(|place| &tokens[place]));
        let is_of_tests = is_word(before, "mod") && is_word(last, "tests");
        let inner = match &token {
            TokenTree::Group(group) if !is_of_tests => flat(group.stream()),
            _ => Vec::new(),
        };
        tokens.push(token);
        tokens.extend(inner);
    }
    tokens
}

fn is_word(token: Option<&TokenTree>, word: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(ident)) if ident == word)
}

fn is_mark(token: Option<&TokenTree>, mark: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

/// What is named directly below `root` in a file: `std::io::Read`, `std::{io, fs}` and `std::{self, io::Read}` name `io`.
fn named_below(root: &str, tokens: &[TokenTree]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (place, _) in tokens.iter().enumerate().filter(|(_, token)| is_word(Some(token), root)) {
        if !is_mark(tokens.get(place + 1), ':') || !is_mark(tokens.get(place + 2), ':') {
            continue;
        }
        match tokens.get(place + 3) {
            Some(TokenTree::Ident(ident)) => drop(names.insert(ident.to_string())),
            Some(TokenTree::Group(group)) => names.extend(first_words(group.stream())),
            _ => {}
        }
    }
    names
}

/// The first word of every part between commas.
fn first_words(stream: TokenStream) -> Vec<String> {
    let (mut words, mut at_start) = (Vec::new(), true);
    for token in stream {
        if let (true, TokenTree::Ident(ident)) = (at_start, &token) {
            words.push(ident.to_string());
        }
        at_start = is_mark(Some(&token), ',');
    }
    words
}

/// The files that name one of `words` below `root`, each with the word.
fn files_naming(directory: &str, root: &str, words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (path, tokens) in sources(directory) {
        let names = named_below(root, &tokens);
        found.extend(
            words.iter().filter(|word| names.contains(**word)).map(|word| format!("{path}: {root}::{word}")),
        );
    }
    found
}

/// The names of the tables of a manifest that list dependencies of the library or the program itself.
fn dependency_tables(name: &str) -> Vec<String> {
    let manifest = fs::read_to_string(workspace().join("crates").join(name).join("Cargo.toml")).unwrap();
    let tables = manifest.lines().filter(|line| line.starts_with('['));
    tables.filter(|line| line.contains("dependencies") && !line.contains("dev-")).map(str::to_owned).collect()
}

/// Our own crates that a crate depends on, development aside.
fn own_dependencies(name: &str) -> BTreeSet<String> {
    let manifest = fs::read_to_string(workspace().join("crates").join(name).join("Cargo.toml")).unwrap();
    let mut table = "";
    let mut found = BTreeSet::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            table = line;
        }
        let depends = table.contains("dependencies") && !table.contains("dev-");
        let named = line.trim_start_matches("[dependencies.").strip_prefix("redouble-");
        if let (true, Some(rest)) = (depends, named) {
            found.insert(rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned());
        }
    }
    found
}

#[test]
fn imports_are_seen_in_every_form() {
    let text = "use std::{env, io::{self, Read}, sync::Arc}; // std::net\n macro_rules! m { () => { ::std::fs::read(\"std::time\") } } mod tests { use std::thread; }";
    let names = named_below("std", &flat(text.parse().unwrap()));
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["env", "fs", "io", "sync"]);
}

#[test]
fn core_depends_on_nothing() {
    assert_eq!(dependency_tables("core"), Vec::<String>::new());
}

#[test]
fn core_does_no_io_has_no_threads_and_reads_no_clock() {
    let forbidden = ["io", "fs", "net", "thread", "time", "env", "process"];
    assert_eq!(files_naming("crates/core/src", "std", &forbidden), Vec::<String>::new());
}

/// Whoever depends on something new says so here and in ARCHITECTURE.md.
#[test]
fn crates_depend_on_one_another_as_the_map_says() {
    for (name, allowed) in [
        ("core", vec![]),
        ("files", vec![]),
        ("kernels", vec!["core"]),
        ("players", vec!["core", "files", "kernels"]),
        ("states", vec!["core", "files", "kernels"]),
        ("tilt", vec!["core"]),
        ("lab", vec!["core", "files", "kernels", "players", "states"]),
        ("course", vec!["core", "files", "kernels", "lab", "players"]),
        ("api", vec!["core", "course", "files", "kernels", "lab", "players", "states", "tilt"]),
        ("store", vec!["api", "core", "files"]),
    ] {
        let allowed: BTreeSet<String> = allowed.into_iter().map(str::to_owned).collect();
        let found = own_dependencies(name);
        assert!(found.is_subset(&allowed), "{name} depends on {found:?}");
    }
}

/// Printing is denied by a lint.
#[test]
fn nothing_below_the_binary_parses_arguments_and_nothing_below_the_api_writes_json() {
    for name in libraries() {
        let source = format!("crates/{name}/src");
        let mut found: Vec<String> = Vec::new();
        for (path, tokens) in sources(&source) {
            // The course writes reports and packages for teachers.
            let may_serialise = ["api", "course"].contains(&name.as_str());
            let forbidden = if may_serialise { &["clap"][..] } else { &["clap", "serde", "serde_json"] };
            let words = forbidden.iter().filter(|word| tokens.iter().any(|token| is_word(Some(token), word)));
            found.extend(words.map(|word| format!("{path}: {word}")));
        }
        assert_eq!(found, Vec::<String>::new());
    }
}

#[test]
fn only_kernels_are_unsafe() {
    let mut found = Vec::new();
    for (path, tokens) in sources("crates") {
        if tokens.iter().any(|token| is_word(Some(token), "unsafe")) {
            found.push(path);
        }
    }
    found.retain(|path| !path.starts_with("crates/kernels/"));
    assert_eq!(found, Vec::<String>::new());
    for name in crates().iter().filter(|name| *name != "kernels") {
        let root =
            ["lib.rs", "main.rs"].map(|file| workspace().join("crates").join(name).join("src").join(file));
        let text = root.iter().find_map(|path| fs::read_to_string(path).ok()).unwrap();
        assert!(text.contains("#![forbid(unsafe_code)]"), "crates/{name} forbids unsafe code");
    }
}

/// They run in a browser, where there is one thread and no clock of the standard library.
#[test]
fn libraries_create_no_threads_and_read_no_clock() {
    let allowed = [
        // Write to and read from programs that play; not there on targets without programs.
        "crates/lab/src/external/process.rs: std::thread",
        // Write to, read from and wait for the programs of students.
        "crates/course/src/run.rs: std::thread",
        "crates/course/src/run/group.rs: std::thread",
        // Yields while another thread decodes, which does nothing on targets with one thread.
        "crates/players/src/ntuple/coded.rs: std::thread",
    ];
    for name in libraries().iter().filter(|name| *name != "kernels") {
        let source = format!("crates/{name}/src");
        let mut found = files_naming(&source, "std", &["thread"]);
        found.extend(files_naming(&source, "time", &["Instant", "SystemTime"]));
        found.extend(files_naming(&source, "rayon", &["ThreadPoolBuilder"]));
        found.retain(|line| !allowed.contains(&line.as_str()));
        assert_eq!(found, Vec::<String>::new(), "the clock is redouble_kernels::clock");
    }
}
