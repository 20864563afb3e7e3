//! Many congruences at once.

use std::collections::{BTreeMap, HashMap};

use num_bigint::BigUint;

use crate::arithmetic::inverse;

/// A system of congruences for one unknown, kept by prime powers: solvable exactly while every prime agrees
/// with itself, so contradictions show without big numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Congruences {
    /// The strongest congruence for each prime: modulus (a power of the prime) and residue.
    powers: BTreeMap<u64, (u64, u64)>,
    /// Congruences already taken in: boards have few different moduli and many rings.
    known: HashMap<u64, u64>,
}

impl Congruences {
    /// Adds `unknown = residue (mod modulus)`; false when it contradicts what is there.
    #[must_use]
    pub(crate) fn add(&mut self, residue: u64, modulus: u64) -> bool {
        let residue = residue % modulus;
        if let Some(&known) = self.known.get(&modulus) {
            return known == residue;
        }
        self.known.insert(modulus, residue);
        prime_powers(modulus).all(|(prime, power)| self.add_power(prime, residue % power, power))
    }

    fn add_power(&mut self, prime: u64, residue: u64, power: u64) -> bool {
        let (old_power, old_residue) = self.powers.entry(prime).or_insert((1, 0));
        let common = power.min(*old_power);
        if residue % common != *old_residue % common {
            return false;
        }
        if power > *old_power {
            (*old_power, *old_residue) = (power, residue);
        }
        true
    }

    /// The least non-negative solution and the modulus it is unique for.
    pub(crate) fn solve(&self) -> (BigUint, BigUint) {
        let (mut solution, mut period) = (BigUint::ZERO, BigUint::from(1u32));
        for &(power, residue) in self.powers.values() {
            let remainder = |number: &BigUint| u64::try_from(number % power).expect("below the modulus");
            let apart = crate::arithmetic::sub_mod(residue, remainder(&solution), power);
            let steps =
                u128::from(apart) * u128::from(inverse(remainder(&period), power)) % u128::from(power);
            solution += &period * steps;
            period *= power;
        }
        (solution, period)
    }
}

/// The primes of a number, each with the largest power that divides it.
fn prime_powers(number: u64) -> impl Iterator<Item = (u64, u64)> {
    let (mut rest, mut candidate) = (number, 2);
    std::iter::from_fn(move || {
        while rest > 1 && !rest.is_multiple_of(candidate) {
            candidate = if candidate * candidate > rest { rest } else { candidate + 1 };
        }
        let prime = (rest > 1).then_some(candidate)?;
        let mut power = 1;
        while rest.is_multiple_of(prime) {
            (rest, power) = (rest / prime, power * prime);
        }
        Some((prime, power))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_agree_with_trial() {
        let moduli = [6, 4, 10];
        for residues in (0..240).map(|n| [n % 6, n / 6 % 4, n / 24]) {
            let mut system = Congruences::default();
            let solvable =
                residues.iter().zip(moduli).all(|(&residue, modulus)| system.add(residue, modulus));
            let trial = (0..60u64).find(|t| residues.iter().zip(moduli).all(|(&r, m)| t % m == r));
            assert_eq!(solvable, trial.is_some(), "{residues:?}");
            if let Some(trial) = trial {
                assert_eq!(system.solve(), (trial.into(), 60u32.into()));
            }
        }
    }

    #[test]
    fn numbers_factor() {
        assert_eq!(prime_powers(360).collect::<Vec<_>>(), [(2, 8), (3, 9), (5, 5)]);
        assert_eq!(prime_powers(1).count(), 0);
        assert_eq!(prime_powers(1_000_003).collect::<Vec<_>>(), [(1_000_003, 1_000_003)]);
    }
}
