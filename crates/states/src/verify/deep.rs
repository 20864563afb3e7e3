//! Whether layers follow from one another, looked up board by board with the rules: nothing here is shared with the engine.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::Path;

use rayon::prelude::*;
use redouble_core::{Progress, Random, Watch};

use super::lost_in_one::LostInOne;
use super::rows_before::RowsBefore;
use super::{VerifyError, WrongLeft, wrong_left};
use crate::draw::draw;
use crate::store::{Spawned, WholeLeft, spawned_from};
use crate::{Store, StoreError};

/// How much to check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeepOptions {
    /// On how many layers boards are drawn, spread evenly.
    pub layers: usize,
    /// How many boards are drawn on each of these.
    pub boards: u64,
    /// How many boards are followed back to a start, from all layers alike.
    pub chains: u64,
    /// The seed of the draws.
    pub seed: u64,
    /// The groups, by tile sum and exponent of the largest tile, whose boards that are lost in one move are counted.
    pub lost_in_one: Vec<(u64, u8)>,
}

impl Default for DeepOptions {
    fn default() -> DeepOptions {
        DeepOptions { layers: 10, boards: 1_000_000, chains: 1_000, seed: 1, lost_in_one: Vec::new() }
    }
}

/// The boards that were drawn on a layer, all of which are as they should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnBoards {
    /// The tile sum.
    pub sum: u64,
    /// Boards that are afterstates of slides to the left; each follows from a state.
    pub there: u64,
    /// Boards that are not, and follow from none.
    pub absent: u64,
}

/// What was found right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeeplyVerified {
    /// Layers whose boards with halves of one value are the same upside down: all.
    pub layers: u64,
    /// Where boards were drawn, by decreasing tile sum.
    pub drawn: Vec<DrawnBoards>,
    /// Boards that were followed back to a start.
    pub chains: u64,
    /// The slides of all chains together.
    pub slides: u64,
    /// The reachable boards that are lost in one move, of the groups asked for.
    pub lost_in_one: BTreeMap<(u64, u8), u64>,
}

/// Checks that the layers of a store of the engine `row` follow from one another: goes through them from the last to the first,
/// with three of them in memory.
///
/// *One step.* Of boards that slides to the left could leave, drawn from ten layers, each is there if and only if a
/// slide of some state leaves it; a state is a start, or an afterstate with one more tile.
///
/// *Chains.* Boards of all layers are followed back, each time to one of all states that lead there, until a start is reached.
///
/// *Upside down.* The boards whose halves have one value were all found for themselves: they must be the same upside down.
///
/// # Errors
/// The first thing that is wrong, with the name of the file; or if layers were not kept.
pub fn verify_deeply(
    directory: &Path,
    options: &DeepOptions,
    watch: &dyn Watch,
) -> Result<DeeplyVerified, VerifyError> {
    let store = Store::open(directory)?;
    let mut descent = Descent::new(&store, options);
    let bytes = |sum: u64| store.bytes_of(sum).unwrap_or(0);
    let (all, mut done) = (store.bytes(), 0);
    for (place, &sum) in descent.sums.clone().iter().enumerate().rev() {
        watch.check()?;
        descent.load(sum)?;
        descent.check_layer(place, sum)?;
        done += bytes(sum);
        watch.progress(Progress::of("checking", done, all, "bytes").in_step("layer", sum));
    }
    Ok(descent.verified)
}

/// See [`verify_deeply`].
struct Descent<'a> {
    store: &'a Store,
    options: &'a DeepOptions,
    lost: LostInOne,
    /// The layers that have boards, increasing.
    sums: Vec<u64>,
    window: Window<'a>,
    /// By tile sum, the boards that chains have come to.
    chains: BTreeMap<u64, Vec<u64>>,
    /// Chains that were begun.
    begun: u64,
    verified: DeeplyVerified,
}

impl<'a> Descent<'a> {
    fn new(store: &'a Store, options: &'a DeepOptions) -> Descent<'a> {
        let rows = RowsBefore::new(store.variant().max_exponent());
        Descent {
            store,
            options,
            lost: LostInOne::new(),
            sums: store.sums().filter(|&sum| sum <= store.variant().max_sum()).collect(),
            window: Window { rows, layers: BTreeMap::new() },
            chains: BTreeMap::new(),
            begun: 0,
            verified: DeeplyVerified::default(),
        }
    }

    /// Reads what a layer follows from, and lets go of what is above it.
    fn load(&mut self, sum: u64) -> Result<(), StoreError> {
        let layers = &mut self.window.layers;
        layers.retain(|&of, _| of <= sum);
        for needed in [0, 2, 4].map(|less| sum.saturating_sub(less)) {
            if !layers.contains_key(&needed) {
                layers.extend(self.store.whole_left(needed)?.map(|layer| (needed, layer)));
            }
        }
        Ok(())
    }

    fn check_layer(&mut self, place: usize, sum: u64) -> Result<(), StoreError> {
        if !self.window.layers[&sum].is_same_upside_down() {
            let what = "damaged: the boards with equal halves are not the same upside down";
            return Err(self.store.damaged(sum, what.to_owned()));
        }
        self.verified.layers += 1;
        if self.is_drawn_from(place) {
            let drawn = self.window.check_boards(sum, self.options);
            self.verified.drawn.push(drawn.map_err(|wrong| wrong_left(self.store, sum, wrong))?);
        }
        self.check_chains(place, sum)?;
        for &(_, max) in self.options.lost_in_one.iter().filter(|(of, _)| *of == sum) {
            let lost = self.lost.count(sum, max, &|board| self.window.comes_from(board, sum).is_some());
            self.verified.lost_in_one.insert((sum, max), lost);
        }
        Ok(())
    }

    /// Whether boards are drawn from this layer: the middles of as many parts of all layers.
    fn is_drawn_from(&self, place: usize) -> bool {
        let (layers, all) = (self.options.layers, self.sums.len());
        (0..layers).any(|part| (2 * part + 1) * all / (2 * layers) == place)
    }

    /// Follows all boards that are at this layer one step back, and those that begin here.
    fn check_chains(&mut self, place: usize, sum: u64) -> Result<(), StoreError> {
        let mut random = Random::for_game(self.options.seed, sum);
        // Layers without boards leave theirs to the next.
        let (all, passed) = (self.sums.len() as u64, (self.sums.len() - place) as u64);
        let begin = self.options.chains * passed / all - self.begun;
        let mut boards = self.chains.remove(&sum).unwrap_or_default();
        let before = boards.len();
        let layer = &self.window.layers[&sum];
        boards.extend((0..begin).filter_map(|_| layer.any_member(&mut random)));
        self.begun += (boards.len() - before) as u64;
        for spawned in self.window.step_back(boards, sum, &mut random) {
            self.verified.slides += 1;
            match spawned.map_err(|wrong| wrong_left(self.store, sum, wrong))? {
                Spawned::Start => self.verified.chains += 1,
                Spawned::On(sum, left) => self.chains.entry(sum).or_default().push(left),
            }
        }
        Ok(())
    }
}

/// The layer at hand and the two below it, where there are such.
struct Window<'a> {
    rows: RowsBefore,
    layers: BTreeMap<u64, WholeLeft<'a>>,
}

impl Window<'_> {
    /// Where a board, given as digits, comes from.
    fn comes_from(&self, board: u64, sum: u64) -> Option<Spawned> {
        let has_left = |sum: u64, left: u64| {
            Ok::<_, Infallible>(self.layers.get(&sum).is_some_and(|layer| layer.has(left)))
        };
        let Ok(found) = spawned_from(board, sum, has_left);
        found
    }

    /// Draws boards that could be in a layer, and compares.
    fn check_boards(&self, sum: u64, options: &DeepOptions) -> Result<DrawnBoards, WrongLeft> {
        /// Boards with one generator.
        const PIECE: u64 = 1 << 10;
        let layer = &self.layers[&sum];
        let check = |piece: u64| {
            let mut random = Random::for_game(options.seed ^ sum << 32, piece);
            let boards = 0..PIECE.min(options.boards - piece * PIECE);
            let mut drawn = DrawnBoards { sum, there: 0, absent: 0 };
            for board in boards.filter_map(|_| layer.any_board(&mut random)) {
                let is_there = layer.has(board);
                if is_there != self.rows.boards(board).any(|before| self.comes_from(before, sum).is_some()) {
                    return Err(WrongLeft { board, is_there });
                }
                *if is_there { &mut drawn.there } else { &mut drawn.absent } += 1;
            }
            Ok(drawn)
        };
        let pieces = (0..options.boards.div_ceil(PIECE)).into_par_iter();
        let none = || DrawnBoards { sum, there: 0, absent: 0 };
        pieces.map(check).try_reduce(none, |one, other| {
            Ok(DrawnBoards { sum, there: one.there + other.there, absent: one.absent + other.absent })
        })
    }

    /// Goes from boards of a layer to those that they come from, each time from one of all states that a slide to the left turns
    /// into the board.
    fn step_back(&self, boards: Vec<u64>, sum: u64, random: &mut Random) -> Vec<Result<Spawned, WrongLeft>> {
        let seeds: Vec<(u64, u64)> = boards.into_iter().map(|board| (board, random.next_u64())).collect();
        let step = |(board, seed): (u64, u64)| {
            let (mut random, mut found) = (Random::new(seed), None);
            let states = self.rows.boards(board).filter_map(|before| self.comes_from(before, sum));
            for (number, spawned) in (1..).zip(states) {
                if draw(&mut random, number) == Some(0) {
                    found = Some(spawned);
                }
            }
            found.ok_or(WrongLeft { board, is_there: true })
        };
        seeds.into_par_iter().map(step).collect()
    }
}

#[cfg(test)]
mod tests {
    use redouble_core::{Shape, Tile};

    use super::*;
    use crate::store::Writer;
    use crate::{Engine, Options, Variant, count_into, recount};

    /// Every layer is drawn from.
    fn options() -> DeepOptions {
        DeepOptions { layers: 100, boards: 4_000, chains: 300, ..DeepOptions::default() }
    }

    fn filled(goal: u64) -> (tempfile::TempDir, Variant) {
        let variant = Variant::new(Shape::CLASSIC, Tile::from_value(goal)).unwrap();
        let directory = tempfile::tempdir().unwrap();
        count_into(directory.path(), variant, &Options::default(), &()).unwrap();
        (directory, variant)
    }

    #[test]
    fn layers_follow_from_one_another() {
        let (directory, _) = filled(8);
        let found = verify_deeply(directory.path(), &options(), &()).unwrap();
        assert_eq!((found.chains, found.drawn.len() as u64), (300, found.layers));
        assert!(found.slides > 5 * found.chains, "{} slides", found.slides);
        for drawn in &found.drawn {
            // No slide leaves a board with the largest sums.
            assert!([0, 4_000].contains(&(drawn.there + drawn.absent)), "{drawn:?}");
        }
        assert!(found.drawn.iter().filter(|drawn| drawn.there > 0).count() > 20, "{found:?}");
        assert!(found.drawn.iter().any(|drawn| drawn.there > 1_000 && drawn.absent > 300), "{found:?}");
    }

    /// One bit more or less, in a store whose checksums are all right.
    #[test]
    fn one_wrong_bit_is_found() {
        for (frame, is_set) in [(0, true), (0, false), (1, true), (1, false)] {
            let (directory, variant) = filled(8);
            let mut writer =
                Writer::open(directory.path(), Engine::Row, variant, &Options::default()).unwrap();
            writer.change_bit(16, frame, is_set);
            drop(writer);
            let error = verify_deeply(directory.path(), &options(), &()).unwrap_err().to_string();
            assert!(error.contains("follows from") || error.contains("upside down"), "{error}");
            let error = recount(directory.path(), 16, &Options::default(), &()).unwrap_err().to_string();
            assert!(error.contains("layer-000016.rds"), "{error}");
        }
    }

    /// The published deficit of 41 groups of 4x4 to 32 together; see `lost_in_one`.
    /// `cargo test --release -p redouble-states --lib -- --ignored lost_in_one`
    #[test]
    #[ignore = "1.57 billion states: a minute"]
    fn reachable_boards_that_are_lost_in_one_move_are_as_many_as_a_table_left_out() {
        let (directory, variant) = filled(32);
        let lost_in_one = (4..=variant.max_sum()).step_by(2).map(|sum| (sum, 4)).collect();
        let options = DeepOptions { boards: 1_000, lost_in_one, ..options() };
        let lost = verify_deeply(directory.path(), &options, &()).unwrap().lost_in_one;
        assert_eq!(lost.values().filter(|&&lost| lost > 0).count(), 41);
        assert_eq!(lost.values().sum::<u64>(), 9_302);
    }
}
