//! Known counts: `data/census.json`, made by an independent program (sorted layers) and a naive one with exact
//! fractions, where published figures exist in agreement with them; and the bounds of the counting paper.

use std::collections::BTreeMap;

use redouble_core::{Shape, Tile};
use redouble_states::{BoardCounts, Bounds, Census, Count, Options, Variant, VariantError, count};
use serde_json::Value;

fn truth() -> Value {
    serde_json::from_str(include_str!("data/census.json")).unwrap()
}

fn census(shape: Shape, goal: Option<Tile>, unfolded: bool) -> Census {
    let options = Options { unfolded, ..Options::default() };
    count(Variant::new(shape, goal).unwrap(), &options, &()).unwrap()
}

#[test]
fn whole_games() {
    // 3x3 has 41 million states: only its total, and only with --ignored.
    for name in ["2x2", "2x3", "2x4"] {
        whole_game(name);
    }
}

#[test]
#[ignore = "41 million states"]
fn whole_game_on_3x3() {
    whole_game("3x3");
}

fn whole_game(name: &str) {
    let game = &truth()["full_games"][name];
    let number = |key: &str| game[key].as_u64().unwrap();
    let layers = game["layers"].as_array();
    let census = census(name.parse().unwrap(), None, layers.is_some());
    let expected = BoardCounts {
        states: number("nonterminal"),
        losing: number("terminal"),
        afterstates: number("afterstates"),
    };
    assert_eq!(census.total(), expected, "{name}");
    assert_eq!(census.layers.last().unwrap().sum, number("max_sum"), "{name}");
    for row in layers.into_iter().flatten() {
        let row: Vec<u64> = row.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        let [sum, max, states, losing, free_states, free_losing, afterstates, free_afterstates] = row[..]
        else {
            panic!("eight columns");
        };
        let layer = census.layers.iter().find(|layer| layer.sum == sum).unwrap();
        assert_eq!(
            layer.folded.of(max as u8),
            BoardCounts { states, losing, afterstates },
            "{name} {sum} {max}"
        );
        let free = BoardCounts { states: free_states, losing: free_losing, afterstates: free_afterstates };
        assert_eq!(layer.unfolded.unwrap().of(max as u8), free, "{name} {sum} {max}, unfolded");
    }
}

#[test]
fn games_to_a_goal() {
    for game in truth()["goal_games"].as_array().unwrap() {
        let number = |key: &str| game[key].as_u64().unwrap();
        let shape = Shape::new(number("rows") as usize, number("cols") as usize).unwrap();
        let goal = Tile::from_value(number("target")).unwrap();
        // 2x2 to 64 is listed as the whole game, since no game gets there; here it is an error.
        if Variant::new(shape, Some(goal)).is_err() || (shape.cells() == 9 && goal.value() == 1024) {
            continue;
        }
        let total = census(shape, Some(goal), false).total();
        assert_eq!(
            (total.states, total.losing),
            (number("nonterminal"), number("lose_boards")),
            "{shape} to {goal}"
        );
    }
}

/// States of 4x4 to 64 whose largest tile is 32, by tile sum.
fn published_4x4_to_64() -> BTreeMap<u64, u64> {
    let lines = include_str!("data/4x4-to-64.csv").lines().filter(|line| !line.starts_with('#')).skip(1);
    let row = |line: &str| {
        let (sum, states) = line.split_once(',').unwrap();
        (sum.parse().unwrap(), states.parse().unwrap())
    };
    lines.map(row).collect()
}

/// The game to 64 takes minutes; its first layers, up to half a million states each, do not.
#[test]
fn the_first_layers_of_4x4_to_64() {
    let published = published_4x4_to_64();
    assert_eq!(published.values().sum::<u64>() + 1_566_798_892, 40_652_843_433);
    let variant = Variant::new(Shape::new(4, 4).unwrap(), Tile::from_value(64)).unwrap();
    let mut count = Count::new(variant, &Options::default()).unwrap();
    let first: Vec<_> = (0..25).map(|_| count.next_layer(&()).unwrap().unwrap()).collect();
    assert_eq!(first.last().map(|layer| layer.sum), Some(52));
    for layer in first {
        let expected = published.get(&layer.sum).copied().unwrap_or(0);
        assert_eq!(layer.folded.of(5).states, expected, "tile sum {}", layer.sum);
    }
}

/// Every row of the paper's table, baseline and layer reachability.
#[test]
fn bounds_of_the_paper() {
    let rows: [(u64, [[u64; 2]; 3]); 9] = [
        (8, [[73, 73], [19_665, 19_665], [43_046_689, 43_046_689]]),
        (16, [[233, 233], [261_615, 261_615], [4_294_901_729, 4_294_901_729]]),
        (32, [[537, 529], [1_933_425, 1_933_407], [152_544_843_873, 152_544_843_841]]),
        (64, [[1_033, 905], [9_815_535, 9_814_437], [2_816_814_940_129, 2_816_814_934_817]]),
        (128, [[1_769, 905], [38_400_465, 38_369_571], [33_080_342_678_945, 33_080_342_314_753]]),
        (256, [[2_793, 905], [124_140_015, 123_560_373], [278_653_866_803_169, 278_653_849_430_401]]),
        (512, [[4_153, 905], [347_066_865, 339_166_485], [1_819_787_258_282_209, 1_819_786_604_950_209]]),
        (1024, [[5_897, 905], [865_782_255, 786_513_819], [9_718_525_023_289_313, 9_718_504_608_259_073]]),
        (
            2048,
            [[8_073, 905], [1_970_527_185, 1_400_665_575], [44_096_709_674_720_289, 44_096_167_159_459_777]],
        ),
    ];
    for (goal, bounds) in rows {
        for (side, [baseline, layered]) in (2..).zip(bounds) {
            let found = Bounds::new(Shape::new(side, side).unwrap(), Tile::from_value(goal).unwrap());
            assert_eq!(
                found,
                Bounds { baseline: baseline.into(), layered: layered.into() },
                "{side}, {goal}"
            );
        }
    }
}

#[test]
fn games_that_cannot_be_counted() {
    let new = |shape: &str, goal: Option<u64>| {
        Variant::new(shape.parse().unwrap(), goal.map(|goal| Tile::from_value(goal).unwrap()))
    };
    assert!(matches!(new("2x2", Some(64)), Err(VariantError::GoalOutOfReach { .. })));
    assert!(matches!(new("3x3", Some(4)), Err(VariantError::GoalTooSmall(_))));
    assert!(matches!(new("5x5", Some(8)), Err(VariantError::TooManyCells(_))));
    assert!(matches!(new("4x4", None), Err(VariantError::NeedsGoal(_))));
    assert!(new("2x7", None).is_ok());
}
