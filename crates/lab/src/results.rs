//! Results on disk: a journal while games are played, and files that are the same bytes whoever played them.

mod file;
mod header;
mod journal;
mod records;
mod times;

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use redouble_core::{Progress, Random, Watch, crc32};
use redouble_files::{Appender, FileError, Lock, LockError};
use redouble_players::Catalog;

use crate::arena::{Experiment, ExperimentError, Outcome, Played};
pub use file::results_text;

/// The directory of an experiment, while its games are played.
///
/// ```text
/// results.txt   the games in their order, with their number at the end (see `results_text`); no times
/// times.txt     boards looked at and time of each game
/// games.txt     the records of the games, if they are kept: entrant, game, record
/// journal.txt   while games are played, or after a kill: a line a game as it ends
/// results.lock  held while games are played
/// ```
/// A line of the journal is one system call: a kill loses the games in flight, and at most the line that was being
/// written, which the next run finds by its checksum and plays again. The other files are written from the journal by
/// [`finish`](Results::finish), and the journal is taken away then.
pub struct Results {
    directory: PathBuf,
    journal: Appender,
    keep_games: bool,
    /// Keeps other processes away.
    _lock: Lock,
}

/// What was found in a directory.
#[derive(Debug)]
pub struct Found {
    /// The experiment of the header, with as many games as the results need.
    pub experiment: Experiment,
    /// The games that are complete, in the order of games.
    pub outcomes: Vec<Outcome>,
    /// How far the files say that nothing is missing.
    pub ending: Ending,
}

/// How the files of a directory end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With the number of games: nothing is missing.
    Counted,
    /// There is a journal: games are being played, or the run was killed.
    Unfinished,
    /// In the journal, or in a results file of version 1, the last line was cut off or altered.
    CutOff,
    /// Of version 1: nobody can tell whether games are missing at the end.
    Uncounted,
}

/// Why a directory cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum ResultsError {
    /// The system says no.
    Io {
        /// The file.
        path: PathBuf,
        /// What it says.
        source: io::Error,
    },
    /// The directory belongs to another experiment.
    Other {
        /// The file.
        path: PathBuf,
        /// What its header says and this experiment does not.
        found: String,
    },
    /// Another process is writing there.
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// A line is not what was written, or lines before it are missing.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// The line with the number of games is missing, and maybe games before it.
    Cut {
        /// The file.
        path: PathBuf,
    },
    /// A file is not what was written.
    Broken {
        /// The file.
        path: PathBuf,
        /// How.
        problem: redouble_files::Broken,
    },
    /// The file is no results file, or of another version.
    NotResults {
        /// The file.
        path: PathBuf,
    },
}

impl fmt::Display for ResultsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResultsError::Io { path, source } => write!(f, "{}: {source}", path.display()),
            ResultsError::Other { path, found } => {
                write!(
                    f,
                    "{} belongs to another experiment ({found}); choose another directory",
                    path.display()
                )
            }
            ResultsError::Busy { path } => write!(f, "{}: another run is writing there", path.display()),
            ResultsError::Damaged { path, line } => {
                write!(f, "{}: line {line} is damaged; nothing was changed", path.display())
            }
            ResultsError::Cut { path } => {
                write!(f, "{} was cut off: its end is missing; nothing was changed", path.display())
            }
            ResultsError::Broken { path, problem } => write!(f, "{}: {problem}", path.display()),
            ResultsError::NotResults { path } => {
                write!(f, "{} is not a results file of version 1 or {}", path.display(), file::VERSION)
            }
        }
    }
}

impl std::error::Error for ResultsError {}

impl From<FileError> for ResultsError {
    fn from(FileError { path, source }: FileError) -> ResultsError {
        ResultsError::Io { path, source }
    }
}

impl From<LockError> for ResultsError {
    fn from(error: LockError) -> ResultsError {
        match error {
            LockError::Busy(path) => ResultsError::Busy { path },
            LockError::Io(error) => error.into(),
        }
    }
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> ResultsError + '_ {
    move |source| ResultsError::Io { path: path.to_owned(), source }
}

impl Results {
    /// Opens or makes the directory of an experiment; what is there already comes back with it.
    ///
    /// # Errors
    /// If the directory belongs to another experiment, is damaged, in use, or cannot be written.
    pub fn open(
        directory: &Path,
        experiment: &Experiment,
        keep_games: bool,
    ) -> Result<(Results, Found), ResultsError> {
        fs::create_dir_all(directory).map_err(io_error(directory))?;
        let lock = Lock::exclusive(&directory.join("results.lock"))?;
        let journal = directory.join("journal.txt");
        let (found, length) = match read(directory)? {
            Some((found, length)) => (found, length),
            None => (Found::nothing(experiment), None),
        };
        if let Some(difference) = header::difference(&found.experiment, experiment) {
            return Err(ResultsError::Other { path: directory.join("results.txt"), found: difference });
        }
        let length = match length {
            Some(length) => length,
            None => begin(&journal, experiment)?,
        };
        let journal = Appender::open(&journal, length as u64)?;
        Ok((Results { directory: directory.to_owned(), journal, keep_games, _lock: lock }, found))
    }

    /// What a directory holds, without changing it.
    ///
    /// # Errors
    /// If there are no results, or they are damaged.
    pub fn read(directory: &Path) -> Result<Found, ResultsError> {
        let path = directory.join("results.txt");
        let missing = || ResultsError::Io { path, source: io::ErrorKind::NotFound.into() };
        read(directory)?.map(|(found, _)| found).ok_or_else(missing)
    }

    /// Adds a game to the journal.
    ///
    /// # Errors
    /// If the system does not take it, for example because the disk is full.
    pub fn append(&mut self, played: &Played) -> Result<(), FileError> {
        self.journal.append(journal::line(played, self.keep_games).as_bytes())
    }

    /// Writes the files of all games, those found when the directory was opened included, in the place of the journal.
    ///
    /// # Errors
    /// If one cannot be written; the journal is kept then, and the next run goes on from it.
    pub fn finish(self, experiment: &Experiment, outcomes: &[Outcome]) -> Result<(), FileError> {
        let (path, journal) = (|name: &str| self.directory.join(name), self.directory.join("journal.txt"));
        if self.keep_games {
            records::merge(&path("games.txt"), &journal)?;
        }
        redouble_files::write(&path("times.txt"), times::text(outcomes).as_bytes())?;
        redouble_files::write(&path("results.txt"), results_text(experiment, outcomes).as_bytes())?;
        redouble_files::remove(&journal)
    }
}

/// Begins a journal; gives its length.
fn begin(path: &Path, experiment: &Experiment) -> Result<usize, FileError> {
    let header = header::header(journal::VERSION, experiment);
    redouble_files::write(path, header.as_bytes())?;
    Ok(header.len())
}

impl Found {
    /// A directory without games of this experiment.
    fn nothing(experiment: &Experiment) -> Found {
        let experiment = Experiment { games: 0, ..experiment.clone() };
        Found { experiment, outcomes: Vec::new(), ending: Ending::Counted }
    }

    /// The games of two files of one experiment; one that is in both is taken from the first.
    fn and(self, other: Found) -> Found {
        let all = other.outcomes.into_iter().chain(self.outcomes);
        let all: BTreeMap<_, _> =
            all.map(|outcome| ((outcome.pairing.game, outcome.pairing.entrant), outcome)).collect();
        let games = all.keys().map(|(game, _)| game + 1).max().unwrap_or(0);
        let experiment = Experiment { games, ..self.experiment };
        Found { experiment, outcomes: all.into_values().collect(), ending: other.ending }
    }
}

/// What a directory holds, and how many bytes of the journal are whole lines; `None` of no journal.
fn read(directory: &Path) -> Result<Option<(Found, Option<usize>)>, ResultsError> {
    let (results, journal) = (directory.join("results.txt"), directory.join("journal.txt"));
    let found = text_of(&results)?.map(|text| read_results(directory, &results, &text)).transpose()?;
    let Some(text) = text_of(&journal)? else { return Ok(found.map(|found| (found, None))) };
    let (played, length) = read_journal(&journal, &text, Ending::Unfinished)?;
    let first = found.unwrap_or_else(|| Found::nothing(&played.experiment));
    if let Some(difference) = header::difference(&played.experiment, &first.experiment) {
        return Err(ResultsError::Other { path: journal, found: difference });
    }
    Ok(Some((first.and(played), Some(length))))
}

/// The text of a file, if there is one. What is no text is damage that the checks find.
fn text_of(path: &Path) -> Result<Option<String>, ResultsError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io_error(path)(error)),
    }
}

/// The contents of a results file, with the times that are beside it.
fn read_results(directory: &Path, path: &Path, text: &str) -> Result<Found, ResultsError> {
    let not_results = || ResultsError::NotResults { path: path.to_owned() };
    let header = header::parse(text).ok_or_else(not_results)?;
    match header.version {
        file::VERSION => {}
        journal::VERSION => {
            let (found, _) = read_journal(path, text, Ending::Uncounted)?;
            let ending = found.ending;
            return Ok(Found { ending, ..Found::nothing(&found.experiment).and(found) });
        }
        _ => return Err(not_results()),
    }
    let damaged = |problem| match problem {
        file::Problem::Line(line) => ResultsError::Damaged { path: path.to_owned(), line },
        file::Problem::Cut => ResultsError::Cut { path: path.to_owned() },
    };
    let mut outcomes = file::parse(text, &header).map_err(damaged)?;
    add_costs(&directory.join("times.txt"), &mut outcomes)?;
    let read = Found { outcomes, ..Found::nothing(&header.experiment) };
    Ok(Found::nothing(&header.experiment).and(read))
}

/// What the games cost, as far as it is known: results of other programs may come without.
fn add_costs(path: &Path, outcomes: &mut [Outcome]) -> Result<(), ResultsError> {
    let Some(text) = text_of(path)? else { return Ok(()) };
    let costs =
        times::parse(&text).map_err(|problem| ResultsError::Broken { path: path.to_owned(), problem })?;
    for outcome in outcomes {
        if let Some(cost) = costs.get(&outcome.pairing) {
            (outcome.nodes, outcome.nanoseconds) = (cost.nodes, cost.nanoseconds);
        }
    }
    Ok(())
}

/// The contents of a journal, whose ending is this one unless its last line was cut off, and how many of its bytes are
/// whole lines.
fn read_journal(path: &Path, text: &str, ending: Ending) -> Result<(Found, usize), ResultsError> {
    let header = header::parse(text).filter(|header| header.version == journal::VERSION);
    let header = header.ok_or_else(|| ResultsError::NotResults { path: path.to_owned() })?;
    let (mut outcomes, mut complete) = (Vec::new(), header.length);
    let mut lines = (header.lines + 1..).zip(text[header.length..].split_inclusive('\n')).peekable();
    while let Some((number, line)) = lines.next() {
        match journal::parse(line) {
            Some(entry) if entry.outcome.is_of(&header.experiment) => outcomes.push(entry.outcome),
            // Only the last line can have been cut off by a kill; anything else is damage.
            _ if lines.peek().is_none() => break,
            _ => return Err(ResultsError::Damaged { path: path.to_owned(), line: number }),
        }
        complete += line.len();
    }
    let ending = if complete < text.len() { Ending::CutOff } else { ending };
    Ok((Found { experiment: header.experiment, outcomes, ending }, complete))
}

/// Games that went another way when they were played again.
pub struct Verification {
    /// How many games were played again.
    pub played: usize,
    /// Those whose result was another one, as recorded.
    pub different: Vec<Outcome>,
}

/// Plays a sample of recorded games again, bit for bit.
///
/// # Errors
/// If an entrant of the header cannot be built any more, or the watch stops the games.
pub fn verify(
    found: &Found,
    sample: usize,
    catalog: &Catalog,
    watch: &dyn Watch,
) -> Result<Verification, ExperimentError> {
    let chosen = choose(found, sample);
    let pairings: Vec<_> = chosen.iter().map(|outcome| outcome.pairing).collect();
    let (mut different, mut played) = (Vec::new(), 0);
    let compare = |again: Played| {
        let recorded = chosen.iter().find(|outcome| outcome.pairing == again.outcome.pairing);
        let recorded = recorded.expect("a chosen game");
        if !recorded.is_same_game(&again.outcome) {
            different.push((*recorded).clone());
        }
        played += 1;
        watch.progress(Progress::of("verifying", played, chosen.len() as u64, "games"));
        Ok(())
    };
    found.experiment.line_up(catalog, watch)?.play_all::<ExperimentError>(&pairings, compare, watch)?;
    different.sort_by_key(|outcome| outcome.pairing);
    Ok(Verification { played: pairings.len(), different })
}

/// Some of the games, the same ones every time.
fn choose(found: &Found, sample: usize) -> Vec<&Outcome> {
    let mut random =
        Random::new(u64::from(crc32(header::header(journal::VERSION, &found.experiment).as_bytes())));
    let mut left: Vec<&Outcome> = found.outcomes.iter().collect();
    let mut chosen = Vec::new();
    while chosen.len() < sample && !left.is_empty() {
        chosen.push(left.swap_remove(random.below(left.len() as u32) as usize));
    }
    chosen
}
