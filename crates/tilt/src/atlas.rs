//! All diagrams in a box, with their cycle types.

use std::fmt;

use num_bigint::BigUint;
use rayon::prelude::*;

use crate::{CycleType, YoungDiagram};

/// The diagrams that fit into a box, in lexicographic order of their rows; the empty one is left out.
///
/// ```
/// use redouble_tilt::Atlas;
/// let shapes: Vec<_> = Atlas::new(2, 2).map(|shape| shape.to_string()).collect();
/// assert_eq!(shapes, ["1", "1+1", "2", "2+1", "2+2"]);
/// # assert_eq!(Atlas::new(2, 2).total(), 5u32.into());
/// ```
#[derive(Clone, Debug)]
pub struct Atlas {
    width: u32,
    height: u32,
    /// The diagram last given out, padded with empty rows.
    rows: Vec<u32>,
}

impl Atlas {
    /// All diagrams of at most `width` columns and `height` rows.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Self {
        Self { width, height, rows: vec![0; height as usize] }
    }

    /// Goes on after a diagram: how an interrupted run resumes. False, and nothing changed, when the diagram
    /// does not fit into the box.
    #[must_use]
    pub fn resume_after(&mut self, shape: &YoungDiagram) -> bool {
        let fits = shape.rows().len() <= self.height as usize && shape.columns().len() <= self.width as usize;
        if fits {
            self.rows.fill(0);
            self.rows[..shape.rows().len()].copy_from_slice(shape.rows());
        }
        fits
    }

    /// The number of diagrams in the box: `C(width + height, width) - 1`.
    #[must_use]
    pub fn total(&self) -> BigUint {
        let steps = 1..=u64::from(self.width);
        let choose = steps.fold(BigUint::from(1u32), |c, k| c * (u64::from(self.height) + k) / k);
        choose - 1u32
    }

    /// The next entries, computed in parallel; empty when there are no more. The order is that of the
    /// diagrams, whatever the number of threads.
    pub fn next_entries(&mut self, count: usize) -> Vec<Entry> {
        let shapes: Vec<YoungDiagram> = self.take(count).collect();
        shapes.into_par_iter().map(Entry::of).collect()
    }
}

impl Iterator for Atlas {
    type Item = YoungDiagram;

    fn next(&mut self) -> Option<YoungDiagram> {
        let limit = |at: usize| if at == 0 { self.width } else { self.rows[at - 1] };
        let grows = (0..self.rows.len()).rev().find(|&at| self.rows[at] < limit(at))?;
        self.rows[grows] += 1;
        self.rows[grows + 1..].fill(0);
        Some(YoungDiagram::from_rows(self.rows.clone()).expect("rows that do not increase"))
    }
}

/// One diagram of the atlas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The diagram.
    pub shape: YoungDiagram,
    /// The cycles of `g`.
    pub cycle_type: CycleType,
    /// The order of `g`.
    pub order: BigUint,
}

impl Entry {
    /// The columns of a line of CSV.
    pub const HEADER: &'static str = "rows,tiles,cycles,cycle_type,order,single,even_permutation";

    /// Computes the entry of a diagram.
    #[must_use]
    pub fn of(shape: YoungDiagram) -> Self {
        let cycle_type = CycleType::of(&shape);
        let order = cycle_type.order();
        Self { shape, cycle_type, order }
    }

    /// The diagram of a line of CSV, if the line is a whole one.
    #[must_use]
    pub fn shape_of_line(line: &str) -> Option<YoungDiagram> {
        if line.split(',').count() != Self::HEADER.split(',').count() {
            return None;
        }
        let rows: Result<Vec<u32>, _> = line.split(',').next()?.split('+').map(str::parse).collect();
        YoungDiagram::from_rows(rows.ok()?).ok()
    }
}

/// A line of CSV.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { shape, cycle_type, order } = self;
        let (tiles, cycles) = (shape.cells(), cycle_type.cycles());
        let (single, even) = (cycle_type.is_single(), cycle_type.is_even());
        write!(f, "{shape},{tiles},{cycles},{cycle_type},{order},{single},{even}")
    }
}

/// What the atlas says about the diagrams with one number of tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TileCount {
    /// Diagrams.
    pub shapes: u64,
    /// Those on which `g` is a single cycle.
    pub single_cycle: u64,
    /// The largest order of `g`.
    pub largest_order: BigUint,
}

/// What the atlas says about a whole box.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Diagrams.
    pub shapes: u64,
    /// Those on which `g` is a single cycle.
    pub single_cycle: u64,
    /// Those on which `g` is a single cycle of an even number of tiles: none, see `docs/tilt.md`.
    pub single_cycle_even_tiles: u64,
    /// Those on which `g` is an odd permutation: none, since `g` is a square.
    pub odd_permutations: u64,
    /// The diagram with the largest order of `g`, the first of them.
    pub largest: Option<Entry>,
    /// By number of tiles.
    pub by_tiles: Vec<TileCount>,
}

impl Summary {
    /// Takes in one diagram.
    pub fn add(&mut self, entry: &Entry) {
        let tiles = entry.shape.cells();
        let single = entry.cycle_type.is_single();
        self.shapes += 1;
        self.single_cycle += u64::from(single);
        self.single_cycle_even_tiles += u64::from(single && tiles.is_multiple_of(2));
        self.odd_permutations += u64::from(!entry.cycle_type.is_even());
        if self.largest.as_ref().is_none_or(|largest| largest.order < entry.order) {
            self.largest = Some(entry.clone());
        }
        if self.by_tiles.len() <= tiles {
            self.by_tiles.resize(tiles + 1, TileCount::default());
        }
        let row = &mut self.by_tiles[tiles];
        row.shapes += 1;
        row.single_cycle += u64::from(single);
        if row.largest_order < entry.order {
            row.largest_order.clone_from(&entry.order);
        }
    }

    /// The largest number of tiles in a single cycle.
    #[must_use]
    pub fn largest_single_cycle(&self) -> Option<usize> {
        self.by_tiles.iter().rposition(|row| row.single_cycle > 0)
    }
}
