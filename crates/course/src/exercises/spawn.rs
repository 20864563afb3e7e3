//! `spawn`: a new tile, by chance.

use redouble_core::{Grid, Random};

use crate::answer::{Answer, AnswerForm};
use crate::exercise::{Answers, Chance, Exercise, Misconception, Test, always, unexplained};
use crate::generate::Generator;
use crate::input::{Input, InputForm};
use crate::plain::{self, Cells, empty_cells};
use crate::statistics::{ERROR, binomial_p};

use super::chance::{self, Share, below, uniform};

/// A new tile, by chance.
pub static SPAWN: Exercise = Exercise {
    id: "spawn",
    input: InputForm::Board,
    answer: AnswerForm::Board,
    generate,
    admissible: always,
    right: |_| String::new(),
    why: unexplained,
    misconceptions: MISCONCEPTIONS,
    chance: Some(&Spawning),
    seconds: 60,
};

/// Boards with 5, 1 and 14 empty cells.
const BOARDS: [&str; 3] = [
    "2,4,8,16/.,.,2,4/.,4,2,8/2,4,.,.",
    "2,4,2,4/4,2,4,2/2,4,.,4/4,2,4,2",
    ".,.,.,./.,2,.,./.,.,.,./.,.,4,.",
];

/// How often each board is sent.
const DRAWS: usize = 20_000;

const MISCONCEPTIONS: &[Misconception] = &[
    misconception(0, "twos-only", "a 4 never comes; it should once in ten"),
    misconception(1, "half-fours", "2s and 4s come equally often; a 4 should come once in ten"),
    misconception(2, "one-in-nine", "a 4 comes once in nine: below(9) has nine values, not ten"),
    misconception(
        3,
        "probes-on",
        "a random cell was chosen and, if it was occupied, the next free one: cells behind tiles come more often",
    ),
    misconception(
        4,
        "row-first",
        "a row was chosen first and then a cell in it: cells of rows with few empty ones come more often",
    ),
    misconception(
        5,
        "one-number",
        "one random number chose both the cell and the tile, so that 4s come in some cells only",
    ),
    misconception(
        6,
        "never-the-last-cell",
        "the last empty cell never comes: the random index ends one early",
    ),
    misconception(
        7,
        "reseeds",
        "the generator was seeded anew for every tile, so that tiles within a second are the same",
    ),
    misconception(8, "overwrites", "a tile was placed on another one"),
    misconception(9, "two-tiles", "two tiles appeared; a move brings one"),
];

const fn misconception(number: usize, name: &'static str, says: &'static str) -> Misconception {
    Misconception { name, says, smallest: "", answers: Answers::Chance(number) }
}

fn generate(generator: &mut Generator) {
    let inputs =
        BOARDS.map(|text| Input::parse(InputForm::Board, text).expect("a board that is written here"));
    for _ in 0..DRAWS {
        for (input, family) in inputs.iter().zip(["five-empty", "one-empty", "fourteen-empty"]) {
            generator.repeat(family, input.clone());
        }
    }
}

struct Spawning;

/// The new tiles of an answer: place among the empty cells, and value.
fn new_tiles(before: &Cells, after: &Cells) -> Vec<(usize, i64)> {
    let empty = empty_cells(before);
    let value =
        |row: usize, column: usize| after.get(row).and_then(|line| line.get(column)).copied().unwrap_or(0);
    let cells = empty.iter().enumerate().map(|(place, &(row, column))| (place, value(row, column)));
    cells.filter(|(_, value)| *value != 0).collect()
}

fn after(answer: &Answer) -> Option<&Cells> {
    if let Answer::Cells(cells, _) = answer { Some(cells) } else { None }
}

impl Chance for Spawning {
    fn is_random(&self, _: &Input) -> bool {
        true
    }

    fn law(&self, input: &Input, answer: &Answer) -> Result<(), String> {
        let before = input.cells();
        let after = after(answer).ok_or("this is no board")?;
        let shape = |cells: &Cells| (cells.len(), cells.iter().map(Vec::len).collect::<Vec<_>>());
        if shape(&before) != shape(after) {
            return Err("the board has another size".to_owned());
        }
        let changed =
            before.iter().flatten().zip(after.iter().flatten()).any(|(old, new)| *old != 0 && old != new);
        if changed {
            return Err("a tile that was there was changed".to_owned());
        }
        match new_tiles(&before, after)[..] {
            [(_, 2 | 4)] => Ok(()),
            [(_, value)] => Err(format!("the new tile is {value}; it must be 2 or 4")),
            [] => Err("no tile was added".to_owned()),
            ref more => Err(format!("{} tiles were added; it must be one", more.len())),
        }
    }

    fn tests(&self, answered: &[(&Input, &Answer)]) -> Vec<Test> {
        let mut tests = Vec::new();
        let (mut fours, mut all) = (0, 0);
        for board in boards(answered) {
            let (e, n) = (board.empty, board.draws.len() as u64);
            let share = 1.0 / e as f64;
            for cell in 0..e {
                let of_cell = board.draws.iter().filter(|draw| draw.is_some_and(|(place, _)| place == cell));
                let count = of_cell.clone().count() as u64;
                if e > 1 {
                    tests.push(test(format!("{e} empty: cell {}", cell + 1), n, count, share));
                }
                let fours = of_cell.filter(|draw| draw.is_some_and(|(_, tile)| tile == 4)).count() as u64;
                tests.push(test(format!("{e} empty: 4s in cell {}", cell + 1), n, fours, 0.1 * share));
            }
            let pairs = board.draws.chunks_exact(2);
            let equal = pairs.clone().filter(|pair| pair[0] == pair[1]).count() as u64;
            tests.push(test(format!("{e} empty: the same twice"), pairs.len() as u64, equal, 0.82 * share));
            fours += board.draws.iter().filter(|draw| draw.is_some_and(|(_, tile)| tile == 4)).count() as u64;
            all += n;
        }
        tests.push(test("all 4s".to_owned(), all, fours, 0.1));
        chance::share_out(tests)
    }

    fn simulated(&self, input: &Input, misconception: Option<usize>, random: &mut Random) -> String {
        let cells = input.cells();
        plain::text(&spawned(&cells, misconception, random))
    }

    fn explained(&self, answered: &[(&Input, &Answer)]) -> Option<usize> {
        let seen = shares(answered);
        let same = boards(answered).iter().filter(|board| board.empty > 1).all(|board| {
            let pairs = board.draws.chunks_exact(2);
            pairs.clone().filter(|pair| pair[0].is_some() && pair[0] == pair[1]).count() * 10
                > pairs.len() * 9
        });
        if same && !answered.is_empty() {
            return Some(7);
        }
        chance::explained(&seen, MISCONCEPTIONS.len(), |number| {
            let mut random = Random::new(2048);
            let texts = answered.iter().map(|(input, _)| {
                let text = self.simulated(input, Some(number), &mut random);
                (*input, Answer::parse(AnswerForm::Board, &text).expect("a board"))
            });
            let simulated: Vec<(&Input, Answer)> = texts.collect();
            let simulated: Vec<(&Input, &Answer)> =
                simulated.iter().map(|(input, answer)| (*input, answer)).collect();
            shares(&simulated)
        })
    }

    fn drawn(&self, answered: &[(&Input, &Answer)], worst: &Test) -> String {
        let e = worst.test.split(' ').next().and_then(|word| word.parse::<usize>().ok());
        let boards = boards(answered);
        let board = boards.iter().find(|board| Some(board.empty) == e).or(boards.first());
        let bars = board.map_or(Vec::new(), |board| {
            let count = |cell: usize| {
                board.draws.iter().filter(|draw| draw.is_some_and(|(place, _)| place == cell)).count()
            };
            (0..board.empty).map(|cell| (format!("cell {}", cell + 1), count(cell) as f64)).collect()
        });
        chance::drawn(worst, &bars)
    }
}

/// The answers to one board: the place and the tile of each that is lawful.
struct Drawn {
    empty: usize,
    draws: Vec<Option<(usize, i64)>>,
}

fn boards(answered: &[(&Input, &Answer)]) -> Vec<Drawn> {
    let mut texts: Vec<&Input> = Vec::new();
    answered.iter().for_each(|(input, _)| {
        if texts.len() < BOARDS.len() && !texts.contains(input) {
            texts.push(input);
        }
    });
    let of = |input: &&Input| {
        let before = input.cells();
        let draw = |answer: &Answer| match new_tiles(
            &before,
            after(answer).filter(|after| after.len() == before.len())?,
        )[..]
        {
            [one] => Some(one),
            _ => None,
        };
        let draws =
            answered.iter().filter(|(other, _)| other == input).map(|(_, answer)| draw(answer)).collect();
        Drawn { empty: input.board().expect("a board").count_empty(), draws }
    };
    texts.iter().map(of).collect()
}

/// What tells misconceptions apart: how often each cell, each 4, the same twice, and each break of the law comes.
fn shares(answered: &[(&Input, &Answer)]) -> Vec<Share> {
    let mut shares = Vec::new();
    for board in boards(answered) {
        let n = board.draws.len();
        for cell in 0..board.empty {
            for tile in [2, 4] {
                let count = board.draws.iter().filter(|draw| **draw == Some((cell, tile))).count();
                shares.push(Share { n, count });
            }
        }
        let pairs = board.draws.chunks_exact(2);
        shares.push(Share { n: pairs.len(), count: pairs.filter(|pair| pair[0] == pair[1]).count() });
    }
    let broken = |what: &str| {
        let law = |(input, answer): &&(&Input, &Answer)| {
            Spawning.law(input, answer).is_err_and(|why| why.contains(what))
        };
        Share { n: answered.len(), count: answered.iter().filter(law).count() }
    };
    shares.extend(["was changed", "tiles were added", "no tile"].map(broken));
    shares
}

fn test(name: String, n: u64, observed: u64, p: f64) -> Test {
    Test {
        test: name,
        n,
        observed: observed as f64,
        expected: n as f64 * p,
        p: binomial_p(n, observed, p),
        threshold: ERROR,
    }
}

/// The board with a new tile, as a program with this misconception makes it.
fn spawned(cells: &Cells, misconception: Option<usize>, random: &mut Random) -> Cells {
    let mut cells = cells.clone();
    let columns = cells[0].len();
    let all = cells.len() * columns;
    let empty = empty_cells(&cells);
    let number = uniform(random);
    let tile = |chance: f64, random: &mut Random| if uniform(random) < chance { 4 } else { 2 };
    let (place, value) = match misconception {
        Some(0) => (empty[below(random, empty.len())], 2),
        Some(1) => (empty[below(random, empty.len())], tile(0.5, random)),
        Some(2) => (empty[below(random, empty.len())], tile(1.0 / 9.0, random)),
        Some(3) => {
            let mut at = below(random, all);
            while cells[at / columns][at % columns] != 0 {
                at = (at + 1) % all;
            }
            ((at / columns, at % columns), tile(0.1, random))
        }
        Some(4) => {
            let rows: Vec<usize> = (0..cells.len()).filter(|&row| cells[row].contains(&0)).collect();
            let row = rows[below(random, rows.len())];
            let free: Vec<usize> = (0..columns).filter(|&column| cells[row][column] == 0).collect();
            ((row, free[below(random, free.len())]), tile(0.1, random))
        }
        Some(5) => (empty[(number * empty.len() as f64) as usize], if number < 0.1 { 4 } else { 2 }),
        Some(6) => (empty[below(random, (empty.len() - 1).max(1))], tile(0.1, random)),
        Some(8) => {
            let at = below(random, all);
            ((at / columns, at % columns), tile(0.1, random))
        }
        _ => (empty[below(random, empty.len())], tile(0.1, random)),
    };
    cells[place.0][place.1] = value;
    let left = empty_cells(&cells);
    if misconception == Some(9) && !left.is_empty() {
        let (row, column) = left[below(random, left.len())];
        cells[row][column] = tile(0.1, random);
    }
    cells
}
