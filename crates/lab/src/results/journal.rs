//! The journal: a line a game as it ends, in whatever order. The results file of version 0.1.0 was the same.

use redouble_core::crc32;

use crate::arena::{Outcome, Pairing, Played};

pub(super) const VERSION: u32 = 1;

/// What stands in a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) outcome: Outcome,
    /// The record of the game, if records are kept.
    pub(super) record: Option<String>,
}

/// The line of one game: entrant, game, score, moves, largest tile, nodes, nanoseconds, digest, reason, the record if it
/// is kept, checksum.
pub(super) fn line(played: &Played, keep_record: bool) -> String {
    let Outcome { pairing, score, moves, max_tile, nodes, nanoseconds, digest, forfeit } = &played.outcome;
    let (Pairing { entrant, game }, reason) = (pairing, word(forfeit.as_deref()));
    let mut text =
        format!("{entrant} {game} {score} {moves} {max_tile} {nodes} {nanoseconds} {digest:08x} {reason}");
    if keep_record {
        // A record may be wrapped anywhere; here it is in one line.
        for part in played.record.to_string().split_whitespace() {
            text = text + " " + part;
        }
    }
    let check = crc32(text.as_bytes());
    format!("{text} {check:08x}\n")
}

/// Reads a line back; `None` if it is not complete and unharmed.
pub(super) fn parse(line: &str) -> Option<Entry> {
    let (text, check) = line.strip_suffix('\n')?.rsplit_once(' ')?;
    if u32::from_str_radix(check, 16).ok()? != crc32(text.as_bytes()) {
        return None;
    }
    let mut fields = text.splitn(10, ' ');
    let mut number = || fields.next()?.parse::<u64>().ok();
    let pairing = Pairing { entrant: usize::try_from(number()?).ok()?, game: number()? };
    let (score, moves, max_tile) = (number()?, number()?, number()?);
    let (nodes, nanoseconds) = (number()?, number()?);
    let digest = u32::from_str_radix(fields.next()?, 16).ok()?;
    let forfeit = parse_word(fields.next()?);
    let outcome = Outcome { pairing, score, moves, max_tile, nodes, nanoseconds, digest, forfeit };
    Some(Entry { outcome, record: fields.next().map(str::to_owned) })
}

/// Why a player gave up, as one word: `-` if it did not. Spaces are `_`, other characters as in Rust's strings.
pub(super) fn word(forfeit: Option<&str>) -> String {
    let letter = |letter: char| match letter {
        ' ' => "_".to_owned(),
        '_' | '-' => letter.escape_unicode().to_string(),
        letter => letter.escape_default().to_string(),
    };
    forfeit.map_or("-".to_owned(), |reason| reason.chars().map(letter).collect())
}

pub(super) fn parse_word(word: &str) -> Option<String> {
    if word == "-" {
        return None;
    }
    let (mut reason, mut rest) = (String::new(), word);
    while let Some(first) = rest.chars().next() {
        let (letter, length) =
            escaped(rest).unwrap_or((if first == '_' { ' ' } else { first }, first.len_utf8()));
        reason.push(letter);
        rest = &rest[length..];
    }
    Some(reason)
}

/// The character of the escape sequence that a text begins with, and how long the sequence is.
fn escaped(text: &str) -> Option<(char, usize)> {
    let rest = text.strip_prefix('\\')?;
    if let Some(digits) =
        rest.strip_prefix("u{").and_then(|rest| rest.split_once('}')).map(|(digits, _)| digits)
    {
        let letter = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)?;
        return Some((letter, digits.len() + 4));
    }
    let letter = rest.chars().next()?;
    let known = [('n', '\n'), ('r', '\r'), ('t', '\t'), ('\\', '\\'), ('\'', '\''), ('"', '"')];
    known.into_iter().find(|(name, _)| *name == letter).map(|(_, letter)| (letter, 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::{Game, Rules};

    #[test]
    fn lines_come_back_and_damage_is_seen() {
        let pairing = Pairing { entrant: 1, game: 7 };
        let forfeit = Some("no answer within 10 ms".to_owned());
        let (score, moves, max_tile) = (12, 5, 8);
        let outcome =
            Outcome { pairing, score, moves, max_tile, nodes: 99, nanoseconds: 1, digest: 0xab, forfeit };
        let played = Played { outcome, record: Game::new(Rules::default(), 1).record() };
        for keep in [false, true] {
            let written = line(&played, keep);
            let read = parse(&written).unwrap();
            assert_eq!(read.outcome, played.outcome);
            assert_eq!(read.record.map(|text| text.parse().unwrap()), keep.then(|| played.record.clone()));
            assert_eq!(parse(&written.replace("12", "13")), None);
            assert_eq!(parse(written.trim_end()), None);
        }
    }

    #[test]
    fn reasons_come_back_letter_by_letter() {
        for reason in ["-", "a_b c", "it wrote: \\n \"x\"\n\tand 'y' \u{1f600}", "\\u{5f}", "", "\u{0}\r"] {
            let written = word(Some(reason));
            assert!(!written.contains([' ', '\n']), "{written}");
            assert_eq!(parse_word(&written).as_deref(), Some(reason), "{written}");
        }
        assert_eq!(parse_word(&word(None)), None);
        assert_eq!(parse_word("no_answer_within_10_ms").unwrap(), "no answer within 10 ms");
    }
}
