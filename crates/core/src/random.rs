//! The random numbers of every game, specified so that a game can be played again anywhere.

/// xoshiro256++ seeded by SplitMix64.
///
/// The generator is part of the record format: the same seed is the same game in this library, on the command
/// line, on the web page and in Python, now and later. Its definition, all arithmetic modulo 2^64:
///
/// * SplitMix64 from state `z`: add `0x9e3779b97f4a7c15` to `z`; the output is `mix(z)` with
///   `mix(z) = { z = (z ^ z>>30) * 0xbf58476d1ce4e5b9; z = (z ^ z>>27) * 0x94d049bb133111eb; z ^ z>>31 }`.
/// * The four words of xoshiro256++ are the first four outputs of SplitMix64 from state `seed`.
/// * An output of xoshiro256++ is `rotl(s0 + s3, 23) + s0`, then
///   `t = s1 << 17; s2 ^= s0; s3 ^= s1; s1 ^= s2; s0 ^= s3; s2 ^= t; s3 = rotl(s3, 45)`.
/// * Game `i` of an experiment with seed `s` uses the seed `s ^ mix(i)`; game 0 is the game of seed `s`.
/// * A number below `n` is `(high 32 bits of an output * n) >> 32`. For the at most 64 cells of a board the
///   probabilities differ from 1/n by less than 2^-32.
///
/// ```
/// use redouble_core::Random;
///
/// let mut random = Random::new(0);
/// assert_eq!(random.next_u64(), 0x53175d61490b23df);
/// assert_eq!(Random::for_game(7, 0), Random::new(7));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random([u64; 4]);

/// The output function of SplitMix64, a bijection.
const fn mix(z: u64) -> u64 {
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

impl Random {
    /// The generator of this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;
        Random([
            mix(seed.wrapping_add(GAMMA)),
            mix(seed.wrapping_add(GAMMA.wrapping_mul(2))),
            mix(seed.wrapping_add(GAMMA.wrapping_mul(3))),
            mix(seed.wrapping_add(GAMMA.wrapping_mul(4))),
        ])
    }

    /// The seed of game `game` in the experiment with seed `seed`.
    #[must_use]
    pub const fn game_seed(seed: u64, game: u64) -> u64 {
        seed ^ mix(game)
    }

    /// The generator of game `game` in the experiment with seed `seed`.
    #[must_use]
    pub const fn for_game(seed: u64, game: u64) -> Random {
        Random::new(Random::game_seed(seed, game))
    }

    /// The four words of the generator, from which [`Random::from_state`] goes on.
    ///
    /// ```
    /// use redouble_core::Random;
    ///
    /// let mut random = Random::new(7);
    /// let mut again = Random::from_state(random.state()).unwrap();
    /// assert_eq!(random.next_u64(), again.next_u64());
    /// ```
    #[must_use]
    pub const fn state(&self) -> [u64; 4] {
        self.0
    }

    /// The generator with these words; `None` for four zeros, from which xoshiro256++ never comes away.
    #[must_use]
    pub const fn from_state(state: [u64; 4]) -> Option<Random> {
        match state {
            [0, 0, 0, 0] => None,
            state => Some(Random(state)),
        }
    }

    /// The next 64 random bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        let [s0, s1, s2, s3] = self.0;
        let output = s0.wrapping_add(s3).rotate_left(23).wrapping_add(s0);
        let (s2, s3) = (s2 ^ s0, s3 ^ s1);
        self.0 = [s0 ^ s3, s1 ^ s2, s2 ^ s1 << 17, s3.rotate_left(45)];
        output
    }

    /// A number below `n`, each equally likely.
    #[inline]
    pub const fn below(&mut self, n: u32) -> u32 {
        scale(self.next_u64(), n)
    }
}

/// The high half of `bits` scaled to the range below `n`.
#[inline]
pub(crate) const fn scale(bits: u64, n: u32) -> u32 {
    (((bits >> 32) * n as u64) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_pinned() {
        let mut random = Random::new(0);
        let outputs: Vec<u64> = (0..4).map(|_| random.next_u64()).collect();
        // The authors' xoshiro256++ seeded by their SplitMix64 from 0.
        assert_eq!(outputs, [0x53175d61490b23df, 0x61da6f3dc380d507, 0x5c0fdf91ec9a7bfc, 0x02eebf8c3bbe5e1a]);
    }

    #[test]
    fn authors_first_outputs_from_the_state_1_2_3_4() {
        let mut random = Random([1, 2, 3, 4]);
        let outputs: Vec<u64> = (0..4).map(|_| random.next_u64()).collect();
        assert_eq!(outputs, [41943041, 58720359, 3588806011781223, 3591011842654386]);
    }

    #[test]
    fn games_of_an_experiment_are_pinned() {
        assert_eq!(Random::game_seed(1, 0), 1);
        assert_eq!(Random::for_game(1, 1).next_u64(), Random::new(1 ^ 0x5692161d100b05e5).next_u64());
    }

    #[test]
    fn below_is_uniform_enough() {
        let mut random = Random::new(3);
        let mut seen = [0u32; 7];
        for _ in 0..70_000 {
            seen[random.below(7) as usize] += 1;
        }
        assert!(seen.iter().all(|&count| (9_600..10_400).contains(&count)), "{seen:?}");
    }
}
