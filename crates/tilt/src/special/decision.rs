//! Whether any two marked tiles of a walk ever meet.
//!
//! The marks of two rings meet exactly when the difference of two of their places, modulo the greatest common
//! divisor `d` of the circumferences, is one of the offsets at which the rings touch. For each pair of rings
//! take the cheapest of three ways: all pairs of marks; all offsets with the marks of the smaller ring; or one
//! cyclic convolution of length `d`.
//!
//! Why this is `O(t sqrt(s) log t) = o(st)`: ring pairs with at most `sqrt s` marks on one side cost at most
//! `sqrt s` for each of the `O(t)` offsets. At most `sqrt s` rings have more, and the convolutions between
//! those are no longer than the smaller ring, so each of these rings contributes `O(sqrt(s) t log t)` over all
//! partners together at most.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::convolution::differences;
use super::offsets::{RingPair, Touch};
use super::{Tables, Walk};
use crate::arithmetic::sub_mod;
use crate::bits::Bits;
use crate::meeting::Separation;
use crate::{Axis, Rings};

/// A mark on a ring at time 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Special {
    pub(super) ring: u32,
    pub(super) index: u64,
    pub(super) mark: usize,
}

/// The marks of a walk, ring by ring.
pub(super) struct Specials {
    /// Sorted by ring and place.
    all: Vec<Special>,
    ranges: HashMap<u32, Range<usize>>,
}

impl Specials {
    pub(super) fn of(walk: &Walk<'_>, rings: &Rings) -> Self {
        let shape = walk.landing.shape();
        let special = |(mark, &cell)| {
            let slot = rings.slot(shape, cell, Axis::Vertical);
            Special { ring: slot.ring, index: slot.index, mark }
        };
        let mut all: Vec<Special> = walk.cells.iter().enumerate().map(special).collect();
        all.sort_unstable();
        let mut ranges: HashMap<u32, Range<usize>> = HashMap::new();
        for (at, special) in all.iter().enumerate() {
            ranges.entry(special.ring).or_insert(at..at).end = at + 1;
        }
        Self { all, ranges }
    }

    /// The marks on a ring, by place.
    pub(super) fn on(&self, ring: u32) -> &[Special] {
        self.ranges.get(&ring).map_or(&[], |range| &self.all[range.clone()])
    }
}

/// The proof that no two marks of the walk meet; none if two do.
pub(super) fn separation(walk: &Walk<'_>, tables: &Tables) -> Option<Separation> {
    let specials = Specials::of(walk, &tables.rings);
    let mut residues = ResidueCache { specials: &specials, known: HashMap::new() };
    let (mut touching_pairs, mut offsets) = (0, 0);
    for (pair, touch) in tables.offsets.iter() {
        if residues.meet(pair, touch) {
            return None;
        }
        let marked = !specials.on(pair.0).is_empty() && !specials.on(pair.1).is_empty();
        touching_pairs += usize::from(marked);
        offsets += if marked { touch.offsets.len() } else { 0 };
    }
    Some(Separation { first: walk.first, rings: specials.ranges.len(), touching_pairs, offsets })
}

/// Whether marks of two rings ever meet.
pub(super) fn pair_meets(specials: &Specials, pair: RingPair, touch: &Touch) -> bool {
    ResidueCache { specials, known: HashMap::new() }.meet(pair, touch)
}

/// The places of a ring's marks modulo a number.
struct Residues {
    list: Vec<u64>,
    set: Bits,
}

impl Residues {
    fn of(specials: &[Special], modulus: u64) -> Self {
        let mut set = Bits::new(modulus as usize);
        specials.iter().for_each(|special| set.insert((special.index % modulus) as usize));
        Self { list: set.range(0, modulus as usize).map(|residue| residue as u64).collect(), set }
    }
}

/// Residues by ring and modulus: a ring has few moduli but may touch many others.
struct ResidueCache<'a> {
    specials: &'a Specials,
    known: HashMap<(u32, u64), Rc<Residues>>,
}

impl ResidueCache<'_> {
    fn get(&mut self, ring: u32, modulus: u64) -> Rc<Residues> {
        let make = || Rc::new(Residues::of(self.specials.on(ring), modulus));
        Rc::clone(self.known.entry((ring, modulus)).or_insert_with(make))
    }

    fn meet(&mut self, pair: RingPair, touch: &Touch) -> bool {
        let few = |ring| self.specials.on(ring).is_empty();
        if few(pair.0) || few(pair.1) {
            return false;
        }
        let (one, two) = (self.get(pair.0, touch.modulus), self.get(pair.1, touch.modulus));
        meet(&one, &two, touch)
    }
}

/// Whether the difference of a residue of `one` and one of `two` is an offset.
fn meet(one: &Residues, two: &Residues, touch: &Touch) -> bool {
    let modulus = touch.modulus;
    let [a, b, d] = [one.list.len(), two.list.len(), touch.offsets.len()].map(|count| count as u64);
    if a + b > modulus {
        // Pigeonhole: every offset is the difference of some two.
        return d > 0;
    }
    let by_pairs = a * b;
    let by_offsets = d * a.min(b);
    // Three transforms of twice the length, each step a wide multiplication.
    let by_convolution = 40 * modulus * u64::from(modulus.ilog2() + 2);
    if by_convolution < by_pairs.min(by_offsets) {
        let found = differences(&one.list, &two.list, modulus as usize);
        touch.offsets.iter().any(|&offset| found[offset as usize])
    } else if by_pairs <= by_offsets {
        let met = |&a: &u64| two.list.iter().any(|&b| touch.offsets.contains(&sub_mod(a, b, modulus)));
        one.list.iter().any(met)
    } else {
        touch.offsets.iter().any(|&offset| offset_is_met(one, two, offset, modulus))
    }
}

fn offset_is_met(one: &Residues, two: &Residues, offset: u64, modulus: u64) -> bool {
    if one.list.len() <= two.list.len() {
        one.list.iter().any(|&a| two.set.contains(sub_mod(a, offset, modulus) as usize))
    } else {
        two.list.iter().any(|&b| one.set.contains(((b + offset) % modulus) as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The three ways of deciding, on sets dense enough that each is taken for some of them.
    #[test]
    fn convolution_agrees_with_trial() {
        let modulus = 97u64;
        let special = |index| Special { ring: 0, index, mark: 0 };
        let one: Vec<Special> = [3, 8, 50].map(special).to_vec();
        let two: Vec<Special> = [1, 60].map(special).to_vec();
        let [one, two] = [one, two].map(|list| Residues::of(&list, modulus));
        let found = differences(&one.list, &two.list, modulus as usize);
        for offset in 0..modulus {
            let offsets = std::iter::once(offset).collect();
            let touch = Touch { modulus, offsets };
            assert_eq!(meet(&one, &two, &touch), found[offset as usize], "{offset}");
            assert_eq!(offset_is_met(&one, &two, offset, modulus), found[offset as usize], "{offset}");
        }
    }
}
