//! Better weights for an evaluation, found by play: the cross-entropy method.

use redouble_core::{Progress, Random, Rules, Watch};
use redouble_players::{BuildError, Catalog, Evaluation, Term};

use crate::Entrant;
use crate::arena::{Experiment, ExperimentError, Pairing, Played};
use crate::statistics::mean;

/// How weights are looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct TuneOptions {
    /// The player whose evaluation is tuned, without `eval=`: `expectimax:depth=2`.
    pub player: String,
    /// Where to start.
    pub terms: Vec<(Term, f64)>,
    /// Candidates of a generation.
    pub candidates: usize,
    /// How many of them shape the next generation.
    pub elite: usize,
    /// Games of each candidate; all candidates of a generation play the same ones.
    pub games: u64,
    /// How many generations.
    pub generations: usize,
    /// How far the first candidates are from the start: the deviation of the logarithm of a weight.
    pub spread: f64,
    /// The seed of candidates and games.
    pub seed: u64,
}

/// A generation as it went.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// The centre of the next generation: the geometric mean of the elite's weights.
    pub centre: Vec<(Term, f64)>,
    /// The mean score of the elite's games.
    pub elite_mean: f64,
    /// The mean score of all candidates' games.
    pub mean: f64,
}

/// A search for weights, generation by generation.
///
/// Draws weights around a centre, lets every candidate play the same games, and moves the centre to the mean of the
/// best ones, again and again; the spread follows that of the best, so that it shrinks as they agree.
///
/// Only the logarithm of the mean score of a candidate counts towards its rank, so that the scale of the weights does
/// not matter; signs stay as they are.
pub struct Tuning {
    options: TuneOptions,
    random: Random,
    /// The logarithms of the weights around which the next candidates are drawn, and how far from them.
    centre: Vec<f64>,
    spread: Vec<f64>,
    /// How many generations there were.
    generation: u64,
}

impl Tuning {
    /// The search that begins with these weights.
    #[must_use]
    pub fn new(options: TuneOptions) -> Tuning {
        let centre: Vec<f64> = options.terms.iter().map(|(_, weight)| weight.abs().ln()).collect();
        let spread = vec![options.spread; centre.len()];
        Tuning { random: Random::new(options.seed), centre, spread, generation: 0, options }
    }

    /// The next generation; `None` after the last. The centre of the last one is the result.
    ///
    /// # Errors
    /// If the player takes no `eval=`, or the watch stops the games: the search cannot go on then.
    pub fn next_generation(
        &mut self,
        catalog: &Catalog,
        watch: &dyn Watch,
    ) -> Result<Option<Generation>, ExperimentError> {
        if self.generation >= self.options.generations as u64 {
            return Ok(None);
        }
        let candidates: Vec<Vec<f64>> = (0..self.options.candidates)
            .map(|_| draw(&self.centre, &self.spread, &mut self.random))
            .collect();
        let means = self.play(&candidates, catalog, watch)?;
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        order.sort_by(|&a, &b| means[b].total_cmp(&means[a]));
        order.truncate(self.options.elite);
        let elite: Vec<&[f64]> = order.iter().map(|&index| &candidates[index][..]).collect();
        self.move_to(&elite);
        self.generation += 1;
        let elite_means: Vec<f64> = order.iter().map(|&index| means[index]).collect();
        let centre = weights(&self.options, &self.centre);
        Ok(Some(Generation { centre, elite_mean: mean(&elite_means), mean: mean(&means) }))
    }

    /// Moves the centre to the mean of these candidates.
    fn move_to(&mut self, elite: &[&[f64]]) {
        for (place, (centre, spread)) in self.centre.iter_mut().zip(&mut self.spread).enumerate() {
            let values: Vec<f64> = elite.iter().map(|candidate| candidate[place]).collect();
            *centre = mean(&values);
            let deviation = values.iter().map(|value| (value - *centre).powi(2)).sum::<f64>();
            // Halfway, so that a lucky generation does not end the search.
            *spread = f64::midpoint(*spread, (deviation / values.len() as f64).sqrt());
        }
    }

    /// The mean score of every candidate in the games of the next generation.
    fn play(
        &self,
        candidates: &[Vec<f64>],
        catalog: &Catalog,
        watch: &dyn Watch,
    ) -> Result<Vec<f64>, ExperimentError> {
        let TuneOptions { player, games, generations, .. } = &self.options;
        let separator = if player.contains(':') { ',' } else { ':' };
        let entrant = |candidate: &Vec<f64>| {
            let evaluation = Evaluation::new(weights(&self.options, candidate));
            format!("{player}{separator}eval={evaluation}").parse::<Entrant>()
        };
        let entrants = candidates.iter().map(entrant).collect::<Result<_, _>>().map_err(BuildError::Spec)?;
        let seed = Random::game_seed(self.options.seed, self.generation + 1);
        let experiment = Experiment { entrants, games: *games, seed, rules: Rules::default() };
        let pairings: Vec<Pairing> = experiment.pairings().collect();
        let (per_generation, mut sums) = (pairings.len() as u64, vec![0.0; candidates.len()]);
        let mut played = self.generation * per_generation;
        let tell = |played: u64| {
            let progress = Progress::of("tuning", played, *generations as u64 * per_generation, "games");
            watch.progress(progress.in_step("generation", self.generation + 1));
        };
        tell(played);
        let add = |game: Played| {
            sums[game.outcome.pairing.entrant] += game.outcome.score as f64;
            played += 1;
            tell(played);
            Ok(())
        };
        experiment.line_up(catalog, watch)?.play_all::<ExperimentError>(&pairings, add, watch)?;
        Ok(sums.iter().map(|sum| sum / *games as f64).collect())
    }
}

/// A point around the centre: in each place the sum of four uniform numbers, which is nearly normal.
fn draw(centre: &[f64], spread: &[f64], random: &mut Random) -> Vec<f64> {
    let mut uniform = || f64::from(random.below(1 << 24)) / f64::from(1 << 24) - 0.5;
    let mut normal = || (0..4).map(|_| uniform()).sum::<f64>() * 3f64.sqrt();
    centre.iter().zip(spread).map(|(centre, spread)| centre + spread * normal()).collect()
}

/// The terms with the weights of a point, each with the sign it started with.
fn weights(options: &TuneOptions, point: &[f64]) -> Vec<(Term, f64)> {
    options
        .terms
        .iter()
        .zip(point)
        .map(|(&(term, start), log)| (term, log.exp().min(Evaluation::MAX_WEIGHT).copysign(start)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A greedy player that hates tiles loses at once (533 points); one that counts empty cells gets 3092.
    #[test]
    fn finds_better_weights_and_the_same_ones_again() {
        let options = TuneOptions {
            player: "greedy".to_owned(),
            terms: vec![(Term::Empty, 1.0), (Term::Tiles, 1.0)],
            candidates: 12,
            elite: 3,
            games: 30,
            generations: 4,
            spread: 3.0,
            seed: 2,
        };
        let catalog = Catalog::default();
        let tuned = || {
            let mut tuning = Tuning::new(options.clone());
            std::iter::from_fn(|| tuning.next_generation(&catalog, &()).unwrap()).collect::<Vec<_>>()
        };
        let found = tuned();
        assert_eq!(found.len(), 4);
        assert!(found[3].mean > found[0].mean + 300.0, "{found:?}");
        assert_eq!(tuned(), found);
    }
}
