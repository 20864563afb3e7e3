//! Players as text: `expectimax:depth=3,samples=10,eval=line-ends`.

use std::fmt;

use redouble_core::did_you_mean;

use crate::Evaluation;
use crate::kind::Kind;

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

    /// The text of a parameter, if it is given.
    ///
    /// ```
    /// let spec: redouble_players::Spec = "expectimax:depth=3".parse().unwrap();
    /// assert_eq!((spec.value("depth"), spec.value("ms")), (Some("3"), None));
    /// ```
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The spec with the evaluation that it leaves to its default: what a figure is of.
    ///
    /// ```
    /// let spec: redouble_players::Spec = "expectimax:depth=2".parse().unwrap();
    /// assert_eq!(spec.with_evaluation().to_string(), "expectimax:depth=2,eval=strong");
    /// assert_eq!(spec.with_evaluation().with_evaluation(), spec.with_evaluation());
    /// ```
    #[must_use]
    pub fn with_evaluation(&self) -> Spec {
        let mut spec = self.clone();
        if let Some(default) = self.parameters().default_of("eval") {
            spec.parameters.push(("eval".to_owned(), default.to_owned()));
        }
        spec
    }

    /// What is set.
    #[must_use]
    pub(crate) fn parameters(&self) -> Parameters<'_> {
        Parameters(self)
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

impl Spec {
    /// Reads the spec of a player of one of these kinds.
    pub(crate) fn parse(text: &str, kinds: impl Iterator<Item = &'static Kind>) -> Result<Spec, SpecError> {
        let (name, rest) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let kinds: Vec<&'static Kind> = kinds.collect();
        let kind = kinds.iter().find(|kind| kind.name == name);
        let known = || kinds.iter().map(|kind| kind.name).collect();
        let kind = kind.ok_or_else(|| SpecError::Player { found: name.to_owned(), known: known() })?;
        let mut spec = Spec { kind, parameters: Vec::new() };
        for part in rest.split(',').filter(|part| !part.is_empty()) {
            spec.push(part)?;
        }
        Ok(spec)
    }

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
pub(crate) struct Parameters<'a>(&'a Spec);

impl<'a> Parameters<'a> {
    /// The text of a parameter, if given.
    #[must_use]
    pub(crate) fn text(&self, name: &str) -> Option<&'a str> {
        self.0.value(name)
    }

    /// A whole number in a range.
    ///
    /// # Errors
    /// If it is given and is something else.
    pub(crate) fn whole(
        &self,
        name: &str,
        range: std::ops::RangeInclusive<u64>,
    ) -> Result<Option<u64>, SpecError> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| range.contains(number));
        let problem = || format!("write a whole number from {} to {}", range.start(), range.end());
        number.map(Some).ok_or_else(|| SpecError::value(name, text, problem()))
    }

    /// A number from a range.
    ///
    /// # Errors
    /// If it is given and is something else.
    pub(crate) fn number(
        &self,
        name: &str,
        range: std::ops::RangeInclusive<f64>,
    ) -> Result<Option<f64>, SpecError> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| range.contains(number));
        let problem = || format!("write a number from {} to {}", range.start(), range.end());
        number.map(Some).ok_or_else(|| SpecError::value(name, text, problem()))
    }

    /// One of some words, the first if not given.
    ///
    /// # Errors
    /// If it is another word.
    pub(crate) fn choice<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<T, SpecError> {
        let Some(text) = self.text(name) else { return Ok(words[0].1) };
        let known = || words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" or ");
        let found = words.iter().find(|(word, _)| *word == text).map(|(_, choice)| *choice);
        let meant = || did_you_mean(text, words.iter().map(|(word, _)| *word));
        found.ok_or_else(|| SpecError::value(name, text, format!("write {}{}", known(), meant())))
    }

    /// Whether the kind of player has a parameter of this name that is not set: then its default.
    pub(crate) fn default_of(&self, name: &str) -> Option<&'static str> {
        let has = self.0.kind.parameters.iter().find(|parameter| parameter.name == name)?;
        self.text(name).is_none().then_some(has.default)
    }

    /// The evaluation, or the one named `default`.
    ///
    /// # Errors
    /// If it names something that does not exist.
    pub(crate) fn evaluation(&self, default: &str) -> Result<Evaluation, SpecError> {
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
        /// The names there are.
        known: Vec<&'static str>,
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
        match self {
            SpecError::Player { found, known } => {
                let meant = did_you_mean(found, known.iter().copied());
                write!(f, "`{found}` is not a player; there are {}{meant}", known.join(", "))
            }
            SpecError::Parameter { kind, found } if kind.parameters.is_empty() => {
                write!(f, "`{found}`: {} has no parameters", kind.name)
            }
            SpecError::Parameter { kind, found } => {
                let known: Vec<&str> = kind.parameters.iter().map(|parameter| parameter.name).collect();
                let meant = did_you_mean(found, known.iter().copied());
                write!(
                    f,
                    "`{found}` is not a parameter of {}; there are {}{meant}",
                    kind.name,
                    known.join(", ")
                )
            }
            SpecError::Value { part, problem } => write!(f, "`{part}`: {problem}"),
        }
    }
}

impl std::error::Error for SpecError {}
