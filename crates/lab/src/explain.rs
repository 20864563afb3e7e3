//! Perfect play as a few rules that people can follow.
//!
//! The board is turned so that its largest corner tile is at the bottom left, with the larger neighbour along the
//! bottom. A [`DecisionList`] is then a list of rules like "down, if it merges": the first that applies is played. It is
//! fitted greedily: the rule is added, and at the place, that lowers the loss over many positions most.

use std::fmt;

use redouble_core::{
    Board, Cell, Direction, Grid, Position, Progress, Random, Record, Rules, Slide, Stopped, Symmetry, Watch,
};
use redouble_players::{Budget, Decision, Forfeit, Oracle, Player, UnknownPosition, Values};

use crate::regret::{Regret, RegretError, regret_of};
use crate::track::Track;

/// When a rule applies to a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Whenever the move is legal.
    Always,
    /// Tiles merge.
    Merges,
    /// No other move scores more, and this one scores.
    GainsMost,
    /// No other move leaves more cells empty.
    LeavesMostRoom,
    /// The largest tile is in a corner afterwards.
    KeepsCorner,
    /// Two equal tiles are side by side afterwards.
    PreparesMerge,
    /// The tile at the bottom left is no smaller afterwards.
    KeepsHome,
    /// The bottom row is full afterwards.
    FillsBottom,
    /// The bottom row falls from left to right afterwards.
    OrdersBottom,
    /// The next tile cannot end the game.
    IsSafe,
    /// The largest tile is at the bottom left afterwards.
    LargestAtHome,
    /// The two largest tiles are side by side afterwards.
    LargestTogether,
    /// At least two cells are empty afterwards.
    LeavesTwoEmpty,
    /// No other move lets the next one score more.
    PreparesMost,
    /// Read along the bottom and back along the row above, tiles fall afterwards.
    OrdersTwoRows,
}

impl Condition {
    const ALL: [Condition; 15] = [
        Condition::Always,
        Condition::Merges,
        Condition::GainsMost,
        Condition::LeavesMostRoom,
        Condition::KeepsCorner,
        Condition::PreparesMerge,
        Condition::KeepsHome,
        Condition::FillsBottom,
        Condition::OrdersBottom,
        Condition::IsSafe,
        Condition::LargestAtHome,
        Condition::LargestTogether,
        Condition::LeavesTwoEmpty,
        Condition::PreparesMost,
        Condition::OrdersTwoRows,
    ];

    /// Whether it holds for one of the slides of a turned board.
    fn holds(self, slide: &Slide, all: &[Slide]) -> bool {
        let after = slide.after.board();
        let shape = after.shape();
        let bottom = || (0..shape.columns()).map(|column| after.tile(shape.cell(shape.rows() - 1, column)));
        match self {
            Condition::Always => true,
            Condition::Merges => slide.gained > 0,
            Condition::GainsMost => slide.gained > 0 && all.iter().all(|other| other.gained <= slide.gained),
            Condition::LeavesMostRoom => {
                all.iter().all(|other| other.after.board().count_empty() <= after.count_empty())
            }
            Condition::KeepsCorner => {
                corners(after).into_iter().any(|cell| after.tile(cell) == after.max_tile())
            }
            Condition::PreparesMerge => Position::new(after).slides().any(|next| next.gained > 0),
            Condition::KeepsHome => {
                bottom().next() >= Some(slide.before.board().tile(shape.cell(shape.rows() - 1, 0)))
            }
            Condition::FillsBottom => bottom().all(|tile| tile.is_some()),
            Condition::OrdersBottom => bottom().is_sorted_by(|left, right| left >= right),
            Condition::IsSafe => !slide.after.positions().any(|(_, next)| next.is_over()),
            Condition::LargestAtHome => bottom().next() == Some(after.max_tile()),
            Condition::LargestTogether => has_largest_together(after),
            Condition::LeavesTwoEmpty => after.count_empty() >= 2,
            Condition::PreparesMost => {
                let best_next = |slide: &Slide| {
                    let next = Position::new(slide.after.board()).slides();
                    next.map(|next| next.gained).max().unwrap_or(0)
                };
                all.iter().all(|other| best_next(other) <= best_next(slide))
            }
            Condition::OrdersTwoRows => {
                let above =
                    (0..shape.columns()).rev().map(|column| after.tile(shape.cell(shape.rows() - 2, column)));
                bottom().chain(above).is_sorted_by(|first, next| first >= next)
            }
        }
    }
}

fn corners(board: Board) -> [Cell; 4] {
    let (bottom, right) = (board.shape().rows() - 1, board.shape().columns() - 1);
    [(0, 0), (0, right), (bottom, 0), (bottom, right)].map(|(row, column)| board.shape().cell(row, column))
}

/// Whether the largest tile and the largest of the others are neighbours.
fn has_largest_together(board: Board) -> bool {
    let shape = board.shape();
    let mut tiles: Vec<_> = board.tiles().flatten().collect();
    tiles.sort_unstable_by(|a, b| b.cmp(a));
    let [largest, second, ..] = tiles[..] else { return true };
    let pairs = shape.all_cells().flat_map(|cell| shape.all_cells().map(move |other| (cell, other)));
    let beside = |a: Cell, b: Cell| {
        shape.row(a).abs_diff(shape.row(b)) + shape.column(a).abs_diff(shape.column(b)) == 1
    };
    pairs
        .filter(|&(a, b)| beside(a, b))
        .any(|(a, b)| board.tile(a) == Some(largest) && board.tile(b) == Some(second))
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Condition::Always => "it is legal",
            Condition::Merges => "tiles merge",
            Condition::GainsMost => "it scores, and no other move scores more",
            Condition::LeavesMostRoom => "no other move leaves more cells empty",
            Condition::KeepsCorner => "the largest tile is in a corner afterwards",
            Condition::PreparesMerge => "two equal tiles are side by side afterwards",
            Condition::KeepsHome => "the tile at the bottom left is no smaller afterwards",
            Condition::FillsBottom => "the bottom row is full afterwards",
            Condition::OrdersBottom => "the bottom row falls from left to right afterwards",
            Condition::IsSafe => "the next tile cannot end the game",
            Condition::LargestAtHome => "the largest tile is at the bottom left afterwards",
            Condition::LargestTogether => "the two largest tiles are side by side afterwards",
            Condition::LeavesTwoEmpty => "at least two cells are empty afterwards",
            Condition::PreparesMost => "no other move lets the next one score more",
            Condition::OrdersTwoRows => "tiles fall along the bottom row and back along the next afterwards",
        })
    }
}

/// A move and when to make it: all conditions must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRule {
    /// The move on the turned board; `None` for the first of down, left, right, up for which the conditions hold.
    pub direction: Option<Direction>,
    /// When.
    pub conditions: [Condition; 2],
}

impl fmt::Display for MoveRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.conditions;
        match self.direction {
            Some(direction) => write!(f, "{direction}, if {first}")?,
            None => write!(f, "any move, if {first}")?,
        }
        if second == first { Ok(()) } else { write!(f, " and {second}") }
    }
}

/// Rules in order; the first that applies is played. If none does, the move that leaves most cells empty: of several the
/// first of down, left, right, up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecisionList {
    /// The rules.
    pub rules: Vec<MoveRule>,
}

/// A position as rules see it.
struct Case {
    /// For each direction of the turned board the conditions that hold, as bits; 0 if it is not legal.
    holds: [u32; 4],
    /// What each direction gives away.
    losses: [f64; 4],
}

impl Case {
    fn new(turned: Board) -> Case {
        let slides: Vec<Slide> = Position::new(turned).slides().collect();
        let mut case = Case { holds: [0; 4], losses: [0.0; 4] };
        for slide in &slides {
            let held = Condition::ALL.into_iter().filter(|condition| condition.holds(slide, &slides));
            case.holds[slide.direction as usize] = held.fold(0, |set, condition| set | 1 << condition as u32);
        }
        case
    }

    /// The move that a rule makes here, if it applies.
    fn by(&self, rule: MoveRule) -> Option<Direction> {
        let needed = rule.conditions.iter().fold(0, |set, &condition| set | 1 << condition as u32);
        let applies = |direction: &Direction| self.holds[*direction as usize] & needed == needed;
        match rule.direction {
            Some(direction) => Some(direction).filter(applies),
            None => USUAL.into_iter().find(applies),
        }
    }

    fn loss(&self, direction: Direction) -> f64 {
        self.losses[direction as usize]
    }
}

/// The order of moves that are alike.
const USUAL: [Direction; 4] = [Direction::Down, Direction::Left, Direction::Right, Direction::Up];

/// What is played when no rule applies.
const OTHERWISE: MoveRule = MoveRule { direction: None, conditions: [Condition::LeavesMostRoom; 2] };

/// The symmetry that turns a board as the rules want it.
fn turn(board: Board) -> Symmetry {
    let reading = |symmetry: Symmetry| {
        let image = board.transformed(symmetry);
        let shape = image.shape();
        let rows = (0..shape.rows()).rev();
        rows.flat_map(|row| (0..shape.columns()).map(move |column| image.tile(shape.cell(row, column))))
            .collect::<Vec<_>>()
    };
    let symmetries = Symmetry::of(board.shape()).iter().copied();
    symmetries.max_by_key(|&symmetry| reading(symmetry)).unwrap_or(Symmetry::Identity)
}

impl DecisionList {
    /// The move, and the number of the rule that makes it; of no rule, if none applies, as many as there are.
    fn choose(&self, case: &Case) -> (usize, Direction) {
        let ruled = self.rules.iter().enumerate().find_map(|(place, &rule)| Some((place, case.by(rule)?)));
        let otherwise = || Some((self.rules.len(), case.by(OTHERWISE)?));
        ruled.or_else(otherwise).expect("a position with a legal move")
    }

    /// The move in a position that has one.
    #[must_use]
    pub fn play(&self, position: Position) -> Direction {
        let symmetry = turn(position.board());
        let (_, chosen) = self.choose(&Case::new(position.board().transformed(symmetry)));
        symmetry.inverse().direction(chosen)
    }

    fn loss(&self, cases: &[Case]) -> f64 {
        cases.iter().map(|case| case.loss(self.choose(case).1)).sum()
    }

    /// The rule, and the place for it, that lowers the loss most, and by how much.
    fn best_addition(&self, cases: &[Case]) -> (f64, usize, MoveRule) {
        let chosen: Vec<(usize, f64)> = cases
            .iter()
            .map(|case| self.choose(case))
            .zip(cases)
            .map(|((place, way), case)| (place, case.loss(way)))
            .collect();
        let saved = |rule: MoveRule| {
            // Before the rule that was played a new one takes its place, behind it changes nothing.
            let mut by_place = vec![0.0; self.rules.len() + 1];
            for (case, &(place, loss)) in cases.iter().zip(&chosen) {
                if let Some(direction) = case.by(rule) {
                    by_place[place] += loss - case.loss(direction);
                }
            }
            (0..by_place.len())
                .rev()
                .scan(0.0, move |sum, place| {
                    *sum += by_place[place];
                    Some((*sum, place, rule))
                })
                .collect::<Vec<_>>()
        };
        candidates().flat_map(saved).max_by(|a, b| a.0.total_cmp(&b.0)).expect("there are rules")
    }

    /// Adds the rule, at the place, that lowers the loss most; false if none does.
    fn improve(&mut self, cases: &[Case]) -> bool {
        let (saved, place, rule) = self.best_addition(cases);
        let helps = saved > 1e-6 * self.loss(cases);
        if helps {
            self.rules.insert(place, rule);
        }
        helps
    }

    /// Takes each rule out and puts the best one in, until none changes.
    fn polish(&mut self, cases: &[Case], watch: &dyn Watch) -> Result<(), Stopped> {
        for _ in 0..POLISHINGS {
            let before = self.clone();
            for place in 0..self.rules.len() {
                watch.check()?;
                self.rules.remove(place);
                let (_, place, rule) = self.best_addition(cases);
                self.rules.insert(place, rule);
            }
            if *self == before {
                break;
            }
        }
        Ok(())
    }

    /// At most so many rules fitted to these positions.
    /// Tells how many there are so far.
    fn fitted(
        cases: &[Case],
        most: usize,
        tell: impl Fn(usize),
        watch: &dyn Watch,
    ) -> Result<DecisionList, Stopped> {
        let mut list = DecisionList::default();
        while list.rules.len() < most && list.improve(cases) {
            tell(list.rules.len());
            list.polish(cases, watch)?;
        }
        Ok(list)
    }
}

/// How often all rules are looked at again, at most.
const POLISHINGS: usize = 5;

fn candidates() -> impl Iterator<Item = MoveRule> {
    let pairs = (0..Condition::ALL.len()).flat_map(|a| (a..Condition::ALL.len()).map(move |b| [a, b]));
    let useful = pairs.filter(|&[a, b]| a == b || a > 0).map(|pair| pair.map(|index| Condition::ALL[index]));
    let ways = || Direction::ALL.map(Some).into_iter().chain([None]);
    useful.flat_map(move |conditions| ways().map(move |direction| MoveRule { direction, conditions }))
}

/// What explains perfect play, and how well.
pub struct Explanation {
    /// The rules.
    pub list: DecisionList,
    /// The positions it was fitted to.
    pub cases: usize,
    /// What its own games lose against perfect play.
    pub regret: Regret,
}

/// What an explanation is asked for.
#[derive(Clone, Copy, Debug)]
pub struct ExplainOptions {
    /// The rules of the games.
    pub rules: Rules,
    /// The seed of positions and games.
    pub seed: u64,
    /// The most rules in the list.
    pub most: usize,
    /// The games played by the list.
    pub games: u64,
}

/// Fits rules to perfect play, and plays games by them.
///
/// First the positions come from perfect games in which one move in four is random, and a list is fitted to them. A
/// list meets other positions than perfect play, those that its own mistakes lead to: so the games of this list are added
/// and a new one is fitted to all, several times. The list whose own games lose least is the answer.
///
/// # Errors
/// If the oracle does not know a position, or the watch says so.
pub fn explain(
    oracle: &dyn Oracle,
    options: &ExplainOptions,
    watch: &dyn Watch,
) -> Result<Explanation, RegretError> {
    let ExplainOptions { rules, seed, most, games } = *options;
    let (mut cases, mut found, mut random) =
        (Vec::new(), Vec::<(f64, DecisionList)>::new(), Random::new(seed));
    for round in 1..=ROUNDS {
        // The progress is that of the rounds and their rules, not of their games.
        let tell = |fitted: usize| {
            let (done, all) = ((round - 1) * most + fitted, ROUNDS * most);
            watch.progress(
                Progress::of("fitting", done as u64, all as u64, "rules").in_step("round", round as u64),
            );
        };
        tell(0);
        for game in 0.. {
            watch.check()?;
            if cases.len() >= round * CASES {
                break;
            }
            let seed = Random::game_seed(seed.wrapping_add(round as u64), game);
            let last = found.last().map(|(_, list)| list);
            gather(oracle, last, Track::new(rules, seed), &mut random, &mut cases)?;
        }
        let list = DecisionList::fitted(&cases, most, tell, watch)?;
        let trials = records_of(&list, rules, seed, TRIALS, watch)?;
        found.push((regret_of(&trials, oracle, &())?.per_game, list));
    }
    let best = found.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
    let (_, list) = best.expect("at least one round");
    let regret = regret_of(&records_of(&list, rules, !seed, games, watch)?, oracle, watch)?;
    Ok(Explanation { regret, cases: cases.len(), list })
}

/// How often a list is fitted, each time to so many more positions.
const ROUNDS: usize = 8;
const CASES: usize = 4_000;
/// The games that choose between the lists.
const TRIALS: u64 = 500;

/// So many games by a list.
fn records_of(
    list: &DecisionList,
    rules: Rules,
    seed: u64,
    games: u64,
    watch: &dyn Watch,
) -> Result<Vec<Record>, Stopped> {
    let record = |game| watch.check().map(|()| by_rules(list, rules, Random::game_seed(seed, game)));
    (0..games).map(record).collect()
}

/// Plays a game by a list, or perfectly with one random move in four, and adds its positions.
fn gather(
    oracle: &dyn Oracle,
    follow: Option<&DecisionList>,
    mut game: Track,
    random: &mut Random,
    cases: &mut Vec<Case>,
) -> Result<(), UnknownPosition> {
    while !game.is_over() {
        let position = game.position();
        let (best, values) = oracle.look(position)?;
        let legal = position.legal();
        let symmetry = turn(position.board());
        if legal.len() > 1 {
            let mut case = Case::new(position.board().transformed(symmetry));
            let most = values.get(best).unwrap_or(0.0);
            for (direction, value) in values.iter() {
                case.losses[symmetry.direction(direction) as usize] = most - value;
            }
            cases.push(case);
        }
        let any = legal.nth(random.below(legal.len() as u32) as usize);
        let wanders = random.below(4) == 0;
        let usual = || follow.map_or(best, |list| list.play(position));
        game.play(any.filter(|_| wanders && follow.is_none()).unwrap_or_else(usual));
    }
    Ok(())
}

fn by_rules(list: &DecisionList, rules: Rules, seed: u64) -> Record {
    let mut game = Track::new(rules, seed);
    while !game.is_over() {
        game.play(list.play(game.position()));
    }
    game.record()
}

/// The player that follows rules.
impl Player for DecisionList {
    fn begin(&mut self, _: u64) {}

    fn decide(&mut self, position: Position, _: &Budget<'_>) -> Result<Decision, Forfeit> {
        let choice = self.play(position);
        let value = |direction| (direction, f64::from(u8::from(direction == choice)));
        let values: Values = position.legal().into_iter().map(value).collect();
        Ok(Decision { choice, values, nodes: 0, depth: 0 })
    }
}
