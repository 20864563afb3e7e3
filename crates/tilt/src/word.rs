//! Labels read along a ring.

/// The failure function of Knuth, Morris and Pratt: for each prefix the length of its longest proper border.
fn borders<T: Eq>(word: &[T]) -> Vec<usize> {
    let mut borders = vec![0; word.len()];
    let mut length = 0;
    for at in 1..word.len() {
        while length > 0 && word[at] != word[length] {
            length = borders[length - 1];
        }
        length += usize::from(word[at] == word[length]);
        borders[at] = length;
    }
    borders
}

/// By how little the word must be rotated to give itself again: a divisor of its length.
pub(crate) fn period<T: Eq>(word: &[T]) -> usize {
    let Some(&border) = borders(word).last() else { return 1 };
    let period = word.len() - border;
    if word.len().is_multiple_of(period) { period } else { word.len() }
}

/// By how much `from` must be rotated to the right to give `to`: the least such number, if there is one.
pub(crate) fn rotation<T: Eq>(from: &[T], to: &[T]) -> Option<usize> {
    if from.len() != to.len() {
        return None;
    }
    if from.is_empty() {
        return Some(0);
    }
    // `from` is found in `to` read twice, at the place where it starts after the rotation.
    let borders = borders(from);
    let mut length = 0;
    for at in 0..2 * to.len() - 1 {
        let label = &to[at % to.len()];
        while length > 0 && *label != from[length] {
            length = borders[length - 1];
        }
        length += usize::from(*label == from[length]);
        if length == from.len() {
            return Some(at + 1 - length);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_and_periods_agree_with_trial() {
        let words: Vec<Vec<u8>> = (0..81u8).map(|n| vec![n % 3, n / 3 % 3, n / 9 % 3, n / 27]).collect();
        let rotated = |word: &Vec<u8>, by| {
            let mut word = word.clone();
            word.rotate_right(by);
            word
        };
        for from in &words {
            assert_eq!(Some(period(from)), [1, 2, 4].into_iter().find(|&by| rotated(from, by) == *from));
            for to in &words {
                assert_eq!(rotation(from, to), (0..4).find(|&by| rotated(from, by) == *to));
            }
        }
    }
}
