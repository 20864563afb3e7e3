//! Random command lines: each ends with an exit code of the program, or goes on working. The options are those that the help
//! of the program names, so that most lines mean something.

use std::time::Duration;

use anyhow::ensure;
use redouble_core::Random;

use super::{Effort, pick};
use crate::program::{Patience, Program, Run};
use crate::score::{Outcome, Score};
use crate::workers::share;

/// What a line may take: a twentieth of a second of work is enough to see that it has begun well.
const TIME: Patience = Patience { wall: Duration::from_secs(120), work: Duration::from_millis(50) };
/// Commands that serve, wait for a person, or run programs that a random word could name.
const LEFT_OUT: [&str; 5] = ["serve", "help", "course check", "course conformance", "course grade"];

/// Values that are right somewhere, nearly right, and wrong.
const WORDS: [&str; 84] = [
    "2x2",
    "2x3",
    "3x3",
    "4x4",
    "8x8",
    "9x9",
    "0x0",
    "1x16",
    "2x99999999999",
    "0",
    "1",
    "-1",
    "2",
    "3",
    "8",
    "16",
    "32",
    "64",
    "256",
    "2048",
    "3000",
    "131072",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "0.1",
    "0.5",
    "1.5",
    "nan",
    "inf",
    "-inf",
    "-0",
    "1e308",
    "1e-320",
    "",
    " ",
    "random",
    "greedy",
    "greedy:ties=random",
    "expectimax:depth=1",
    "expectimax:depth=999",
    "expectimax:samples=0",
    "monte-carlo:runs=0",
    "monte-carlo:depth=3,runs=10",
    "mcts:iterations=10",
    "ntuple:depth=1",
    "ntuple:net=nowhere",
    "external:command=false",
    "external:command=",
    "greedy:eval=empty*1e308",
    "greedy:eval=",
    "optimal",
    "optimal:maximize=moves",
    "left",
    "sideways",
    "u",
    "lurd",
    "2,4,.,./.,.,8,./.,.,.,./.,.,.,2",
    "2,4/.,2",
    "0x022b013020100000",
    "0xffffffffffffffffff",
    "131072,131072/131072,131072",
    "x./.x",
    "xo./..x",
    "o",
    "/dev/null",
    "/dev/full",
    "nowhere",
    "nowhere/there",
    ".",
    "\u{1f600}",
    "\u{0}",
    "--",
    "-",
    "[[2,4],[0,2]]",
    "2 4 0 2",
    "[[2,4],[0",
    "2,4/.,2 left",
    "all",
    "win",
    "score",
    "256,512",
    "1234/8765/9...",
    "empty*-1+merges",
];

/// A command, and what its help says about it.
struct Grammar {
    command: Vec<String>,
    /// Options with a value, and those without.
    valued: Vec<String>,
    flags: Vec<String>,
    /// The values that the help lists.
    values: Vec<String>,
    takes_words: bool,
}

pub(crate) fn run(program: &Program, effort: &Effort) -> anyhow::Result<Score> {
    let grammars = grammars(program, &[])?;
    ensure!(grammars.len() > 30, "the help names only {} commands", grammars.len());
    let attempts = 0..u64::from(effort.attempts(100_000));
    let mut score = share(program, effort, attempts, |program, number, score| {
        let mut random = effort.random(number);
        let grammar = pick(&mut random, &grammars);
        let line = random_line(grammar, &mut random);
        let run = program.run(program.command(&line), TIME)?;
        score.count(&grammar.command[0], judge(&line, &run).map_err(|loss| format!("{line:?}: {loss}")));
        Ok(())
    })?;
    score.figure("commands", grammars.len());
    Ok(score)
}

/// Orderly, and what is called JSON is JSON.
fn judge(line: &[String], run: &Run) -> Outcome {
    run.is_orderly_so_far()?;
    let is_json = line.iter().any(|word| word == "--json" || word == "-j");
    let is_help = line.iter().any(|word| ["--help", "-h", "help"].contains(&word.as_str()));
    if run.is_success() && is_json && !is_help {
        let values = serde_json::Deserializer::from_str(&run.stdout).into_iter::<serde_json::Value>();
        for value in values {
            value.map_err(|error| format!("no JSON: {error}"))?;
        }
    }
    Ok(())
}

fn random_line(grammar: &Grammar, random: &mut Random) -> Vec<String> {
    let mut line = grammar.command.clone();
    let word = |random: &mut Random| match random.below(4) {
        0 if !grammar.values.is_empty() => pick(random, &grammar.values).clone(),
        _ => pick(random, &WORDS).to_string(),
    };
    let words = if grammar.takes_words { random.below(4) } else { u32::from(random.below(12) == 0) };
    for _ in 0..words {
        line.push(word(random));
    }
    for _ in 0..random.below(5) {
        if random.below(3) > 0 && !grammar.valued.is_empty() {
            line.push(pick(random, &grammar.valued).clone());
            line.push(word(random));
        } else if !grammar.flags.is_empty() {
            line.push(pick(random, &grammar.flags).clone());
        }
    }
    if grammar.command[0] == "play" {
        line.extend(["--plain", "--no-save"].map(str::to_owned));
    }
    // No argument of a process can hold a zero byte.
    line.into_iter().map(|word| word.replace('\0', "")).collect()
}

/// All commands below one, by the help of the program.
fn grammars(program: &Program, command: &[String]) -> anyhow::Result<Vec<Grammar>> {
    let name = command.join(" ");
    if LEFT_OUT.contains(&name.as_str()) || command.last().is_some_and(|last| last == "help") {
        return Ok(Vec::new());
    }
    let asked = [command, &["--help".to_owned()]].concat();
    let help = program.run(program.command(&asked), Patience::to_end(Duration::from_secs(60)))?;
    ensure!(help.is_success(), "{}", help.stderr);
    let mut found = Vec::new();
    for below in subcommands(&help.stdout) {
        found.extend(grammars(program, &[command, &[below]].concat())?);
    }
    // What is served without a command does not end.
    if !command.is_empty() {
        found.push(grammar(command.to_vec(), &help.stdout));
    }
    Ok(found)
}

/// The names in the section of commands.
fn subcommands(help: &str) -> Vec<String> {
    let section =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = section.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

fn grammar(command: Vec<String>, help: &str) -> Grammar {
    let (mut valued, mut flags, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for line in help.lines().map(str::trim) {
        if line.starts_with('-') && line.contains("--") {
            let has_value = line.contains('<');
            let names = line.split([' ', ',', '=']).filter(|word| word.starts_with('-')).map(str::to_owned);
            if has_value { valued.extend(names) } else { flags.extend(names) }
        }
        let listed = line.strip_prefix("[possible values: ").and_then(|rest| rest.strip_suffix(']'));
        values.extend(listed.into_iter().flat_map(|list| list.split(", ")).map(str::to_owned));
        let listed = line.strip_prefix("- ").and_then(|rest| rest.split_once(':'));
        values.extend(listed.map(|(value, _)| value.to_owned()));
    }
    let takes_words = help.lines().any(|line| line == "Arguments:");
    Grammar { command, valued, flags, values, takes_words }
}
