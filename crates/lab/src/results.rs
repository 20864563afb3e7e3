//! Results on disk: a file that only grows, and that a kill cannot hurt.

mod line;

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use redouble_core::{Progress, Random, Watch, crc32};
use redouble_players::Catalog;

use crate::arena::{Experiment, ExperimentError, Outcome, Played};

/// The directory of an experiment.
///
/// ```text
/// results.txt   a header that says which experiment this is, then one line a game with its own checksum
/// games.txt     the records of the games, if they are kept: entrant, game, record
/// ```
/// A line is written by one system call when its game ends: a kill loses the games in flight, and at most the line
/// that was being written, which the next run finds by its checksum and plays again.
pub struct Results {
    results: File,
    games: Option<File>,
}

/// What was found in a directory.
pub struct Found {
    /// The experiment of the header, with as many games as the results need.
    pub experiment: Experiment,
    /// The games that are complete.
    pub outcomes: Vec<Outcome>,
    /// Whether the last line was cut off: its game is not among the outcomes.
    pub cut_off: bool,
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
    /// A line is not what was written.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
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
            ResultsError::NotResults { path } => {
                write!(f, "{} is not a results file of version {}", path.display(), line::VERSION)
            }
        }
    }
}

impl std::error::Error for ResultsError {}

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
        let path = directory.join("results.txt");
        if !path.exists() {
            create(&path, &line::header(experiment))?;
        }
        let results = OpenOptions::new().append(true).open(&path).map_err(io_error(&path))?;
        results.try_lock().map_err(|_| ResultsError::Busy { path: path.clone() })?;
        let (found, complete) = read(&path)?;
        if let Some(difference) = line::difference(&found.experiment, experiment) {
            return Err(ResultsError::Other { path, found: difference });
        }
        results.set_len(complete as u64).map_err(io_error(&path))?;
        let games = directory.join("games.txt");
        let append =
            |path: &Path| OpenOptions::new().append(true).create(true).open(path).map_err(io_error(path));
        let games = if keep_games { Some(append(&games)?) } else { None };
        Ok((Results { results, games }, found))
    }

    /// What a directory holds, without changing it.
    ///
    /// # Errors
    /// If there is no results file, or it is damaged.
    pub fn read(directory: &Path) -> Result<Found, ResultsError> {
        read(&directory.join("results.txt")).map(|(found, _)| found)
    }

    /// Adds a game: its record first, so that a result never lacks one.
    ///
    /// # Errors
    /// If the system does not take it, for example because the disk is full.
    pub fn append(&mut self, played: &Played) -> io::Result<()> {
        let pairing = played.outcome.pairing;
        if let Some(games) = &mut self.games {
            // A record may be wrapped anywhere; here it is one line.
            let record = played.record.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
            games.write_all(format!("{} {} {record}\n", pairing.entrant, pairing.game).as_bytes())?;
        }
        self.results.write_all(line::outcome(&played.outcome).as_bytes())
    }
}

/// Writes a new file under another name and renames it: there is never half a header.
fn create(path: &Path, text: &str) -> Result<(), ResultsError> {
    let temporary = path.with_extension("new");
    let write = || {
        let mut file = File::create(&temporary)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().map_err(io_error(path))
}

/// The contents of a results file, and how many of its bytes are complete lines.
fn read(path: &Path) -> Result<(Found, usize), ResultsError> {
    let bytes = fs::read(path).map_err(io_error(path))?;
    let text = String::from_utf8_lossy(&bytes);
    let not_results = || ResultsError::NotResults { path: path.to_owned() };
    let (mut experiment, header) = line::parse_header(&text).ok_or_else(not_results)?;
    let mut outcomes = Vec::new();
    let mut complete = header;
    let mut lines = text[header..].split_inclusive('\n').enumerate().peekable();
    while let Some((index, line)) = lines.next() {
        match line::parse_outcome(line) {
            Some(outcome) if outcome.pairing.entrant < experiment.entrants.len() => outcomes.push(outcome),
            // Only the last line can have been cut off by a kill; anything else is damage.
            _ if lines.peek().is_none() => break,
            _ => {
                let line = text[..header].lines().count() + index + 1;
                return Err(ResultsError::Damaged { path: path.to_owned(), line });
            }
        }
        complete += line.len();
    }
    experiment.games = outcomes.iter().map(|outcome| outcome.pairing.game + 1).max().unwrap_or(0);
    let cut_off = complete < bytes.len();
    Ok((Found { experiment, outcomes, cut_off }, complete))
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
    let mut random = Random::new(u64::from(crc32(line::header(&found.experiment).as_bytes())));
    let mut left: Vec<&Outcome> = found.outcomes.iter().collect();
    let mut chosen = Vec::new();
    while chosen.len() < sample && !left.is_empty() {
        chosen.push(left.swap_remove(random.below(left.len() as u32) as usize));
    }
    chosen
}
