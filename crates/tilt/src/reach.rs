//! Can one board become another, and in how few tilts?

use num_bigint::BigUint;

use crate::frame::{depth, nearest};
use crate::{Direction, Label, Labelled, Orbit, Size, Tilts};

/// Why two boards cannot be compared: tilts keep the board and its tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReachError {
    /// Boards of different sizes.
    #[error("the boards differ in size: {from} and {to}")]
    Sizes {
        /// The size of the start.
        from: Size,
        /// The size of the target.
        to: Size,
    },
    /// A label that occurs more often on one board than on the other.
    #[error("the boards have different tiles: the label {} stands on {from} tiles of the first and {to} of the second",
        show(*label))]
    Tiles {
        /// The first label that differs.
        label: Label,
        /// How often the start has it.
        from: usize,
        /// How often the target has it.
        to: usize,
    },
}

/// Letters are stored by their code point; numbers that are no visible letters are written as numbers.
fn show(label: Label) -> String {
    match char::from_u32(label).filter(char::is_ascii_alphanumeric) {
        Some(letter) => format!("{letter:?} ({label})"),
        None => label.to_string(),
    }
}

/// A shortest way from one board to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The number of tilts; no shorter sequence exists.
    pub length: BigUint,
    /// The tilts.
    pub tilts: Tilts,
}

/// The shortest tilts that turn one labelled board into another, or none.
///
/// Tiles with the same label may stand for each other. On each ring the labels of the target must be a
/// rotation of those of the start, and the rotations of all rings must happen at the same time.
///
/// ```
/// use redouble_tilt::{Labelled, shortest_passage};
/// let from: Labelled = "2,4,./.,2,./8,.,.".parse()?;
/// let there: Labelled = ".,2,4/.,8,2/.,.,.".parse()?;
/// let passage = shortest_passage(&from, &there)?.expect("a way");
/// assert_eq!(passage.tilts.to_string(), "NE");
/// let nowhere: Labelled = "2,.,./8,2,./4,.,.".parse()?;
/// assert!(shortest_passage(&from, &nowhere)?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the boards have different sizes or different tiles.
pub fn shortest_passage(from: &Labelled, to: &Labelled) -> Result<Option<Passage>, ReachError> {
    check(from, to)?;
    if from == to {
        return Ok(Some(Passage { length: BigUint::ZERO, tilts: Tilts::default() }));
    }
    let one = Direction::ALL.into_iter().find(|&tilt| from.moved(from.configuration().tilted(tilt)) == *to);
    if let Some(tilt) = one {
        return Ok(Some(Passage { length: 1u32.into(), tilts: Tilts::from([tilt].as_slice()) }));
    }
    let walks = Direction::ALL.iter().filter_map(|&first| on_walk(from, to, first));
    Ok(walks.min_by(|a, b| a.length.cmp(&b.length)))
}

fn on_walk(from: &Labelled, to: &Labelled, first: Direction) -> Option<Passage> {
    let orbit = Orbit::of(from.configuration(), first);
    let times = orbit.times(from.labels(), to).into_iter();
    let time = times.map(|times| nearest(times.time, &times.period)).min_by_key(depth)?;
    Some(Passage { length: depth(&time), tilts: orbit.frame().tilts(&time) })
}

fn check(from: &Labelled, to: &Labelled) -> Result<(), ReachError> {
    let sizes = [from, to].map(|board| board.configuration().size());
    if sizes[0] != sizes[1] {
        return Err(ReachError::Sizes { from: sizes[0], to: sizes[1] });
    }
    let labels = [from, to].map(Labelled::sorted_labels);
    let differs = |label: &&Label| count(&labels[0], **label) != count(&labels[1], **label);
    match labels.iter().flatten().filter(differs).min() {
        Some(&label) => {
            Err(ReachError::Tiles { label, from: count(&labels[0], label), to: count(&labels[1], label) })
        }
        None => Ok(()),
    }
}

/// How often a label occurs in a sorted list.
fn count(sorted: &[Label], label: Label) -> usize {
    sorted.partition_point(|&other| other <= label) - sorted.partition_point(|&other| other < label)
}
