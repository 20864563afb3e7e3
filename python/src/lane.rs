//! One of many games that go on side by side.

use redouble_core::{
    Afterstate, Board, Direction, Directions, FourChance, Grid, Packed, Position, Random, Tile,
};
use redouble_players::player_random;

use crate::argument::pack;

/// A representation of boards that lanes are fast on: packed up to 16 cells, exact beyond.
pub(crate) trait LaneBoard: Grid + Send + Sync + 'static {
    /// The board without tiles.
    fn empty_like(board: Board) -> Self;

    /// The board after a slide and the score gained, `None` if nothing changes; an error if the representation cannot hold it.
    fn try_slid(self, direction: Direction) -> Result<Option<(Self, u64)>, TooLarge>;

    /// The same board in this representation.
    fn of_exact(board: Board) -> Result<Self, TooLarge>;

    /// The same board in the representation that holds every board.
    fn exact(self) -> Board;

    /// The packed number, if there is one.
    fn bits(self) -> Option<u64>;

    /// Writes the exponents row by row.
    fn write_exponents(self, exponents: &mut [u8]);
}

/// A tile beyond 32768 does not fit into four bits.
pub(crate) struct TooLarge;

impl<const R: usize, const C: usize> LaneBoard for Packed<R, C> {
    fn empty_like(_: Board) -> Self {
        Packed::EMPTY
    }

    #[inline(always)]
    fn try_slid(self, direction: Direction) -> Result<Option<(Self, u64)>, TooLarge> {
        Packed::try_slid(self, direction).map_err(|_| TooLarge)
    }

    fn of_exact(board: Board) -> Result<Self, TooLarge> {
        Packed::try_from(board).map_err(|_| TooLarge)
    }

    fn exact(self) -> Board {
        self.into()
    }

    #[inline(always)]
    fn bits(self) -> Option<u64> {
        Some(Packed::bits(self))
    }

    #[inline(always)]
    fn write_exponents(self, exponents: &mut [u8]) {
        let aligned = Packed::bits(self) << (64 - 4 * R * C);
        if let Ok(all) = <&mut [u8; 16]>::try_from(&mut *exponents) {
            // Every digit gets a byte of its own: halves, quarters and eighths are moved apart.
            let [high, low] = [aligned >> 32, aligned & 0xffff_ffff].map(spread);
            all[..8].copy_from_slice(&high.to_be_bytes());
            all[8..].copy_from_slice(&low.to_be_bytes());
            return;
        }
        for (cell, exponent) in exponents.iter_mut().enumerate() {
            *exponent = (aligned >> (60 - 4 * cell) & 15) as u8;
        }
    }
}

/// Eight digits of four bits as eight bytes.
#[inline(always)]
const fn spread(digits: u64) -> u64 {
    let fours = (digits | digits << 16) & 0x0000_ffff_0000_ffff;
    let pairs = (fours | fours << 8) & 0x00ff_00ff_00ff_00ff;
    (pairs | pairs << 4) & 0x0f0f_0f0f_0f0f_0f0f
}

impl LaneBoard for Board {
    fn empty_like(board: Board) -> Self {
        Board::empty(board.shape())
    }

    fn try_slid(self, direction: Direction) -> Result<Option<(Self, u64)>, TooLarge> {
        Ok(self.slid(direction))
    }

    fn of_exact(board: Board) -> Result<Self, TooLarge> {
        Ok(board)
    }

    fn exact(self) -> Board {
        self
    }

    fn bits(self) -> Option<u64> {
        pack(&self)
    }

    fn write_exponents(self, exponents: &mut [u8]) {
        for (exponent, tile) in exponents.iter_mut().zip(self.tiles()) {
            *exponent = tile.map_or(0, Tile::exponent);
        }
    }
}

/// A game among others: what it depends on, and where it stands. What a random choice looks at is in the first line of the
/// cache, and a packed game has two.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct Lane<B> {
    /// The random numbers of the player `random`.
    player: Random,
    /// The moves there are.
    pub(crate) legal: Directions,
    /// Whether the game has ended: no move is left, or an illegal one was to end it.
    pub(crate) ended: bool,
    pub(crate) moves: u64,
    pub(crate) score: u64,
    /// The board, where `B` cannot hold it. Out of the way: few games come to a 65536.
    beyond: Option<Box<Board>>,
    random: Random,
    /// Empty while `beyond` holds the board.
    board: B,
    /// The number of the game, which with the seed says everything about it.
    pub(crate) game: u64,
    pub(crate) seed: u64,
}

/// A lane as numbers, for pickles.
pub(crate) struct LaneState {
    pub(crate) board: Board,
    pub(crate) ended: bool,
    pub(crate) score: u64,
    pub(crate) moves: u64,
    pub(crate) game: u64,
    pub(crate) seed: u64,
    pub(crate) random: Random,
    pub(crate) player: Random,
}

impl<B: LaneBoard> Lane<B> {
    /// The game with this number of the experiment with this seed, at its start.
    pub(crate) fn new(empty: Board, seed: u64, game: u64, four_chance: FourChance) -> Lane<B> {
        let game_seed = Random::game_seed(seed, game);
        let mut random = Random::new(game_seed);
        let board = Position::start_on(B::empty_like(empty), four_chance, &mut random).board();
        let (legal, player) = (board.legal(), player_random(game_seed));
        Lane {
            board,
            legal,
            ended: legal.is_empty(),
            score: 0,
            moves: 0,
            game,
            seed,
            random,
            player,
            beyond: None,
        }
    }

    pub(crate) fn from_state(state: LaneState) -> Lane<B> {
        let LaneState { board, ended, score, moves, game, seed, random, player } = state;
        let legal = board.legal();
        let mut lane = Lane {
            board: B::empty_like(board),
            legal,
            ended,
            score,
            moves,
            game,
            seed,
            random,
            player,
            beyond: None,
        };
        lane.set(board);
        lane
    }

    pub(crate) fn state(&self) -> LaneState {
        LaneState {
            board: self.exact(),
            ended: self.ended,
            score: self.score,
            moves: self.moves,
            game: self.game,
            seed: self.seed,
            random: self.random.clone(),
            player: self.player.clone(),
        }
    }

    /// Makes a move and spawns a tile; the score gained, or `None`, and nothing happens, if the move is not legal.
    #[inline(always)]
    pub(crate) fn play(&mut self, direction: Direction, four_chance: FourChance) -> Option<u64> {
        let Ok(Some((slid, gained))) = self.board.try_slid(direction) else {
            return self.play_exactly(direction, four_chance);
        };
        let after = Afterstate::new(slid).expect("a slide leaves an empty cell");
        self.board = after.spawn_random(four_chance, &mut self.random).board();
        self.legal = self.board.legal();
        self.ended = self.legal.is_empty();
        self.score += gained;
        self.moves += 1;
        Some(gained)
    }

    /// The rest: illegal moves, and boards that `B` cannot hold.
    #[cold]
    fn play_exactly(&mut self, direction: Direction, four_chance: FourChance) -> Option<u64> {
        if self.ended || !self.legal.contains(direction) {
            return None;
        }
        let (slid, gained) = self.exact().slid(direction)?;
        let after = Afterstate::new(slid).expect("a slide leaves an empty cell");
        let board = after.spawn_random(four_chance, &mut self.random).board();
        self.set(board);
        self.ended = self.legal.is_empty();
        self.score += gained;
        self.moves += 1;
        Some(gained)
    }

    fn set(&mut self, board: Board) {
        self.legal = board.legal();
        (self.board, self.beyond) = match B::of_exact(board) {
            Ok(board) => (board, None),
            Err(TooLarge) => (B::empty_like(board), Some(Box::new(board))),
        };
    }

    /// A random legal move: what the player `random` chooses in this game. Not for a game without one.
    #[inline(always)]
    pub(crate) fn draw(&mut self) -> Direction {
        let n = self.player.below(self.legal.len() as u32);
        self.legal.nth(n as usize).unwrap_or(Direction::Up)
    }

    pub(crate) fn exact(&self) -> Board {
        self.beyond.as_deref().copied().unwrap_or_else(|| self.board.exact())
    }

    /// The packed number, if the board has one.
    #[inline(always)]
    pub(crate) fn bits(&self) -> Option<u64> {
        if self.beyond.is_some() { None } else { self.board.bits() }
    }

    #[inline(always)]
    pub(crate) fn write_exponents(&self, exponents: &mut [u8]) {
        match &self.beyond {
            None => self.board.write_exponents(exponents),
            Some(board) => LaneBoard::write_exponents(**board, exponents),
        }
    }

    /// How many cells are empty.
    pub(crate) fn count_empty(&self) -> usize {
        self.beyond.as_ref().map_or_else(|| self.board.count_empty(), |board| board.count_empty())
    }

    /// The packed board after every slide and the score gained: 0 where a slide is not legal.
    pub(crate) fn afterstates(&self) -> Option<[(u64, u64); 4]> {
        let mut after = [(0, 0); 4];
        self.bits()?;
        for (direction, after) in Direction::ALL.into_iter().zip(&mut after) {
            match self.board.try_slid(direction) {
                Ok(Some((slid, gained))) => *after = (slid.bits()?, gained),
                Ok(None) => {}
                Err(TooLarge) => return None,
            }
        }
        Some(after)
    }
}
