//! The laboratory: experiments with players, from a seed to statistics.
//!
//! An [`Experiment`] is entrants, games, a seed and rules; its games are played on all threads and depend on the
//! seed and their number alone. A [`Standing`] is what the games of an entrant amount to, [`compare`] the sequential test
//! of two players, [`Calibration`] the proof that it keeps its promise. [`Entrant`] is a player as text, ours or a program that speaks a line protocol.
//!
//! ```
//! use redouble_core::Rules;
//! use redouble_lab::{Experiment, ExperimentError, Played, Standing};
//! use redouble_players::Catalog;
//!
//! let entrants = vec!["random".parse().unwrap(), "greedy".parse().unwrap()];
//! let experiment = Experiment { entrants, games: 20, seed: 1, rules: Rules::default() };
//! let pairings: Vec<_> = experiment.pairings().collect();
//! let mut outcomes = Vec::new();
//! let keep = |played: Played| Ok::<(), ExperimentError>(outcomes.push(played.outcome));
//! let catalog = Catalog::default();
//! experiment.line_up(&catalog, &()).unwrap().run(&pairings, keep, &()).unwrap();
//! let means: Vec<f64> = Standing::all(&experiment, &outcomes)
//!     .iter()
//!     .map(|standing| standing.summary.as_ref().unwrap().mean)
//!     .collect();
//! assert!(means[0] < means[1]);
//! ```

#![forbid(unsafe_code)]

mod accuracy;
mod arena;
mod calibration;
mod compare;
mod csv;
mod each_game;
mod entrant;
mod entries;
mod explain;
mod external;
mod grading;
mod hint;
mod lead;
mod plot;
#[cfg(feature = "png")]
mod png;
mod regret;
mod results;
mod review;
mod solver;
mod stage_test;
mod statistics;
mod summary;
mod track;
mod tune;
mod verdict;
mod words;

pub use accuracy::Accuracy;
pub use arena::{Experiment, ExperimentError, Lineup, Outcome, Pairing, Played};
pub use calibration::{Calibration, Case, CaseResult, Law, Tail};
pub use compare::{Comparison, Measure, Test, compare};
pub use csv::games_csv;
pub use entrant::{Entrant, Given};
pub use entries::entries;
pub use explain::{DecisionList, ExplainOptions, Explanation, MoveRule, explain};
pub use external::{External, Options as ExternalOptions};
pub use grading::{Grade, GradedGame, Grading, Judgement, fitted_cuts, losses, share_from};
pub use hint::{reason, reasons};
pub use lead::{Judge, Lead, Verdict};
pub use plot::{
    RegretCurve, census_plot, evaluation_plot, learning_plot, reach_plot, regret_plot, score_plot,
};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use regret::{Regret, RegretError, regret_of};
pub use results::{Ending, Found, Results, ResultsError, Verification, results_text, verify};
pub use review::{Review, ReviewError, ReviewedMove};
pub use solver::Solver;
pub use stage_test::{
    PositionProblem, PositionsError, Stage, StageRun, StageSummary, StageTest, read_positions,
};
pub use statistics::{
    Interval, Z95, bootstrap_mean, mean, mean_interval, quantile, standard_deviation, survival, wilson,
};
pub use summary::{GamesSummary, Rate, Standing};
pub use tune::{Generation, TuneOptions, Tuning};
pub use verdict::Mark;
pub use words::sentence;
