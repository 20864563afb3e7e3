//! Moves per second of learning: `learning_speed NET GAMES THREADS CPU`.
//!
//! The first 2,000 games are not counted: in them the system clears the memory. Then come rounds of 200 games. What neighbours
//! on the same host do is in all of them, but not in all alike: so the best quarter of the rounds is told too.
use redouble_core::Shape;
use redouble_kernels::Cpu;
use redouble_players::{Learner, Recipe, Tuples};

const GAMES_NOT_COUNTED: u64 = 2_000;
const GAMES_OF_A_ROUND: u64 = 200;

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number =
        |at: usize, default: u64| arguments.get(at).map_or(default, |text| text.parse().expect("a number"));
    let net = arguments.get(1).map_or("4x6", String::as_str);
    let recipe = Recipe::new(Tuples::parse(net, Shape::CLASSIC).expect("a network"));
    let cpu = arguments.get(4).map_or_else(Cpu::detect, |name| name.parse().expect("instructions"));
    let mut learner = Learner::new(recipe, cpu).expect("the memory");
    let (games, threads) = (number(2, 10_000).max(GAMES_NOT_COUNTED + 1), number(3, 1) as usize);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("the threads");
    let round = |learner: &mut Learner, most: u64| {
        pool.install(|| learner.round(most, &())).expect("nobody stops it")
    };
    while learner.games() < GAMES_NOT_COUNTED {
        let most = GAMES_NOT_COUNTED - learner.games();
        round(&mut learner, most);
    }
    let start = (learner.moves(), learner.seconds());
    let rate_since = |learner: &Learner, (moves, seconds): (u64, f64)| {
        (learner.moves() - moves) as f64 / (learner.seconds() - seconds) / 1e6
    };
    let (mut rates, mut mean) = (Vec::new(), 0.0);
    while learner.games() < games {
        let begin = (learner.moves(), learner.seconds());
        let most = GAMES_OF_A_ROUND.min(games - learner.games());
        mean = round(&mut learner, most).mean();
        rates.push(rate_since(&learner, begin));
    }
    rates.sort_by(f64::total_cmp);
    let [median, quarter, best] =
        [rates.len() / 2, rates.len() * 3 / 4, rates.len() - 1].map(|place| rates[place]);
    println!("{} games, mean of the last round {mean:.0}", learner.games());
    println!("rounds: median {median:.3}, a quarter of them at least {quarter:.3}, best {best:.3} M moves/s");
    println!("all together {:.3} M moves/s", rate_since(&learner, start));
}
