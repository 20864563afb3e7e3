//! Perfect moves in a small file.
//!
//! ```text
//! magic "RDPOLICY"  version u32  rows u8  columns u8  goal exponent u8 (0: none)  objective: kind u8, exponent u8
//! states u64  code words  CRC-32 of all before u32
//! ```
//! The states themselves are not in the file: whoever reads it finds them again, in the same order. For each state with
//! more than one legal move an adaptive binary code says which move is best, in the context of what can be seen at once:
//! which moves are legal, which of them merge, where the largest tile is, how many cells are empty, what was best in the
//! two states before. Where several moves are equally good, the one that is cheapest to write is taken.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use redouble_core::{Board, Direction, Grid, Progress, Symmetry, Tile, Watch, with_packed};
use redouble_files::{Broken, seal, unseal};
use redouble_kernels::Cpu;

use super::induction::ranges;
use super::objective::Objective;
use super::problem::{Problem, SolveError};
use super::query::QueryError;
use super::sets::Sets;
use super::solution::Solution;
use super::successors::{Batch, Moves, Slides};
use crate::codec::{Coder, Decoder, Encoder, HALF, Probability};
use crate::index::{Index, Sparse};
use crate::rank::{Ranking, max_exponent};
use crate::store::packed;
use crate::{Engine, StoreError, Variant};

const MAGIC: &[u8; 8] = b"RDPOLICY";
const VERSION: u32 = 1;
/// Of the contexts, a power of two.
const CONTEXTS: usize = 1 << 22;

/// The best move of every state of a game.
pub struct Policy {
    problem: Problem,
    ranking: Arc<dyn Ranking>,
    /// By tile sum: the states, and two bits for each.
    layers: HashMap<u64, (Sparse, Vec<u8>)>,
    states: u64,
    bytes: u64,
}

/// A state as the code sees it.
struct Seen {
    legal: u8,
    /// What every direction gives away, if known; not below 0.
    losses: Option<[f64; 4]>,
    context: u64,
}

impl Seen {
    fn new(bits: u64, slides: &Slides) -> Seen {
        let mask = |holds: &dyn Fn(usize) -> bool| (0..4).fold(0, |set, at| set | u8::from(holds(at)) << at);
        let legal = mask(&|at| slides.to[at] != Slides::ILLEGAL);
        let merges = mask(&|at| slides.to[at] != Slides::ILLEGAL && slides.quarter_gains[at] > 0);
        let max = max_exponent(bits, 16);
        let place = (0..16).find(|cell| bits >> (4 * cell) & 15 == u64::from(max)).unwrap_or(0);
        let empty = (0..16).filter(|cell| bits >> (4 * cell) & 15 == 0).count() as u64;
        let context = u64::from(legal) | u64::from(merges) << 4 | place << 8 | empty << 12;
        // What lies beside the largest tile in the order of the digits says where the next large ones are.
        let beside =
            bits >> (4 * place) & 0xfff0 | if place > 0 { bits >> (4 * (place - 1)) & 15 } else { 0 };
        Seen { legal, losses: None, context: context | beside << 17 }
    }
}

/// What has been learnt about the moves.
struct Model {
    probabilities: Vec<[Probability; 3]>,
    last: [u8; 2],
}

impl Model {
    /// The directions in the order in which they are offered.
    const ORDER: [usize; 4] = [2, 1, 3, 0];

    fn new() -> Model {
        Model { probabilities: vec![[HALF; 3]; CONTEXTS], last: [0; 2] }
    }

    fn slot(&self, seen: &Seen) -> usize {
        let context = seen.context | u64::from(self.last[0]) << 40 | u64::from(self.last[1]) << 42;
        (context.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 42) as usize
    }

    /// The offered directions: the legal ones.
    fn offered(seen: &Seen) -> impl Iterator<Item = usize> + use<> {
        let legal = seen.legal;
        Self::ORDER.into_iter().filter(move |&at| legal >> at & 1 == 1)
    }

    /// Of the best moves the one that the model expects most.
    fn cheapest(&self, seen: &Seen, losses: [f64; 4]) -> u8 {
        let (slot, count) = (self.slot(seen), seen.legal.count_ones() as usize);
        let (mut best, mut passed) = ((f64::NEG_INFINITY, 0), 0.0f64);
        for (number, at) in Self::offered(seen).enumerate() {
            let last = number + 1 == count;
            let yes = if last { 1.0 } else { 1.0 - f64::from(self.probabilities[slot][number]) / 4096.0 };
            let likely = passed + yes.ln();
            if losses[at] <= 0.0 && likely > best.0 {
                best = (likely, at as u8);
            }
            passed += (1.0 - yes).max(1e-9).ln();
        }
        best.1
    }

    /// Codes the move of a state; a decoder does not know `chosen`.
    fn code(&mut self, coder: &mut impl Coder, seen: &Seen, chosen: u8) -> u8 {
        let (slot, count) = (self.slot(seen), seen.legal.count_ones() as usize);
        let mut found = 0;
        for (number, at) in Self::offered(seen).enumerate() {
            found = at as u8;
            let last = number + 1 == count;
            if last || coder.code(&mut self.probabilities[slot][number], at as u8 == chosen) {
                break;
            }
        }
        self.last = [found, self.last[0]];
        found
    }
}

/// Goes through all states of a game, layer by layer, and hands over what can be seen of each.
fn each_state<const R: usize, const C: usize>(
    problem: &Problem,
    sets: &Sets,
    losses: &dyn Fn(u64) -> Result<Option<LayerWorths>, SolveError>,
    mut visit: impl FnMut(Seen) -> u8,
    watch: &dyn Watch,
) -> Result<HashMap<u64, (Sparse, Vec<u8>)>, SolveError> {
    let (ranking, moves) = (problem.ranking()?, Moves::<R, C>::new(problem.variant()));
    let (mut layers, mut done) = (HashMap::new(), 0);
    for sum in (4..=sets.top()).step_by(2) {
        watch.check()?;
        let ranks = ranking.layer(sum);
        let words = sets.words(sum)?;
        let states = Index::new(words.iter().copied());
        let worths = losses(sum)?;
        let mut chosen = vec![0u8; states.len().div_ceil(4)];
        let (mut batch, mut rank) = (Batch::<R, C>::new(sets.cpu), 0);
        for range in ranges(states.words()) {
            batch.load(&*ranks, &states, range);
            let mut slides = vec![Slides::NONE; batch.boards.len()];
            batch.slides(&*ranks, &moves, &mut slides);
            for (board, slides) in batch.boards.iter().zip(&slides) {
                let mut seen = Seen::new(board.bits(), slides);
                seen.losses = worths.as_ref().map(|worths| worths.losses(slides));
                chosen[rank / 4] |= visit(seen) << (2 * (rank % 4));
                rank += 1;
            }
        }
        done += states.len() as u64;
        watch.progress(Progress::of("coding", done, sets.states(), "states").in_step("layer", sum));
        layers.insert(sum, (Sparse::new(words.into_iter()), chosen));
    }
    Ok(layers)
}

/// The worths of the afterstates of a layer, for one objective.
struct LayerWorths {
    set: Index,
    worths: Vec<f64>,
    objective: Objective,
    won: f64,
    /// Differences below this part are rounding.
    rounding: f64,
}

impl LayerWorths {
    /// What each direction gives away; for those that are not legal, something.
    fn losses(&self, slides: &Slides) -> [f64; 4] {
        let worth = |at: usize| {
            let worth = match slides.to[at] {
                Slides::ILLEGAL => return f64::NEG_INFINITY,
                Slides::WON => self.won,
                to => self.worths[self.set.rank(to).expect("an afterstate of its layer")],
            };
            let gain = 4.0 * f64::from(slides.quarter_gains[at]);
            self.objective.gain_weight() * gain + (self.objective.move_weight() + worth)
        };
        let worths: [f64; 4] = std::array::from_fn(worth);
        let best = worths.into_iter().fold(f64::NEG_INFINITY, f64::max);
        worths.map(|worth| best - worth - self.rounding * best.abs())
    }
}

impl Policy {
    /// The best moves of a solution, for the objective with this number, as the bytes of a file.
    ///
    /// # Errors
    /// If the board has more than 12 cells, or a layer cannot be read.
    pub fn encode(
        solution: &Solution,
        objective: usize,
        cpu: Cpu,
        watch: &dyn Watch,
    ) -> Result<(Policy, Vec<u8>), QueryError> {
        let problem = solution.problem();
        let chosen = problem.objectives()[objective];
        let problem = small(problem.variant(), chosen)?;
        let sets = Sets::reached(&problem, cpu, watch)?;
        let worths = |sum: u64| Ok(Some(layer_worths(solution, objective, sum)?));
        let (mut model, mut encoder) = (Model::new(), Encoder::new());
        let layers = with_packed!(usual problem.variant().shape(), R, C => {
            let visit = |seen: Seen| {
                let choice = model.cheapest(&seen, seen.losses.expect("known when encoding"));
                model.code(&mut encoder, &seen, choice)
            };
            each_state::<R, C>(&problem, &sets, &worths, visit, watch)
        });
        let layers = layers.expect("at most 12 cells")?;
        let bytes = file(&problem, sets.states(), &encoder.finish());
        let ranking = problem.ranking()?;
        let (states, length) = (sets.states(), bytes.len() as u64);
        Ok((Policy { problem, ranking, layers, states, bytes: length }, bytes))
    }

    /// Writes the bytes of a policy whole or not at all.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
        Ok(redouble_files::write(path, bytes)?)
    }

    /// Reads a policy, and finds the states that it is about.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged or of a newer version.
    pub fn open(path: &Path, cpu: Cpu, watch: &dyn Watch) -> Result<Policy, SolveError> {
        let bytes = std::fs::read(path).map_err(StoreError::io(path))?;
        let (problem, states, code) = parse(path, &bytes)?;
        let sets = Sets::reached(&problem, cpu, watch)?;
        if sets.states() != states {
            return Err(
                StoreError::damaged(path, "damaged: another number of states than the game has").into()
            );
        }
        let (mut model, mut decoder) = (Model::new(), Decoder::new(code));
        let unknown = |_| Ok(None);
        let layers = with_packed!(usual problem.variant().shape(), R, C => {
            let visit = |seen: Seen| model.code(&mut decoder, &seen, 0);
            each_state::<R, C>(&problem, &sets, &unknown, visit, watch)
        });
        let ranking = problem.ranking()?;
        let layers = layers.expect("at most 12 cells")?;
        Ok(Policy { problem, ranking, layers, states, bytes: bytes.len() as u64 })
    }

    /// The game and the objective.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The number of states.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.states
    }

    /// The length of the file in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The best move on a board; `None` if it is no state of the game.
    #[must_use]
    pub fn best(&self, board: Board) -> Option<Direction> {
        if board.shape() != self.problem.variant().shape() {
            return None;
        }
        let (states, chosen) = self.layers.get(&board.sum())?;
        let position = self.ranking.layer(board.sum()).position(packed(board)?)?;
        let rank = states.rank(u32::try_from(position).ok()?)?;
        let direction = Direction::ALL[usize::from(chosen[rank / 4] >> (2 * (rank % 4)) & 3)];
        let canonical = board.canonical();
        let symmetries = Symmetry::of(board.shape()).iter();
        let turned = symmetries.copied().find(|&symmetry| board.transformed(symmetry) == canonical)?;
        Some(turned.inverse().direction(direction))
    }
}

fn small(variant: Variant, objective: Objective) -> Result<Problem, SolveError> {
    let problem = Problem::new(variant, &[objective])?;
    if problem.engine() == Engine::Bitmap { Ok(problem) } else { Err(SolveError::TooLarge(variant)) }
}

fn layer_worths(solution: &Solution, column: usize, sum: u64) -> Result<LayerWorths, SolveError> {
    let problem = solution.problem();
    let objective = problem.objectives()[column];
    let layer = solution.layer(sum).map_err(SolveError::from)?;
    let layer = layer.as_ref().map(|layer| &layer.layer);
    let width = problem.objectives().len();
    let count = solution.ranking.words(sum);
    Ok(LayerWorths {
        set: Index::new(layer.map_or_else(|| vec![0; count], |layer| layer.set.words(count)).into_iter()),
        worths: layer
            .into_iter()
            .flat_map(|layer| layer.rows.iter().skip(column).step_by(width))
            .copied()
            .collect(),
        objective,
        won: objective.ending(problem.variant().goal().map_or(0, Tile::exponent)),
        rounding: problem.relative_error(),
    })
}

fn file(problem: &Problem, states: u64, code: &[u8]) -> Vec<u8> {
    let (shape, goal) = (problem.variant().shape(), problem.variant().goal().map_or(0, Tile::exponent));
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend([shape.rows() as u8, shape.columns() as u8, goal]);
    bytes.extend(problem.objectives()[0].code());
    bytes.extend(states.to_le_bytes());
    bytes.extend(code);
    seal(bytes)
}

/// The problem, the number of states and the code words.
fn parse<'a>(path: &Path, bytes: &'a [u8]) -> Result<(Problem, u64, &'a [u8]), StoreError> {
    let damaged = || StoreError::damaged(path, "damaged: not a policy as it was written");
    let (_, rest) = unseal(bytes, MAGIC, VERSION).map_err(|broken| match broken {
        Broken::OtherKind => StoreError::damaged(path, "not a policy"),
        Broken::Newer(version) => StoreError::Newer { path: path.to_owned(), version },
        Broken::Altered => damaged(),
    })?;
    let (&[rows, columns, goal, kind, exponent], rest) = rest.split_first_chunk().ok_or_else(damaged)?;
    let (states, code) = rest.split_first_chunk().ok_or_else(damaged)?;
    let shape = redouble_core::Shape::new(usize::from(rows), usize::from(columns)).ok_or_else(damaged)?;
    let variant = Variant::new(shape, Tile::new(goal)).map_err(|_| damaged())?;
    let objective = Objective::from_code([kind, exponent]).ok_or_else(damaged)?;
    let problem = small(variant, objective).map_err(|_| damaged())?;
    Ok((problem, u64::from_le_bytes(*states), code))
}
