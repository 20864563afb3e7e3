//! The loops, once for all forms; and what differs between forms.

use std::ops::Range;

use super::{BitMap, Crossing, Few, Marks, Run, Slabs, Slides, Spawning};

/// What differs between processors inside of the loops. Everything is `#[inline(always)]`: only what is inlined into an entry
/// point is compiled for its instructions.
pub(super) trait Form: Copy {
    /// The lowest bits of `bits`, put where `mask` has ones.
    fn deposit(self, bits: u64, mask: u64) -> u64;

    /// The bits that the bits of `word` lead to.
    fn map(self, map: &BitMap, word: u64) -> u64;

    /// Which of eight words are other than 0.
    fn filled(self, words: &[u64; 8]) -> u32;

    /// Which of 64 bytes are other than 0; each is 0 or 1.
    fn marked(self, marks: &[u8; 64]) -> u64;

    /// The number of ones of eight words.
    fn ones(self, words: [u64; 8]) -> u64;
}

/// Writes the entry points of a form: the same short list in every file.
macro_rules! entry_points {
    ($(#[$attribute:meta])* $form:ident) => {
        entry_points! { @each [$(#[$attribute])*] $form;
            or_segments(packed: &[u64], dirty: u64, shift: u32, into: &mut [u64]) -> ();
            take_segments(slab: &mut [u64], dirty: u64, shift: u32, packed: &mut [u64]) -> usize;
            or_words(words: &[u64], into: &mut [u64]) -> ();
            ones(words: &[u64]) -> u64;
            ones_within(words: &[u64], mask: &[u64]) -> u64;
            lay_runs(row: &[u64], runs: &[Run], shift: u32, slab: &mut [u64]) -> u64;
            lay_across(row: &[u64], runs: &[Run], map: &BitMap, word: usize, slabs: &mut Slabs<'_>) -> ();
            scatter(row: &[u64], places: &[u32], shift: u32, slab: &mut [u64]) -> u64;
            scatter_across(row: &[u64], bits: Range<u32>, crossings: &[Crossing], word: usize, slabs: &mut Slabs<'_>) -> ();
            spawn(block: &[u64], spawning: Spawning<'_>) -> ();
            slide(slab: &[u64], slides: &Slides, marks: &mut [Marks; 2]) -> ();
            slide_within(slab: &[u64], within: [&[u64]; 2], slides: &Slides, marks: &mut [Marks; 2]) -> ();
            take_marks(marks: &mut [u8], row: Option<&mut [u64]>) -> ();
        }
    };
    (@each $attributes:tt $form:ident; $($name:ident ( $($argument:ident : $type:ty),* ) -> $output:ty;)*) => {
        $(entry_points! { @one $attributes $form; $name ( $($argument : $type),* ) -> $output })*
    };
    (@one [$($attribute:tt)*] $form:ident; $name:ident ( $($argument:ident : $type:ty),* ) -> $output:ty) => {
        $($attribute)*
        pub(super) fn $name($($argument: $type),*) -> $output {
            loops::$name($form, $($argument),*)
        }
    };
}

pub(super) use entry_points;

/// The words of each dirty segment of a slab, in order.
#[inline(always)]
fn segments(mut dirty: u64, shift: u32, words: usize) -> impl Iterator<Item = Range<usize>> {
    std::iter::from_fn(move || {
        let first = (dirty != 0).then(|| (dirty.trailing_zeros() as usize) << shift)?;
        dirty &= dirty - 1;
        // The last segment may be shorter than the others.
        Some(first..(first + (1 << shift)).min(words))
    })
}

/// The places of the set bits.
#[inline(always)]
fn set_bits(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize % 64)?;
        bits &= bits - 1;
        Some(bit)
    })
}

/// 64 bits of a row from any bit on. The word after the one it begins in must be there.
#[inline(always)]
fn field(row: &[u64], start: u32) -> u64 {
    let (word, bit) = ((start / 64) as usize, start % 64);
    // Two shifts on the left instead of one by `64 - bit`, which would be undefined for 0.
    row[word] >> bit | row[word + 1] << 1 << (63 - bit)
}

#[inline(always)]
pub(super) fn or_segments<F: Form>(form: F, packed: &[u64], dirty: u64, shift: u32, into: &mut [u64]) {
    let mut rest = packed;
    for range in segments(dirty, shift, into.len()) {
        let (segment, after) = rest.split_at(range.len());
        or_words(form, segment, &mut into[range]);
        rest = after;
    }
    debug_assert!(rest.is_empty(), "the packed words are those of the dirty segments");
}

#[inline(always)]
pub(super) fn take_segments<F: Form>(
    _: F,
    slab: &mut [u64],
    dirty: u64,
    shift: u32,
    packed: &mut [u64],
) -> usize {
    let mut taken = 0;
    for range in segments(dirty, shift, slab.len()) {
        let segment = &mut slab[range];
        packed[taken..][..segment.len()].copy_from_slice(segment);
        taken += segment.len();
        segment.fill(0);
    }
    debug_assert!(slab.iter().all(|&word| word == 0), "every bit was in a dirty segment");
    taken
}

#[inline(always)]
pub(super) fn or_words<F: Form>(_: F, words: &[u64], into: &mut [u64]) {
    assert_eq!(words.len(), into.len());
    into.iter_mut().zip(words).for_each(|(into, &word)| *into |= word);
}

#[inline(always)]
pub(super) fn ones<F: Form>(form: F, words: &[u64]) -> u64 {
    let (eights, rest) = words.as_chunks::<8>();
    let mut count = 0;
    for eight in eights {
        count += form.ones(*eight);
    }
    count + rest.iter().map(|word| u64::from(word.count_ones())).sum::<u64>()
}

#[inline(always)]
pub(super) fn ones_within<F: Form>(form: F, words: &[u64], mask: &[u64]) -> u64 {
    assert_eq!(words.len(), mask.len());
    let ((eights, rest), (masks, of_rest)) = (words.as_chunks::<8>(), mask.as_chunks::<8>());
    let mut count = 0;
    for (eight, mask) in eights.iter().zip(masks) {
        let mut both = *eight;
        both.iter_mut().zip(mask).for_each(|(word, mask)| *word &= mask);
        count += form.ones(both);
    }
    count + rest.iter().zip(of_rest).map(|(word, mask)| u64::from((word & mask).count_ones())).sum::<u64>()
}

#[inline(always)]
pub(super) fn lay_runs<F: Form>(form: F, row: &[u64], runs: &[Run], shift: u32, slab: &mut [u64]) -> u64 {
    let mut dirty = 0;
    for run in runs {
        // Bits beyond the run are in the field, too; the deposit leaves them out.
        let bits = form.deposit(field(row, run.start), run.deposit);
        let word = usize::from(run.word);
        slab[word] |= bits;
        dirty |= u64::from(bits != 0) << (word >> shift);
    }
    dirty
}

#[inline(always)]
pub(super) fn lay_across<F: Form>(
    form: F,
    row: &[u64],
    runs: &[Run],
    map: &BitMap,
    word: usize,
    slabs: &mut Slabs<'_>,
) {
    for run in runs {
        let bits = form.deposit(field(row, run.start), run.deposit);
        // A third of the runs are empty, and a skipped one costs no miss in the slab.
        if bits != 0 {
            slabs.set(usize::from(run.slab), word, form.map(map, bits));
        }
    }
}

#[inline(always)]
pub(super) fn scatter<F: Form>(_: F, row: &[u64], places: &[u32], shift: u32, slab: &mut [u64]) -> u64 {
    let mut dirty = 0;
    for (&word, places) in row.iter().zip(places.chunks(64)) {
        for bit in set_bits(word) {
            let place = places[bit];
            let word = (place / 64) as usize;
            slab[word] |= 1 << (place % 64);
            dirty |= 1 << (word >> shift);
        }
    }
    dirty
}

#[inline(always)]
pub(super) fn scatter_across<F: Form>(
    _: F,
    row: &[u64],
    bits: Range<u32>,
    crossings: &[Crossing],
    word: usize,
    slabs: &mut Slabs<'_>,
) {
    let (mut start, end) = (bits.start, bits.end);
    while start < end {
        let (count, first) = ((64 - start % 64).min(end - start), (start - bits.start) as usize);
        let some = row[(start / 64) as usize] >> (start % 64) & (!0 >> (64 - count));
        for bit in set_bits(some) {
            let Crossing { slab, bit } = crossings[first + bit];
            slabs.set(usize::from(slab), word + usize::from(bit / 64), 1 << (bit % 64));
        }
        start += count;
    }
}

#[inline(always)]
pub(super) fn spawn<F: Form>(form: F, block: &[u64], spawning: Spawning<'_>) {
    let Spawning { map, targets, same, next } = spawning;
    assert!(targets.len() == block.len() && (map.is_none() || same.len() == block.len()));
    let (eights, rest) = block.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    for (index, eight) in eights.iter().chain(std::iter::once(&last)).enumerate() {
        // Most words of a layer's first and last blocks are 0: eight are looked at by one instruction.
        for within in set_bits(u64::from(form.filled(eight))) {
            let (index, word) = (8 * index + within % 8, eight[within % 8]);
            if let Some(map) = map {
                same[index] |= form.map(map, word);
            }
            if !next.is_empty() {
                add_to(word, &targets[index], next);
            }
        }
    }
}

/// ORs a word into a few others.
#[inline(always)]
fn add_to(word: u64, targets: &Few, words: &mut [u64]) {
    for &target in targets.as_slice() {
        words[usize::from(target)] |= word;
    }
}

#[inline(always)]
pub(super) fn slide<F: Form>(form: F, slab: &[u64], slides: &Slides, marks: &mut [Marks; 2]) {
    let [left, right] = marks;
    for (index, eight) in slab.as_chunks::<8>().0.iter().enumerate() {
        for within in set_bits(u64::from(form.filled(eight))) {
            let to = slides.of_word(8 * index + within % 8);
            // Stores of bytes do not wait for one another, unlike ORs of bits into the same words. Numbers of 16 bits are in
            // the marks, so nothing is checked here.
            for bit in set_bits(eight[within % 8]) {
                let [to_left, to_right] = to[bit];
                left[usize::from(to_left)] = 1;
                right[usize::from(to_right)] = 1;
            }
        }
    }
    debug_assert!(slab.len().is_multiple_of(8));
}

#[inline(always)]
pub(super) fn slide_within<F: Form>(
    form: F,
    slab: &[u64],
    within: [&[u64]; 2],
    slides: &Slides,
    marks: &mut [Marks; 2],
) {
    let ways = within.map(|mask| mask.as_chunks::<8>().0);
    for (index, eight) in slab.as_chunks::<8>().0.iter().enumerate() {
        for word in set_bits(u64::from(form.filled(eight))) {
            let to = slides.of_word(8 * index + word % 8);
            for (way, marks) in marks.iter_mut().enumerate() {
                for bit in set_bits(eight[word % 8] & ways[way][index][word % 8]) {
                    marks[usize::from(to[bit][way])] = 1;
                }
            }
        }
    }
    debug_assert!(slab.len().is_multiple_of(8));
}

#[inline(always)]
pub(super) fn take_marks<F: Form>(form: F, marks: &mut [u8], mut row: Option<&mut [u64]>) {
    assert!(marks.len().is_multiple_of(64) && row.as_ref().is_none_or(|row| row.len() == marks.len() / 64));
    for (index, marks) in marks.as_chunks_mut::<64>().0.iter_mut().enumerate() {
        let bits = form.marked(marks);
        if bits != 0 {
            *marks = [0; 64];
            if let Some(row) = &mut row {
                row[index] |= bits;
            }
        }
    }
}
