//! Specs that describe no player say which part is wrong and what there is.

use redouble_core::{Rules, Shape};
use redouble_players::{BuildError, Catalog, Player, Spec};

fn build(spec: &Spec, rules: Rules) -> Result<Box<dyn Player>, BuildError> {
    Catalog::default().build(spec, rules, &())
}

/// What is wrong with a spec; it is found without building the player too.
fn error(spec: &str) -> String {
    match spec.parse::<Spec>() {
        Err(error) => error.to_string(),
        Ok(spec) => {
            let error = build(&spec, Rules::default()).err().expect("no player").to_string();
            let checked = Catalog::default().check(&spec, Rules::default());
            assert_eq!(checked.expect_err("no player").to_string(), error);
            error
        }
    }
}

#[test]
fn errors_name_the_part() {
    assert_eq!(
        error("expectimx"),
        "`expectimx` is not a player; there are random, greedy, monte-carlo, expectimax, mcts, optimal, ntuple, strongest; did you mean `expectimax`?"
    );
    assert_eq!(error("random:depth=3"), "`depth`: random has no parameters");
    assert!(error("greedy:deph=3").starts_with("`deph` is not a parameter of greedy; there are eval, ties"));
    assert_eq!(error("expectimax:samples=0"), "`samples=0`: write a whole number from 1 to 1000000");
    assert!(error("expectimax:depth").starts_with("`depth=`: write a whole number"));
    assert!(error("expectimax:depth=-1").starts_with("`depth=-1`: "));
    assert_eq!(error("expectimax:depth=99"), "`depth=99`: on 4x4 the search goes from 1 to 12 moves deep");
    assert_eq!(error("expectimax:depth=2,depth=3"), "`depth=3`: it is given twice");
    assert_eq!(error("expectimax:mean=median"), "`mean=median`: write strata or weighted or plain");
    assert!(
        error("greedy:eval=beauty")
            .starts_with("`eval=beauty`: `beauty` is not an evaluation; there are line-ends")
    );
    assert!(error("greedy:eval=empty*x").contains("`x` is not a weight"));
    assert!(error("greedy:eval=empty*inf").contains("`inf` is not a weight"));
    assert!(error("mcts:explore=NaN").contains("`explore=NaN`: write a number from 0"));
    assert!(error("").starts_with("`` is not a player"));
}

#[test]
fn small_boards_allow_whole_games() {
    let rules = Rules::on(Shape::new(2, 2).unwrap());
    assert!(build(&"expectimax:depth=24".parse().unwrap(), rules).is_ok());
}

#[test]
fn every_kind_plays_by_default_and_prints_itself() {
    // Who plays optimally depends on who can solve: nobody in this crate.
    assert!(error("optimal").contains("nobody here can solve games"));
    // And the network is the program's.
    assert!(error("ntuple").contains("net"), "{}", error("ntuple"));
    for kind in Catalog::default().kinds().filter(|kind| !["optimal", "ntuple"].contains(&kind.name)) {
        let spec: Spec = kind.name.parse().unwrap();
        assert_eq!(spec.to_string(), kind.name);
        assert!(build(&spec, Rules::default()).is_ok(), "{}", kind.name);
    }
}

#[test]
fn building_can_be_stopped() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let built = Catalog::default().build(&"greedy".parse().unwrap(), Rules::default(), &stop);
    assert!(matches!(built, Err(BuildError::Stopped)));
}
