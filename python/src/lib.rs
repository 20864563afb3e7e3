//! The extension module of the Python package `redouble`: the rules, games by the thousand, players, and the commands of the
//! program as functions. What Python adds to it, environments and names, is in the folder `redouble` beside.

#![forbid(unsafe_code)]

mod argument;
mod array;
mod batch;
mod block;
mod board;
mod count;
mod environment;
mod game;
mod lane;
mod lanes;
mod player;
mod request;
mod state;
mod work;

use pyo3::prelude::*;

#[pymodule]
mod _core {
    #[pymodule_export]
    use crate::batch::{Finished, PyBatch};
    #[pymodule_export]
    use crate::block::{games_done, keep_games, play_games};
    #[pymodule_export]
    use crate::board::PyBoard;
    #[pymodule_export]
    use crate::count::{
        PyPartCount, count_until, forget_damaged, part_assemble, part_compute, part_cut, part_frames,
        part_largest, part_memory, part_strips,
    };
    #[pymodule_export]
    use crate::environment::{Several, Single};
    #[pymodule_export]
    use crate::game::PyGame;
    #[pymodule_export]
    use crate::player::PyPlayer;
    #[pymodule_export]
    use crate::request::{arena, cli, request};
    #[pymodule_export]
    use crate::state::PyState;
}
