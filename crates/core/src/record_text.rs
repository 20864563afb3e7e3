//! The words of a record: how [`Record`] is written and read. The format stands with the type.

use std::fmt::{self, Display, Write};
use std::str::FromStr;

use crate::{
    Cell, Direction, FourChance, ParseRecordError, Ply, Record, Rules, Shape, Spawn, Start, Tile, crc32,
};

const MAGIC: &str = "redouble-game";
const VERSION: &str = "1";
const FIELDS: [&str; 11] =
    ["board", "p4", "goal", "seed", "start", "from", "moves", "undone", "undos", "score", "check"];
const CELL_NAMES: &[u8; Shape::MAX_CELLS] =
    b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
/// Plies on a line: 80 characters.
const PLIES_PER_LINE: usize = 40;

pub(crate) fn cell_name(cell: Cell) -> char {
    char::from(CELL_NAMES[cell.index()])
}

pub(crate) fn parse_ply(text: &str) -> Option<Ply> {
    let &[letter, cell] = text.as_bytes() else { return None };
    let direction = Direction::from_letter(char::from(letter.to_ascii_lowercase()))?;
    let cell = Cell::new(CELL_NAMES.iter().position(|&name| name == cell)?);
    let tile = if letter.is_ascii_uppercase() { Tile::FOUR } else { Tile::TWO };
    Some(Ply { direction, spawn: Spawn { cell, tile } })
}

pub(crate) fn write(record: &Record, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Rules { shape, four_chance, goal } = record.rules;
    let mut text = format!("{MAGIC} {VERSION} board={shape} p4={four_chance} goal={goal}");
    match &record.start {
        Start::Seed(seed) => writeln!(text, " seed={seed}")?,
        Start::Board { board, score, seed } => {
            seed.map_or(Ok(()), |seed| write!(text, " seed={seed}"))?;
            writeln!(text, " from={score}\nstart={board}")?;
        }
    }
    text += "moves=";
    for (index, ply) in record.plies.iter().enumerate() {
        let separator = if index > 0 && index % PLIES_PER_LINE == 0 { "\n" } else { "" };
        write!(text, "{separator}{ply}")?;
    }
    if !record.undone.is_empty() {
        write!(text, "\nundone={}", record.undone.iter().map(|d| d.letter()).collect::<String>())?;
    }
    if record.undos > 0 {
        write!(text, "\nundos={}", record.undos)?;
    }
    write!(text, "\nscore={}", record.score)?;
    let check = checksum(text.split_whitespace());
    write!(f, "{text} check={check:08x}")
}

fn checksum<'a>(words: impl Iterator<Item = &'a str>) -> u32 {
    crc32(words.collect::<Vec<_>>().join(" ").as_bytes())
}

pub(crate) fn parse(text: &str) -> Result<Record, ParseRecordError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (Some(&MAGIC), Some(&version)) = (words.first(), words.get(1)) else {
        return Err(ParseRecordError::NotARecord);
    };
    if version != VERSION {
        return Err(ParseRecordError::Version { found: version.to_owned() });
    }
    let fields = Fields::new(&words[2..])?;
    let record = Record {
        rules: Rules {
            shape: fields.get::<Shape>("board")?,
            four_chance: fields.get::<FourChance>("p4")?,
            goal: fields.get::<Tile>("goal")?,
        },
        start: parse_start(&fields)?,
        plies: parse_plies(fields.find("moves").ok_or(ParseRecordError::Missing { field: "moves" })?)?,
        undone: parse_undone(fields.find("undone").unwrap_or(""))?,
        undos: fields.get_or("undos", 0)?,
        score: fields.get("score")?,
    };
    check(&fields, &words)?;
    Ok(record)
}

fn check(fields: &Fields<'_>, words: &[&str]) -> Result<(), ParseRecordError> {
    let digits = fields.find("check").ok_or(ParseRecordError::Missing { field: "check" })?;
    let found = u32::from_str_radix(digits, 16).map_err(|error| problem("check", &error))?;
    let expected = checksum(words[..words.len() - 1].iter().copied());
    let is_last = words.last().is_some_and(|word| word.starts_with("check="));
    if found == expected && is_last { Ok(()) } else { Err(ParseRecordError::Checksum { found, expected }) }
}

fn parse_start(fields: &Fields<'_>) -> Result<Start, ParseRecordError> {
    if fields.find("start").is_none() {
        return Ok(Start::Seed(fields.get("seed")?));
    }
    let seed = fields.find("seed").map(|_| fields.get("seed")).transpose()?;
    Ok(Start::Board { board: fields.get("start")?, score: fields.get("from")?, seed })
}

fn parse_plies(text: &str) -> Result<Vec<Ply>, ParseRecordError> {
    let characters: Vec<char> = text.chars().collect();
    let ply = |(index, pair): (usize, &[char])| {
        let found: String = pair.iter().collect();
        parse_ply(&found).ok_or(ParseRecordError::Ply { ply: index + 1, found })
    };
    characters.chunks(2).enumerate().map(ply).collect()
}

fn parse_undone(text: &str) -> Result<Vec<Direction>, ParseRecordError> {
    let directions: Option<Vec<Direction>> = text.chars().map(Direction::from_letter).collect();
    directions.ok_or_else(|| problem("undone", &"write the directions u, r, d and l"))
}

fn problem(field: &'static str, problem: &dyn Display) -> ParseRecordError {
    ParseRecordError::Field { field, problem: problem.to_string() }
}

/// The values by field, in the order of [`FIELDS`]; words without `=` continue the field before them.
struct Fields<'a>([Option<Field<'a>>; FIELDS.len()]);

enum Field<'a> {
    Word(&'a str),
    Words(String),
}

impl<'a> Fields<'a> {
    fn new(words: &[&'a str]) -> Result<Fields<'a>, ParseRecordError> {
        let mut values: [Option<Field<'a>>; FIELDS.len()] = std::array::from_fn(|_| None);
        let mut last = None;
        for &word in words {
            let unexpected = || ParseRecordError::Unexpected { word: word.chars().take(40).collect() };
            if let Some((name, value)) = word.split_once('=') {
                let field = FIELDS.iter().position(|&field| field == name).ok_or_else(unexpected)?;
                if values[field].replace(Field::Word(value)).is_some() {
                    return Err(unexpected());
                }
                last = Some(field);
            } else {
                let field = last.filter(|&field| FIELDS[field] == "moves").ok_or_else(unexpected)?;
                let value = values[field].take().ok_or_else(unexpected)?;
                values[field] = Some(Field::Words(value.text().to_owned() + word));
            }
        }
        Ok(Fields(values))
    }

    fn find(&self, name: &str) -> Option<&str> {
        let field = FIELDS.iter().position(|&field| field == name)?;
        self.0[field].as_ref().map(Field::text)
    }

    fn get<T: FromStr<Err: Display>>(&self, name: &'static str) -> Result<T, ParseRecordError> {
        let text = self.find(name).ok_or(ParseRecordError::Missing { field: name })?;
        text.parse().map_err(|error| problem(name, &error))
    }

    fn get_or<T: FromStr<Err: Display>>(
        &self,
        name: &'static str,
        default: T,
    ) -> Result<T, ParseRecordError> {
        if self.find(name).is_some() { self.get(name) } else { Ok(default) }
    }
}

impl Field<'_> {
    fn text(&self) -> &str {
        match self {
            Field::Word(word) => word,
            Field::Words(words) => words,
        }
    }
}
