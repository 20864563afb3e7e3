//! Who enters an experiment: a player of ours, a program of anybody's, or a player that the caller makes.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

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
    /// A player that the caller makes. It has no text that would be read back.
    Given(Given),
}

/// A player that the caller makes, under a name; two are equal if their names are.
///
/// ```
/// use redouble_core::Rules;
/// use redouble_lab::{Entrant, Given};
/// use redouble_players::Catalog;
///
/// let make = |rules| Catalog::default().build(&"random".parse().unwrap(), rules, &()).unwrap();
/// let entrant = Entrant::Given(Given::new("mine", make));
/// assert_eq!(entrant.to_string(), "mine");
/// assert!(entrant.build(&Catalog::default(), Rules::default(), &()).is_ok());
/// ```
#[derive(Clone)]
pub struct Given {
    name: String,
    make: Arc<dyn Fn(Rules) -> Box<dyn Player> + Send + Sync>,
}

impl Given {
    /// A player for every thread that plays, each made by `make`.
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        make: impl Fn(Rules) -> Box<dyn Player> + Send + Sync + 'static,
    ) -> Given {
        Given { name: name.into(), make: Arc::new(make) }
    }
}

impl fmt::Debug for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Given({})", self.name)
    }
}

impl PartialEq for Given {
    fn eq(&self, other: &Given) -> bool {
        self.name == other.name
    }
}

impl Entrant {
    /// Says, without long work, whether the player could be built: see [`Catalog::check`].
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self, catalog: &Catalog, rules: Rules) -> Result<(), BuildError> {
        match self {
            Entrant::Known(spec) => catalog.check(spec, rules),
            Entrant::External(_) | Entrant::Given(_) => Ok(()),
        }
    }

    /// The entrant with everything that its figures depend on: the evaluation too, where it is left to its default.
    #[must_use]
    pub fn full_name(&self) -> String {
        match self {
            Entrant::Known(spec) => spec.with_evaluation().to_string(),
            Entrant::External(_) | Entrant::Given(_) => self.to_string(),
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
            Entrant::Given(given) => Ok((given.make)(rules)),
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Known(spec) => spec.fmt(f),
            Entrant::External(options) => options.fmt(f),
            Entrant::Given(given) => f.write_str(&given.name),
        }
    }
}

impl FromStr for Entrant {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Entrant, SpecError> {
        match text.trim().strip_prefix(external::NAME).and_then(|rest| rest.strip_prefix(':')) {
            Some(rest) => rest.parse().map(Entrant::External),
            None => text.parse().map(Entrant::Known).map_err(|error| match error {
                SpecError::Player { found, mut known } => {
                    known.push(external::NAME);
                    SpecError::Player { found, known }
                }
                error => error,
            }),
        }
    }
}
