//! All differences of two sets at once: a number-theoretic transform.
//!
//! The modulus `2^64 - 2^32 + 1` has roots of unity of every order up to `2^32`, and counts of pairs stay far
//! below it, so a sum is zero only when there is no pair.

const PRIME: u64 = 0xffff_ffff_0000_0001;
/// Generates all non-zero residues.
const GENERATOR: u64 = 7;

fn mul(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn add(a: u64, b: u64) -> u64 {
    ((u128::from(a) + u128::from(b)) % u128::from(PRIME)) as u64
}

fn power(base: u64, mut exponent: u64) -> u64 {
    let (mut base, mut result) = (base, 1);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = mul(result, base);
        }
        base = mul(base, base);
        exponent /= 2;
    }
    result
}

/// For every number below `modulus` whether it is a difference `a - b` modulo `modulus`.
pub(super) fn differences(one: &[u64], two: &[u64], modulus: usize) -> Vec<bool> {
    let length = (2 * modulus).next_power_of_two();
    let (mut first, mut second) = (vec![0; length], vec![0; length]);
    one.iter().for_each(|&a| first[a as usize] = 1);
    // b stands at modulus - b, so that products land at a - b + modulus.
    two.iter().for_each(|&b| second[modulus - b as usize] = 1);
    transform(&mut first, power(GENERATOR, (PRIME - 1) / length as u64));
    transform(&mut second, power(GENERATOR, (PRIME - 1) / length as u64));
    first.iter_mut().zip(second).for_each(|(a, b)| *a = mul(*a, b));
    // The inverse transform up to a factor, which does not change what is zero.
    transform(&mut first, power(GENERATOR, (PRIME - 1) - (PRIME - 1) / length as u64));
    let mut found = vec![false; modulus];
    first.iter().enumerate().filter(|&(_, &count)| count != 0).for_each(|(at, _)| found[at % modulus] = true);
    found
}

/// The transform in place, for a root of unity whose order is the length, a power of two.
fn transform(values: &mut [u64], root: u64) {
    let bits = values.len().ilog2();
    for at in 0..values.len() {
        let mirrored = if bits == 0 { 0 } else { at.reverse_bits() >> (usize::BITS - bits) };
        if at < mirrored {
            values.swap(at, mirrored);
        }
    }
    for level in 1..=bits {
        let block = 1 << level;
        butterflies(values, block, power(root, (values.len() / block) as u64));
    }
}

fn butterflies(values: &mut [u64], block: usize, root: u64) {
    for chunk in values.chunks_mut(block) {
        let (low, high) = chunk.split_at_mut(block / 2);
        let mut twiddle = 1;
        for (a, b) in low.iter_mut().zip(high) {
            let turned = mul(*b, twiddle);
            (*a, *b) = (add(*a, turned), add(*a, PRIME - turned));
            twiddle = mul(twiddle, root);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_agree_with_trial() {
        for modulus in [1usize, 2, 7, 12, 100] {
            let one: Vec<u64> = (0..modulus as u64).filter(|n| n % 3 == 0).collect();
            let two: Vec<u64> = (0..modulus as u64).filter(|n| n % 5 == 1).collect();
            let mut trial = vec![false; modulus];
            for (a, b) in one.iter().flat_map(|a| two.iter().map(move |b| (a, b))) {
                trial[(*a as usize + modulus - *b as usize) % modulus] = true;
            }
            assert_eq!(differences(&one, &two, modulus), trial, "modulo {modulus}");
        }
    }
}
