//! Boards on the command line: as an argument, or many in a file.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use anyhow::Context as _;
use redouble_core::{Board, Direction};
use serde_json::Value;

use crate::output::UsageError;

/// How boards are written, for the help of arguments.
pub(crate) const FORMS: &str = "\
Boards are rows of tiles, with `.` or 0 for an empty cell:

  2,4,.,./.,.,8,./.,.,.,./.,.,.,2                    cells by `,` or spaces, rows by `/` or lines
  [[2,4,0,0],[0,0,8,0],[0,0,0,0],[0,0,0,2]]          JSON
  2 4 0 0 0 0 8 0 0 0 0 0 0 0 0 2                    numbers alone: a square board
  0x1200003000000001                                 hexadecimal, one exponent a digit
  -                                                  any of these from standard input";

/// How files with many boards are written.
pub(crate) const BATCH_FORMS: &str = "\
A file of --batch has a board a line, in any of these forms; or it is CSV with a column `board` (quoted if it has commas), or
JSON Lines: arrays, or objects with a member `board`. Empty lines and lines that begin with # are left out.";

/// A board that is an argument.
pub(crate) fn argument(text: &str) -> Result<Board, String> {
    if text != "-" {
        return text.parse().map_err(|error: redouble_core::ParseBoardError| error.to_string());
    }
    let input = read(Path::new("-")).map_err(|error| format!("standard input: {error}"))?;
    input.parse().map_err(|error| format!("standard input: {error}"))
}

/// The text of a file, or of standard input if it is `-`.
pub(crate) fn read(file: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    if file == Path::new("-") {
        io::stdin().read_to_string(&mut text)?;
    } else {
        text = fs::read_to_string(file).with_context(|| format!("{}", file.display()))?;
    }
    Ok(text)
}

/// An entry of a file with many boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) board: Board,
    /// Where to slide it, if the file says so.
    pub(crate) direction: Option<Direction>,
}

/// The boards of a file; the error names the file and the line.
pub(crate) fn batch(file: &Path) -> anyhow::Result<Vec<Entry>> {
    let problem = |(line, problem)| UsageError(format!("{}: line {line}: {problem}", file.display()));
    Ok(entries(&read(file)?).map_err(problem)?)
}

/// The boards of a text, or the number of the line that is none, and why.
fn entries(text: &str) -> Result<Vec<Entry>, (usize, String)> {
    let mut columns: Option<Columns> = None;
    let mut entries = Vec::new();
    let lines = (1..).zip(text.lines().map(str::trim));
    for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        if entries.is_empty() && columns.is_none() {
            columns = Columns::named(line);
            if columns.is_some() {
                continue;
            }
        }
        let entry = match &columns {
            Some(columns) => columns.entry(line),
            None if line.starts_with(['{', '"']) => {
                from_json(line).or_else(|problem| from_csv(line).ok_or(problem))
            }
            None => from_csv(line).map_or_else(|| from_text(line), Ok),
        };
        entries.push(entry.map_err(|problem| (number, problem))?);
    }
    Ok(entries)
}

/// Which columns of a CSV file have what is wanted.
struct Columns {
    board: usize,
    direction: Option<usize>,
}

impl Columns {
    /// Of a line that names columns, one of them `board`.
    fn named(line: &str) -> Option<Columns> {
        let fields = fields(line);
        let place = |name: &str| fields.iter().position(|field| field.trim().eq_ignore_ascii_case(name));
        Some(Columns { board: place("board")?, direction: place("direction") })
    }

    fn entry(&self, line: &str) -> Result<Entry, String> {
        let fields = fields(line);
        let board = fields.get(self.board).ok_or("there is no column `board` in this line")?;
        let direction = self.direction.and_then(|place| fields.get(place)).filter(|field| !field.is_empty());
        Ok(Entry { board: parsed(board)?, direction: direction.map(|text| parsed(text)).transpose()? })
    }
}

/// The fields of a line of CSV; quotes within quotes are doubled.
fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut quoted) = (vec![String::new()], false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let field = fields.last_mut().expect("at least one field");
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => field.extend(letters.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            letter => field.push(letter),
        }
    }
    fields
}

/// A line of CSV without names: the first field that is quoted or hexadecimal and a board.
fn from_csv(line: &str) -> Option<Entry> {
    let candidate = |field: &String| field.contains('/') || field.trim().starts_with("0x");
    let usable = line.contains('"') || line.contains(',') && line.contains("0x");
    let found =
        fields(line).into_iter().filter(|_| usable).filter(candidate).find_map(|field| field.parse().ok());
    found.map(|board| Entry { board, direction: None })
}

/// A board, and perhaps a direction behind it.
fn from_text(line: &str) -> Result<Entry, String> {
    let named = |word: &str| word.starts_with(|first: char| first.is_ascii_alphabetic()) && word != "null";
    match line.rsplit_once([' ', '\t']) {
        Some((board, word)) if named(word) => {
            Ok(Entry { board: parsed(board)?, direction: Some(parsed(word)?) })
        }
        _ => Ok(Entry { board: parsed(line)?, direction: None }),
    }
}

/// An object with a board, or a board as a string.
fn from_json(line: &str) -> Result<Entry, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let board = value.get("board").unwrap_or(&value);
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let direction = value.get("direction").map(|direction| parsed(&text(direction))).transpose()?;
    Ok(Entry { board: parsed(&text(board))?, direction })
}

fn parsed<T: std::str::FromStr<Err: ToString>>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|error: T::Err| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_csv_and_json_lines_are_the_same_boards() {
        let board: Board = "2,4,./.,.,8".parse().unwrap();
        let (plain, left) = (Entry { board, direction: None }, Some(Direction::Left));
        for text in [
            "# two boards\n2,4,./.,.,8\n\n2 4 . / . . 8\n",
            "[[2,4,0],[0,0,8]]\n{\"board\": \"2,4,./.,.,8\"}\n",
            "{\"board\": [[2,4,null],[0,0,8]], \"n\": 1}\n\"2,4,./.,.,8\"\n",
            "n,board\n1,\"2,4,./.,.,8\"\n2,2 4 ./. . 8\n",
            "\"2,4,./.,.,8\",left,3\nx,\"2,4,./.,.,8\"\n",
        ] {
            assert_eq!(entries(text), Ok(vec![plain; 2]), "{text}");
        }
        for text in [
            "2,4,./.,.,8 left\n",
            "{\"board\": \"2,4,./.,.,8\", \"direction\": \"left\"}",
            "board,direction\n\"2,4,./.,.,8\",left",
        ] {
            assert_eq!(entries(text), Ok(vec![Entry { direction: left, ..plain }]), "{text}");
        }
        let hexadecimal = Entry { board: "0x1201".parse().unwrap(), direction: None };
        assert_eq!(entries("0x1201,7\n0x1201"), Ok(vec![hexadecimal; 2]));
    }

    #[test]
    fn errors_name_the_line() {
        assert_eq!(entries("2,4/.,2\n\n2,4/.,3\n").unwrap_err().0, 3);
        assert!(entries("2,4/.,2 lfet").unwrap_err().1.contains("did you mean `left`?"));
        assert_eq!(entries("board,direction\nx").unwrap_err().0, 2);
        entries("{\"board\": 3}").unwrap_err();
    }
}
