//! What is counted: states, losing boards and afterstates, per layer and largest tile.

use std::ops::AddAssign;

use redouble_core::Tile;

/// Three counts that always go together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardCounts {
    /// Boards with the player to move, no goal tile, and a legal move.
    pub states: u64,
    /// Boards with the player to move, no goal tile, and no legal move.
    pub losing: u64,
    /// Boards after a legal move and before the spawn, without the goal tile.
    pub afterstates: u64,
}

impl AddAssign for BoardCounts {
    fn add_assign(&mut self, other: BoardCounts) {
        self.states += other.states;
        self.losing += other.losing;
        self.afterstates += other.afterstates;
    }
}

/// Tallies by the exponent of the largest tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Groups([BoardCounts; 16]);

impl Groups {
    /// The tally of boards whose largest tile has this exponent.
    #[must_use]
    pub fn of(&self, exponent: u8) -> BoardCounts {
        self.0[usize::from(exponent)]
    }

    /// The tally of boards whose largest tile has this exponent, to add to.
    #[inline]
    pub fn of_mut(&mut self, exponent: u8) -> &mut BoardCounts {
        &mut self.0[usize::from(exponent)]
    }

    /// All groups together.
    #[must_use]
    pub fn total(&self) -> BoardCounts {
        self.0.iter().fold(BoardCounts::default(), |mut total, &tally| {
            total += tally;
            total
        })
    }

    /// The groups that have anything in them, the smallest tile first.
    pub fn iter(&self) -> impl Iterator<Item = (Tile, BoardCounts)> + '_ {
        let tiles = self.0.iter().enumerate().filter(|(_, tally)| **tally != BoardCounts::default());
        tiles.filter_map(|(exponent, &tally)| Some((Tile::new(exponent as u8)?, tally)))
    }
}

impl AddAssign<&Groups> for Groups {
    fn add_assign(&mut self, other: &Groups) {
        self.0.iter_mut().zip(other.0).for_each(|(tally, more)| *tally += more);
    }
}

/// The boards with one tile sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerCounts {
    /// The tile sum, even.
    pub sum: u64,
    /// One board a symmetry class.
    pub folded: Groups,
    /// Every board for itself, if asked for.
    pub unfolded: Option<Groups>,
}

impl LayerCounts {
    /// The layer with nothing in it.
    #[must_use]
    pub fn empty(sum: u64, unfolded: bool) -> LayerCounts {
        LayerCounts { sum, folded: Groups::default(), unfolded: unfolded.then(Groups::default) }
    }

    /// Adds one canonical state, or losing board, with this many different images.
    #[inline]
    pub(crate) fn add_board(&mut self, exponent: u8, has_move: bool, images: u64) {
        let add = |tally: &mut BoardCounts, boards: u64| match has_move {
            true => tally.states += boards,
            false => tally.losing += boards,
        };
        add(self.folded.of_mut(exponent), 1);
        if let Some(groups) = &mut self.unfolded {
            add(groups.of_mut(exponent), images);
        }
    }

    /// Adds one canonical afterstate with this many different images.
    #[inline]
    pub(crate) fn add_afterstate(&mut self, exponent: u8, images: u64) {
        self.folded.of_mut(exponent).afterstates += 1;
        if let Some(groups) = &mut self.unfolded {
            groups.of_mut(exponent).afterstates += images;
        }
    }

    /// The exponent of the largest tile of a board in it; 0 if there is none.
    pub(crate) fn max_exponent(&self) -> u8 {
        self.folded.iter().map(|(tile, _)| tile.exponent()).max().unwrap_or(0)
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.folded == Groups::default()
    }
}

impl AddAssign<&LayerCounts> for LayerCounts {
    /// Adds another part of the same layer.
    fn add_assign(&mut self, other: &LayerCounts) {
        assert_eq!(self.sum, other.sum, "parts of one layer");
        self.folded += &other.folded;
        if let (Some(groups), Some(more)) = (&mut self.unfolded, &other.unfolded) {
            *groups += more;
        }
    }
}

/// A whole game, counted.
///
/// ```
/// use redouble_core::{Shape, Tile};
/// use redouble_states::{Options, Variant, count};
///
/// let variant = Variant::new(Shape::new(2, 2).unwrap(), Tile::from_value(32)).unwrap();
/// let census = count(variant, &Options::default(), &()).unwrap();
/// assert_eq!(census.total().states, 57);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// The layers with anything in them, by increasing tile sum.
    pub layers: Vec<LayerCounts>,
}

impl Census {
    /// One board a symmetry class, over all layers.
    #[must_use]
    pub fn groups(&self) -> Groups {
        self.layers.iter().fold(Groups::default(), |mut groups, layer| {
            groups += &layer.folded;
            groups
        })
    }

    /// All layers and groups together.
    #[must_use]
    pub fn total(&self) -> BoardCounts {
        self.groups().total()
    }

    /// Every board for itself, if that was counted.
    #[must_use]
    pub fn unfolded_total(&self) -> Option<BoardCounts> {
        self.layers.iter().try_fold(BoardCounts::default(), |mut total, layer| {
            total += layer.unfolded?.total();
            Some(total)
        })
    }
}
