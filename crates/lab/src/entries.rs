//! Where games come to the boards that an ending table is about.

use rayon::prelude::*;
use redouble_core::{Random, Rules, Watch};
use redouble_players::{Budget, Catalog, EndingState, Fit};

use crate::track::Track;
use crate::{Entrant, ExperimentError};

/// The states at which whole games of a player first come to a table, each time that they do: for each table those of game 0,
/// then those of game 1, and so on.
///
/// # Errors
/// If the player cannot be built, or the watch stops it.
pub fn entries(
    entrant: &Entrant,
    [games, seed]: [u64; 2],
    tables: &[Fit],
    catalog: &Catalog,
    watch: &dyn Watch,
) -> Result<Vec<Vec<EndingState>>, ExperimentError> {
    let rules = Rules::default();
    let play = |game: usize| {
        let seed = Random::game_seed(seed, game as u64);
        let mut player = entrant.build(catalog, rules, watch)?;
        let mut track = Track::new(rules, seed);
        let mut visits = vec![Visit::default(); tables.len()];
        player.begin(seed);
        while !track.is_over() {
            let board = track.position().board();
            visits.iter_mut().zip(tables).for_each(|(visit, fit)| visit.see(fit.state_of(board)));
            watch.check()?;
            let decided = player.decide(track.position(), &Budget { watch, ..Budget::default() });
            if decided.ok().and_then(|decision| track.play(decision.choice)).is_none() {
                break;
            }
        }
        Ok(visits.into_iter().map(|visit| visit.entries).collect::<Vec<_>>())
    };
    let found = (0..games as usize).into_par_iter().with_max_len(1).map(play);
    let found: Vec<Vec<Vec<EndingState>>> = found.collect::<Result<_, ExperimentError>>()?;
    let of = |table: usize| found.iter().flat_map(|game| game[table].iter().copied()).collect();
    Ok((0..tables.len()).map(of).collect())
}

/// What a game saw of a table.
#[derive(Clone, Default)]
struct Visit {
    inside: bool,
    entries: Vec<EndingState>,
}

impl Visit {
    fn see(&mut self, state: Option<EndingState>) {
        if let (Some(state), false) = (state, self.inside) {
            self.entries.push(state);
        }
        self.inside = state.is_some();
    }
}
