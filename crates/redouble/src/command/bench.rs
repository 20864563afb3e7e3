//! `redouble bench`: speed, and a signature of what was computed.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use redouble_core::{Direction, Packed4x4, Position, Random, Rules};
use serde::Serialize;

use crate::output::print_json;

/// The seed of the games; the signature belongs to it.
const SEED: u64 = 2048;

/// Play random games from fixed seeds; print their signature and the speed.
///
/// A change that is meant to change nothing keeps the signature.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// All but the times depend on the rules, the generator and the number of games alone.
#[derive(Serialize)]
struct Report {
    games: u64,
    moves: u64,
    score_sum: u64,
    signature: String,
    seconds: f64,
    moves_per_second: f64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let begin = Instant::now();
    let mut total = Tally::default();
    (0..args.games).for_each(|game| total.play(&mut Random::for_game(SEED, game)));
    let seconds = begin.elapsed().as_secs_f64();
    let report = Report {
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

#[derive(Default)]
struct Tally {
    moves: u64,
    score: u64,
    hash: u64,
}

impl Tally {
    /// A game of random moves: directions are drawn until one is legal, so each legal one is equally likely.
    fn play(&mut self, random: &mut Random) {
        let four_chance = Rules::default().four_chance;
        let mut position = Position::start_on(Packed4x4::EMPTY, four_chance, random);
        loop {
            let direction = Direction::ALL[random.below(4) as usize];
            if let Some(slide) = position.slide(direction) {
                self.score += slide.gained;
                self.moves += 1;
                position = slide.after.spawn_random(four_chance, random);
            } else if position.is_over() {
                break;
            }
        }
        // FNV-1a over the last boards, eight bytes at a time.
        self.hash = (self.hash ^ position.board().bits()).wrapping_mul(0x0000_0100_0000_01b3);
    }
}

fn print_text(report: &Report) -> io::Result<()> {
    let Report { games, moves, score_sum, signature, seconds, moves_per_second } = report;
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "signature  {games} games, {moves} moves, score sum {score_sum}, hash {signature}")?;
    writeln!(stdout, "speed      {:.1} million moves a second ({seconds:.2} s)", moves_per_second / 1e6)
}
