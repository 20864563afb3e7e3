//! Moves per second of learning, round by round: `learning_speed NET GAMES THREADS`.
//!
//! The first 2,000 games are not counted: in them the system clears the memory.
use redouble_core::Shape;
use redouble_players::{Learner, Recipe, Tuples};

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number =
        |at: usize, default: u64| arguments.get(at).map_or(default, |text| text.parse().expect("a number"));
    let net = arguments.get(1).map_or("4x6", String::as_str);
    let recipe = Recipe::new(Tuples::parse(net, Shape::CLASSIC).expect("a network"));
    let mut learner = Learner::new(recipe).expect("the memory");
    let (games, threads) = (number(2, 10_000), number(3, 1) as usize);
    let mut start = (0, 0.0);
    while learner.games() < games {
        if learner.games() < 2_000 {
            start = (learner.moves(), learner.seconds());
        }
        let (moves, seconds) = (learner.moves(), learner.seconds());
        let tally = learner.round(games - learner.games(), threads);
        let rate = (learner.moves() - moves) as f64 / (learner.seconds() - seconds) / 1e6;
        println!("{:>8} games  {rate:.3} M moves/s  mean {:.0}", learner.games(), tally.mean());
    }
    let (moves, seconds) = (learner.moves() - start.0, learner.seconds() - start.1);
    println!("all together {:.3} M moves/s", moves as f64 / seconds / 1e6);
}
