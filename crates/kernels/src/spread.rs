//! Bits of a word, sent to other places.
//!
//! Taking a tile out of a quadrant leaves another quadrant; so each bit of a class of quadrants comes from up to four bits of
//! the class without the tile. A map says which.

#[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
pub(crate) mod avx512;
pub(crate) mod portable;

/// Maps from the bits of a word to those of another, each with up to [`BitSpreads::SOURCES`] sources.
///
/// ```
/// use redouble_kernels::{BitSpreads, Cpu, Simd, WithSimd};
///
/// struct Spread<'a>(&'a BitSpreads, u64);
///
/// impl WithSimd for Spread<'_> {
///     type Output = u64;
///
///     fn run<S: Simd>(self, simd: S) -> u64 {
///         simd.spread(self.0, 0, self.1)
///     }
/// }
///
/// // Bit 0 comes from bit 5, bit 1 from bits 5 and 6, bit 2 from nowhere.
/// let spreads = BitSpreads::new([vec![vec![5], vec![5, 6], vec![]]]);
/// for cpu in Cpu::available() {
///     assert_eq!([1 << 5, 1 << 6, 1 << 7].map(|word| cpu.run(Spread(&spreads, word))), [0b11, 0b10, 0]);
/// }
/// ```
pub struct BitSpreads {
    tables: Vec<portable::Table>,
    #[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
    sources: Vec<Sources>,
}

/// For each of four sources, for each bit the bit it comes from.
type Sources = [[u8; 64]; BitSpreads::SOURCES];

impl BitSpreads {
    /// The most bits that a bit comes from.
    pub const SOURCES: usize = 4;
    /// Words have no bit here: what comes from nowhere comes from here.
    const NOWHERE: u8 = 63;

    /// These maps: for every bit, from the lowest, the bits that it comes from.
    ///
    /// # Panics
    /// If a bit has too many sources, or one that is not below 63.
    #[must_use]
    pub fn new(maps: impl IntoIterator<Item = Vec<Vec<u8>>>) -> BitSpreads {
        let sources: Vec<Sources> = maps.into_iter().map(|map| sources(&map)).collect();
        BitSpreads {
            tables: sources.iter().map(portable::table).collect(),
            #[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
            sources,
        }
    }
}

fn sources(map: &[Vec<u8>]) -> Sources {
    let mut sources = [[BitSpreads::NOWHERE; 64]; BitSpreads::SOURCES];
    for (bit, from) in map.iter().enumerate() {
        assert!(from.len() <= BitSpreads::SOURCES && from.iter().all(|&from| from < BitSpreads::NOWHERE));
        from.iter().zip(&mut sources).for_each(|(&from, source)| source[bit] = from);
    }
    sources
}
