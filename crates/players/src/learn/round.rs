//! What the threads of a round share.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use redouble_core::{Progress, Watch};

/// Games to be played, by several threads that learn by turns.
pub(super) struct Round<'a> {
    /// The next game that nobody has begun.
    next: AtomicU64,
    end: u64,
    /// Games that are over, in this round and in those before.
    over: AtomicU64,
    /// Whether a thread learns just now.
    is_learning: AtomicBool,
    watch: &'a dyn Watch,
}

impl<'a> Round<'a> {
    /// A round of the games with these numbers.
    pub(super) fn new(games: Range<u64>, watch: &'a dyn Watch) -> Round<'a> {
        let (next, over) = (AtomicU64::new(games.start), AtomicU64::new(games.start));
        Round { next, end: games.end, over, is_learning: AtomicBool::new(false), watch }
    }

    /// The number of a game that nobody has begun; none if the round was stopped.
    pub(super) fn take_game(&self) -> Option<u64> {
        let game = self.next.fetch_add(1, Ordering::Relaxed);
        (game < self.end && !self.watch.is_stopped()).then_some(game)
    }

    /// A game is over.
    pub(super) fn report_game(&self) {
        let done = self.over.fetch_add(1, Ordering::Relaxed) + 1;
        self.watch.progress(Progress { phase: "training", step: None, done, unit: "games", share: None });
    }

    /// Learns, unless another thread does so just now; whether it did.
    pub(super) fn learn_alone(&self, learn: impl FnOnce()) -> bool {
        let is_free = !self.is_learning.swap(true, Ordering::Relaxed);
        if is_free {
            learn();
            self.is_learning.store(false, Ordering::Relaxed);
        }
        is_free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_learns_at_a_time() {
        let round = Round::new(3..5, &());
        let mut other = true;
        assert!(round.learn_alone(|| other = round.learn_alone(|| unreachable!("another learns"))));
        assert!(!other);
        assert!(round.learn_alone(|| {}));
        assert_eq!([(); 3].map(|()| round.take_game()), [Some(3), Some(4), None]);
    }

    #[test]
    fn a_stopped_round_begins_no_game() {
        let stop = AtomicBool::new(false);
        let round = Round::new(3..5, &stop);
        assert_eq!(round.take_game(), Some(3));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(round.take_game(), None);
    }
}
