//! Permutation groups: order and membership by Schreier and Sims, in Knuth's form.

use num_bigint::BigUint;

/// A permutation of `0..n`: the image of each point.
type Permutation = Vec<u32>;

/// A group of permutations of a few dozen points.
///
/// ```
/// use redouble_tilt::PermutationGroup;
/// let dihedral = PermutationGroup::new(4, vec![vec![1, 2, 3, 0], vec![3, 2, 1, 0]]);
/// assert_eq!(dihedral.order(), 8u32.into());
/// assert!(dihedral.contains(&[2, 3, 0, 1]) && !dihedral.contains(&[1, 0, 2, 3]));
/// ```
#[derive(Clone, Debug)]
pub struct PermutationGroup {
    /// Level `k` is the subgroup that fixes the points below `k`.
    levels: Vec<Level>,
}

#[derive(Clone, Debug)]
struct Level {
    generators: Vec<Permutation>,
    /// For each image of point `k` one permutation that takes it there.
    coset: Vec<Option<Permutation>>,
}

impl PermutationGroup {
    /// The group that permutations of `0..points` generate.
    ///
    /// # Panics
    /// When a generator has another number of points.
    #[must_use]
    pub fn new(points: usize, generators: Vec<Permutation>) -> Self {
        let identity: Permutation = (0..points as u32).collect();
        let level = |k: usize| {
            let mut coset = vec![None; points];
            coset[k] = Some(identity.clone());
            Level { generators: Vec::new(), coset }
        };
        let mut group = Self { levels: (0..points).map(level).collect() };
        for generator in generators {
            assert_eq!(generator.len(), points, "a generator permutes all points");
            group.insert(0, &generator);
        }
        group
    }

    /// The number of its elements.
    #[must_use]
    pub fn order(&self) -> BigUint {
        self.levels.iter().map(|level| level.coset.iter().flatten().count()).product()
    }

    /// Whether a permutation belongs to the group.
    #[must_use]
    pub fn contains(&self, permutation: &[u32]) -> bool {
        self.is_member(0, permutation.to_vec())
    }

    fn is_member(&self, from: usize, mut permutation: Permutation) -> bool {
        for (k, level) in self.levels.iter().enumerate().skip(from) {
            match &level.coset[permutation[k] as usize] {
                Some(representative) => permutation = then(&permutation, &inverse(representative)),
                None => return false,
            }
        }
        true
    }

    /// Adds a permutation that fixes the points below `k`, and all that follows from it.
    fn insert(&mut self, k: usize, permutation: &[u32]) {
        if self.is_member(k, permutation.to_vec()) {
            return;
        }
        self.levels[k].generators.push(permutation.to_vec());
        let known: Vec<_> = self.levels[k].coset.iter().flatten().cloned().collect();
        for representative in known {
            self.extend(k, then(&representative, permutation));
        }
    }

    /// Takes in a product at level `k`: a new image of point `k`, or an element of the next level.
    fn extend(&mut self, k: usize, product: Permutation) {
        let mut waiting = vec![product];
        while let Some(product) = waiting.pop() {
            let level = &mut self.levels[k];
            let image = product[k] as usize;
            if let Some(representative) = &level.coset[image] {
                let rest = then(&product, &inverse(representative));
                self.insert(k + 1, &rest);
            } else {
                waiting.extend(level.generators.iter().map(|generator| then(&product, generator)));
                level.coset[image] = Some(product);
            }
        }
    }
}

/// First one permutation, then the other.
fn then(first: &[u32], second: &[u32]) -> Permutation {
    first.iter().map(|&image| second[image as usize]).collect()
}

fn inverse(permutation: &[u32]) -> Permutation {
    let mut inverse = vec![0; permutation.len()];
    (0..).zip(permutation).for_each(|(point, &image)| inverse[image as usize] = point);
    inverse
}
