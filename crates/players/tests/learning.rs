//! Learning, networks and their files.

use redouble_core::{
    Afterstate, Board, Direction, FourChance, Grid, Position, Random, Shape, Stopped, Symmetry, board,
};
use redouble_kernels::{Cpu, IndexPlan};
use redouble_players::{Learner, Network, NetworkError, Recipe, Rule, Starts, Tally, Tuples};

fn recipe(net: &str, shape: &str) -> Recipe {
    Recipe::new(Tuples::parse(net, shape.parse().unwrap()).unwrap())
}

/// A round on one thread, which learns the same every time.
fn round(learner: &mut Learner, most: u64) -> Tally {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| learner.round(most, &())).unwrap()
}

fn train_to(learner: &mut Learner, games: u64) {
    while learner.games() < games {
        let most = games - learner.games();
        round(learner, most);
    }
}

fn trained(recipe: Recipe, games: u64) -> Learner {
    let mut learner = Learner::new(recipe, Cpu::detect()).unwrap();
    train_to(&mut learner, games);
    learner
}

fn bytes(learner: &Learner) -> Vec<u8> {
    learner.network(1).unwrap().to_bytes()
}

#[test]
fn one_thread_learns_the_same_every_time() {
    for starts in [Starts::Fresh, Starts::Middle, Starts::Carousel] {
        let recipe = || Recipe { starts, seed: 7, ..recipe("0123,0145", "4x4") };
        assert_eq!(bytes(&trained(recipe(), 300)), bytes(&trained(recipe(), 300)), "{starts:?}");
        let other = Recipe { seed: 8, ..recipe() };
        assert_ne!(bytes(&trained(other, 300)), bytes(&trained(recipe(), 300)));
    }
}

#[test]
fn instructions_change_nothing_that_is_learned() {
    for net in ["0123,0145", "012345,0145,56"] {
        let learned = Cpu::available().map(|cpu| {
            let mut learner = Learner::new(recipe(net, "4x4"), cpu).unwrap();
            train_to(&mut learner, 300);
            bytes(&learner)
        });
        let learned: Vec<Vec<u8>> = learned.collect();
        assert!(learned.iter().all(|bytes| *bytes == learned[0]), "{net}");
    }
}

#[test]
fn several_threads_learn_all_games() {
    let mut learner = trained(recipe("0123,0145", "4x4"), 1_000);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let tally = pool.install(|| learner.round(100, &())).unwrap();
    assert_eq!((tally.games, tally.fresh, learner.games()), (100, 100, 1_100));
}

#[test]
fn a_stopped_round_is_not_counted() {
    let mut learner = trained(recipe("0123", "4x4"), 100);
    let stop = std::sync::atomic::AtomicBool::new(true);
    assert_eq!(learner.round(100, &stop), Err(Stopped));
    assert_eq!(learner.games(), 100);
}

#[test]
fn guided_games_are_the_same_every_time_and_learn_something_else() {
    let recipe = |guide: Option<u8>| Recipe { guide, seed: 7, ..recipe("0123,0145", "4x4") };
    let guided = bytes(&trained(recipe(Some(6)), 300));
    assert_eq!(guided, bytes(&trained(recipe(Some(6)), 300)));
    assert_ne!(guided, bytes(&trained(recipe(None), 300)));
}

fn staged(net: &str, stages: &str) -> Recipe {
    let recipe = recipe(net, "4x4");
    let tuples = recipe.tuples.with_stages(stages.parse().unwrap()).unwrap();
    Recipe { tuples, starts: Starts::Carousel, ..recipe }
}

#[test]
fn staged_learning_is_the_same_every_time_and_goes_on_where_it_was() {
    let directory = std::env::temp_dir().join(format!("redouble-staged-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let path = directory.join("staged.training");
    let recipe = || staged("0123,0145", "64,128+64,256");
    trained(recipe(), 200).save(&path).unwrap();
    let mut learner = Learner::load(&path, Cpu::detect()).unwrap();
    assert_eq!(learner.recipe(), &recipe());
    train_to(&mut learner, 500);
    let unbroken = trained(recipe(), 500);
    assert_eq!(bytes(&learner), bytes(&unbroken));
    damaged_checkpoints_are_refused(&path);
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn later_stages_begin_like_the_first_and_then_learn_themselves() {
    let earlier = trained(recipe("0123,0145", "4x4"), 300);
    let mut learner = Learner::with_weights_learned_by(staged("0123,0145", "64,128+64"), &earlier).unwrap();
    let network = |learner: &Learner| learner.network(1).unwrap();
    for board in [
        board! { 2 4 8 . / 16 2 . . / 4 . . 2 / . 32 . . },
        board! { 64 4 8 . / 16 2 . . / 4 . . 2 / . 2 . . },
        board! { 128 64 8 . / 16 2 . . / 4 . . 2 / . 32 . . },
    ] {
        assert_eq!(network(&learner).value(board), network(&earlier).value(board));
    }
    while learner.games() < 300 {
        round(&mut learner, 100);
    }
    let size = earlier.recipe().tuples.weights() as u32;
    for stage in 1..3 {
        let differs = |&index: &u32| learner.weight(index) != learner.weight(index - size);
        assert!((size * stage..size * (stage + 1)).filter(differs).count() > 100, "stage {stage}");
    }
}

#[test]
fn what_was_never_seen_is_taken_from_smaller_tiles() {
    let with = |inherit: bool| Recipe { inherit, ..recipe("0123,0145", "4x4") };
    let earlier = trained(with(false), 2_000);
    let [plain, heir] = [false, true].map(|inherit| {
        let learner = Learner::with_weights_learned_by(with(inherit), &earlier).unwrap();
        (0..learner.recipe().tuples.weights() as u32).map(|index| learner.weight(index)).collect::<Vec<f32>>()
    });
    let differing: Vec<usize> = (0..plain.len()).filter(|&index| plain[index] != heir[index]).collect();
    assert!(differing.len() > 100);
    assert!(differing.iter().all(|&index| plain[index] == 0.0), "what is known stays");
    // 2048 in a line with 4, 2 and nothing, never reached, weighs what 1024 does there.
    let index = |exponents: [u32; 4]| {
        let bit = |bit: u32, cell: usize| (exponents[cell] >> bit & 1) << (4 * bit + 3 - cell as u32);
        (0..4).flat_map(|plane| (0..4).map(move |cell| bit(plane, cell))).sum::<u32>() as usize
    };
    let (larger, smaller) = (index([12, 2, 1, 0]), index([11, 2, 1, 0]));
    assert_eq!(heir[larger], heir[smaller]);
}

#[test]
fn staged_networks_are_read_as_they_were_written() {
    for optimism in [0.0, 5_000.0] {
        let recipe = Recipe { optimism, ..staged("012,456", "64,256") };
        let network = trained(recipe, 300).network(4).unwrap();
        let bytes = network.to_bytes();
        let read = Network::from_bytes(&bytes, Cpu::detect()).unwrap();
        assert_eq!((read.tuples(), read.about()), (network.tuples(), network.about()));
        assert_eq!(read.to_bytes(), bytes);
        for board in [
            board! { 256 4 8 . / 16 2 . . / 4 . . 2 / . 32 . . },
            board! { 64 4 8 . / 16 2 . . / 4 . . 2 / . 32 . . },
            board! { 2 4 8 . / 16 2 . . / 4 . . 2 / . 32 . . },
        ] {
            assert_eq!(read.value(board), network.value(board));
        }
    }
}

#[test]
fn weights_about_which_little_was_learned_can_be_left_out() {
    let learner = trained(staged("0123,0145", "64,256"), 500);
    let sizes = [0.0, 1.0, 100.0, f32::INFINITY].map(|least| {
        let network = learner.network_of_settled(1, least).unwrap();
        let bytes = network.to_bytes();
        assert_eq!(Network::from_bytes(&bytes, Cpu::detect()).unwrap().to_bytes(), bytes);
        (network.count_known(), bytes.len())
    });
    assert!(sizes.is_sorted_by(|more, less| more > less), "{sizes:?}");
    assert_eq!(sizes[3].0, 0);
    assert_eq!(learner.network_of_settled(1, 0.0).unwrap().to_bytes(), bytes(&learner));
}

#[test]
fn training_begins_with_the_weights_of_another() {
    let recipe = |net: &str, shape: &str| Recipe { inherit: false, ..recipe(net, shape) };
    let earlier = trained(recipe("0123,0145", "4x4"), 300);
    let network = earlier.network(1).unwrap();
    for learner in [
        Learner::with_weights_of(recipe("0123,0145", "4x4"), &network).unwrap(),
        Learner::with_weights_learned_by(recipe("0123,0145", "4x4"), &earlier).unwrap(),
    ] {
        assert_eq!((learner.games(), learner.moves()), (0, 0));
        let all = 0..learner.recipe().tuples.weights() as u32;
        assert!(all.clone().all(|index| { (learner.weight(index) - earlier.weight(index)).abs() <= 0.5 }));
    }
    for other in [recipe("0123,0146", "4x4"), recipe("0123,0145", "3x4")] {
        let error = Learner::with_weights_of(other, &network).err().unwrap().to_string();
        assert!(error.contains("0123,0145 on 4x4"), "{error}");
    }
    let staged_network = trained(staged("0123,0145", "64"), 100).network(1).unwrap();
    assert!(Learner::with_weights_of(staged("0123,0145", "64,128"), &staged_network).is_ok());
    let error = Learner::with_weights_of(staged("0123,0145", "128"), &staged_network).err().unwrap();
    assert!(error.to_string().contains("with stages 64, not of"), "{error}");
}

#[test]
fn levels_that_came_with_weights_count_although_none_follows() {
    let earlier = trained(recipe("0123,0145", "4x4"), 300);
    let fixed = Recipe { levels: 0.0, inherit: false, ..recipe("0123,0145", "4x4") };
    let mut learner = Learner::with_weights_learned_by(fixed, &earlier).unwrap();
    round(&mut learner, 100);
    let level = |learner: &Learner, board: Board| learner.network(1).unwrap().level(board);
    for board in [
        board! { 2 4 8 . / 16 2 . . / 4 . . 2 / . 32 . . },
        board! { 64 8 . . / . . . . / . . . . / . . . . },
    ] {
        assert_eq!(level(&learner, board), level(&earlier, board));
        assert_ne!(level(&learner, board), 0.0);
    }
}

/// The whole of learning once more, plainly: exact boards, every symmetry and cell by itself, no tricks.
mod twin {
    use super::*;
    use std::collections::{BTreeSet, HashMap};

    pub(super) struct Twin {
        pub(super) weights: HashMap<u32, [f32; 3]>,
        tuples: Tuples,
        plan: IndexPlan,
        lambda: f32,
        /// By sum of tiles, in steps of 32; with the rate at which they follow.
        levels: HashMap<u64, f32>,
        level_rate: f32,
    }

    impl Twin {
        pub(super) fn new(recipe: &Recipe) -> Twin {
            let (tuples, lambda, level_rate) = (recipe.tuples.clone(), recipe.lambda, recipe.levels);
            let plan = tuples.plan(Cpu::PORTABLE);
            Twin { weights: HashMap::new(), tuples, plan, lambda, levels: HashMap::new(), level_rate }
        }

        fn indexes(&self, board: Board) -> Vec<[u32; 8]> {
            self.plan.indexes(0, board)
        }

        /// The value of a board to those who choose: its weights are rounded to multiples of 2.
        fn rounded_value(&self, board: Board) -> f32 {
            let weight = |index: &u32| self.weights.get(index).map_or(0.0, |entry| entry[0]);
            let steps = |index: &u32| (weight(index) / 2.0).round_ties_even() as i32;
            (2 * self.indexes(board).as_flattened().iter().map(steps).sum::<i32>()) as f32
        }

        /// A sum over all weights of a board, in the order of the learner: eight sums that are added in the end.
        fn sum(&self, board: Board, number: impl Fn([f32; 3]) -> f32) -> f32 {
            let mut lanes = [0.0; 8];
            for (lane, index) in self.indexes(board).into_flattened().into_iter().enumerate() {
                lanes[lane % 8] += number(self.weights.get(&index).copied().unwrap_or_default());
            }
            let [a, b, c, d, e, f, g, h] = lanes;
            ((a + e) + (c + g)) + ((b + f) + (d + h))
        }

        /// By which part of a step a weight moves.
        fn part([_, sum, size]: [f32; 3]) -> f32 {
            if size == 0.0 { 1.0 } else { sum.abs() / size }
        }

        /// Learns from the error of one board; its new value without, and its level before and after.
        fn update(&mut self, board: Board, target: f32, later_level: f32) -> (f32, f32, f32) {
            let level = self.levels.get(&(board.sum() / 32)).copied().unwrap_or(later_level);
            let (value, parts) = (self.sum(board, |[weight, ..]| weight), self.sum(board, Twin::part));
            let error = target - (level + value);
            let step = error * (1.0 / self.tuples.active() as f32);
            let new_level = level + self.level_rate * error;
            if self.level_rate != 0.0 {
                self.levels.insert(board.sum() / 32, new_level);
            }
            // Each weight once, however often it is there.
            let indexes: BTreeSet<u32> = self.indexes(board).into_flattened().into_iter().collect();
            for index in indexes {
                let entry = self.weights.entry(index).or_default();
                let [weight, sum, size] = *entry;
                *entry = [weight + Twin::part(*entry) * step, sum + step, size + step.abs()];
            }
            (value + parts * step, level, new_level)
        }

        /// The moves in the order of the learner, mirrored as it does: left and right on the board and on its transpose.
        fn moves(board: Board) -> Vec<(Board, f32)> {
            let turned = board.transformed(Symmetry::Transpose);
            let slides =
                [board, turned].map(|board| [Direction::Left, Direction::Right].map(|way| board.slid(way)));
            slides.into_iter().flatten().flatten().map(|(after, gained)| (after, gained as f32)).collect()
        }

        /// Plays these games, two at a time, a move of each in turn; of each one learns as soon as it is over.
        pub(super) fn games(&mut self, seed: u64, mut games: std::ops::Range<u64>) {
            let mut going: Vec<Game> =
                games.by_ref().take(2).map(|number| Game::begin(seed, number)).collect();
            while !going.is_empty() {
                going.retain_mut(|game| {
                    while Twin::moves(game.board).is_empty() {
                        self.learn(&game.path);
                        let Some(number) = games.next() else { return false };
                        *game = Game::begin(seed, number);
                    }
                    true
                });
                for game in &mut going {
                    game.make(self.best(game.board));
                }
            }
        }

        fn best(&self, board: Board) -> (Board, f32) {
            let values =
                Twin::moves(board).into_iter().map(|made| (made, made.1 + self.rounded_value(made.0)));
            values.reduce(|best, next| if next.1 > best.1 { next } else { best }).unwrap().0
        }

        fn learn(&mut self, path: &[(Board, f32)]) {
            let (mut target, mut later_level) = (0.0, 0.0);
            for &(after, gained) in path.iter().rev() {
                let (value, level, new_level) = self.update(after, target, later_level);
                target = gained + (1.0 - self.lambda) * (level + value) + self.lambda * target;
                later_level = new_level;
            }
        }
    }

    struct Game {
        random: Random,
        board: Board,
        path: Vec<(Board, f32)>,
    }

    impl Game {
        fn begin(seed: u64, number: u64) -> Game {
            let mut random = Random::for_game(seed, number);
            let start = Position::start_on(Board::empty(Shape::CLASSIC), FourChance::default(), &mut random);
            Game { random, board: start.board(), path: Vec::new() }
        }

        fn make(&mut self, made: (Board, f32)) {
            self.path.push(made);
            let after = Afterstate::new(made.0).unwrap();
            self.board = after.spawn_random(FourChance::default(), &mut self.random).board();
        }
    }
}

#[test]
fn learning_is_what_its_plain_twin_does() {
    for levels in [0.0, 0.01] {
        let recipe = Recipe { lambda: 0.5, levels, inherit: false, seed: 3, ..recipe("012,045,56", "4x4") };
        let mut twin = twin::Twin::new(&recipe);
        twin.games(3, 0..100);
        let learner = trained(recipe, 100);
        for index in 0..learner.recipe().tuples.weights() as u32 {
            let expected = twin.weights.get(&index).map_or(0.0, |entry| entry[0]);
            assert_eq!(learner.weight(index), expected, "weight {index}");
        }
    }
}

#[test]
fn learning_makes_stronger_on_every_board() {
    for (net, shape) in [
        ("0123,0145", "4x4"),
        ("0134,012", "3x3"),
        ("0145,0123", "2x4"),
        ("012456,012345", "2x4"),
        ("0156,0123", "5x5"),
    ] {
        let games = if shape == "5x5" { 100 } else { 2_000 };
        let mut learner = Learner::new(recipe(net, shape), Cpu::detect()).unwrap();
        let first = round(&mut learner, 100).mean();
        let mut last = first;
        while learner.games() < games {
            last = round(&mut learner, 100).mean();
        }
        assert!(shape == "5x5" || last > 1.1 * first, "{shape}: {first} {last}");
    }
}

#[test]
fn a_resumed_training_ends_like_an_unbroken_one() {
    let directory = std::env::temp_dir().join(format!("redouble-learning-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let path = directory.join("tiny.training");
    let recipe = || Recipe { starts: Starts::Middle, optimism: 100.0, ..recipe("0123,0145", "4x4") };
    trained(recipe(), 200).save(&path).unwrap();
    let mut learner = Learner::load(&path, Cpu::detect()).unwrap();
    assert_eq!((learner.games(), learner.recipe()), (200, &recipe()));
    train_to(&mut learner, 500);
    assert_eq!(bytes(&learner), bytes(&trained(recipe(), 500)));
    damaged_checkpoints_are_refused(&path);
    std::fs::remove_dir_all(&directory).unwrap();
}

fn damaged_checkpoints_are_refused(path: &std::path::Path) {
    let whole = std::fs::read(path).unwrap();
    for length in (0..whole.len()).step_by(whole.len() / 50) {
        std::fs::write(path, &whole[..length]).unwrap();
        assert!(Learner::load(path, Cpu::detect()).is_err(), "cut off at {length}");
    }
    for place in (0..whole.len()).step_by(whole.len() / 50) {
        let mut altered = whole.clone();
        altered[place] ^= 4;
        std::fs::write(path, &altered).unwrap();
        assert!(Learner::load(path, Cpu::detect()).is_err(), "altered at {place}");
    }
}

#[test]
fn values_are_the_same_for_all_images() {
    let network = trained(recipe("0123,0145,0126", "4x4"), 300).network(1).unwrap();
    let board = board! { 2 4 8 . / 16 2 . . / 4 . . 2 / . 32 . . };
    let values = Symmetry::ALL.map(|symmetry| network.value(board.transformed(symmetry)));
    assert!(values[0] != 0.0 && values.iter().all(|value| *value == values[0]), "{values:?}");
}

#[test]
fn networks_are_read_as_they_were_written() {
    for optimism in [0.0, 5_000.0] {
        let network = trained(Recipe { optimism, ..recipe("012,456", "4x4") }, 200).network(16).unwrap();
        let bytes = network.to_bytes();
        let read = Network::from_bytes(&bytes, Cpu::detect()).unwrap();
        assert_eq!((read.tuples(), read.step(), read.about()), (network.tuples(), 16, network.about()));
        assert_eq!(read.to_bytes(), bytes);
        assert!(read.count_known() > 100);
    }
}

#[test]
fn damaged_networks_are_refused() {
    let bytes = trained(recipe("01,45", "4x4"), 100).network(16).unwrap().to_bytes();
    for length in 0..bytes.len() {
        assert!(Network::from_bytes(&bytes[..length], Cpu::detect()).is_err(), "cut off at {length}");
    }
    for place in 0..bytes.len() {
        let mut altered = bytes.clone();
        altered[place] ^= 0x10;
        assert!(Network::from_bytes(&altered, Cpu::detect()).is_err(), "altered at {place}");
    }
    let mut other = bytes;
    other[8] = 9;
    assert!(matches!(Network::from_bytes(&other, Cpu::detect()), Err(NetworkError::Version(9))));
}

#[test]
fn too_large_a_rate_is_noticed() {
    let rule = Rule::Plain { alpha: 10.0 };
    let recipe = Recipe { rule, lambda: 0.0, ..recipe("0123,0145", "4x4") };
    let mut learner = Learner::new(recipe, Cpu::detect()).unwrap();
    assert!((0..50).any(|_| round(&mut learner, 100).diverged));
}

#[test]
fn bad_tuples_are_refused_by_name() {
    for (net, wanted) in [
        ("0123,01g", "`g` is no cell"),
        ("0120", "the cell `0` is twice"),
        ("012345678", "1 to 7 cells"),
        ("0123,,4567", "1 to 7 cells"),
        ("9x9", "`x` is no cell"),
    ] {
        let error = Tuples::parse(net, Shape::CLASSIC).unwrap_err().to_string();
        assert!(error.contains(wanted), "{net}: {error}");
    }
    assert!(Tuples::parse("0129", "3x3".parse().unwrap()).is_err());
}
