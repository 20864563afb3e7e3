//! One law for every text that we parse and every kind of file that we read.
//!
//! A law takes any bytes and panics if it does not hold for them. Fuzz targets feed laws with what a fuzzer invents;
//! `crates/redouble/tests/laws.rs` feeds them with the corpora, and with damaged forms of these, on a stable compiler.
//!
//! A file that ends with a checksum would stop every invented input at the checksum. So laws about files read the bytes as
//! they are and once more with the right checksum behind them.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

use redouble_api::{Games, Journal, NoLog, Tree};
use redouble_core::{
    Board, Direction, Game, Grid, Packed4x4, Position, Record, Rules, Shape, Tile, Watch, crc32, reference,
};
use redouble_kernels::Cpu;
use redouble_lab::{Entrant, Results};
use redouble_players::{Evaluation, Learner, Network, Spec};
use redouble_states::{Objective, Policy, Solution, Store, StoreError};
use redouble_tilt::Drawing;
use tempfile::TempDir;

/// A statement about any input.
pub type Law = fn(&[u8]);

/// Every law, by the name of its fuzz target and of its corpus.
pub const LAWS: &[(&str, Law)] = &[
    ("board_text", board_text),
    ("record_text", record_text),
    ("slide", slide),
    ("spec_text", spec_text),
    ("evaluation_text", evaluation_text),
    ("small_texts", small_texts),
    ("tilt_text", tilt_text),
    ("import_text", import_text),
    ("tree_text", tree_text),
    ("protocol_answer", protocol_answer),
    ("network_file", network_file),
    ("checkpoint_file", checkpoint_file),
    ("layer_file", layer_file),
    ("store_manifest", store_manifest),
    ("value_file", value_file),
    ("policy_file", policy_file),
    ("results_file", results_file),
    ("journal_file", journal_file),
];

/// What parses prints to a text that parses to the same.
fn prints_what_it_parses<T: FromStr + ToString + PartialEq>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        let printed = value.to_string();
        assert!(printed.parse::<T>().is_ok_and(|again| again == value), "`{text}` prints as `{printed}`");
    }
}

/// A board that parses prints to a text that parses to the same board.
pub fn board_text(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    prints_what_it_parses::<Board>(text);
}

/// A record that parses prints to a text that parses to the same record, and its game writes it.
pub fn record_text(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    prints_what_it_parses::<Record>(text);
    if let Ok(record) = text.parse::<Record>()
        && let Ok(game) = Game::from_record(&record)
    {
        assert_eq!(game.record(), record);
    }
}

/// Packed and exact boards slide as the reference says.
pub fn slide(data: &[u8]) {
    let Some(bits) = data.first_chunk() else { return };
    let packed = Packed4x4::from_bits(u64::from_le_bytes(*bits));
    let board = Board::from(packed);
    for direction in Direction::ALL {
        let (expected, gained) = reference::slide(&reference::grid_of(board), direction);
        let (slid, found) = board.slid(direction).unwrap_or((board, 0));
        assert_eq!((reference::grid_of(slid), found), (expected, gained));
        match packed.try_slid(direction) {
            Ok(slide) => {
                let (slid_packed, found) = slide.unwrap_or((packed, 0));
                assert_eq!((Board::from(slid_packed), found), (slid, gained));
            }
            Err(_) => assert!(slid.tiles().flatten().any(|tile| tile.value() > 32_768)),
        }
    }
}

/// A spec that parses prints to a text that parses to the same spec; so does a program as a player.
pub fn spec_text(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    prints_what_it_parses::<Spec>(text);
    if let Ok(entrant) = text.parse::<Entrant>() {
        let printed = entrant.to_string();
        assert_eq!(printed.parse::<Entrant>().map(|again| again.to_string()).ok(), Some(printed));
    }
}

/// An evaluation that parses gives every board a number, and prints to a text that means the same.
pub fn evaluation_text(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    if let Ok(evaluation) = text.parse::<Evaluation>() {
        let printed = evaluation.to_string();
        assert_eq!(printed.parse::<Evaluation>().map(|again| again.to_string()).ok(), Some(printed));
    }
}

/// Shapes, tiles, directions and objectives that parse print to a text that parses to the same.
pub fn small_texts(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    prints_what_it_parses::<Shape>(text);
    prints_what_it_parses::<Tile>(text);
    prints_what_it_parses::<Direction>(text);
    prints_what_it_parses::<Objective>(text);
}

/// A tilt board that parses prints to a text that parses to the same board.
pub fn tilt_text(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    if let Ok(drawing) = text.parse::<Drawing>() {
        let printed = drawing.to_string();
        assert_eq!(printed.parse::<Drawing>().map(|again| again.to_string()).ok(), Some(printed));
    }
}

/// A game that is imported can be written down and read again.
pub fn import_text(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    if let Ok(game) = redouble_api::import::game(text, Rules::default(), 1) {
        let record = game.record();
        let again = Game::from_record(&record).expect("a record that a game wrote");
        assert_eq!(again.position(), game.position());
    }
}

/// A tree that parses prints to a text that parses to the same tree, and fits a game or not, as often as it is asked.
pub fn tree_text(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    prints_what_it_parses::<Tree>(text);
    if let Ok(tree) = text.parse::<Tree>() {
        let mut game = Game::new(Rules::default(), 1);
        while game.turns().len() < 20 {
            let first = game.position().legal().nth(0).expect("a game has a move for twenty moves");
            game.play(first);
        }
        let positions = game.record().replay().expect("a game that was just played");
        let printed: Tree = tree.to_string().parse().expect("a tree that was just printed");
        assert_eq!(tree.fit(positions.clone()), printed.fit(positions));
    }
}

/// What a program answers is one direction in one of its three spellings, or refused.
pub fn protocol_answer(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    if let Ok(direction) = text.parse::<Direction>() {
        let compass = ["n", "e", "s", "w"][direction as usize];
        let name = direction.to_string();
        let accepted = [name.as_str(), &name[..1], compass];
        assert!(accepted.iter().any(|word| text.trim().eq_ignore_ascii_case(word)), "{text:?}");
    }
}

/// The bytes as they are, and with the right checksum (CRC-32, little-endian) in place of the last four.
fn forms(data: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let body = &data[..data.len().saturating_sub(4)];
    let sealed = [body, &crc32(body).to_le_bytes()].concat();
    [data.to_vec(), sealed].into_iter()
}

/// A network that is read is written so that it is read as the same network.
pub fn network_file(data: &[u8]) {
    for bytes in forms(data) {
        if let Ok(network) = Network::from_bytes(&bytes, Cpu::detect()) {
            let written = network.to_bytes();
            let again =
                Network::from_bytes(&written, Cpu::detect()).expect("a network that was just written");
            assert_eq!(again.to_bytes(), written);
        }
    }
}

/// A checkpoint that is loaded is saved so that it is loaded as the same checkpoint.
pub fn checkpoint_file(data: &[u8]) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let (given, saved) = (directory.path().join("given.training"), directory.path().join("saved.training"));
    for bytes in forms(data) {
        fs::write(&given, bytes).expect("space for a file");
        if let Ok(learner) = Learner::load(&given, Cpu::detect()) {
            learner.save(&saved).expect("space for a file");
            let first = fs::read(&saved).expect("the saved file");
            let again = Learner::load(&saved, Cpu::detect()).expect("what was just saved");
            again.save(&saved).expect("space for a file");
            assert_eq!(fs::read(&saved).expect("the saved file"), first);
        }
    }
}

/// The files of version 0.1.0 that the tests of the program keep.
fn old_files() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let places = ["tests/v0.1.0", "../crates/redouble/tests/v0.1.0"].map(|place| here.join(place));
    places.into_iter().find(|place| place.exists()).expect("the files of version 0.1.0")
}

/// A copy of a directory of version 0.1.0 with other bytes in one of its files.
fn directory_with(name: &str, changed: &str, bytes: &[u8]) -> TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory");
    copy(&old_files().join(name), directory.path());
    fs::write(directory.path().join(changed), bytes).expect("space for a file");
    directory
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a directory");
    for entry in fs::read_dir(from).expect("a directory").map(|entry| entry.expect("an entry")) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("space for a file");
        }
    }
}

/// All boards of a store, or why it cannot be read.
fn boards(directory: &Path) -> Result<Vec<u64>, StoreError> {
    let store = Store::open(directory)?;
    let sums: Vec<u64> = store.sums().collect();
    let mut boards = Vec::new();
    for sum in sums {
        boards.extend(store.boards(sum)?.collect::<Result<Vec<u64>, StoreError>>()?);
    }
    Ok(boards)
}

/// A store whose layer was changed is refused, or has no more states than its counts say.
pub fn layer_file(data: &[u8]) {
    for bytes in forms(data) {
        let directory = directory_with("store-2x2", "layer-000010.rds", &bytes);
        if let Ok(boards) = boards(directory.path()) {
            let census = Store::open(directory.path()).and_then(|store| store.census());
            assert_eq!(census.map(|census| census.total().states).ok(), Some(boards.len() as u64));
        }
    }
}

/// A manifest that was changed is refused, or describes the layers that are there.
pub fn store_manifest(data: &[u8]) {
    for bytes in [data.to_vec(), sealed_text(data)] {
        let directory = directory_with("store-2x2", "manifest", &bytes);
        if let (Ok(store), Ok(boards)) = (Store::open(directory.path()), boards(directory.path())) {
            assert_eq!(store.states(), boards.len() as u64);
        }
    }
}

/// A text with the right `check` in its last line.
fn sealed_text(data: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(data);
    let body = text.rfind("check ").map_or(&*text, |end| &text[..end]);
    format!("{body}check {:08x}\n", crc32(body.as_bytes())).into_bytes()
}

/// Values that were changed are refused, or answer for every move of a board.
pub fn value_file(data: &[u8]) {
    let board: Board = "2,4/2,.".parse().expect("a board");
    for bytes in forms(data) {
        let directory = directory_with("values-2x2", "values/value-000008.rdv", &bytes);
        let Ok(solution) = Solution::open(directory.path()) else { continue };
        if let Ok(answer) = solution.query(board) {
            assert_eq!(answer.moves.len(), Position::new(board).legal().len());
        }
    }
}

/// Stops work that takes too long for a fuzzer: a damaged header may ask for a large game.
struct Impatient(AtomicU64);

impl Watch for Impatient {
    fn is_stopped(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) > 100
    }
}

/// A policy that was changed is refused, or names a legal move or none.
pub fn policy_file(data: &[u8]) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("policy");
    for bytes in forms(data) {
        fs::write(&path, bytes).expect("space for a file");
        if let Ok(policy) = Policy::open(&path, Cpu::detect(), &Impatient(AtomicU64::new(0))) {
            let board: Board = "2,4/2,.".parse().expect("a board");
            let legal = Position::new(board).legal();
            assert!(policy.best(board).is_none_or(|direction| legal.contains(direction)));
        }
    }
}

/// Results that were changed are refused, or hold games of the experiment alone.
pub fn results_file(data: &[u8]) {
    let directory = directory_with("results", "results.txt", data);
    if let Ok(found) = Results::read(directory.path()) {
        let entrants = found.experiment.entrants.len();
        assert!(found.outcomes.iter().all(|outcome| outcome.pairing.entrant < entrants));
    }
}

/// A journal that was changed is refused, or taken over as it is.
pub fn journal_file(data: &[u8]) {
    let games = Journal::read(data).and_then(|journal| Games::replay(Box::new(NoLog), &journal.entries));
    let Ok(games) = games else { return };
    let mut taken = Games::unsaved();
    if taken.take_over(&games, 1).is_ok() {
        let known = |games: &Games| -> Vec<_> {
            games.rows().map(|row| (row.id, row.changed, row.summary, row.marks)).collect()
        };
        assert_eq!(known(&games), known(&taken));
        games.rows().for_each(|row| assert_eq!(games.record(row.id), taken.record(row.id)));
    }
}
