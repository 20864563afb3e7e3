//! Numbers as bits, from the lowest up.

/// Collects bits.
#[derive(Default)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    open: u64,
    count: u32,
}

impl BitWriter {
    /// Adds the lowest `count` bits, at most 32.
    pub(super) fn put(&mut self, number: u32, count: u32) {
        self.open |= u64::from(number) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.open as u8);
            self.open >>= 8;
            self.count -= 8;
        }
    }

    /// Adds a number as its quotient by 2^`parameter` in ones, a zero, and the lowest `parameter` bits.
    pub(super) fn put_rice(&mut self, number: u32, parameter: u32) {
        (0..number >> parameter).for_each(|_| self.put(1, 1));
        self.put(0, 1);
        self.put(number & ((1 << parameter) - 1), parameter);
    }

    /// All bits, with zeros up to a whole byte.
    pub(super) fn into_bytes(mut self) -> Vec<u8> {
        self.put(0, 7);
        self.bytes
    }
}

/// Gives bits back.
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    open: u64,
    count: u32,
}

impl<'a> BitReader<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes, open: 0, count: 0 }
    }

    /// The next `count` bits, at most 32; `None` behind the end.
    pub(super) fn take(&mut self, count: u32) -> Option<u32> {
        while self.count < count {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            self.open |= u64::from(byte) << self.count;
            self.count += 8;
        }
        let number = self.open & ((1 << count) - 1);
        self.open >>= count;
        self.count -= count;
        Some(number as u32)
    }

    /// A number that [`BitWriter::put_rice`] wrote.
    pub(super) fn take_rice(&mut self, parameter: u32) -> Option<u32> {
        let mut quotient = 0_u32;
        while self.take(1)? == 1 {
            quotient += 1;
        }
        let low = self.take(parameter)?;
        Some(quotient.checked_shl(parameter).filter(|high| high >> parameter == quotient)? | low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_given_back() {
        let mut bits = BitWriter::default();
        let numbers = [0, 1, 5, 31, 32, 1_000, 77_777];
        numbers.iter().for_each(|&number| bits.put_rice(number, 8));
        bits.put(u32::MAX, 32);
        let bytes = bits.into_bytes();
        let mut bits = BitReader::new(&bytes);
        assert!(numbers.iter().all(|&number| bits.take_rice(8) == Some(number)));
        assert_eq!(bits.take(32), Some(u32::MAX));
        assert_eq!(bits.take(32), None);
    }
}
