//! Many games side by side, whatever their boards are made of.

use rayon::prelude::*;
use redouble_core::{Board, Direction, FourChance, Grid, Packed, Random, Shape, Tile, with_packed};

use crate::lane::{Lane, LaneBoard, LaneState};

/// What all games of a batch have in common.
#[derive(Clone, Copy)]
pub(crate) struct Setting {
    pub(crate) shape: Shape,
    pub(crate) four_chance: FourChance,
    /// Whether a lane goes on with its next game when one ends.
    pub(crate) autoreset: bool,
}

/// A game that ended.
#[derive(Clone, Copy)]
pub(crate) struct Ended {
    pub(crate) game: u64,
    pub(crate) score: u64,
    pub(crate) moves: u64,
    pub(crate) max_tile: u64,
}

/// Where the results of a step go, a place a lane.
pub(crate) struct Results<'a> {
    pub(crate) rewards: &'a mut [i32],
    pub(crate) terminated: &'a mut [bool],
    pub(crate) legal: &'a mut [u8],
}

/// What a step of an environment fills, a place a lane; observations and masks are longer.
pub(crate) struct Observed<'a> {
    pub(crate) exponents: &'a mut [u8],
    pub(crate) rewards: &'a mut [f64],
    pub(crate) terminated: &'a mut [bool],
    pub(crate) masks: &'a mut [i8],
}

/// What an environment pays for a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reward {
    /// The score gained.
    Score,
    /// The logarithm to base 2 of the score gained, 0 for none.
    Log,
    /// The cells that are empty after the spawn.
    Empty,
}

/// What an environment does with a move that changes nothing, or an action that is none.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Illegal {
    /// Nothing happens.
    Noop,
    /// The call is refused.
    Error,
    /// The game ends.
    Terminate,
}

/// Actions as they come from numpy.
#[derive(Clone, Copy)]
pub(crate) enum Actions<'a> {
    Bytes(&'a [u8]),
    Words(&'a [i64]),
}

impl Actions<'_> {
    /// The first action that is no direction, with its lane.
    pub(crate) fn wrong(self) -> Option<(usize, i64)> {
        // All bits of all actions, many at a time: it is a higher bit than the second that makes one wrong.
        let bits = match self {
            Actions::Bytes(all) => u64::from(all.iter().fold(0, |bits, &action| bits | action)),
            Actions::Words(all) => all.iter().fold(0, |bits, &action| bits | action as u64),
        };
        if bits < 4 { None } else { self.find(|direction| direction.is_none()) }
    }

    /// The first lane whose action is as wanted.
    fn find(self, wanted: impl Fn(Option<Direction>) -> bool) -> Option<(usize, i64)> {
        (0..self.len()).map(|lane| (lane, self.get(lane))).find(|&(_, action)| wanted(direction(action)))
    }

    fn len(self) -> usize {
        match self {
            Actions::Bytes(all) => all.len(),
            Actions::Words(all) => all.len(),
        }
    }

    #[inline(always)]
    pub(crate) fn get(self, lane: usize) -> i64 {
        match self {
            Actions::Bytes(all) => i64::from(all[lane]),
            Actions::Words(all) => all[lane],
        }
    }
}

/// The direction of an action, if it is one.
#[inline(always)]
pub(crate) fn direction(action: i64) -> Option<Direction> {
    Direction::ALL.get(usize::try_from(action).ok()?).copied()
}

/// All games of a batch. One call is one pass over all of them: there is nothing by lane that Python would pay for.
pub(crate) trait Lanes: Send + Sync {
    /// Plays an action in every lane; those that are no legal move change nothing.
    fn step(&mut self, actions: Actions<'_>, results: Results<'_>);

    /// Plays so many random moves in every lane, on the threads of the current pool; how many were played.
    fn rollout(&mut self, steps: u64) -> u64;

    /// A random legal move of every lane, 0 where none is left.
    fn random_actions(&mut self, actions: &mut [u8]);

    /// Plays an action in every lane and shows what came of it. Lanes that had ended begin their next game instead if they
    /// are to; who ends now is told. The actions were checked.
    fn observe(
        &mut self,
        actions: Actions<'_>,
        restart: bool,
        kinds: (Reward, Illegal),
        seen: Observed<'_>,
    ) -> Vec<usize>;

    /// Shows these lanes as they stand.
    fn show(&self, lanes: &[usize], exponents: &mut [u8], masks: &mut [i8]);

    /// The first lane whose action is not legal, or that has ended.
    fn first_illegal(&self, actions: Actions<'_>) -> Option<usize>;

    /// The first lane that has ended.
    fn first_ended(&self) -> Option<usize>;

    /// Begins the next game in a lane.
    fn restart(&mut self, lane: usize);

    /// The games that ended since the last call, by their number.
    fn take_ended(&mut self) -> Vec<Ended>;

    /// The same games, left where they are, in the order of their ends.
    fn ended(&self) -> &[Ended];

    /// Games that ended before these lanes were made, for whoever asks for those that ended.
    fn set_ended(&mut self, ended: Vec<Ended>);

    /// The packed boards; the lane of one that has none otherwise.
    fn bits(&self, bits: &mut [u64]) -> Result<(), usize>;

    /// Exponents row by row, lane by lane.
    fn exponents(&self, exponents: &mut [u8]);

    /// The packed boards after all four slides and the scores gained; the lane of one that has none otherwise.
    fn afterstates(&self, boards: &mut [u64], gains: &mut [i32]) -> Result<(), usize>;

    /// The bits of the legal moves.
    fn legal(&self, lane: usize) -> u8;

    /// A lane as numbers.
    fn state(&self, lane: usize) -> LaneState;

    /// Puts a game into a lane.
    fn set(&mut self, lane: usize, state: LaneState);

    /// How many lanes there are.
    fn len(&self) -> usize;

    /// The same games once more.
    fn copy(&self) -> Box<dyn Lanes>;
}

/// Lanes of one representation.
#[derive(Clone)]
struct LanesOf<B> {
    setting: Setting,
    lanes: Vec<Lane<B>>,
    ended: Vec<Ended>,
}

/// Games whose lane, seed and number are given.
pub(crate) fn lanes(setting: Setting, games: impl Iterator<Item = (u64, u64)>) -> Box<dyn Lanes> {
    fn of<B: LaneBoard>(setting: Setting, games: impl Iterator<Item = (u64, u64)>) -> Box<dyn Lanes> {
        let empty = Board::empty(setting.shape);
        let lanes =
            games.map(|(seed, game)| Lane::<B>::new(empty, seed, game, setting.four_chance)).collect();
        Box::new(LanesOf { setting, lanes, ended: Vec::new() })
    }
    let games: Vec<(u64, u64)> = games.collect();
    let packed =
        with_packed!(usual setting.shape, R, C => of::<Packed<R, C>>(setting, games.iter().copied()));
    packed.unwrap_or_else(|| of::<Board>(setting, games.into_iter()))
}

/// How many lanes a rollout goes on with at a time: a move waits for the move before it, but not for those of other games.
const TOGETHER: usize = 4;

impl<B: LaneBoard> LanesOf<B> {
    /// The game in this lane has ended: it is noted, and the next one begun if it is to be.
    #[cold]
    #[inline(never)]
    fn end(setting: Setting, lane: &mut Lane<B>, stride: u64, ended: &mut Vec<Ended>) {
        let max_tile = lane.exact().max_tile().map_or(0, Tile::value);
        ended.push(Ended { game: lane.game, score: lane.score, moves: lane.moves, max_tile });
        if setting.autoreset {
            Self::next(setting, lane, stride);
        }
    }

    /// Lane i of n plays the games i, i + n, i + 2n, …: which ones does not depend on the other lanes.
    fn next(setting: Setting, lane: &mut Lane<B>, stride: u64) {
        let empty = Board::empty(setting.shape);
        let game = lane.game.wrapping_add(stride);
        *lane = Lane::new(empty, lane.seed, game, setting.four_chance);
    }

    fn roll(setting: Setting, lanes: &mut [Lane<B>], stride: u64, steps: u64) -> (u64, Vec<Ended>) {
        let (mut played, mut ended) = (0, Vec::new());
        for lanes in lanes.chunks_mut(TOGETHER) {
            for _ in 0..steps {
                for lane in &mut *lanes {
                    if lane.ended {
                        continue;
                    }
                    let direction = lane.draw();
                    lane.play(direction, setting.four_chance);
                    played += 1;
                    if lane.ended {
                        Self::end(setting, lane, stride, &mut ended);
                    }
                }
            }
        }
        (played, ended)
    }

    #[inline(always)]
    fn step_by(&mut self, direction: impl Fn(usize) -> Direction, results: Results<'_>) {
        let (setting, stride) = (self.setting, self.lanes.len() as u64);
        let places = results.rewards.iter_mut().zip(results.terminated).zip(results.legal);
        for (index, (lane, ((reward, terminated), legal))) in self.lanes.iter_mut().zip(places).enumerate() {
            let before = lane.ended;
            let gained = lane.play(direction(index), setting.four_chance).unwrap_or(0);
            *reward = i32::try_from(gained).unwrap_or(i32::MAX);
            *terminated = lane.ended;
            if lane.ended && !before {
                Self::end(setting, lane, stride, &mut self.ended);
            }
            *legal = lane.legal.bits();
        }
    }
}

impl<B: LaneBoard> Lanes for LanesOf<B> {
    fn step(&mut self, actions: Actions<'_>, results: Results<'_>) {
        match actions {
            Actions::Bytes(all) => self.step_by(|lane| Direction::ALL[usize::from(all[lane] & 3)], results),
            Actions::Words(all) => self.step_by(|lane| Direction::ALL[(all[lane] & 3) as usize], results),
        }
    }

    fn rollout(&mut self, steps: u64) -> u64 {
        let (setting, stride) = (self.setting, self.lanes.len() as u64);
        let threads = rayon::current_num_threads();
        if threads == 1 {
            let (played, ended) = Self::roll(setting, &mut self.lanes, stride, steps);
            self.ended.extend(ended);
            return played;
        }
        let share = self.lanes.len().div_ceil(4 * threads).next_multiple_of(TOGETHER);
        let parts = self.lanes.par_chunks_mut(share).map(|lanes| Self::roll(setting, lanes, stride, steps));
        let parts: Vec<(u64, Vec<Ended>)> = parts.collect();
        parts
            .into_iter()
            .map(|(played, ended)| {
                self.ended.extend(ended);
                played
            })
            .sum()
    }

    fn random_actions(&mut self, actions: &mut [u8]) {
        for (lane, action) in self.lanes.iter_mut().zip(actions) {
            *action = if lane.ended { 0 } else { lane.draw() as u8 };
        }
    }

    fn observe(
        &mut self,
        actions: Actions<'_>,
        restart: bool,
        (reward, illegal): (Reward, Illegal),
        seen: Observed<'_>,
    ) -> Vec<usize> {
        let (setting, stride) = (self.setting, self.lanes.len() as u64);
        let mut now_ended = Vec::new();
        let places =
            seen.exponents.chunks_exact_mut(setting.shape.cells()).zip(seen.masks.as_chunks_mut::<4>().0);
        let places = places.zip(seen.rewards).zip(seen.terminated);
        for (index, (lane, (((exponents, mask), pay), terminated))) in
            self.lanes.iter_mut().zip(places).enumerate()
        {
            if lane.ended {
                if restart {
                    Self::next(setting, lane, stride);
                }
                (*pay, *terminated) = (0.0, lane.ended);
            } else {
                let played = direction(actions.get(index))
                    .and_then(|direction| lane.play(direction, setting.four_chance));
                lane.ended |= played.is_none() && illegal == Illegal::Terminate;
                *pay = match (played, reward) {
                    (None, _) | (Some(0), Reward::Log) => 0.0,
                    (Some(gained), Reward::Score) => gained as f64,
                    (Some(gained), Reward::Log) => (gained as f64).log2(),
                    (Some(_), Reward::Empty) => lane.count_empty() as f64,
                };
                *terminated = lane.ended;
                if lane.ended {
                    now_ended.push(index);
                }
            }
            lane.write_exponents(exponents);
            *mask = mask_of(lane.legal.bits());
        }
        now_ended
    }

    fn show(&self, lanes: &[usize], exponents: &mut [u8], masks: &mut [i8]) {
        let places = exponents.chunks_exact_mut(self.setting.shape.cells()).zip(masks.as_chunks_mut::<4>().0);
        for (&lane, (exponents, mask)) in lanes.iter().zip(places) {
            self.lanes[lane].write_exponents(exponents);
            *mask = mask_of(self.lanes[lane].legal.bits());
        }
    }

    fn first_illegal(&self, actions: Actions<'_>) -> Option<usize> {
        let legal = |lane: usize| {
            direction(actions.get(lane)).is_some_and(|direction| self.lanes[lane].legal.contains(direction))
        };
        (0..self.lanes.len()).find(|&lane| !self.lanes[lane].ended && !legal(lane))
    }

    fn first_ended(&self) -> Option<usize> {
        self.lanes.iter().position(|lane| lane.ended)
    }

    fn restart(&mut self, lane: usize) {
        let (setting, stride) = (self.setting, self.lanes.len() as u64);
        Self::next(setting, &mut self.lanes[lane], stride);
    }

    fn take_ended(&mut self) -> Vec<Ended> {
        let mut ended = std::mem::take(&mut self.ended);
        ended.sort_by_key(|ended| ended.game);
        ended
    }

    fn ended(&self) -> &[Ended] {
        &self.ended
    }

    fn set_ended(&mut self, ended: Vec<Ended>) {
        self.ended = ended;
    }

    fn bits(&self, bits: &mut [u64]) -> Result<(), usize> {
        for (index, (lane, bits)) in self.lanes.iter().zip(bits).enumerate() {
            *bits = lane.bits().ok_or(index)?;
        }
        Ok(())
    }

    fn exponents(&self, exponents: &mut [u8]) {
        let cells = self.setting.shape.cells();
        self.lanes
            .iter()
            .zip(exponents.chunks_exact_mut(cells))
            .for_each(|(lane, out)| lane.write_exponents(out));
    }

    fn afterstates(&self, boards: &mut [u64], gains: &mut [i32]) -> Result<(), usize> {
        let places = boards.as_chunks_mut::<4>().0.iter_mut().zip(gains.as_chunks_mut::<4>().0);
        for (index, (lane, (boards, gains))) in self.lanes.iter().zip(places).enumerate() {
            let after = lane.afterstates().ok_or(index)?;
            *boards = after.map(|(bits, _)| bits);
            *gains = after.map(|(_, gained)| i32::try_from(gained).unwrap_or(i32::MAX));
        }
        Ok(())
    }

    fn legal(&self, lane: usize) -> u8 {
        self.lanes[lane].legal.bits()
    }

    fn state(&self, lane: usize) -> LaneState {
        self.lanes[lane].state()
    }

    fn set(&mut self, lane: usize, state: LaneState) {
        self.lanes[lane] = Lane::from_state(state);
    }

    fn len(&self) -> usize {
        self.lanes.len()
    }

    fn copy(&self) -> Box<dyn Lanes> {
        Box::new(self.clone())
    }
}

/// A place for each direction, 1 if it is legal.
#[inline(always)]
pub(crate) fn mask_of(legal: u8) -> [i8; 4] {
    [0, 1, 2, 3].map(|direction| (legal >> direction & 1) as i8)
}

/// The words of a generator that is pickled.
pub(crate) fn random(words: &[u64]) -> Option<Random> {
    Random::from_state(words.try_into().ok()?)
}
