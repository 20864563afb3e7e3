//! The lines that say which experiment a file is of.

use redouble_core::{Rules, crc32};

use crate::Entrant;
use crate::arena::Experiment;

/// The header of a file, closed by its checksum.
///
/// ```text
/// redouble-results 2
/// seed 1
/// board 4x4
/// p4 0.1
/// player random
/// player expectimax:depth=2
/// check 1c291ca3
/// ```
pub(super) fn header(version: u32, experiment: &Experiment) -> String {
    let Rules { shape, four_chance, .. } = experiment.rules;
    let seed = experiment.seed;
    let mut text = format!("redouble-results {version}\nseed {seed}\nboard {shape}\np4 {four_chance}\n");
    for entrant in &experiment.entrants {
        text += &format!("player {entrant}\n");
    }
    let check = crc32(text.as_bytes());
    text + &format!("check {check:08x}\n")
}

/// A header that was read.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Header {
    pub(super) version: u32,
    /// With no games.
    pub(super) experiment: Experiment,
    /// In bytes.
    pub(super) length: usize,
    pub(super) lines: usize,
}

/// The header that a text begins with.
pub(super) fn parse(text: &str) -> Option<Header> {
    let body = text.find("\ncheck ")? + 1;
    let length = body + text[body..].find('\n')? + 1;
    let check = u32::from_str_radix(text[body..length].trim().strip_prefix("check ")?, 16).ok()?;
    if check != crc32(&text.as_bytes()[..body]) {
        return None;
    }
    let mut lines = text[..body].lines();
    let mut field = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ').map(str::to_owned);
    let version = field("redouble-results")?.parse().ok()?;
    let seed = field("seed")?.parse().ok()?;
    let rules = Rules::on(field("board")?.parse().ok()?);
    let rules = Rules { four_chance: field("p4")?.parse().ok()?, ..rules };
    let entrants = lines.map(|line| line.strip_prefix("player ")?.parse().ok());
    let entrants = entrants.collect::<Option<Vec<Entrant>>>()?;
    let lines = text[..length].lines().count();
    Some(Header { version, experiment: Experiment { entrants, games: 0, seed, rules }, length, lines })
}

/// What an experiment on disk has that another one does not; the number of games does not matter.
pub(super) fn difference(found: &Experiment, wanted: &Experiment) -> Option<String> {
    let (found, wanted) = (header(0, found), header(0, wanted));
    let differs = found.lines().zip(wanted.lines()).find(|(found, wanted)| found != wanted);
    differs.map(|(found, _)| found.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_come_back() {
        let entrants =
            vec!["random".parse().unwrap(), "external:ms=50,command=python3 x.py".parse().unwrap()];
        let experiment = Experiment { entrants, games: 0, seed: 3, rules: Rules::default() };
        let text = header(2, &experiment);
        assert_eq!(parse(&text), Some(Header { version: 2, experiment, length: text.len(), lines: 7 }));
        assert_eq!(parse(&text.replace("seed 3", "seed 4")), None);
    }
}
