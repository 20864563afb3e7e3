//! Who enters an experiment: a player of ours, or a program of anybody's.

use std::fmt;
use std::str::FromStr;

use redouble_core::{Rules, Watch};
use redouble_players::{BuildError, Catalog, Player, Spec, SpecError};

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
    /// Says, without long work, whether the player could be built: see [`Catalog::check`].
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self, catalog: &Catalog, rules: Rules) -> Result<(), BuildError> {
        match self {
            Entrant::Known(spec) => catalog.check(spec, rules),
            Entrant::External(_) => Ok(()),
        }
    }

    /// The player, ready for games by these rules: see [`Catalog::build`].
    ///
    /// # Errors
    /// If it cannot be built, or the watch stops it.
    pub fn build(
        &self,
        catalog: &Catalog,
        rules: Rules,
        watch: &dyn Watch,
    ) -> Result<Box<dyn Player>, BuildError> {
        match self {
            Entrant::Known(spec) => catalog.build(spec, rules, watch),
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
