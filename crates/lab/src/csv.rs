//! Games as a table for other programs.

use crate::arena::{Experiment, Outcome};

/// One line a game, with the names of the columns above them.
#[must_use]
pub fn games_csv(experiment: &Experiment, outcomes: &[Outcome]) -> String {
    let mut csv = String::from("player,game,score,moves,max_tile,nodes,seconds,forfeit\n");
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let names: Vec<String> = experiment.entrants.iter().map(|entrant| quoted(&entrant.to_string())).collect();
    for outcome in outcomes {
        csv += &format!(
            "{},{},{},{},{},{},{:.6},{}\n",
            names[outcome.pairing.entrant],
            outcome.pairing.game,
            outcome.score,
            outcome.moves,
            outcome.max_tile,
            outcome.nodes,
            outcome.nanoseconds as f64 / 1e9,
            outcome.forfeit.as_deref().map_or(String::new(), quoted),
        );
    }
    csv
}
