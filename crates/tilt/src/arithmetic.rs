//! Greatest common divisors, inverses, and the Chinese remainder theorem for two moduli.

use num_bigint::BigUint;

/// Greatest common divisor.
pub(crate) const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The inverse of `a` modulo `modulus`; they must be coprime. Zero for modulus 1.
pub(crate) fn inverse(a: u64, modulus: u64) -> u64 {
    let (mut r, mut next) = (i128::from(modulus), i128::from(a % modulus));
    let (mut s, mut next_s) = (0i128, 1i128);
    while next != 0 {
        let quotient = r / next;
        (r, next) = (next, r - quotient * next);
        (s, next_s) = (next_s, s - quotient * next_s);
    }
    assert_eq!(r, 1, "{a} and {modulus} are coprime");
    s.rem_euclid(i128::from(modulus)) as u64
}

/// `a - b` modulo `modulus`, for `a` and `b` below it.
#[inline]
pub(crate) const fn sub_mod(a: u64, b: u64, modulus: u64) -> u64 {
    if a >= b { a - b } else { a + modulus - b }
}

/// The least common multiple of many small numbers.
///
/// Stays in 128 bits as long as it can: atlases ask for millions of small orders.
pub(crate) fn lcm_of(numbers: impl IntoIterator<Item = u64>) -> BigUint {
    let (mut small, mut large) = (1u128, BigUint::from(1u32));
    for number in numbers {
        let factor = |rest: u64| u128::from(number / gcd(number, rest));
        if let Some(product) = small.checked_mul(factor((small % u128::from(number)) as u64)) {
            small = product;
            continue;
        }
        large = lcm(&large, &BigUint::from(small));
        small = u128::from(number);
    }
    lcm(&large, &BigUint::from(small))
}

fn lcm(a: &BigUint, b: &BigUint) -> BigUint {
    let (mut x, mut y) = (a.clone(), b.clone());
    while y != BigUint::ZERO {
        let rest = &x % &y;
        (x, y) = (y, rest);
    }
    a / x * b
}

/// Two congruences `T = p (mod first)`, `T = q (mod second)` solved many times over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TwoModuli {
    first: u64,
    second: u64,
    gcd: u64,
    /// Inverse of `first / gcd` modulo `second / gcd`.
    inverse: u64,
}

impl TwoModuli {
    pub(crate) fn new(first: u64, second: u64) -> Self {
        let gcd = gcd(first, second);
        Self { first, second, gcd, inverse: inverse(first / gcd, second / gcd) }
    }

    pub(crate) const fn gcd(&self) -> u64 {
        self.gcd
    }

    /// The least common multiple. Rings of one board have at most 2^33 slots together, so this fits.
    pub(crate) const fn lcm(&self) -> u64 {
        self.first / self.gcd * self.second
    }

    /// The solution below the least common multiple, if there is one; `p < first`, `q < second`.
    #[inline]
    pub(crate) fn solve(&self, p: u64, q: u64) -> Option<u64> {
        if self.first == self.second {
            // One ring: no division.
            return (p == q).then_some(p);
        }
        let apart = sub_mod(q, p % self.second, self.second);
        if !apart.is_multiple_of(self.gcd) {
            return None;
        }
        let steps =
            u128::from(apart / self.gcd) * u128::from(self.inverse) % u128::from(self.second / self.gcd);
        Some(p + self.first * steps as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_moduli_agree_with_trial() {
        for (first, second) in [(4, 6), (6, 4), (1, 5), (5, 1), (12, 18), (7, 7), (9, 10)] {
            let moduli = TwoModuli::new(first, second);
            for (p, q) in (0..first).flat_map(|p| (0..second).map(move |q| (p, q))) {
                let trial = (0..moduli.lcm()).find(|t| t % first == p && t % second == q);
                assert_eq!(moduli.solve(p, q), trial, "{p} mod {first}, {q} mod {second}");
            }
        }
    }

    #[test]
    fn least_common_multiples_grow_past_128_bits() {
        let all = lcm_of(1..=200);
        assert!((1..=200u64).all(|n| &all % n == BigUint::ZERO));
        assert!(all.bits() > 256);
        assert_eq!(lcm_of([4, 6, 10]), BigUint::from(60u32));
        assert_eq!(lcm_of([]), BigUint::from(1u32));
    }
}
