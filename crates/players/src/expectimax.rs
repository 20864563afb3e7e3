//! The player that looks ahead.

use std::time::Duration;

use rayon::prelude::*;
use redouble_core::{Board, Direction, Position, Random, Rules, Shape, Slide, Spawn, Tile};

use crate::choose::Ties;
use crate::player::{Clock, player_random};
use crate::sample::Mean;
use crate::search::{ChanceNodes, Horizon, Plan, Search, SearchOptions};
use crate::searchable::{Searchable, Visit, fastest};
use crate::spec::{Parameters, SpecError};
use crate::table::Table;
use crate::{Budget, Decision, Evaluation, Forfeit, Leaf, Player, STRONG, Values};

/// Expectimax over any leaf evaluation: to a fixed depth, or ever deeper until the time is over.
pub(crate) struct Expectimax<L> {
    leaf: L,
    plan: Plan,
    limits: Limits,
    ties: Ties,
    unit: f64,
    /// One for each root direction; a search that is not parallel uses the first.
    tables: [Table; 4],
    random: Random,
}

/// How far a search goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The number of moves it looks ahead, at most.
    pub depth: u32,
    /// The time for a decision; with one the depth grows until it is over.
    pub time: Option<Duration>,
}

impl<L: Leaf> Expectimax<L> {
    /// A search with this leaf evaluation, `unit` being what an empty cell is worth in it.
    pub(crate) fn new(leaf: L, unit: f64, options: SearchOptions, limits: Limits) -> Expectimax<L> {
        // Two moves fit into a first-level cache, and a table beyond the caches costs more than it saves there.
        let log_size = if limits.depth <= 3 && limits.time.is_none() { 14 } else { 18 };
        Expectimax {
            leaf,
            plan: Plan::new(options),
            limits,
            ties: Ties::First,
            unit,
            tables: std::array::from_fn(|_| Table::new(log_size)),
            random: Random::new(0),
        }
    }

    /// The same player with ties between directions broken in another way.
    #[must_use]
    pub(crate) fn with_ties(self, ties: Ties) -> Expectimax<L> {
        Expectimax { ties, ..self }
    }

    /// The same player with tables of 2^`log_size` entries.
    #[must_use]
    pub(crate) fn with_tables(self, log_size: u32) -> Expectimax<L> {
        Expectimax { tables: std::array::from_fn(|_| Table::new(log_size)), ..self }
    }

    /// Changes how many moves it looks ahead from now on, at most.
    pub(crate) fn set_depth(&mut self, depth: u32) {
        self.limits.depth = depth;
    }

    /// The values of all moves at one depth, and the boards looked at; `None` if the clock ran out.
    fn values(
        &mut self,
        board: Board,
        depth: u32,
        clock: Clock<'_>,
        parallel: bool,
    ) -> Option<(Values, u64)> {
        fastest(board, Root { player: self, depth, clock, parallel })
    }

    /// Ever deeper, from depth 1, which is always finished, to the depth limit or the end of the time.
    fn deepen(&mut self, board: Board, clock: Clock<'_>, parallel: bool) -> (Values, u64, u32) {
        let untimed = Clock::start(&Budget::default(), None);
        let first = if clock.is_timed() { 1 } else { self.limits.depth };
        let (mut best, mut nodes) = (None, 0);
        for depth in first..=self.limits.depth {
            let Some((values, looked_at)) = self.values(board, depth, clock, parallel) else { break };
            nodes += looked_at;
            best = Some((values, depth));
        }
        let (values, depth) = best.unwrap_or_else(|| {
            let (values, looked_at) = self.values(board, 1, untimed, false).expect("no clock to run out");
            nodes += looked_at;
            (values, 1)
        });
        (values, nodes, depth)
    }
}

impl<L: Leaf + Send> Player for Expectimax<L> {
    fn begin(&mut self, seed: u64) {
        self.random = player_random(seed);
    }

    fn decide(&mut self, position: Position, budget: &Budget<'_>) -> Result<Decision, Forfeit> {
        let clock = Clock::start(budget, self.limits.time);
        let (values, nodes, depth) = self.deepen(position.board(), clock, budget.parallel);
        let choice = self.ties.choose(&values, &mut self.random);
        Ok(Decision { choice, values, nodes, depth })
    }

    fn unit(&self) -> f64 {
        self.unit
    }

    fn worth_with_tile(&mut self, slide: &Slide, spawn: Spawn, depth: u32) -> Option<f64> {
        let SearchOptions { chance, horizon, short_fours, .. } = self.plan.options;
        let averaged_all = chance == ChanceNodes::Exact && horizon == Horizon::Slide;
        let further = depth.checked_sub(1).filter(|&further| further > 0 && averaged_all)?;
        let is_short = short_fours && spawn.tile == Tile::FOUR && further > 1;
        let board = slide.after.spawn(spawn)?.board();
        let untimed = Clock::start(&Budget::default(), None);
        let (values, _) = self.values(board, further - u32::from(is_short), untimed, false)?;
        let to_come = values.max().unwrap_or_else(|| fastest(board, Over { leaf: &self.leaf }));
        Some(self.leaf.gain_weight() * slide.gained as f64 + to_come)
    }
}

/// What a board is worth on which no move is left.
struct Over<'a, L> {
    leaf: &'a L,
}

impl<L: Leaf> Visit for Over<'_, L> {
    type Output = f64;

    fn visit<B: Searchable>(self, board: B) -> f64 {
        self.leaf.value_when_over(board)
    }
}

/// The work at the root, on whatever kind of board.
struct Root<'a, 'c, L> {
    player: &'a mut Expectimax<L>,
    depth: u32,
    clock: Clock<'c>,
    parallel: bool,
}

impl<L: Leaf> Visit for Root<'_, '_, L> {
    type Output = Option<(Values, u64)>;

    fn visit<B: Searchable>(self, board: B) -> Self::Output {
        // Each root move has its own random numbers, so that threads cannot change what is drawn.
        let seeds: [u64; 4] = std::array::from_fn(|_| self.player.random.next_u64());
        let Expectimax { leaf, plan, tables, .. } = self.player;
        let (leaf, plan, depth, clock) = (&*leaf, &*plan, self.depth, self.clock);
        let search = |direction: Direction, after: B, gained: u64, table: &mut Table| {
            let random = Random::new(seeds[direction as usize]);
            let mut search = Search::new(leaf, plan, table, clock, random);
            search.root(after, gained, depth).map(|value| (value, search.nodes()))
        };
        if depth == 1 && plan.options.horizon == Horizon::Slide {
            return Some(one_move(board, leaf));
        }
        if self.parallel {
            side_by_side(board, tables, search)
        } else {
            in_turn(board, &mut tables[0], search)
        }
    }
}

/// The values of all moves by the boards they lead to alone.
///
/// So short a search waits for nothing but memory: the leaf is told of all boards at once rather than of one after the other.
fn one_move<B: Searchable, L: Leaf>(board: B, leaf: &L) -> (Values, u64) {
    let slides = board.slides_or_mirrors();
    let (mut values, of_boards) = (Values::default(), leaf.values(&slides));
    for place in slides.places() {
        let gained = slides.gained[place] as f64;
        values.set(slides.directions[place], leaf.gain_weight() * gained + of_boards[place]);
    }
    (values, slides.legal.count_ones().into())
}

/// The values of all moves, one after the other; `None` if there was not the time for one.
fn in_turn<B: Searchable>(
    board: B,
    table: &mut Table,
    search: impl Fn(Direction, B, u64, &mut Table) -> Option<(f64, u64)>,
) -> Option<(Values, u64)> {
    let mut found = Some((Values::default(), 0));
    board.each_slide(|direction, after, gained| {
        found = found.and_then(|(mut values, nodes)| {
            let (value, looked_at) = search(direction, after, gained, table)?;
            values.set(direction, value);
            Some((values, nodes + looked_at))
        });
    });
    found
}

/// The same on the threads of the current pool.
fn side_by_side<B: Searchable>(
    board: B,
    tables: &mut [Table; 4],
    search: impl Fn(Direction, B, u64, &mut Table) -> Option<(f64, u64)> + Sync,
) -> Option<(Values, u64)> {
    let mut moves = Vec::with_capacity(4);
    board.each_slide(|direction, after, gained| moves.push((direction, after, gained)));
    let found: Option<Vec<(Direction, f64, u64)>> = moves
        .into_par_iter()
        .zip(tables.par_iter_mut())
        .map(|((direction, after, gained), table)| {
            search(direction, after, gained, table).map(|(value, nodes)| (direction, value, nodes))
        })
        .collect();
    let found = found?;
    let values = found.iter().map(|&(direction, value, _)| (direction, value)).collect();
    Some((values, found.iter().map(|&(_, _, nodes)| nodes).sum()))
}

/// The deepest search that makes sense on a board: all of a small game, a few moves of a large one.
#[must_use]
pub(crate) const fn max_depth(shape: Shape) -> u32 {
    match shape.cells() {
        ..=8 => 128,
        9..=12 => 16,
        _ => 12,
    }
}

/// Reads `depth`, saying what the board allows.
pub(crate) fn depth_parameter(parameters: &Parameters<'_>, rules: Rules) -> Result<Option<u32>, SpecError> {
    let limit = max_depth(rules.shape);
    let Some(depth) = parameters.whole("depth", 1..=1_000_000)? else { return Ok(None) };
    match u32::try_from(depth) {
        Ok(depth) if depth <= limit => Ok(Some(depth)),
        _ => {
            let problem = format!("on {} the search goes from 1 to {limit} moves deep", rules.shape);
            Err(SpecError::value("depth", &depth.to_string(), problem))
        }
    }
}

impl Limits {
    /// Reads `ms` and `depth`; with neither the search goes `default` moves deep, with `ms` alone as deep as it comes.
    pub(crate) fn parameters(
        parameters: &Parameters<'_>,
        rules: Rules,
        default: u32,
    ) -> Result<Limits, SpecError> {
        let time = parameters.whole("ms", 1..=3_600_000)?.map(Duration::from_millis);
        let default = if time.is_some() { max_depth(rules.shape) } else { default };
        Ok(Limits { depth: depth_parameter(parameters, rules)?.unwrap_or(default), time })
    }

    /// Deep searches spend most of their time on what hardly ever happens; a fixed depth is exact unless asked.
    pub(crate) fn default_cut(&self) -> f64 {
        if self.time.is_some() { 1e-4 } else { 0.0 }
    }
}

/// `expectimax:…`.
pub(crate) fn expectimax(
    parameters: &Parameters<'_>,
    rules: Rules,
) -> Result<Expectimax<Evaluation>, SpecError> {
    let evaluation = parameters.evaluation(STRONG)?;
    let unit = evaluation.unit();
    let limits = Limits::parameters(parameters, rules, 3)?;
    let means = [("strata", Mean::Strata), ("weighted", Mean::Weighted), ("plain", Mean::Plain)];
    let mean = parameters.choice("mean", &means)?;
    let chance = match parameters.whole("samples", 1..=1_000_000)? {
        Some(samples) => ChanceNodes::Sampled { samples: samples as usize, mean },
        None => ChanceNodes::Exact,
    };
    let options = SearchOptions {
        four_chance: rules.four_chance,
        chance,
        horizon: parameters.choice("leaf", &[("slide", Horizon::Slide), ("spawn", Horizon::Spawn)])?,
        cut: parameters.number("cut", 0.0..=0.5)?.unwrap_or(limits.default_cut()),
        short_fours: false,
        table: parameters.choice("table", &[("on", true), ("off", false)])?,
    };
    let ties = Ties::parameter(parameters)?;
    Ok(Expectimax::new(evaluation, unit, options, limits).with_ties(ties))
}
