//! Breadth-first search over whole configurations: the oracle for everything else.
//!
//! It knows nothing but tilts. Small boards only: the number of configurations grows exponentially.

use std::collections::HashSet;

use crate::{Configuration, Direction, Labelled, Square};

/// The number of tilts to the nearest configuration that satisfies `goal`, if there is one.
pub fn shortest(start: &Configuration, mut goal: impl FnMut(&Configuration) -> bool) -> Option<usize> {
    let mut found = None;
    explore(start, |configuration, depth| {
        found = goal(configuration).then_some(depth);
        found.is_some()
    });
    found
}

/// The number of tilts after which two of the given tiles are first adjacent.
#[must_use]
pub fn shortest_meeting(start: &Configuration, tiles: &[usize]) -> Option<usize> {
    shortest(start, |configuration| configuration.any_adjacent(tiles))
}

/// The number of tilts after which the labels first stand as in `target`.
#[must_use]
pub fn shortest_to(start: &Labelled, target: &Labelled) -> Option<usize> {
    let goal = target.grid();
    shortest(start.configuration(), |configuration| start.moved(configuration.clone()).grid() == goal)
}

/// The number of configurations that can be reached, the start included.
#[must_use]
pub fn reachable(start: &Configuration) -> usize {
    let mut count = 0;
    explore(start, |_, _| {
        count += 1;
        false
    });
    count
}

/// The number of different labelled boards that can be reached, the start included.
#[must_use]
pub fn reachable_labelled(start: &Labelled) -> usize {
    let mut grids = HashSet::new();
    explore(start.configuration(), |configuration, _| {
        grids.insert(start.moved(configuration.clone()).grid());
        false
    });
    grids.len()
}

/// All configurations in the order of their distance from the start, until `visit` returns true.
pub fn explore(start: &Configuration, mut visit: impl FnMut(&Configuration, usize) -> bool) {
    let mut seen: HashSet<Vec<Square>> = HashSet::new();
    let mut layer = vec![start.clone()];
    seen.insert(start.tiles().to_vec());
    for depth in 0.. {
        let mut next = Vec::new();
        for configuration in &layer {
            if visit(configuration, depth) {
                return;
            }
            for direction in Direction::ALL {
                let after = configuration.tilted(direction);
                if seen.insert(after.tiles().to_vec()) {
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            return;
        }
        layer = next;
    }
}
