//! One board of every symmetry class, word by word.
//!
//! In a block that a symmetry maps to itself, of a board and its images the one with the least ranks counts. The
//! comparison is made for all boards of a word at once: three ranks are the same for all of them, the fourth is the bit.

use crate::rank::quadrant::{MOVES, Quadrants, SYMMETRIES, inverse};
use crate::rank::tensor::{Block, Sums};

/// Comparisons of the rank of an image with the ranks of a class, as bits.
pub(super) struct Folds {
    /// `[symmetry][class][rank]`: the quadrants of the class whose image has a rank less than this.
    less: Vec<Vec<Vec<u64>>>,
    /// `[symmetry][class][rank]`: the quadrant whose image has this rank.
    equal: Vec<Vec<Vec<u64>>>,
    /// `[symmetry][class]`: the quadrants whose image has a rank less than their own, and an equal one.
    itself: Vec<Vec<(u64, u64)>>,
}

/// What symmetries do to the boards of a word.
pub(super) struct Folded {
    /// The boards that have no lesser image.
    pub(super) least: u64,
    /// For every symmetry but the identity, the boards that are their own image.
    pub(super) fixed: [u64; SYMMETRIES],
}

impl Folds {
    pub(super) fn new(quadrants: &Quadrants) -> Folds {
        let image = |symmetry: usize, class: usize| {
            let first = quadrants.first(class);
            (0..quadrants.size(class)).map(move |rank| quadrants.image_rank(symmetry, first + rank))
        };
        let bits = |symmetry: usize, class: usize, test: &dyn Fn(usize, usize) -> bool| {
            image(symmetry, class)
                .enumerate()
                .filter(|&(rank, image)| test(rank, image))
                .fold(0u64, |bits, (rank, _)| bits | 1 << rank)
        };
        let per_rank = |test: &dyn Fn(usize, usize) -> bool| {
            let of_class = |symmetry: usize, class: usize| {
                let ranks = 0..quadrants.size(class);
                ranks.map(|than| bits(symmetry, class, &|_, image| test(image, than))).collect()
            };
            let of_symmetry =
                |symmetry: usize| (0..quadrants.classes()).map(|class| of_class(symmetry, class)).collect();
            (0..SYMMETRIES).map(of_symmetry).collect()
        };
        let own = |symmetry: usize, class: usize| {
            let less = bits(symmetry, class, &|rank, image| image < rank);
            (less, bits(symmetry, class, &|rank, image| image == rank))
        };
        Folds {
            less: per_rank(&|image, than| image < than),
            equal: per_rank(&|image, than| image == than),
            itself: (0..SYMMETRIES)
                .map(|symmetry| (0..quadrants.classes()).map(|class| own(symmetry, class)).collect())
                .collect(),
        }
    }

    /// What the symmetries of a block do to the boards of the word with these quadrants 0, 1 and 2.
    pub(super) fn fold(&self, quadrants: &Quadrants, block: &Block, word: [usize; 3]) -> Folded {
        let mut folded = Folded { least: u64::MAX, fixed: [0; SYMMETRIES] };
        for symmetry in (1..SYMMETRIES).filter(|symmetry| block.stabiliser >> symmetry & 1 == 1) {
            let (less, equal) = self.compare(quadrants, block.sums, word, symmetry);
            folded.least &= !less;
            folded.fixed[symmetry] = equal;
        }
        folded
    }

    /// The boards of the word whose image is less, and those whose image is equal.
    fn compare(&self, quadrants: &Quadrants, sums: Sums, word: [usize; 3], symmetry: usize) -> (u64, u64) {
        let (mut less, mut equal) = (0, u64::MAX);
        for place in 0..4 {
            // The quadrant that the symmetry brings here.
            let from = MOVES[inverse(symmetry)][place];
            let last = usize::from(sums[3]);
            let (here_less, here_equal) = match (from, place) {
                (3, 3) => self.itself[symmetry][last],
                (3, _) => {
                    let rank = quadrants.rank(word[place]);
                    (self.less[symmetry][last][rank], self.equal[symmetry][last][rank])
                }
                (_, 3) => {
                    let image = quadrants.image_rank(symmetry, word[from]);
                    ((u64::MAX << image) << 1, 1 << image)
                }
                _ => {
                    let (image, rank) =
                        (quadrants.image_rank(symmetry, word[from]), quadrants.rank(word[place]));
                    (mask(image < rank), mask(image == rank))
                }
            };
            less |= equal & here_less;
            equal &= here_equal;
            if equal == 0 {
                break;
            }
        }
        (less, equal)
    }
}

/// All bits or none.
const fn mask(all: bool) -> u64 {
    (all as u64).wrapping_neg()
}

impl Folded {
    /// A word without ties: every board has eight different images.
    pub(super) const FREE: Folded = Folded { least: u64::MAX, fixed: [0; SYMMETRIES] };

    /// The number of different images of all these boards together.
    pub(super) fn images(&self, boards: u64) -> u64 {
        let symmetric = self.fixed.iter().fold(0, |all, fixed| all | fixed) & boards;
        let free = u64::from((boards & !symmetric).count_ones()) * SYMMETRIES as u64;
        let images = |bit: u32| {
            let fixing = 1 + self.fixed.iter().filter(|&fixed| fixed >> bit & 1 == 1).count();
            (SYMMETRIES / fixing) as u64
        };
        free + (0..64).filter(|bit| symmetric >> bit & 1 == 1).map(images).sum::<u64>()
    }
}
