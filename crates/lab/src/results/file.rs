//! The results file: what was played, in the order of games, and nothing else.

use redouble_core::crc32;

use super::header::{self, Header};
use super::journal::{parse_word, word};
use crate::arena::{Experiment, Outcome, Pairing};

/// The version that is written. Version 1 was a [journal](super::journal).
pub(super) const VERSION: u32 = 2;

/// The text of the results file of these games: the same bytes whoever played them, on however many threads.
///
/// ```text
/// redouble-results 2
/// seed 1
/// board 4x4
/// p4 0.1
/// player random
/// check 62cf4ae3
/// 0 0 1044 107 128 2d11f1ab - 8e3d1c55
/// 0 1 …
/// games 100 1f0c2a77
/// ```
///
/// After the header there is a line a game, game by game and in each game player by player: the player's place among the
/// players (from 0), the game (from 0), score, moves, largest tile, the CRC-32 of the record's text, why the player gave
/// up (`-` if it did not; spaces are `_`), and the check of the line. The last line has the number of lines. A check is
/// the CRC-32 of the check above it, a space, and the line before its own check: what is altered, missing or added
/// breaks this chain.
#[must_use]
pub fn results_text(experiment: &Experiment, outcomes: &[Outcome]) -> String {
    let mut sorted: Vec<&Outcome> = outcomes.iter().collect();
    sorted.sort_by_key(|outcome| (outcome.pairing.game, outcome.pairing.entrant));
    let mut text = header::header(VERSION, experiment);
    let mut chain = Chain::after(&text);
    for outcome in &sorted {
        let Outcome { pairing, score, moves, max_tile, digest, forfeit, .. } = outcome;
        let (Pairing { entrant, game }, reason) = (pairing, word(forfeit.as_deref()));
        text += &chain.link(&format!("{entrant} {game} {score} {moves} {max_tile} {digest:08x} {reason}"));
    }
    text += &chain.link(&format!("games {}", sorted.len()));
    text
}

/// Why a results file cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Problem {
    /// This line, from 1, is not what was written, or one before it is missing.
    Line(usize),
    /// The last line is not there.
    Cut,
}

/// The games of a results file; their nodes and times are not in it.
pub(super) fn parse(text: &str, header: &Header) -> Result<Vec<Outcome>, Problem> {
    let (mut chain, mut outcomes) = (Chain::after(&text[..header.length]), Vec::new());
    let mut lines = (header.lines + 1..).zip(text[header.length..].split_inclusive('\n'));
    for (number, line) in &mut lines {
        let content = chain.follow(line).ok_or(Problem::Line(number))?;
        if let Some(count) = content.strip_prefix("games ") {
            let whole = count.parse() == Ok(outcomes.len()) && lines.next().is_none();
            return if whole { Ok(outcomes) } else { Err(Problem::Line(number)) };
        }
        let outcome = parse_outcome(content).filter(|outcome| outcome.is_of(&header.experiment));
        outcomes.push(outcome.ok_or(Problem::Line(number))?);
    }
    Err(Problem::Cut)
}

fn parse_outcome(line: &str) -> Option<Outcome> {
    let mut fields = line.split(' ');
    let mut number = || fields.next()?.parse::<u64>().ok();
    let pairing = Pairing { entrant: usize::try_from(number()?).ok()?, game: number()? };
    let (score, moves, max_tile) = (number()?, number()?, number()?);
    let digest = u32::from_str_radix(fields.next()?, 16).ok()?;
    let forfeit = parse_word(fields.next()?);
    Some(Outcome { pairing, score, moves, max_tile, nodes: 0, nanoseconds: 0, digest, forfeit })
}

/// The checks of lines, each of which depends on all before it.
struct Chain {
    check: u32,
}

impl Chain {
    /// The chain that begins with a header.
    fn after(header: &str) -> Chain {
        Chain { check: crc32(header.as_bytes()) }
    }

    /// A line with its check.
    fn link(&mut self, content: &str) -> String {
        self.check = crc32(format!("{:08x} {content}", self.check).as_bytes());
        format!("{content} {:08x}\n", self.check)
    }

    /// A line without its check, if it is the next one of the chain.
    fn follow<'a>(&mut self, line: &'a str) -> Option<&'a str> {
        let (content, _) = line.trim_end_matches('\n').rsplit_once(' ')?;
        (self.link(content) == line).then_some(content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::Rules;

    fn outcome(entrant: usize, game: u64) -> Outcome {
        let pairing = Pairing { entrant, game };
        let forfeit = (game == 1).then(|| "illegal move left".to_owned());
        let score = 4 * game + entrant as u64;
        Outcome { pairing, score, moves: 5, max_tile: 8, nodes: 0, nanoseconds: 0, digest: 0xab, forfeit }
    }

    fn experiment() -> Experiment {
        let entrants = vec!["random".parse().unwrap(), "greedy".parse().unwrap()];
        Experiment { entrants, games: 0, seed: 3, rules: Rules::default() }
    }

    fn read(text: &str) -> Result<Vec<Outcome>, Problem> {
        parse(text, &header::parse(text).unwrap())
    }

    #[test]
    fn games_come_back_in_the_order_of_games_whatever_order_they_ended_in() {
        let sorted = [outcome(0, 0), outcome(1, 0), outcome(0, 1), outcome(1, 1)];
        let ended = [outcome(1, 1), outcome(0, 0), outcome(0, 1), outcome(1, 0)];
        let timed = ended.clone().map(|outcome| Outcome { nodes: 7, nanoseconds: 9, ..outcome });
        let text = results_text(&experiment(), &sorted);
        assert_eq!(text, results_text(&experiment(), &timed));
        assert_eq!(read(&text).unwrap(), sorted);
    }

    #[test]
    fn every_altered_missing_or_added_line_is_seen() {
        let text = results_text(&experiment(), &[outcome(0, 0), outcome(1, 0), outcome(0, 1)]);
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let first = lines.len() - 4;
        for cut in lines[..first].concat().len()..text.len() {
            read(&text[..cut]).expect_err(&text[..cut]);
        }
        assert_eq!(read(&lines[..lines.len() - 1].concat()), Err(Problem::Cut));
        for place in first..lines.len() {
            let without: String =
                lines.iter().enumerate().filter(|&(at, _)| at != place).map(|(_, line)| *line).collect();
            read(&without).expect_err("a line is missing");
            let twice: String = lines[..=place].concat() + lines[place] + &lines[place + 1..].concat();
            assert_eq!(read(&twice), Err(Problem::Line(place + 1 + usize::from(place + 1 < lines.len()))));
            let altered =
                lines[..place].concat() + &lines[place].replacen(' ', "  ", 1) + &lines[place + 1..].concat();
            assert_eq!(read(&altered), Err(Problem::Line(place + 1)));
        }
    }

    /// Other programs write the same bytes: this text was made from the description of the format in docs/players.md.
    #[test]
    fn the_format_is_the_one_that_is_described() {
        let described = "\
            redouble-results 2\n\
            seed 3\n\
            board 4x4\n\
            p4 0.1\n\
            player random\n\
            player greedy\n\
            check 4a4e8de3\n\
            0 0 0 5 8 000000ab - 2e366d55\n\
            1 0 1 5 8 000000ab - 30c36132\n\
            0 1 4 5 8 000000ab illegal_move_left d1c05070\n\
            1 1 5 5 8 000000ab illegal_move_left c8bf39cb\n\
            games 4 bf7ea85c\n";
        let outcomes = [outcome(0, 0), outcome(1, 0), outcome(0, 1), outcome(1, 1)];
        assert_eq!(results_text(&experiment(), &outcomes), described);
    }
}
