//! Whether verdicts and accuracies say how well somebody plays: players of known strength, graded by a deeper search.

use redouble_core::{Direction, Position, Random, Rules, Watch};
use redouble_players::{Budget, Catalog, Forfeit, Player, Values};

use crate::accuracy::Accuracy;
use crate::arena::ExperimentError;
use crate::each_game::each_game;
use crate::statistics::{Interval, Z95, quantile};
use crate::track::Track;
use crate::{Entrant, Mark};

/// Games to be graded.
#[derive(Clone, Debug)]
pub struct Grading {
    /// The games of each player.
    pub games: u64,
    /// The most moves of a game that are played.
    pub moves: u64,
    /// About how many moves of each game are judged: evenly spread, from a random one on.
    pub judged: usize,
    /// The seed.
    pub seed: u64,
}

/// A judged move.
#[derive(Clone, Copy, Debug)]
pub struct Judgement {
    /// What was played.
    pub played: Direction,
    /// What the judge thinks of every move.
    pub values: Values,
    /// What was at stake.
    pub stake: f64,
}

impl Judgement {
    /// What the move gave away, as a share of what was at stake.
    #[must_use]
    pub fn loss(&self) -> f64 {
        let most = self.values.max().unwrap_or(0.0);
        self.values.get(self.played).map_or(1.0, |got| ((most - got) / self.stake).clamp(0.0, 1.0))
    }

    /// Whether there was a choice.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.values.iter().count() > 1
    }
}

/// The judged moves of a game.
#[derive(Clone, Debug)]
pub struct GradedGame {
    /// How many moves each judged one stands for.
    pub stride: usize,
    /// The judged moves.
    pub judgements: Vec<Judgement>,
}

impl Grading {
    /// Has the games of a player judged, on the threads of the current pool.
    ///
    /// # Errors
    /// If somebody cannot be built or gives up, or the watch stops it.
    pub fn grade(
        &self,
        player: &Entrant,
        judge: &Entrant,
        catalog: &Catalog,
        watch: &dyn Watch,
    ) -> Result<Vec<GradedGame>, ExperimentError> {
        let build = || {
            let [player, judge] = [player, judge].map(|who| who.build(catalog, Rules::default(), watch));
            Ok((player?, judge?))
        };
        let grade = |(player, judge): &mut (Box<dyn Player>, Box<dyn Player>), game| {
            self.grade_game(game, &mut **player, &mut **judge, watch)
        };
        each_game(("grading", self.games), build, grade, watch)
    }

    fn grade_game(
        &self,
        game: u64,
        player: &mut dyn Player,
        judge: &mut dyn Player,
        watch: &dyn Watch,
    ) -> Result<GradedGame, Forfeit> {
        let seed = Random::game_seed(self.seed, game);
        let budget = Budget { watch, ..Budget::default() };
        let played = self.play(seed, player, &budget)?;
        let stride = played.len().div_ceil(self.judged).max(1);
        let first = Random::new(seed ^ OFFSETS).below(stride as u32) as usize;
        judge.begin(seed);
        let judgements = played.iter().skip(first).step_by(stride).map(|&(position, played)| {
            let values = judge.decide(position, &budget)?.values;
            Ok(Judgement { played, values, stake: judge.stake(values.max().unwrap_or(0.0)) })
        });
        Ok(GradedGame { stride, judgements: judgements.collect::<Result<_, Forfeit>>()? })
    }

    fn play(
        &self,
        seed: u64,
        player: &mut dyn Player,
        budget: &Budget<'_>,
    ) -> Result<Vec<(Position, Direction)>, Forfeit> {
        let (mut track, mut played) = (Track::new(Rules::default(), seed), Vec::new());
        player.begin(seed);
        while !track.is_over() && (played.len() as u64) < self.moves {
            let choice = player.decide(track.position(), budget)?.choice;
            played.push((track.position(), choice));
            let illegal = || Forfeit { reason: format!("illegal move {choice}") };
            track.play(choice).ok_or_else(illegal)?;
        }
        Ok(played)
    }
}

/// Keeps the random numbers that say where judging begins apart from those of the game.
const OFFSETS: u64 = 0x6a75_6467_655f_6174;

/// What the judged games of a player come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade {
    /// The number of games.
    pub games: usize,
    /// The judged moves that had an alternative.
    pub judged: usize,
    /// The accuracy over all games.
    pub accuracy: f64,
    /// Its 95 % interval: games are independent, moves of one game are not.
    pub interval: Interval,
    /// The shares of moves with an alternative that are inaccuracies or worse, mistakes or worse, blunders.
    pub faults: [f64; 3],
}

impl Grade {
    /// The grade of these games, with losses measured by a scale ([`Accuracy::SCALE`] is the usual one).
    #[must_use]
    pub fn new(games: &[GradedGame], scale: f64) -> Grade {
        let of_game = |game: &GradedGame| {
            let mut sum = Accuracy::default();
            for judgement in &game.judgements {
                sum += Accuracy::with_scale(&judgement.values, judgement.played, judgement.stake, scale);
            }
            sum.times(game.stride as f64)
        };
        let sums: Vec<Accuracy> = games.iter().map(of_game).collect();
        let mut all = Accuracy::default();
        sums.iter().for_each(|&sum| all += sum);
        let half = 100.0 * Z95 * ratio_error(&sums, all);
        let losses = losses(games);
        Grade {
            games: games.len(),
            judged: losses.len(),
            accuracy: all.percent(),
            interval: Interval { low: all.percent() - half, high: all.percent() + half },
            faults: Mark::CUTS.map(|cut| share_from(&losses, cut)),
        }
    }
}

/// The losses of all judged moves that had an alternative, the smallest first. Moves of long games are a smaller part of theirs and count as often as
/// those of short ones.
#[must_use]
pub fn losses(games: &[GradedGame]) -> Vec<f64> {
    let judgements = games.iter().flat_map(|game| &game.judgements);
    let mut losses: Vec<f64> =
        judgements.filter(|judgement| judgement.is_free()).map(Judgement::loss).collect();
    losses.sort_by(f64::total_cmp);
    losses
}

/// How many of sorted losses are at least so large, as a share.
#[must_use]
pub fn share_from(losses: &[f64], cut: f64) -> f64 {
    let below = losses.partition_point(|&loss| loss < cut);
    (losses.len() - below) as f64 / losses.len().max(1) as f64
}

/// The cuts at which one move of 50, of 200 and of 1,000 of these is an inaccuracy, a mistake, a blunder.
///
/// # Panics
/// If there are no losses.
#[must_use]
pub fn fitted_cuts(losses: &[f64]) -> [f64; 3] {
    [50.0, 200.0, 1_000.0].map(|moves: f64| quantile(losses, 1.0 - 1.0 / moves))
}

/// The standard error of the ratio of what was given away to what chance gives away, games being the sample.
fn ratio_error(games: &[Accuracy], all: Accuracy) -> f64 {
    let (count, ratio) = (games.len() as f64, all.given / all.by_chance);
    let squares: f64 = games.iter().map(|game| (game.given - ratio * game.by_chance).powi(2)).sum();
    (squares * count / (count - 1.0).max(1.0)).sqrt() / all.by_chance
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graded(player: &str, games: u64) -> Vec<GradedGame> {
        let grading = Grading { games, moves: 400, judged: 1_000, seed: 3 };
        let judge = "expectimax:depth=2".parse().unwrap();
        grading.grade(&player.parse().unwrap(), &judge, &Catalog::default(), &()).unwrap()
    }

    /// By construction, whoever judges: the test asks for four standard errors, of games that are always the same.
    #[test]
    fn random_play_has_accuracy_0_and_the_judge_100() {
        let games = graded("random", 200);
        let grade = Grade::new(&games, Accuracy::SCALE);
        let error = (grade.interval.high - grade.interval.low) / 2.0 / Z95;
        assert!(grade.accuracy.abs() < 4.0 * error && error < 3.0, "{grade:?}");
        assert!(grade.judged > 10_000 && grade.faults[0] > grade.faults[2]);
        let own = Grade::new(&graded("expectimax:depth=2", 2), Accuracy::SCALE);
        assert_eq!((own.accuracy, own.faults), (100.0, [0.0; 3]));
        let greedy = Grade::new(&graded("greedy", 50), Accuracy::SCALE);
        assert!(greedy.interval.low > grade.interval.high, "{greedy:?} {grade:?}");
    }

    #[test]
    fn cuts_are_what_so_many_moves_exceed() {
        let losses: Vec<f64> = (0..=10_000).map(f64::from).collect();
        assert_eq!(fitted_cuts(&losses), [9_800.0, 9_950.0, 9_990.0]);
        assert!((share_from(&losses, 9_800.0) - 0.02).abs() < 1e-4);
    }
}
