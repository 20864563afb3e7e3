//! What depends on the goal only.

use redouble_kernels::row::{BitMap, Few};

use super::fours::Fours;
use super::halves::Halves;
use super::lines::Lines;
use super::losing::Losing;
use super::slab::{SlabFacts, SlabLayout};
use super::slice::SliceLayout;

/// What the sizes of everything follow from, and nothing that takes time to make.
pub(super) struct Layouts {
    pub(super) fours: Fours,
    pub(super) lines: Lines,
    /// By value, the number of half boards of two image rows.
    pub(super) half_boards: Vec<usize>,
    /// By value of the lower half.
    pub(super) slabs: Vec<SlabLayout>,
    /// By value of the upper half.
    pub(super) slices: Vec<SliceLayout>,
}

impl Layouts {
    pub(super) fn new(max_exponent: u8) -> Layouts {
        let fours = Fours::new(max_exponent);
        let lines = Lines::new(&fours);
        let values = 0..=2 * fours.largest();
        Layouts {
            half_boards: lines.half_boards(),
            slabs: values.clone().map(|value| SlabLayout::new(&fours, value)).collect(),
            slices: values.map(|value| SliceLayout::new(&fours, value)).collect(),
            fours,
            lines,
        }
    }

    /// The words of the longest slab.
    pub(super) fn longest_slab(&self) -> usize {
        self.slabs.iter().map(|layout| layout.stride).max().unwrap_or(0)
    }

    /// About the bytes that tables take.
    pub(super) fn tables_size(&self) -> usize {
        let slab_words: usize = self.slabs.iter().map(|layout| layout.stride).sum();
        let masks = 8 * slab_words * (self.fours.max_exponent() + 2);
        let slides = 4 * (slab_words + self.fours.len() * self.fours.len());
        // 24 bytes in vectors, 2 in a table of pairs of rows, and a seventh of a run.
        let halves = 28 * self.half_boards.iter().sum::<usize>() + 8 * self.fours.len() * self.slabs.len();
        let map =
            |value: usize| self.fours.size(value).div_ceil(8) * size_of::<[u64; 256]>() + size_of::<BitMap>();
        let maps = 3 * (0..=self.fours.largest()).map(map).sum::<usize>();
        masks + slides + halves + maps
    }
}

/// What depends on the goal only.
pub(super) struct Tables {
    pub(super) fours: Fours,
    pub(super) lines: Lines,
    pub(super) halves: Halves,
    /// By value, the number of half boards of two image rows.
    pub(super) half_boards: Vec<usize>,
    /// By value of the lower half.
    pub(super) slabs: Vec<SlabLayout>,
    /// By value of the lower half.
    pub(super) facts: Vec<SlabFacts>,
    /// By value of the upper half.
    pub(super) slices: Vec<SliceLayout>,
    /// A 2 appears, a 4 appears.
    pub(super) spawns: [Spawns; 2],
    /// By value, from the bits of quadrants to those of the transposed ones; none for classes of two words.
    pub(super) transposed: Vec<Option<BitMap>>,
    /// By value, the quadrants that are their own transpose; along the other diagonal.
    pub(super) symmetric: [Vec<Vec<u16>>; 2],
    pub(super) losing: Losing,
}

/// How a tile appears in a quadrant, or is taken away.
pub(super) struct Spawns {
    /// By value, by rank: the ranks with the tile.
    pub(super) targets: Vec<Vec<Few>>,
    /// By value: the same as a map of bits, if both classes have one word.
    pub(super) maps: Vec<Option<BitMap>>,
    /// By number: the quadrants without one of these tiles.
    pub(super) without: Vec<Vec<u16>>,
}

impl Spawns {
    fn new(fours: &Fours, exponent: u8) -> Spawns {
        let more = 1 << (exponent - 1);
        let ranks = |number: u16| -> Vec<u8> {
            fours.with_tile(usize::from(number), exponent).map(|with| fours.rank(with) as u8).collect()
        };
        let few = |ranks: Vec<u8>| {
            let mut few = Few::default();
            ranks.into_iter().for_each(|rank| few.push(rank));
            few
        };
        let values = 0..=fours.largest();
        let targets = |value: usize| fours.class(value).iter().map(|&number| few(ranks(number))).collect();
        let map = |value: usize| {
            let single =
                value + more <= fours.largest() && fours.words(value) == 1 && fours.words(value + more) == 1;
            single.then(|| {
                BitMap::new(&fours.class(value).iter().map(|&number| ranks(number)).collect::<Vec<_>>())
            })
        };
        let without =
            |number: usize| fours.without_tile(number, exponent).map(|without| without as u16).collect();
        Spawns {
            targets: values.clone().map(targets).collect(),
            maps: values.map(map).collect(),
            without: (0..fours.len()).map(without).collect(),
        }
    }
}

impl Tables {
    pub(super) fn new(max_exponent: u8) -> Tables {
        let Layouts { fours, lines, half_boards, slabs, slices } = Layouts::new(max_exponent);
        let halves = Halves::new(&fours, &lines, &slabs);
        let facts = slabs.iter().map(|layout| SlabFacts::new(&fours, &lines, &halves, layout)).collect();
        let transposed = |value: usize| {
            let to = |&number: &u16| vec![fours.rank(fours.transposed(usize::from(number))) as u8];
            (fours.words(value) == 1)
                .then(|| BitMap::new(&fours.class(value).iter().map(to).collect::<Vec<_>>()))
        };
        let symmetric = |image: fn(&Fours, usize) -> usize| {
            let own = |value: usize| {
                let own = |number: &&u16| image(&fours, usize::from(**number)) == usize::from(**number);
                fours.class(value).iter().filter(own).copied().collect()
            };
            (0..=fours.largest()).map(own).collect()
        };
        Tables {
            slices,
            half_boards,
            spawns: [Spawns::new(&fours, 1), Spawns::new(&fours, 2)],
            transposed: (0..=fours.largest()).map(transposed).collect(),
            symmetric: [symmetric(Fours::transposed), symmetric(Fours::antitransposed)],
            losing: Losing::new(&fours),
            facts,
            slabs,
            halves,
            lines,
            fours,
        }
    }

    /// The largest value of a half board.
    pub(super) fn largest_half(&self) -> usize {
        2 * self.fours.largest()
    }

    /// The value of the lower half of boards of a layer, given that of the upper half; `None` if there are no such boards.
    #[inline]
    pub(super) fn lower(&self, half_sum: usize, upper: usize) -> Option<usize> {
        let lower = half_sum.checked_sub(upper)?;
        let is_some = |value: usize| self.slabs.get(value).is_some_and(|layout| layout.stride > 0);
        (is_some(lower) && is_some(upper)).then_some(lower)
    }

    /// The bytes that all of this takes.
    #[cfg(test)]
    fn size(&self) -> usize {
        let maps = self.spawns.iter().flat_map(|spawns| &spawns.maps).chain(&self.transposed);
        let maps: usize = maps.flatten().map(BitMap::size).sum();
        let facts: usize = self.facts.iter().map(SlabFacts::size).sum();
        self.halves.size() + maps + facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_tables_is_known_before_they_are_made() {
        for max_exponent in [4, 5] {
            let (told, found) = (Layouts::new(max_exponent).tables_size(), Tables::new(max_exponent).size());
            assert!(told.abs_diff(found) < found / 10, "{told} and {found} bytes");
        }
    }
}
