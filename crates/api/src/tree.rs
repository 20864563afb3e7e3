//! The tree of a game: what somebody tried, marked and wrote beside its moves. The main line is the game itself and is not
//! in the tree.
//!
//! As text it is words with a space between them, each a place and what is there:
//!
//! ```text
//! 181/l7u3                     a branch after move 181: moves with the tiles that appear, as in records
//! 181/=2,4/8,.;l2              a branch that begins with a board that was set up
//! 181.1.2/d4                   a branch of a branch: from the first one after move 181, when it is two moves long
//! 181!4                        a glyph, by its number: ! ? !! ?? !? ?!
//! 181.1.1*                     a bookmark
//! 0"Why%20not%20up%3F          a comment, encoded as in addresses
//! ```
//!
//! The branches that leave a place are counted from 1 in the order in which they stand; a word comes after those of the
//! branches that its place names.

use std::fmt::{self, Display, Write};
use std::str::FromStr;

use redouble_core::{Board, Direction, Grid, Ply, Position};

/// The longest text of a tree, in bytes.
const MAX_TEXT: usize = 64 << 10;
/// The longest comment, in characters.
const MAX_COMMENT: usize = 2000;
/// How many glyphs there are.
const GLYPHS: u8 = 6;

/// Branches, glyphs, bookmarks and comments of a game.
///
/// ```
/// use redouble_api::Tree;
/// use redouble_core::{board, Position};
///
/// let tree: Tree = "0/l3u2 0.1.2!4 0\"Try%20left".parse().unwrap();
/// let game = vec![Position::new(board! { 2 2 / . . })];
/// tree.fit(game.clone()).unwrap();
/// let illegal: Tree = "0/u3".parse().unwrap();
/// assert_eq!(illegal.fit(game).unwrap_err().to_string(), "`0/u3` does not fit the game: up changes nothing there");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree(Vec<Item>);

/// Something at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Item {
    place: Place,
    content: Content,
}

/// A position of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    /// How many moves of the game.
    moves: usize,
    /// Then which branch, from 1, and how many steps of it, at least one; again and again.
    turnings: Vec<(usize, usize)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Content {
    Branch(Vec<Step>),
    Glyph(u8),
    Bookmark,
    Comment(String),
}

/// What leads from one position of a branch to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    SetUp(Board),
    Slide(Ply),
}

/// A text that is no tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseTreeError {
    /// More than is kept of one game.
    #[error("the tree has {0} bytes; {MAX_TEXT} are the most that is kept of one game")]
    TooLong(usize),
    /// A word that cannot be read.
    #[error(
        "`{0}` is no part of a tree: branches, glyphs, bookmarks and comments as in `181/l7u3 181!4 181* 181\"text`"
    )]
    Word(String),
}

/// A tree that does not belong to the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` does not fit the game: {problem}")]
pub struct Misfit {
    word: String,
    problem: MisfitProblem,
}

/// Why a tree does not fit its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum MisfitProblem {
    #[error("there is no such place")]
    NoPlace,
    #[error("{0} changes nothing there")]
    IllegalMove(Direction),
    #[error("the tile of `{0}` appears in a cell that is not free")]
    NoRoom(Ply),
    #[error("the board has another shape")]
    Shape,
}

impl Tree {
    /// Whether every place is there and every branch follows the rules, given the positions of the game.
    ///
    /// # Errors
    /// At the first word that does not fit.
    pub fn fit(&self, game: Vec<Position>) -> Result<(), Misfit> {
        let mut lines = Lines(vec![Line { positions: game, branches: Vec::new() }]);
        for item in &self.0 {
            lines.take(item).map_err(|problem| Misfit { word: abridged(&item.to_string()), problem })?;
        }
        Ok(())
    }

    /// The length of its text.
    #[must_use]
    pub(crate) fn length(&self) -> usize {
        self.to_string().len()
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The game and all branches, in the order in which they were met.
struct Lines(Vec<Line>);

struct Line {
    /// The first one is that from which the line begins.
    positions: Vec<Position>,
    /// Which lines leave this one, and after how many steps of it.
    branches: Vec<(usize, usize)>,
}

impl Lines {
    fn take(&mut self, item: &Item) -> Result<(), MisfitProblem> {
        let (line, at) = self.find(&item.place).ok_or(MisfitProblem::NoPlace)?;
        if let Content::Branch(steps) = &item.content {
            let mut positions = vec![self.0[line].positions[at]];
            for step in steps {
                positions.push(step.after(positions[positions.len() - 1])?);
            }
            let branch = self.0.len();
            self.0[line].branches.push((at, branch));
            self.0.push(Line { positions, branches: Vec::new() });
        }
        Ok(())
    }

    fn find(&self, place: &Place) -> Option<(usize, usize)> {
        let (mut line, mut at) = (0, place.moves);
        self.0[line].positions.get(at)?;
        for &(number, steps) in &place.turnings {
            let mut leaving = self.0[line].branches.iter().filter(|&&(from, _)| from == at);
            (line, at) = (leaving.nth(number.checked_sub(1)?)?.1, steps);
            self.0[line].positions.get(at).filter(|_| at > 0)?;
        }
        Some((line, at))
    }
}

impl Step {
    fn after(self, position: Position) -> Result<Position, MisfitProblem> {
        match self {
            Step::SetUp(board) if board.shape() == position.board().shape() => Ok(Position::new(board)),
            Step::SetUp(_) => Err(MisfitProblem::Shape),
            Step::Slide(ply) => {
                let slide = position.slide(ply.direction).ok_or(MisfitProblem::IllegalMove(ply.direction))?;
                slide.after.spawn(ply.spawn).ok_or(MisfitProblem::NoRoom(ply))
            }
        }
    }
}

impl Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, item) in self.0.iter().enumerate() {
            write!(f, "{}{item}", if index > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.place)?;
        match &self.content {
            Content::Branch(steps) => {
                f.write_char('/')?;
                steps.iter().try_for_each(|step| match step {
                    Step::SetUp(board) => write!(f, "={board};"),
                    Step::Slide(ply) => write!(f, "{ply}"),
                })
            }
            Content::Glyph(number) => write!(f, "!{number}"),
            Content::Bookmark => f.write_char('*'),
            Content::Comment(text) => write!(f, "\"{}", encoded(text)),
        }
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.moves)?;
        self.turnings.iter().try_for_each(|(branch, steps)| write!(f, ".{branch}.{steps}"))
    }
}

impl FromStr for Tree {
    type Err = ParseTreeError;

    fn from_str(text: &str) -> Result<Tree, ParseTreeError> {
        if text.len() > MAX_TEXT {
            return Err(ParseTreeError::TooLong(text.len()));
        }
        let word = |word: &str| read_item(word).ok_or_else(|| ParseTreeError::Word(abridged(word)));
        let words = text.split(' ').filter(|_| !text.is_empty());
        let tree = Tree(words.map(word).collect::<Result<_, _>>()?);
        // A board can be written in fewer bytes than we print.
        let length = tree.length();
        if length > MAX_TEXT { Err(ParseTreeError::TooLong(length)) } else { Ok(tree) }
    }
}

/// The beginning of a word that may be long.
fn abridged(word: &str) -> String {
    word.chars().take(40).collect()
}

fn read_item(word: &str) -> Option<Item> {
    let end = word.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (place, content) = word.split_at(end);
    let (kind, rest) = content.split_at_checked(1)?;
    let content = match kind {
        "/" => Content::Branch(read_steps(rest)?),
        "!" => Content::Glyph(rest.parse().ok().filter(|number| (1..=GLYPHS).contains(number))?),
        "*" if rest.is_empty() => Content::Bookmark,
        "\"" => Content::Comment(decoded(rest).filter(|text| is_comment(text))?),
        _ => return None,
    };
    Some(Item { place: read_place(place)?, content })
}

fn read_place(text: &str) -> Option<Place> {
    let numbers: Option<Vec<usize>> = text.split('.').map(|number| number.parse().ok()).collect();
    let numbers = numbers?;
    let (&moves, rest) = numbers.split_first()?;
    let (turnings, []) = rest.as_chunks::<2>() else { return None };
    let turnings: Vec<(usize, usize)> = turnings.iter().map(|&[branch, steps]| (branch, steps)).collect();
    turnings.iter().all(|&(branch, steps)| branch > 0 && steps > 0).then_some(Place { moves, turnings })
}

/// At least one step; a board only as the first.
fn read_steps(text: &str) -> Option<Vec<Step>> {
    let (board, plies) = match text.strip_prefix('=') {
        Some(rest) => rest.split_once(';').map(|(board, plies)| (Some(board), plies))?,
        None => (None, text),
    };
    let set_up = board.map(|board| board.parse().map(Step::SetUp)).transpose().ok()?;
    if !plies.is_ascii() || plies.len() % 2 != 0 {
        return None;
    }
    let ply = |at: usize| plies[at..at + 2].parse().map(Step::Slide);
    let plies: Result<Vec<Step>, _> = (0..plies.len()).step_by(2).map(ply).collect();
    let steps: Vec<Step> = set_up.into_iter().chain(plies.ok()?).collect();
    (!steps.is_empty()).then_some(steps)
}

fn is_comment(text: &str) -> bool {
    let is_text = |c: char| c == '\n' || !c.is_control();
    !text.is_empty() && text.chars().count() <= MAX_COMMENT && text.chars().all(is_text)
}

/// What `encodeURIComponent` makes of a text.
fn encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            write!(encoded, "%{byte:02X}").expect("a string takes everything");
        }
    }
    encoded
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte != b'%' {
            bytes.push(byte);
            rest = after;
            continue;
        }
        let (digits, after) = after.split_at_checked(2)?;
        let digit = |digit: u8| char::from(digit).to_digit(16);
        bytes.push((16 * digit(digits[0])? + digit(digits[1])?) as u8);
        rest = after;
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::board;

    fn game() -> Vec<Position> {
        vec![Position::new(board! { 2 2 / . . }), Position::new(board! { 4 2 / . . })]
    }

    fn problem(text: &str) -> String {
        text.parse::<Tree>().unwrap().fit(game()).unwrap_err().to_string()
    }

    #[test]
    fn a_tree_prints_as_it_was_written() {
        let text = "0/l3u2 0.1.1/d0 0.1.1.1.1* 0/=4,4/.,.;l1 0.2.2!6 1\"Why%20not%3F%0A%C3%A4 1*";
        let tree: Tree = text.parse().unwrap();
        assert_eq!(tree.to_string(), text);
        assert_eq!(tree.fit(game()), Ok(()));
        assert!("".parse::<Tree>().unwrap().is_empty());
    }

    #[test]
    fn what_is_no_tree_is_named() {
        for word in [
            "0",
            "x",
            "/l3",
            "0/",
            "0/l",
            "0/x3",
            "0/=4,4;",
            "0/=4,4",
            "0.1/l3",
            "0.0.1*",
            "0.1.0*",
            "0!0",
            "0!7",
            "0*x",
            "0\"",
            "0\"%2",
            "0\"%ff",
            "0\"%07",
            "0/l3=2,2/.,.;",
            "0/lä",
        ] {
            assert_eq!(word.parse::<Tree>(), Err(ParseTreeError::Word(word.to_owned())), "{word}");
        }
        assert!("0*  0*".parse::<Tree>().is_err());
        assert!("0* ".parse::<Tree>().is_err());
    }

    #[test]
    fn a_tree_that_breaks_the_rules_does_not_fit() {
        assert!(problem("0/u3").ends_with("up changes nothing there"));
        assert!(problem("0/l0").ends_with("the tile of `l0` appears in a cell that is not free"));
        assert!(problem("0/l9").ends_with("the tile of `l9` appears in a cell that is not free"));
        assert!(problem("0/=4,4,./.,.,.;").ends_with("the board has another shape"));
        for nowhere in ["2*", "0.1.1*", "0/l3 0.1.2*", "0/l3 0.2.1*", "1/d0 0.1.1*"] {
            assert!(problem(nowhere).ends_with("there is no such place"), "{nowhere}");
        }
    }

    #[test]
    fn a_tree_has_bounds() {
        let long = format!("0\"{}", "a".repeat(MAX_COMMENT + 1));
        assert!(matches!(long.parse::<Tree>(), Err(ParseTreeError::Word(_))));
        let many = vec!["0*"; MAX_TEXT].join(" ");
        assert_eq!(many.parse::<Tree>(), Err(ParseTreeError::TooLong(many.len())));
    }
}
