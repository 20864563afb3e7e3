//! At which offsets the rings of a diagram touch.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use crate::arithmetic::{gcd, sub_mod};
use crate::{Axis, RingSlot, Rings, Square, YoungDiagram};

/// A pair of rings, the one with the smaller number first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct RingPair(pub(crate) u32, pub(crate) u32);

/// Two touching slots, of the first and of the second ring of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) p: u64,
    pub(crate) q: u64,
}

/// How two rings touch: the differences of touching slots modulo the greatest common divisor of the
/// circumferences. Two tiles keep their own difference for ever, so these decide whether they can meet.
#[derive(Clone, Debug)]
pub(super) struct Touch {
    pub(super) modulus: u64,
    pub(super) offsets: HashSet<u64, Mix>,
}

/// All pairs of marked rings that touch.
///
/// There are up to `4 t` touching slots but far fewer different offsets, a few thousand on boards with a
/// million tiles.
#[derive(Clone, Debug)]
pub(super) struct Offsets {
    touches: HashMap<RingPair, Touch, Mix>,
}

impl Offsets {
    pub(super) fn of(shape: &YoungDiagram, rings: &Rings, marked: &[bool]) -> Self {
        let mut touches: HashMap<RingPair, Touch, Mix> = HashMap::default();
        for_each_edge(
            shape,
            rings,
            |ring| marked[ring as usize],
            |pair, edge| {
                let touch = touches.entry(pair).or_insert_with(|| {
                    let modulus = gcd(rings.circumference(pair.0), rings.circumference(pair.1));
                    Touch { modulus, offsets: HashSet::default() }
                });
                let modulus = touch.modulus;
                touch.offsets.insert(sub_mod(edge.p % modulus, edge.q % modulus, modulus));
            },
        );
        Self { touches }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (RingPair, &Touch)> {
        self.touches.iter().map(|(&pair, touch)| (pair, touch))
    }
}

/// Calls `visit` with all touching slots of wanted rings; slots of one ring in both orders.
pub(crate) fn for_each_edge(
    shape: &YoungDiagram,
    rings: &Rings,
    wanted: impl Fn(u32) -> bool,
    mut visit: impl FnMut(RingPair, Edge),
) {
    for cell in shape.iter() {
        let place = rings.place(shape, cell);
        let beside = [Square { x: cell.x + 1, ..cell }, Square { y: cell.y + 1, ..cell }];
        for next_cell in beside.into_iter().filter(|&beside| shape.contains(beside)) {
            let other = rings.place(shape, next_cell);
            for next in [Axis::Vertical, Axis::Horizontal] {
                let (one, two) = (rings.slot_at(place, next), rings.slot_at(other, next));
                if wanted(one.ring) && wanted(two.ring) {
                    visit_ordered(one, two, &mut visit);
                }
            }
        }
    }
}

fn visit_ordered(one: RingSlot, two: RingSlot, visit: &mut impl FnMut(RingPair, Edge)) {
    if one.ring <= two.ring {
        visit(RingPair(one.ring, two.ring), Edge { p: one.index, q: two.index });
    }
    if two.ring <= one.ring {
        visit(RingPair(two.ring, one.ring), Edge { p: two.index, q: one.index });
    }
}

/// A hash for small keys: multiply and fold. The standard one takes most of the time of [`Offsets::of`].
pub(crate) type Mix = BuildHasherDefault<Mixer>;

/// The state of [`Mix`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        let product = u128::from(self.0 ^ number ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        self.0 = (product ^ (product >> 64)) as u64;
    }
}
