//! The network and the endings that come with the program, and who is asked by default.

use std::path::{Path, PathBuf};

use redouble_core::Shape;
use redouble_kernels::Cpu;
use redouble_lab::{Entrant, Solver};
use redouble_players::{Catalog, DefaultNetwork, Endings};

use crate::saved::data_directory;

/// Names another network file for players that name none.
const VARIABLE: &str = "REDOUBLE_NET";

#[cfg(shipped_network)]
const SHIPPED: Option<&[u8]> = Some(include_bytes!("../networks/4x4.net"));
#[cfg(not(shipped_network))]
const SHIPPED: Option<&[u8]> = None;

#[cfg(shipped_endings)]
const SHIPPED_ENDINGS: Option<&[u8]> = Some(include_bytes!("../networks/4x4.endings"));
#[cfg(not(shipped_endings))]
const SHIPPED_ENDINGS: Option<&[u8]> = None;

/// Who builds players: with the network that the environment names, or else that of the program. None is read until a
/// player needs it. All players use these instructions.
#[must_use]
pub fn catalog(cpu: Cpu) -> Catalog {
    let named = std::env::var_os(VARIABLE).filter(|path| !path.is_empty());
    let network = named.map(|path| DefaultNetwork::File(path.into()));
    let catalog = Catalog::default().with_cpu(cpu).with_oracles(Solver::new(cpu)).with_endings(endings());
    match network.or(SHIPPED.map(DefaultNetwork::Shipped)) {
        Some(network) => catalog.with_network(network),
        None => catalog,
    }
}

/// Where tables of endings are kept, in a data directory.
pub(crate) fn tables_directory(data: &Path) -> PathBuf {
    data.join("tables")
}

/// The tables of endings that were built, and the states that come with the program.
fn endings() -> Endings {
    let directory = data_directory(None).map(|data| tables_directory(&data));
    let (endings, problems) = directory.map_or_else(|_| Default::default(), |path| Endings::open(&path));
    problems.iter().for_each(|problem| eprintln!("warning: {problem}; it is not used"));
    SHIPPED_ENDINGS.into_iter().fold(endings, Endings::with_shipped)
}

/// The player that was named; if none was, one that uses the network where there is one, and `otherwise` where not.
#[must_use]
pub fn named_or(
    named: Option<&Entrant>,
    catalog: &Catalog,
    shape: Shape,
    [network, otherwise]: [&str; 2],
) -> Entrant {
    let default = if catalog.has_network(shape) { network } else { otherwise };
    named.cloned().unwrap_or_else(|| default.parse().expect("a player that is written here"))
}

#[cfg(all(test, shipped_endings))]
mod tests {
    use redouble_players::Distilled;

    use super::*;

    #[test]
    fn the_endings_of_the_program_are_whole_and_small() {
        let bytes = SHIPPED_ENDINGS.unwrap();
        assert!(bytes.len() <= 3_000_000, "{}", bytes.len());
        let tables = Distilled::from_bytes(bytes).unwrap();
        assert_eq!(
            tables.iter().map(|table| table.problem().to_string()).collect::<Vec<_>>(),
            ["snake 256", "snake 512"]
        );
        assert!(tables.iter().all(|table| !table.is_empty()));
    }
}
