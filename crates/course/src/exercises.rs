//! The exercises, one file each.

pub mod can_move;
mod chance;
pub mod compact;
pub mod evaluator;
pub mod expectimax;
pub mod gain;
pub mod greedy;
pub mod grid;
pub mod heuristic;
pub mod legal;
pub mod merge;
pub mod monte_carlo;
pub mod over;
pub mod queue;
pub mod sampling;
pub mod spawn;
pub mod state;
pub mod terms;
pub mod x_record;

use crate::exercise::Exercise;

/// All exercises that the checker judges case by case, in the order of the course.
pub static ALL: &[&Exercise] = &[
    &over::OVER,
    &can_move::CAN_MOVE,
    &legal::LEGAL,
    &compact::COMPACT,
    &merge::MERGE,
    &gain::GAIN,
    &queue::QUEUE,
    &grid::GRID,
    &spawn::SPAWN,
    &state::STATE,
    &terms::TERMS,
    &heuristic::HEURISTIC,
    &evaluator::EVALUATOR,
    &greedy::GREEDY,
    &monte_carlo::MONTE_CARLO,
    &expectimax::EXPECTIMAX,
    &sampling::SAMPLING,
    &x_record::X_RECORD,
];

/// So many of them come before the experiments; the others are experiments themselves.
pub(crate) const LINE_BY_LINE: usize = 17;

/// `yes` or `no`.
pub(crate) fn yes_no(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}
