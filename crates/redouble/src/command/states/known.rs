//! Counts of others in files: what `redouble states count --json` prints, and tables of groups.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, anyhow};
use redouble_core::Tile;
use redouble_states::{KnownGroup, LeftOut};
use serde::Deserialize;

/// A file of counts: one of the two. An untagged enum would not read the numbers that `by_max` has as keys.
#[derive(Deserialize)]
struct KnownFile {
    layers: Option<Vec<KnownLayer>>,
    groups: Option<Vec<Group>>,
}

/// A layer as `redouble states count --json` prints it, and records keep it.
#[derive(Deserialize)]
struct KnownLayer {
    sum: u64,
    by_max: BTreeMap<u64, u64>,
    losing_by_max: BTreeMap<u64, u64>,
    afterstates_by_max: BTreeMap<u64, u64>,
}

/// A group of a table that leaves out the states that are lost in one move.
#[derive(Deserialize)]
struct Group {
    sum: u64,
    max_value: u64,
    states: u64,
    /// Whether there is no such state.
    exact: bool,
    /// How many boards are lost in one move, reachable or not.
    lost_in_one_at_most: Option<u64>,
}

/// Reads the groups of a file.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<KnownGroup>> {
    let name = || path.display().to_string();
    let text = std::fs::read(path).with_context(name)?;
    match serde_json::from_slice(&text).with_context(name)? {
        KnownFile { layers: Some(layers), .. } => census(&layers),
        KnownFile { groups: Some(groups), .. } => groups.iter().map(group).collect(),
        _ => Err(anyhow!("neither `layers` as `redouble states count --json` prints them nor `groups`")),
    }
    .with_context(name)
}

fn tile(value: u64) -> anyhow::Result<Tile> {
    Tile::from_value(value).with_context(|| format!("{value} is no tile"))
}

/// All groups of a census up to its largest tile; what it does not name is not there.
fn census(layers: &[KnownLayer]) -> anyhow::Result<Vec<KnownGroup>> {
    let largest = layers.iter().filter_map(|layer| layer.by_max.keys().next_back()).max().copied();
    let largest = tile(largest.context("no layer has a state")?)?;
    let mut groups = Vec::new();
    for layer in layers {
        for tile in (1..=largest.exponent()).filter_map(Tile::new) {
            let of = |counts: &BTreeMap<u64, u64>| counts.get(&tile.value()).copied().unwrap_or(0);
            groups.push(KnownGroup {
                sum: layer.sum,
                tile,
                states: of(&layer.by_max),
                losing: Some(of(&layer.losing_by_max)),
                afterstates: Some(of(&layer.afterstates_by_max)),
                left_out: LeftOut::None,
            });
        }
    }
    Ok(groups)
}

fn group(group: &Group) -> anyhow::Result<KnownGroup> {
    let all = LeftOut::All { at_most: group.lost_in_one_at_most };
    let left_out = if group.exact { LeftOut::None } else { all };
    let tile = tile(group.max_value)?;
    Ok(KnownGroup { sum: group.sum, tile, states: group.states, losing: None, afterstates: None, left_out })
}
