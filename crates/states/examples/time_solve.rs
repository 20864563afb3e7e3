//! Times a solution for the score: `time_solve 3x3 512|- THREADS STORE|-`.
#![expect(clippy::print_stdout, reason = "an example")]
use redouble_core::{Shape, Tile};
use redouble_kernels::Cpu;
use redouble_states::{Objective, Problem, SolveOptions, Variant, solve, solve_into};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let shape: Shape = args[1].parse().unwrap();
    let variant = Variant::new(shape, args[2].parse().ok().and_then(Tile::from_value)).unwrap();
    let problem = Problem::new(variant, &[Objective::Score]).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args[3].parse().unwrap()).build().unwrap();
    let options = SolveOptions { keep: false, ..SolveOptions::default() };
    let start = std::time::Instant::now();
    let solution = pool.install(|| match args.get(4).filter(|store| *store != "-") {
        Some(store) => solve_into(store.as_ref(), &problem, Cpu::detect(), &()).unwrap(),
        None => solve(&problem, &options, &()).unwrap(),
    });
    println!("{variant} {:.12} {:?}", solution.start_value(0).unwrap(), start.elapsed());
}
