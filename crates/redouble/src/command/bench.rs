//! `redouble bench`: speed, and a signature of what was computed.

use std::io::{self, Write};
use std::time::Instant;

use redouble_core::{Direction, Packed4x4, Position, Random, Rules};
use serde::Serialize;

use crate::ExitCode;
use crate::output::print_json;

/// The seed of the games; the signature belongs to it.
const SEED: u64 = 2048;

/// The most games: the last board of each is kept for the signature.
const MAX_GAMES: u64 = 100_000_000;

/// Play random games from fixed seeds; print their signature and the speed.
///
/// A change that is meant to change nothing keeps the signature.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=MAX_GAMES))]
    games: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// All but the times depend on the rules, the generator and the number of games alone.
#[derive(Serialize)]
struct BenchReport {
    games: u64,
    moves: u64,
    score_sum: u64,
    signature: String,
    seconds: f64,
    moves_per_second: f64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let begin = Instant::now();
    let total = Tally::of_games(args.games);
    let seconds = begin.elapsed().as_secs_f64();
    let report = BenchReport {
        games: args.games,
        moves: total.moves,
        score_sum: total.score,
        signature: format!("{:016x}", total.hash),
        seconds,
        moves_per_second: total.moves as f64 / seconds,
    };
    if args.json {
        print_json(&report)?;
    } else {
        print_text(&report)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// How many games are played at a time on the one core: a move has to wait for the move before it, but not for those of
/// other games. One, two, three, four at a time: 34.5, 41.8, 43.2, 41.6 million moves a second.
const LANES: usize = 3;

/// What all games came to.
struct Tally {
    moves: u64,
    score: u64,
    hash: u64,
}

impl Tally {
    fn of_games(games: u64) -> Tally {
        let mut last_boards = vec![Packed4x4::EMPTY; games as usize];
        let (mut moves, mut score) = (0, 0);
        let mut next = 0;
        let mut lanes: [Option<Lane>; LANES] = std::array::from_fn(|_| Lane::take(&mut next, games));
        while lanes.iter().any(Option::is_some) {
            for lane in &mut lanes {
                let Some(game) = lane else { continue };
                if game.draw_move() {
                    continue;
                }
                moves += game.moves;
                score += game.score;
                last_boards[game.number as usize] = game.position.board();
                *lane = Lane::take(&mut next, games);
            }
        }
        // FNV-1a over the last boards in the order of the games, eight bytes at a time.
        let hash = last_boards
            .iter()
            .fold(0, |hash, board| (hash ^ board.bits()).wrapping_mul(0x0000_0100_0000_01b3));
        Tally { moves, score, hash }
    }
}

/// A random game under way.
struct Lane {
    number: u64,
    random: Random,
    position: Position<Packed4x4>,
    moves: u64,
    score: u64,
}

impl Lane {
    /// The next game, if there is one.
    fn take(next: &mut u64, games: u64) -> Option<Lane> {
        let number = *next;
        *next += 1;
        let mut random = Random::for_game(SEED, number);
        let position = Position::start_on(Packed4x4::EMPTY, Rules::default().four_chance, &mut random);
        (number < games).then_some(Lane { number, random, position, moves: 0, score: 0 })
    }

    /// Draws a direction and plays it if it is legal, so that each legal one is equally likely; false at the end.
    #[inline(always)]
    fn draw_move(&mut self) -> bool {
        let direction = Direction::ALL[self.random.below(4) as usize];
        let Some(slide) = self.position.slide(direction) else { return !self.position.is_over() };
        self.score += slide.gained;
        self.moves += 1;
        self.position = slide.after.spawn_random(Rules::default().four_chance, &mut self.random);
        true
    }
}

fn print_text(report: &BenchReport) -> io::Result<()> {
    let BenchReport { games, moves, score_sum, signature, seconds, moves_per_second } = report;
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "signature  {games} games, {moves} moves, score sum {score_sum}, hash {signature}")?;
    writeln!(stdout, "speed      {:.1} million moves a second ({seconds:.2} s)", moves_per_second / 1e6)
}
