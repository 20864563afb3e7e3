//! A sequential test: it stops as soon as it knows.

/// A test of the mean of a stream of differences against −δ, 0 and +δ.
///
/// Two of Wald's sequential probability ratio tests side by side, as Sobel and Wald put them together: −δ against 0
/// and 0 against +δ. The variance is estimated from the differences so far, which is good from [`MIN_PAIRS`] on.
/// The probability of a wrong answer, when the truth is one of the three, is at most about `error`.
#[derive(Clone, Debug)]
pub(crate) struct Sprt {
    delta: f64,
    /// The log likelihood ratio at which a test stops.
    bound: f64,
    count: u64,
    sum: f64,
    sum_of_squares: f64,
    /// What the lower test (−δ against 0) and the upper one (0 against +δ) have settled on.
    lower: Option<Side>,
    upper: Option<Side>,
}

/// No answer before so many pairs: the variance is not known earlier.
pub(crate) const MIN_PAIRS: u64 = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Low,
    High,
}

/// What a test found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The mean difference is positive.
    First,
    /// The mean difference is negative.
    Second,
    /// The mean difference is smaller than δ.
    Alike,
}

impl Sprt {
    /// A test that tells differences of `delta` apart, wrong with probability `error`.
    #[must_use]
    pub(crate) fn new(delta: f64, error: f64) -> Sprt {
        let bound = ((1.0 - error) / error).ln();
        Sprt { delta, bound, count: 0, sum: 0.0, sum_of_squares: 0.0, lower: None, upper: None }
    }

    /// Takes one more difference; the verdict once there is one.
    pub(crate) fn push(&mut self, difference: f64) -> Option<Verdict> {
        self.count += 1;
        self.sum += difference;
        self.sum_of_squares += difference * difference;
        if self.count >= MIN_PAIRS {
            self.lower = self.lower.or_else(|| self.side(self.ratio(-self.delta, 0.0)));
            self.upper = self.upper.or_else(|| self.side(self.ratio(0.0, self.delta)));
        }
        self.verdict()
    }

    /// The log likelihood ratio of the mean `high` against the mean `low`, of a normal variable.
    fn ratio(&self, low: f64, high: f64) -> f64 {
        let n = self.count as f64;
        let mean = self.sum / n;
        let variance = (self.sum_of_squares / n - mean * mean).max(f64::MIN_POSITIVE);
        n * (high - low) * (mean - f64::midpoint(low, high)) / variance
    }

    fn side(&self, ratio: f64) -> Option<Side> {
        match ratio {
            ratio if ratio >= self.bound => Some(Side::High),
            ratio if ratio <= -self.bound => Some(Side::Low),
            _ => None,
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        match (self.lower, self.upper) {
            (_, Some(Side::High)) => Some(Verdict::First),
            (Some(Side::Low), _) => Some(Verdict::Second),
            (Some(Side::High), Some(Side::Low)) => Some(Verdict::Alike),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::Random;

    /// A nearly normal variable with mean 0 and variance 1: twelve uniform ones.
    fn normal(random: &mut Random) -> f64 {
        (0..12).map(|_| f64::from(random.below(1 << 20)) / f64::from(1 << 20)).sum::<f64>() - 6.0
    }

    fn verdicts(mean: f64) -> [usize; 3] {
        let mut counts = [0; 3];
        for seed in 0..400 {
            let mut random = Random::new(seed);
            let mut test = Sprt::new(0.5, 0.05);
            let verdict = loop {
                if let Some(verdict) = test.push(mean + normal(&mut random)) {
                    break verdict;
                }
            };
            counts[verdict as usize] += 1;
        }
        counts
    }

    #[test]
    fn is_wrong_as_rarely_as_it_says() {
        let [first, second, alike] = verdicts(0.5);
        assert!(first >= 370 && second == 0, "{first} {second} {alike}");
        let [first, second, _] = verdicts(-0.5);
        assert!(second >= 370 && first == 0, "{first} {second}");
        let [_, _, alike] = verdicts(0.0);
        assert!(alike >= 350, "{alike}");
    }

    #[test]
    fn large_differences_are_known_at_once() {
        let mut test = Sprt::new(0.5, 0.05);
        let verdict = (0..MIN_PAIRS).find_map(|pair| test.push(10.0 + (pair % 2) as f64));
        assert_eq!((verdict, test.count), (Some(Verdict::First), MIN_PAIRS));
    }
}
