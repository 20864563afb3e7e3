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
        /// The tuples here.
        own: Tuples,
        /// The tuples there.
        theirs: Tuples,
    },
    /// There is not the memory.
    Io(io::Error),
}

impl fmt::Display for AdoptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |tuples: &Tuples| {
            let stages = tuples.stages_line();
            let stages =
                if stages.is_empty() { String::new() } else { format!(" with {}", stages.trim_end()) };
            format!("{tuples} on {}{stages}", tuples.shape())
        };
        match self {
            AdoptError::Tuples { own, theirs } => {
                let (own, theirs) = (name(own), name(theirs));
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
