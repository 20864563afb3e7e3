//! One answer: what a program printed for a case, read generously.

use redouble_core::{Direction, Directions};

use crate::plain::Cells;

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerForm {
    /// `yes` or `no`
    YesNo,
    /// Directions in any order, or `none`
    Directions,
    /// `LINE`
    Line,
    /// A whole number
    Whole,
    /// `LINE GAIN`
    LineAndGain,
    /// `BOARD GAIN`
    BoardAndGain,
    /// `BOARD`
    Board,
    /// So many whole numbers
    Wholes(usize),
    /// A number
    Number,
    /// One number or several; how many depends on the case
    Numbers,
    /// `DIRECTION VALUE`
    Choice,
    /// `DIRECTION d:mean d:mean …`
    Means,
    /// One answer a command
    Script,
    /// `row,column,tile …`, or a number
    Sampling,
}

/// An answer as data.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Yes or no.
    YesNo(bool),
    /// A set of directions.
    Directions(Directions),
    /// A board, or a line as a board of one row, and what was gained where that is asked.
    Cells(Cells, Option<i64>),
    /// Numbers; whole ones are compared exactly.
    Numbers(Vec<f64>, bool),
    /// A direction and its value.
    Choice(Direction, f64),
    /// A direction and the means of all.
    Means(Direction, Vec<(Direction, f64)>),
    /// Spawns: row, column, tile.
    Spawns(Vec<(i64, i64, i64)>),
    /// The answers to the commands of a script.
    Script(Vec<Reply>),
}

/// The answer to one command of a script.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// `ok`, and what was gained
    Ok(Option<i64>),
    /// `no`, which is also the answer to `over`
    No,
    /// `yes`
    Yes,
    /// `illegal`
    Illegal,
    /// A score
    Score(i64),
    /// A board
    Cells(Cells),
    /// Directions
    Directions(Directions),
}

impl Answer {
    /// Reads what a program printed; scripts have several lines.
    ///
    /// # Errors
    /// A sentence that says why this is no answer.
    pub fn parse(form: AnswerForm, text: &str) -> Result<Answer, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let only = |what: &str| match words.as_slice() {
            [word] => Ok(*word),
            _ => Err(format!("expected {what}")),
        };
        match form {
            AnswerForm::YesNo => yes_no(only("yes or no")?).map(Answer::YesNo),
            AnswerForm::Directions => directions(&words).map(Answer::Directions),
            AnswerForm::Line => Ok(Answer::Cells(vec![line(&cells_text(&words))?], None)),
            AnswerForm::Board => Ok(Answer::Cells(board(&cells_text(&words))?, None)),
            AnswerForm::Whole => Ok(Answer::Numbers(vec![number(only("a whole number")?)?], true)),
            AnswerForm::Wholes(count) if words.len() == count => numbers(&words, true),
            AnswerForm::Wholes(count) => Err(format!("expected {count} whole numbers")),
            AnswerForm::Number => Ok(Answer::Numbers(vec![number(only("a number")?)?], false)),
            AnswerForm::Numbers if words.is_empty() => Err("expected numbers".to_owned()),
            AnswerForm::Numbers => numbers(&words, false),
            AnswerForm::LineAndGain | AnswerForm::BoardAndGain => with_gain(form, &words),
            AnswerForm::Choice => match words.as_slice() {
                [word, value] => Ok(Answer::Choice(direction(word)?, number(value)?)),
                _ => Err("expected DIRECTION VALUE".to_owned()),
            },
            AnswerForm::Means => means(&words),
            AnswerForm::Script => text.split('\n').map(reply).collect::<Result<_, _>>().map(Answer::Script),
            AnswerForm::Sampling => sampling(&words),
        }
    }

    /// Whether both say the same: whole numbers exactly, others to four digits.
    #[must_use]
    pub fn agrees(&self, right: &Answer) -> bool {
        match (self, right) {
            (Answer::Numbers(mine, false), Answer::Numbers(right, false)) => {
                mine.len() == right.len() && mine.iter().zip(right).all(|(mine, right)| close(*mine, *right))
            }
            (Answer::Choice(mine, value), Answer::Choice(right, right_value)) => {
                mine == right && close(*value, *right_value)
            }
            _ => self == right,
        }
    }
}

/// 32-bit floats pass.
fn close(mine: f64, right: f64) -> bool {
    (mine - right).abs() <= 1e-4 * right.abs().max(1.0)
}

/// Spaces after commas and slashes do not matter.
fn cells_text(words: &[&str]) -> String {
    words.concat()
}

fn yes_no(word: &str) -> Result<bool, String> {
    match word.to_ascii_lowercase().as_str() {
        "yes" | "true" | "1" | "y" => Ok(true),
        "no" | "false" | "0" | "n" => Ok(false),
        _ => Err("expected yes or no".to_owned()),
    }
}

fn direction(word: &str) -> Result<Direction, String> {
    word.trim_matches(',')
        .parse()
        .map_err(|_| format!("`{word}` is not a direction: up, right, down or left"))
}

fn directions(words: &[&str]) -> Result<Directions, String> {
    match words {
        [] => Err("expected directions, or none".to_owned()),
        [none] if none.eq_ignore_ascii_case("none") => Ok(Directions::NONE),
        _ => {
            let parts = words.iter().flat_map(|word| word.split(',')).filter(|part| !part.is_empty());
            parts.map(direction).collect()
        }
    }
}

fn number(word: &str) -> Result<f64, String> {
    if word.contains(',') {
        return Err(format!(
            "`{word}` has a decimal comma: numbers are written with a point. In Java, printf(Locale.ROOT, …) does that"
        ));
    }
    let number = word.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| format!("`{word}` is not a number"))
}

fn whole(word: &str) -> Result<i64, String> {
    let number = number(word)?;
    if number.fract() == 0.0 { Ok(number as i64) } else { Err(format!("`{word}` is not a whole number")) }
}

fn numbers(words: &[&str], whole: bool) -> Result<Answer, String> {
    let numbers: Result<Vec<f64>, String> = words.iter().map(|word| number(word)).collect();
    Ok(Answer::Numbers(numbers?, whole))
}

fn cell(text: &str) -> Result<i64, String> {
    match text {
        "" | "." => Ok(0),
        value => value.parse().map_err(|_| format!("`{value}` is not a cell: write `.` or a number")),
    }
}

fn line(text: &str) -> Result<Vec<i64>, String> {
    text.split(',').map(cell).collect()
}

fn board(text: &str) -> Result<Cells, String> {
    text.split('/').map(line).collect()
}

fn with_gain(form: AnswerForm, words: &[&str]) -> Result<Answer, String> {
    let what = if form == AnswerForm::LineAndGain { "LINE GAIN" } else { "BOARD GAIN" };
    let Some((gain, cells)) = words.split_last().filter(|(_, cells)| !cells.is_empty()) else {
        return Err(format!("expected {what}"));
    };
    let cells = board(&cells_text(cells)).map_err(|error| format!("{error}; expected {what}"))?;
    Ok(Answer::Cells(cells, Some(whole(gain)?)))
}

fn means(words: &[&str]) -> Result<Answer, String> {
    let wrong = || "expected DIRECTION d:mean d:mean …".to_owned();
    let (choice, rest) = words.split_first().ok_or_else(wrong)?;
    let mean = |word: &&str| {
        let (name, value) = word.split_once(':').ok_or_else(wrong)?;
        Ok((direction(name)?, number(value)?))
    };
    let mut means = rest.iter().map(mean).collect::<Result<Vec<_>, String>>()?;
    means.sort_by_key(|(direction, _)| *direction as u8);
    Ok(Answer::Means(direction(choice)?, means))
}

fn sampling(words: &[&str]) -> Result<Answer, String> {
    if let [word] = words
        && !word.contains(',')
    {
        return Ok(Answer::Numbers(vec![number(word)?], false));
    }
    let spawn = |word: &&str| {
        let parts: Result<Vec<i64>, String> = word.split(',').map(whole).collect();
        match parts?.as_slice() {
            [row, column, tile] => Ok((*row, *column, *tile)),
            _ => Err(format!("`{word}` is not row,column,tile")),
        }
    };
    if words.is_empty() {
        return Err("expected spawns row,column,tile or a number".to_owned());
    }
    words.iter().map(spawn).collect::<Result<_, _>>().map(Answer::Spawns)
}

fn reply(text: &str) -> Result<Reply, String> {
    let lower = text.to_ascii_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    match words.as_slice() {
        ["ok"] => Ok(Reply::Ok(None)),
        ["ok", gain] => whole(gain).map(|gain| Reply::Ok(Some(gain))),
        ["no" | "false"] => Ok(Reply::No),
        ["yes" | "true"] => Ok(Reply::Yes),
        ["illegal"] => Ok(Reply::Illegal),
        [word] if word.contains('/') => board(word).map(Reply::Cells),
        [word] if word.parse::<i64>().is_ok() => Ok(Reply::Score(whole(word)?)),
        [_, ..] if directions(&words).is_ok() => directions(&words).map(Reply::Directions),
        [word, ..] if word.contains(',') => board(&cells_text(&words)).map(Reply::Cells),
        _ => Err("expected the answer to a command".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(form: AnswerForm, one: &str, other: &str) -> bool {
        let parse = |text| Answer::parse(form, text).unwrap();
        parse(one).agrees(&parse(other))
    }

    #[test]
    fn reading_is_generous() {
        assert!(same(AnswerForm::YesNo, "TRUE", "yes"));
        assert!(same(AnswerForm::Directions, "left up", "U, L"));
        assert!(same(AnswerForm::Line, "2,,0,.", "2,.,.,."));
        assert!(same(AnswerForm::BoardAndGain, "2,0/ 0,4   8", "2,./.,4 8"));
        assert!(same(AnswerForm::Choice, "d 30.27857", "down 30.278571"));
        assert!(!same(AnswerForm::Whole, "4", "4.0001"));
    }

    #[test]
    fn a_decimal_comma_is_explained() {
        let error = Answer::parse(AnswerForm::Number, "30,25").unwrap_err();
        assert!(error.contains("decimal comma"), "{error}");
    }
}
