//! Who enters an experiment: a player of ours, or a program of anybody's.

use std::fmt;
use std::str::FromStr;

use redouble_core::Rules;
use redouble_players::{Player, Spec, SpecError};

use crate::external::{self, External};

/// An entrant as text: a [`Spec`], or `external:command=…`.
#[derive(Clone, Debug, PartialEq)]
pub enum Entrant {
    /// A player of the `players` crate.
    Known(Spec),
    /// A program that speaks the line protocol.
    External(external::Options),
}

impl Entrant {
    /// The player, ready for games by these rules.
    ///
    /// # Errors
    /// If a parameter has a value that it cannot have.
    pub fn build(&self, rules: Rules) -> Result<Box<dyn Player>, SpecError> {
        match self {
            Entrant::Known(spec) => spec.build(rules),
            Entrant::External(options) => Ok(Box::new(External::new(options.clone(), rules))),
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Known(spec) => spec.fmt(f),
            Entrant::External(options) => options.fmt(f),
        }
    }
}

impl FromStr for Entrant {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Entrant, SpecError> {
        match text.trim().strip_prefix(external::NAME).and_then(|rest| rest.strip_prefix(':')) {
            Some(rest) => rest.parse().map(Entrant::External),
            None => text.parse().map(Entrant::Known),
        }
    }
}
