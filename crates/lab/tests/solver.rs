//! Solutions are found once and shared.

use std::sync::Arc;

use redouble_core::Rules;
use redouble_kernels::Cpu;
use redouble_lab::Solver;
use redouble_players::{Maximize, Oracle, Oracles, Wish};

#[test]
fn those_who_ask_at_the_same_time_get_one_solution() {
    let (solver, rules) = (Solver::new(Cpu::detect()), Rules::on("2x3".parse().unwrap()));
    let wish = Wish { maximize: Maximize::Score, goal: None, store: None };
    let oracles: Vec<Arc<dyn Oracle>> = std::thread::scope(|scope| {
        let find = || solver.find(&wish, rules, &()).unwrap();
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(find)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(oracles.iter().all(|oracle| std::ptr::addr_eq(Arc::as_ptr(oracle), Arc::as_ptr(&oracles[0]))));
}
