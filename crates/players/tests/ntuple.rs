//! Looking ahead with a network: the fast search and the plainest there is.

use std::path::PathBuf;
use std::sync::LazyLock;

use redouble_core::{Afterstate, Board, Direction, Game, Grid, Position, Rules, Shape};
use redouble_kernels::Cpu;
use redouble_players::{Budget, Catalog, Learner, Network, Recipe, Tuples, Values};

/// A network that has learned a little, and the file it is in.
static NETWORK: LazyLock<(Network, PathBuf)> = LazyLock::new(|| {
    let tuples = Tuples::parse("01234,0145,1256", Shape::CLASSIC).unwrap();
    let mut learner = Learner::new(Recipe::new(tuples), Cpu::detect()).unwrap();
    while learner.games() < 300 {
        learner.round(300 - learner.games(), &()).unwrap();
    }
    let network = learner.network(1).unwrap();
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("search.net");
    std::fs::write(&path, network.to_bytes()).unwrap();
    (network, path)
});

fn values(options: &str, boards: &[Board]) -> Vec<Values> {
    let spec = format!("ntuple:net={},{options}", NETWORK.1.display());
    let mut player = Catalog::default().build(&spec.parse().unwrap(), Rules::default(), &()).unwrap();
    let value = |board: &Board| player.decide(Position::new(*board), &Budget::default()).unwrap().values;
    boards.iter().map(value).collect()
}

/// Boards of one game of the network, from wide to crowded ones; neighbours too, so that tables are full of what is near.
fn boards() -> Vec<Board> {
    let mut game = Game::new(Rules::default(), 5);
    let mut boards = Vec::new();
    while !game.is_over() {
        let board = game.position().board();
        if game.turns().len() % 25 < 2 {
            boards.push(board);
        }
        let choice = values("depth=1", &[board])[0].best().unwrap();
        game.play(choice);
    }
    boards.truncate(40);
    boards
}

/// The value of a position beyond its level, cell by cell on exact boards; the end of a game costs its level. Behind a 4 one move less deep if `short`.
fn plain(board: Board, depth: u32, short: bool) -> Option<f64> {
    let slides = Direction::ALL.into_iter().filter_map(|direction| Position::new(board).slide(direction));
    slides
        .map(|slide| slide.gained as f64 + plain_after(slide.after.board(), depth - 1, short))
        .reduce(f64::max)
}

fn plain_after(after: Board, depth: u32, short: bool) -> f64 {
    if depth == 0 {
        return NETWORK.0.advantage(after);
    }
    let positions = Afterstate::new(after).unwrap().positions();
    let mean = positions.map(|(spawn, position)| {
        let probability = Rules::default().four_chance.of(spawn.tile) / after.count_empty() as f64;
        let less = u32::from(short && spawn.tile.value() == 4 && depth > 1);
        let value = plain(position.board(), depth - less, short);
        probability * value.unwrap_or_else(|| -NETWORK.0.level(position.board()))
    });
    mean.sum()
}

#[test]
fn the_search_equals_the_plain_one() {
    let boards = boards();
    for (options, depth, short) in
        [("depth=1", 1, false), ("depth=2", 2, false), ("depth=3", 3, true), ("depth=3,fours=full", 3, false)]
    {
        let few = &boards[..if depth == 3 { 6 } else { boards.len() }];
        for (board, found) in few.iter().zip(values(options, few)) {
            let (found, expected) =
                (found.max().unwrap(), NETWORK.0.level(*board) + plain(*board, depth, short).unwrap());
            assert!(
                (found - expected).abs() <= 1e-9 * expected.abs(),
                "{options} {board}: {found} {expected}"
            );
        }
    }
}

#[test]
fn tables_change_nothing_at_all() {
    let boards = boards();
    for options in ["depth=1", "depth=2", "depth=3", "depth=3,fours=full", "depth=3,cut=0.01"] {
        let without = values(&format!("{options},table=off"), &boards);
        assert_eq!(values(options, &boards), without, "{options}");
    }
}

#[test]
fn unknown_ways_to_treat_a_four_are_refused() {
    let error = |spec: &str| {
        Catalog::default().build(&spec.parse().unwrap(), Rules::default(), &()).err().unwrap().to_string()
    };
    let spec = format!("ntuple:net={},fours=never", NETWORK.1.display());
    assert!(error(&spec).contains("short or full"), "{}", error(&spec));
}
