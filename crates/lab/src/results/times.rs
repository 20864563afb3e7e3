//! What games cost, which is never the same twice: boards looked at and time, apart from the results.

use std::collections::HashMap;

use redouble_files::{Broken, seal_text, unseal_text};

use crate::arena::{Outcome, Pairing};

const NAME: &str = "redouble-times";
const VERSION: u32 = 1;

/// The cost of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cost {
    pub(super) nodes: u64,
    pub(super) nanoseconds: u64,
}

/// A line a game: entrant, game, boards looked at, nanoseconds.
pub(super) fn text(outcomes: &[Outcome]) -> String {
    let mut sorted: Vec<&Outcome> = outcomes.iter().collect();
    sorted.sort_by_key(|outcome| (outcome.pairing.game, outcome.pairing.entrant));
    let mut text = format!("{NAME} {VERSION}\n");
    for Outcome { pairing: Pairing { entrant, game }, nodes, nanoseconds, .. } in sorted {
        text += &format!("{entrant} {game} {nodes} {nanoseconds}\n");
    }
    seal_text(&text)
}

pub(super) fn parse(text: &str) -> Result<HashMap<Pairing, Cost>, Broken> {
    let lines = unseal_text(text, NAME, VERSION)?;
    lines.into_iter().map(|line| parse_line(line).ok_or(Broken::Altered)).collect()
}

fn parse_line(line: &str) -> Option<(Pairing, Cost)> {
    let mut numbers = line.split(' ').map(|field| field.parse::<u64>().ok());
    let mut number = || numbers.next().flatten();
    let pairing = Pairing { entrant: usize::try_from(number()?).ok()?, game: number()? };
    Some((pairing, Cost { nodes: number()?, nanoseconds: number()? }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_come_back_and_damage_is_seen() {
        let pairing = Pairing { entrant: 1, game: 7 };
        let (score, moves, max_tile) = (12, 5, 8);
        let outcome =
            Outcome { pairing, score, moves, max_tile, nodes: 99, nanoseconds: 5, digest: 1, forfeit: None };
        let written = text(&[outcome]);
        let read = parse(&written).unwrap();
        assert_eq!(read.into_iter().collect::<Vec<_>>(), [(pairing, Cost { nodes: 99, nanoseconds: 5 })]);
        assert_eq!(parse(&written.replace("99", "98")), Err(Broken::Altered));
    }
}
