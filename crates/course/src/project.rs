//! A project: a player of the student's own that must beat another one.

use std::time::Duration;

use redouble_core::{Direction, Game, Progress, Random, Rules, Stopped, Watch};
use redouble_kernels::clock::Instant;
use redouble_lab::{External, ExternalOptions};
use redouble_players::{Budget, Catalog, Player};

use crate::check::{CheckOptions, CheckReport, Failure, Kind, Match, Part};
use crate::run::{self, Bounds, Leash, Program, RunError};

/// A project that is judged by its games.
pub struct Project {
    /// Its name: `p-mcts`.
    pub id: &'static str,
}

/// All of them, in the order of the course.
pub static ALL: &[Project] = &[Project { id: "p-heuristics" }, Project { id: "p-mcts" }];

/// Who must be beaten.
const OPPONENT: &str = "greedy";
/// So many games are played, the same for both.
pub const GAMES: usize = 40;
/// The program may take so long for an answer, by the wall clock: on a busy machine a compiler before it takes its time.
const PATIENCE: Duration = Duration::from_secs(60);
/// Who chooses as `greedy` does in so many positions plays like it.
const SAME: f64 = 0.99;

/// What is often misunderstood.
pub const MISCONCEPTIONS: &[(&str, &str)] = &[
    ("plays-illegal-moves", "a move was chosen that changes nothing; only legal moves may be compared"),
    ("greedy-again", "it plays as greedy does: it looks one slide ahead and at nothing behind it"),
    ("does-not-flush", "the answer stays in a buffer: flush after every line"),
    ("not-better", "it does not beat greedy: what it looks at says too little about the games to come"),
];

/// So many of these games must be won: 35 of 40, seven of eight.
#[must_use]
pub const fn needed(games: usize) -> usize {
    (7 * games).div_ceil(8)
}

/// How a game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The score.
    pub score: u64,
    /// How many moves.
    pub moves: usize,
    /// Why the player gave up, if it did.
    pub forfeit: Option<String>,
}

/// Plays so many whole games, for a tournament: game `i` of a seed is the same for all players.
///
/// # Errors
/// If the program cannot be started, or the watch stopped it.
pub fn whole_games(
    program: &Program,
    seed: u64,
    games: usize,
    watch: &dyn Watch,
) -> Result<Vec<Finished>, RunError> {
    let leash = Leash::new(program);
    let mut player = External::new(options(&leash, PATIENCE), Rules::default());
    let play = |game: u64| play(&mut player, Random::game_seed(seed, game), None, watch, |_, _| ());
    Ok((0..games as u64).map(play).collect::<Result<Vec<_>, Stopped>>()?)
}

fn options(leash: &Leash, patience: Duration) -> ExternalOptions {
    ExternalOptions { command: leash.command.clone(), patience }
}

/// Plays a game to its end, or until its score is above this one.
fn play(
    player: &mut dyn Player,
    seed: u64,
    until: Option<u64>,
    watch: &dyn Watch,
    mut seen: impl FnMut(&Game, Direction),
) -> Result<Finished, Stopped> {
    let mut game = Game::new(Rules::default(), seed);
    let budget = Budget { watch, ..Budget::default() };
    let mut forfeit = None;
    player.begin(seed);
    while !game.is_over() && until.is_none_or(|score| game.score() <= score) {
        match player.decide(game.position(), &budget) {
            Ok(decision) => {
                seen(&game, decision.choice);
                game.play(decision.choice);
            }
            Err(lost) => {
                forfeit = Some(lost.reason);
                break;
            }
        }
        watch.check()?;
    }
    player.end(game.score());
    Ok(Finished { score: game.score(), moves: game.turns().len(), forfeit })
}

/// The games so far.
#[derive(Default)]
struct Tally {
    wins: usize,
    losses: usize,
    forfeit: Option<String>,
    positions: usize,
    same: usize,
}

/// Lets the program play until it is known whether it wins often enough.
///
/// # Errors
/// If it cannot be started, or the watch stopped it.
pub(crate) fn check(
    project: &Project,
    program: &Program,
    options: &CheckOptions,
    watch: &dyn Watch,
) -> Result<CheckReport, RunError> {
    let started = Instant::now();
    let games = options.selection.cases.unwrap_or(GAMES).max(1);
    let patience = options.time.unwrap_or(PATIENCE);
    if let Some(failure) = not_ready(program, patience, watch)? {
        return Ok(report(project, options, &Tally::default(), games, Some(failure)));
    }
    let tally = tally(program, options.selection.seed, games, patience, watch)?;
    let failure = failure(&tally, games, patience);
    let mut report = report(project, options, &tally, games, failure);
    (report.starts, report.seconds) = (2, started.elapsed().as_secs_f64());
    Ok(report)
}

/// Whether the program says that it is ready, as docs/protocol.md wants it.
fn not_ready(program: &Program, patience: Duration, watch: &dyn Watch) -> Result<Option<Failure>, RunError> {
    let bounds = Bounds { time: patience, ..Bounds::default() };
    let ran = run::run(program, b"redouble-player 1\nquit\n".to_vec(), &bounds, watch)?;
    let first = ran.lines.first().cloned().unwrap_or_default();
    if first.starts_with("ready") {
        return Ok(None);
    }
    Ok(Some(Failure {
        case: Some("redouble-player 1".to_owned()),
        answer: Some(first),
        why: Some("the first line that a player prints begins with ready: see docs/protocol.md".to_owned()),
        stderr: crate::input::shortened(ran.errors.trim_end(), 4000),
        ..Failure::new(Kind::NotAnAnswer)
    }))
}

fn tally(
    program: &Program,
    seed: u64,
    games: usize,
    patience: Duration,
    watch: &dyn Watch,
) -> Result<Tally, RunError> {
    let leash = Leash::new(program);
    let mut player = External::new(self::options(&leash, patience), Rules::default());
    let [mut opponent, mut adviser] = [(), ()].map(|()| opponent());
    let (needed, mut tally) = (needed(games), Tally::default());
    for number in 0..games {
        let seed = Random::game_seed(seed, number as u64);
        let target = play(&mut *opponent, seed, None, watch, |_, _| ())?.score;
        adviser.begin(seed);
        let finished = play(&mut player, seed, Some(target), watch, |game, choice| {
            let advice = adviser.decide(game.position(), &Budget::default());
            tally.positions += 1;
            tally.same += usize::from(advice.is_ok_and(|advice| advice.choice == choice));
        })?;
        let won = finished.score > target;
        tally.forfeit = finished.forfeit;
        tally.wins += usize::from(won);
        tally.losses += usize::from(!won);
        watch.progress(Progress::of("playing", number as u64 + 1, games as u64, "games"));
        if tally.forfeit.is_some() || tally.wins >= needed || tally.losses > games - needed {
            break;
        }
    }
    Ok(tally)
}

fn opponent() -> Box<dyn Player> {
    let spec = OPPONENT.parse().expect("a player that is written here");
    Catalog::default().build(&spec, Rules::default(), &()).expect("a player without files")
}

fn failure(tally: &Tally, games: usize, patience: Duration) -> Option<Failure> {
    let (kind, why, name) = match &tally.forfeit {
        Some(reason) if reason.starts_with("illegal") => (Kind::Law, reason.clone(), Some(0)),
        Some(reason) if reason.starts_with("no answer") => {
            // The protocol asks for answers, so a program that was ready and then says nothing holds them back.
            let nothing = tally.positions == 0;
            (
                Kind::Time,
                format!("{reason}; --time S gives more than {} s", patience.as_secs_f64()),
                nothing.then_some(2),
            )
        }
        Some(reason) if reason.starts_with("answered") => (Kind::NotAnAnswer, reason.clone(), None),
        Some(reason) => (Kind::Crash, reason.clone(), None),
        None if tally.wins >= needed(games) => return None,
        None => {
            let same = tally.same as f64 >= SAME * tally.positions as f64;
            let why = format!(
                "it won {} and lost {} games against {OPPONENT}; {} of {games} must be won",
                tally.wins,
                tally.losses,
                needed(games)
            );
            (Kind::Chance, why, Some(if same { 1 } else { 3 }))
        }
    };
    let named = name.map(|place| MISCONCEPTIONS[place]);
    Some(Failure {
        why: Some(why),
        misconception: named.map(|(name, _)| name.to_owned()),
        says: named.map(|(_, says)| says.to_owned()),
        matched: named.map(|_| Match::Like),
        ..Failure::new(kind)
    })
}

fn report(
    project: &Project,
    options: &CheckOptions,
    tally: &Tally,
    games: usize,
    failure: Option<Failure>,
) -> CheckReport {
    let played = tally.wins + tally.losses;
    let forfeits = usize::from(tally.forfeit.is_some() || played == 0);
    let lost = if failure.is_some() { tally.losses.max(1) } else { 0 };
    let parts = [
        Part { name: "plays", cases: played.max(1), failed: forfeits },
        Part { name: "beats-greedy", cases: played.max(1), failed: lost },
    ];
    let mut report = CheckReport::of_parts(project.id, options, &parts, failure);
    if played > 0 {
        report.notes.push(format!(
            "won {} of {played} games against {OPPONENT}; without being better, {} of {games} are won with probability {:.1e} at most",
            tally.wins,
            needed(games),
            chance(games)
        ));
    }
    report
}

/// The probability that a player who is not better wins often enough: it wins a game with probability at most one half.
#[must_use]
pub fn chance(games: usize) -> f64 {
    let (mut ways, mut sum) = (1.0, 0.0);
    for losses in 0..=games - needed(games) {
        sum += ways;
        ways *= (games - losses) as f64 / (losses + 1) as f64;
    }
    sum * 0.5_f64.powi(games as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_not_better_wins_35_of_40_once_in_a_million() {
        assert_eq!(needed(GAMES), 35);
        assert!((chance(GAMES) / 6.9e-7 - 1.0).abs() < 0.01, "{}", chance(GAMES));
    }
}
