//! Speed of the rules: `cargo bench -p redouble-core`.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use redouble_core::{Board, Direction, Grid, Packed4x4, Position, Random, Rules};

/// Boards as they occur: every position of random games, in the order played.
fn positions(count: usize) -> Vec<Packed4x4> {
    let mut boards = Vec::with_capacity(count);
    for game in 0.. {
        let mut random = Random::for_game(2048, game);
        play(&mut random, |board| boards.push(board));
        if boards.len() >= count {
            boards.truncate(count);
            return boards;
        }
    }
    unreachable!("the games go on until there are enough positions")
}

/// One random game through the public interface; returns its score. Directions are drawn until one is legal, as
/// `redouble bench` does: cheaper than asking for the legal ones first (27.5 against 36.8 million moves a second).
fn play(random: &mut Random, mut visit: impl FnMut(Packed4x4)) -> u64 {
    let four_chance = Rules::default().four_chance;
    let mut position = Position::start_on(Packed4x4::EMPTY, four_chance, random);
    let mut score = 0;
    visit(position.board());
    loop {
        let direction = Direction::ALL[random.below(4) as usize];
        if let Some(slide) = position.slide(direction) {
            score += slide.gained;
            position = slide.after.spawn_random(four_chance, random);
            visit(position.board());
        } else if position.is_over() {
            return score;
        }
    }
}

fn random_games(c: &mut Criterion) {
    const GAMES: u64 = 1_000;
    let mut moves = 0;
    for game in 0..GAMES {
        play(&mut Random::for_game(1, game), |_| moves += 1);
    }
    let mut group = c.benchmark_group("random_games");
    group.throughput(Throughput::Elements(moves - GAMES));
    group.bench_function("packed_4x4", |b| {
        b.iter(|| (0..GAMES).map(|game| play(&mut Random::for_game(1, game), |_| ())).sum::<u64>());
    });
}

/// One operation over 4096 boards, packed and exact.
fn over_boards<T>(c: &mut Criterion, name: &str, packed: fn(Packed4x4) -> T, exact: fn(Board) -> T) {
    let boards = positions(4_096);
    let exact_boards: Vec<Board> = boards.iter().map(|&board| board.into()).collect();
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("packed_4x4", |b| {
        b.iter(|| boards.iter().for_each(|&board| drop(black_box(packed(black_box(board))))));
    });
    group.bench_function("exact_4x4", |b| {
        b.iter(|| exact_boards.iter().for_each(|&board| drop(black_box(exact(black_box(board))))));
    });
}

fn four_slides<B: Grid>(board: B) -> u64 {
    let slides = Direction::ALL.into_iter().filter_map(|direction| board.slid(direction));
    slides.map(|(slid, gained)| gained + u64::from(slid == board)).sum()
}

fn operations(c: &mut Criterion) {
    over_boards(c, "four_slides", four_slides, four_slides);
    over_boards(c, "legal", |board| board.legal().bits(), |board| board.legal().bits());
    over_boards(
        c,
        "canonical",
        |board| board.canonical().bits(),
        |board| board.canonical().count_empty() as u64,
    );
    over_boards(c, "count_empty", Grid::count_empty, Grid::count_empty);
}

criterion_group!(benches, random_games, operations);
criterion_main!(benches);
