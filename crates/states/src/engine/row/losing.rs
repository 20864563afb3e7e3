//! Boards without a move: 16 tiles, no two equal neighbours.

use super::fours::Fours;

/// Masks of lower right quadrants, by value: up to two words a class.
pub(super) struct Losing {
    /// By number: whether all four cells are full and no two neighbours are equal.
    stuck: Vec<bool>,
    /// The stuck ones.
    stuck_bits: Vec<[u64; 2]>,
    /// By pair of cells, then by value: those whose left column differs in both cells.
    beside: Vec<Vec<[u64; 2]>>,
    /// By pair of cells, then by value: those whose upper row differs in both cells.
    below: Vec<Vec<[u64; 2]>>,
}

/// Whether pairs of cells differ in both.
fn differ(one: [u8; 2], other: [u8; 2]) -> bool {
    one[0] != other[0] && one[1] != other[1]
}

fn is_stuck([a, b, c, d]: [u8; 4]) -> bool {
    a != 0 && b != 0 && c != 0 && d != 0 && differ([a, c], [b, d]) && differ([a, b], [c, d])
}

impl Losing {
    pub(super) fn new(fours: &Fours) -> Losing {
        let bits = |of: &dyn Fn([u8; 4]) -> bool| -> Vec<[u64; 2]> {
            let of_class = |value: usize| {
                let mut bits = [0; 2];
                for (rank, _) in
                    (0..).zip(fours.class(value)).filter(|(_, number)| of(fours.cells(usize::from(**number))))
                {
                    bits[rank / 64] |= 1 << (rank % 64);
                }
                bits
            };
            (0..=fours.largest()).map(of_class).collect()
        };
        let radix = fours.max_exponent() as u8 + 1;
        let pairs = || (0..radix).flat_map(|first| (0..radix).map(move |second| [first, second]));
        Losing {
            stuck: (0..fours.len()).map(|number| is_stuck(fours.cells(number))).collect(),
            stuck_bits: bits(&is_stuck),
            beside: pairs().map(|pair| bits(&|[a, _, c, _]| differ([a, c], pair))).collect(),
            below: pairs().map(|pair| bits(&|[a, b, _, _]| differ([a, b], pair))).collect(),
        }
    }

    /// Whether a half board is full and no two neighbours are equal.
    #[inline]
    pub(super) fn is_half_stuck(&self, fours: &Fours, [left, right]: [usize; 2]) -> bool {
        self.stuck[left] && self.stuck[right] && {
            let ([_, a, _, c], [b, _, d, _]) = (fours.cells(left), fours.cells(right));
            differ([a, c], [b, d])
        }
    }

    /// Whether a lower left quadrant is stuck, also below an upper one.
    #[inline]
    pub(super) fn is_stuck_below(&self, fours: &Fours, upper: usize, lower: usize) -> bool {
        self.stuck[lower] && {
            let ([.., a, b], [c, d, ..]) = (fours.cells(upper), fours.cells(lower));
            differ([a, b], [c, d])
        }
    }

    /// The lower right quadrants of a value that complete a losing board, of whose other quadrants nothing can move.
    #[inline]
    pub(super) fn completing(
        &self,
        fours: &Fours,
        value: usize,
        upper_right: usize,
        lower_left: usize,
    ) -> [u64; 2] {
        let [_, a, _, c] = fours.cells(lower_left);
        let beside = &self.beside[fours.pair([a, c])][value];
        let below = &self.below[fours.tail(upper_right)][value];
        [0, 1].map(|word| self.stuck_bits[value][word] & beside[word] & below[word])
    }

    /// Whether a board, given by its quadrants, has no move.
    pub(super) fn is_lost(&self, fours: &Fours, [q0, q1, q2, q3]: [usize; 4]) -> bool {
        self.is_half_stuck(fours, [q0, q1])
            && self.is_half_stuck(fours, [q2, q3])
            && self.is_stuck_below(fours, q0, q2)
            && self.is_stuck_below(fours, q1, q3)
    }
}
