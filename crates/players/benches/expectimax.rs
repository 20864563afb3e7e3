//! Speed of expectimax: `cargo bench -p redouble-players`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use redouble_core::{Game, Position, Rules};
use redouble_players::{Budget, Catalog, Player};

fn player(spec: &str) -> Box<dyn Player> {
    Catalog::default().build(&spec.parse().unwrap(), Rules::default(), &()).unwrap()
}

/// Positions as the player itself meets them: every 20th of one game.
fn positions() -> Vec<Position> {
    let (mut player, mut game) = (player("expectimax:depth=2"), Game::new(Rules::default(), 1));
    let mut positions = Vec::new();
    while !game.is_over() && positions.len() < 100 {
        if game.turns().len() % 20 == 0 {
            positions.push(game.position());
        }
        let decision = player.decide(game.position(), &Budget::default()).unwrap();
        game.play(decision.choice);
    }
    positions
}

fn decide_all(player: &mut dyn Player, positions: &[Position]) -> u64 {
    let nodes = |position: &Position| player.decide(*position, &Budget::default()).unwrap().nodes;
    positions.iter().map(nodes).sum()
}

/// Once counted in moves, once in nodes. The work of nneonneo/2048-ai at its depth limit 3 is four moves with a cut.
fn expectimax(c: &mut Criterion) {
    let positions = positions();
    for spec in ["expectimax:depth=2", "expectimax:depth=3", "expectimax:depth=4,cut=0.0001"] {
        let nodes = decide_all(&mut *player(spec), &positions);
        for (unit, count) in [("moves", positions.len() as u64), ("nodes", nodes)] {
            let mut group = c.benchmark_group(unit);
            group.throughput(Throughput::Elements(count)).sample_size(10);
            let mut player = player(spec);
            group.bench_function(spec, |b| b.iter(|| decide_all(&mut *player, &positions)));
        }
    }
}

criterion_group!(benches, expectimax);
criterion_main!(benches);
