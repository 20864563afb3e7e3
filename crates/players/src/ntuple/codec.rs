//! How weights are compressed.
//!
//! Weights are whole numbers here, most of them zero and unknown boards entirely so. They are coded in chunks of 2^20,
//! each on its own, so that chunks are decoded in parallel. Of every group of 64 weights a bit says whether all are zero;
//! the others are symbols of an asymmetric numeral system (crate `constriction`) with fixed models, one for each size of the
//! two weights before: neighbours in a table are boards alike, and their weights have like sizes. A weight that has no
//! symbol of its own is an escape and stands in full.
//!
//! A chunk has several streams of symbols, and its groups go to them in turn: a symbol must wait for the one before it in
//! its stream, but not for those of the other streams.

use constriction::stream::model::{
    SmallContiguousCategoricalEntropyModel, SmallContiguousLookupDecoderModel,
};
use constriction::stream::stack::DefaultAnsCoder;
use constriction::stream::{Decode as _, Encode as _};

/// Weights of a chunk.
pub(super) const CHUNK: usize = 1 << 20;
/// Weights of a group.
pub(super) const GROUP: usize = 64;
/// Streams of a chunk.
const STREAMS: usize = 4;
/// Weights up to this size have a symbol.
const LARGEST: i32 = 60;
const ESCAPE: usize = 2 * LARGEST as usize + 1;
/// The number of symbols.
pub(super) const SYMBOLS: usize = ESCAPE + 1;
/// The number of models.
pub(super) const CONTEXTS: usize = 14;
/// Probabilities are in 1/4096.
const PRECISION: u32 = 12;

fn symbol(weight: i16) -> usize {
    let weight = i32::from(weight);
    if weight.abs() <= LARGEST { (weight + LARGEST) as usize } else { ESCAPE }
}

/// The model for a weight, by the two before it.
#[inline(always)]
fn context(before: i16, earlier: i16) -> usize {
    let size = 2 * u32::from(before.unsigned_abs()) + u32::from(earlier.unsigned_abs());
    // 0, 1, 2, 3, then twice as far each.
    let class = if size < 4 { size } else { 2 * size.ilog2() + (size >> (size.ilog2() - 1) & 1) };
    (class as usize).min(CONTEXTS - 1)
}

/// The models of all contexts, to decode with.
pub(super) type Decoders = Vec<SmallContiguousLookupDecoderModel>;

/// The probabilities of all symbols in all contexts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Models(pub(super) Vec<[u16; SYMBOLS]>);

impl Models {
    /// The models that suit these weights.
    pub(super) fn of<'a>(chunks: impl Iterator<Item = &'a [i16]>) -> Models {
        let mut counts = vec![[0_u64; SYMBOLS]; CONTEXTS];
        for chunk in chunks {
            each_symbol(chunk, |context, weight| counts[context][symbol(weight)] += 1);
        }
        Models(counts.iter().map(probabilities).collect())
    }

    fn encoders(&self) -> Vec<SmallContiguousCategoricalEntropyModel> {
        let model = |row: &[u16; SYMBOLS]| {
            SmallContiguousCategoricalEntropyModel::from_nonzero_fixed_point_probabilities(row, false)
                .expect("probabilities that sum up")
        };
        self.0.iter().map(model).collect()
    }

    /// The models to decode with; `None` if probabilities do not sum up.
    pub(super) fn decoders(&self) -> Option<Decoders> {
        let is_whole = |row: &[u16; SYMBOLS]| {
            row.iter().all(|&part| part > 0)
                && row.iter().map(|&part| u32::from(part)).sum::<u32>() == 1 << PRECISION
        };
        let model = |row: &[u16; SYMBOLS]| {
            SmallContiguousLookupDecoderModel::from_nonzero_fixed_point_probabilities(row, false).ok()
        };
        self.0.iter().map(|row| is_whole(row).then(|| model(row)).flatten()).collect()
    }
}

/// Counts as parts of 4096, none of them 0.
fn probabilities(counts: &[u64; SYMBOLS]) -> [u16; SYMBOLS] {
    let total = counts.iter().sum::<u64>().max(1);
    let rest = (1 << PRECISION) - SYMBOLS as u64;
    let mut parts = counts.map(|count| 1 + (count * rest / total) as u16);
    let missing = (1 << PRECISION) - parts.iter().sum::<u16>();
    let most = (0..SYMBOLS).max_by_key(|&symbol| parts[symbol]).expect("there are symbols");
    parts[most] += missing;
    parts
}

/// Calls `visit` with the context and the value of every weight that is coded, group by group.
fn each_symbol(chunk: &[i16], mut visit: impl FnMut(usize, i16)) {
    for group in coded_groups(chunk) {
        let mut before = Before::default();
        for weight in group {
            visit(before.context(), weight);
            before.push(weight);
        }
    }
}

/// The groups that are not all zero; a last one that is not whole is filled up with zeros.
fn coded_groups(chunk: &[i16]) -> impl Iterator<Item = [i16; GROUP]> + '_ {
    let whole = |part: &[i16]| std::array::from_fn(|at| part.get(at).copied().unwrap_or(0));
    chunk.chunks(GROUP).filter(|part| part.iter().any(|&weight| weight != 0)).map(whole)
}

/// The two weights before the next one.
#[derive(Clone, Copy, Default)]
struct Before {
    last: i16,
    earlier: i16,
}

impl Before {
    /// The model for the next weight.
    #[inline(always)]
    fn context(self) -> usize {
        context(self.last, self.earlier)
    }

    #[inline(always)]
    fn push(&mut self, weight: i16) {
        *self = Before { last: weight, earlier: self.last };
    }
}

/// A chunk in its compressed form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Packed {
    /// A bit for every group that is not all zero.
    groups: Vec<u8>,
    /// The symbols of the groups that are not; the first goes to the first stream, the second to the second, and so on.
    streams: [Vec<u32>; STREAMS],
    /// In the order in which weights are decoded: of as many groups as there are streams the first weights, then the second.
    escapes: Vec<i16>,
}

impl Packed {
    /// The chunk as bytes: the lengths of the streams and of the escapes, groups, streams, escapes.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let lengths = self.streams.iter().map(Vec::len).chain([self.escapes.len()]);
        lengths.for_each(|length| bytes.extend((length as u32).to_le_bytes()));
        bytes.extend(&self.groups);
        self.streams.iter().flatten().for_each(|word| bytes.extend(word.to_le_bytes()));
        self.escapes.iter().for_each(|weight| bytes.extend(weight.to_le_bytes()));
    }

    /// Reads a chunk of `len` weights; `take` gives the next so many bytes.
    pub(super) fn read<'a, E>(
        len: usize,
        mut take: impl FnMut(usize) -> Result<&'a [u8], E>,
    ) -> Result<Packed, E> {
        let lengths =
            numbers(take(4 * (STREAMS + 1))?, |length: &[u8; 4]| u32::from_le_bytes(*length) as usize);
        let groups = take(len.div_ceil(8 * GROUP))?.to_vec();
        let mut streams = [const { Vec::new() }; STREAMS];
        for (stream, length) in streams.iter_mut().zip(&lengths) {
            *stream = numbers(take(4 * length)?, |word| u32::from_le_bytes(*word));
        }
        let escapes = numbers(take(2 * lengths[STREAMS])?, |weight| i16::from_le_bytes(*weight));
        Ok(Packed { groups, streams, escapes })
    }
}

/// The numbers in these bytes.
fn numbers<const N: usize, T>(bytes: &[u8], number: impl Fn(&[u8; N]) -> T) -> Vec<T> {
    bytes.as_chunks().0.iter().map(number).collect()
}

/// Compresses a chunk.
pub(super) fn encode(chunk: &[i16], models: &Models) -> Packed {
    let encoders = models.encoders();
    let mut packed = Packed { groups: vec![0; chunk.len().div_ceil(8 * GROUP)], ..Packed::default() };
    for (place, group) in chunk.chunks(GROUP).enumerate() {
        let coded = group.iter().any(|&weight| weight != 0);
        packed.groups[place / 8] |= u8::from(coded) << (place % 8);
    }
    let groups: Vec<[i16; GROUP]> = coded_groups(chunk).collect();
    for row in groups.chunks(STREAMS) {
        let weights = (0..GROUP).flat_map(|at| row.iter().map(move |group| group[at]));
        packed.escapes.extend(weights.filter(|&weight| symbol(weight) == ESCAPE));
    }
    for (first, stream) in packed.streams.iter_mut().enumerate() {
        let groups = groups.iter().skip(first).step_by(STREAMS);
        let mut symbols = Vec::new();
        groups
            .for_each(|group| each_symbol(group, |context, weight| symbols.push((symbol(weight), context))));
        // The coder is a stack: what is decoded first goes in last.
        let mut coder = DefaultAnsCoder::new();
        for &(symbol, context) in symbols.iter().rev() {
            coder.encode_symbol(symbol, &encoders[context]).expect("every symbol has a probability");
        }
        *stream = coder.into_compressed().expect("a vector takes everything");
    }
    packed
}

/// Calls `visit` with the number and the weights of every group of a chunk that is not all zero; `None` if the chunk is
/// damaged.
pub(super) fn decode(
    packed: Packed,
    len: usize,
    models: &[SmallContiguousLookupDecoderModel],
    mut visit: impl FnMut(usize, &[i16; GROUP]),
) -> Option<()> {
    let mut coded = (0..len.div_ceil(GROUP)).filter(|group| packed.groups[group / 8] >> (group % 8) & 1 == 1);
    let mut decoder = Decoder::new(packed.streams, &packed.escapes, models)?;
    loop {
        let groups: [Option<usize>; STREAMS] = std::array::from_fn(|_| coded.next());
        // A compiler that knows how many streams there are keeps all their states in registers.
        let weights = match groups.iter().flatten().count() {
            0 => break,
            STREAMS => decoder.decode_row(STREAMS)?,
            some => decoder.decode_row(some)?,
        };
        groups.iter().flatten().zip(&weights).for_each(|(&group, weights)| visit(group, weights));
    }
    decoder.is_at_end().then_some(())
}

/// The streams of a chunk while they are decoded.
struct Decoder<'a> {
    models: &'a [SmallContiguousLookupDecoderModel],
    coders: [DefaultAnsCoder; STREAMS],
    escapes: std::slice::Iter<'a, i16>,
}

impl<'a> Decoder<'a> {
    fn new(
        streams: [Vec<u32>; STREAMS],
        escapes: &'a [i16],
        models: &'a [SmallContiguousLookupDecoderModel],
    ) -> Option<Decoder<'a>> {
        let mut coders = std::array::from_fn(|_| DefaultAnsCoder::new());
        for (coder, stream) in coders.iter_mut().zip(streams) {
            *coder = DefaultAnsCoder::from_compressed(stream).ok()?;
        }
        Some(Decoder { models, coders, escapes: escapes.iter() })
    }

    /// The next group of each of the first `count` streams; `None` if escapes are missing.
    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "one weight of each stream in turn")]
    fn decode_row(&mut self, count: usize) -> Option<[[i16; GROUP]; STREAMS]> {
        let mut weights = [[0; GROUP]; STREAMS];
        let mut before = [Before::default(); STREAMS];
        for at in 0..GROUP {
            for stream in 0..count {
                let Ok(symbol) = self.coders[stream].decode_symbol(&self.models[before[stream].context()]);
                let weight = match symbol {
                    ESCAPE => *self.escapes.next()?,
                    symbol => symbol as i16 - LARGEST as i16,
                };
                weights[stream][at] = weight;
                before[stream].push(weight);
            }
        }
        Some(weights)
    }

    fn is_at_end(&self) -> bool {
        self.coders.iter().all(DefaultAnsCoder::is_empty) && self.escapes.len() == 0
    }
}
