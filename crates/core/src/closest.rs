//! What somebody may have meant by a name that there is not.

/// The name that a text is most like, if it is like one: one letter in three may be wrong, missing, too much or swapped with
/// its neighbour.
///
/// ```
/// use redouble_core::closest;
///
/// let names = ["up", "right", "down", "left"];
/// assert_eq!(closest("lfet", names), Some("left"));
/// assert_eq!(closest("RIGHT", names), Some("right"));
/// assert_eq!(closest("sideways", names), None);
/// ```
#[must_use]
pub fn closest<'a>(found: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let found: Vec<char> = found.to_lowercase().chars().take(MOST).collect();
    let distances = names.into_iter().map(|name| (distance(&found, &name.chars().collect::<Vec<_>>()), name));
    let near = distances.filter(|(distance, name)| 3 * distance <= name.len().max(3));
    near.min_by_key(|&(distance, _)| distance).map(|(_, name)| name)
}

/// No name is so long.
const MOST: usize = 64;

/// How many letters must be changed, added, removed or swapped with their neighbour.
fn distance(from: &[char], to: &[char]) -> usize {
    // Row `i` has the distances of the first `i` letters of `from` to all beginnings of `to`.
    let mut rows = vec![vec![0; to.len() + 1]; from.len() + 1];
    for (i, j) in (0..=from.len()).flat_map(|i| (0..=to.len()).map(move |j| (i, j))) {
        rows[i][j] = match (i, j) {
            (0, _) | (_, 0) => i + j,
            _ => {
                let changed = rows[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
                let swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
                let swap = if swapped { rows[i - 2][j - 2] + 1 } else { usize::MAX };
                changed.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(swap)
            }
        };
    }
    rows[from.len()][to.len()]
}

/// `; did you mean …?`, or nothing: for the end of a message.
#[must_use]
pub fn did_you_mean<'a>(found: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    closest(found, names).map_or(String::new(), |name| format!("; did you mean `{name}`?"))
}
