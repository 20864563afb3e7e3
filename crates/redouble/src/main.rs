//! The program `redouble`.

#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    redouble::run(std::env::args_os()).into()
}
