//! A binary range coder: decisions with adaptive probabilities, in both directions.

/// The probability that a decision is `false`, in 1/4096.
pub(crate) type Probability = u16;

pub(crate) const HALF: Probability = 2_048;

/// One direction of the coder.
pub(crate) trait Coder {
    /// Codes a decision: the encoder writes and returns `decision`, the decoder ignores it and returns what it reads.
    fn code(&mut self, probability: &mut Probability, decision: bool) -> bool;

    /// Codes a number of up to 16 bits, all its values alike.
    fn number(&mut self, bits: u32, number: u32) -> u32;
}

#[inline(always)]
fn adapt(probability: &mut Probability, decision: bool) {
    if decision { *probability -= *probability >> 4 } else { *probability += (4_096 - *probability) >> 4 }
}

/// A range coder with carries (the one of LZMA).
pub(crate) struct Encoder {
    low: u64,
    range: u32,
    /// The last byte that a carry may still change, and how many bytes 255 follow it.
    cache: u8,
    pending: u64,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(crate) fn new() -> Encoder {
        Encoder { low: 0, range: u32::MAX, cache: 0, pending: 1, bytes: Vec::new() }
    }

    #[inline(always)]
    fn normalize(&mut self) {
        while self.range < 1 << 24 {
            self.range <<= 8;
            self.shift_low();
        }
    }

    #[inline]
    fn shift_low(&mut self) {
        if self.low < 0xff00_0000 || self.low > 0xffff_ffff {
            let carry = (self.low >> 32) as u8;
            self.bytes.push(self.cache.wrapping_add(carry));
            self.bytes.extend((1..self.pending).map(|_| 0xff_u8.wrapping_add(carry)));
            self.pending = 0;
            self.cache = (self.low >> 24) as u8;
        }
        self.pending += 1;
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        (0..5).for_each(|_| self.shift_low());
        // What a decoder reads behind the end is zero.
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

impl Coder for Encoder {
    #[inline(always)]
    fn code(&mut self, probability: &mut Probability, decision: bool) -> bool {
        let bound = (self.range >> 12) * u32::from(*probability);
        if decision {
            self.low += u64::from(bound);
            self.range -= bound;
        } else {
            self.range = bound;
        }
        adapt(probability, decision);
        self.normalize();
        decision
    }

    #[inline(always)]
    fn number(&mut self, bits: u32, number: u32) -> u32 {
        self.range >>= bits;
        self.low += u64::from(self.range) * u64::from(number);
        self.normalize();
        number
    }
}

pub(crate) struct Decoder<'a> {
    code: u32,
    range: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Decoder<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Decoder<'a> {
        let mut decoder = Decoder { code: 0, range: u32::MAX, bytes: bytes.iter() };
        (0..5).for_each(|_| decoder.code = decoder.code << 8 | decoder.next());
        decoder
    }

    #[inline(always)]
    fn normalize(&mut self) {
        while self.range < 1 << 24 {
            self.range <<= 8;
            self.code = self.code << 8 | self.next();
        }
    }

    #[inline]
    fn next(&mut self) -> u32 {
        self.bytes.next().map_or(0, |&byte| u32::from(byte))
    }
}

impl Coder for Decoder<'_> {
    #[inline(always)]
    fn code(&mut self, probability: &mut Probability, _: bool) -> bool {
        let bound = (self.range >> 12) * u32::from(*probability);
        let decision = self.code >= bound;
        if decision {
            self.code -= bound;
            self.range -= bound;
        } else {
            self.range = bound;
        }
        adapt(probability, decision);
        self.normalize();
        decision
    }

    #[inline(always)]
    fn number(&mut self, bits: u32, _: u32) -> u32 {
        self.range >>= bits;
        // Wrong bytes may lead beyond the largest number.
        let number = (self.code / self.range).min((1 << bits) - 1);
        self.code -= number * self.range;
        self.normalize();
        number
    }
}

/// Codes the bits of a number, the highest first, each with those before it as context.
#[inline(always)]
pub(crate) fn tree(coder: &mut impl Coder, nodes: &mut [Probability], bits: u32, number: u32) -> u32 {
    let mut node = 1;
    for bit in (0..bits).rev() {
        node = node << 1 | usize::from(coder.code(&mut nodes[node], number >> bit & 1 == 1));
    }
    node as u32 - (1 << bits)
}
