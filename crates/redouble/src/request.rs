//! Commands as questions: what they say with `--json`, for callers in the same process.

use std::error::Error;
use std::ffi::OsString;
use std::io;

use redouble_core::Watch;
use redouble_lab::{Entrant, ExperimentError, Outcome};
use redouble_players::Catalog;

use crate::cli::{self, Command};
use crate::command::train::Shown;
use crate::command::{arena, compare, hint, move_tiles, perft, review, solve, states, tilt, train};
use crate::output::{is_bad_usage, no_json, to_json};

/// A command with its arguments, read but not run.
///
/// ```
/// use redouble::Request;
/// use redouble_players::Catalog;
///
/// let request = Request::parse(["move", "2,2/.,.", "left"].map(Into::into)).unwrap();
/// let json = request.json(None, &Catalog::default(), &()).unwrap();
/// assert!(json.contains("\"gained\":4"));
/// assert!(Request::parse(["move".into()]).is_err());
/// ```
pub struct Request {
    command: Command,
    arguments: Vec<OsString>,
}

/// Why a request has no answer.
#[derive(Debug)]
pub enum RequestError {
    /// The arguments cannot be used.
    Usage(String),
    /// A file cannot be read or written.
    Io(String),
    /// Something else, in words.
    Failed(String),
}

impl std::fmt::Display for RequestError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (RequestError::Usage(text) | RequestError::Io(text) | RequestError::Failed(text)) = self;
        f.write_str(text)
    }
}

impl Error for RequestError {}

impl From<anyhow::Error> for RequestError {
    fn from(error: anyhow::Error) -> RequestError {
        let text = format!("{error:#}");
        match error {
            error if is_bad_usage(&error) => RequestError::Usage(text),
            error if error.chain().any(<dyn Error>::is::<io::Error>) => RequestError::Io(text),
            _ => RequestError::Failed(text),
        }
    }
}

impl From<ExperimentError> for RequestError {
    fn from(error: ExperimentError) -> RequestError {
        anyhow::Error::from(error).into()
    }
}

impl Request {
    /// Reads the arguments of the program, without its name.
    ///
    /// # Errors
    /// If they are none, in the words of the command line.
    pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Request, RequestError> {
        let arguments: Vec<OsString> = arguments.into_iter().collect();
        let name = std::iter::once(OsString::from("redouble"));
        let named: Vec<OsString> = name.chain(arguments.iter().cloned()).collect();
        let cli = cli::parse(&named).map_err(|error| RequestError::Usage(sentence(&error.to_string())))?;
        let command = cli.command.ok_or_else(|| RequestError::Usage("a command is needed".to_owned()))?;
        Ok(Request { command, arguments })
    }

    /// How many threads it wants; 0 for as many as the machine has.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.command.threads()
    }

    /// Whether it keeps the results of games on disk.
    #[must_use]
    pub fn keeps_results(&self) -> bool {
        matches!(&self.command, Command::Arena(args) if args.out.is_some())
    }

    /// What the command says with `--json`. These players, if any are given, take the place of those in the arguments.
    ///
    /// # Errors
    /// If it fails, or its result is no data.
    pub fn json(
        &self,
        players: Option<Vec<Entrant>>,
        catalog: &Catalog,
        watch: &dyn Watch,
    ) -> Result<String, RequestError> {
        let cpu = catalog.cpu();
        Ok(match &self.command {
            Command::Perft(args) => to_json(&perft::report(args, watch)?),
            Command::Move(args) => to_json(&move_tiles::report(args)?),
            Command::Players(_) => to_json(&redouble_api::view::PlayersReport::new(catalog)),
            Command::Hint(args) => to_json(&hint::report(args, catalog, watch)?),
            Command::Review(args) => to_json(&review::report(args, catalog, watch)?),
            Command::Compare(args) => {
                let players = players.unwrap_or_else(|| args.players.clone());
                to_json(&compare::report(args, players, catalog, watch)?)
            }
            Command::Arena(_) => {
                self.arena(players, catalog, watch).map(|(json, _)| json).map_err(Into::into)
            }
            Command::States(args) => states::json(args, cpu, watch),
            Command::Solve(args) => solve::json(args, cpu, watch),
            Command::Tilt(args) => tilt::json(args),
            Command::Train(args) => {
                to_json(&train::report(args, cpu, &Shown { bar: watch, say: &|_| (), stop: watch })?)
            }
            _ => Err(no_json()),
        }?)
    }

    /// What `arena` says with `--json`, and all its games.
    ///
    /// # Errors
    /// If it fails, or this is another command.
    pub fn arena(
        &self,
        players: Option<Vec<Entrant>>,
        catalog: &Catalog,
        watch: &dyn Watch,
    ) -> Result<(String, Vec<Outcome>), RequestError> {
        let Command::Arena(args) = &self.command else { return Err(no_json().into()) };
        let players = players.unwrap_or_else(|| args.players.clone());
        let (report, games) = arena::report(args, players, &self.arguments, catalog, watch)?;
        if games.stopped {
            return Err(ExperimentError::Stopped.into());
        }
        Ok((to_json(&report)?, games.outcomes))
    }
}

/// What clap says, without the usage that follows.
fn sentence(text: &str) -> String {
    let first = text.split("\n\n").next().unwrap_or(text);
    first.strip_prefix("error: ").unwrap_or(first).to_owned()
}
