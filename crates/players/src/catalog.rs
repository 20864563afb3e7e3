//! Who builds players: it knows the kinds there are, where networks are, and who solves games.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use redouble_core::{Rules, Shape, Stopped, Watch};
use redouble_kernels::Cpu;

use crate::Player;
use crate::endings::Endings;
use crate::kind::Kind;
use crate::networks::{DefaultNetwork, Networks};
use crate::ntuple::{Network, NetworkError};
use crate::oracle::{OracleError, Oracles};
use crate::spec::{Parameters, Spec, SpecError};

/// Says whether a player can be built, without long work.
pub(crate) type Check = fn(&Catalog, &Parameters<'_>, Rules) -> Result<(), BuildError>;
/// Makes a player from its parameters, for games by these rules.
pub(crate) type Build =
    fn(&Catalog, &Parameters<'_>, Rules, &dyn Watch) -> Result<Box<dyn Player>, BuildError>;

/// A kind of player with those who make one.
pub(crate) struct Entry {
    pub(crate) kind: Kind,
    pub(crate) check: Check,
    pub(crate) build: Build,
}

/// Builds players, and owns what they share: networks that were read and solutions that were found.
///
/// ```
/// use redouble_core::Rules;
/// use redouble_players::{Catalog, Spec};
///
/// let catalog = Catalog::default();
/// let spec: Spec = "expectimax:depth=2".parse().unwrap();
/// assert!(catalog.build(&spec, Rules::default(), &()).is_ok());
/// assert!(catalog.check(&"expectimax:depth=99".parse().unwrap(), Rules::default()).is_err());
/// ```
pub struct Catalog {
    entries: &'static [Entry],
    networks: Networks,
    oracles: Box<dyn Oracles>,
    endings: Arc<Endings>,
}

impl Catalog {
    pub(crate) fn of(entries: &'static [Entry]) -> Catalog {
        let networks = Networks::new(Cpu::detect());
        Catalog { entries, networks, oracles: Box::new(()), endings: Arc::default() }
    }

    /// The same catalog with a network for players that name no file. It is read when the first player needs it.
    #[must_use]
    pub fn with_network(self, default: DefaultNetwork) -> Catalog {
        Catalog { networks: self.networks.with_default(default), ..self }
    }

    /// The same catalog, in which players name networks of this directory and no other files: `net=NAME` is its file
    /// `NAME.net`. For specs of strangers, who must not choose what is read.
    #[must_use]
    pub fn with_networks_of(self, directory: PathBuf) -> Catalog {
        Catalog { networks: self.networks.only_of(directory), ..self }
    }

    /// The names that [`with_networks_of`](Catalog::with_networks_of) gives to networks, in order.
    #[must_use]
    pub fn network_names(&self) -> Vec<String> {
        self.networks.names()
    }

    /// The same catalog for players who use these instructions; the best that the machine has otherwise.
    #[must_use]
    pub fn with_cpu(self, cpu: Cpu) -> Catalog {
        Catalog { networks: self.networks.with_cpu(cpu), ..self }
    }

    /// The instructions that its players use.
    #[must_use]
    pub fn cpu(&self) -> Cpu {
        self.networks.cpu()
    }

    /// The same catalog with somebody who solves games.
    #[must_use]
    pub fn with_oracles(self, oracles: impl Oracles + 'static) -> Catalog {
        Catalog { oracles: Box::new(oracles), ..self }
    }

    /// The same catalog with tables of endings.
    #[must_use]
    pub fn with_endings(self, endings: Endings) -> Catalog {
        Catalog { endings: Arc::new(endings), ..self }
    }

    /// The tables of endings that players follow.
    #[must_use]
    pub const fn endings(&self) -> &Arc<Endings> {
        &self.endings
    }

    /// The kinds of players there are, the simplest first.
    pub fn kinds(&self) -> impl Iterator<Item = &'static Kind> + use<> {
        self.entries.iter().map(|entry| &entry.kind)
    }

    /// Whether there is a network for boards of this shape when no file is named.
    #[must_use]
    pub fn has_network(&self, shape: Shape) -> bool {
        self.networks.has_default(shape)
    }

    /// The network of a file, or the default one.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn network(&self, file: Option<&Path>) -> Result<Arc<Network>, NetworkError> {
        self.networks.get(file)
    }

    pub(crate) fn networks(&self) -> &Networks {
        &self.networks
    }

    /// Who solves games.
    #[must_use]
    pub fn oracles(&self) -> &dyn Oracles {
        &*self.oracles
    }

    /// Reads the spec of a player.
    ///
    /// # Errors
    /// If there is no such player, or it has no such parameter.
    pub fn parse(&self, text: &str) -> Result<Spec, SpecError> {
        Spec::parse(text, self.kinds())
    }

    /// Says, without long work, whether a player could be built: whether its parameters have values that they can have
    /// on this board, and whether the files it names are there. Building can fail all the same.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self, spec: &Spec, rules: Rules) -> Result<(), BuildError> {
        (self.entry(spec)?.check)(self, &spec.parameters(), rules)
    }

    /// The player, ready for games by these rules. This can take long: a network is read, or a game solved.
    ///
    /// # Errors
    /// If a parameter has a value that it cannot have, or cannot have on this board; if a file cannot be read or a game
    /// not be solved; [`BuildError::Stopped`].
    pub fn build(&self, spec: &Spec, rules: Rules, watch: &dyn Watch) -> Result<Box<dyn Player>, BuildError> {
        watch.check()?;
        (self.entry(spec)?.build)(self, &spec.parameters(), rules, watch)
    }

    fn entry(&self, spec: &Spec) -> Result<&'static Entry, SpecError> {
        let unknown = || SpecError::Player {
            found: spec.kind().name.to_owned(),
            known: self.kinds().map(|kind| kind.name).collect(),
        };
        self.entries.iter().find(|entry| entry.kind == *spec.kind()).ok_or_else(unknown)
    }
}

impl fmt::Debug for Catalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.kinds().map(|kind| kind.name)).finish()
    }
}

/// Why a player cannot be built.
#[derive(Debug)]
#[non_exhaustive]
pub enum BuildError {
    /// The spec asks for what cannot be.
    Spec(SpecError),
    /// Nobody knows perfect play.
    Oracle(OracleError),
    /// The watch said so.
    Stopped,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Spec(error) => error.fmt(f),
            BuildError::Oracle(error) => write!(f, "no perfect play: {error}"),
            BuildError::Stopped => Stopped.fmt(f),
        }
    }
}

impl std::error::Error for BuildError {}

impl From<SpecError> for BuildError {
    fn from(error: SpecError) -> BuildError {
        BuildError::Spec(error)
    }
}

impl From<OracleError> for BuildError {
    fn from(error: OracleError) -> BuildError {
        match error {
            OracleError::Stopped => BuildError::Stopped,
            error => BuildError::Oracle(error),
        }
    }
}

impl From<Stopped> for BuildError {
    fn from(_: Stopped) -> BuildError {
        BuildError::Stopped
    }
}
