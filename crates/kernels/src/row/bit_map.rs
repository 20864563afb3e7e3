//! Bits of a word, sent to other places of a word.

/// The most bits that a bit comes from.
const SOURCES: usize = 4;

/// A map from the bits of one class of quadrants to those of another: a tile is added, or the quadrant is transposed.
pub struct BitMap {
    /// For each byte of a word, for each of its values, the bits that it leads to. Ends with the highest byte in use.
    pub(super) by_byte: Vec<[u64; 256]>,
    pub(super) sources: [Source; SOURCES],
    /// How many of the sources are in use.
    pub(super) used: usize,
}

/// For each bit, one bit that it comes from.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Source {
    pub(super) from: [u8; 64],
    /// The bits that come from somewhere. The others must stay 0: `from` has some number for them, too.
    pub(super) valid: u64,
}

impl BitMap {
    /// For every bit, from the lowest, the bits that it goes to.
    ///
    /// # Panics
    /// If there are more than 64 bits, or one comes from more than four.
    #[must_use]
    pub fn new(targets: &[Vec<u8>]) -> BitMap {
        assert!(targets.len() <= 64 && targets.iter().flatten().all(|&to| to < 64));
        let mut map = BitMap {
            by_byte: by_byte(targets),
            sources: [Source { from: [0; 64], valid: 0 }; SOURCES],
            used: 0,
        };
        for (from, &to) in
            targets.iter().enumerate().flat_map(|(from, to)| to.iter().map(move |to| (from, to)))
        {
            map.add_source(from as u8, usize::from(to));
        }
        map
    }

    fn add_source(&mut self, from: u8, to: usize) {
        let free = self.sources.iter().position(|source| source.valid >> to & 1 == 0);
        let index = free.expect("a bit comes from at most four");
        self.sources[index].from[to] = from;
        self.sources[index].valid |= 1 << to;
        self.used = self.used.max(index + 1);
    }

    /// The bytes it takes.
    #[must_use]
    pub fn size(&self) -> usize {
        size_of::<BitMap>() + self.by_byte.len() * size_of::<[u64; 256]>()
    }
}

fn by_byte(targets: &[Vec<u8>]) -> Vec<[u64; 256]> {
    let of_byte = |eight: &[Vec<u8>]| {
        let leads_to = |value: usize| {
            let set = eight.iter().enumerate().filter(|(bit, _)| value >> bit & 1 == 1);
            set.flat_map(|(_, to)| to).fold(0, |bits, to| bits | 1 << to)
        };
        std::array::from_fn(leads_to)
    };
    targets.chunks(8).map(of_byte).collect()
}
