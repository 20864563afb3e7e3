//! Exact tails: how likely is what was seen?

/// A right program is failed with at most this probability in one check.
pub const ERROR: f64 = 1e-6;

/// The natural logarithm of the gamma function for arguments from 1 (Lanczos).
fn ln_gamma(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 9] = [
        0.999_999_999_999_809_9,
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    let x = x - 1.0;
    let series = (1..9).fold(COEFFICIENTS[0], |sum, i| sum + COEFFICIENTS[i] / (x + i as f64));
    let t = x + 7.5;
    0.5 * (2.0 * std::f64::consts::PI).ln() + (x + 0.5) * t.ln() - t + series.ln()
}

/// The logarithm of the probability of `k` successes in `n` trials.
fn ln_probability(n: u64, k: u64, p: f64) -> f64 {
    let (n, k) = (n as f64, k as f64);
    ln_gamma(n + 1.0) - ln_gamma(k + 1.0) - ln_gamma(n - k + 1.0) + k * p.ln() + (n - k) * (1.0 - p).ln()
}

/// Twice the smaller tail of the binomial distribution at `k` of `n`, at most 1.
#[must_use]
pub fn binomial_p(n: u64, k: u64, p: f64) -> f64 {
    if p <= 0.0 || p >= 1.0 {
        let certain = if p <= 0.0 { 0 } else { n };
        return if k == certain { 1.0 } else { 0.0 };
    }
    let upward = k as f64 >= n as f64 * p;
    let odds = p / (1.0 - p);
    let (mut term, mut sum, mut at) = (ln_probability(n, k, p).exp(), 0.0, k);
    loop {
        sum += term;
        let next = match upward {
            true if at < n => (n - at) as f64 / (at + 1) as f64 * odds,
            false if at > 0 => at as f64 / (n - at + 1) as f64 / odds,
            _ => break,
        };
        term *= next;
        if term < sum * 1e-17 {
            break;
        }
        at = if upward { at + 1 } else { at - 1 };
    }
    (2.0 * sum).min(1.0)
}

/// Bernstein's bound: the probability that a mean of `runs` values with this variance and range is off by `off`.
#[must_use]
pub fn bernstein_p(runs: f64, variance: f64, range: f64, off: f64) -> f64 {
    // runs · off = √(2 · runs · variance) · √l + ⅔ · range · l, solved for √l.
    let (a, b, c) = (2.0 / 3.0 * range, (2.0 * runs * variance).sqrt(), runs * off.abs());
    if c <= 0.0 {
        return 1.0;
    }
    if a <= 0.0 && b <= 0.0 {
        return 0.0;
    }
    let root = if a > 0.0 { ((b * b + 4.0 * a * c).sqrt() - b) / (2.0 * a) } else { c / b };
    (2.0 * (-root * root).exp()).min(1.0)
}

/// The probability that a normal variable is at least `z` standard deviations from its mean (Numerical Recipes' erfc, to
/// seven digits).
#[must_use]
pub fn normal_p(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.5 * x);
    let series = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let polynomial = series.iter().rev().fold(0.0, |sum, coefficient| sum * t + coefficient);
    (t * (polynomial - x * x).exp()).min(1.0)
}

/// The probability that χ² with so many degrees of freedom is at least this large: 1 of none.
///
/// The upper regularised gamma function, by its series near zero and by a continued fraction elsewhere (Lentz).
#[must_use]
pub fn chi_square_p(square: f64, degrees: usize) -> f64 {
    let (a, x) = (degrees as f64 / 2.0, square / 2.0);
    if degrees == 0 || x <= 0.0 {
        return 1.0;
    }
    let ln_gamma_a = if a < 1.0 { ln_gamma(a + 1.0) - a.ln() } else { ln_gamma(a) };
    let scale = (a * x.ln() - x - ln_gamma_a).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
        while term > sum * 1e-16 {
            n += 1.0;
            term *= x / n;
            sum += term;
        }
        return (1.0 - scale * sum).clamp(0.0, 1.0);
    }
    let (mut b, mut c, mut d) = (x + 1.0 - a, 1e300, 1.0 / (x + 1.0 - a));
    let mut fraction = d;
    for i in 1..500 {
        let i = f64::from(i);
        let an = -i * (i - a);
        b += 2.0;
        d = 1.0 / (an * d + b);
        c = b + an / c;
        let step = c * d;
        fraction *= step;
        if (step - 1.0).abs() < 1e-15 {
            break;
        }
    }
    (scale * fraction).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_exact() {
        assert!((binomial_p(10, 0, 0.5) - 2.0 / 1024.0).abs() < 1e-12);
        assert!((binomial_p(3, 2, 0.1) - 2.0 * (3.0 * 0.01 * 0.9 + 0.001)).abs() < 1e-12);
        assert_eq!(binomial_p(10, 5, 0.5), 1.0);
        assert_eq!(binomial_p(10, 10, 1.0), 1.0);
        assert_eq!(binomial_p(10, 9, 1.0), 0.0);
    }

    /// Known values: two-sided tails of the normal distribution at 1.959964 and 4.9.
    #[test]
    fn normal_tails() {
        assert!((normal_p(1.959_964) - 0.05).abs() < 1e-7);
        assert!((normal_p(-4.9) / 9.583e-7 - 1.0).abs() < 1e-3, "{}", normal_p(4.9));
    }

    /// Known values: the tables of χ² at 5 % and 0.1 %, and the tail of the normal distribution with one degree.
    #[test]
    fn tails_of_chi_square() {
        for (square, degrees, p) in
            [(3.841_459, 1, 0.05), (24.995_79, 15, 0.05), (37.697_3, 15, 0.001), (7.260_94, 15, 0.95)]
        {
            assert!((chi_square_p(square, degrees) / p - 1.0).abs() < 1e-4, "{square} {degrees}");
        }
        assert!((chi_square_p(4.9 * 4.9, 1) / normal_p(4.9) - 1.0).abs() < 1e-5);
        assert_eq!(chi_square_p(10.0, 0), 1.0);
    }

    #[test]
    fn one_in_nine_is_told_from_one_in_ten() {
        let p = binomial_p(60_000, 60_000 / 9, 0.1);
        assert!((1e-19..1e-15).contains(&p), "{p}");
    }

    #[test]
    fn bernstein_solves_its_own_equation() {
        let (runs, variance, range, l) = (20_000.0, 6.9, 20.0, 17.2_f64);
        let off = ((2.0 * runs * variance * l).sqrt() + 2.0 / 3.0 * range * l) / runs;
        assert!((bernstein_p(runs, variance, range, off) / (2.0 * (-l).exp()) - 1.0).abs() < 1e-9);
    }
}
