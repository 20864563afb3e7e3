//! The rules once more, naively, on arrays of face values: the twin that every fast path is compared with.
//!
//! Each line goes through three phases: compact, merge, compact. The two directions towards the end of a line
//! are the other two conjugated by reversal: reverse, combine towards the beginning, reverse. Columns are copied
//! out and back. Nothing here is fast, and nothing here is clever.

use crate::{Board, Direction, Directions, Grid as _, Shape, Tile};

/// Face values, row by row; 0 is an empty cell.
pub type Grid = Vec<Vec<u64>>;

/// All tiles to the front, in their order; zeros behind.
#[must_use]
pub fn move_zeros_to_end(line: &[u64]) -> Vec<u64> {
    let mut compacted: Vec<u64> = line.iter().copied().filter(|&value| value != 0).collect();
    compacted.resize(line.len(), 0);
    compacted
}

/// Equal neighbours become one tile of twice the value, the second of them a hole; also the score gained.
///
/// The hole is what prevents a second merge: `2 2 2 2` becomes `4 0 4 0`.
#[must_use]
pub fn add_identical_numbers(line: &[u64]) -> (Vec<u64>, u64) {
    let mut merged = line.to_vec();
    let mut gained = 0;
    for i in 1..merged.len() {
        if merged[i] == merged[i - 1] {
            merged[i - 1] *= 2;
            merged[i] = 0;
            gained += merged[i - 1];
        }
    }
    (merged, gained)
}

/// A line after a slide towards its first cell, and the score gained.
#[must_use]
pub fn combine_to_beginning(line: &[u64]) -> (Vec<u64>, u64) {
    let (merged, gained) = add_identical_numbers(&move_zeros_to_end(line));
    (move_zeros_to_end(&merged), gained)
}

/// A line after a slide towards its last cell: conjugation by reversal.
#[must_use]
pub fn combine_to_end(line: &[u64]) -> (Vec<u64>, u64) {
    let (combined, gained) = combine_to_beginning(&reversed(line));
    (reversed(&combined), gained)
}

fn reversed(line: &[u64]) -> Vec<u64> {
    line.iter().rev().copied().collect()
}

/// Rows become columns.
#[must_use]
pub fn transposed(grid: &Grid) -> Grid {
    (0..grid[0].len()).map(|column| grid.iter().map(|row| row[column]).collect()).collect()
}

/// The board after a slide, whether or not it changed, and the score gained.
#[must_use]
pub fn slide(grid: &Grid, direction: Direction) -> (Grid, u64) {
    if direction.is_vertical() {
        let across = if direction == Direction::Up { Direction::Left } else { Direction::Right };
        let (slid, gained) = slide(&transposed(grid), across);
        return (transposed(&slid), gained);
    }
    let combine = if direction == Direction::Left { combine_to_beginning } else { combine_to_end };
    let lines: Vec<(Vec<u64>, u64)> = grid.iter().map(|row| combine(row)).collect();
    let gained = lines.iter().map(|(_, gained)| gained).sum();
    (lines.into_iter().map(|(line, _)| line).collect(), gained)
}

/// The directions whose slide changes something.
#[must_use]
pub fn legal(grid: &Grid) -> Directions {
    Direction::ALL.into_iter().filter(|&direction| slide(grid, direction).0 != *grid).collect()
}

/// Whether no move is left, by the product of all values, all horizontal and all vertical differences.
///
/// The game is over exactly if that product is not zero. Only *whether* it is zero matters, so the product is
/// taken factor by factor in the arithmetic of "zero" and "not zero", where it cannot overflow.
/// [`game_over_by_32_bit_product`] shows what happens otherwise.
#[must_use]
pub fn game_over(grid: &Grid) -> bool {
    factors(grid).all(|factor| factor != 0)
}

/// A famous wrong answer, kept to be taught: the same product in wrapping 32-bit arithmetic.
///
/// A lost 4x4 board has 16 even factors in its values and 24 more in its differences, hence at least 40 factors
/// of two: modulo 2^32 the product is always zero and the game never ends.
#[must_use]
pub fn game_over_by_32_bit_product(grid: &Grid) -> bool {
    factors(grid).fold(1i32, |product, factor| product.wrapping_mul(factor as i32)) != 0
}

/// The factors of the product: values, horizontal differences, vertical differences.
fn factors(grid: &Grid) -> impl Iterator<Item = i64> {
    let values = grid.iter().flatten().map(|&value| value as i64);
    let differences = [grid.clone(), transposed(grid)]
        .into_iter()
        .flatten()
        .flat_map(|line| line.windows(2).map(|pair| pair[0] as i64 - pair[1] as i64).collect::<Vec<i64>>());
    values.chain(differences)
}

/// The face values of a board.
#[must_use]
pub fn grid_of(board: Board) -> Grid {
    let values: Vec<u64> = board.tiles().map(|tile| tile.map_or(0, Tile::value)).collect();
    values.chunks(board.shape().columns()).map(<[u64]>::to_vec).collect()
}

/// All boards of a shape with tiles up to 2^`largest`, as face values.
pub fn all_grids(shape: Shape, largest: u32) -> impl Iterator<Item = Grid> {
    let base = largest as usize + 1;
    (0..base.pow(shape.cells() as u32)).map(move |mut number| {
        let mut grid = vec![vec![0; shape.columns()]; shape.rows()];
        for value in grid.iter_mut().flatten() {
            *value = if number % base == 0 { 0 } else { 1 << (number % base) };
            number /= base;
        }
        grid
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// The examples of the rule text: two pairs, one slide, pairs across gaps, the pair nearest the wall.
    #[test]
    fn the_rule_text() {
        let grid = vec![vec![2, 2, 2, 2], vec![0, 4, 0, 0], vec![8, 0, 8, 0], vec![0, 4, 4, 4]];
        let (right, gained) = slide(&grid, Direction::Right);
        assert_eq!(right, [[0, 0, 4, 4], [0, 0, 0, 4], [0, 0, 0, 16], [0, 0, 4, 8]]);
        assert_eq!(gained, 4 + 4 + 16 + 8);
    }

    #[test]
    fn the_product_test_is_right_where_it_cannot_overflow() {
        for grid in all_grids(Shape::new(2, 2).unwrap(), 5).chain(all_grids(Shape::new(2, 3).unwrap(), 3)) {
            let full = grid.iter().flatten().all(|&value| value != 0);
            assert_eq!(game_over(&grid), full && legal(&grid).is_empty(), "{grid:?}");
        }
    }

    /// Lost 4x4 boards: chequered small ones and random ones. Ours sees each of them, 32 bits see none.
    #[test]
    fn the_32_bit_product_never_ends_a_4x4_game() {
        let mut random = Random::new(2048);
        let mut lost = 0;
        while lost < 2_000 {
            let largest = 2 + random.below(15);
            let cell = |random: &mut Random| 2u64 << random.below(largest);
            let grid: Grid = (0..4).map(|_| (0..4).map(|_| cell(&mut random)).collect()).collect();
            if legal(&grid).is_empty() {
                lost += 1;
                assert!(game_over(&grid), "{grid:?}");
                assert!(!game_over_by_32_bit_product(&grid), "{grid:?}");
            } else {
                assert!(!game_over(&grid), "{grid:?}");
            }
        }
        let chequered: Grid = (0..4).map(|r| (0..4).map(|c| 2 << ((r + c) % 2)).collect()).collect();
        assert!(game_over(&chequered) && !game_over_by_32_bit_product(&chequered));
    }

    /// The argument behind "every": each of the 16 values and 24 differences of a lost board is even.
    #[test]
    fn every_factor_of_a_lost_board_is_even() {
        let mut random = Random::new(7);
        let grids = (0..1_000).map(|_| -> Grid {
            (0..4).map(|_| (0..4).map(|_| 2u64 << random.below(17)).collect()).collect()
        });
        for grid in grids {
            let factors: Vec<i64> = factors(&grid).collect();
            assert_eq!(factors.len(), 16 + 24);
            assert!(factors.iter().all(|factor| factor % 2 == 0), "{grid:?}");
        }
    }
}
