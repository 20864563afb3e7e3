//! A game that somebody plays.

use crate::record::{Ply, Record, ReplayError, Start};
use crate::{Direction, Grid, Position, Random, Rules, Slide};

/// A game in progress: where it stands, how it got there, and what the generator will do next.
///
/// Undo rewinds the generator too: the same move then brings the same spawn.
///
/// ```
/// use redouble_core::{Game, Rules};
///
/// let mut game = Game::new(Rules::default(), 1);
/// let start = game.position();
/// let direction = start.legal().nth(0).unwrap();
/// let turn = game.play(direction).unwrap();
/// let after = game.position();
/// assert!(game.undo() && game.position() == start);
/// assert_eq!(game.play(direction), Some(turn));
/// assert_eq!((game.position(), game.undos()), (after, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    start: Start,
    now: Standing,
    turns: Vec<Turn>,
    /// The standing before each turn.
    before: Vec<Standing>,
    /// The moves taken back, the latest undone last.
    undone: Vec<Direction>,
    undos: u32,
}

/// Everything that a turn changes and undo restores.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Standing {
    position: Position,
    score: u64,
    random: Random,
}

/// One move and the spawn that answered it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The move.
    pub slide: Slide,
    /// Its direction, and the tile that appeared.
    pub ply: Ply,
}

impl Game {
    /// A new game: the start and every spawn follow from the seed.
    #[must_use]
    pub fn new(rules: Rules, seed: u64) -> Game {
        let mut random = Random::new(seed);
        let position = Position::start(rules, &mut random);
        Game::from_standing(rules, Start::Seed(seed), Standing { position, score: 0, random })
    }

    /// A game that goes on from a position, with the score so far. The position's shape is the game's.
    #[must_use]
    pub fn from_position(rules: Rules, position: Position, score: u64, seed: u64) -> Game {
        let board = position.board();
        let rules = Rules { shape: board.shape(), ..rules };
        let start = Start::Board { board, score, seed: Some(seed) };
        Game::from_standing(rules, start, Standing { position, score, random: Random::new(seed) })
    }

    /// The game of a record, with its undo history and what can be redone.
    ///
    /// # Errors
    /// If the record breaks the rules, or has no seed to go on with.
    pub fn from_record(record: &Record) -> Result<Game, ReplayError> {
        let mut game = match record.start {
            Start::Seed(seed) => Game::new(record.rules, seed),
            Start::Board { board, score, seed: Some(seed) } => {
                Game::from_position(record.rules, Position::new(board), score, seed)
            }
            Start::Board { seed: None, .. } => return Err(ReplayError::NoSeed),
        };
        for (index, &ply) in record.plies.iter().enumerate() {
            let turn = game.play(ply.direction);
            match turn {
                None => return Err(ReplayError::IllegalMove { ply: index + 1, direction: ply.direction }),
                Some(turn) if turn.ply != ply => {
                    return Err(ReplayError::OtherSpawn { ply: index + 1, found: ply, expected: turn.ply });
                }
                Some(_) => {}
            }
        }
        game.undone = record.undone.iter().rev().copied().collect();
        game.undos = record.undos;
        Ok(game)
    }

    fn from_standing(rules: Rules, start: Start, now: Standing) -> Game {
        Game { rules, start, now, turns: Vec::new(), before: Vec::new(), undone: Vec::new(), undos: 0 }
    }

    /// Makes a move and spawns a tile; `None`, and nothing happens, if the move is not legal.
    pub fn play(&mut self, direction: Direction) -> Option<Turn> {
        let turn = self.advance(direction)?;
        self.undone.clear();
        Some(turn)
    }

    /// The turn that a move would make; `None` if the move is not legal.
    #[must_use]
    pub fn turn(&self, direction: Direction) -> Option<Turn> {
        self.look(direction).map(|(turn, _)| turn)
    }

    /// A turn, and where it leads.
    fn look(&self, direction: Direction) -> Option<(Turn, Standing)> {
        let slide = self.now.position.slide(direction)?;
        let mut random = self.now.random.clone();
        let spawn = slide.after.draw_spawn(self.rules.four_chance, &mut random);
        let position = slide.after.spawn(spawn).expect("the generator draws empty cells");
        let turn = Turn { slide, ply: Ply { direction, spawn } };
        Some((turn, Standing { position, score: self.now.score + slide.gained, random }))
    }

    fn advance(&mut self, direction: Direction) -> Option<Turn> {
        let (turn, next) = self.look(direction)?;
        self.before.push(std::mem::replace(&mut self.now, next));
        self.turns.push(turn);
        Some(turn)
    }

    /// Takes the last turn back, if there is one.
    pub fn undo(&mut self) -> bool {
        let (Some(standing), Some(turn)) = (self.before.pop(), self.turns.pop()) else { return false };
        self.now = standing;
        self.undone.push(turn.ply.direction);
        self.undos += 1;
        true
    }

    /// Makes the last undone move again, with the same spawn; `None` if nothing is undone.
    pub fn redo(&mut self) -> Option<Turn> {
        let direction = self.undone.pop()?;
        self.advance(direction)
    }

    /// The rules it is played by.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// How it began.
    #[must_use]
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The position to move in.
    #[must_use]
    pub fn position(&self) -> Position {
        self.now.position
    }

    /// The sum of all merged tiles.
    #[must_use]
    pub fn score(&self) -> u64 {
        self.now.score
    }

    /// The turns so far.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// How many turns have been taken back, ever.
    #[must_use]
    pub fn undos(&self) -> u32 {
        self.undos
    }

    /// How many undone moves can be made again.
    #[must_use]
    pub fn redoable(&self) -> usize {
        self.undone.len()
    }

    /// Whether no move is left.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.now.position.is_over()
    }

    /// Whether the goal, or more, is on the board. Play goes on.
    #[must_use]
    pub fn has_won(&self) -> bool {
        self.now.position.board().max_tile() >= Some(self.rules.goal)
    }

    /// The game as a record, which [`Game::from_record`] turns back into an equal game.
    #[must_use]
    pub fn record(&self) -> Record {
        Record {
            rules: self.rules,
            start: self.start.clone(),
            plies: self.turns.iter().map(|turn| turn.ply).collect(),
            undone: self.undone.iter().rev().copied().collect(),
            undos: self.undos,
            score: self.now.score,
        }
    }
}
