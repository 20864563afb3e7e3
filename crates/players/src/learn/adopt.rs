//! Why weights cannot be taken over.

use std::fmt;
use std::io;

use crate::Tuples;

/// Why a network cannot begin with the weights of another.
#[derive(Debug)]
#[non_exhaustive]
pub enum AdoptError {
    /// The other one has other tuples, or stages that are not the first ones here.
    Tuples {
        /// What is here.
        own: String,
        /// What is there.
        theirs: String,
    },
    /// The allocation failed.
    Io(io::Error),
}

impl AdoptError {
    /// The weights of these tuples cannot be taken over.
    pub(super) fn tuples(own: &Tuples, theirs: &Tuples) -> AdoptError {
        let name = |tuples: &Tuples| {
            let stages = match tuples.stages().count() {
                1 => String::new(),
                _ => format!(" with stages {}", tuples.stages()),
            };
            format!("{tuples} on {}{stages}", tuples.shape())
        };
        AdoptError::Tuples { own: name(own), theirs: name(theirs) }
    }
}

impl fmt::Display for AdoptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdoptError::Tuples { own, theirs } => {
                write!(
                    f,
                    "the weights are those of {theirs}, not of {own}; the tuples must be the same, and the stages there \
                     the first ones here"
                )
            }
            AdoptError::Io(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for AdoptError {}

impl From<io::Error> for AdoptError {
    fn from(error: io::Error) -> AdoptError {
        AdoptError::Io(error)
    }
}
