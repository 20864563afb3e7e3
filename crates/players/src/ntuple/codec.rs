//! How weights are compressed.
//!
//! Weights are whole numbers here, most of them zero and unknown boards entirely so. They are coded in chunks of 2^20,
//! each on its own, so that chunks are decoded in parallel. Of every 64 weights a bit says whether all are zero; the
//! others are symbols of an asymmetric numeral system (crate `constriction`) with fixed models, one for each size of the two
//! weights before: neighbours in a table are boards alike, and their weights have like sizes. A weight that has no symbol
//! of its own is an escape and stands in full.

use constriction::stream::model::{
    SmallContiguousCategoricalEntropyModel, SmallContiguousLookupDecoderModel,
};
use constriction::stream::stack::DefaultAnsCoder;
use constriction::stream::{Decode as _, Encode as _};

/// Weights of a chunk.
pub(super) const CHUNK: usize = 1 << 20;
/// Weights of a group.
const GROUP: usize = 64;
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
    pub(super) fn decoders(&self) -> Option<Vec<SmallContiguousLookupDecoderModel>> {
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

/// Calls `visit` with the context and the value of every weight that is coded.
fn each_symbol(chunk: &[i16], mut visit: impl FnMut(usize, i16)) {
    for group in chunk.chunks(GROUP).filter(|group| group.iter().any(|&weight| weight != 0)) {
        let (mut before, mut earlier) = (0, 0);
        for &weight in group {
            visit(context(before, earlier), weight);
            (before, earlier) = (weight, before);
        }
    }
}

/// A chunk in its compressed form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Packed {
    /// A bit for every group that is not all zero.
    pub(super) groups: Vec<u8>,
    pub(super) words: Vec<u32>,
    pub(super) escapes: Vec<i16>,
}

/// Compresses a chunk.
pub(super) fn encode(chunk: &[i16], models: &Models) -> Packed {
    let encoders = models.encoders();
    let mut packed = Packed { groups: vec![0; chunk.len().div_ceil(8 * GROUP)], ..Packed::default() };
    for (place, group) in chunk.chunks(GROUP).enumerate() {
        let coded = group.iter().any(|&weight| weight != 0);
        packed.groups[place / 8] |= u8::from(coded) << (place % 8);
    }
    let mut symbols = Vec::new();
    each_symbol(chunk, |context, weight| {
        symbols.push((symbol(weight), context));
        if symbol(weight) == ESCAPE {
            packed.escapes.push(weight);
        }
    });
    // The coder is a stack: what is decoded first goes in last.
    let mut coder = DefaultAnsCoder::new();
    for &(symbol, context) in symbols.iter().rev() {
        coder.encode_symbol(symbol, &encoders[context]).expect("every symbol has a probability");
    }
    packed.words = coder.into_compressed().expect("a vector takes everything");
    packed
}

/// Calls `visit` with the place and the value of every weight of a chunk that is not zero; `None` if the chunk is damaged.
pub(super) fn decode(
    packed: Packed,
    len: usize,
    models: &[SmallContiguousLookupDecoderModel],
    mut visit: impl FnMut(usize, i16),
) -> Option<()> {
    let mut escapes = packed.escapes.into_iter();
    let mut coder = DefaultAnsCoder::from_compressed(packed.words).ok()?;
    if packed.groups.len() != len.div_ceil(8 * GROUP) {
        return None;
    }
    for place in (0..len.div_ceil(GROUP)).filter(|place| packed.groups[place / 8] >> (place % 8) & 1 == 1) {
        let (mut before, mut earlier) = (0_i16, 0_i16);
        for at in place * GROUP..((place + 1) * GROUP).min(len) {
            let Ok(symbol) = coder.decode_symbol(&models[context(before, earlier)]);
            let weight = if symbol == ESCAPE { escapes.next()? } else { symbol as i16 - LARGEST as i16 };
            if weight != 0 {
                visit(at, weight);
            }
            (before, earlier) = (weight, before);
        }
    }
    (coder.is_empty() && escapes.next().is_none()).then_some(())
}
