//! `Board`.

use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use redouble_core::{Afterstate, Board, Cell, Direction, Grid, Shape, Spawn, Symmetry, Tile};

use crate::argument::{self, refused};

/// A board: text, a packed number, or rows of face values. Immutable, hashable and ordered.
///
/// >>> from redouble import Board
/// >>> board = Board("2,2,./.,4,.")
/// >>> board.slide("left")
/// (Board('4,.,./4,.,.'), 4)
/// >>> board.slide("down")[0].shape
/// (2, 3)
#[pyclass(frozen, eq, ord, hash, name = "Board", module = "redouble._core")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyBoard(pub(crate) Board);

impl PyBoard {
    fn array<'py, T: numpy::Element>(
        &self,
        py: Python<'py>,
        value: impl Fn(Option<Tile>) -> T,
    ) -> PyResult<Bound<'py, PyArray2<T>>> {
        let shape = self.0.shape();
        let values: Vec<T> = self.0.tiles().map(value).collect();
        numpy::PyArray1::from_vec(py, values).reshape([shape.rows(), shape.columns()])
    }
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (board, *, shape = None))]
    fn new(board: &Bound<'_, PyAny>, shape: Option<&Bound<'_, PyAny>>) -> PyResult<PyBoard> {
        let shape = shape.map(argument::shape).transpose()?;
        Ok(PyBoard(argument::board(board, shape)?))
    }

    /// The board without tiles.
    #[staticmethod]
    #[pyo3(signature = (shape = None))]
    fn empty_board(shape: Option<&Bound<'_, PyAny>>) -> PyResult<PyBoard> {
        let shape = shape.map_or(Ok(Shape::CLASSIC), argument::shape)?;
        Ok(PyBoard(Board::empty(shape)))
    }

    /// The board with these exponents: 1 for a 2, 11 for 2048, 0 where empty.
    #[staticmethod]
    fn from_exponents(exponents: &Bound<'_, PyAny>) -> PyResult<PyBoard> {
        let wrong = |_| pyo3::exceptions::PyTypeError::new_err("exponents: wanted rows of whole numbers");
        let rows: Vec<Vec<u8>> = exponents
            .call_method0("tolist")
            .unwrap_or_else(|_| exponents.clone())
            .extract()
            .map_err(wrong)?;
        let columns = rows.first().map_or(0, Vec::len);
        let shape = Shape::new(rows.len(), columns).filter(|_| rows.iter().all(|row| row.len() == columns));
        let shape = shape.ok_or_else(|| refused("exponents: wanted equal rows, from 2x2 to 8x8"))?;
        if let Some(large) = rows.iter().flatten().find(|&&exponent| exponent > Tile::MAX_EXPONENT) {
            return Err(refused(format!("exponents: {large} is larger than any tile's")));
        }
        Board::from_tiles(shape, rows.into_iter().flatten().map(Tile::new)).map(PyBoard).map_err(refused)
    }

    /// Exponents as `uint8`, 0 where empty.
    fn exponents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        self.array(py, |tile| tile.map_or(0, Tile::exponent))
    }

    /// Face values as `int64`, 0 where empty.
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        self.array(py, |tile| tile.map_or(0, |tile| tile.value() as i64))
    }

    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(refused("a board has no array of its own: it can only be copied"));
        }
        let tiles = self.tiles(py)?.into_any();
        dtype.map_or(Ok(tiles.clone()), |dtype| tiles.call_method1("astype", (dtype,)))
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.0.shape().rows(), self.0.shape().columns())
    }

    /// The packed number, the first cell in the highest digit: for up to 16 cells and tiles up to 32768.
    #[getter]
    fn bits(&self) -> PyResult<u64> {
        argument::pack(&self.0)
            .ok_or_else(|| refused("only boards of up to 16 cells and tiles up to 32768 have a packed form"))
    }

    /// The largest tile, 0 on the empty board.
    #[getter]
    fn max_tile(&self) -> u64 {
        self.0.max_tile().map_or(0, Tile::value)
    }

    /// The sum of all tiles.
    #[getter]
    fn sum(&self) -> u64 {
        self.0.sum()
    }

    /// The number of empty cells.
    #[getter]
    fn empty(&self) -> usize {
        self.0.count_empty()
    }

    /// The directions that change something: 0 up, 1 right, 2 down, 3 left.
    #[getter]
    fn legal(&self) -> Vec<u16> {
        numbers(self.0.legal())
    }

    /// Whether no move is left.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.legal().is_empty()
    }

    /// The board after a slide and the score gained; `None` if nothing changes.
    fn slide(&self, direction: &Bound<'_, PyAny>) -> PyResult<Option<(PyBoard, u64)>> {
        let direction = argument::direction(direction)?;
        Ok(self.0.slid(direction).map(|(board, gained)| (PyBoard(board), gained)))
    }

    /// The board with a 2 or 4 in an empty cell, cells counted row by row from 0.
    fn spawn(
        &self,
        #[pyo3(from_py_with = argument::cell)] cell: u64,
        #[pyo3(from_py_with = argument::face_value)] tile: u64,
    ) -> PyResult<PyBoard> {
        let tile = argument::tile(tile)?;
        if tile > Tile::FOUR {
            return Err(refused(format!("{tile} never appears: a 2 or a 4 does")));
        }
        let on_board = (cell < self.0.shape().cells() as u64).then(|| Cell::new(cell as usize));
        let after = on_board.and_then(|cell| Afterstate::new(self.0)?.spawn(Spawn { cell, tile }));
        let after =
            after.ok_or_else(|| refused(format!("cell {cell} is not an empty cell of this board")))?;
        // A board next to the largest sum of its shape has no room for another tile.
        Board::from_tiles(self.0.shape(), after.board().tiles()).map(PyBoard).map_err(refused)
    }

    /// Every board that a spawn may lead to, with its probability.
    #[pyo3(signature = (p4 = 0.1))]
    fn spawns(&self, p4: f64) -> PyResult<Vec<(PyBoard, f64)>> {
        let chance = argument::four_chance(p4)?;
        let cells = self.0.count_empty() as f64;
        let after = Afterstate::new(self.0).into_iter().flat_map(Afterstate::positions);
        Ok(after
            .map(|(spawn, position)| (PyBoard(position.board()), chance.of(spawn.tile) / cells))
            .collect())
    }

    /// The least of the images under the symmetries of the shape.
    fn canonical(&self) -> PyBoard {
        PyBoard(self.0.canonical())
    }

    /// The images under the symmetries that keep the shape: eight of a square, four of a rectangle.
    fn images(&self) -> Vec<PyBoard> {
        Symmetry::of(self.0.shape()).iter().map(|&symmetry| PyBoard(self.0.transformed(symmetry))).collect()
    }

    /// The board in lines of text, for a terminal.
    pub(crate) fn draw(&self) -> String {
        let width = self.0.max_tile().map_or(1, |tile| tile.to_string().len());
        let cell =
            |tile: Option<Tile>| format!("{:>width$}", tile.map_or(".".into(), |tile| tile.to_string()));
        let cells: Vec<String> = self.0.tiles().map(cell).collect();
        cells.chunks(self.0.shape().columns()).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.0)
    }

    pub(crate) fn _repr_html_(&self) -> String {
        let cell = |tile: Option<Tile>| {
            let level = tile.map_or(0, Tile::exponent).min(11);
            let (text, light) = (tile.map_or(String::new(), |tile| tile.to_string()), 92 - 4 * level);
            format!(
                "<td style=\"width:3em;height:3em;text-align:center;font-weight:bold;background:hsl(30,60%,{light}%)\">{text}</td>"
            )
        };
        let cells: Vec<String> = self.0.tiles().map(cell).collect();
        let rows: Vec<String> =
            cells.chunks(self.0.shape().columns()).map(|row| format!("<tr>{}</tr>", row.concat())).collect();
        format!("<table>{}</table>", rows.concat())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<PyBoard>().into_any(), (self.0.to_string(),))
    }

    fn __copy__(&self) -> PyBoard {
        *self
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyBoard {
        *self
    }
}

/// The moves of a set as numbers: not `u8`, of which Python would get `bytes`.
pub(crate) fn numbers(legal: redouble_core::Directions) -> Vec<u16> {
    legal.into_iter().map(|direction: Direction| direction as u16).collect()
}
