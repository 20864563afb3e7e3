//! The lines of a results file.

use redouble_core::{Rules, crc32};

use crate::Entrant;
use crate::arena::{Experiment, Outcome, Pairing};

pub(super) const VERSION: u32 = 1;

/// The lines that say which experiment it is, closed by their checksum.
///
/// ```text
/// redouble-results 1
/// seed 1
/// board 4x4
/// p4 0.1
/// player random
/// player expectimax:depth=2
/// check 1c291ca3
/// ```
pub(super) fn header(experiment: &Experiment) -> String {
    let Rules { shape, four_chance, .. } = experiment.rules;
    let seed = experiment.seed;
    let mut text = format!("redouble-results {VERSION}\nseed {seed}\nboard {shape}\np4 {four_chance}\n");
    for entrant in &experiment.entrants {
        text += &format!("player {entrant}\n");
    }
    let check = crc32(text.as_bytes());
    text + &format!("check {check:08x}\n")
}

/// The experiment of a header, and the header's length in bytes.
pub(super) fn parse_header(text: &str) -> Option<(Experiment, usize)> {
    let body = text.find("\ncheck ")? + 1;
    let length = body + text[body..].find('\n')? + 1;
    let check = u32::from_str_radix(text[body..length].trim().strip_prefix("check ")?, 16).ok()?;
    let mut lines = text[..body].lines();
    if check != crc32(&text.as_bytes()[..body]) || lines.next()? != format!("redouble-results {VERSION}") {
        return None;
    }
    let mut field = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ').map(str::to_owned);
    let seed = field("seed")?.parse().ok()?;
    let rules = Rules::on(field("board")?.parse().ok()?);
    let rules = Rules { four_chance: field("p4")?.parse().ok()?, ..rules };
    let entrants = lines.map(|line| line.strip_prefix("player ")?.parse().ok());
    let entrants = entrants.collect::<Option<Vec<Entrant>>>()?;
    Some((Experiment { entrants, games: 0, seed, rules }, length))
}

/// What an experiment on disk has that another one does not; the number of games does not matter.
pub(super) fn difference(found: &Experiment, wanted: &Experiment) -> Option<String> {
    let (found, wanted) = (header(found), header(wanted));
    let differs = found.lines().zip(wanted.lines()).find(|(found, wanted)| found != wanted);
    differs.map(|(found, _)| found.to_owned())
}

/// The line of one game: entrant, game, score, moves, largest tile, nodes, nanoseconds, digest, reason, checksum.
pub(super) fn outcome(outcome: &Outcome) -> String {
    let Outcome { pairing, score, moves, max_tile, nodes, nanoseconds, digest, forfeit } = outcome;
    let reason = forfeit.as_ref().map_or("-".to_owned(), |reason| reason.escape_default().to_string());
    let reason = reason.replace(' ', "_");
    let Pairing { entrant, game } = pairing;
    let text =
        format!("{entrant} {game} {score} {moves} {max_tile} {nodes} {nanoseconds} {digest:08x} {reason}");
    format!("{text} {:08x}\n", crc32(text.as_bytes()))
}

/// Reads a line back; `None` if it is not complete and unharmed.
pub(super) fn parse_outcome(line: &str) -> Option<Outcome> {
    let (text, check) = line.strip_suffix('\n')?.rsplit_once(' ')?;
    if u32::from_str_radix(check, 16).ok()? != crc32(text.as_bytes()) {
        return None;
    }
    let mut fields = text.split(' ');
    let mut number = || fields.next()?.parse::<u64>().ok();
    let pairing = Pairing { entrant: usize::try_from(number()?).ok()?, game: number()? };
    let (score, moves, max_tile) = (number()?, number()?, number()?);
    let (nodes, nanoseconds) = (number()?, number()?);
    let digest = u32::from_str_radix(fields.next()?, 16).ok()?;
    let forfeit = fields.next().filter(|&reason| reason != "-").map(|reason| reason.replace('_', " "));
    Some(Outcome { pairing, score, moves, max_tile, nodes, nanoseconds, digest, forfeit })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back_and_damage_is_seen() {
        let pairing = Pairing { entrant: 1, game: 7 };
        let forfeit = Some("no answer within 10 ms".to_owned());
        let written = Outcome {
            pairing,
            score: 12,
            moves: 5,
            max_tile: 8,
            nodes: 99,
            nanoseconds: 1,
            digest: 0xab,
            forfeit,
        };
        let line = outcome(&written);
        assert_eq!(parse_outcome(&line), Some(written));
        assert_eq!(parse_outcome(&line.replace("12", "13")), None);
        assert_eq!(parse_outcome(line.trim_end()), None);
    }

    #[test]
    fn headers_come_back() {
        let entrants =
            vec!["random".parse().unwrap(), "external:ms=50,command=python3 x.py".parse().unwrap()];
        let experiment = Experiment { entrants, games: 0, seed: 3, rules: Rules::default() };
        let text = header(&experiment);
        assert_eq!(parse_header(&text), Some((experiment, text.len())));
        assert_eq!(parse_header(&text.replace("seed 3", "seed 4")), None);
    }
}
