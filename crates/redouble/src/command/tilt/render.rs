//! Tilts, squares and large numbers as JSON and text.

use redouble_tilt::{Part, Square, Tilts};
use serde_json::{Value, json};

/// Sequences up to this length are written out letter by letter.
const SPELLED: usize = 64;

/// A number, as a decimal string when it does not fit in 64 bits.
pub(super) fn number(number: &impl ToString) -> Value {
    let text = number.to_string();
    text.parse::<u64>().map_or_else(|_| json!(text), |number| json!(number))
}

/// The letters of a short sequence; prefix, repeated word and suffix of a long one.
pub(super) fn tilts(tilts: &Tilts) -> Value {
    if let Some(word) = tilts.word(SPELLED) {
        return json!(word.iter().map(|tilt| tilt.letter()).collect::<String>());
    }
    let (before, repeated, after) = split(tilts.parts());
    json!({
        "prefix": before,
        "repeat": repeated.map_or_else(String::new, letters),
        "times": repeated.map_or_else(|| json!(0), |part| number(&part.times)),
        "suffix": after,
    })
}

/// The same for people: `SW(NESW)^24NE`.
pub(super) fn tilts_text(tilts: &Tilts) -> String {
    let spelled = |word: Vec<redouble_tilt::Direction>| word.iter().map(|tilt| tilt.letter()).collect();
    tilts.word(SPELLED).map_or_else(|| tilts.to_string(), spelled)
}

/// A long shortest sequence has one part that repeats.
fn split(parts: &[Part]) -> (String, Option<&Part>, String) {
    let repeats = parts.iter().position(|part| part.times != 1u32.into());
    let at = repeats.unwrap_or(parts.len());
    let before = parts[..at].iter().map(letters).collect();
    let after = parts.iter().skip(at + 1).map(letters).collect();
    (before, parts.get(at), after)
}

fn letters(part: &Part) -> String {
    part.word.iter().map(|tilt| tilt.letter()).collect()
}

/// Squares as pairs `[x, y]`.
pub(super) fn squares(squares: &[Square]) -> Value {
    squares.iter().map(|square| json!([square.x, square.y])).collect()
}
