//! Players that are programs: one line asked, one line answered. docs/protocol.md has the protocol.

#[cfg(not(target_family = "wasm"))]
mod process;
// A WebAssembly module starts no programs.
#[cfg(target_family = "wasm")]
#[path = "external/no_process.rs"]
mod process;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use redouble_core::{Direction, Position, Rules};
use redouble_players::{Budget, Decision, Forfeit, Player, SpecError, Values};

use process::Process;

/// The name in specs.
pub(crate) const NAME: &str = "external";
/// The version of the protocol that we speak.
pub(crate) const PROTOCOL: u32 = 1;

/// How to run a program as a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// How long it may take for an answer.
    pub patience: Duration,
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{NAME}:ms={},command={}", self.patience.as_millis(), self.command.join(" "))
    }
}

impl FromStr for Options {
    type Err = SpecError;

    /// Reads `ms=1000,command=python3 player.py`: the command is the rest of the text, split at white space.
    fn from_str(text: &str) -> Result<Options, SpecError> {
        let (head, command) = text.split_once("command=").ok_or_else(|| {
            SpecError::value(
                "command",
                "",
                "write external:command=PROGRAM ARGUMENTS, with ms=… before it if needed",
            )
        })?;
        let head = head.trim_end_matches(',');
        let milliseconds = match head.strip_prefix("ms=") {
            Some(number) => number.parse().ok().filter(|ms| (1..=3_600_000).contains(ms)),
            None => Some(1000),
        };
        let known = head.is_empty() || head.starts_with("ms=");
        let milliseconds = milliseconds.filter(|_| known).ok_or_else(|| SpecError::Value {
            part: head.to_owned(),
            problem: "before command= there may be ms=MILLISECONDS, from 1 to 3600000".to_owned(),
        })?;
        let command: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        if command.is_empty() {
            return Err(SpecError::value("command", "", "write the program to run"));
        }
        Ok(Options { command, patience: Duration::from_millis(milliseconds) })
    }
}

/// A program that plays. It is started for the first game, kept for the next, and started again after it failed.
pub struct External {
    options: Options,
    rules: Rules,
    process: Option<Process>,
    /// Why the program cannot play the game that has begun.
    failed: Option<Forfeit>,
}

impl External {
    /// A player that runs this program when its first game begins.
    #[must_use]
    pub fn new(options: Options, rules: Rules) -> External {
        External { options, rules, process: None, failed: None }
    }

    /// A running program that has said it is ready.
    fn process(&mut self) -> Result<&mut Process, Forfeit> {
        if self.process.is_none() {
            // Starting an interpreter takes longer than a move.
            let patience = self.options.patience.max(Duration::from_secs(10));
            let process = self.process.insert(Process::start(&self.options.command)?);
            process.send(&format!("redouble-player {PROTOCOL}"), patience)?;
            let answer = process.answer(patience)?;
            if !answer.starts_with("ready") {
                return Err(nonsense("ready", &answer));
            }
        }
        Ok(self.process.as_mut().expect("just started"))
    }

    fn start_game(&mut self, seed: u64) -> Result<(), Forfeit> {
        let line = format!("game {} {} {seed}", self.rules.shape, self.rules.four_chance);
        let patience = self.options.patience;
        let process = self.process()?;
        process.is_quiet()?;
        process.send(&line, patience)
    }

    fn ask(&mut self, position: Position) -> Result<Direction, Forfeit> {
        let patience = self.options.patience;
        let process = self.process()?;
        process.is_quiet()?;
        process.send(&format!("move {}", position.board()), patience)?;
        let answer = process.answer(patience)?;
        let direction: Direction = answer.parse().map_err(|_| nonsense("a direction", &answer))?;
        let legal = position.legal().contains(direction);
        let illegal = || Forfeit { reason: format!("illegal move {direction} on {}", position.board()) };
        legal.then_some(direction).ok_or_else(illegal)
    }

    /// Ends a program that lost its game; the reason then has what it last wrote to standard error.
    fn end_program(&mut self, lost: Forfeit) -> Forfeit {
        match self.process.take().and_then(|mut process| process.last_words()) {
            Some(words) => Forfeit { reason: format!("{}; it wrote: {words}", lost.reason) },
            None => lost,
        }
    }
}

fn nonsense(wanted: &str, found: &str) -> Forfeit {
    let shown: String = found.chars().take(40).flat_map(char::escape_default).collect();
    Forfeit { reason: format!("answered `{shown}` instead of {wanted}") }
}

impl Player for External {
    fn begin(&mut self, seed: u64) {
        self.failed = self.start_game(seed).err().map(|lost| self.end_program(lost));
    }

    fn decide(&mut self, position: Position, _: &Budget<'_>) -> Result<Decision, Forfeit> {
        let choice = match self.failed.take() {
            Some(lost) => return Err(lost),
            None => self.ask(position).map_err(|lost| self.end_program(lost))?,
        };
        let values: Values =
            position.legal().into_iter().map(|d| (d, f64::from(u8::from(d == choice)))).collect();
        Ok(Decision { choice, values, nodes: 0, depth: 0 })
    }

    fn end(&mut self, score: u64) {
        let patience = self.options.patience;
        if let Some(process) = &mut self.process
            && process.send(&format!("over {score}"), patience).is_err()
        {
            self.process = None;
        }
    }
}
