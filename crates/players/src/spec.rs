//! Players as text: `expectimax:depth=3,samples=10,eval=line-ends`.

use std::fmt;
use std::str::FromStr;

use redouble_core::Rules;

use crate::catalog::{KINDS, Kind};
use crate::{Evaluation, Player};

/// A player written down: its kind and its parameters.
///
/// ```
/// use redouble_players::Spec;
///
/// let spec: Spec = "monte-carlo:depth=3,runs=1000".parse().unwrap();
/// assert_eq!(spec.to_string(), "monte-carlo:depth=3,runs=1000");
/// let error = "expectimin:depth=3".parse::<Spec>().unwrap_err().to_string();
/// assert!(error.contains("`expectimin` is not a player") && error.contains("expectimax"));
/// ```
#[derive(Clone)]
pub struct Spec {
    kind: &'static Kind,
    parameters: Vec<(String, String)>,
}

impl Spec {
    /// The kind of player.
    #[must_use]
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// The player, ready for games by these rules.
    ///
    /// # Errors
    /// If a parameter has a value that it cannot have, or cannot have on this board.
    pub fn build(&self, rules: Rules) -> Result<Box<dyn Player>, SpecError> {
        (self.kind.build)(&Parameters(self), rules)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name)?;
        for (index, (name, value)) in self.parameters.iter().enumerate() {
            write!(f, "{}{name}={value}", if index == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Spec({self})")
    }
}

impl PartialEq for Spec {
    fn eq(&self, other: &Spec) -> bool {
        self.kind.name == other.kind.name && self.parameters == other.parameters
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (name, rest) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let kind = KINDS.iter().find(|kind| kind.name == name);
        let kind = kind.ok_or_else(|| SpecError::Player { found: name.to_owned() })?;
        let mut spec = Spec { kind, parameters: Vec::new() };
        for part in rest.split(',').filter(|part| !part.is_empty()) {
            spec.push(part)?;
        }
        Ok(spec)
    }
}

impl Spec {
    fn push(&mut self, part: &str) -> Result<(), SpecError> {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let (name, value) = (name.trim(), value.trim());
        if !self.kind.parameters.iter().any(|parameter| parameter.name == name) {
            return Err(SpecError::Parameter { kind: self.kind, found: name.to_owned() });
        }
        if self.parameters.iter().any(|(other, _)| other == name) {
            return Err(SpecError::value(name, value, "it is given twice"));
        }
        self.parameters.push((name.to_owned(), value.to_owned()));
        Ok(())
    }
}

/// The parameters of a spec, read by the player that they describe.
#[derive(Clone, Copy)]
pub struct Parameters<'a>(&'a Spec);

impl Parameters<'_> {
    /// The text of a parameter, if given.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.parameters.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// A whole number in a range.
    ///
    /// # Errors
    /// If it is given and is something else.
    pub fn whole(&self, name: &str, range: std::ops::RangeInclusive<u64>) -> Result<Option<u64>, SpecError> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| range.contains(number));
        let problem = || format!("write a whole number from {} to {}", range.start(), range.end());
        number.map(Some).ok_or_else(|| SpecError::value(name, text, problem()))
    }

    /// A number from a range.
    ///
    /// # Errors
    /// If it is given and is something else.
    pub fn number(&self, name: &str, range: std::ops::RangeInclusive<f64>) -> Result<Option<f64>, SpecError> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| range.contains(number));
        let problem = || format!("write a number from {} to {}", range.start(), range.end());
        number.map(Some).ok_or_else(|| SpecError::value(name, text, problem()))
    }

    /// One of some words, the first if not given.
    ///
    /// # Errors
    /// If it is another word.
    pub fn choice<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<T, SpecError> {
        let Some(text) = self.text(name) else { return Ok(words[0].1) };
        let known = || words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" or ");
        let found = words.iter().find(|(word, _)| *word == text).map(|(_, choice)| *choice);
        found.ok_or_else(|| SpecError::value(name, text, format!("write {}", known())))
    }

    /// The evaluation, or the one named `default`.
    ///
    /// # Errors
    /// If it names something that does not exist.
    pub fn evaluation(&self, default: &str) -> Result<Evaluation, SpecError> {
        let text = self.text("eval").unwrap_or(default);
        text.parse().map_err(|problem| SpecError::value("eval", text, problem))
    }
}

/// A spec that describes no player.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SpecError {
    /// There is no such player.
    Player {
        /// The name as found.
        found: String,
    },
    /// The player has no such parameter.
    Parameter {
        /// The player.
        kind: &'static Kind,
        /// The name as found.
        found: String,
    },
    /// A parameter cannot have this value.
    Value {
        /// The parameter as written.
        part: String,
        /// What to write instead.
        problem: String,
    },
}

impl SpecError {
    /// The error of a value.
    pub fn value(name: &str, value: &str, problem: impl fmt::Display) -> SpecError {
        SpecError::Value { part: format!("{name}={value}"), problem: problem.to_string() }
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |names: &mut dyn Iterator<Item = &'static str>| names.collect::<Vec<_>>().join(", ");
        match self {
            SpecError::Player { found } => {
                let known = names(&mut KINDS.iter().map(|kind| kind.name));
                write!(f, "`{found}` is not a player; there are {known}")
            }
            SpecError::Parameter { kind, found } if kind.parameters.is_empty() => {
                write!(f, "`{found}`: {} has no parameters", kind.name)
            }
            SpecError::Parameter { kind, found } => {
                let known = names(&mut kind.parameters.iter().map(|parameter| parameter.name));
                write!(f, "`{found}` is not a parameter of {}; there are {known}", kind.name)
            }
            SpecError::Value { part, problem } => write!(f, "`{part}`: {problem}"),
        }
    }
}

impl std::error::Error for SpecError {}
