//! Sequences of tilts, long ones compressed.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;

use crate::Direction;

/// A word of tilts and how often it is repeated.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// The tilts.
    pub word: Vec<Direction>,
    /// How often.
    pub times: BigUint,
}

/// The two senses in which a shortest sequence turns (Lemma 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rotation {
    /// N, E, S, W.
    Clockwise,
    /// N, W, S, E.
    Counterclockwise,
}

impl Rotation {
    /// The direction that follows.
    #[must_use]
    pub const fn after(self, direction: Direction) -> Direction {
        match self {
            Self::Clockwise => direction.clockwise(),
            Self::Counterclockwise => direction.counterclockwise(),
        }
    }
}

/// A sequence of tilts: words with repetitions, such as `SW(NESW)^1000000N`.
///
/// ```
/// use redouble_tilt::Tilts;
/// let tilts: Tilts = "SW(NESW)^1000000000000000000N".parse()?;
/// assert_eq!(tilts.len().to_string(), "4000000000000000003");
/// assert_eq!("(NE)^2".parse::<Tilts>()?.word(10).map(|word| word.len()), Some(4));
/// # Ok::<(), redouble_tilt::ParseTiltsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Tilts {
    parts: Vec<Part>,
}

impl Tilts {
    /// The parts, in order.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// How many tilts these are.
    #[must_use]
    pub fn len(&self) -> BigUint {
        self.parts.iter().map(|part| &part.times * part.word.len()).sum()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == BigUint::ZERO
    }

    /// The first `length` tilts that start with `first` and keep turning: two of them, then whole rounds of
    /// four, then the rest.
    ///
    /// ```
    /// use redouble_tilt::{Direction, Rotation, Tilts};
    /// let tilts = Tilts::turning(Direction::South, Rotation::Clockwise, &100u32.into());
    /// assert_eq!(tilts.to_string(), "SW(NESW)^24NE");
    /// ```
    #[must_use]
    pub fn turning(first: Direction, rotation: Rotation, length: &BigUint) -> Self {
        let mut from = first;
        let mut take = |count: usize| {
            let word: Vec<_> =
                std::iter::successors(Some(from), |&d| Some(rotation.after(d))).take(count).collect();
            from = word.last().map_or(from, |&last| rotation.after(last));
            word
        };
        let prefix = take(usize::try_from(length).unwrap_or(2).min(2));
        let rest = length - prefix.len();
        let (rounds, left) = (&rest / 4u32, usize::try_from(rest % 4u32).expect("a remainder of four"));
        let (round, suffix) = (take(4), take(left));
        let once = || BigUint::from(1u32);
        let parts = [(prefix, once()), (round, rounds), (suffix, once())];
        parts.into_iter().map(|(word, times)| Part { word, times }).collect()
    }

    /// All tilts one by one, if there are at most `limit`.
    #[must_use]
    pub fn word(&self, limit: usize) -> Option<Vec<Direction>> {
        let length = usize::try_from(self.len()).ok().filter(|&length| length <= limit)?;
        let mut word = Vec::with_capacity(length);
        for part in &self.parts {
            let times = usize::try_from(&part.times).expect("no more repetitions than tilts");
            (0..times).for_each(|_| word.extend(&part.word));
        }
        Some(word)
    }
}

impl From<&[Direction]> for Tilts {
    fn from(word: &[Direction]) -> Self {
        [Part { word: word.to_vec(), times: 1u32.into() }].into_iter().collect()
    }
}

/// Parts without tilts are dropped.
impl FromIterator<Part> for Tilts {
    fn from_iter<I: IntoIterator<Item = Part>>(parts: I) -> Self {
        let counts = |part: &Part| !part.word.is_empty() && part.times != BigUint::ZERO;
        Self { parts: parts.into_iter().filter(counts).collect() }
    }
}

impl fmt::Display for Tilts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Part { word, times } in &self.parts {
            let word: String = word.iter().map(|direction| direction.letter()).collect();
            if *times == BigUint::from(1u32) {
                f.write_str(&word)?;
            } else {
                write!(f, "({word})^{times}")?;
            }
        }
        Ok(())
    }
}

/// What is wrong with the text of a tilt sequence; `at` counts characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseTiltsError {
    /// A letter that is no direction.
    #[error("character {at}: {found:?} is not a tilt; expected N, E, S, W or a group such as (NESW)^12")]
    Unknown {
        /// Its place, from 1.
        at: usize,
        /// What stands there.
        found: char,
    },
    /// An opening bracket without its closing one.
    #[error("character {at}: the group that opens here has no ')'")]
    Unclosed {
        /// The place of the bracket, from 1.
        at: usize,
    },
    /// A group without `^` and a number.
    #[error("character {at}: a group must be followed by '^' and a number, as in (NESW)^12")]
    Times {
        /// The place after the closing bracket, from 1.
        at: usize,
    },
}

impl FromStr for Tilts {
    type Err = ParseTiltsError;

    fn from_str(text: &str) -> Result<Self, ParseTiltsError> {
        let letters: Vec<(usize, char)> =
            text.chars().enumerate().map(|(at, c)| (at + 1, c)).filter(|(_, c)| !c.is_whitespace()).collect();
        let mut rest = letters.as_slice();
        let mut parts = Vec::new();
        while let Some(&(at, letter)) = rest.first() {
            let part;
            (part, rest) = if letter == '(' { read_group(at, &rest[1..])? } else { read_word(rest)? };
            parts.push(part);
        }
        Ok(parts.into_iter().collect())
    }
}

/// A rest of the text: characters with their places.
type Rest<'a> = &'a [(usize, char)];

fn read_word(rest: Rest<'_>) -> Result<(Part, Rest<'_>), ParseTiltsError> {
    let end = rest.iter().position(|&(_, letter)| letter == '(').unwrap_or(rest.len());
    Ok((Part { word: directions(&rest[..end])?, times: 1u32.into() }, &rest[end..]))
}

fn read_group(at: usize, rest: Rest<'_>) -> Result<(Part, Rest<'_>), ParseTiltsError> {
    let end = rest.iter().position(|&(_, letter)| letter == ')').ok_or(ParseTiltsError::Unclosed { at })?;
    let word = directions(&rest[..end])?;
    let times = ParseTiltsError::Times { at: rest[end].0 + 1 };
    let (power, after) = rest[end + 1..].split_first().ok_or_else(|| times.clone())?;
    let digits: String =
        after.iter().map(|(_, digit)| digit).take_while(|digit| digit.is_ascii_digit()).collect();
    match digits.parse() {
        Ok(times) if power.1 == '^' => Ok((Part { word, times }, &after[digits.len()..])),
        _ => Err(times),
    }
}

fn directions(letters: Rest<'_>) -> Result<Vec<Direction>, ParseTiltsError> {
    let read = |&(at, found): &(usize, char)| {
        Direction::from_letter(found).ok_or(ParseTiltsError::Unknown { at, found })
    };
    letters.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_place() {
        let error = |text: &str| text.parse::<Tilts>().expect_err("bad tilts");
        assert_eq!(error("NEQ"), ParseTiltsError::Unknown { at: 3, found: 'Q' });
        assert_eq!(error("N(ES"), ParseTiltsError::Unclosed { at: 2 });
        assert_eq!(error("(NESW)12"), ParseTiltsError::Times { at: 7 });
        assert_eq!(error("(NESW)^"), ParseTiltsError::Times { at: 7 });
        assert_eq!(error("N(EX)^2"), ParseTiltsError::Unknown { at: 4, found: 'X' });
    }

    #[test]
    fn text_and_sequence_agree() {
        for text in ["", "N", "NESW", "SW(NESW)^12N", "(NS)^99999999999999999999999E"] {
            assert_eq!(text.parse::<Tilts>().expect("tilts").to_string(), text);
        }
    }

    #[test]
    fn turning_has_the_length_asked_for() {
        for length in 0..20usize {
            let tilts = Tilts::turning(Direction::East, Rotation::Counterclockwise, &length.into());
            let word = tilts.word(100).expect("short");
            assert_eq!(word.len(), length);
            assert!(word.windows(2).all(|pair| pair[1] == pair[0].counterclockwise()));
        }
    }
}
