//! The player that values boards by a network.

use std::path::Path;
use std::sync::Arc;

use redouble_core::{Direction, FourChance, Grid as _, Position, Rules, Shape, Slide, Spawn, Tile, Watch};

use crate::catalog::{BuildError, Catalog};
use crate::endings::Endings;
use crate::expectimax::{Expectimax, Limits};
use crate::ntuple::{Network, NetworkError, downgraded};
use crate::search::{ChanceNodes, Horizon, SearchOptions};
use crate::spec::{Parameters, SpecError};
use crate::{Budget, Decision, Forfeit, Player};

/// Expectimax over a network.
struct NtuplePlayer {
    network: Arc<Network>,
    search: Expectimax<Arc<Network>>,
    depth: u32,
    /// Further moves on crowded boards.
    crowded: u32,
    /// Boards with a tile of this exponent are looked at with smaller tiles.
    downgrade: Option<u8>,
    /// Exact endings, and the chance from which on their moves are played.
    endings: Option<(Arc<Endings>, f32)>,
}

/// What an empty cell is worth in reviews, in points of expected score.
const UNIT: f64 = 1_000.0;

impl Player for NtuplePlayer {
    fn begin(&mut self, seed: u64) {
        self.search.begin(seed);
    }

    fn decide(&mut self, position: Position, budget: &Budget<'_>) -> Result<Decision, Forfeit> {
        let board = position.board();
        let ending = self.ending(position);
        self.search.set_depth(if ending.is_some() { 1 } else { self.depth + self.further(position) });
        let board = self.downgrade.map_or(board, |limit| downgraded(board, limit));
        let decision = self.search.decide(Position::new(board), budget)?;
        let decision = Decision { values: decision.values.plus(self.network.level(board)), ..decision };
        Ok(ending.map_or(decision, |direction| following(decision, direction)))
    }

    fn unit(&self) -> f64 {
        UNIT
    }

    fn counts_points(&self) -> bool {
        true
    }

    /// Nothing on boards that are looked at with smaller tiles: their tiles are not those that came.
    fn worth_with_tile(&mut self, slide: &Slide, spawn: Spawn, depth: u32) -> Option<f64> {
        let board = slide.before.board();
        let is_itself = self.downgrade.is_none_or(|limit| downgraded(board, limit) == board);
        let advantage = is_itself.then(|| self.search.worth_with_tile(slide, spawn, depth))??;
        Some(self.network.level(board) + advantage)
    }
}

impl NtuplePlayer {
    /// How many moves further to look on a crowded board.
    fn further(&self, position: Position) -> u32 {
        match position.board().count_empty() {
            _ if self.crowded == 0 => 0,
            0..=3 => self.crowded,
            4..=7 => self.crowded / 2,
            _ => 0,
        }
    }

    /// The move of a table that is sure enough.
    fn ending(&self, position: Position) -> Option<Direction> {
        let (endings, least) = self.endings.as_ref()?;
        let ending = endings.find(position.board()).filter(|ending| ending.chance >= *least)?;
        Some(ending.direction)
    }
}

/// What a table's move is worth more than the best move by the network, if that is another: the least that shows.
const LEAD: f64 = 1.0;

/// The decision for a table's move, with the values of the network.
fn following(decision: Decision, choice: Direction) -> Decision {
    let mut values = decision.values;
    if let (Some(best), true) = (values.max(), decision.choice != choice) {
        values.set(choice, best + LEAD);
    }
    Decision { choice, values, ..decision }
}

/// What a spec says about the player; the network is still to be read.
struct Settings {
    options: SearchOptions,
    limits: Limits,
    crowded: u32,
    downgrade: Option<u8>,
    /// The chance from which on exact endings are followed.
    endings: Option<f32>,
}

impl Settings {
    fn new(parameters: &Parameters<'_>, rules: Rules) -> Result<Settings, SpecError> {
        let limits = Limits::parameters(parameters, rules, 1)?;
        let crowded = parameters.whole("crowded", 0..=8)?.unwrap_or(0) as u32;
        let options = SearchOptions {
            four_chance: rules.four_chance,
            chance: ChanceNodes::Exact,
            horizon: Horizon::Slide,
            cut: parameters.number("cut", 0.0..=0.5)?.unwrap_or(limits.default_cut()),
            short_fours: short_fours(parameters, limits.depth + crowded)?,
            table: parameters.choice("table", &[("on", true), ("off", false)])?,
        };
        let (downgrade, endings) = (downgrade(parameters)?, endings(parameters, rules)?);
        Ok(Settings { options, limits, crowded, downgrade, endings })
    }
}

/// Says whether `ntuple:…` can be built, without reading the network.
pub(crate) fn check(catalog: &Catalog, parameters: &Parameters<'_>, rules: Rules) -> Result<(), BuildError> {
    Settings::new(parameters, rules)?;
    let file = parameters.text("net").map(Path::new);
    let shape = catalog.networks().shape(file).map_err(network_error(parameters))?;
    Ok(shape.map_or(Ok(()), |shape| fits(parameters, shape, rules))?)
}

/// Builds `ntuple:…`.
pub(crate) fn build(
    catalog: &Catalog,
    parameters: &Parameters<'_>,
    rules: Rules,
    _: &dyn Watch,
) -> Result<Box<dyn Player>, BuildError> {
    let network = catalog.network(parameters.text("net").map(Path::new));
    let network = network.map_err(network_error(parameters))?;
    fits(parameters, network.tuples().shape(), rules)?;
    let Settings { options, limits, crowded, downgrade, endings } = Settings::new(parameters, rules)?;
    let search = Expectimax::new(network.clone(), UNIT, options, limits).with_tables(18);
    let endings = endings.map(|least| (Arc::clone(catalog.endings()), least));
    Ok(Box::new(NtuplePlayer { network, search, depth: limits.depth, crowded, downgrade, endings }))
}

fn network_error(parameters: &Parameters<'_>) -> impl Fn(NetworkError) -> SpecError {
    move |problem| SpecError::value("net", parameters.text("net").unwrap_or(""), problem)
}

fn fits(parameters: &Parameters<'_>, shape: Shape, rules: Rules) -> Result<(), SpecError> {
    let problem = || format!("the network is for {shape}, not for {}", rules.shape);
    let name = parameters.text("net").unwrap_or("");
    (shape == rules.shape).then_some(()).ok_or_else(|| SpecError::value("net", name, problem()))
}

/// Behind a 4 deep searches look less far: two in a row have a hundredth of the weight and are a quarter of the work.
/// docs/learning.md has what it costs.
fn short_fours(parameters: &Parameters<'_>, depth: u32) -> Result<bool, SpecError> {
    let named = parameters.choice("fours", &[("short", true), ("full", false)])?;
    Ok(named && (depth >= 3 || parameters.text("fours").is_some()))
}

/// The chance from which on exact endings are followed. They are about games in which one tile of ten is a 4.
fn endings(parameters: &Parameters<'_>, rules: Rules) -> Result<Option<f32>, SpecError> {
    let least = match parameters.text("endings") {
        Some("off") => None,
        _ => Some(parameters.number("endings", 0.0..=1.0)?.unwrap_or(FOLLOWED) as f32),
    };
    Ok(least.filter(|_| rules.four_chance == FourChance::default()))
}

/// Of the values that were tried, 0.3 to 0.6 do not differ beyond chance; near the largest chance there is it is worse.
const FOLLOWED: f64 = 0.6;

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
