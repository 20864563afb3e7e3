//! Counts that others have made, and those of a store.

use std::collections::BTreeMap;

use redouble_core::Tile;
use thiserror::Error;

use crate::{BoardCounts, Census, Variant};

/// The boards with one tile sum and one largest tile, as somebody else counted them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownGroup {
    /// The tile sum.
    pub sum: u64,
    /// The largest tile.
    pub tile: Tile,
    /// States.
    pub states: u64,
    /// Losing boards, if they were counted.
    pub losing: Option<u64>,
    /// Afterstates, if they were counted.
    pub afterstates: Option<u64>,
    /// How many states that are lost in one move were left out of `states`.
    pub left_out: LeftOut,
}

/// How many states that are lost in one move a count has left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// None.
    None,
    /// All of them; of boards lost in one move, reachable or not, there are at most so many where that is known.
    All {
        /// The bound.
        at_most: Option<u64>,
    },
}

/// How many groups were compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ComparedGroups {
    /// Groups that are equal.
    pub equal: u64,
    /// Groups within bounds, whose states lost in one move were not counted.
    pub bounded: u64,
    /// Groups that the store does not have: beyond its goal, or not counted yet.
    pub beyond: u64,
}

/// A group that was counted otherwise.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("tile sum {}, largest tile {}: {} states are known, the store has {}{}", known.sum, known.tile, known.states, found.states, lost(*lost_in_one))]
pub struct OtherCount {
    /// What is known.
    pub known: KnownGroup,
    /// What the store has.
    pub found: BoardCounts,
    /// Of the latter, those lost in one move, if they were counted.
    pub lost_in_one: Option<u64>,
}

fn lost(count: Option<u64>) -> String {
    count.map_or(String::new(), |count| format!(", of which {count} are lost in one move"))
}

/// Compares what a store has counted, as far as it has come, with what others have. `lost_in_one` are the states that are lost in one
/// move, by tile sum and exponent of the largest tile, where they were counted.
///
/// Tiles never shrink, so groups with a largest tile below the goals of two games are the same in both.
///
/// # Errors
/// The first group that differs.
pub fn compare(
    census: &Census,
    variant: Variant,
    known: &[KnownGroup],
    lost_in_one: &BTreeMap<(u64, u8), u64>,
) -> Result<ComparedGroups, OtherCount> {
    let last = census.layers.last().map_or(0, |layer| layer.sum);
    let mut compared = ComparedGroups::default();
    for &known in known {
        let exponent = known.tile.exponent();
        if exponent > variant.max_exponent() || known.sum > last {
            compared.beyond += 1;
            continue;
        }
        let layer = census.layers.iter().find(|layer| layer.sum == known.sum);
        let found = layer.map_or(BoardCounts::default(), |layer| layer.folded.of(exponent));
        let lost = lost_in_one.get(&(known.sum, exponent)).copied();
        match agrees(&known, found, lost) {
            Some(true) => compared.equal += 1,
            Some(false) => compared.bounded += 1,
            None => return Err(OtherCount { known, found, lost_in_one: lost }),
        }
    }
    Ok(compared)
}

/// Whether a group is equal, or at least within bounds; `None` if it is neither.
fn agrees(known: &KnownGroup, found: BoardCounts, lost_in_one: Option<u64>) -> Option<bool> {
    let same = |known: Option<u64>, found: u64| known.is_none_or(|known| known == found);
    if !same(known.losing, found.losing) || !same(known.afterstates, found.afterstates) {
        return None;
    }
    match (known.left_out, lost_in_one) {
        (LeftOut::None, _) => (known.states == found.states).then_some(true),
        (LeftOut::All { .. }, Some(lost)) => (known.states + lost == found.states).then_some(true),
        (LeftOut::All { at_most }, None) => {
            let most = at_most.map_or(u64::MAX, |most| known.states + most);
            (known.states..=most).contains(&found.states).then_some(false)
        }
    }
}

#[cfg(test)]
mod tests {
    use redouble_core::Shape;

    use super::*;
    use crate::{Options, count};

    fn known(states: u64, left_out: LeftOut) -> KnownGroup {
        let tile = Tile::new(4).unwrap();
        KnownGroup { sum: 28, tile, states, losing: None, afterstates: None, left_out }
    }

    /// 3x3 to 32 inside 3x3 to 64, and every kind of difference.
    #[test]
    fn groups_are_the_same_in_longer_games_and_differences_are_found() {
        let game = |goal| Variant::new(Shape::new(3, 3).unwrap(), Tile::from_value(goal)).unwrap();
        let of = |goal| count(game(goal), &Options::default(), &()).unwrap();
        let (shorter, longer) = (of(32), of(64));
        let groups = shorter.layers.iter().flat_map(|layer| {
            layer.folded.iter().map(|(tile, counts)| KnownGroup {
                sum: layer.sum,
                tile,
                states: counts.states,
                losing: Some(counts.losing),
                afterstates: Some(counts.afterstates),
                left_out: LeftOut::None,
            })
        });
        let groups: Vec<KnownGroup> = groups.collect();
        let compared = |known: &[KnownGroup]| compare(&longer, game(64), known, &BTreeMap::new());
        assert_eq!(compared(&groups).unwrap().equal, groups.len() as u64);
        for field in 0..3 {
            let mut wrong = groups.clone();
            let group = &mut wrong[17];
            match field {
                0 => group.states += 1,
                1 => group.losing = group.losing.map(|losing| losing + 1),
                _ => group.afterstates = group.afterstates.map(|afterstates| afterstates + 1),
            }
            assert_eq!(compared(&wrong).unwrap_err().known, wrong[17]);
        }
        let beyond = KnownGroup { tile: Tile::new(9).unwrap(), ..groups[3] };
        assert_eq!(compared(&[beyond]).unwrap().beyond, 1);
    }

    #[test]
    fn what_was_left_out_is_added_or_bounded() {
        let found = BoardCounts { states: 100, ..BoardCounts::default() };
        let all = |at_most| LeftOut::All { at_most };
        assert_eq!(agrees(&known(100, LeftOut::None), found, None), Some(true));
        assert_eq!(agrees(&known(99, LeftOut::None), found, Some(1)), None);
        assert_eq!(agrees(&known(97, all(Some(4))), found, Some(3)), Some(true));
        assert_eq!(agrees(&known(97, all(Some(4))), found, Some(2)), None);
        assert_eq!(agrees(&known(97, all(Some(4))), found, None), Some(false));
        assert_eq!(agrees(&known(95, all(Some(4))), found, None), None);
        assert_eq!(agrees(&known(1, all(None)), found, None), Some(false));
        assert_eq!(agrees(&known(101, all(None)), found, None), None);
    }
}
