//! Where players find their networks: the shipped one, or files, each read once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use redouble_core::Shape;

use super::file::NetworkError;
use super::network::Network;

/// A network that players use when no file is named.
#[derive(Clone, Debug)]
pub enum DefaultNetwork {
    /// In the program itself.
    Shipped(&'static [u8]),
    /// In a file.
    File(PathBuf),
}

static DEFAULT: OnceLock<DefaultNetwork> = OnceLock::new();
static SHIPPED: OnceLock<Arc<Network>> = OnceLock::new();
static FILES: Mutex<Option<HashMap<PathBuf, Arc<Network>>>> = Mutex::new(None);

/// Says which network players use when no file is named; to be called once, at the start of a program. Nothing is read
/// until a player needs it.
pub fn set_default_network(network: DefaultNetwork) {
    // A second call changes nothing: players may have asked already.
    let _ = DEFAULT.set(network);
}

/// Whether there is a network for boards of this shape when no file is named.
#[must_use]
pub fn has_default_network(shape: Shape) -> bool {
    DEFAULT.get().is_some() && shape == Shape::CLASSIC
}

/// The network of a file, or the default one.
pub(crate) fn network(file: Option<&Path>) -> Result<Arc<Network>, NetworkError> {
    match (file, DEFAULT.get()) {
        (Some(path), _) => from_file(path),
        (None, Some(DefaultNetwork::File(path))) => from_file(path),
        (None, Some(DefaultNetwork::Shipped(bytes))) => shipped(bytes),
        (None, None) => Err(NetworkError::Missing),
    }
}

fn shipped(bytes: &[u8]) -> Result<Arc<Network>, NetworkError> {
    if let Some(network) = SHIPPED.get() {
        return Ok(network.clone());
    }
    let network = Arc::new(Network::from_own_bytes(bytes)?);
    Ok(SHIPPED.get_or_init(|| network).clone())
}

fn from_file(path: &Path) -> Result<Arc<Network>, NetworkError> {
    let mut files = FILES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let files = files.get_or_insert_default();
    if let Some(network) = files.get(path) {
        return Ok(network.clone());
    }
    let network = Arc::new(Network::from_bytes(&std::fs::read(path)?)?);
    files.insert(path.to_owned(), network.clone());
    Ok(network)
}
