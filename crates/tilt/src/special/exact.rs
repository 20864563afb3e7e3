//! The earliest meeting of marks on rings, exactly.
//!
//! The paper's step 5* keeps one special tile for each residue and so can miss the nearest one. Two ways that
//! miss nothing, of which each pair of rings takes the cheaper:
//!
//! * **by pairs** (`s_i s_j log`): the states of two rings with the same offset form one closed orbit; put the
//!   touching slots of that offset on it, sorted, and look up the next and the last one for each pair of marks;
//! * **by edges** (`e_ij min(s_i, s_j) log`): for a touching slot and a mark of one ring, the marks of the other
//!   that can arrive there at the same time lie on one arithmetic progression; sorted by their rank on it, the
//!   nearest is found by one search.

use std::collections::{HashMap, HashSet};

use super::classes::Classes;
use super::decision::{Special, Specials, pair_meets};
use super::offsets::{Edge, Mix, RingPair, for_each_edge};
use super::{Tables, Walk};
use crate::arithmetic::{gcd, inverse, sub_mod};
use crate::component::Track;
use crate::meeting::Event;
use crate::{Square, YoungDiagram};

/// The earliest meeting of two marks of a walk that takes fewer than `bound` tilts.
pub(super) fn first_meeting(
    shape: &YoungDiagram,
    tables: &Tables,
    specials: &Specials,
    walk: &Walk<'_>,
    bound: u64,
) -> Option<Event> {
    let mut best = Best { bound, found: None };
    for (pair, edges) in edges_of_meeting_pairs(shape, tables, specials) {
        let circumferences = [pair.0, pair.1].map(|ring| tables.rings.circumference(ring));
        let (one, two) = (specials.on(pair.0), specials.on(pair.1));
        if one.len().max(two.len()) <= edges.len() {
            by_pairs(circumferences, one, two, &edges, &mut best);
        } else if one.len() <= two.len() {
            by_edges(circumferences, one, two, &edges, &mut best);
        } else {
            let swapped: Vec<Edge> = edges.iter().map(|edge| Edge { p: edge.q, q: edge.p }).collect();
            by_edges([circumferences[1], circumferences[0]], two, one, &swapped, &mut best);
        }
    }
    best.found.map(|(time, marks)| {
        let cells = marks.map(|mark| cell_at(shape, walk.cells[mark], time));
        Event { time, marks, cells }
    })
}

/// The nearest meeting so far.
struct Best {
    /// Only meetings with fewer tilts are of interest.
    bound: u64,
    found: Option<(i64, [usize; 2])>,
}

impl Best {
    /// Offers a time modulo a period.
    fn offer(&mut self, time: u64, period: u64, marks: [usize; 2]) {
        let (forward, backward) = (time + 2, period - time + 1);
        if forward.min(backward) < self.bound {
            self.bound = forward.min(backward);
            let time = if forward <= backward { time as i64 } else { -((period - time) as i64) };
            self.found = Some((time, marks));
        }
    }
}

/// The touching slots of those pairs of rings on which some marks meet.
fn edges_of_meeting_pairs(
    shape: &YoungDiagram,
    tables: &Tables,
    specials: &Specials,
) -> HashMap<RingPair, Vec<Edge>, Mix> {
    let meets = |&(pair, touch): &(RingPair, _)| pair_meets(specials, pair, touch);
    let mut edges: HashMap<RingPair, Vec<Edge>, Mix> =
        tables.offsets.iter().filter(meets).map(|(pair, _)| (pair, Vec::new())).collect();
    let rings: HashSet<u32, Mix> = edges.keys().flat_map(|pair| [pair.0, pair.1]).collect();
    for_each_edge(
        shape,
        &tables.rings,
        |ring| rings.contains(&ring),
        |pair, edge| {
            if let Some(list) = edges.get_mut(&pair) {
                list.push(edge);
            }
        },
    );
    edges
}

fn by_pairs(circumferences: [u64; 2], one: &[Special], two: &[Special], edges: &[Edge], best: &mut Best) {
    let classes = Classes::new(circumferences, edges);
    for a in one {
        for b in two.iter().filter(|b| b.mark != a.mark) {
            let times = classes.times(a.index, b.index).into_iter().flatten();
            times.for_each(|time| best.offer(time, classes.period(), [a.mark, b.mark]));
        }
    }
}

/// Marks of the second ring sorted by their offset class and their rank on the progression with step `c1`.
struct Ranked {
    circumferences: [u64; 2],
    gcd: u64,
    inverse: u64,
    sorted: Vec<(u64, u64, usize)>,
}

impl Ranked {
    fn new(circumferences: [u64; 2], specials: &[Special]) -> Self {
        let gcd = gcd(circumferences[0], circumferences[1]);
        let inverse = inverse(circumferences[0] / gcd, circumferences[1] / gcd);
        let mut ranked = Self { circumferences, gcd, inverse, sorted: Vec::new() };
        ranked.sorted = specials
            .iter()
            .map(|special| (special.index % gcd, ranked.rank(special.index), special.mark))
            .collect();
        ranked.sorted.sort_unstable();
        ranked
    }

    /// How many ranks a class has.
    const fn ranks(&self) -> u64 {
        self.circumferences[1] / self.gcd
    }

    fn rank(&self, index: u64) -> u64 {
        (u128::from(index / self.gcd) * u128::from(self.inverse) % u128::from(self.ranks())) as u64
    }

    /// The fewest and the most rounds of the first ring after which a mark of the second is at slot `w`, each
    /// with the mark.
    fn rounds(&self, w: u64) -> Option<[(u64, usize); 2]> {
        let (class, rank) = (w % self.gcd, self.rank(w));
        let from = self.sorted.partition_point(|&(other, ..)| other < class);
        let to = self.sorted.partition_point(|&(other, ..)| other <= class);
        let marks = &self.sorted[from..to];
        let after = marks.partition_point(|&(_, other, _)| other <= rank);
        let last = after.checked_sub(1).map_or(marks.last(), |at| marks.get(at))?;
        let next = marks.get(after).or(marks.first())?;
        Some([last, next].map(|&(_, other, mark)| (sub_mod(rank, other, self.ranks()), mark)))
    }
}

fn by_edges(circumferences: [u64; 2], one: &[Special], two: &[Special], edges: &[Edge], best: &mut Best) {
    let ranked = Ranked::new(circumferences, two);
    let [c1, c2] = circumferences;
    let period = c1 / ranked.gcd * c2;
    for edge in edges {
        for a in one {
            let x = sub_mod(edge.p, a.index, c1);
            if (x + 2).min(c1 - x + 1) >= best.bound {
                continue;
            }
            let w = sub_mod(edge.q, x % c2, c2);
            for (rounds, mark) in ranked.rounds(w).into_iter().flatten().filter(|&(_, mark)| mark != a.mark) {
                best.offer(x + c1 * rounds, period, [a.mark, mark]);
            }
        }
    }
}

/// The cell of a tile some time after it was in `cell` at time 0.
fn cell_at(shape: &YoungDiagram, cell: Square, time: i64) -> Square {
    let track = Track::through(shape, cell);
    let (mut start, mut end) = (0, cell);
    track.for_each(shape, |at, position| {
        if at == cell {
            start = position;
        }
    });
    let position = track.component.position_after(start, time);
    track.for_each(shape, |at, other| {
        if other == position {
            end = at;
        }
    });
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn specials(indices: &[u64], first_mark: usize) -> Vec<Special> {
        indices.iter().zip(first_mark..).map(|(&index, mark)| Special { ring: 0, index, mark }).collect()
    }

    /// Both ways and trial on two rings with marks and touching slots in many places.
    #[test]
    fn both_ways_agree_with_trial() {
        for (c1, c2) in [(12u64, 18u64), (10, 6), (8, 8), (14, 4)] {
            for seed in 0..200u64 {
                let pick = |salt: u64, bound: u64| (seed * 7919 + salt * 104_729) / 13 % bound;
                let one = specials(&[pick(1, c1), (pick(1, c1) + 1 + pick(2, c1 - 1)) % c1], 0);
                let two = specials(&[pick(3, c2), (pick(3, c2) + 1 + pick(4, c2 - 1)) % c2], 2);
                let edges = [5, 6, 7].map(|salt| Edge { p: pick(salt, c1), q: pick(salt + 9, c2) });
                let period = c1 / gcd(c1, c2) * c2;
                let mut trial = Best { bound: u64::MAX, found: None };
                for (time, edge) in (0..period).flat_map(|time| edges.iter().map(move |edge| (time, edge))) {
                    for (a, b) in one.iter().flat_map(|a| two.iter().map(move |b| (a, b))) {
                        if (a.index + time) % c1 == edge.p && (b.index + time) % c2 == edge.q {
                            trial.offer(time, period, [a.mark, b.mark]);
                        }
                    }
                }
                let [mut pairs, mut forth, mut back] = [0; 3].map(|_| Best { bound: u64::MAX, found: None });
                by_pairs([c1, c2], &one, &two, &edges, &mut pairs);
                by_edges([c1, c2], &one, &two, &edges, &mut forth);
                by_edges([c2, c1], &two, &one, &edges.map(|e| Edge { p: e.q, q: e.p }), &mut back);
                assert_eq!([pairs.bound, forth.bound, back.bound], [trial.bound; 3], "{c1} {c2} {seed}");
            }
        }
    }
}
