//! Moves per second of learning, round by round: `learning_speed NET GAMES THREADS`.
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
    while learner.games() < games {
        let (moves, seconds) = (learner.moves(), learner.seconds());
        let tally = learner.round(games - learner.games(), threads);
        let rate = (learner.moves() - moves) as f64 / (learner.seconds() - seconds) / 1e6;
        println!("{:>8} games  {rate:.3} M moves/s  mean {:.0}", learner.games(), tally.mean());
    }
    println!("all together {:.3} M moves/s", learner.moves() as f64 / learner.seconds() / 1e6);
}
