//! The command line as a user sees it: every `console` block in `tests/cmd`, in the README and in the documents named here is run.

#[test]
fn commands_print_what_is_written_here() {
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .env("REDOUBLE_DATA", concat!(env!("CARGO_TARGET_TMPDIR"), "/cli-data"))
        .case("tests/cmd/*.md")
        .case("../../README.md")
        .case("../../docs/commands.md")
        .case("../../docs/solve.md");
}
