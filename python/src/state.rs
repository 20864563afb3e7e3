//! `State`: the game as a tree with explicit chance nodes, under the names that OpenSpiel uses.

use numpy::PyArray3;
use numpy::ndarray::Array3;
use pyo3::prelude::*;
use redouble_core::{Afterstate, Board, Cell, Direction, FourChance, Grid, Random, Shape, Spawn, Tile};

use crate::argument::{self, refused};
use crate::board::{PyBoard, numbers};

/// The player moves.
const PLAYER: i64 = 0;
const CHANCE: i64 = -1;
const TERMINAL: i64 = -4;

/// A node of the game tree: the player's turn, chance's turn, or the end. A new state is the empty board, on which chance
/// puts two tiles. Chance's action is `2 * cell`, and one more for a 4.
///
/// >>> from redouble import State
/// >>> state = State("2x2")
/// >>> state.is_chance_node(), state.chance_outcomes()[:2]
/// (True, [(0, 0.225), (1, 0.025)])
/// >>> state.apply_action(0); state.apply_action(2)
/// >>> state.current_player(), state.legal_actions(), str(state.board)
/// (0, [1, 2, 3], '2,2/.,.')
/// >>> state.child(3).board, state.child(3).returns()
/// (Board('4,./.,.'), [4.0])
#[pyclass(name = "State", module = "redouble._core")]
#[derive(Clone)]
pub(crate) struct PyState {
    board: Board,
    four_chance: FourChance,
    /// The tile that ends the game, if one does.
    goal: Option<Tile>,
    /// Whether a tile is to appear, unless the game has ended.
    chance: bool,
    score: u64,
    /// What the last action gained.
    gained: u64,
    /// Every action with what undoing it brings back.
    history: Vec<Taken>,
}

#[derive(Clone)]
struct Taken {
    action: u16,
    board: Board,
    chance: bool,
    gained: u64,
}

impl PyState {
    fn is_won(&self) -> bool {
        self.goal.is_some_and(|goal| self.board.max_tile() >= Some(goal))
    }

    fn player(&self) -> i64 {
        match self.chance {
            _ if self.is_won() => TERMINAL,
            true => CHANCE,
            false if self.board.legal().is_empty() => TERMINAL,
            false => PLAYER,
        }
    }

    fn outcomes(&self) -> impl Iterator<Item = (u16, f64)> + '_ {
        let after = Afterstate::new(self.board).filter(|_| self.player() == CHANCE);
        let cells = self.board.count_empty() as f64;
        let spawns = after.into_iter().flat_map(Afterstate::spawns);
        let probability = move |spawn: Spawn| self.four_chance.of(spawn.tile) / cells;
        spawns
            .map(move |spawn| (action_of(spawn), probability(spawn)))
            .filter(|&(_, probability)| probability > 0.0)
    }

    fn apply(&mut self, action: u16) -> PyResult<()> {
        let not_legal = || refused(format!("{action} is not a legal action here"));
        let (board, gained) = match self.player() {
            CHANCE => {
                self.outcomes().find(|(outcome, _)| *outcome == action).ok_or_else(not_legal)?;
                (self.board.with_tile(Cell::new(usize::from(action / 2)), Some(tile_of(action))), 0)
            }
            PLAYER => {
                let direction = Direction::ALL.get(usize::from(action)).ok_or_else(not_legal)?;
                self.board.slid(*direction).ok_or_else(not_legal)?
            }
            _ => return Err(refused("the game is over")),
        };
        self.history.push(Taken { action, board: self.board, chance: self.chance, gained: self.gained });
        // Two tiles begin the game; then moves and spawns take turns.
        self.chance = if self.chance { self.history.len() < 2 && self.begins_empty() } else { true };
        (self.board, self.gained) = (board, gained);
        self.score += gained;
        Ok(())
    }

    fn begins_empty(&self) -> bool {
        self.history.first().is_some_and(|first| first.board.count_empty() == first.board.shape().cells())
    }

    fn sample(&self, random: &mut Random) -> Option<u16> {
        let spawn = Afterstate::new(self.board)?.draw_spawn(self.four_chance, random);
        Some(action_of(spawn))
    }
}

fn action_of(spawn: Spawn) -> u16 {
    (2 * spawn.cell.index() + usize::from(spawn.tile == Tile::FOUR)) as u16
}

fn tile_of(action: u16) -> Tile {
    if action % 2 == 1 { Tile::FOUR } else { Tile::TWO }
}

/// An action as a small number.
fn small(action: &Bound<'_, PyAny>) -> PyResult<u16> {
    let wrong = || pyo3::exceptions::PyTypeError::new_err("an action is a whole number");
    let number: i64 = action.extract().map_err(|_| wrong())?;
    u16::try_from(number).map_err(|_| refused(format!("{number} is not a legal action here")))
}

#[pymethods]
impl PyState {
    #[new]
    #[pyo3(signature = (board = None, *, p4 = 0.1, goal = None))]
    fn new(
        board: Option<&Bound<'_, PyAny>>,
        p4: f64,
        #[pyo3(from_py_with = argument::goal_or_none)] goal: Option<u64>,
    ) -> PyResult<PyState> {
        let shape = board.map_or(Ok(Shape::CLASSIC), argument::shape)?;
        let (four_chance, goal) = (argument::four_chance(p4)?, goal.map(argument::tile).transpose()?);
        let board = Board::empty(shape);
        Ok(PyState { board, four_chance, goal, chance: true, score: 0, gained: 0, history: Vec::new() })
    }

    /// The state with the player to move on this board; with `chance`, the one where a tile is to appear on it.
    #[staticmethod]
    #[pyo3(signature = (board, *, score = 0, p4 = 0.1, goal = None, chance = false))]
    fn from_board(
        board: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = argument::score)] score: u64,
        p4: f64,
        #[pyo3(from_py_with = argument::goal_or_none)] goal: Option<u64>,
        chance: bool,
    ) -> PyResult<PyState> {
        let board = argument::board(board, None)?;
        let (four_chance, goal) = (argument::four_chance(p4)?, goal.map(argument::tile).transpose()?);
        if chance && board.count_empty() == 0 {
            return Err(refused("chance: no cell is empty"));
        }
        Ok(PyState { board, four_chance, goal, chance, score, gained: 0, history: Vec::new() })
    }

    /// The board.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.board)
    }

    /// The sum of all merged tiles.
    #[getter]
    fn score(&self) -> u64 {
        self.score
    }

    /// 0 for the player, -1 for chance, -4 at the end.
    fn current_player(&self) -> i64 {
        self.player()
    }

    /// Whether a tile is to appear.
    fn is_chance_node(&self) -> bool {
        self.player() == CHANCE
    }

    /// Whether the game has ended.
    fn is_terminal(&self) -> bool {
        self.player() == TERMINAL
    }

    /// The actions there are, in order.
    fn legal_actions(&self) -> Vec<u16> {
        match self.player() {
            PLAYER => numbers(self.board.legal()),
            CHANCE => self.outcomes().map(|(action, _)| action).collect(),
            _ => Vec::new(),
        }
    }

    /// A 1 for each legal action, a 0 for others: 4 of them for the player, two a cell for chance.
    fn legal_actions_mask(&self) -> Vec<u16> {
        let length = if self.player() == CHANCE { 2 * self.board.shape().cells() } else { 4 };
        let mut mask = vec![0; length];
        self.legal_actions().into_iter().for_each(|action| mask[usize::from(action)] = 1);
        mask
    }

    /// What chance may do, each with its probability; nothing at other nodes.
    fn chance_outcomes(&self) -> Vec<(u16, f64)> {
        self.outcomes().collect()
    }

    /// Takes an action.
    fn apply_action(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        self.apply(small(action)?)
    }

    /// The state after an action.
    fn child(&self, action: &Bound<'_, PyAny>) -> PyResult<PyState> {
        let mut child = self.clone();
        child.apply(small(action)?)?;
        Ok(child)
    }

    /// Takes the last action back; player and action must be those of it.
    #[pyo3(signature = (player, action))]
    fn undo_action(&mut self, player: i64, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let action = small(action)?;
        let last = self.history.last().filter(|last| last.action == action);
        let last = last.filter(|last| player == if last.chance { CHANCE } else { PLAYER }).cloned();
        let Taken { board, chance, gained, .. } =
            last.ok_or_else(|| refused("that is not the last action of this state"))?;
        self.history.pop();
        self.score -= self.gained;
        (self.board, self.chance, self.gained) = (board, chance, gained);
        Ok(())
    }

    /// The score so far.
    fn returns(&self) -> Vec<f64> {
        vec![self.score as f64]
    }

    /// What the last action gained.
    fn rewards(&self) -> Vec<f64> {
        vec![self.gained as f64]
    }

    /// All actions so far.
    fn history(&self) -> Vec<u16> {
        self.history.iter().map(|taken| taken.action).collect()
    }

    /// An action in words, for a player or for chance.
    #[pyo3(signature = (player, action = None))]
    fn action_to_string(&self, player: i64, action: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        // OpenSpiel takes the action alone as well; the player is then the one whose turn it is.
        let (player, action) = match action {
            Some(action) => (player, small(action)?),
            None => (self.player(), u16::try_from(player).map_err(refused)?),
        };
        if player == CHANCE {
            let shape = self.board.shape();
            if usize::from(action / 2) >= shape.cells() {
                return Err(refused(format!("{action} is not an action of chance on {shape}")));
            }
            let cell = Cell::new(usize::from(action / 2));
            return Ok(format!(
                "{} in row {}, column {}",
                tile_of(action),
                shape.row(cell) + 1,
                shape.column(cell) + 1
            ));
        }
        let direction = Direction::ALL.get(usize::from(action));
        direction
            .map(|direction| direction.name().to_owned())
            .ok_or_else(|| refused(format!("{action} is not a direction")))
    }

    /// Planes of `float32`, one for each exponent: of shape (cells + 2, rows, columns).
    fn observation_tensor<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray3<f32>> {
        let shape = self.board.shape();
        let mut planes = Array3::<f32>::zeros((shape.cells() + 2, shape.rows(), shape.columns()));
        for (cell, tile) in shape.all_cells().zip(self.board.tiles()) {
            planes[(usize::from(tile.map_or(0, Tile::exponent)), shape.row(cell), shape.column(cell))] = 1.0;
        }
        PyArray3::from_owned_array(py, planes)
    }

    /// Plays random actions to the end, those of chance with their probabilities; the score.
    fn random_playout(&mut self, #[pyo3(from_py_with = argument::seed)] seed: u64) -> PyResult<u64> {
        let mut random = Random::new(seed);
        loop {
            let action = match self.player() {
                CHANCE => self.sample(&mut random),
                PLAYER => {
                    let legal = self.board.legal();
                    legal.nth(random.below(legal.len() as u32) as usize).map(|direction| direction as u16)
                }
                _ => return Ok(self.score),
            };
            self.apply(action.ok_or_else(|| refused("no cell is empty"))?)?;
        }
    }

    /// A copy that goes its own way.
    #[pyo3(name = "clone")]
    fn cloned(&self) -> PyState {
        self.clone()
    }

    fn __copy__(&self) -> PyState {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyState {
        self.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyState>) -> PyResult<bool> {
        let other = other.try_borrow()?;
        Ok((self.board, self.chance, self.score) == (other.board, other.chance, other.score))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.board, self.chance, self.score).hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        PyBoard(self.board).draw()
    }

    fn __repr__(&self) -> String {
        let turn = match self.player() {
            CHANCE => "a tile is to appear",
            PLAYER => "the player's turn",
            _ => "over",
        };
        format!("<State {} score {}, {turn}>", self.board, self.score)
    }

    fn _repr_html_(&self) -> String {
        format!("{}<p>score {}</p>", PyBoard(self.board)._repr_html_(), self.score)
    }

    /// A pickle has the first board and the actions.
    #[expect(clippy::type_complexity, reason = "what Python wants to know to make the state again")]
    fn __reduce__<'py>(
        slf: &Bound<'py, PyState>,
    ) -> PyResult<(Bound<'py, PyAny>, (PyBoard, f64, Option<u64>, bool, u64, Vec<u16>))> {
        let state = slf.try_borrow()?;
        let (board, chance) =
            state.history.first().map_or((state.board, state.chance), |first| (first.board, first.chance));
        let gained: u64 = state.history.iter().map(|taken| taken.gained).sum::<u64>() + state.gained;
        let score = state.score - if state.history.is_empty() { 0 } else { gained };
        let kept = (
            PyBoard(board),
            state.four_chance.probability(),
            state.goal.map(Tile::value),
            chance,
            score,
            state.history(),
        );
        Ok((slf.get_type().getattr("_restore")?, kept))
    }

    #[staticmethod]
    fn _restore(
        board: &Bound<'_, PyBoard>,
        p4: f64,
        goal: Option<u64>,
        chance: bool,
        #[pyo3(from_py_with = argument::score)] score: u64,
        history: Vec<u16>,
    ) -> PyResult<PyState> {
        let (four_chance, goal) = (argument::four_chance(p4)?, goal.map(argument::tile).transpose()?);
        let board = board.get().0;
        let mut state = PyState { board, four_chance, goal, chance, score, gained: 0, history: Vec::new() };
        history.into_iter().try_for_each(|action| state.apply(action))?;
        Ok(state)
    }
}
