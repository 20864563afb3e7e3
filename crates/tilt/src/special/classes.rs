//! The touching slots of two rings, by offset.

use super::offsets::Edge;
use crate::arithmetic::{TwoModuli, sub_mod};

/// The states of two rings whose places have the same difference modulo the greatest common divisor of the
/// circumferences form one closed orbit. Here the touching slots lie on those orbits, sorted, so that the next
/// and the last meeting from any state are found by one search.
pub(crate) struct Classes {
    circumference: u64,
    moduli: TwoModuli,
    /// Offset and place on its orbit, sorted.
    places: Vec<(u64, u64)>,
}

impl Classes {
    pub(crate) fn new(circumferences: [u64; 2], edges: &[Edge]) -> Self {
        let moduli = TwoModuli::new(circumferences[0], circumferences[1]);
        let mut classes = Self { circumference: circumferences[0], moduli, places: Vec::new() };
        classes.places = edges.iter().map(|edge| classes.locate(edge.p, edge.q)).collect();
        classes.places.sort_unstable();
        classes.places.dedup();
        classes
    }

    /// After how many tilts every state is repeated.
    pub(crate) const fn period(&self) -> u64 {
        self.moduli.lcm()
    }

    /// The offset of two slots and their place on its orbit: the time since the slots were at `(offset, 0)`.
    fn locate(&self, p: u64, q: u64) -> (u64, u64) {
        let gcd = self.moduli.gcd();
        let offset = sub_mod(p % gcd, q % gcd, gcd);
        let shifted = sub_mod(p, offset, self.circumference);
        (offset, self.moduli.solve(shifted, q).expect("the slots differ by the offset"))
    }

    /// The next and the last time, modulo the period, at which tiles now in two slots touch.
    pub(crate) fn times(&self, p: u64, q: u64) -> Option<[u64; 2]> {
        let (offset, here) = self.locate(p, q);
        let from = self.places.partition_point(|&(other, _)| other < offset);
        let to = self.places.partition_point(|&(other, _)| other <= offset);
        let class = &self.places[from..to];
        let (first, last) = (class.first()?, class.last()?);
        let next = class.partition_point(|&(_, place)| place < here);
        let after = class.get(next).unwrap_or(first).1;
        let before = next.checked_sub(1).map_or(last, |at| &class[at]).1;
        Some([after, before].map(|place| sub_mod(place, here, self.period())))
    }
}
