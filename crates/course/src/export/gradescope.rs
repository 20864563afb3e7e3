//! Gradescope: a zip with an autograder.

use crate::assignment::Assignment;
use crate::texts;

use super::{PackageFile, Packaged, Shared, file_names, filled, quoted_list, zip};

const RUN: &str = include_str!("gradescope.py");
const SETUP: &str = "#!/usr/bin/env bash
# Languages that students may use. Leave out what your course does not need: the image is built faster.
set -e
apt-get update
apt-get install -y python3 gcc libc6-dev nodejs default-jdk-headless rustc
";

pub(super) fn package(assignment: Assignment, shared: &Shared) -> Packaged {
    let id = assignment.id();
    let (seed, names) = (shared.seed.to_string(), quoted_list(&file_names(id)));
    let run = filled(RUN, &[("id", id), ("seed", &seed), ("files", &names)]);
    let mut files = vec![
        PackageFile::executable("setup.sh", SETUP),
        PackageFile::executable("run_autograder", run),
        PackageFile::new("statement.md", texts::statement(id)),
    ];
    if let Some(binary) = &shared.binary {
        files.push(PackageFile::executable("redouble", binary.clone()));
    }
    Ok(vec![PackageFile::new(format!("{id}.zip"), zip::zipped(&files))])
}
