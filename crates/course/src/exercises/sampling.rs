//! `sampling`: different spawns drawn with the right probabilities, and the mean behind them.

use redouble_core::{Grid, Random};

use crate::answer::{Answer, AnswerForm};
use crate::exercise::{Answers, Chance, Exercise, Misconception, Test, always, unexplained};
use crate::generate::Generator;
use crate::input::{Input, InputForm};
use crate::plain::empty_cells;
use crate::statistics::{ERROR, binomial_p};

use super::chance::{self, Share, below, uniform};

/// Different spawns drawn with the right probabilities, and the mean behind them.
pub static SAMPLING: Exercise = Exercise {
    id: "sampling",
    input: InputForm::Sampling,
    answer: AnswerForm::Sampling,
    generate,
    admissible: always,
    right: |input| mean(input, strata),
    why: unexplained,
    misconceptions: MISCONCEPTIONS,
    chance: Some(&Sampling),
    seconds: 60,
};

/// Three, one and six empty cells.
const DRAWS: [(&str, &str); 3] = [
    ("draw-4-of-6", "draw 4 2,4,8,16/.,.,2,4/.,4,2,8/2,4,8,2"),
    ("draw-2-of-2", "draw 10 2,4,2,4/4,2,4,2/2,4,.,4/4,2,4,2"),
    ("draw-10-of-12", "draw 10 2,4,8,16/.,.,2,4/.,.,2,8/2,4,.,."),
];

/// How often each is drawn from.
const LINES: usize = 10_000;

const MISCONCEPTIONS: &[Misconception] = &[
    chance(
        0,
        "equiprobable",
        "all spawns that are left were equally likely; a 2 is nine times as likely as a 4",
    ),
    chance(1, "lists-by-halves", "one of the two lists was chosen with probability one half"),
    chance(
        2,
        "odds-not-renewed",
        "2 or 4 was chosen with 0.9 : 0.1 at every draw; the odds depend on how many of each are left",
    ),
    chance(3, "first-of-list", "the first cell of the list was taken; all cells left are equally likely"),
    chance(
        4,
        "swap-off-by-one",
        "the last cell of the list was never chosen while others were left: the random index ends one early",
    ),
    chance(5, "with-replacement", "a spawn was drawn twice; what is drawn leaves its list"),
    chance(6, "cell-used-up", "a drawn cell left both lists; a 2 and a 4 in one cell are different spawns"),
    Misconception {
        name: "plain-mean",
        says: "the plain mean of all values was taken, in which 2s and 4s weigh alike",
        smallest: "mean 2:10 4:20",
        answers: Answers::Each(|input| {
            mean(input, |twos, fours| {
                let all: Vec<f64> = twos.iter().chain(fours).copied().collect();
                all.iter().sum::<f64>() / all.len() as f64
            })
        }),
    },
    Misconception {
        name: "weighted-again",
        says: "every value was weighed with the probability of its tile; how often it was drawn does that already",
        smallest: "mean 2:31 2:30 4:20",
        answers: Answers::Each(|input| {
            mean(input, |twos, fours| {
                let sum = 0.9 * twos.iter().sum::<f64>() + 0.1 * fours.iter().sum::<f64>();
                sum / (0.9 * twos.len() as f64 + 0.1 * fours.len() as f64)
            })
        }),
    },
];

/// So many of them concern the draws.
const BY_CHANCE: usize = 7;

const fn chance(number: usize, name: &'static str, says: &'static str) -> Misconception {
    Misconception { name, says, smallest: "", answers: Answers::Chance(number) }
}

/// The mean of the values behind drawn tiles, as `of` takes it; nothing for draws.
fn mean(input: &Input, of: impl Fn(&[f64], &[f64]) -> f64) -> String {
    let Input::Mean(values) = input else { return String::new() };
    let with = |wanted: i64| -> Vec<f64> {
        values.iter().filter(|(tile, _)| *tile == wanted).map(|(_, value)| *value).collect()
    };
    ((of(&with(2), &with(4)) * 1e6).round() / 1e6).to_string()
}

fn strata(twos: &[f64], fours: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    match (twos.is_empty(), fours.is_empty()) {
        (true, _) => mean(fours),
        (_, true) => mean(twos),
        _ => 0.9 * mean(twos) + 0.1 * mean(fours),
    }
}

fn generate(generator: &mut Generator) {
    for text in ["mean 2:7 2:9", "mean 4:5", "mean 2:12 2:10 2:11 4:2 4:4"] {
        generator
            .push("means", Input::parse(InputForm::Sampling, text).expect("a case that is written here"));
    }
    for _ in 0..generator.count(100) {
        let count = 1 + generator.below(12);
        let value = |generator: &mut Generator| {
            (if generator.below(3) > 0 { 2 } else { 4 }, generator.below(400) as f64 / 10.0)
        };
        let values = (0..count).map(|_| value(generator)).collect();
        generator.push("means", Input::Mean(values));
    }
    let inputs = DRAWS.map(|(family, text)| {
        (family, Input::parse(InputForm::Sampling, text).expect("a case that is written here"))
    });
    for _ in 0..LINES {
        for (family, input) in &inputs {
            generator.repeat(family, input.clone());
        }
    }
}

struct Sampling;

fn parts(input: &Input) -> (usize, Vec<(i64, i64)>) {
    let Input::Draw(count, _) = input else { panic!("a case that is a draw") };
    let empty = empty_cells(&input.cells());
    (*count, empty.into_iter().map(|(row, column)| (row as i64, column as i64)).collect())
}

impl Chance for Sampling {
    fn is_random(&self, input: &Input) -> bool {
        matches!(input, Input::Draw(..))
    }

    fn law(&self, input: &Input, answer: &Answer) -> Result<(), String> {
        let (count, empty) = parts(input);
        let Answer::Spawns(spawns) = answer else { return Err("this is no list of spawns".to_owned()) };
        let wanted = count.min(2 * empty.len());
        if let Some((row, column, tile)) = spawns
            .iter()
            .find(|(row, column, tile)| !empty.contains(&(*row, *column)) || ![2, 4].contains(tile))
        {
            return Err(format!("{row},{column},{tile} is not a 2 or 4 in an empty cell"));
        }
        let twice = spawns.iter().enumerate().find(|(place, spawn)| spawns[..*place].contains(spawn));
        if let Some((_, (row, column, tile))) = twice {
            return Err(format!("{row},{column},{tile} was drawn twice"));
        }
        match spawns.len() {
            found if found == wanted => Ok(()),
            found => Err(format!("{found} spawns were drawn; it must be {wanted}")),
        }
    }

    fn tests(&self, answered: &[(&Input, &Answer)]) -> Vec<Test> {
        let mut tests = Vec::new();
        for (input, draws) in by_case(answered) {
            let (count, empty) = parts(input);
            let (e, n) = (empty.len(), draws.len() as u64);
            let (ith, fours) = probabilities(count, e);
            let twos = count.min(2 * e) as f64 - fours;
            for (place, p) in ith.iter().enumerate() {
                let seen =
                    draws.iter().filter(|draw| draw.get(place).is_some_and(|spawn| spawn.2 == 4)).count();
                tests.push(test(format!("{e} empty: draw {} is a 4", place + 1), n, seen as u64, *p));
            }
            for (cell, &(row, column)) in empty.iter().enumerate().filter(|_| count < 2 * e) {
                for (tile, expected) in [(2, twos), (4, fours)] {
                    let seen = draws.iter().filter(|draw| draw.contains(&(row, column, tile))).count();
                    let name = format!("{e} empty: a {tile} in cell {}", cell + 1);
                    tests.push(test(name, n, seen as u64, expected / e as f64));
                }
            }
        }
        chance::share_out(tests)
    }

    fn simulated(&self, input: &Input, misconception: Option<usize>, random: &mut Random) -> String {
        if !self.is_random(input) {
            return mean(input, strata);
        }
        let (count, empty) = parts(input);
        let spawns = drawn_spawns(count, &empty, misconception, random);
        let words = spawns.iter().map(|(row, column, tile)| format!("{row},{column},{tile}"));
        words.collect::<Vec<_>>().join(" ")
    }

    fn explained(&self, answered: &[(&Input, &Answer)]) -> Option<usize> {
        let seen = shares(answered);
        chance::explained(&seen, BY_CHANCE, |number| {
            let mut random = Random::new(2048);
            let simulated: Vec<(&Input, Answer)> = answered
                .iter()
                .map(|(input, _)| {
                    let text = self.simulated(input, Some(number), &mut random);
                    (*input, Answer::parse(AnswerForm::Sampling, &text).expect("spawns"))
                })
                .collect();
            let simulated: Vec<(&Input, &Answer)> =
                simulated.iter().map(|(input, answer)| (*input, answer)).collect();
            shares(&simulated)
        })
    }

    fn drawn(&self, answered: &[(&Input, &Answer)], worst: &Test) -> String {
        let e = worst.test.split(' ').next().and_then(|word| word.parse::<usize>().ok());
        let cases = by_case(answered);
        let case = cases.iter().find(|(input, _)| input.board().map(|board| board.count_empty()) == e);
        let bars = case.map_or(Vec::new(), |(input, draws)| {
            let length = parts(input).0.min(2 * e.unwrap_or(0));
            let fours = |place: usize| {
                draws.iter().filter(|draw| draw.get(place).is_some_and(|spawn| spawn.2 == 4)).count()
            };
            (0..length).map(|place| (format!("4 at {}", place + 1), fours(place) as f64)).collect()
        });
        chance::drawn(worst, &bars)
    }
}

type Draws<'a> = Vec<&'a [(i64, i64, i64)]>;

/// The draws of each case.
fn by_case<'a>(answered: &[(&'a Input, &'a Answer)]) -> Vec<(&'a Input, Draws<'a>)> {
    let mut cases: Vec<(&Input, Draws<'_>)> = Vec::new();
    for (input, answer) in answered {
        let spawns: &[_] = if let Answer::Spawns(spawns) = answer { spawns } else { &[] };
        match cases.iter_mut().find(|(other, _)| other == input) {
            Some((_, draws)) => draws.push(spawns),
            None => cases.push((input, vec![spawns])),
        }
    }
    cases
}

/// What tells misconceptions apart: what comes at which draw, and how many are drawn.
fn shares(answered: &[(&Input, &Answer)]) -> Vec<Share> {
    let mut shares = Vec::new();
    for (input, draws) in by_case(answered) {
        let (count, empty) = parts(input);
        for length in 0..count.min(2 * empty.len()) {
            let n = draws.len();
            shares.push(Share {
                n,
                count: draws.iter().filter(|draw| draw.get(length).is_some_and(|spawn| spawn.2 == 4)).count(),
            });
            shares.push(Share { n, count: draws.iter().filter(|draw| draw.len() > length).count() });
            let again = |draw: &&&[(i64, i64, i64)]| {
                draw.get(length).is_some_and(|spawn| draw[..length].contains(spawn))
            };
            shares.push(Share { n, count: draws.iter().filter(again).count() });
            // The share of 4s alone does not tell halves from equal chances: both have one half everywhere.
            let same = |draw: &&&[(i64, i64, i64)]| {
                length > 0 && draw.get(length).is_some_and(|spawn| draw[length - 1].2 == spawn.2)
            };
            shares.push(Share { n, count: draws.iter().filter(same).count() });
            for &(row, column) in &empty {
                let here = |draw: &&&[(i64, i64, i64)]| {
                    draw.get(length).is_some_and(|spawn| (spawn.0, spawn.1) == (row, column))
                };
                shares.push(Share { n, count: draws.iter().filter(here).count() });
            }
        }
    }
    shares
}

fn test(name: String, n: u64, observed: u64, p: f64) -> Test {
    let expected = n as f64 * p;
    Test {
        test: name,
        n,
        observed: observed as f64,
        expected,
        p: binomial_p(n, observed, p),
        threshold: ERROR,
    }
}

/// The probability that the i-th draw is a 4, and the expected number of 4s, by recursion over the 4s drawn so far.
fn probabilities(count: usize, e: usize) -> (Vec<f64>, f64) {
    let draws = count.min(2 * e);
    let mut fours = vec![0.0; draws + 2];
    fours[0] = 1.0;
    let mut ith = Vec::new();
    for drawn in 0..draws {
        let mut next = vec![0.0; draws + 2];
        let mut is_four = 0.0;
        for (four, &p) in fours.iter().enumerate().take(drawn + 1) {
            let two = drawn - four;
            if p <= 0.0 || four > e || two > e {
                continue;
            }
            let (n2, n4) = (0.9 * (e - two) as f64, 0.1 * (e - four) as f64);
            let share = n4 / (n2 + n4);
            is_four += p * share;
            next[four + 1] += p * share;
            next[four] += p * (1.0 - share);
        }
        ith.push(is_four);
        fours = next;
    }
    let expected = fours.iter().enumerate().map(|(four, p)| four as f64 * p).sum();
    (ith, expected)
}

/// Spawns as a program with this misconception draws them.
fn drawn_spawns(
    count: usize,
    empty: &[(i64, i64)],
    misconception: Option<usize>,
    random: &mut Random,
) -> Vec<(i64, i64, i64)> {
    let mut lists = [empty.to_vec(), empty.to_vec()];
    let mut spawns = Vec::new();
    let wanted = count.min(2 * empty.len());
    while spawns.len() < wanted && !(lists[0].is_empty() && lists[1].is_empty()) {
        let (n2, n4) = (lists[0].len() as f64, lists[1].len() as f64);
        let right = 0.1 * n4 / (0.9 * n2 + 0.1 * n4);
        let only = |share: f64| {
            if n2 == 0.0 {
                1.0
            } else if n4 == 0.0 {
                0.0
            } else {
                share
            }
        };
        let share = match misconception {
            Some(0) => n4 / (n2 + n4),
            Some(1) => only(0.5),
            Some(2) => only(0.1),
            _ => right,
        };
        let list = usize::from(uniform(random) < share);
        let length = lists[list].len();
        let place = match misconception {
            Some(3) => 0,
            Some(4) => below(random, (length - 1).max(1)),
            _ => below(random, length),
        };
        let (row, column) = lists[list][place];
        spawns.push((row, column, 2 + 2 * list as i64));
        match misconception {
            Some(5) => {}
            Some(3) => drop(lists[list].remove(0)),
            Some(6) => lists.iter_mut().for_each(|list| list.retain(|&cell| cell != (row, column))),
            _ => drop(lists[list].swap_remove(place)),
        }
    }
    spawns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_odds_are_those_of_the_paper() {
        let (ith, _) = probabilities(4, 3);
        for (mine, right) in ith.iter().zip([0.1, 0.135_468, 0.215_271, 0.651_427]) {
            assert!((mine - right).abs() < 1e-6, "{ith:?}");
        }
        let (ith, fours) = probabilities(10, 1);
        assert_eq!(ith.len(), 2);
        assert!((fours - 1.0).abs() < 1e-12);
    }
}
