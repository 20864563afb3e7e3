//! The player that values boards by a network.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use redouble_core::{Grid as _, Position, Rules, Tile};

use super::downgrade::downgraded;
use super::library;
use super::network::Network;
use crate::expectimax::depth_parameter;
use crate::spec::{Parameters, SpecError};
use crate::{
    Budget, Chance, Decision, Expectimax, Forfeit, Horizon, Limits, Player, SearchOptions, max_depth,
};

/// Expectimax over a network.
struct NtuplePlayer {
    network: Arc<Network>,
    search: Expectimax<Arc<Network>>,
    depth: u32,
    /// Further moves on crowded boards.
    crowded: u32,
    /// Boards with a tile of this exponent are looked at with smaller tiles.
    downgrade: Option<u8>,
}

/// What an empty cell is worth in reviews, in points of expected score.
const UNIT: f64 = 1_000.0;

impl Player for NtuplePlayer {
    fn begin(&mut self, seed: u64) {
        self.search.begin(seed);
    }

    fn decide(&mut self, position: Position, budget: &Budget<'_>) -> Result<Decision, Forfeit> {
        let board = position.board();
        if self.crowded > 0 {
            let further = match board.count_empty() {
                0..=3 => self.crowded,
                4..=7 => self.crowded / 2,
                _ => 0,
            };
            self.search.set_depth(self.depth + further);
        }
        let board = self.downgrade.map_or(board, |limit| downgraded(board, limit));
        let decision = self.search.decide(Position::new(board), budget)?;
        Ok(Decision { values: decision.values.plus(self.network.level(board)), ..decision })
    }

    fn unit(&self) -> f64 {
        UNIT
    }
}

/// Builds `ntuple:…`.
pub(crate) fn build(parameters: &Parameters<'_>, rules: Rules) -> Result<Box<dyn Player>, SpecError> {
    let network = library::network(parameters.text("net").map(Path::new));
    let name = parameters.text("net").unwrap_or("");
    let network = network.map_err(|problem| SpecError::value("net", name, problem))?;
    if network.tuples().shape() != rules.shape {
        let problem = format!("the network is for {}, not for {}", network.tuples().shape(), rules.shape);
        return Err(SpecError::value("net", name, problem));
    }
    let time = parameters.whole("ms", 1..=3_600_000)?.map(Duration::from_millis);
    let depth = depth_parameter(parameters, rules)?;
    let depth = depth.unwrap_or(if time.is_some() { max_depth(rules.shape) } else { 1 });
    let crowded = parameters.whole("crowded", 0..=8)?.unwrap_or(0) as u32;
    let default_cut = if time.is_some() { 1e-4 } else { 0.0 };
    let options = SearchOptions {
        four_chance: rules.four_chance,
        chance: Chance::Exact,
        horizon: Horizon::Slide,
        cut: parameters.number("cut", 0.0..=0.5)?.unwrap_or(default_cut),
        short_fours: short_fours(parameters, depth + crowded)?,
        table: parameters.choice("table", &[("on", true), ("off", false)])?,
    };
    let limits = Limits { depth, time };
    let search = Expectimax::new(network.clone(), UNIT, options, limits).with_tables(18);
    Ok(Box::new(NtuplePlayer { network, search, depth, crowded, downgrade: downgrade(parameters)? }))
}

/// Behind a 4 deep searches look less far: two in a row have a hundredth of the weight and are a quarter of the work.
/// docs/learning.md has what it costs.
fn short_fours(parameters: &Parameters<'_>, depth: u32) -> Result<bool, SpecError> {
    let named = parameters.choice("fours", &[("short", true), ("full", false)])?;
    Ok(named && (depth >= 3 || parameters.text("fours").is_some()))
}

fn downgrade(parameters: &Parameters<'_>) -> Result<Option<u8>, SpecError> {
    match parameters.text("downgrade") {
        None => Ok(Some(15)),
        Some("off") => Ok(None),
        Some(text) => {
            let tile = text.parse::<Tile>().ok().filter(|tile| (8..=15).contains(&tile.exponent()));
            let tile = tile.ok_or_else(|| {
                SpecError::value("downgrade", text, "write a tile from 256 to 32768, or off")
            })?;
            Ok(Some(tile.exponent()))
        }
    }
}
