//! Boards and lines as plain numbers, as students hold them: 0 is an empty cell. Wrong numbers fit in as well.

use redouble_core::{Board, Direction, Grid, Tile};

/// The face values, row by row.
pub type Cells = Vec<Vec<i64>>;

/// A line of face values, the front first, and what was gained.
pub type Slid = (Vec<i64>, i64);

/// The face values of a board.
#[must_use]
pub fn cells(board: &Board) -> Cells {
    let values: Vec<i64> = board.tiles().map(|tile| tile.map_or(0, Tile::value) as i64).collect();
    values.chunks(board.shape().columns()).map(<[i64]>::to_vec).collect()
}

/// A line as text: `2,.,4`.
#[must_use]
pub fn line_text(line: &[i64]) -> String {
    let cell = |&value: &i64| if value == 0 { ".".to_owned() } else { value.to_string() };
    line.iter().map(cell).collect::<Vec<_>>().join(",")
}

/// A board as text: `2,./.,4`.
#[must_use]
pub fn text(cells: &Cells) -> String {
    cells.iter().map(|row| line_text(row)).collect::<Vec<_>>().join("/")
}

/// Rows become columns.
#[must_use]
pub fn transposed(cells: &Cells) -> Cells {
    (0..cells[0].len()).map(|column| cells.iter().map(|row| row[column]).collect()).collect()
}

/// Every row read from its other end.
#[must_use]
pub fn reversed(cells: &Cells) -> Cells {
    cells.iter().map(|row| row.iter().rev().copied().collect()).collect()
}

/// The lines along which `direction` slides, the front of each first.
#[must_use]
pub fn lines(cells: &Cells, direction: Direction) -> Cells {
    let rows = if direction.is_vertical() { transposed(cells) } else { cells.clone() };
    if direction.is_toward_end() { reversed(&rows) } else { rows }
}

/// The board whose [`lines`] these are.
#[must_use]
pub fn from_lines(lines: &Cells, direction: Direction) -> Cells {
    let rows = if direction.is_toward_end() { reversed(lines) } else { lines.clone() };
    if direction.is_vertical() { transposed(&rows) } else { rows }
}

/// The tiles of a line without the empty cells.
#[must_use]
pub fn tiles(line: &[i64]) -> Vec<i64> {
    line.iter().copied().filter(|&value| value != 0).collect()
}

/// The line filled up with empty cells.
#[must_use]
pub fn padded(mut line: Vec<i64>, length: usize) -> Vec<i64> {
    line.resize(length.max(line.len()), 0);
    line
}

/// The line slid to its front: equal tiles that meet merge once, the pair nearest the front first.
#[must_use]
pub fn merged(line: &[i64]) -> Slid {
    let (tiles, mut out, mut gained, mut next) = (tiles(line), Vec::with_capacity(line.len()), 0, 0);
    while next < tiles.len() {
        let pair = tiles.get(next + 1) == Some(&tiles[next]);
        out.push(tiles[next] * if pair { 2 } else { 1 });
        gained += if pair { 2 * tiles[next] } else { 0 };
        next += if pair { 2 } else { 1 };
    }
    (padded(out, line.len()), gained)
}

/// All lines of a board slid by `slide`, and the sum of what they gained.
#[must_use]
pub fn slid_by(cells: &Cells, direction: Direction, slide: impl Fn(&[i64]) -> Slid) -> (Cells, i64) {
    let slid: Vec<Slid> = lines(cells, direction).iter().map(|line| slide(line)).collect();
    let gained = slid.iter().map(|(_, gained)| gained).sum();
    (from_lines(&slid.into_iter().map(|(line, _)| line).collect(), direction), gained)
}

/// The board slid by the rules; the same board and 0 where the move is illegal.
#[must_use]
pub fn slid(cells: &Cells, direction: Direction) -> (Cells, i64) {
    slid_by(cells, direction, merged)
}

/// Whether the slide changes the board.
#[must_use]
pub fn can_move(cells: &Cells, direction: Direction) -> bool {
    slid(cells, direction).0 != *cells
}

/// Whether a cell is empty.
#[must_use]
pub fn has_empty(cells: &Cells) -> bool {
    cells.iter().flatten().any(|&value| value == 0)
}

/// All rows, then all columns.
#[must_use]
pub fn rows_and_columns(cells: &Cells) -> Cells {
    cells.iter().cloned().chain(transposed(cells)).collect()
}

/// The places of the empty cells, row by row.
#[must_use]
pub fn empty_cells(cells: &Cells) -> Vec<(usize, usize)> {
    let row = |(row, line): (usize, &Vec<i64>)| {
        let empty = line.iter().enumerate().filter(|(_, value)| **value == 0);
        empty.map(|(column, _)| (row, column)).collect::<Vec<_>>()
    };
    cells.iter().enumerate().flat_map(row).collect()
}

/// The board of these values, if it is one.
#[must_use]
pub fn board(cells: &Cells) -> Option<Board> {
    text(cells).parse().ok()
}

/// The exponents row by row, 0 where empty.
#[must_use]
pub fn exponents(board: &Board) -> Vec<u8> {
    board.tiles().map(|tile| tile.map_or(0, Tile::exponent)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::Shape;
    use redouble_core::reference;

    #[test]
    fn sliding_equals_the_rules() {
        for grid in reference::all_grids(Shape::new(2, 3).expect("a shape"), 3) {
            let cells: Cells =
                grid.iter().map(|row| row.iter().map(|&value| value as i64).collect()).collect();
            for direction in Direction::ALL {
                let (right, gained) = reference::slide(&grid, direction);
                let right: Cells =
                    right.iter().map(|row| row.iter().map(|&value| value as i64).collect()).collect();
                assert_eq!(slid(&cells, direction), (right, gained as i64));
            }
        }
    }
}
