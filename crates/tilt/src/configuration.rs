//! Where each tile is.

use crate::{Axis, Corner, Direction, Pattern, Size, Square};

/// The paper's configuration: an injective map from tiles to squares.
///
/// ```
/// use redouble_tilt::{Configuration, Direction, Drawing, Square};
/// let drawing: Drawing = "
///     .o.
///     o.o
/// ".parse()?;
/// let mut configuration = Configuration::of(drawing.pattern());
/// configuration.tilt(Direction::West);
/// let at: Vec<_> = configuration.tiles().iter().map(|square| (square.x, square.y)).collect();
/// assert_eq!(at, [(0, 0), (1, 0), (0, 1)]);
/// # Ok::<(), redouble_tilt::ParseDrawingError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Configuration {
    size: Size,
    /// The square of each tile; no square occurs twice and all lie on the board.
    tiles: Vec<Square>,
}

/// Why a list of squares is no configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// A tile stands outside the board.
    #[error("tile {tile} at {square} is outside the board of {size}")]
    Outside {
        /// Number of the tile.
        tile: usize,
        /// Where it was to stand.
        square: Square,
        /// The board.
        size: Size,
    },
    /// Two tiles share a square.
    #[error("tile {tile} at {square} stands on another tile")]
    Occupied {
        /// Number of the second tile.
        tile: usize,
        /// The square both claim.
        square: Square,
    },
}

/// How one tile moves in a tilt; what a page needs to animate it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileMotion {
    /// Number of the tile.
    pub tile: usize,
    /// Where it was.
    pub from: Square,
    /// Where it comes to rest.
    pub to: Square,
}

impl Configuration {
    /// The tiles of a pattern, numbered row by row from the bottom.
    #[must_use]
    pub fn of(pattern: &Pattern) -> Self {
        Self { size: pattern.size(), tiles: pattern.squares().collect() }
    }

    /// Tiles on given squares, in the order of their numbers.
    ///
    /// # Errors
    /// When a square is outside the board or taken twice.
    pub fn new(size: Size, tiles: Vec<Square>) -> Result<Self, PlacementError> {
        let mut pattern = Pattern::empty(size);
        for (tile, &square) in tiles.iter().enumerate() {
            if !size.contains(square) {
                return Err(PlacementError::Outside { tile, square, size });
            }
            if pattern.contains(square) {
                return Err(PlacementError::Occupied { tile, square });
            }
            pattern.insert(square);
        }
        Ok(Self { size, tiles })
    }

    /// Builds from squares known to be distinct and on the board.
    pub(crate) fn from_distinct(size: Size, tiles: Vec<Square>) -> Self {
        Self { size, tiles }
    }

    /// Width and height.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The square of each tile, in the order of tile numbers.
    #[must_use]
    pub fn tiles(&self) -> &[Square] {
        &self.tiles
    }

    /// The full squares.
    #[must_use]
    pub fn pattern(&self) -> Pattern {
        Pattern::of(self.size, self.tiles.iter().copied())
    }

    /// Whether two of the given tiles share an edge.
    ///
    /// Quadratic in the number of tiles given: for oracles and small sets.
    #[must_use]
    pub fn any_adjacent(&self, tiles: &[usize]) -> bool {
        tiles.iter().enumerate().any(|(at, &first)| {
            tiles[at + 1..].iter().any(|&second| self.tiles[first].is_adjacent(self.tiles[second]))
        })
    }

    /// Whether a tilt towards either wall of the corner changes nothing.
    #[must_use]
    pub fn is_canonical(&self, corner: Corner) -> bool {
        self.pattern().is_canonical(corner)
    }

    /// Whether the configuration is canonical for some corner.
    #[must_use]
    pub fn is_canonical_somewhere(&self) -> bool {
        let pattern = self.pattern();
        Corner::ALL.iter().any(|&corner| pattern.is_canonical(corner))
    }

    /// Slides all tiles: one counting sort along the axis and one pass, O(t + m + n), as in the proof of
    /// Theorem 4.
    pub fn tilt(&mut self, direction: Direction) {
        let axis = direction.axis();
        let mut filled = vec![0u32; self.size.along(axis.other()) as usize];
        let order = self.order_towards(direction);
        for tile in order {
            let square = &mut self.tiles[tile as usize];
            let level = &mut filled[square.along(axis.other()) as usize];
            *square = self.size.at_wall(*square, direction, *level);
            *level += 1;
        }
    }

    /// The tiles in the order of their distance from the wall in `direction`.
    fn order_towards(&self, direction: Direction) -> Vec<u32> {
        let distance = |square: &Square| self.distance(square, direction);
        let mut ends = vec![0u32; self.size.along(direction.axis()) as usize + 1];
        self.tiles.iter().for_each(|square| ends[distance(square) + 1] += 1);
        (1..ends.len()).for_each(|at| ends[at] += ends[at - 1]);
        let mut order = vec![0; self.tiles.len()];
        for (tile, square) in self.tiles.iter().enumerate() {
            let place = &mut ends[distance(square)];
            order[*place as usize] = tile as u32;
            *place += 1;
        }
        order
    }

    fn distance(&self, square: &Square, direction: Direction) -> usize {
        let along = square.along(direction.axis());
        let far = matches!(direction, Direction::North | Direction::East);
        (if far { self.size.along(direction.axis()) - 1 - along } else { along }) as usize
    }

    /// The configuration after a tilt.
    #[must_use]
    pub fn tilted(&self, direction: Direction) -> Self {
        let mut after = self.clone();
        after.tilt(direction);
        after
    }

    /// The configuration after several tilts.
    #[must_use]
    pub fn tilted_by(&self, directions: &[Direction]) -> Self {
        let mut after = self.clone();
        directions.iter().for_each(|&direction| after.tilt(direction));
        after
    }

    /// How each tile moves in a tilt.
    #[must_use]
    pub fn slides(&self, direction: Direction) -> Vec<TileMotion> {
        let after = self.tilted(direction);
        let ends = self.tiles.iter().zip(after.tiles);
        ends.enumerate().map(|(tile, (&from, to))| TileMotion { tile, from, to }).collect()
    }

    /// Whether a tilt along the axis cannot change anything: every lane is full or empty.
    #[must_use]
    pub fn is_rigid(&self, axis: Axis) -> bool {
        let extent = self.size.along(axis);
        self.pattern().lane_counts(axis).iter().all(|&count| count == 0 || count == extent)
    }
}
