//! The laboratory: experiments with players, from a seed to statistics.
//!
//! An [`Experiment`] is entrants, games, a seed and rules; its games are played on all threads and depend on the
//! seed and their number alone. [`Summary`] is what the games of a player amount to, [`compare`] the sequential test of
//! two players. [`Entrant`] is a player as text, ours or a program that speaks a line protocol.
//!
//! ```
//! use redouble_lab::{Experiment, Outcome, Summary};
//! use redouble_core::Rules;
//!
//! let entrants = vec!["random".parse().unwrap(), "greedy".parse().unwrap()];
//! let experiment = Experiment { entrants, games: 20, seed: 1, rules: Rules::default() };
//! let pairings: Vec<_> = experiment.pairings().collect();
//! let mut outcomes: Vec<Outcome> = Vec::new();
//! let keep = |played: redouble_lab::Played| Ok::<(), ()>(outcomes.push(played.outcome));
//! experiment.run(&pairings, keep).unwrap();
//! let of = |entrant| outcomes.iter().filter(|o| o.pairing.entrant == entrant).collect::<Vec<_>>();
//! let means = [0, 1].map(|entrant| Summary::new(&of(entrant)).unwrap().mean);
//! assert!(means[0] < means[1]);
//! ```

#![forbid(unsafe_code)]

mod arena;
mod compare;
mod entrant;
mod explain;
mod external;
mod hint;
mod plot;
#[cfg(feature = "png")]
mod png;
mod regret;
mod review;
mod solved;
mod sprt;
mod statistics;
mod store;
mod summary;
mod track;
mod tune;

pub use arena::{Experiment, Outcome, Pairing, Played};
pub use compare::{Comparison, Measure, Test, compare};
pub use entrant::Entrant;
pub use explain::{Condition, DecisionList, Explanation, Rule, explain};
pub use external::{External, Options as ExternalOptions, PROTOCOL};
pub use hint::reason;
pub use plot::{RegretCurve, evaluation_plot, learning_plot, reach_plot, regret_plot, score_plot};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use regret::{Regret, regret_of};
pub use review::{Mark, Review, ReviewError, ReviewedMove};
pub use solved::find_oracle;
pub use sprt::{MIN_PAIRS, Sprt, Verdict};
pub use statistics::{
    Interval, Z95, bootstrap_mean, mean, mean_interval, quantile, standard_deviation, wilson,
};
pub use store::{Found, Store, StoreError, Verification, verify};
pub use summary::{Rate, Summary};
pub use tune::{Generation, TuneOptions, tune};
