//! Expectimax: the best move is the one with the best mean.

use redouble_core::{FourChance, Random, Shape, Tile};

use crate::player::Clock;
use crate::sample::{Mean, Sample, Urn};
use crate::table::{Table, Work};
use crate::{Leaf, Searchable};

/// How a search goes about its work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SearchOptions {
    /// How often a 4 appears.
    pub four_chance: FourChance,
    /// How chance is averaged.
    pub chance: ChanceNodes,
    /// Where the last look is taken.
    pub horizon: Horizon,
    /// Branches less probable than this are evaluated instead of searched; 0 searches everything.
    pub cut: f64,
    /// Whether a 4 counts as two moves: behind it the search goes one move less far, but at least one.
    pub short_fours: bool,
    /// Whether values already found are remembered. They are the same either way.
    pub table: bool,
}

/// How the spawns after a slide are averaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChanceNodes {
    /// All of them, each with its probability.
    Exact,
    /// So many of them, drawn without replacement; where there are not more, all as in `Exact`.
    Sampled {
        /// How many.
        samples: usize,
        /// How the drawn ones are averaged.
        mean: Mean,
    },
}

/// Where a search of depth D evaluates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Horizon {
    /// After the D-th slide.
    Slide,
    /// After the spawn that answers it, as in Neller's paper.
    Spawn,
}

/// A search in progress.
pub(crate) struct Search<'a, L> {
    leaf: &'a L,
    options: &'a SearchOptions,
    costs: &'a Costs,
    table: &'a mut Table,
    clock: Clock<'a>,
    random: Random,
    nodes: u64,
    /// The number of nodes at which the clock is read again.
    next_look: u64,
    aborted: bool,
}

/// How often the clock is read, in nodes.
const CLOCK_INTERVAL: u64 = 1 << 10;

impl<'a, L: Leaf> Search<'a, L> {
    /// A search with this leaf evaluation; `random` is used by sampled chance only.
    pub(crate) fn new(
        leaf: &'a L,
        plan: &'a Plan,
        table: &'a mut Table,
        clock: Clock<'a>,
        random: Random,
    ) -> Self {
        let (options, costs) = (&plan.options, &plan.costs);
        Search {
            leaf,
            options,
            costs,
            table,
            clock,
            random,
            nodes: 0,
            next_look: CLOCK_INTERVAL,
            aborted: false,
        }
    }

    /// The value of a root move: what it gains and where it leads, looked at for `depth` − 1 further moves.
    /// `None` if the clock ran out.
    pub(crate) fn root<B: Searchable>(&mut self, after: B, gained: u64, depth: u32) -> Option<f64> {
        let work = Work { depth: depth - 1, bits: self.costs.budget };
        let value = self.chance_node(after, work);
        (!self.aborted).then_some(self.leaf.gain_weight() * gained as f64 + value)
    }

    /// How many boards were looked at.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    fn max_node<B: Searchable>(&mut self, board: B, work: Work) -> f64 {
        if work.depth == 0 {
            return self.leaf(board);
        }
        self.nodes += 1;
        let below = Work { depth: work.depth - 1, ..work };
        let mut best = f64::NEG_INFINITY;
        // Most nodes of a search are these leaves: they are not worth a call.
        let at_horizon = below.bits == 0 || below.depth == 0 && self.options.horizon == Horizon::Slide;
        board.each_slide_or_mirror(|after, gained| {
            let value = if at_horizon { self.leaf_after(after) } else { self.chance_node(after, below) };
            best = best.max(self.leaf.gain_weight() * gained as f64 + value);
        });
        if best == f64::NEG_INFINITY { self.leaf.value_when_over(board) } else { best }
    }

    fn chance_node<B: Searchable>(&mut self, after: B, work: Work) -> f64 {
        let at_horizon = work.depth == 0 && self.options.horizon == Horizon::Slide;
        if at_horizon || self.is_out_of_time() {
            return self.leaf_after(after);
        }
        self.nodes += 1;
        match self.options.chance {
            ChanceNodes::Exact => self.remembered(after, work),
            ChanceNodes::Sampled { samples, mean } => self.sampled(after, work, samples, mean),
        }
    }

    /// A board after a slide where the search stops, perhaps not for the first time.
    #[inline]
    fn leaf_after<B: Searchable>(&mut self, after: B) -> f64 {
        match after.key() {
            Some(key) if L::IS_COSTLY && self.options.table => {
                self.nodes += 1;
                self.table.leaves.value(key, || self.leaf.value(after))
            }
            _ => self.new_leaf_after(after),
        }
    }

    /// A board after a slide where the search stops.
    #[inline]
    fn new_leaf_after<B: Searchable>(&mut self, after: B) -> f64 {
        self.nodes += 1;
        self.leaf.value(after)
    }

    /// A board where the search stops although the player is to move.
    fn leaf<B: Searchable>(&mut self, board: B) -> f64 {
        self.nodes += 1;
        let over = self.leaf.asks_whether_over() && board.legal().is_empty();
        if over { self.leaf.value_when_over(board) } else { self.leaf.value(board) }
    }

    /// The mean over all spawns, from the table if it is there.
    fn remembered<B: Searchable>(&mut self, after: B, work: Work) -> f64 {
        let Some(key) = after.key().filter(|_| self.options.table) else { return self.exact(after, work) };
        if let Some(value) = self.table.get(key, work) {
            return value;
        }
        let value = self.exact(after, work);
        if !self.aborted {
            self.table.insert(key, work, value);
        }
        value
    }

    fn exact<B: Searchable>(&mut self, after: B, work: Work) -> f64 {
        let empty = after.count_empty();
        let [two, four] = self.costs.below(work, empty);
        let chances = [self.options.four_chance.of(Tile::TWO), self.options.four_chance.of(Tile::FOUR)];
        let mut sum = 0.0;
        after.each_spawn(|with_two, with_four| {
            if chances[0] > 0.0 {
                sum += chances[0] * self.max_node(with_two, two);
            }
            if chances[1] > 0.0 {
                sum += chances[1] * self.max_node(with_four, four);
            }
        });
        sum / empty as f64
    }

    fn sampled<B: Searchable>(&mut self, after: B, work: Work, samples: usize, mean: Mean) -> f64 {
        let empty = after.count_empty();
        let mut urn = Urn::new(empty, self.options.four_chance);
        if urn.left() <= samples {
            return self.exact(after, work);
        }
        let [two, four] = self.costs.below(work, empty);
        let mut sample = Sample::default();
        for _ in 0..samples {
            let drawn = urn.draw(&mut self.random).expect("fewer samples than outcomes");
            let board =
                after.with_nth_empty(drawn.nth_empty, drawn.tile).expect("a cell of the urn is empty");
            let value = self.max_node(board, if drawn.tile == Tile::TWO { two } else { four });
            sample.push(drawn.tile, value);
        }
        sample.mean(mean, self.options.four_chance)
    }

    fn is_out_of_time(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + CLOCK_INTERVAL;
            self.aborted = self.aborted || self.clock.is_over();
        }
        self.aborted
    }
}

/// Options with what follows from them.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The options.
    pub options: SearchOptions,
    costs: Costs,
}

impl Plan {
    /// The plan of these options.
    #[must_use]
    pub(crate) fn new(options: SearchOptions) -> Plan {
        Plan { options, costs: Costs::new(&options) }
    }
}

/// What each spawn costs: of the budget of improbability, in whole bits, and of the depth.
///
/// Whole bits, so that a value depends on the board, the depth and a small number: with the exact probability of the
/// way to a board nothing could be found again in a table, or it would not be the same value.
#[derive(Clone, Debug)]
struct Costs {
    /// `[two, four]` by the number of empty cells; all 0 if nothing is cut.
    by_empty: Vec<[u8; 2]>,
    budget: u8,
    short_fours: bool,
}

impl Costs {
    fn new(options: &SearchOptions) -> Costs {
        let cut = options.cut;
        let cost = |empty: usize, tile: Tile| match options.four_chance.of(tile) / empty as f64 {
            _ if cut == 0.0 => 0,
            probability => (-probability.log2()).round().clamp(0.0, 255.0) as u8,
        };
        let costs = |empty: usize| [Tile::TWO, Tile::FOUR].map(|tile| cost(empty.max(1), tile));
        let budget = if cut == 0.0 { 255 } else { (-cut.log2()).ceil().clamp(1.0, 254.0) as u8 };
        let by_empty = (0..=Shape::MAX_CELLS).map(costs).collect();
        Costs { by_empty, budget, short_fours: options.short_fours }
    }

    /// The work left after a 2 and after a 4 has appeared in one of so many cells.
    fn below(&self, work: Work, empty: usize) -> [Work; 2] {
        let [two, four] =
            self.by_empty[empty].map(|cost| Work { bits: work.bits.saturating_sub(cost), ..work });
        let is_short = self.short_fours && four.depth > 1;
        [two, Work { depth: four.depth - u32::from(is_short), ..four }]
    }
}
