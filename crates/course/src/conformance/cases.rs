//! The cases: those of the exercises, and those that show known faults of implementations.

use redouble_core::{Board, Direction, Grid};
use serde_json::{Value, json};

use crate::exercise::{Exercise, Selection};
use crate::exercises::{grid::GRID, legal::LEGAL, merge::MERGE, over::OVER};
use crate::input::Input;
use crate::plain::{self, Cells};

use super::{Case, Rules};

/// So many cases of each family of an exercise.
const OF_A_FAMILY: usize = 8;
/// So many draws are enough to tell one in nine from one in ten.
const DRAWS: usize = 20_000;

/// All cases with the rules in words.
#[must_use]
pub fn rules() -> Rules {
    let mut cases = Vec::new();
    for (kind, exercise) in [("line", &MERGE), ("slide", &GRID), ("legal", &LEGAL), ("over", &OVER)] {
        cases.extend(of_exercise(kind, exercise));
    }
    cases.extend(slides());
    cases.extend(sequences());
    cases.extend(laws());
    Rules { version: 1, rules: in_words(), cases }
}

fn in_words() -> Value {
    json!({
        "board": "4 rows of 4 cells, faces as numbers, 0 is an empty cell; exponents are beside them, 0 for empty",
        "slide": "all tiles go as far as they can; two equal tiles that meet become one, the front ones first; a merged tile does not merge again in the same slide; the gain is the sum of the merged tiles",
        "legal": "a direction in which the slide changes the board",
        "over": "no empty cell and no equal neighbours",
        "spawn": "after a legal slide one tile appears in an empty cell, all alike, 2 with probability 0.9 and 4 with 0.1; after an illegal slide none",
        "start": "two tiles, each as a spawn on an empty board",
        "largest": "131072",
    })
}

fn board_value(cells: &Cells) -> Value {
    let exponent = |cell: &i64| if *cell > 0 { cell.trailing_zeros() } else { 0 };
    let exponents: Vec<Vec<u32>> = cells.iter().map(|row| row.iter().map(exponent).collect()).collect();
    json!({"faces": cells, "exponents": exponents})
}

/// The faces of a board in a case or an answer: with exponents beside them, or alone.
pub(super) fn faces(value: &Value) -> Option<Cells> {
    let rows = value.get("faces").unwrap_or(value).as_array()?;
    let row = |row: &Value| row.as_array()?.iter().map(Value::as_i64).collect::<Option<Vec<i64>>>();
    rows.iter().map(row).collect()
}

fn direction(value: &Value) -> Option<Direction> {
    value.as_str()?.parse().ok()
}

/// The right answer to a question without chance, by the engine.
#[must_use]
pub fn own_answer(kind: &str, input: &Value) -> Option<Value> {
    let board = || plain::board(&faces(&input["board"])?);
    Some(match kind {
        "line" => {
            let line: Vec<i64> =
                input["line"].as_array()?.iter().map(Value::as_i64).collect::<Option<_>>()?;
            let (line, gained) = plain::merged(&line);
            json!({"line": line, "gained": gained})
        }
        "slide" => {
            let (before, direction) = (board()?, direction(&input["direction"])?);
            let slid = before.slid(direction);
            let (after, gained) = slid.unwrap_or((before, 0));
            json!({"board": plain::cells(&after), "gained": gained, "changed": slid.is_some()})
        }
        "legal" => json!({"legal": names(&board()?)}),
        "over" => json!({"over": board()?.legal().is_empty()}),
        "sequence" => json!({"legal": stepped(board()?, input["steps"].as_array()?)?}),
        _ => return None,
    })
}

fn names(board: &Board) -> Vec<&'static str> {
    board.legal().into_iter().map(Direction::name).collect()
}

/// The legal directions after each step.
fn stepped(mut board: Board, steps: &[Value]) -> Option<Vec<Vec<&'static str>>> {
    let mut legal = Vec::new();
    for step in steps {
        if let Some(slide) = direction(&step["slide"]) {
            board = board.slid(slide).map_or(board, |(after, _)| after);
        }
        if let Some([row, column, tile]) = step["spawn"].as_array().map(Vec::as_slice) {
            let mut cells = plain::cells(&board);
            *cells.get_mut(row.as_u64()? as usize)?.get_mut(column.as_u64()? as usize)? = tile.as_i64()?;
            board = plain::board(&cells)?;
        }
        legal.push(names(&board));
    }
    Some(legal)
}

/// Cases of an exercise: the smallest that show misconceptions, and some of each family.
fn of_exercise(kind: &str, exercise: &'static Exercise) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for case in exercise.cases(&Selection::default()) {
        let same = cases.iter().filter(|other| other.why == case.family).count();
        if case.family != "smallest" && same >= OF_A_FAMILY {
            continue;
        }
        let input = asked(&case.input);
        let output = own_answer(kind, &input).expect("a case that the engine answers");
        let id = format!("{kind}-{:03}", cases.len() + 1);
        let catches = misread(exercise, &case.input);
        cases.push(Case { id, kind: kind.to_owned(), input, output, why: case.family.to_owned(), catches });
    }
    cases
}

fn asked(input: &Input) -> Value {
    match input {
        Input::Line(line) => json!({"line": line}),
        Input::Move(_, direction) => {
            json!({"board": board_value(&input.cells()), "direction": direction.name()})
        }
        _ => json!({"board": board_value(&input.cells())}),
    }
}

/// The misconceptions that answer something else.
fn misread(exercise: &'static Exercise, input: &Input) -> Vec<String> {
    let right = (exercise.right)(input);
    let differs = |misconception: &&crate::exercise::Misconception| {
        let answers = exercise.misread(misconception, std::slice::from_ref(input));
        answers.is_some_and(|answers| answers[0] != right)
    };
    exercise
        .misconceptions
        .iter()
        .filter(differs)
        .map(|own| format!("{}/{}", exercise.id, own.name))
        .collect()
}

fn parsed(text: &str) -> Cells {
    let rest = 4 - text.split('/').count();
    let text = format!("{text}{}", "/.,.,.,.".repeat(rest));
    plain::cells(&text.parse::<Board>().expect("a board that is written here"))
}

fn case(id: &str, kind: &str, input: Value, why: &str, catches: &[&str]) -> Case {
    let output = own_answer(kind, &input).expect("a case that the engine answers");
    let catches = catches.iter().map(|fault| (*fault).to_owned()).collect();
    Case { id: id.to_owned(), kind: kind.to_owned(), input, output, why: why.to_owned(), catches }
}

/// Slides that known faults get wrong.
fn slides() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |id: &str, board: &str, direction: &str, why: &str, catches: &[&str]| {
        let input = json!({"board": board_value(&parsed(board)), "direction": direction});
        cases.push(case(id, "slide", input, why, catches));
    };
    let large = ["gymnasium-2048-index-16", "boards-of-16-nibbles"];
    add("slide-32768-twice", "32768,32768,.,.", "left", "a tile 65536 exists", &large);
    add(
        "slide-65536-twice",
        "65536,65536,.,.",
        "right",
        "a tile 131072 exists",
        &["boards-of-16-nibbles", "pgx-reward-overflow"],
    );
    add(
        "slide-unchanged",
        "8,4,4,2/.,2,2,.",
        "up",
        "a slide that moves nothing changes nothing",
        &["tile-after-illegal-move"],
    );
    add(
        "slide-up-unchanged",
        "2,2,2,2",
        "up",
        "a full row at the edge does not move",
        &["jumanji-illegal-move-adds-tile"],
    );
    add(
        "slide-merged-once",
        "4,64,32,32",
        "right",
        "a merged tile does not merge again",
        &["merges-again-in-one-move"],
    );
    for direction in Direction::ALL.map(Direction::name) {
        let board = match direction {
            "left" | "right" => "2,2,2,.",
            _ => "2,.,.,./2,.,.,./2,.,.,.",
        };
        add(
            &format!("slide-three-{direction}"),
            board,
            direction,
            "of three equal tiles the two at the front merge",
            &["sed2048-three-tiles"],
        );
    }
    cases
}

/// Games in which something left over shows.
fn sequences() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |id: &str, board: &str, steps: Value, why: &str, catches: &[&str]| {
        let input = json!({"board": board_value(&parsed(board)), "steps": steps});
        cases.push(case(id, "sequence", input, why, catches));
    };
    add(
        "sequence-merged-tile-merges-next",
        ".,.,2,2",
        json!([{"slide": "right"}, {"spawn": [0, 2, 4]}]),
        "a tile that merged in the last move merges in the next",
        &["open-spiel-merged-flag", "state/merged-flags-stay"],
    );
    add(
        "sequence-legal-after-spawn",
        ".,2,4,8/8,2,4,8/2,4,8,16/16,8,4,2",
        json!([{"slide": "left"}, {"spawn": [0, 3, 2]}]),
        "legal moves are those after the spawn",
        &["jumanji-mask-before-spawn"],
    );
    add(
        "sequence-illegal-on-a-full-board",
        "2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,4",
        json!([{"slide": "up"}, {"slide": "left"}]),
        "on a full board a slide that merges two tiles leaves one cell",
        &["serenity-endless-loop"],
    );
    add(
        "sequence-lost-and-stays-lost",
        "4,2,4,2/2,4,2,4/4,2,4,2/2,4,2,4",
        json!([{"slide": "up"}, {"slide": "right"}, {"slide": "down"}, {"slide": "left"}]),
        "nothing moves on a lost board",
        &["serenity-endless-loop", "seed-003-product"],
    );
    cases
}

/// Laws of chance: what must hold of many draws.
fn laws() -> Vec<Case> {
    let law = |id: &str, kind: &str, input: Value, output: Value, why: &str, catches: &[&str]| {
        let catches = catches.iter().map(|fault| (*fault).to_owned()).collect();
        Case { id: id.to_owned(), kind: kind.to_owned(), input, output, why: why.to_owned(), catches }
    };
    let slide = |board: &str, direction: &str| json!({"board": board_value(&parsed(board)), "direction": direction, "draws": DRAWS});
    let spawns = |empty: usize| json!({"tiles": 1, "empty": empty, "share_of_fours": 0.1});
    let never_a_four = ["never-a-four", "spawn/twos-only"];
    vec![
        law(
            "spawn-after-a-slide",
            "spawn-law",
            slide("2,.,.,./.,.,.,./.,.,.,./.,.,4,.", "right"),
            spawns(14),
            "a new tile comes in any empty cell, once in ten a 4",
            &never_a_four,
        ),
        law(
            "spawn-after-a-merge-on-a-full-board",
            "spawn-law",
            slide("2,2,4,8/4,8,16,2/2,4,8,16/16,2,4,8", "left"),
            spawns(1),
            "exactly one tile comes into the one freed cell",
            &["pufferlib-stale-count", "elm-2048-two-tiles"],
        ),
        law(
            "spawn-after-two-merges",
            "spawn-law",
            slide("2,2,4,8/4,8,16,2/2,4,8,8/16,2,4,32", "left"),
            spawns(2),
            "both freed cells are as likely",
            &["pufferlib-stale-count"],
        ),
        law(
            "no-spawn-after-an-illegal-slide",
            "spawn-law",
            slide("8,4,4,2/.,2,2,.", "up"),
            json!({"tiles": 0}),
            "a slide that changes nothing brings no tile",
            &["tile-after-illegal-move"],
        ),
        law(
            "start",
            "start-law",
            json!({"games": DRAWS}),
            json!({"tiles": 2, "share_of_fours": 0.1}),
            "a game begins with two tiles",
            &["jumanji-one-tile", "never-a-four"],
        ),
        law(
            "seed-7",
            "seed-law",
            json!({"seed": 7, "slides": 40}),
            json!({"like": "seed-7-again", "unlike": "seed-8"}),
            "a seed gives a game",
            &[],
        ),
        law(
            "seed-7-again",
            "seed-law",
            json!({"seed": 7, "slides": 40}),
            json!({"like": "seed-7"}),
            "the same seed gives the same game",
            &[],
        ),
        law(
            "seed-8",
            "seed-law",
            json!({"seed": 8, "slides": 40}),
            json!({"unlike": "seed-7"}),
            "another seed gives another game",
            &[],
        ),
    ]
}
