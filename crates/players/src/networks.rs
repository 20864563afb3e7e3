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
    /// Where networks are that are chosen by name; without it, files are named by their path.
    directory: Option<PathBuf>,
    cpu: Cpu,
    /// Those that were read, by file; that of the program has no file. Two players who need a network at the same
    /// moment both read it and share that of the first who is ready: the lock is never held for long.
    read: Mutex<HashMap<Option<PathBuf>, Arc<Network>>>,
}

impl Networks {
    /// No default network; the instructions are those of all networks.
    pub(crate) fn new(cpu: Cpu) -> Networks {
        Networks { default: None, directory: None, cpu, read: Mutex::default() }
    }

    pub(crate) fn with_default(self, default: DefaultNetwork) -> Networks {
        Networks { default: Some(default), ..self }
    }

    pub(crate) fn only_of(self, directory: PathBuf) -> Networks {
        Networks { directory: Some(directory), ..self }
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
        let Some(file) = file else { return self.default.clone().ok_or(NetworkError::Missing) };
        let Some(directory) = &self.directory else { return Ok(DefaultNetwork::File(file.to_owned())) };
        let names = self.names();
        match names.iter().find(|name| file.as_os_str() == name.as_str()) {
            Some(name) => Ok(DefaultNetwork::File(directory.join(format!("{name}.net")))),
            None => Err(NetworkError::NotListed(names)),
        }
    }

    /// The names of the networks that are chosen by name. Links and devices are not among them: they can lead anywhere.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = self.directory.as_ref().and_then(|directory| std::fs::read_dir(directory).ok());
        let files = entries.into_iter().flatten().flatten();
        let files = files.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
        let name =
            |entry: std::fs::DirEntry| Some(entry.file_name().to_str()?.strip_suffix(".net")?.to_owned());
        let mut names: Vec<String> = files.filter_map(name).collect();
        names.sort();
        names
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Option<PathBuf>, Arc<Network>>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Whatever else is named, whether it is there or not, gets the same answer.
    #[test]
    fn networks_of_a_directory_are_named_and_nothing_else_is_read() {
        let directory = std::env::temp_dir().join(format!("redouble-networks-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        std::fs::write(directory.join("mine.net"), b"not a network").unwrap();
        std::fs::write(directory.join("notes.txt"), b"").unwrap();
        std::os::unix::fs::symlink("/dev/zero", directory.join("linked.net")).unwrap();
        let networks = Networks::new(Cpu::detect()).only_of(directory.clone());
        assert_eq!(networks.names(), ["mine"]);
        assert!(matches!(networks.get(Some(Path::new("mine"))), Err(NetworkError::Foreign)));
        let path = directory.join("mine.net");
        for other in [
            "/dev/zero",
            "/etc/passwd",
            "/no/such/file",
            "linked",
            "linked.net",
            "mine.net",
            "./mine",
            "mine/",
            "../mine",
            "",
            path.to_str().unwrap(),
        ] {
            for refused in
                [networks.shape(Some(Path::new(other))).err(), networks.get(Some(Path::new(other))).err()]
            {
                let refused = refused.unwrap().to_string();
                assert_eq!(refused, "networks are chosen by name; there are mine", "{other}");
            }
        }
        std::fs::remove_dir_all(directory).unwrap();
    }
}
