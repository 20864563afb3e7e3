//! Boards that are their own image under a symmetry.

use super::counts::Counts;
use super::tables::Tables;
use super::upper::Upper;

impl Counts {
    /// Adds, for each of the seven symmetries other than the identity, the boards of a slab that are their own image.
    ///
    /// Given the upper half, a symmetry leaves one lower half to look up, or one for every quadrant on a diagonal:
    ///
    /// ```text
    /// up-down   q2 = q0 flipped, q3 = q1 flipped; as many boards are their own mirror image left-right
    /// half turn q2 = q1 turned,  q3 = q0 turned
    /// quarter   q1, q3, q2 = q0 turned once, twice, three times; the same boards for both quarter turns
    /// diagonals q0 and q3 are their own transposes, q2 = q1 transposed; and the mirror image of that
    /// ```
    pub(super) fn add_fixed(&mut self, tables: &Tables, upper: &Upper, slab: &[u64]) {
        let fours = &tables.fours;
        let [q0, q1] = upper.quadrants;
        let turned = |quadrant: usize| fours.flipped(fours.mirrored(quadrant));
        if upper.value == upper.lower {
            self.look_up(tables, upper, slab, [fours.flipped(q0), fours.flipped(q1)], 2 * upper.mirrors);
            self.look_up(tables, upper, slab, [turned(q1), turned(q0)], upper.mirrors);
            let quarter = |quadrant: usize| fours.transposed(fours.flipped(quadrant));
            if q1 == quarter(q0) {
                let q3 = quarter(q1);
                self.look_up(tables, upper, slab, [quarter(q3), q3], 2);
            }
        }
        if fours.transposed(q0) == q0 {
            let q2 = fours.transposed(q1);
            for &q3 in symmetric(tables, 0, upper.lower, q2) {
                self.look_up(tables, upper, slab, [q2, usize::from(q3)], upper.weight());
            }
        }
        if fours.antitransposed(q1) == q1 {
            let q3 = fours.antitransposed(q0);
            for &q2 in symmetric(tables, 1, upper.lower, q3) {
                self.look_up(tables, upper, slab, [usize::from(q2), q3], upper.weight());
            }
        }
    }

    /// Adds a board to those that are their own image, if the slab has it.
    fn look_up(&mut self, tables: &Tables, upper: &Upper, slab: &[u64], lower: [usize; 2], weight: u64) {
        let place = tables.slabs[upper.lower].place(&tables.fours, lower);
        if slab[place / 64] >> (place % 64) & 1 == 0 {
            return;
        }
        let max = lower.map(|quadrant| tables.fours.max(quadrant)).into_iter().fold(upper.max, usize::max);
        let [q0, q1] = upper.quadrants;
        let lost = tables.losing.is_lost(&tables.fours, [q0, q1, lower[0], lower[1]]);
        let fixed = if lost { &mut self.fixed_lost } else { &mut self.fixed_live };
        fixed[max] += weight;
    }
}

/// The quadrants that are their own transposes along a diagonal and complete a lower half of this value.
fn symmetric(tables: &Tables, diagonal: usize, value: usize, other: usize) -> &[u16] {
    let rest = value.checked_sub(tables.fours.value(other)).filter(|&rest| rest <= tables.fours.largest());
    rest.map_or(&[], |rest| &tables.symmetric[diagonal][rest])
}
