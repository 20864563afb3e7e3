//! How often one of two players was ahead of the other, and what may be said about it at any time.

use std::cmp::Ordering;

use crate::statistics::Interval;

/// Pairs of games of two players, counted by who was ahead.
///
/// The *lead* of the first player is the probability that it is ahead minus the probability that it is behind. For the rate of
/// a tile that is the difference of the two rates, whatever ties the games of a pair together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lead {
    /// Pairs in which the first player was ahead.
    pub ahead: u64,
    /// Pairs without a difference.
    pub level: u64,
    /// Pairs in which the second player was ahead.
    pub behind: u64,
}

/// What a comparison found. Ties in the counts are no reason for an answer: each one refutes what contradicts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The lead is positive.
    First,
    /// The lead is negative.
    Second,
    /// The lead is smaller than the margin, in both directions.
    Alike,
}

impl Verdict {
    /// Whether it is true of players with this lead.
    #[must_use]
    pub fn is_true(self, lead: f64, margin: f64) -> bool {
        match self {
            Verdict::First => lead > 0.0,
            Verdict::Second => lead < 0.0,
            Verdict::Alike => lead.abs() < margin,
        }
    }
}

impl Lead {
    /// Counts one more pair: how the first player's game compares with the second's.
    pub fn push(&mut self, first: Ordering) {
        match first {
            Ordering::Greater => self.ahead += 1,
            Ordering::Equal => self.level += 1,
            Ordering::Less => self.behind += 1,
        }
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.ahead + self.level + self.behind
    }

    /// The lead in these pairs; 0 of none.
    #[must_use]
    pub fn mean(&self) -> f64 {
        (self.ahead as f64 - self.behind as f64) / self.pairs().max(1) as f64
    }

    /// The same from the second player's side.
    #[must_use]
    fn reversed(self) -> Lead {
        Lead { ahead: self.behind, behind: self.ahead, ..self }
    }

    /// An interval of a confidence sequence: with probability 1 − `error` the true lead is in the intervals of *all* numbers
    /// of pairs at once, so that it may be looked at as often as one likes.
    #[must_use]
    pub fn interval(&self, error: f64) -> Interval {
        Interval { low: self.lower_bound(error), high: -self.reversed().lower_bound(error) }
    }

    /// The largest lead that the pairs speak against. What speaks against a lead speaks against all smaller ones.
    fn lower_bound(self, error: f64) -> f64 {
        let (mut low, mut high) = (-1.0, 1.0);
        for _ in 0..40 {
            let middle = f64::midpoint(low, high);
            if Doubt::of(middle).refutes(self, error) {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }
}

/// The bets of a [`Doubt`] as parts of the largest possible one: 1, 1/2, … 1/512. The best bet against a lead is about the true
/// excess over the variance of a pair, so these serve rates near 0 and 1 as well as differences of a few thousandths.
const BETS: usize = 10;

/// Bets against the hypothesis that the lead is at most a given one.
///
/// A gambler begins with a capital of 1, divided equally over [`BETS`] accounts. Each account stakes a fixed part of what it
/// has on every pair, at odds that are fair if the lead is exactly the given one and bad if it is smaller. The capital is then a
/// nonnegative supermartingale, and by Ville's inequality it *ever* reaches 1/p with a probability of at most p. Nothing is
/// estimated, and nothing is assumed about the games but that a pair's expected lead does not depend on the pairs before.
#[derive(Clone, Copy, Debug)]
struct Doubt {
    /// The logarithm of the factor by which an account grows with a pair that is ahead, level and behind.
    growth: [[f64; 3]; BETS],
}

impl Doubt {
    /// Against leads of at most `lead`, which is above −1.
    fn of(lead: f64) -> Doubt {
        let factor = |part: f64, pair: f64| (1.0 + part * (pair - lead) / (1.0 + lead)).max(0.0).ln();
        let account = |bet: usize| 0.5f64.powi(bet as i32);
        Doubt { growth: std::array::from_fn(|bet| [1.0, 0.0, -1.0].map(|pair| factor(account(bet), pair))) }
    }

    /// Whether the capital is so large that the hypothesis is given up: `error` is shared by the two sides of a question.
    fn refutes(&self, found: Lead, error: f64) -> bool {
        let goal = (2.0 / error).ln() + (BETS as f64).ln();
        let logs = self.growth.map(|growth| log_capital(growth, found));
        let most = logs.into_iter().fold(f64::NEG_INFINITY, f64::max);
        // All accounts together have at least what the richest has, and at most as often that as there are accounts.
        most >= goal
            || most + (BETS as f64).ln() >= goal
                && most + logs.iter().map(|log| (log - most).exp()).sum::<f64>().ln() >= goal
    }
}

fn log_capital(growth: [f64; 3], found: Lead) -> f64 {
    let counts = [found.ahead, found.level, found.behind];
    // An account that lost everything has the logarithm −∞, which nothing must be multiplied with.
    counts
        .into_iter()
        .zip(growth)
        .filter(|(count, _)| *count > 0)
        .map(|(count, log)| count as f64 * log)
        .sum()
}

/// A sequential test of the lead of a player. Whenever it is asked, a wrong answer has, over all times together, at most the
/// probability `error`, whatever the games are like.
///
/// The answer follows from the confidence sequence of [`Lead::interval`]: positive, negative, or within the margin.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    error: f64,
    /// Against "the first player has no lead", and against "it is behind by the margin or more".
    no_lead: Doubt,
    far_behind: Doubt,
}

impl Judge {
    /// A judge who calls leads below `margin` (between 0 and 1) alike.
    #[must_use]
    pub fn new(margin: f64, error: f64) -> Judge {
        Judge { error, no_lead: Doubt::of(0.0), far_behind: Doubt::of(-margin) }
    }

    /// The answer, once there is one.
    #[must_use]
    pub fn verdict(&self, found: Lead) -> Option<Verdict> {
        let refuted = |doubt: &Doubt, found: Lead| doubt.refutes(found, self.error);
        let (first, second) = (found, found.reversed());
        if refuted(&self.no_lead, first) {
            Some(Verdict::First)
        } else if refuted(&self.no_lead, second) {
            Some(Verdict::Second)
        } else {
            let alike = refuted(&self.far_behind, first) && refuted(&self.far_behind, second);
            alike.then_some(Verdict::Alike)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lead(ahead: u64, level: u64, behind: u64) -> Lead {
        Lead { ahead, level, behind }
    }

    /// The expected capital after `pairs` more pairs with these chances, over all their outcomes.
    fn expected_capital(doubt: &Doubt, chances: [f64; 3], found: Lead, pairs: u32) -> f64 {
        if pairs == 0 {
            return doubt.growth.map(|growth| log_capital(growth, found).exp()).iter().sum::<f64>()
                / BETS as f64;
        }
        let outcomes = [Ordering::Greater, Ordering::Equal, Ordering::Less];
        let after = |outcome: Ordering| {
            let mut found = found;
            found.push(outcome);
            expected_capital(doubt, chances, found, pairs - 1)
        };
        outcomes.into_iter().zip(chances).map(|(outcome, chance)| chance * after(outcome)).sum()
    }

    /// The promise rests on this alone.
    #[test]
    fn the_capital_does_not_grow_if_the_hypothesis_is_true() {
        for (bound, chances) in [
            (0.0, [0.5, 0.0, 0.5]),
            (0.0, [0.001, 0.998, 0.001]),
            (0.0, [0.1, 0.6, 0.3]),
            (0.05, [0.05, 0.95, 0.0]),
            (-0.05, [0.0, 0.95, 0.05]),
            (-0.3, [0.2, 0.2, 0.6]),
        ] {
            let expected = expected_capital(&Doubt::of(bound), chances, Lead::default(), 7);
            assert!(expected <= 1.0 + 1e-12, "{bound} {chances:?}: {expected}");
        }
        let grows = expected_capital(&Doubt::of(0.0), [0.6, 0.0, 0.4], Lead::default(), 7);
        assert!(grows > 1.0, "{grows}");
    }

    /// No test can know earlier: 0.95^n must be at most half of the error, or a lead of 0.05 hides behind equal pairs.
    #[test]
    fn equal_pairs_alone_prove_a_small_lead_only_when_there_are_enough_of_them() {
        let judge = Judge::new(0.05, 0.05);
        let first = (1..).find(|&pairs| judge.verdict(lead(0, pairs, 0)).is_some()).unwrap();
        assert_eq!(judge.verdict(lead(0, first, 0)), Some(Verdict::Alike));
        assert!(0.95f64.powi(first as i32) <= 0.025, "{first}");
        assert!(first < 150, "{first}");
    }

    #[test]
    fn the_answer_is_what_the_interval_says() {
        let (margin, error) = (0.1, 0.05);
        let judge = Judge::new(margin, error);
        let (mut random, mut found) = (redouble_core::Random::new(3), Lead::default());
        for _ in 0..3_000 {
            found.push([Ordering::Less, Ordering::Equal, Ordering::Greater][random.below(3) as usize]);
            let Interval { low, high } = found.interval(error);
            let said = match (low, high) {
                (low, _) if low > 0.0 => Some(Verdict::First),
                (_, high) if high < 0.0 => Some(Verdict::Second),
                (low, high) if low > -margin && high < margin => Some(Verdict::Alike),
                _ => None,
            };
            // The bounds are known to 10^-12; nothing here comes so near to a margin.
            assert_eq!(judge.verdict(found), said, "{found:?} {low} {high}");
            assert!((low..=high).contains(&found.mean()), "{found:?} {low} {high}");
        }
    }

    #[test]
    fn counts_mean_the_same_from_the_other_side() {
        let judge = Judge::new(0.05, 0.05);
        assert_eq!(judge.verdict(lead(20, 0, 0)), Some(Verdict::First));
        assert_eq!(judge.verdict(lead(0, 0, 20)), Some(Verdict::Second));
        assert_eq!(judge.verdict(lead(3, 0, 1)), None);
        let (there, back) = (lead(30, 9, 4).interval(0.1), lead(4, 9, 30).interval(0.1));
        assert_eq!((there.low, there.high), (-back.high, -back.low));
    }
}
