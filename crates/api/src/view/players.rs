//! Who there is.

use redouble_players::{Catalog, Evaluation, Kind, Parameter, STRONG, Term};
use serde::Serialize;

/// All players and evaluations.
#[derive(Serialize)]
pub struct PlayersReport {
    /// The kinds of players.
    pub players: Vec<KindReport>,
    /// What evaluations are made of.
    pub evaluations: Vec<EvaluationReport>,
}

/// A kind of player.
#[derive(Serialize)]
pub struct KindReport {
    /// The name in specs.
    pub name: &'static str,
    /// What it does.
    pub sentence: &'static str,
    /// What can be set.
    pub parameters: Vec<ParameterReport>,
}

/// Something that can be set about a player.
#[derive(Serialize)]
pub struct ParameterReport {
    /// The name in specs.
    pub name: &'static str,
    /// What it is if not given.
    pub default: &'static str,
    /// What it means.
    pub sentence: &'static str,
}

/// Something that boards can be valued by.
#[derive(Serialize)]
pub struct EvaluationReport {
    /// The name in specs.
    pub name: &'static str,
    /// What it is.
    pub sentence: String,
}

impl From<&Parameter> for ParameterReport {
    fn from(&Parameter { name, sentence, default }: &Parameter) -> ParameterReport {
        ParameterReport { name, default, sentence }
    }
}

impl From<&Kind> for KindReport {
    fn from(&Kind { name, sentence, parameters }: &Kind) -> KindReport {
        KindReport { name, sentence, parameters: parameters.iter().map(ParameterReport::from).collect() }
    }
}

/// The player that is a program; the lab brings it, not the players' catalog.
const EXTERNAL: Kind = Kind {
    name: "external",
    sentence: "a program that speaks the line protocol of docs/protocol.md",
    parameters: &[
        Parameter { name: "ms", default: "1000", sentence: "milliseconds for an answer" },
        Parameter {
            name: "command",
            default: "none",
            sentence: "the program and its arguments; stands last",
        },
    ],
};

impl PlayersReport {
    /// The players of a catalog, and programs.
    #[must_use]
    pub fn new(catalog: &Catalog) -> PlayersReport {
        let sentence = format!("the default mixture: {}", Evaluation::strong());
        let strong = EvaluationReport { name: STRONG, sentence };
        let term = |term: Term| EvaluationReport { name: term.name(), sentence: term.sentence().to_owned() };
        PlayersReport {
            players: catalog.kinds().chain([&EXTERNAL]).map(KindReport::from).collect(),
            evaluations: [strong].into_iter().chain(Term::ALL.into_iter().map(term)).collect(),
        }
    }
}
