//! Boards from arguments, files and standard input.

use std::fmt::Display;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;

use redouble_tilt::{Drawing, Labelled, Notation};

use crate::output::UsageError;

/// Reads and parses an argument that holds a board; errors name the argument.
pub(super) fn board<T>(name: &str, argument: &str) -> anyhow::Result<T>
where
    T: FromStr<Err: Display>,
{
    parse(name, &text(name, argument)?)
}

/// A board of marks; a 2048 board is taken as one whose tiles with the label `mark` are marked.
pub(super) fn drawing(name: &str, argument: &str, mark: Option<u32>) -> anyhow::Result<Drawing> {
    let text = text(name, argument)?;
    if Notation::of(&text) == Notation::Letters && mark.is_none() {
        return parse(name, &text);
    }
    let labelled: Labelled = parse(name, &text)?;
    let marked = mark.map_or_else(Vec::new, |label| labelled.squares_with(label));
    Ok(Drawing::new(labelled.configuration().pattern(), marked))
}

/// Turns an error of a library into one of usage that names the argument.
pub(super) fn usage(name: &str, error: impl Display) -> anyhow::Error {
    UsageError(format!("{name}: {error}")).into()
}

/// Parses the text of a board.
pub(super) fn parse<T>(name: &str, text: &str) -> anyhow::Result<T>
where
    T: FromStr<Err: Display>,
{
    text.parse().map_err(|error| {
        let form = "expected rows of '.', 'o' and 'x' separated by '/', a file of such rows, or '-'";
        usage(name, format!("{error} ({form})"))
    })
}

/// The text that an argument stands for.
pub(super) fn text(name: &str, argument: &str) -> anyhow::Result<String> {
    if argument == "-" {
        let mut text = String::new();
        std::io::stdin()
            .read_to_string(&mut text)
            .map_err(|error| usage(name, format!("standard input: {error}")))?;
        return Ok(text);
    }
    // A board of one row without tiles is also the name of a directory: "." and "..".
    if Path::new(argument).is_file() {
        return std::fs::read_to_string(argument)
            .map_err(|error| usage(name, format!("{argument}: {error}")));
    }
    Ok(argument.to_owned())
}
