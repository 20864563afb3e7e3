//! `queue`: a line of any length slid in linear time.

use crate::answer::AnswerForm;
use crate::exercise::{Answers, CRASHES, Exercise, HANGS, Misconception, always, unexplained};
use crate::generate::Generator;
use crate::input::{Input, InputForm};
use crate::plain::{self, Slid, line_text, tiles};

use super::merge;

/// A line of any length slid in linear time.
pub static QUEUE: Exercise = Exercise {
    id: "queue",
    input: InputForm::Line,
    answer: AnswerForm::LineAndGain,
    generate,
    admissible: always,
    right: |input| text(&plain::merged(input.line())),
    why: unexplained,
    misconceptions: MISCONCEPTIONS,
    chance: None,
    seconds: 10,
};

/// The longest line: a program that shifts all tiles to take one out takes minutes for it.
const LONGEST: usize = 1_000_000;

const MISCONCEPTIONS: &[Misconception] = &[
    misconception(
        "merges-again-next",
        "a tile that has just merged merged with the next one as well",
        "2,2,4",
        |input| text(&merge::merges_again_next(input.line())),
    ),
    misconception(
        "merges-again",
        "a tile that has just merged merged again with the one before it",
        "4,2,2",
        |input| text(&merge::merges_again(input.line())),
    ),
    misconception(
        "from-the-back",
        "pairs were made from the back; the pair nearest the front goes first",
        "2,2,2",
        |input| text(&merge::from_the_back(input.line())),
    ),
    misconception("merge-before-compact", "empty cells were put into the queue as well", "2,.,2", |input| {
        text(&merge::merge_before_compact(input.line()))
    }),
    misconception("one-merge-only", "only the first pair merged", "2,2,2,2", |input| {
        text(&merge::one_merge_only(input.line()))
    }),
    misconception(
        "peeks-into-nothing",
        "the queue was asked for its front when it was empty",
        "2",
        |input| {
            let tiles = tiles(input.line());
            let ends_alone = !tiles.is_empty() && is_last_alone(&tiles);
            if ends_alone { CRASHES.to_owned() } else { text(&plain::merged(input.line())) }
        },
    ),
    misconception(
        "shifts-the-array",
        "taking out the first element shifts all the others: that is quadratic; a queue takes one step",
        "",
        |input| match input.line().len() < LONGEST {
            true => text(&plain::merged(input.line())),
            false => HANGS.to_owned(),
        },
    ),
];

const fn misconception(
    name: &'static str,
    says: &'static str,
    smallest: &'static str,
    answer: fn(&Input) -> String,
) -> Misconception {
    Misconception { name, says, smallest, answers: Answers::Each(answer) }
}

/// Whether the last tile is taken out of the queue by itself, so that nothing is left to look at.
fn is_last_alone(tiles: &[i64]) -> bool {
    let mut next = 0;
    while next < tiles.len() {
        let Some(following) = tiles.get(next + 1) else { return true };
        next += if *following == tiles[next] { 2 } else { 1 };
    }
    false
}

fn text((line, gained): &Slid) -> String {
    format!("{} {gained}", line_text(line))
}

fn generate(generator: &mut Generator) {
    for length in 1..=5 {
        let count = 3_usize.pow(length as u32);
        let value = |number: usize, place: usize| match number / 3_usize.pow(place as u32) % 3 {
            0 => 0,
            digit => 1_i64 << digit,
        };
        let mut all: Vec<Input> = (0..count)
            .map(|number| Input::Line((0..length).map(|place| value(number, place)).collect()))
            .collect();
        all.sort_by_key(Input::size);
        all.into_iter().take(120).for_each(|input| generator.push("all-small", input));
    }
    for _ in 0..generator.count(80) {
        let length = 6 + generator.below(30);
        let values = generator.one_of(&[2, 4, 11]);
        let line = generator.line(length, values, 3);
        generator.push("random", Input::Line(line));
    }
    for _ in 0..generator.count(30) {
        let length = 2 + generator.below(12);
        let line = generator.line(length, 17, 1);
        generator.push("large-tiles", Input::Line(line));
    }
    for length in [1000, 30_000, LONGEST] {
        let line = generator.line(length, 3, 1);
        generator.push("long-lines", Input::Line(line));
    }
}
