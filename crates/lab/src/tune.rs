//! Better weights for an evaluation, found by play: the cross-entropy method.

use std::convert::Infallible;

use redouble_core::{Random, Rules};
use redouble_players::{Evaluation, Term};

use crate::arena::{Experiment, Pairing};
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

/// Draws weights around a centre, lets every candidate play the same games, and moves the centre to the mean of the
/// best ones, again and again; the spread follows that of the best, so that it shrinks as they agree.
///
/// Only the logarithm of the mean score of a candidate counts towards its rank, so that the scale of the weights does
/// not matter; signs stay as they are. `progress` hears of every generation.
///
/// # Panics
/// If `player` is no spec that takes `eval=`.
pub fn tune(options: &TuneOptions, mut progress: impl FnMut(&Generation)) -> Vec<(Term, f64)> {
    let mut random = Random::new(options.seed);
    let mut centre: Vec<f64> = options.terms.iter().map(|(_, weight)| weight.abs().ln()).collect();
    let mut spread = vec![options.spread; centre.len()];
    for generation in 0..options.generations {
        let candidates: Vec<Vec<f64>> =
            (0..options.candidates).map(|_| draw(&centre, &spread, &mut random)).collect();
        let means = play(options, &candidates, generation as u64);
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        order.sort_by(|&a, &b| means[b].total_cmp(&means[a]));
        let elite = &order[..options.elite.min(order.len())];
        for place in 0..centre.len() {
            let values: Vec<f64> = elite.iter().map(|&index| candidates[index][place]).collect();
            centre[place] = mean(&values);
            let deviation = values.iter().map(|value| (value - centre[place]).powi(2)).sum::<f64>();
            // Halfway, so that a lucky generation does not end the search.
            spread[place] = f64::midpoint(spread[place], (deviation / values.len() as f64).sqrt());
        }
        let elite_means: Vec<f64> = elite.iter().map(|&index| means[index]).collect();
        let centre = weights(options, &centre);
        progress(&Generation { centre, elite_mean: mean(&elite_means), mean: mean(&means) });
    }
    weights(options, &centre)
}

/// A point around the centre: in each place the sum of four uniform numbers, which is nearly normal.
fn draw(centre: &[f64], spread: &[f64], random: &mut Random) -> Vec<f64> {
    let mut uniform = || f64::from(random.below(1 << 24)) / f64::from(1 << 24) - 0.5;
    let mut normal = || (0..4).map(|_| uniform()).sum::<f64>() * 3f64.sqrt();
    centre.iter().zip(spread).map(|(centre, spread)| centre + spread * normal()).collect()
}

/// The terms with the weights of a point, each with the sign it started with.
fn weights(options: &TuneOptions, point: &[f64]) -> Vec<(Term, f64)> {
    options.terms.iter().zip(point).map(|(&(term, start), log)| (term, log.exp().copysign(start))).collect()
}

/// The mean score of every candidate in the games of a generation.
fn play(options: &TuneOptions, candidates: &[Vec<f64>], generation: u64) -> Vec<f64> {
    let separator = if options.player.contains(':') { ',' } else { ':' };
    let entrant = |candidate: &Vec<f64>| {
        let evaluation = Evaluation::new(weights(options, candidate));
        format!("{}{separator}eval={evaluation}", options.player)
            .parse()
            .expect("a player with an evaluation")
    };
    let entrants = candidates.iter().map(entrant).collect();
    let seed = Random::game_seed(options.seed, generation + 1);
    let experiment = Experiment { entrants, games: options.games, seed, rules: Rules::default() };
    let pairings: Vec<Pairing> = experiment.pairings().collect();
    let mut sums = vec![0.0; candidates.len()];
    let played = experiment.run(&pairings, |played| {
        sums[played.outcome.pairing.entrant] += played.outcome.score as f64;
        Ok::<(), Infallible>(())
    });
    played.unwrap_or_else(|never| match never {});
    sums.iter().map(|sum| sum / options.games as f64).collect()
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
        let mut means = Vec::new();
        let found = tune(&options, |generation| means.push(generation.mean));
        assert!(means[3] > means[0] + 300.0, "{means:?}");
        assert_eq!(tune(&options, |_| ()), found);
    }
}
