//! What the threads of a round share.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Games to be played, by several threads that learn by turns.
pub(super) struct Round {
    /// The next game that nobody has begun.
    next: AtomicU64,
    end: u64,
    /// Whether a thread learns just now.
    is_learning: AtomicBool,
}

impl Round {
    /// A round of the games with these numbers.
    pub(super) fn new(games: Range<u64>) -> Round {
        Round { next: AtomicU64::new(games.start), end: games.end, is_learning: AtomicBool::new(false) }
    }

    /// The number of a game that nobody has begun.
    pub(super) fn take_game(&self) -> Option<u64> {
        let game = self.next.fetch_add(1, Ordering::Relaxed);
        (game < self.end).then_some(game)
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
        let round = Round::new(3..5);
        let mut other = true;
        assert!(round.learn_alone(|| other = round.learn_alone(|| unreachable!("another learns"))));
        assert!(!other);
        assert!(round.learn_alone(|| {}));
        assert_eq!([(); 3].map(|()| round.take_game()), [Some(3), Some(4), None]);
    }
}
