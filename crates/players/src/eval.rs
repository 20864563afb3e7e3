//! What boards are worth: named terms, combined with weights.

mod term;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use redouble_core::{Grid, did_you_mean};

use crate::line_table::LineTable;
use crate::{Searchable, Slides};
pub use term::Term;

/// What a search asks at its leaves; a search is generic over it.
///
/// The value of a board must be the same for all its images under the symmetries of its shape.
pub trait Leaf: Sync {
    /// Whether a value costs more than to remember it.
    const IS_COSTLY: bool = false;

    /// The value of a board where the search stops.
    fn value<B: Searchable>(&self, board: B) -> f64;

    /// The values of the boards after legal slides where the search stops, and nothing in the other places.
    fn values<B: Searchable>(&self, slides: &Slides<B>) -> [f64; 4] {
        value_each(self, slides)
    }

    /// The value of a board without a legal move.
    fn value_when_over<B: Searchable>(&self, board: B) -> f64;

    /// What a point of score on the way is worth.
    fn gain_weight(&self) -> f64;

    /// Whether a leaf must be asked whether the game is over there.
    fn asks_whether_over(&self) -> bool;
}

/// The values of the boards after legal slides, one after the other.
pub(crate) fn value_each<L: Leaf + ?Sized, B: Searchable>(leaf: &L, slides: &Slides<B>) -> [f64; 4] {
    let mut values = [0.0; 4];
    slides.places().for_each(|place| values[place] = leaf.value(slides.boards[place]));
    values
}

/// A weighted sum of [`Term`]s, written `empty*2+corner*10`.
///
/// ```
/// use redouble_core::board;
/// use redouble_players::Evaluation;
///
/// let evaluation: Evaluation = "empty*2+corner*10".parse().unwrap();
/// assert_eq!(evaluation.of(board! { 8 2 / . . }), 14.0);
/// assert_eq!(evaluation.to_string(), "empty*2+corner*10");
/// let error = "empty+beauty".parse::<Evaluation>().unwrap_err().to_string();
/// assert!(error.starts_with("`beauty` is not an evaluation"));
/// ```
#[derive(Clone)]
pub struct Evaluation {
    terms: Vec<(Term, f64)>,
    /// The line terms together; equal to their direct sum, on lines of four up to single precision.
    table: Arc<LineTable>,
    /// The terms that are not sums over lines.
    board_terms: Vec<(Term, f64)>,
    gain: f64,
    over: f64,
}

/// The name of the default mixture.
pub const STRONG: &str = "strong";

/// The default mixture. Found by `redouble tune`; how, and what it gained, is in docs/players.md.
const STRONG_TERMS: [(Term, f64); 6] = [
    (Term::Empty, 581.0),
    (Term::Merges, 696.0),
    (Term::Monotone, 18.6),
    (Term::Tiles, 7.23),
    (Term::Smooth, 84.9),
    (Term::Over, 2_790_000.0),
];

impl Evaluation {
    /// The weighted sum of these terms.
    #[must_use]
    pub fn new(terms: Vec<(Term, f64)>) -> Evaluation {
        let of_line =
            |line: &[u8]| terms.iter().map(|&(term, w)| w * term.of_line(line).unwrap_or(0.0)).sum();
        let table = Arc::new(LineTable::new(of_line));
        let weight = |wanted: Term| terms.iter().filter(|(term, _)| *term == wanted).map(|(_, w)| w).sum();
        let is_board_term = |term: Term| matches!(term, Term::Corner | Term::Snake);
        let board_terms = terms.iter().copied().filter(|&(term, _)| is_board_term(term)).collect();
        Evaluation { table, board_terms, gain: weight(Term::Score), over: weight(Term::Over), terms }
    }

    /// The default mixture.
    #[must_use]
    pub fn strong() -> Evaluation {
        Evaluation::new(STRONG_TERMS.to_vec())
    }

    /// The largest size of a weight: sums of terms are far from the largest number then.
    pub const MAX_WEIGHT: f64 = 1e15;

    /// The terms and their weights.
    #[must_use]
    pub fn terms(&self) -> &[(Term, f64)] {
        &self.terms
    }

    /// The value of a board by the definitions of the terms: the slow twin of [`Leaf::value`].
    #[must_use]
    pub fn of<B: Grid>(&self, board: B) -> f64 {
        self.terms.iter().map(|&(term, weight)| weight * term.of(board)).sum()
    }

    #[cold]
    fn of_board_terms<B: Grid>(&self, board: B) -> f64 {
        self.board_terms.iter().map(|&(term, weight)| weight * term.of(board)).sum()
    }

    /// What one more empty cell is worth by the terms that count empty cells; 1 if none does.
    #[must_use]
    pub fn unit(&self) -> f64 {
        let per_cell = |term: Term| match term {
            Term::Empty => 1.0,
            Term::LineEnds | Term::LineEndsNoTies | Term::LineEndsEmpty => 2.0,
            _ => 0.0,
        };
        let unit: f64 = self.terms.iter().map(|&(term, weight)| weight * per_cell(term)).sum();
        if unit > 0.0 { unit } else { 1.0 }
    }
}

impl Leaf for Evaluation {
    #[inline]
    fn value<B: Searchable>(&self, board: B) -> f64 {
        let Some(lines) = board.sum_of_lines(&self.table) else { return self.of(board) };
        if self.board_terms.is_empty() { lines } else { lines + self.of_board_terms(board) }
    }

    fn value_when_over<B: Searchable>(&self, board: B) -> f64 {
        self.value(board) - self.over
    }

    fn gain_weight(&self) -> f64 {
        self.gain
    }

    fn asks_whether_over(&self) -> bool {
        self.over != 0.0
    }
}

/// A text that is not an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseEvaluationError {
    /// A name that does not exist.
    Name(String),
    /// A weight that is not a number.
    Weight(String),
}

impl fmt::Display for ParseEvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseEvaluationError::Name(found) => {
                let names: Vec<&str> = Term::ALL.into_iter().map(Term::name).chain([STRONG]).collect();
                let meant = did_you_mean(found, names.iter().copied());
                write!(f, "`{found}` is not an evaluation; there are {}{meant}", names.join(", "))
            }
            ParseEvaluationError::Weight(found) => {
                write!(
                    f,
                    "`{found}` is not a weight; write terms like empty*2+corner*10, with weights up to 1e15"
                )
            }
        }
    }
}

impl std::error::Error for ParseEvaluationError {}

impl FromStr for Evaluation {
    type Err = ParseEvaluationError;

    fn from_str(text: &str) -> Result<Evaluation, ParseEvaluationError> {
        let mut terms = Vec::new();
        for part in text.split('+') {
            terms.extend(parse_part(part.trim())?);
        }
        Ok(Evaluation::new(terms))
    }
}

/// One name with its weight: a term, or a mixture that stands for several.
fn parse_part(part: &str) -> Result<Vec<(Term, f64)>, ParseEvaluationError> {
    let (name, weight) = part.split_once('*').unwrap_or((part, "1"));
    let factor = weight.trim().parse().ok().filter(|weight: &f64| weight.abs() <= Evaluation::MAX_WEIGHT);
    let factor = factor.ok_or_else(|| ParseEvaluationError::Weight(weight.to_owned()))?;
    let name = name.trim();
    if name == STRONG {
        return Ok(STRONG_TERMS.iter().map(|&(term, weight)| (term, weight * factor)).collect());
    }
    let term = Term::from_name(name).ok_or_else(|| ParseEvaluationError::Name(name.to_owned()))?;
    Ok(vec![(term, factor)])
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (term, weight)) in self.terms.iter().enumerate() {
            let plus = if index == 0 { "" } else { "+" };
            match *weight {
                1.0 => write!(f, "{plus}{}", term.name())?,
                weight => write!(f, "{plus}{}*{weight}", term.name())?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Evaluation({self})")
    }
}
