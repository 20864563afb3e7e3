//! Upper bounds for the order of `g`.

use num_bigint::BigUint;

/// Landau's function: the largest least common multiple of numbers with sum at most `tiles`. The paper's
/// upper bound for the order of `g`.
///
/// ```
/// assert_eq!(redouble_tilt::landau(20), 420u32.into());
/// ```
#[must_use]
pub fn landau(tiles: usize) -> BigUint {
    largest_product(tiles, |_, power| power)
}

/// The sharper bound: cycles of even length come in pairs, because `g` is a square, so a power of two costs
/// twice as many tiles.
///
/// ```
/// assert_eq!(redouble_tilt::order_bound(20), 210u32.into());
/// ```
#[must_use]
pub fn order_bound(tiles: usize) -> BigUint {
    largest_product(tiles, |prime, power| if prime == 2 { 2 * power } else { power })
}

/// The largest product of powers of different primes whose costs sum to at most `tiles`: a knapsack.
fn largest_product(tiles: usize, cost: impl Fn(usize, usize) -> usize) -> BigUint {
    let mut best = vec![BigUint::from(1u32); tiles + 1];
    for prime in primes(tiles) {
        for room in (1..=tiles).rev() {
            let powers = std::iter::successors(Some(prime), |&power| power.checked_mul(prime));
            let affordable =
                powers.map(|power| (power, cost(prime, power))).take_while(|&(_, cost)| cost <= room);
            if let Some(product) = affordable.map(|(power, cost)| &best[room - cost] * power).max() {
                best[room] = product.max(std::mem::take(&mut best[room]));
            }
        }
    }
    best.pop().unwrap_or_default()
}

fn primes(limit: usize) -> Vec<usize> {
    (2..=limit).filter(|n| (2..).take_while(|d| d * d <= *n).all(|d| n % d != 0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first values of Landau's function, OEIS A000793.
    #[test]
    fn landau_as_known() {
        let known = [1, 1, 2, 3, 4, 6, 6, 12, 15, 20, 30, 30, 60, 60, 84, 105, 140, 210, 210, 420, 420, 420];
        for (tiles, value) in known.into_iter().enumerate() {
            assert_eq!(landau(tiles), BigUint::from(value as u32), "{tiles}");
        }
    }

    #[test]
    fn the_sharper_bound_as_known() {
        for (tiles, value) in [(20, 210u32), (40, 15015), (60, 510_510), (80, 9_699_690), (96, 78_738_660)] {
            assert_eq!(order_bound(tiles), BigUint::from(value), "{tiles}");
        }
    }
}
