//! The speed of the library on boards from 10^5 to 10^8 tiles: `cargo bench -p redouble-tilt`.
//!
//! Times per tile appear as `elem/s`; equal rates from one size to the next are a linear slope. A filter runs a
//! part: `cargo bench -p redouble-tilt -- pair`.
//!
//! Times are CPU time of the measuring thread, so that other programs on the machine count as little as possible.

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use redouble_tilt::{
    Axis, Configuration, CycleType, Cycles, Direction, Drawing, Landing, MeetingIndex, Pattern, Rings, Size,
    Square, YoungDiagram, any_meet, paper, reachable, shortest_meeting, shortest_meeting_on_rings,
    single_cycle,
};
use rustix::time::{ClockId, clock_gettime};

/// The CPU time of the thread.
struct CpuTime;

impl CpuTime {
    fn now() -> Duration {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
}

impl Measurement for CpuTime {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        Self::now()
    }

    fn end(&self, start: Duration) -> Duration {
        Self::now() - start
    }

    fn add(&self, one: &Duration, two: &Duration) -> Duration {
        *one + *two
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        WallTime.to_f64(value)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

/// SplitMix64: every run measures the same boards.
fn random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The side of a square board that holds about `tiles` tiles when every second square is full.
fn side(tiles: f64) -> u64 {
    (2.0 * tiles).sqrt() as u64
}

/// A board on which every second square is full.
fn random_pattern(tiles: f64) -> Pattern {
    let (mut seed, side) = (1, side(tiles));
    let size = Size::new(side, side).expect("a board");
    Pattern::of(
        size,
        (0..size.area()).filter(|_| random(&mut seed) >> 63 == 1).map(|index| size.square(index)),
    )
}

/// The diagram of such a board, without the board: column heights have a binomial distribution.
fn random_shape(tiles: f64) -> YoungDiagram {
    let (mut seed, side) = (2, side(tiles));
    let mut height = || {
        let words: u64 = (0..side / 64).map(|_| u64::from(random(&mut seed).count_ones())).sum();
        words as u32 + (random(&mut seed) & ((1 << (side % 64)) - 1)).count_ones()
    };
    YoungDiagram::from_column_counts(&(0..side).map(|_| height()).collect::<Vec<_>>())
}

fn marks(pattern: &Pattern, count: usize) -> Vec<Square> {
    let mut seed = 3;
    let squares: Vec<Square> = pattern.squares().collect();
    let mut chosen: Vec<Square> = Vec::new();
    while chosen.len() < count {
        chosen.extend((chosen.len()..count).map(|_| squares[random(&mut seed) as usize % squares.len()]));
        chosen.sort_unstable();
        chosen.dedup();
    }
    chosen
}

fn cycle_types(c: &mut Criterion<CpuTime>) {
    let mut group = c.benchmark_group("cycle_type");
    group.sample_size(10).measurement_time(Duration::from_secs(3)).warm_up_time(Duration::from_millis(500));
    for (name, tiles) in [("1e6", 1e6), ("1e7", 1e7), ("1e8", 1e8)] {
        let shape = random_shape(tiles);
        group.throughput(Throughput::Elements(shape.cells() as u64));
        group.bench_function(BenchmarkId::new("random", name), |b| {
            b.iter(|| CycleType::of(black_box(&shape)));
        });
    }
    for (name, side) in [("1e6", 1002), ("1e7", 3164)] {
        let shape =
            Landing::new(&single_cycle(side, side).expect("a board"), Axis::Vertical, &[]).shape().clone();
        group.throughput(Throughput::Elements(shape.cells() as u64));
        group.bench_function(BenchmarkId::new("single_cycle", name), |b| {
            b.iter(|| CycleType::of(black_box(&shape)));
        });
    }
    let shape = random_shape(1e7);
    group.throughput(Throughput::Elements(shape.cells() as u64));
    group.bench_function("cell_by_cell/1e7", |b| b.iter(|| Cycles::of(black_box(&shape))));
    group.bench_function("rings/1e7", |b| b.iter(|| Rings::of(black_box(&shape))));
    group.finish();
}

fn pairs(c: &mut Criterion<CpuTime>) {
    let mut group = c.benchmark_group("pair");
    group.sample_size(10).measurement_time(Duration::from_secs(3)).warm_up_time(Duration::from_millis(500));
    for (name, tiles) in [("1e5", 1e5), ("1e6", 1e6), ("1e7", 1e7)] {
        let pattern = random_pattern(tiles);
        let text = Drawing::new(pattern.clone(), marks(&pattern, 2)).to_string();
        group.throughput(Throughput::Elements(pattern.tiles() as u64));
        group.bench_function(BenchmarkId::new("random_from_text", name), |b| b.iter(|| from_text(&text)));
        if tiles < 1e6 {
            let start = Configuration::of(&pattern);
            let tiles = [7, start.tiles().len() / 2];
            group.bench_function(BenchmarkId::new("paper", name), |b| {
                b.iter(|| paper::shortest_pair(black_box(&start), tiles));
            });
        }
    }
    for (name, tiles) in [("1e5", 1e5), ("1e6", 1e6)] {
        let index = MeetingIndex::of(&random_pattern(tiles));
        group.throughput(Throughput::Elements(1));
        let mut seed = 4;
        let mut tile = move || random(&mut seed) as usize % (tiles * 0.9) as usize;
        group.bench_function(BenchmarkId::new("index_query", name), |b| {
            b.iter(|| index.shortest(tile(), tile()));
        });
    }
    let pattern = single_cycle(1002, 1002).expect("a board");
    let text = Drawing::new(pattern.clone(), marks(&pattern, 2)).to_string();
    group.throughput(Throughput::Elements(pattern.tiles() as u64));
    group.bench_function("single_cycle_from_text/1e6", |b| b.iter(|| from_text(&text)));
    group.finish();
}

fn from_text(text: &str) -> bool {
    let drawing: Drawing = black_box(text).parse().expect("a board");
    shortest_meeting(drawing.pattern(), drawing.marked()).expect("two marks").meeting().is_some()
}

/// A full board: its marks never move, so a decision has to exclude every touching pair of rings.
fn never(side: u64, count: usize) -> (Pattern, Vec<Square>) {
    let size = Size::new(side, side).expect("a board");
    let pattern = Pattern::of(size, (0..size.area()).map(|index| size.square(index)));
    let checkered = pattern.squares().filter(|square| (square.x + square.y).is_multiple_of(2)).take(count);
    let marks = checkered.collect();
    (pattern, marks)
}

/// Tiles of a single cycle no two of which ever meet, chosen one by one: the worst case of the paper's algorithm,
/// which must look at all marks for every pair of touching squares.
fn apart(side: u64, candidates: usize) -> (Pattern, Vec<Square>) {
    let pattern = single_cycle(side, side).expect("a board");
    let mut chosen: Vec<Square> = Vec::new();
    for candidate in marks(&pattern, candidates) {
        chosen.push(candidate);
        if any_meet(&pattern, &chosen) == Ok(true) {
            chosen.pop();
        }
    }
    (pattern, chosen)
}

fn set_apart(c: &mut Criterion<CpuTime>) {
    let mut group = c.benchmark_group("apart");
    group.sample_size(10).measurement_time(Duration::from_secs(4)).warm_up_time(Duration::from_millis(500));
    for (name, side, candidates) in [("3e2", 18, 150), ("6e2", 26, 200), ("1e6", 1002, 100)] {
        let (pattern, marks) = apart(side, candidates);
        let name = format!("{name}/{}", marks.len());
        group.bench_function(BenchmarkId::new("decide", &name), |b| b.iter(|| any_meet(&pattern, &marks)));
        // The paper's algorithm takes minutes on larger boards.
        if pattern.tiles() < 1000 {
            let start = Configuration::of(&pattern);
            let tile = |mark| start.tiles().iter().position(|square| square == mark);
            let tiles: Vec<usize> = marks.iter().filter_map(tile).collect();
            group.bench_function(BenchmarkId::new("paper", &name), |b| {
                b.iter(|| paper::any_meet(&start, &tiles));
            });
        }
    }
    group.finish();
}

fn sets(c: &mut Criterion<CpuTime>) {
    let mut group = c.benchmark_group("set");
    group.sample_size(10).measurement_time(Duration::from_secs(4)).warm_up_time(Duration::from_millis(500));
    let pattern = random_pattern(1e6);
    for count in [16, 1024, 65_536] {
        let marks = marks(&pattern, count);
        group
            .bench_function(BenchmarkId::new("decide/1e6", count), |b| b.iter(|| any_meet(&pattern, &marks)));
        group.bench_function(BenchmarkId::new("shortest/1e6", count), |b| {
            b.iter(|| shortest_meeting(&pattern, &marks));
        });
    }
    let (full, apart) = never(1000, 65_536);
    group.bench_function("decide_full_board/65536", |b| b.iter(|| any_meet(&full, &apart)));
    let small = random_pattern(1e5);
    let start = Configuration::of(&small);
    for count in [16, 256] {
        let chosen = marks(&small, count);
        let tiles: Vec<usize> =
            chosen.iter().filter_map(|mark| start.tiles().iter().position(|s| s == mark)).collect();
        group.bench_function(BenchmarkId::new("decide/1e5", count), |b| b.iter(|| any_meet(&small, &chosen)));
        group.bench_function(BenchmarkId::new("rings/1e5", count), |b| {
            b.iter(|| shortest_meeting_on_rings(&small, &chosen));
        });
        group.bench_function(BenchmarkId::new("paper/1e5", count), |b| {
            b.iter(|| paper::special_step_5(black_box(&start), &tiles));
        });
    }
    group.finish();
}

fn others(c: &mut Criterion<CpuTime>) {
    let mut group = c.benchmark_group("other");
    group.sample_size(10).measurement_time(Duration::from_secs(3)).warm_up_time(Duration::from_millis(500));
    let pattern = random_pattern(1e6);
    group.throughput(Throughput::Elements(pattern.tiles() as u64));
    let start = Configuration::of(&pattern);
    group.bench_function("tilt/1e6", |b| b.iter(|| black_box(&start).tilted(Direction::North)));
    group.bench_function("reachable/1e6", |b| b.iter(|| reachable(black_box(&pattern))));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(CpuTime);
    targets = cycle_types, pairs, sets, set_apart, others
}
criterion_main!(benches);
