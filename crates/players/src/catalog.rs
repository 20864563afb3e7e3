//! All kinds of players there are.

use std::fmt;

use redouble_core::Rules;

use crate::spec::{Parameters, SpecError};
use crate::{Player, expectimax, mcts, monte_carlo, ntuple, optimal, simple, strongest};

/// Makes a player from its parameters, for games by these rules.
pub(crate) type Build = fn(&Parameters<'_>, Rules) -> Result<Box<dyn Player>, SpecError>;

/// A kind of player: its name, what it does, and what can be set.
pub struct Kind {
    /// The name in specs.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub sentence: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    pub(crate) build: Build,
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kind({})", self.name)
    }
}

/// Something that can be set about a player.
#[derive(Debug)]
pub struct Parameter {
    /// The name in specs.
    pub name: &'static str,
    /// What it means.
    pub sentence: &'static str,
    /// What it is if not given.
    pub default: &'static str,
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

/// Every kind of player, the simplest first.
pub static KINDS: &[Kind] = &[
    Kind {
        name: "random",
        sentence: "any legal move, each equally likely",
        parameters: &[],
        build: simple::build_random,
    },
    Kind {
        name: "greedy",
        sentence: "the best evaluation right after the slide, before the spawn",
        parameters: &[parameter("eval", "line-ends", "what boards are worth"), TIES],
        build: simple::build_greedy,
    },
    Kind {
        name: "monte-carlo",
        sentence: "one deliberate move, then random ones: the best mean evaluation",
        parameters: &[
            parameter("depth", "3", "moves of a run, the deliberate one included"),
            parameter("runs", "1000", "runs for each legal move"),
            parameter("eval", "line-ends", "what boards are worth"),
            TIES,
        ],
        build: monte_carlo::build,
    },
    Kind {
        name: "expectimax",
        sentence: "looks some moves ahead, averaging over the spawns: exactly, or over a sample of them",
        parameters: &[
            parameter("depth", "3", "moves looked ahead; with ms, the most"),
            MS,
            parameter("samples", "all", "spawns drawn after each slide, without replacement"),
            parameter(
                "mean",
                "weighted",
                "sampled spawns averaged by probability (weighted) or alike (plain)",
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
        build: expectimax::build,
    },
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
        build: mcts::build,
    },
    Kind {
        name: "optimal",
        sentence: "perfect play on boards that can be solved: up to 3x3 at once, larger ones from a store",
        parameters: &[
            parameter("maximize", "score", "what it plays for: score, win, moves or guarantee"),
            parameter("goal", "none", "the tile that ends the game; win needs one"),
            parameter("board", "that of the games", "the shape, to be sure"),
            parameter("store", "none", "the directory of a solution; without it the board is solved"),
        ],
        build: optimal::build,
    },
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
            parameter("net", "the one of the program", "the network file"),
        ],
        build: ntuple::build,
    },
    Kind {
        name: "strongest",
        sentence: "whoever plays best on the board: ntuple where the program has a network for it, expectimax elsewhere",
        parameters: &[
            parameter("depth", "2 with a network, 3 without", "moves looked ahead; with ms, the most"),
            MS,
        ],
        build: strongest::build,
    },
];
