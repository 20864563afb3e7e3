//! The player that values boards by a network.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use redouble_core::{Board, Grid as _, Position, Rules, Tile};

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

/// The board with its largest tiles halved until all are smaller than 2^`limit`.
///
/// Halved are the tiles above the largest size that is missing, so that no two tiles that differ become equal: 32768 and
/// 16384 above a missing 8192 become 16384 and 8192. Late boards are rare in training; their image is not.
fn downgraded(mut board: Board, limit: u8) -> Board {
    while let Some(largest) = board.max_tile().filter(|tile| tile.exponent() >= limit) {
        let has = |exponent: u8| board.tiles().flatten().any(|tile| tile.exponent() == exponent);
        let Some(missing) = (1..largest.exponent()).rev().find(|&exponent| !has(exponent)) else { break };
        for cell in board.shape().all_cells() {
            if let Some(tile) = board.tile(cell).filter(|tile| tile.exponent() > missing) {
                board = board.with_tile(cell, Tile::new(tile.exponent() - 1));
            }
        }
    }
    board
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

#[cfg(test)]
mod tests {
    use redouble_core::board;

    use super::*;

    #[test]
    fn large_tiles_are_halved_down_to_a_gap() {
        let late = board! { 32768 16384 4096 2 / 2 . . . / . . . . / . . . . };
        assert_eq!(downgraded(late, 15), board! { 16384 8192 4096 2 / 2 . . . / . . . . / . . . . });
        let later = board! { 65536 1024 1024 2 / 2 . . . / . . . . / . . . . };
        assert_eq!(downgraded(later, 15), board! { 16384 1024 1024 2 / 2 . . . / . . . . / . . . . });
        let early = board! { 16384 8192 2 2 / 2 . . . / . . . . / . . . . };
        assert_eq!(downgraded(early, 15), early);
    }
}
