//! The network that comes with the program, and who is asked by default.

use redouble_core::Shape;
use redouble_lab::Entrant;
use redouble_players::{DefaultNetwork, has_default_network, set_default_network};

/// Names another network file for players that name none.
const VARIABLE: &str = "REDOUBLE_NET";

#[cfg(shipped_network)]
const SHIPPED: Option<&[u8]> = Some(include_bytes!("../networks/4x4.net"));
#[cfg(not(shipped_network))]
const SHIPPED: Option<&[u8]> = None;

/// Says where networks are; none is read until a player needs it.
pub(crate) fn register() {
    if let Some(path) = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
        set_default_network(DefaultNetwork::File(path.into()));
    } else if let Some(bytes) = SHIPPED {
        set_default_network(DefaultNetwork::Shipped(bytes));
    }
}

/// The player that was named; if none was, one that uses the network where there is one, and `otherwise` where not.
pub(crate) fn named_or(named: Option<&Entrant>, shape: Shape, network: &str, otherwise: &str) -> Entrant {
    let default = if has_default_network(shape) { network } else { otherwise };
    named.cloned().unwrap_or_else(|| default.parse().expect("a player that is written here"))
}
