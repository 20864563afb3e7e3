//! `merge`: a line slid to its front, equal tiles merged.

use crate::answer::AnswerForm;
use crate::exercise::{Answers, Exercise, Misconception, always};
use crate::input::{Input, InputForm};
use crate::plain::{self, Slid, line_text, padded, tiles};

use super::compact;

/// A line slid to its front, equal tiles merged.
pub static MERGE: Exercise = Exercise {
    id: "merge",
    input: InputForm::Line,
    answer: AnswerForm::Line,
    generate: compact::generate,
    admissible: always,
    right: |input| line_text(&plain::merged(input.line()).0),
    why,
    misconceptions: MISCONCEPTIONS,
    chance: None,
    seconds: 10,
};

const MISCONCEPTIONS: &[Misconception] = &[
    misconception(
        "merges-again-next",
        "a tile that has just merged merged with the next one as well",
        "2,2,4,.",
        merges_again_next,
    ),
    misconception(
        "merges-again",
        "a tile that has just merged merged again with the one before it",
        "4,2,2,.",
        merges_again,
    ),
    misconception(
        "from-the-back",
        "pairs were made from the back; the pair nearest the front goes first",
        "2,2,2,.",
        from_the_back,
    ),
    misconception("no-second-compact", "the gap that a merge leaves was not closed", "2,2,2,.", |line| {
        let (mut out, mut gained) = (padded(tiles(line), line.len()), 0);
        for place in 1..out.len() {
            if out[place - 1] == out[place] {
                out[place - 1] *= 2;
                gained += out[place - 1];
                out[place] = 0;
            }
        }
        (out, gained)
    }),
    misconception("whole-run", "a whole run of equal tiles became one; only two merge", "2,2,2,.", |line| {
        let runs = tiles(line);
        let runs: Vec<&[i64]> = runs.chunk_by(|one, other| one == other).collect();
        let gained = runs.iter().filter(|run| run.len() > 1).map(|run| run.iter().sum::<i64>()).sum();
        (padded(runs.iter().map(|run| run.iter().sum()).collect(), line.len()), gained)
    }),
    misconception(
        "merge-before-compact",
        "pairs were made before the gaps were closed, so that tiles with a gap between them never met",
        "2,.,2,.",
        merge_before_compact,
    ),
    misconception(
        "across-a-tile",
        "equal tiles merged although another tile stands between them",
        "2,4,2,.",
        |line| {
            let (mut left, mut gained) = (tiles(line), 0);
            for place in 0..left.len() {
                let other =
                    (place + 1..left.len()).find(|&other| left[other] == left[place] && left[place] != 0);
                if let Some(other) = other {
                    left[other] = 0;
                    left[place] *= 2;
                    gained += left[place];
                }
            }
            (padded(tiles(&left), line.len()), gained)
        },
    ),
    misconception("one-merge-only", "only the first pair merged", "2,2,2,2", one_merge_only),
    misconception(
        "short-tiles",
        "tiles were kept in signed 16 bits, which end at 32767",
        "32768,.,.,.",
        |line| narrowed(line, |value| i64::from(value as i16)),
    ),
    misconception(
        "unsigned-16-bit",
        "tiles were kept in unsigned 16 bits, which end at 65535",
        "65536,.,.,.",
        |line| narrowed(line, |value| i64::from(value as u16)),
    ),
    misconception(
        "exponent-in-4-bits",
        "exponents were kept in four bits, which end at 15: 32768",
        "65536,.,.,.",
        |line| {
            narrowed(line, |value| match value {
                0 => 0,
                _ => 1_i64 << (value.trailing_zeros() % 16) & !1,
            })
        },
    ),
];

const fn misconception(
    name: &'static str,
    says: &'static str,
    smallest: &'static str,
    merged: fn(&[i64]) -> Slid,
) -> Misconception {
    Misconception { name, says, smallest, answers: Answers::Merges(merged) }
}

pub(super) fn merges_again_next(line: &[i64]) -> Slid {
    let (mut out, mut gained) = (Vec::<i64>::new(), 0);
    for tile in tiles(line) {
        match out.last_mut() {
            Some(last) if *last == tile => {
                *last *= 2;
                gained += *last;
            }
            _ => out.push(tile),
        }
    }
    (padded(out, line.len()), gained)
}

pub(super) fn merges_again(line: &[i64]) -> Slid {
    let (mut out, mut gained) = (Vec::new(), 0);
    for tile in tiles(line) {
        out.push(tile);
        while let [.., one, other] = out[..]
            && one == other
        {
            out.truncate(out.len() - 2);
            out.push(2 * one);
            gained += 2 * one;
        }
    }
    (padded(out, line.len()), gained)
}

pub(super) fn from_the_back(line: &[i64]) -> Slid {
    let reversed: Vec<i64> = tiles(line).into_iter().rev().collect();
    let (merged, gained) = plain::merged(&reversed);
    (padded(tiles(&merged).into_iter().rev().collect(), line.len()), gained)
}

pub(super) fn merge_before_compact(line: &[i64]) -> Slid {
    let (mut out, mut gained) = (line.to_vec(), 0);
    for place in 1..out.len() {
        if out[place - 1] == out[place] && out[place] != 0 {
            out[place - 1] *= 2;
            gained += out[place - 1];
            out[place] = 0;
        }
    }
    (padded(tiles(&out), line.len()), gained)
}

pub(super) fn one_merge_only(line: &[i64]) -> Slid {
    let mut left = tiles(line);
    let pair = (1..left.len()).find(|&place| left[place - 1] == left[place]);
    let gained = pair.map_or(0, |place| 2 * left.remove(place));
    if let Some(place) = pair {
        left[place - 1] = gained;
    }
    (padded(left, line.len()), gained)
}

/// The line slid in numbers of fewer bits: what is read and what merges is cut off.
fn narrowed(line: &[i64], narrow: impl Fn(i64) -> i64) -> Slid {
    let read: Vec<i64> = line.iter().map(|&value| narrow(value)).collect();
    let (tiles, mut out, mut gained, mut next) = (tiles(&read), Vec::new(), 0, 0);
    while next < tiles.len() {
        let pair = tiles.get(next + 1) == Some(&tiles[next]);
        let tile = if pair { narrow(2 * tiles[next]) } else { tiles[next] };
        gained += if pair { tile } else { 0 };
        out.push(tile);
        next += if pair { 2 } else { 1 };
    }
    (padded(out, line.len()), gained)
}

fn why(input: &Input) -> String {
    let tiles = tiles(input.line());
    let pair = tiles.windows(2).find(|pair| pair[0] == pair[1]);
    match pair {
        Some(pair) => format!(
            "from the front, {} and {} merge first; a merged tile does not merge again",
            pair[0], pair[1]
        ),
        None => "no two equal tiles meet".to_owned(),
    }
}
