//! Perfect play as a few rules that people can follow.
//!
//! The board is turned so that its largest corner tile is at the bottom left, with the larger neighbour along the
//! bottom. A [`DecisionList`] is then a list of rules like "down, if it merges": the first that applies is played. It is
//! fitted greedily: the rule is added, and at the place, that lowers the loss over many positions most.

use std::fmt;
use std::sync::Arc;

use redouble_core::{Board, Direction, Grid, Position, Random, Record, Rules, Slide, Symmetry};
use redouble_players::{Budget, Decision, Forfeit, Oracle, Player, Values};

use crate::regret::{Regret, regret_of};
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
}

impl Condition {
    const ALL: [Condition; 10] = [
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
        }
    }
}

fn corners(board: Board) -> [redouble_core::Cell; 4] {
    let (bottom, right) = (board.shape().rows() - 1, board.shape().columns() - 1);
    [(0, 0), (0, right), (bottom, 0), (bottom, right)].map(|(row, column)| board.shape().cell(row, column))
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
        })
    }
}

/// A move and when to make it: all conditions must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The move on the turned board.
    pub direction: Direction,
    /// When.
    pub conditions: [Condition; 2],
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.conditions;
        write!(f, "{}, if {first}", self.direction)?;
        if second == first { Ok(()) } else { write!(f, " and {second}") }
    }
}

/// Rules in order; the first that applies is played. If none does, the move that leaves most cells empty: of several the
/// first of down, left, right, up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecisionList {
    /// The rules.
    pub rules: Vec<Rule>,
}

/// A position as rules see it.
struct Case {
    /// For each direction of the turned board the conditions that hold, as bits; 0 if it is not legal.
    holds: [u16; 4],
    /// What each direction gives away.
    losses: [f64; 4],
}

impl Case {
    fn new(turned: Board) -> Case {
        let slides: Vec<Slide> = Position::new(turned).slides().collect();
        let mut case = Case { holds: [0; 4], losses: [0.0; 4] };
        for slide in &slides {
            let held = Condition::ALL.into_iter().filter(|condition| condition.holds(slide, &slides));
            case.holds[slide.direction as usize] = held.fold(0, |set, condition| set | 1 << condition as u16);
        }
        case
    }

    fn applies(&self, rule: Rule) -> bool {
        let needed = rule.conditions.iter().fold(0, |set, &condition| set | 1 << condition as u16);
        self.holds[rule.direction as usize] & needed == needed
    }
}

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
    fn choose(&self, case: &Case) -> Direction {
        let ruled = self.rules.iter().find(|rule| case.applies(**rule)).map(|rule| rule.direction);
        let usual = [Direction::Down, Direction::Left, Direction::Right, Direction::Up];
        let roomy = 1 << Condition::LeavesMostRoom as u16;
        let otherwise = || usual.into_iter().find(|&direction| case.holds[direction as usize] & roomy != 0);
        ruled.or_else(otherwise).expect("a position with a legal move")
    }

    /// The move in a position that has one.
    #[must_use]
    pub fn play(&self, position: Position) -> Direction {
        let symmetry = turn(position.board());
        let chosen = self.choose(&Case::new(position.board().transformed(symmetry)));
        symmetry.inverse().direction(chosen)
    }

    fn loss(&self, cases: &[Case]) -> f64 {
        cases.iter().map(|case| case.losses[self.choose(case) as usize]).sum()
    }

    /// Adds the rule, at the place, that lowers the loss most; false if none does.
    fn improve(&mut self, cases: &[Case]) -> bool {
        let mut best = (self.loss(cases) * (1.0 - 1e-6), None);
        for place in 0..=self.rules.len() {
            for rule in candidates().filter(|rule| !self.rules.contains(rule)) {
                let mut list = self.clone();
                list.rules.insert(place, rule);
                let loss = list.loss(cases);
                if loss < best.0 {
                    best = (loss, Some(list));
                }
            }
        }
        match best.1 {
            Some(list) => {
                *self = list;
                true
            }
            None => false,
        }
    }
}

fn candidates() -> impl Iterator<Item = Rule> {
    let pairs = (0..Condition::ALL.len()).flat_map(|a| (a..Condition::ALL.len()).map(move |b| [a, b]));
    let useful = pairs.filter(|&[a, b]| a == b || a > 0).map(|pair| pair.map(|index| Condition::ALL[index]));
    useful.flat_map(|conditions| Direction::ALL.map(|direction| Rule { direction, conditions }))
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

/// Fits at most so many rules to perfect play, and plays games by them.
///
/// First the positions come from perfect games in which one move in four is random, and a list is fitted to them. A
/// list meets other positions than perfect play, those that its own mistakes lead to: so the games of this list are added
/// and a new one is fitted to all, and that twice.
///
/// # Errors
/// In words, if the oracle does not know a position.
pub fn explain(
    oracle: &Arc<dyn Oracle>,
    rules: Rules,
    seed: u64,
    most: usize,
    games: u64,
) -> Result<Explanation, String> {
    const CASES: usize = 8_000;
    let (mut cases, mut list, mut random) = (Vec::new(), DecisionList::default(), Random::new(seed));
    for round in 1..=3 {
        let follow = (round > 1).then(|| list.clone());
        for game in 0.. {
            if cases.len() >= round * CASES {
                break;
            }
            let seed = Random::game_seed(seed.wrapping_add(round as u64), game);
            gather(oracle, follow.as_ref(), Track::new(rules, seed), &mut random, &mut cases)?;
        }
        list = DecisionList::default();
        while list.rules.len() < most && list.improve(&cases) {}
    }
    let records: Vec<Record> =
        (0..games).map(|game| by_rules(&list, rules, Random::game_seed(!seed, game))).collect();
    Ok(Explanation { regret: regret_of(&records, &**oracle)?, cases: cases.len(), list })
}

/// Plays a game by a list, or perfectly with one random move in four, and adds its positions.
fn gather(
    oracle: &Arc<dyn Oracle>,
    follow: Option<&DecisionList>,
    mut game: Track,
    random: &mut Random,
    cases: &mut Vec<Case>,
) -> Result<(), String> {
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
