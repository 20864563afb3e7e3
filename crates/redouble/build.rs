//! Tells the program whether a network comes with it, and of which commit it is.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=networks");
    println!("cargo::rustc-check-cfg=cfg(shipped_network, shipped_endings)");
    if std::path::Path::new("networks/4x4.endings").exists() {
        println!("cargo::rustc-cfg=shipped_endings");
    }
    if std::path::Path::new("networks/4x4.net").exists() {
        println!("cargo::rustc-cfg=shipped_network");
    }
    tell_commit();
}

/// The commit of a release: `REDOUBLE_COMMIT` if it is set, or what git says. A build for development has changes that are in no
/// commit, and is not made again for every one.
fn tell_commit() {
    println!("cargo::rerun-if-env-changed=REDOUBLE_COMMIT");
    let profile = std::env::var("PROFILE").unwrap_or_default();
    let named = std::env::var("REDOUBLE_COMMIT").ok().filter(|commit| !commit.is_empty());
    let commit = match named {
        Some(commit) => commit,
        None if profile == "release" => {
            git(&["describe", "--always", "--dirty"]).unwrap_or("unknown".to_owned())
        }
        None => "unknown, a development build".to_owned(),
    };
    if profile == "release"
        && let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"])
    {
        println!("cargo::rerun-if-changed={log}");
    }
    println!("cargo::rustc-env=REDOUBLE_COMMIT={commit}");
}

fn git(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned()).filter(|text| !text.is_empty())
}
