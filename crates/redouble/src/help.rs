//! What the help of all commands has in common: short forms of the common flags, and examples.

use clap::Command;

use crate::boards::{BATCH_FORMS, FORMS};

/// The short forms, the same on every command that has the flag.
const SHORT: [(&str, char); 7] = [
    ("board", 'b'),
    ("games", 'g'),
    ("json", 'j'),
    ("out", 'o'),
    ("player", 'p'),
    ("seed", 's'),
    ("threads", 't'),
];

/// What follows the help of each command: what it can be asked, as it is typed.
const EXAMPLES: &[(&str, &[&str])] = &[
    ("", &["redouble --open", "redouble play", "redouble hint 2,4,8,16/2,4,8,./.,.,2,./.,.,.,."]),
    ("serve", &["redouble serve --open", "redouble serve --addr 127.0.0.1:8080 --data games"]),
    (
        "play",
        &["redouble play", "redouble play --board 5x5 --new", "redouble play --plain --no-save --seed 1"],
    ),
    (
        "move",
        &[
            "redouble move 2,2,2,2/4,4,4,./.,8,.,8/.,.,.,. left",
            "redouble move \"[[2,2],[4,0]]\" up --json",
            "printf '2,2/.,4\\n2 . / 2 4 left\\n' | redouble move --batch - --to up",
        ],
    ),
    ("perft", &["redouble perft --plies 7", "redouble perft --board 3x3 --plies 9 --json"]),
    ("players", &["redouble players", "redouble players --example > corner.py"]),
    (
        "hint",
        &[
            "redouble hint 1024,512,256,128/2,4,8,64/.,.,2,32/.,.,.,16",
            "redouble hint 0x1200003000000001 --player expectimax:depth=3,eval=strong",
            "printf '2,4/.,2\\n[[2,2],[4,0]]\\n' | redouble hint --batch -",
        ],
    ),
    ("review", &["redouble review game.txt", "redouble review game.txt --worst 3 --plot evaluation.svg"]),
    ("review calibrate", &["redouble review calibrate --games 50 --moves 300"]),
    (
        "arena",
        &[
            "redouble arena random greedy expectimax:depth=2 --games 1000 --seed 1",
            "redouble arena expectimax:depth=3 -g 1000 --out results",
            "redouble arena --verify results",
            "redouble arena \"external:command=python3 corner.py\" greedy",
        ],
    ),
    (
        "compare",
        &[
            "redouble compare greedy random",
            "redouble compare expectimax:depth=2 expectimax:depth=3 --tile 2048",
        ],
    ),
    ("compare calibrate", &["redouble compare calibrate --runs 500 --real-runs 20"]),
    ("tune", &["redouble tune --player expectimax:depth=1 --eval empty+corner*2 --generations 5"]),
    (
        "train",
        &[
            "redouble train --net 4x6 --minutes 30 --out my.net",
            "redouble train --net 4x6 --minutes 60 --out my.net --resume",
        ],
    ),
    ("net info", &["redouble net info my.net"]),
    ("net verify", &["redouble net verify my.net"]),
    ("net convert", &["redouble net convert my.training my.net"]),
    (
        "states count",
        &[
            "redouble states count --board 2x2 --goal 32",
            "redouble states count --board 3x3 --goal 1024 --store D",
        ],
    ),
    ("states bound", &["redouble states bound --board 4x4 --goal 2048"]),
    ("states graph", &["redouble states graph --board 2x2 --goal 32 --grouped --out g.svg"]),
    ("states plot", &["redouble states plot --board 3x3 --goal 256,1024 --out p.svg"]),
    ("states verify", &["redouble states verify D"]),
    ("states find", &["redouble states find 2,4,8/16,2,./.,.,. --store D"]),
    ("states sample", &["redouble states sample --store D --count 5"]),
    ("states export", &["redouble states export --store D --format csv --out states.csv"]),
    ("states moves", &["redouble states moves --goal 2048"]),
    ("solve", &["redouble solve --board 2x2 --maximize score,win", "redouble solve --board 3x3 --store V"]),
    (
        "solve query",
        &[
            "redouble solve query 2,4,8/2,.,./.,.,. --goal 64 --maximize win",
            "redouble solve query 2,4/.,2 --json",
        ],
    ),
    ("solve policy", &["redouble solve policy --board 2x3 --out 2x3.policy"]),
    ("solve verify", &["redouble solve verify V"]),
    ("solve explain", &["redouble solve explain --board 2x3"]),
    ("solve regret", &["redouble solve regret random greedy expectimax:depth=3 --board 2x2,2x3"]),
    ("tables build", &["redouble tables build"]),
    ("tables info", &["redouble tables info"]),
    ("tables verify", &["redouble tables verify"]),
    ("tables distil", &["redouble tables distil --out 4x4.endings"]),
    (
        "tilt adjacent",
        &["redouble tilt adjacent \"x.o./.oo./o..x\"", "redouble tilt adjacent \"xoo/ooo/oox\" --json"],
    ),
    ("tilt cycles", &["redouble tilt cycles \"o.o.o/.oo../o..oo/..o.o\""]),
    ("tilt run", &["redouble tilt run \"abc./d.../e..f\" \"(NESW)^1000000000000000000\""]),
    ("tilt reach", &["redouble tilt reach \"ab./c../...\" \".../b../ac.\""]),
    ("tilt make", &["redouble tilt make rings --size 20"]),
    ("tilt atlas", &["redouble tilt atlas --width 6 --height 6"]),
    ("tilt draw", &["redouble tilt draw \"o../oo./ooo\" --out cycles.svg"]),
    ("tilt space", &["redouble tilt space \"x.o/.o./..o//.../o../..x\""]),
    ("course list", &["redouble course list"]),
    ("course show", &["redouble course show merge"]),
    ("course start", &["redouble course start merge --language python"]),
    ("course check", &["redouble course check merge merge.py"]),
    ("course grade", &["redouble course grade class --out grades"]),
    ("course export", &["redouble course export --to kattis --out packages"]),
    (
        "course conformance",
        &["redouble course conformance --out cases", "redouble course conformance -- ./adapter"],
    ),
    ("course calibrate", &["redouble course calibrate spawn --checks 1000"]),
    ("bench", &["redouble bench --games 1000"]),
    ("completions", &["redouble completions bash > redouble.bash"]),
    ("man", &["redouble man --out manual"]),
    ("doctor", &["redouble doctor", "redouble doctor --json > report.json"]),
];

/// The command line with the short forms and the examples.
pub(crate) fn complete(command: Command) -> Command {
    complete_below("", command)
}

fn complete_below(path: &str, command: Command) -> Command {
    let name = |below: &Command| format!("{path} {}", below.get_name()).trim_start().to_owned();
    let command = command.mut_args(|arg| {
        let short = SHORT.iter().find(|(long, _)| arg.get_long() == Some(*long) && arg.get_short().is_none());
        match short {
            Some((_, short)) => arg.short(*short),
            None => arg,
        }
    });
    with_examples(path, command).mut_subcommands(|below| complete_below(&name(&below), below))
}

fn with_examples(path: &str, command: Command) -> Command {
    let found = EXAMPLES.iter().find(|(of, _)| *of == path).map(|(_, lines)| *lines);
    let Some(lines) = found.filter(|_| command.get_after_help().is_none()) else { return command };
    let examples = format!("Examples:\n  {}", lines.join("\n  "));
    let takes_boards =
        command.get_positionals().any(|arg| arg.get_id() == "board") && !path.starts_with("tilt");
    let takes_many = command.get_arguments().any(|arg| arg.get_long() == Some("batch"));
    let forms = match (takes_boards, takes_many) {
        (true, true) => format!("{FORMS}\n\n{BATCH_FORMS}\n\n{examples}"),
        (true, false) => format!("{FORMS}\n\n{examples}"),
        (false, _) => examples.clone(),
    };
    command.after_help(examples).after_long_help(forms)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::{self, Cli};

    /// All commands that do something, by their path.
    fn leaves(path: &str, command: &Command, found: &mut Vec<(String, Command)>) {
        let runs_alone = !command.is_subcommand_required_set();
        if runs_alone {
            found.push((path.to_owned(), command.clone()));
        }
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            leaves(format!("{path} {}", below.get_name()).trim_start(), below, found);
        }
    }

    fn all() -> Vec<(String, Command)> {
        let mut found = Vec::new();
        leaves("", &cli::command(), &mut found);
        found
    }

    /// The words of a line, as a shell makes them of it.
    fn words(line: &str) -> Vec<String> {
        let (mut words, mut quoted) = (vec![String::new()], false);
        for letter in line.chars() {
            match letter {
                '"' => quoted = !quoted,
                ' ' if !quoted => words.push(String::new()),
                letter => words.last_mut().unwrap().push(letter),
            }
        }
        words
    }

    #[test]
    fn every_command_has_examples_and_they_are_command_lines() {
        Cli::command().debug_assert();
        cli::command().debug_assert();
        let unfinished: Vec<String> = all()
            .into_iter()
            .filter(|(path, command)| command.get_after_help().is_none() && !path.starts_with("tilt make "))
            .map(|(path, _)| path)
            .collect();
        assert_eq!(unfinished, Vec::<String>::new(), "commands without examples");
        for line in EXAMPLES.iter().flat_map(|(_, lines)| *lines) {
            let line = line.split(" > ").next().unwrap();
            let own = line.rsplit(" | ").next().unwrap();
            assert!(own.starts_with("redouble "), "{line}");
            let parsed = cli::command().try_get_matches_from(words(own));
            assert!(parsed.is_ok(), "{own}: {}", parsed.unwrap_err());
        }
    }

    #[test]
    fn common_flags_have_one_short_form_everywhere() {
        for (path, command) in all() {
            for (long, short) in SHORT {
                let arg = command.get_arguments().find(|arg| arg.get_long() == Some(long));
                assert!(arg.is_none_or(|arg| arg.get_short() == Some(short)), "{path} --{long}");
            }
        }
    }

    /// Who leaves out an argument with a value reads in its help what then happens.
    #[test]
    fn defaults_are_shown() {
        let said = ["[default", "if not given", "without it", "instead of", "only with"];
        let missing: Vec<String> = all()
            .iter()
            .filter(|(path, _)| {
                ["tilt", "course", "tables", "states"].iter().all(|other| !path.starts_with(other))
            })
            .flat_map(|(path, command)| {
                let options = command
                    .get_opts()
                    .filter(|arg| !arg.is_required_set() && arg.get_default_values().is_empty());
                let silent = options.filter(|arg| {
                    let help =
                        arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
                    arg.get_action().takes_values() && !said.iter().any(|words| help.contains(words))
                });
                silent
                    .map(|arg| format!("{path} --{}", arg.get_long().unwrap_or_default()))
                    .collect::<Vec<_>>()
            })
            .collect();
        let optional = [
            "out", "plot", "batch", "store", "from", "until", "tile", "stages", "import", "verify", "goal",
            "to",
        ];
        let missing: Vec<&String> = missing
            .iter()
            .filter(|name| !optional.iter().any(|flag| name.ends_with(&format!("--{flag}"))))
            .collect();
        assert_eq!(missing, Vec::<&String>::new(), "arguments that say nothing about their default");
    }
}
