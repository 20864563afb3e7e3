//! Puts the files of `course/` into the program, so that an installed program has them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("../../course");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let mut list = "[\n".to_owned();
    for file in &files {
        let name = file.strip_prefix(&root).expect("a file below").to_str().expect("a name in UTF-8");
        let name = name.replace('\\', "/");
        writeln!(list, "({name:?}, include_str!({:?})),", file.display().to_string())
            .expect("a string grows");
    }
    list.push(']');
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo")).join("files.rs");
    fs::write(out, list).expect("the output directory can be written");
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for path in entries.map(|entry| entry.expect("a readable directory").path()) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.starts_with('.') || name == "__pycache__" {
            continue;
        }
        if path.is_dir() {
            println!("cargo::rerun-if-changed={}", path.display());
            collect(&path, files);
        } else {
            println!("cargo::rerun-if-changed={}", path.display());
            files.push(path);
        }
    }
}
