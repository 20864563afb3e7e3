//! The player that gives hints and plays on, while somebody plays.

use redouble_core::{Position, Rules, Watch};
use redouble_lab::{Entrant, reasons};
use redouble_players::{Budget, Catalog, Decision, Player};

use crate::shipped::named_or;

/// A player that is built when it is first asked: that can take a second.
pub(crate) struct Adviser<'a> {
    catalog: &'a Catalog,
    entrant: Entrant,
    rules: Rules,
    player: Option<Box<dyn Player>>,
}

/// What it thinks of a position.
pub(crate) struct Advice {
    /// For which it holds.
    pub(crate) position: Position,
    /// The decision, or why there is none.
    pub(crate) said: Result<Decision, String>,
}

impl<'a> Adviser<'a> {
    /// The player that was named; if none was, a strong and quick one.
    pub(crate) fn new(catalog: &'a Catalog, named: Option<&Entrant>, rules: Rules) -> Adviser<'a> {
        let entrant = named_or(named, catalog, rules.shape, ["ntuple:depth=2", "expectimax:depth=3"]);
        Adviser { catalog, entrant, rules, player: None }
    }

    /// Who it is.
    pub(crate) fn name(&self) -> String {
        self.entrant.to_string()
    }

    /// Thinks about a position that is not over.
    pub(crate) fn advise(&mut self, position: Position, watch: &dyn Watch) -> Advice {
        Advice { position, said: self.decide(position, watch) }
    }

    fn decide(&mut self, position: Position, watch: &dyn Watch) -> Result<Decision, String> {
        if self.player.is_none() {
            let built = self.entrant.build(self.catalog, self.rules, watch);
            let player = self.player.insert(built.map_err(|error| error.to_string())?);
            player.begin(0);
        }
        let player = self.player.as_mut().expect("just built");
        let budget = Budget { parallel: true, watch, ..Budget::default() };
        player.decide(position, &budget).map_err(|forfeit| forfeit.reason)
    }
}

impl Advice {
    /// The choice and what it does: `left: keeps 1024 in the corner; leaves 4 cells empty`.
    pub(crate) fn sentence(&self) -> String {
        match &self.said {
            Ok(decision) => {
                let reasons = reasons(self.position);
                let why = reasons.iter().find(|(direction, _)| *direction == decision.choice);
                why.map_or(decision.choice.to_string(), |(direction, why)| format!("{direction}: {why}"))
            }
            Err(problem) => format!("no hint: {problem}"),
        }
    }
}
