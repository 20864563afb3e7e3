//! How strength grows.

use std::fmt;

use super::Tally;

/// A point of the learning curve: the games since the point before.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Games played until here, in all.
    pub games: u64,
    /// Moves made until here, in all.
    pub moves: u64,
    /// Seconds spent until here, in all.
    pub seconds: f64,
    /// The games since the point before.
    pub tally: Tally,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { games, moves, fresh, score, largest, .. } = &self.tally;
        write!(f, "{} {} {:.3} {games} {moves} {fresh} {score}", self.games, self.moves, self.seconds)?;
        let last = largest.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        largest[..last].iter().try_for_each(|count| write!(f, " {count}"))
    }
}

impl Point {
    /// Reads what `Display` wrote.
    pub(super) fn parse(text: &str) -> Option<Point> {
        let mut words = text.split(' ');
        let (games, moves) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let seconds = words.next()?.parse().ok()?;
        let numbers: Vec<u64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let [of_games, of_moves, fresh, score, ref counts @ ..] = numbers[..] else { return None };
        let mut largest = [0; 32];
        largest.get_mut(..counts.len())?.copy_from_slice(counts);
        let tally = Tally { games: of_games, moves: of_moves, fresh, score, largest, diverged: false };
        Some(Point { games, moves, seconds, tally })
    }
}
