//! Small games with every engine, and the two kernels of the tensor engine.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use redouble_core::Tile;
use redouble_kernels::Cpu;
use redouble_states::{Engine, Options, Variant, count};

fn engines(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("count");
    group.sample_size(10);
    for (shape, goal, states) in [("3x3", 64, 594_046), ("4x4", 8, 84_659)] {
        let variant = Variant::new(shape.parse().unwrap(), Tile::from_value(goal)).unwrap();
        group.throughput(Throughput::Elements(states));
        for engine in Engine::ALL.into_iter().filter(|engine| engine.supports(variant)) {
            let options = Options { engine: Some(engine), ..Options::default() };
            group.bench_with_input(BenchmarkId::new(engine.name(), variant), &options, |bencher, options| {
                bencher.iter(|| count(variant, options, &()).unwrap());
            });
        }
    }
    group.finish();
}

fn kernels(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("kernels");
    group.sample_size(10).throughput(Throughput::Elements(23_482_821));
    let variant = Variant::new("4x4".parse().unwrap(), Tile::from_value(16)).unwrap();
    for cpu in Cpu::available() {
        let options = Options { cpu, ..Options::default() };
        group.bench_with_input(BenchmarkId::new(cpu.name(), variant), &options, |bencher, options| {
            bencher.iter(|| count(variant, options, &()).unwrap());
        });
    }
    group.finish();
}

criterion_group!(benches, engines, kernels);
criterion_main!(benches);
