//! Programs as players: good ones play, hostile ones lose their game and nothing else.
#![cfg(unix)]

use redouble_core::Rules;
use redouble_lab::{Entrant, Experiment, ExperimentError, Measure, Outcome, Played, Test, compare};
use redouble_players::Catalog;

/// A shell script as a player; no spaces in it, since commands are split there.
fn script(name: &str, body: &str) -> String {
    let path = std::env::temp_dir().join(format!("redouble-{name}-{}.sh", std::process::id()));
    std::fs::write(&path, body).unwrap();
    path.display().to_string()
}

fn outcomes(spec: &str, games: u64) -> Vec<Outcome> {
    let entrants: Vec<Entrant> = vec![spec.parse().unwrap(), "random".parse().unwrap()];
    let rules = Rules::on("2x2".parse().unwrap());
    let experiment = Experiment { entrants, games, seed: 1, rules };
    let pairings: Vec<_> = experiment.pairings().collect();
    let mut outcomes = Vec::new();
    let keep = |played: Played| {
        outcomes.push(played.outcome);
        Ok::<(), ExperimentError>(())
    };
    experiment.line_up(&Catalog::default(), &()).unwrap().run(&pairings, keep, &()).unwrap();
    outcomes.sort_by_key(|outcome| outcome.pairing);
    outcomes
}

/// The reason why the program lost its games; the other player's games are all played.
fn reason(name: &str, body: &str) -> String {
    // Whoever answers has all the time that a busy machine may take; only who hangs is not waited for.
    let patience = if name == "hangs" { 1_500 } else { 60_000 };
    let path = script(name, body);
    let outcomes = outcomes(&format!("external:ms={patience},command=sh {path}"), 2);
    std::fs::remove_file(path).unwrap();
    assert!(
        outcomes
            .iter()
            .filter(|outcome| outcome.pairing.entrant == 1)
            .all(|outcome| outcome.forfeit.is_none())
    );
    let reasons: Vec<&String> = outcomes.iter().filter_map(|outcome| outcome.forfeit.as_ref()).collect();
    assert_eq!(reasons.len(), 2, "both games of the program are lost: {outcomes:?}");
    reasons[0].clone()
}

const READY: &str = "read hello\necho ready\nread game\n";

#[test]
fn hostile_programs_lose_with_a_reason() {
    let hangs = reason("hangs", &format!("{READY}read question\nsleep 60\n"));
    assert_eq!(hangs, "no answer within 1500 ms");
    let crashes = reason("crashes", &format!("{READY}exit 3\n"));
    assert!(crashes.contains("the program ended (exit status: 3)"), "{crashes}");
    let nonsense = reason("nonsense", &format!("{READY}read question\necho banana\nsleep 60\n"));
    assert_eq!(nonsense, "answered `banana` instead of a direction");
    let silent = reason("binary", "read hello\nprintf '\\377\\376\\n'\nsleep 60\n");
    assert!(silent.contains("instead of ready"), "{silent}");
    let floods = reason("floods", &format!("{READY}read question\nyes up\n"));
    assert!(floods.starts_with("wrote more than one line"), "{floods}");
    let endless = reason("endless", &format!("{READY}read question\ncat /dev/zero\n"));
    assert_eq!(endless, "wrote a line of more than 1024 bytes");
    let illegal = reason("illegal", &format!("{READY}while read question; do echo up; done\n"));
    assert!(illegal.starts_with("illegal move up on "), "{illegal}");
}

#[test]
fn reasons_say_what_happened_and_what_the_program_wrote() {
    let words = reason("words", "echo first >&2\necho cannot find my file >&2\nexit 2\n");
    assert_eq!(words, "the program ended (exit status: 2); it wrote: first / cannot find my file");
    let closed = reason("closes", &format!("{READY}read question\nexec >&-\nsleep 60\n"));
    assert_eq!(closed, "the program closed its output");
    // What it started holds its output open.
    let left = reason("left", &format!("{READY}read question\nsleep 60 &\nexit 4\n"));
    assert_eq!(left, "the program ended (exit status: 4)");
    let ready = reason("ready", "read hello\necho hello\nsleep 60\n");
    assert_eq!(ready, "answered `hello` instead of ready");
}

/// Whether a process with this number runs.
#[cfg(target_os = "linux")]
fn is_alive(pid: &str) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    state.rsplit(')').next().and_then(|rest| rest.trim().chars().next()).is_some_and(|state| state != 'Z')
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_program_started_ends_with_it() {
    let file = std::env::temp_dir().join(format!("redouble-grandchild-{}", std::process::id()));
    let body =
        format!("{READY}read question\nsleep 600 &\necho $! > {}\necho banana\nwait\n", file.display());
    assert_eq!(reason("parent", &body), "answered `banana` instead of a direction");
    let pid = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(file).unwrap();
    // A killed process is gone when the system has seen to it.
    while is_alive(pid.trim()) {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

#[test]
fn a_player_that_gives_up_all_its_games_is_an_error() {
    let entrants = ["external:command=sh no-such-player.sh", "random"].map(|spec| spec.parse().unwrap());
    let rules = Rules::on("2x2".parse().unwrap());
    let experiment = Experiment { entrants: entrants.to_vec(), games: 40, seed: 1, rules };
    let test = Test { measure: Measure::Score, delta: 0.1, error: 0.05 };
    let error = compare(&experiment, test, &Catalog::default(), &()).unwrap_err().to_string();
    assert!(error.contains("gave up every one of its"), "{error}");
    assert!(error.contains("the program ended") && error.contains("no-such-player.sh"), "{error}");
}

#[test]
fn a_program_that_is_not_there_loses() {
    let outcomes = outcomes("external:command=./no-such-player", 1);
    assert!(outcomes[0].forfeit.as_ref().unwrap().starts_with("cannot start `./no-such-player`"));
}

#[test]
fn a_polite_program_plays_to_the_end() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/players/corner.py");
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let outcomes = outcomes(&format!("external:ms=20000,command=python3 {example}"), 3);
    assert!(outcomes.iter().all(|outcome| outcome.forfeit.is_none()), "{outcomes:?}");
}

#[test]
fn specs_of_programs_are_checked() {
    let error = |spec: &str| spec.parse::<Entrant>().unwrap_err().to_string();
    assert!(error("external:python3").contains("external:command=PROGRAM"));
    assert!(error("external:ms=0,command=x").contains("`ms=0`"));
    assert!(error("external:depth=3,command=x").contains("`depth=3`"));
    assert!(error("external:command= ").contains("write the program to run"));
}
