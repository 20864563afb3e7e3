//! `grid`: a whole board slid.

use redouble_core::Direction;

use crate::answer::AnswerForm;
use crate::exercise::{Answers, Exercise, Misconception, always, unexplained};
use crate::input::InputForm;
use crate::plain::{self, Cells, lines, merged, slid, slid_by, transposed};

use super::{can_move, merge};

/// A whole board slid.
pub static GRID: Exercise = Exercise {
    id: "grid",
    input: InputForm::Move,
    answer: AnswerForm::BoardAndGain,
    generate: can_move::generate,
    admissible: always,
    right: |input| text(&slid(&input.cells(), input.direction())),
    why: unexplained,
    misconceptions: MISCONCEPTIONS,
    chance: None,
    seconds: 10,
};

const MISCONCEPTIONS: &[Misconception] = &[
    misconception(
        "reverses-once",
        "the lines were reversed before the slide, but not back after it",
        "2,.,.,./.,.,.,./.,.,.,./.,.,.,. right",
        |cells, direction| {
            let (rows, gained) = slid_by_rows(&lines(cells, direction));
            (if direction.is_vertical() { transposed(&rows) } else { rows }, gained)
        },
    ),
    misconception(
        "up-is-left",
        "rows and columns were exchanged: up was taken for left, down for right",
        "2,.,.,./.,.,.,./.,.,.,./.,.,.,. right",
        |cells, direction| {
            let (other, gained) = slid(&transposed(cells), direction);
            (transposed(&other), gained)
        },
    ),
    misconception(
        "adds-a-tile",
        "a new tile was added; here only the slide is asked",
        "2,.,.,./.,.,.,./.,.,.,./.,.,.,. right",
        |cells, direction| {
            let (mut after, gained) = slid(cells, direction);
            if after != *cells
                && let Some(cell) = after.iter_mut().flatten().find(|value| **value == 0)
            {
                *cell = 2;
            }
            (after, gained)
        },
    ),
    misconception(
        "merges-from-the-left",
        "tiles were merged from the left or the top, whatever the direction; the pair nearest the wall goes first",
        "2,2,2,./.,.,.,./.,.,.,./.,.,.,. right",
        |cells, direction| {
            let back = |line: &[i64]| {
                let (line, gained) = merge::from_the_back(line);
                (line, gained)
            };
            if direction.is_toward_end() { slid_by(cells, direction, back) } else { slid(cells, direction) }
        },
    ),
    misconception(
        "forgets-to-transpose-back",
        "columns were made rows to slide them, but not columns again",
        "2,.,.,./.,.,.,./.,.,.,./.,.,.,. down",
        |cells, direction| {
            let (after, gained) = slid(cells, direction);
            (if direction.is_vertical() { transposed(&after) } else { after }, gained)
        },
    ),
    misconception(
        "opposite",
        "the board was slid in the opposite direction",
        "2,.,.,./.,.,.,./.,.,.,./.,.,.,. up",
        |cells, direction| slid(cells, direction.opposite()),
    ),
    misconception(
        "gain-of-last-line",
        "the gain of each line replaced the one before it; they add up",
        "2,2,.,./.,.,.,./.,.,.,./.,.,.,. right",
        |cells, direction| {
            let last = lines(cells, direction).last().map_or(0, |line| merged(line).1);
            (slid(cells, direction).0, last)
        },
    ),
    misconception(
        "merges-again",
        "a tile that has just merged merged again",
        "4,2,2,./.,.,.,./.,.,.,./.,.,.,. right",
        |cells, direction| slid_by(cells, direction, merge::merges_again),
    ),
];

const fn misconception(
    name: &'static str,
    says: &'static str,
    smallest: &'static str,
    slid: fn(&Cells, Direction) -> (Cells, i64),
) -> Misconception {
    Misconception { name, says, smallest, answers: Answers::Slides(slid) }
}

fn slid_by_rows(rows: &Cells) -> (Cells, i64) {
    let slid: Vec<plain::Slid> = rows.iter().map(|row| merged(row)).collect();
    (slid.iter().map(|(row, _)| row.clone()).collect(), slid.iter().map(|(_, gained)| gained).sum())
}

pub(crate) fn text((cells, gained): &(Cells, i64)) -> String {
    format!("{} {gained}", plain::text(cells))
}
