//! A game as an experiment plays it: forwards only, as fast as boards go.

use redouble_core::{Afterstate, Board, Direction, Ply, Position, Random, Record, Rules, Start};
use redouble_players::{Searchable, Visit, fastest};

/// The same game that [`Game`](redouble_core::Game) plays from a seed, without undo.
///
/// `Game` keeps what undo needs and works on exact boards: 10 times the time of a move of a random game.
pub(crate) struct Track {
    rules: Rules,
    seed: u64,
    position: Position,
    over: bool,
    score: u64,
    random: Random,
    plies: Vec<Ply>,
}

impl Track {
    pub(crate) fn new(rules: Rules, seed: u64) -> Track {
        let mut random = Random::new(seed);
        let position = Position::start(rules, &mut random);
        Track { rules, seed, position, over: position.is_over(), score: 0, random, plies: Vec::new() }
    }

    /// A game that goes on from a position, with the random numbers of a seed from there.
    pub(crate) fn from_position(rules: Rules, position: Position, seed: u64) -> Track {
        let random = Random::new(seed);
        Track { rules, seed, position, over: position.is_over(), score: 0, random, plies: Vec::new() }
    }

    pub(crate) fn position(&self) -> Position {
        self.position
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    pub(crate) fn score(&self) -> u64 {
        self.score
    }

    /// Makes a move; `None`, and nothing happens, if it is not legal.
    pub(crate) fn play(&mut self, direction: Direction) -> Option<()> {
        let (rules, random) = (self.rules, &mut self.random);
        let step = fastest(self.position.board(), Step { direction, rules, random })?;
        self.position = Position::new(step.board);
        self.over = step.over;
        self.score += step.gained;
        self.plies.push(step.ply);
        Some(())
    }

    pub(crate) fn record(self) -> Record {
        let Track { rules, seed, plies, score, .. } = self;
        Record { rules, start: Start::Seed(seed), plies, undone: Vec::new(), undos: 0, score }
    }
}

struct Step<'a> {
    direction: Direction,
    rules: Rules,
    random: &'a mut Random,
}

struct Stepped {
    board: Board,
    over: bool,
    gained: u64,
    ply: Ply,
}

impl Visit for Step<'_> {
    type Output = Option<Stepped>;

    fn visit<B: Searchable>(self, board: B) -> Option<Stepped> {
        let (after, gained) = board.slid(self.direction)?;
        let after = Afterstate::new(after).expect("a slide leaves an empty cell");
        let spawn = after.draw_spawn(self.rules.four_chance, self.random);
        let next = after.board().with_tile(spawn.cell, Some(spawn.tile));
        let ply = Ply { direction: self.direction, spawn };
        Some(Stepped { board: next.exact(), over: next.legal().is_empty(), gained, ply })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use redouble_core::Game;

    #[test]
    fn is_the_game_of_the_rules() {
        for (shape, seed) in [("4x4", 1), ("3x3", 2), ("2x5", 3), ("5x5", 4)] {
            let rules = Rules::on(shape.parse().unwrap());
            let (mut track, mut game, mut random) =
                (Track::new(rules, seed), Game::new(rules, seed), Random::new(9));
            while !game.is_over() && game.turns().len() < 500 {
                let direction = Direction::ALL[random.below(4) as usize];
                assert_eq!(track.play(direction).is_some(), game.play(direction).is_some());
                assert_eq!(
                    (track.position(), track.score(), track.is_over()),
                    (game.position(), game.score(), game.is_over())
                );
            }
            assert_eq!(track.record(), game.record());
        }
    }
}
