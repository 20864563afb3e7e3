//! Where players find their networks: the default one, or files, each read once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use redouble_core::Shape;
use redouble_kernels::Cpu;

use crate::ntuple::{Network, NetworkError};

/// A network that players use when no file is named.
#[derive(Clone, Debug)]
pub enum DefaultNetwork {
    /// In the program itself.
    Shipped(&'static [u8]),
    /// In a file.
    File(PathBuf),
}

/// The networks of a catalog.
pub(crate) struct Networks {
    default: Option<DefaultNetwork>,
    cpu: Cpu,
    /// Those that were read, by file; that of the program has no file. Two players who need a network at the same
    /// moment both read it and share that of the first who is ready: the lock is never held for long.
    read: Mutex<HashMap<Option<PathBuf>, Arc<Network>>>,
}

impl Networks {
    /// No default network; the instructions are those of all networks.
    pub(crate) fn new(cpu: Cpu) -> Networks {
        Networks { default: None, cpu, read: Mutex::default() }
    }

    pub(crate) fn with_default(self, default: DefaultNetwork) -> Networks {
        Networks { default: Some(default), ..self }
    }

    pub(crate) fn with_cpu(self, cpu: Cpu) -> Networks {
        Networks { cpu, read: Mutex::default(), ..self }
    }

    /// The instructions that networks use.
    pub(crate) fn cpu(&self) -> Cpu {
        self.cpu
    }

    /// Whether there is a network for boards of this shape when no file is named.
    pub(crate) fn has_default(&self, shape: Shape) -> bool {
        self.default.is_some() && shape == Shape::CLASSIC
    }

    /// The shape of the boards that a network is for, where that is known without reading it; a file must be there.
    pub(crate) fn shape(&self, file: Option<&Path>) -> Result<Option<Shape>, NetworkError> {
        match self.source(file)? {
            DefaultNetwork::Shipped(_) => Ok(Some(Shape::CLASSIC)),
            DefaultNetwork::File(path) => Ok(std::fs::metadata(path).map(|_| None)?),
        }
    }

    /// The network of a file, or the default one.
    pub(crate) fn get(&self, file: Option<&Path>) -> Result<Arc<Network>, NetworkError> {
        let source = self.source(file)?;
        let name = match &source {
            DefaultNetwork::Shipped(_) => None,
            DefaultNetwork::File(path) => Some(path.clone()),
        };
        if let Some(network) = self.known().get(&name) {
            return Ok(Arc::clone(network));
        }
        let network = Arc::new(match source {
            DefaultNetwork::Shipped(bytes) => Network::from_own_bytes(bytes, self.cpu)?,
            DefaultNetwork::File(path) => Network::from_bytes(&std::fs::read(path)?, self.cpu)?,
        });
        Ok(Arc::clone(self.known().entry(name).or_insert(network)))
    }

    fn source(&self, file: Option<&Path>) -> Result<DefaultNetwork, NetworkError> {
        let named = file.map(|path| DefaultNetwork::File(path.to_owned()));
        named.or_else(|| self.default.clone()).ok_or(NetworkError::Missing)
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Option<PathBuf>, Arc<Network>>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
