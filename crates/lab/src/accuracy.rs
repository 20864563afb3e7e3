//! How well somebody plays, between chance and the judge.

use std::ops::AddAssign;

use redouble_core::Direction;
use redouble_players::Values;

/// What moves gave away, beside what moves by chance would have given away on the same boards.
///
/// Random play gives away the mean of the legal moves, so the two sums are the same in expectation and it has accuracy 0; the judge's
/// own moves give away nothing and have 100. Boards on which every move is as good as any other count for neither. Sums over all moves
/// keep that true for many games together, which a mean of the games' accuracies would not.
///
/// ```
/// use redouble_core::Direction;
/// use redouble_lab::Accuracy;
/// use redouble_players::Values;
///
/// let values: Values = [(Direction::Up, 100.0), (Direction::Left, 98.0)].into_iter().collect();
/// let by_chance = [Direction::Up, Direction::Left].map(|played| Accuracy::of(&values, played, 100.0));
/// let mut both = Accuracy::default();
/// by_chance.into_iter().for_each(|accuracy| both += accuracy);
/// assert_eq!((by_chance[0].percent(), both.percent().abs() < 1e-9), (100.0, true));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// The sum of what the moves gave away, each between 0 and 1.
    pub given: f64,
    /// The sum of what the legal moves give away in the mean.
    pub by_chance: f64,
}

impl Accuracy {
    /// The loss at which a move has given away most of what there is to give away: a mistake.
    pub const SCALE: f64 = 0.01;

    /// That of one move, with so much at stake.
    #[must_use]
    pub fn of(values: &Values, played: Direction, stake: f64) -> Accuracy {
        Accuracy::with_scale(values, played, stake, Accuracy::SCALE)
    }

    /// The same with losses measured by another scale.
    #[must_use]
    pub fn with_scale(values: &Values, played: Direction, stake: f64, scale: f64) -> Accuracy {
        let most = values.max().unwrap_or(0.0);
        let given = |value: f64| -(-(most - value).max(0.0) / stake / scale).exp_m1();
        let moves = values.iter().count().max(1) as f64;
        Accuracy {
            given: values.get(played).map_or(1.0, given),
            by_chance: values.iter().map(|(_, value)| given(value)).sum::<f64>() / moves,
        }
    }

    /// The same for so many times as many moves.
    #[must_use]
    pub fn times(self, weight: f64) -> Accuracy {
        Accuracy { given: weight * self.given, by_chance: weight * self.by_chance }
    }

    /// 100 for moves that gave nothing away, 0 for chance in expectation, less for those who seek the worst.
    #[must_use]
    pub fn percent(self) -> f64 {
        if self.by_chance > 0.0 { 100.0 * (1.0 - self.given / self.by_chance) } else { 100.0 }
    }
}

impl AddAssign for Accuracy {
    fn add_assign(&mut self, other: Accuracy) {
        self.given += other.given;
        self.by_chance += other.by_chance;
    }
}
