//! The records of games, in the order of games. They can be larger than memory: only their places are kept.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use redouble_files::FileError;

use super::journal;

/// Where the line of a game begins, and how long it is.
#[derive(Clone, Copy)]
struct Place {
    file: usize,
    offset: u64,
    length: u64,
}

/// Writes `games.txt` (a line a game: entrant, game, record) from what it has already and from a journal.
pub(super) fn merge(games: &Path, journal: &Path) -> Result<(), FileError> {
    let (mut files, mut places) = (Vec::new(), BTreeMap::new());
    for path in [games, journal] {
        let Some(file) = open(path)? else { continue };
        let mut file = BufReader::new(file);
        index(&mut file, files.len(), &mut places).map_err(FileError::of(path))?;
        files.push(file);
    }
    redouble_files::replace(games, |new| {
        for place in places.values() {
            let line = line_at(&mut files[place.file], *place)?;
            // A line of the journal has more than the record.
            let line = match journal::parse(&line) {
                Some(journal::Entry { outcome, record }) => {
                    let (pairing, record) = (outcome.pairing, record.unwrap_or_default());
                    format!("{} {} {record}\n", pairing.entrant, pairing.game)
                }
                None => line,
            };
            new.put(line.as_bytes())?;
        }
        Ok(())
    })
}

fn open(path: &Path) -> Result<Option<File>, FileError> {
    match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        opened => opened.map(Some).map_err(FileError::of(path)),
    }
}

/// Notes the place of every line that has a record, by game and entrant; a game that is there already stays.
fn index(
    file: &mut BufReader<File>,
    number: usize,
    places: &mut BTreeMap<(u64, usize), Place>,
) -> io::Result<()> {
    let (mut line, mut offset) = (Vec::new(), 0);
    while file.read_until(b'\n', &mut line)? > 0 {
        let length = line.len() as u64;
        if let Some(key) = key(&String::from_utf8_lossy(&line)) {
            places.entry(key).or_insert(Place { file: number, offset, length });
        }
        offset += length;
        line.clear();
    }
    Ok(())
}

/// The game and the entrant of a whole line with a record: of the journal, or of `games.txt`.
fn key(line: &str) -> Option<(u64, usize)> {
    if let Some(journal::Entry { outcome, record }) = journal::parse(line) {
        return record.map(|_| (outcome.pairing.game, outcome.pairing.entrant));
    }
    let mut fields = line.strip_suffix('\n')?.splitn(3, ' ');
    let (entrant, game) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    fields.next()?.starts_with("redouble-game").then_some((game, entrant))
}

fn line_at(file: &mut BufReader<File>, Place { offset, length, .. }: Place) -> io::Result<String> {
    file.seek(SeekFrom::Start(offset))?;
    let mut line = String::new();
    file.take(length).read_to_string(&mut line)?;
    Ok(line)
}
