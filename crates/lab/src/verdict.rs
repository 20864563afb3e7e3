//! How good a move was, in a word.

/// How good a move was.
///
/// What a move gives away is measured as a share of what is at stake: the points still to come, where the reviewer counts
/// points ([`Player::stake`](redouble_players::Player::stake)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The only legal move.
    Forced,
    /// The best move where every other one would have been a blunder.
    Only,
    /// As good as the best, to the precision with which losses are printed.
    Best,
    /// Gave away less than an inaccuracy does.
    Good,
    /// A mistake or a blunder, and the tile that came made up for it.
    Lucky,
    /// Gave away what a strong player gives away in one move of 50.
    Inaccuracy,
    /// What a strong player gives away in one move of 200.
    Mistake,
    /// What a strong player gives away in one move of 1,000.
    Blunder,
}

impl Mark {
    /// All marks, the best first.
    pub const ALL: [Mark; 8] = [
        Mark::Forced,
        Mark::Only,
        Mark::Best,
        Mark::Good,
        Mark::Lucky,
        Mark::Inaccuracy,
        Mark::Mistake,
        Mark::Blunder,
    ];

    /// Losses below this share read 0.0 %: such moves are as good as the best.
    pub const TIE: f64 = 0.0005;
    /// The shares from which on a loss is an inaccuracy, a mistake and a blunder. `redouble review calibrate` fits them: what
    /// `ntuple:depth=1` gives away in one move of 50, 200 and 1,000, by the judgement of a search one move deeper.
    pub const CUTS: [f64; 3] = [0.004, 0.01, 0.02];

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["forced", "only move", "best", "good", "lucky", "inaccuracy", "mistake", "blunder"][self as usize]
    }

    /// The mark of a loss among several moves, as a share of what is at stake.
    #[must_use]
    pub fn of_loss(loss: f64) -> Mark {
        let [inaccuracy, mistake, blunder] = Mark::CUTS;
        match loss {
            loss if loss < Mark::TIE => Mark::Best,
            loss if loss < inaccuracy => Mark::Good,
            loss if loss < mistake => Mark::Inaccuracy,
            loss if loss < blunder => Mark::Mistake,
            _ => Mark::Blunder,
        }
    }

    /// Whether somebody who learns should look at the move again.
    #[must_use]
    pub fn is_fault(self) -> bool {
        self > Mark::Good
    }
}

/// What a move gave away, and what else there was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Choice {
    /// The loss of the move that was played.
    pub loss: f64,
    /// How many moves there were.
    pub moves: usize,
    /// How many of them were blunders.
    pub blunders: usize,
    /// Whether with the tile that came the move was worth as much as the best one had promised.
    pub saved: bool,
}

impl Choice {
    /// The verdict on the move.
    pub(crate) fn mark(self) -> Mark {
        match Mark::of_loss(self.loss) {
            _ if self.moves == 1 => Mark::Forced,
            Mark::Best if self.blunders + 1 == self.moves => Mark::Only,
            Mark::Mistake | Mark::Blunder if self.saved => Mark::Lucky,
            mark => mark,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_follows_from_the_loss_the_other_moves_and_the_tile() {
        let choice = Choice { loss: 0.0, moves: 3, blunders: 1, saved: true };
        let mark = |choice: Choice| choice.mark().name();
        assert_eq!(mark(choice), "best");
        assert_eq!(mark(Choice { loss: 0.000_4, ..choice }), "best");
        assert_eq!(mark(Choice { loss: 0.000_6, ..choice }), "good");
        assert_eq!(mark(Choice { blunders: 2, ..choice }), "only move");
        assert_eq!(mark(Choice { moves: 1, blunders: 0, ..choice }), "forced");
        let [inaccuracy, mistake, blunder] = Mark::CUTS;
        assert_eq!(mark(Choice { loss: inaccuracy, ..choice }), "inaccuracy");
        assert_eq!(mark(Choice { loss: mistake, ..choice }), "lucky");
        assert_eq!(mark(Choice { loss: mistake, saved: false, ..choice }), "mistake");
        assert_eq!(mark(Choice { loss: blunder, saved: false, ..choice }), "blunder");
        assert!(Mark::Lucky.is_fault() && !Mark::Good.is_fault());
    }
}
