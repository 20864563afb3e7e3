//! Games as a table for other programs.

use crate::arena::{Experiment, Outcome};

/// One line a game, with the names of the columns above them: the same bytes for the same games.
#[must_use]
pub fn games_csv(experiment: &Experiment, outcomes: &[Outcome]) -> String {
    let mut csv = String::from("player,game,score,moves,max_tile,forfeit\n");
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let names: Vec<String> = experiment.entrants.iter().map(|entrant| quoted(&entrant.to_string())).collect();
    for outcome in outcomes {
        csv += &format!(
            "{},{},{},{},{},{}\n",
            names[outcome.pairing.entrant],
            outcome.pairing.game,
            outcome.score,
            outcome.moves,
            outcome.max_tile,
            outcome.forfeit.as_deref().map_or(String::new(), quoted),
        );
    }
    csv
}
