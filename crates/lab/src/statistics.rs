//! The statistics that results are reported with.

use redouble_core::Random;

/// The point that a normal variable exceeds in absolute value with probability 0.05.
pub const Z95: f64 = 1.959_963_984_540_054;

/// An interval of confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether a value lies in it.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// The arithmetic mean; 0 of nothing.
#[must_use]
pub fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// The standard deviation of a sample (divided by n − 1); 0 of fewer than two values.
#[must_use]
pub fn standard_deviation(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (values.len() - 1) as f64).sqrt()
}

/// The 95 % interval of the mean by the normal approximation.
#[must_use]
pub fn mean_interval(values: &[f64]) -> Interval {
    let half = Z95 * standard_deviation(values) / (values.len().max(1) as f64).sqrt();
    Interval { low: mean(values) - half, high: mean(values) + half }
}

/// The quantile at `fraction` of sorted values, interpolated linearly between neighbours (type 7 of Hyndman and Fan).
///
/// # Panics
/// If there are no values.
#[must_use]
pub fn quantile(sorted: &[f64], fraction: f64) -> f64 {
    let place = fraction * (sorted.len() - 1) as f64;
    let (below, above) = (place.floor() as usize, place.ceil() as usize);
    sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64)
}

/// Wilson's 95 % interval of a rate: it never leaves 0 to 1 and is right for rates near the ends.
///
/// ```
/// let interval = redouble_lab::wilson(8, 10);
/// assert!((interval.low - 0.4902).abs() < 1e-4 && (interval.high - 0.9433).abs() < 1e-4);
/// ```
#[must_use]
pub fn wilson(successes: usize, trials: usize) -> Interval {
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (n, rate) = (trials as f64, successes as f64 / trials as f64);
    let scale = 1.0 + Z95 * Z95 / n;
    let centre = (rate + Z95 * Z95 / (2.0 * n)) / scale;
    let half = Z95 / scale * (rate * (1.0 - rate) / n + Z95 * Z95 / (4.0 * n * n)).sqrt();
    Interval { low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// The 95 % percentile bootstrap interval of a mean: of many samples drawn again, with replacement.
#[must_use]
pub fn bootstrap_mean(values: &[f64], resamples: usize, random: &mut Random) -> Interval {
    if values.is_empty() {
        return Interval { low: 0.0, high: 0.0 };
    }
    let mut resampled_mean = || {
        let draws = (0..values.len()).map(|_| values[random.below(values.len() as u32) as usize]);
        draws.sum::<f64>() / values.len() as f64
    };
    let mut means: Vec<f64> = (0..resamples.max(1)).map(|_| resampled_mean()).collect();
    means.sort_by(f64::total_cmp);
    Interval { low: quantile(&means, 0.025), high: quantile(&means, 0.975) }
}

/// How many of sorted values are at least as large as some of them: about `points` steps of a curve that falls from all
/// to one.
pub fn survival<T: Copy>(sorted: &[T], points: usize) -> impl Iterator<Item = (T, usize)> + '_ {
    let step = (sorted.len() / points).max(1);
    let places = (0..sorted.len()).step_by(step).chain(sorted.len().checked_sub(1));
    places.map(|place| (sorted[place], sorted.len() - place))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known values: R's `mean`, `sd`, `quantile(type = 7)` of 1, 2, 4, 8, 16.
    #[test]
    fn known_values_of_a_small_sample() {
        let values = [1.0, 2.0, 4.0, 8.0, 16.0];
        assert_eq!(mean(&values), 6.2);
        assert!((standard_deviation(&values) - 6.099_180_272_790_762).abs() < 1e-12);
        assert_eq!([0.25, 0.5, 0.75].map(|fraction| quantile(&values, fraction)), [2.0, 4.0, 8.0]);
        assert_eq!(quantile(&[1.0, 2.0], 0.25), 1.25);
        assert_eq!((mean(&[]), standard_deviation(&[3.0])), (0.0, 0.0));
    }

    #[test]
    fn survival_falls_from_all_to_one() {
        assert_eq!(survival(&[1, 2, 5], 10).collect::<Vec<_>>(), [(1, 3), (2, 2), (5, 1), (5, 1)]);
        assert_eq!(survival::<u64>(&[], 10).count(), 0);
        let many: Vec<u64> = (0..1_000).collect();
        let curve: Vec<_> = survival(&many, 100).collect();
        assert_eq!((curve.len(), curve[1], curve[100]), (101, (10, 990), (999, 1)));
    }

    /// Known values: Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    #[test]
    fn wilson_of_newcombe() {
        for (successes, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(successes, trials);
            assert!((found.low - low).abs() < 5e-5 && (found.high - high).abs() < 5e-5, "{found:?}");
        }
    }

    #[test]
    fn the_bootstrap_agrees_with_the_normal_interval_on_a_large_sample() {
        let mut random = Random::new(1);
        let values: Vec<f64> = (0..2_000).map(|_| f64::from(random.below(1_000))).collect();
        let (bootstrap, normal) = (bootstrap_mean(&values, 1_000, &mut random), mean_interval(&values));
        assert!((bootstrap.low - normal.low).abs() < 3.0, "{bootstrap:?} {normal:?}");
        assert!((bootstrap.high - normal.high).abs() < 3.0, "{bootstrap:?} {normal:?}");
    }
}
