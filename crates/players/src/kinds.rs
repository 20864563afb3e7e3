//! All kinds of players there are.

use std::str::FromStr;

use crate::catalog::{Build, Catalog, Check, Entry};
use crate::expectimax::expectimax;
use crate::kind::{Kind, Parameter};
use crate::mcts::mcts;
use crate::monte_carlo::monte_carlo;
use crate::simple::{greedy, random};
use crate::spec::{Spec, SpecError};
use crate::{ntuple_player, optimal, strongest};

impl Default for Catalog {
    /// All kinds of players, without a default network and with nobody who solves games.
    fn default() -> Catalog {
        Catalog::of(ENTRIES)
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        Spec::parse(text, ENTRIES.iter().map(|entry| &entry.kind))
    }
}

const fn parameter(name: &'static str, default: &'static str, sentence: &'static str) -> Parameter {
    Parameter { name, sentence, default }
}

const TIES: Parameter =
    parameter("ties", "first", "of equally good directions: first (up, right, down, left) or random");

const MS: Parameter =
    parameter("ms", "none", "milliseconds for a decision: the depth grows until they are over");
const CUT: Parameter =
    parameter("cut", "0, with ms 0.0001", "branches less probable than this are evaluated, not searched");
const TABLE: Parameter =
    parameter("table", "on", "whether values already found are remembered (on, off); results are the same");

/// Every kind of player, the simplest first. Of those that read no file the parameters are all there is to building.
static ENTRIES: &[Entry] = &[
    entry(
        Kind { name: "random", sentence: "any legal move, each equally likely", parameters: &[] },
        |_, _, _| Ok(()),
        |_, _, _, _| Ok(Box::new(random())),
    ),
    entry(
        Kind {
            name: "greedy",
            sentence: "the best evaluation right after the slide, before the spawn",
            parameters: &[parameter("eval", "line-ends", "what boards are worth"), TIES],
        },
        |_, parameters, _| Ok(greedy(parameters).map(drop)?),
        |_, parameters, _, _| Ok(Box::new(greedy(parameters)?)),
    ),
    entry(
        Kind {
            name: "monte-carlo",
            sentence: "one deliberate move, then random ones: the best mean evaluation",
            parameters: &[
                parameter("depth", "3", "moves of a run, the deliberate one included"),
                parameter("runs", "1000", "runs for each legal move"),
                parameter("eval", "line-ends", "what boards are worth"),
                TIES,
            ],
        },
        |_, parameters, rules| Ok(monte_carlo(parameters, rules).map(drop)?),
        |_, parameters, rules, _| Ok(Box::new(monte_carlo(parameters, rules)?)),
    ),
    entry(
        Kind {
            name: "expectimax",
            sentence: "looks some moves ahead, averaging over the spawns: exactly, or over a sample of them",
            parameters: &[
                parameter("depth", "3", "moves looked ahead; with ms, the most"),
                MS,
                parameter("samples", "all", "spawns drawn after each slide, without replacement"),
                parameter(
                    "mean",
                    "strata",
                    "sampled 2s and 4s averaged apart (strata), each by its probability (weighted), or alike (plain)",
                ),
                parameter(
                    "leaf",
                    "slide",
                    "evaluate after the last slide, or after the spawn that answers it (spawn)",
                ),
                CUT,
                TABLE,
                parameter("eval", "strong", "what boards are worth"),
                TIES,
            ],
        },
        |_, parameters, rules| Ok(expectimax(parameters, rules).map(drop)?),
        |_, parameters, rules, _| Ok(Box::new(expectimax(parameters, rules)?)),
    ),
    entry(
        Kind {
            name: "mcts",
            sentence: "Monte Carlo tree search: UCT with chance nodes and random games from the leaves",
            parameters: &[
                parameter("iterations", "1000", "random games for a decision"),
                parameter("ms", "none", "milliseconds for a decision, instead of iterations"),
                parameter("explore", "0.5", "how much rarely tried moves are favoured"),
                parameter("rollout", "end", "random moves from a leaf, or to the end of the game"),
                parameter("eval", "score", "what the last boards are worth"),
            ],
        },
        |_, parameters, rules| Ok(mcts(parameters, rules).map(drop)?),
        |_, parameters, rules, _| Ok(Box::new(mcts(parameters, rules)?)),
    ),
    entry(
        Kind {
            name: "optimal",
            sentence: "perfect play on boards that can be solved: up to 3x3 at once, larger ones from a store",
            parameters: &[
                parameter("maximize", "score", "what it plays for: score, win, moves or guarantee"),
                parameter("goal", "none", "the tile that ends the game; win needs one"),
                parameter("board", "that of the games", "the shape, to be sure"),
                parameter("store", "none", "the directory of a solution; without it the board is solved"),
            ],
        },
        optimal::check,
        optimal::build,
    ),
    entry(
        Kind {
            name: "ntuple",
            sentence: "looks some moves ahead and values boards by a trained n-tuple network: the score still to be expected",
            parameters: &[
                parameter("depth", "1", "moves looked ahead; with ms, the most"),
                MS,
                parameter(
                    "crowded",
                    "0",
                    "further moves looked ahead with at most 3 empty cells; half of them with at most 7",
                ),
                CUT,
                parameter(
                    "fours",
                    "short from depth 3 on",
                    "whether the search goes one move less far behind a 4 (short) or not (full)",
                ),
                TABLE,
                parameter(
                    "downgrade",
                    "32768",
                    "boards with such a tile are looked at with smaller tiles, or off",
                ),
                parameter(
                    "endings",
                    "0.6",
                    "moves of exact ending tables are played where their chance is at least this, or off",
                ),
                parameter("net", "the one of the program", "the network file"),
            ],
        },
        ntuple_player::check,
        ntuple_player::build,
    ),
    entry(
        Kind {
            name: "strongest",
            sentence: "whoever plays best on the board: ntuple where the program has a network for it, expectimax elsewhere",
            parameters: &[
                parameter("depth", "2 with a network, 3 without", "moves looked ahead; with ms, the most"),
                MS,
            ],
        },
        strongest::check,
        strongest::build,
    ),
];

const fn entry(kind: Kind, check: Check, build: Build) -> Entry {
    Entry { kind, check, build }
}
