//! One row or column, slid towards its first cell.

/// Slides a line of exponents (0 is empty) towards index 0 and returns the score gained.
///
/// One pass with a write position: a tile either merges into the last tile written, if that one is equal and
/// has not merged yet, or is written behind it. `const`, so that it also builds the row tables of packed boards.
#[inline]
pub(crate) const fn slide_line(line: &mut [u8]) -> u64 {
    let mut gained = 0;
    let mut written = 0;
    let mut may_merge = false;
    let mut read = 0;
    while read < line.len() {
        let exponent = line[read];
        line[read] = 0;
        read += 1;
        if exponent == 0 {
            continue;
        }
        if may_merge && line[written - 1] == exponent {
            line[written - 1] = exponent + 1;
            gained += 1 << (exponent + 1);
            may_merge = false;
        } else {
            line[written] = exponent;
            written += 1;
            may_merge = true;
        }
    }
    gained
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference;

    fn slid(line: &[u8]) -> (Vec<u8>, u64) {
        let mut line = line.to_vec();
        let gained = slide_line(&mut line);
        (line, gained)
    }

    #[test]
    fn merges_nearest_the_wall_first_and_once() {
        assert_eq!(slid(&[1, 1, 1, 1]), (vec![2, 2, 0, 0], 8));
        assert_eq!(slid(&[2, 2, 2, 0]), (vec![3, 2, 0, 0], 8));
        assert_eq!(slid(&[1, 1, 2, 0]), (vec![2, 2, 0, 0], 4));
        assert_eq!(slid(&[0, 3, 0, 3]), (vec![4, 0, 0, 0], 16));
        assert_eq!(slid(&[0, 0, 2, 2]), (vec![3, 0, 0, 0], 8));
    }

    /// Every line of 2 to 5 cells with exponents 0 to 6, against the rules as written down.
    #[test]
    fn equals_the_reference_on_all_short_lines() {
        for length in 2..=5u32 {
            for number in 0..7usize.pow(length) {
                let line: Vec<u8> = (0..length).map(|i| (number / 7usize.pow(i) % 7) as u8).collect();
                let values: Vec<u64> = line.iter().map(|&e| if e == 0 { 0 } else { 1 << e }).collect();
                let (expected, gained) = reference::combine_to_beginning(&values);
                let (found, found_gained) = slid(&line);
                let found: Vec<u64> = found.iter().map(|&e| if e == 0 { 0 } else { 1 << e }).collect();
                assert_eq!((found, found_gained), (expected, gained), "{line:?}");
            }
        }
    }
}
