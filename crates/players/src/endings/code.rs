//! What a table says about a state, in two bytes.

use redouble_core::Direction;

/// The chance of success from a state and the move that has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ending {
    /// The best slide.
    pub direction: Direction,
    /// The chance of success with it, by play that never displaces a large tile.
    pub chance: f32,
}

/// An [`Ending`] in two bytes: 14 bits of chance, then 2 bits of direction. A chance of 0 has no direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Code(u16);

/// A chance of 1.
const CERTAIN: f32 = 16_383.0;

impl Code {
    pub(super) const BYTES: usize = 2;

    /// Rounds the chance to 1/16383.
    #[inline]
    pub(super) fn new(chance: f32, direction: Direction) -> Code {
        let steps = (chance * CERTAIN + 0.5) as u16;
        Code(steps << 2 | direction as u16)
    }

    pub(super) const fn from_bits(bits: u16) -> Code {
        Code(bits)
    }

    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    /// `None` if success is out of reach.
    pub(super) fn ending(self) -> Option<Ending> {
        let steps = self.0 >> 2;
        let direction = Direction::ALL[usize::from(self.0 & 3)];
        (steps > 0).then(|| Ending { direction, chance: f32::from(steps) / CERTAIN })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_back_within_half_a_step() {
        for direction in Direction::ALL {
            for chance in [0.000_1, 0.3, 0.612_345, 0.999_9, 1.0] {
                let ending = Code::new(chance, direction).ending().unwrap();
                assert_eq!(ending.direction, direction);
                assert!((ending.chance - chance).abs() <= 0.5 / CERTAIN + 1e-7);
            }
            assert_eq!(Code::new(0.0, direction).ending(), None);
        }
        assert_eq!(Code::new(1.0, Direction::Up).ending().unwrap().chance, 1.0);
    }
}
