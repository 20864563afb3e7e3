//! The tables that players have.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use redouble_core::Board;

use super::code::Ending;
use super::distilled::Distilled;
use super::error::TableError;
use super::fit::{EndingState, Fit, exponents};
use super::layout::CELLS;
use super::problem::EndingProblem;
use super::table::EndingTable;

/// Tables of endings, asked by board.
///
/// ```
/// use redouble_core::board;
/// use redouble_players::Endings;
///
/// // Without tables nothing is known.
/// assert_eq!(Endings::default().find(board! { 2 4 . . / . . . . / . . . . / . . . . }), None);
/// ```
#[derive(Debug, Default)]
pub struct Endings {
    shelves: Vec<Shelf>,
    /// States that come with a program; they are read when a board first might need them.
    shipped: Option<Shipped>,
}

/// Distilled tables that are still to be read, or were.
#[derive(Debug)]
struct Shipped {
    bytes: &'static [u8],
    read: OnceLock<Box<Endings>>,
}

impl Shipped {
    /// Boards with fewer tiles of at least 128 do not need what comes with programs.
    const LARGE_TILES: usize = 5;

    fn find(&self, exponents: &[u8; CELLS]) -> Option<Ending> {
        if exponents.iter().filter(|&&exponent| exponent >= 7).count() < Self::LARGE_TILES {
            return None;
        }
        let read = || {
            let mut endings = Endings::default();
            // What a program brings is checked when it is built: a wrong one is as good as none.
            let tables = Distilled::from_bytes(self.bytes).unwrap_or_default();
            tables.into_iter().for_each(|table| endings.add_distilled(table));
            Box::new(endings)
        };
        self.read.get_or_init(read).find_exponents(exponents)
    }
}

/// The tables of one problem, the best first.
#[derive(Debug)]
struct Shelf {
    fit: Fit,
    sources: Vec<Source>,
}

/// Where endings are read.
#[derive(Debug)]
enum Source {
    /// All states, on disk, and whether a part of it was found damaged: then it is no longer asked.
    EndingTable(Box<EndingTable>, AtomicBool),
    /// Some states, in memory.
    Distilled(Distilled),
}

impl Source {
    fn get(&self, state: EndingState) -> Option<Ending> {
        match self {
            Source::EndingTable(_, damaged) if damaged.load(Ordering::Relaxed) => None,
            Source::EndingTable(table, damaged) => table.get(state).unwrap_or_else(|_| {
                damaged.store(true, Ordering::Relaxed);
                None
            }),
            Source::Distilled(table) => table.get(state),
        }
    }
}

/// How the files of tables end.
const EXTENSION: &str = "ending";

/// The tables of a directory, by their names, and why some cannot be used. There need not be a directory.
pub fn tables_in(directory: &Path) -> impl Iterator<Item = Result<EndingTable, TableError>> + use<> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == EXTENSION));
    paths.sort();
    paths.into_iter().map(|path| EndingTable::open(&path))
}

impl Endings {
    /// The tables of a directory, and what is wrong with those that cannot be used. There need not be a directory.
    #[must_use]
    pub fn open(directory: &Path) -> (Endings, Vec<TableError>) {
        let (mut endings, mut problems) = (Endings::default(), Vec::new());
        for table in tables_in(directory) {
            match table {
                Ok(table) => endings.add(table),
                Err(problem) => problems.push(problem),
            }
        }
        (endings, problems)
    }

    /// Adds a table.
    pub fn add(&mut self, table: EndingTable) {
        let problem = *table.problem();
        self.shelf(&problem).sources.push(Source::EndingTable(Box::new(table), AtomicBool::new(false)));
    }

    /// Adds some states, which are asked where there is no table.
    pub fn add_distilled(&mut self, table: Distilled) {
        let problem = *table.problem();
        self.shelf(&problem).sources.push(Source::Distilled(table));
    }

    /// The same tables, and distilled ones that come with a program for boards that no table knows.
    #[must_use]
    pub fn with_shipped(self, bytes: &'static [u8]) -> Endings {
        Endings { shipped: Some(Shipped { bytes, read: OnceLock::new() }), ..self }
    }

    fn shelf(&mut self, problem: &EndingProblem) -> &mut Shelf {
        let found = self.shelves.iter().position(|shelf| shelf.fit.problem() == problem);
        let place = found.unwrap_or_else(|| {
            self.shelves.push(Shelf { fit: Fit::new(problem), sources: Vec::new() });
            self.shelves.len() - 1
        });
        &mut self.shelves[place]
    }

    /// The best move on a board and its chance, if a table knows it.
    #[must_use]
    pub fn find(&self, board: Board) -> Option<Ending> {
        if self.shelves.is_empty() && self.shipped.is_none() {
            return None;
        }
        self.find_exponents(&exponents(board)?)
    }

    fn find_exponents(&self, exponents: &[u8; CELLS]) -> Option<Ending> {
        let found = self.shelves.iter().find_map(|shelf| {
            let (state, symmetry) = shelf.fit.find(exponents)?;
            let Ending { direction, chance } = shelf.sources.iter().find_map(|source| source.get(state))?;
            Some(Ending { direction: symmetry.direction(direction), chance })
        });
        found.or_else(|| self.shipped.as_ref()?.find(exponents))
    }
}
