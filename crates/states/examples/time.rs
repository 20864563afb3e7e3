//! Times a count: `time 4x4 32 tensor THREADS STORE|- [CPU]`.
#![expect(clippy::print_stdout, reason = "an example")]
use redouble_core::{Shape, Tile};
use redouble_kernels::Cpu;
use redouble_states::{Options, Variant, count, count_into};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let shape: Shape = args[1].parse().unwrap();
    let variant = Variant::new(shape, args[2].parse().ok().and_then(Tile::from_value)).unwrap();
    let engine = args.get(3).map(|engine| engine.parse().unwrap());
    let threads = args.get(4).map_or(1, |threads| threads.parse().unwrap());
    let cpu = args.get(6).map_or_else(Cpu::detect, |cpu| cpu.parse().unwrap());
    let options = Options { engine, cpu, ..Options::default() };
    let start = std::time::Instant::now();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let census = pool.install(|| match args.get(5).filter(|store| *store != "-") {
        Some(store) => count_into(store.as_ref(), variant, &options, &()).unwrap(),
        None => count(variant, &options, &()).unwrap(),
    });
    println!("{variant} {:?} {:?}", census.total(), start.elapsed());
}
