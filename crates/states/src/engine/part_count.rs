//! Counting into a store when layers are computed elsewhere, in parts.

use std::path::Path;

use super::row::{PartCounts, PartFrame};
use super::{Engine, LayerResult, Options};
use crate::frame::StateFrame;
use crate::store::Writer;
use crate::{CountError, LayerCounts, StoreError, Variant};

/// A game whose layers are computed elsewhere and kept here: the part of [`Count`](super::Count) that is left if the work is given away.
///
/// A layer is stored when its afterstates are counted, which is done with the layer behind it: the last one that was computed waits for that.
pub struct PartCount {
    store: Writer,
    unfolded: bool,
    /// L of the last layer and of the one before, as they are in files; none of those before the first.
    frames: [Vec<PartFrame>; 2],
    /// The last layer, whether it is stored, and its tile sum.
    last: Option<LayerCounts>,
    is_stored: bool,
}

impl PartCount {
    /// Looks for layers of a store that are not as they were written, and has the next count make them again, with all behind them. Returns
    /// what is wrong, in words that name the files.
    ///
    /// # Errors
    /// If the store holds another game or is in use, or what a layer would be made from is no longer kept.
    pub fn forget_damaged(
        directory: &Path,
        variant: Variant,
        options: &Options,
    ) -> Result<Vec<String>, CountError> {
        let mut store = Writer::open(directory, Engine::Row, variant, options)?;
        let mut found = Vec::new();
        while let Some(error) = store.forget_damaged()? {
            found.push(error.to_string());
        }
        Ok(found)
    }

    /// Goes on with a store, or begins one.
    ///
    /// # Errors
    /// If the engine `row` does not count this game, or the store holds another one, is damaged or in use.
    pub fn open(directory: &Path, variant: Variant, options: &Options) -> Result<PartCount, CountError> {
        let engine = Engine::Row;
        if !engine.supports(variant) {
            return Err(CountError::Unsupported { engine, variant });
        }
        let store = Writer::open(directory, engine, variant, options)?;
        let last = store.stored_layers()?.pop();
        let frames = |less: u64| -> Result<Vec<PartFrame>, StoreError> {
            let sum = last.as_ref().and_then(|last| last.sum.checked_sub(less)).filter(|&sum| sum >= 4);
            sum.map_or(Ok(Vec::new()), |sum| store.frames(sum))
        };
        let frames = [frames(0)?, frames(2)?];
        Ok(PartCount { store, unfolded: options.unfolded, frames, last, is_stored: true })
    }

    /// The tile sum of the layer that is to be computed.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.last.as_ref().map_or(4, |last| last.sum + 2)
    }

    /// The last layer that was computed.
    #[must_use]
    pub fn last(&self) -> Option<&LayerCounts> {
        self.last.as_ref()
    }

    /// Whether that is stored.
    #[must_use]
    pub fn is_stored(&self) -> bool {
        self.is_stored
    }

    /// Whether all layers of the game are there.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.store.is_complete()
    }

    /// The frames of the layer before the one that is to be computed (`less` is 2) and of the one before that (4).
    #[must_use]
    pub fn frames(&self, less: u64) -> &[PartFrame] {
        &self.frames[usize::from(less == 4)]
    }

    /// Takes the layer that was computed, and stores the one before it.
    ///
    /// # Errors
    /// If that cannot be written, or what is in the store has other afterstates than were counted now.
    pub fn add(&mut self, counts: PartCounts, frames: Vec<PartFrame>) -> Result<(), CountError> {
        let sum = self.sum();
        if let Some(mut last) = self.last.take() {
            let mut afterstates = LayerCounts::empty(last.sum, self.unfolded);
            counts.add_afterstates(&mut afterstates);
            if self.is_stored {
                let known = last.folded.total().afterstates;
                if known != afterstates.folded.total().afterstates {
                    return Err(self
                        .store
                        .damaged(last.sum, "another number of afterstates than its boards have")
                        .into());
                }
            } else {
                last += &afterstates;
                let frames = self.frames[0].iter();
                let frames = frames.map(|frame| StateFrame::encoded(frame.boards, frame.bytes.clone()));
                self.store.keep(&LayerResult { counts: last, frames: frames.collect() })?;
            }
        }
        let mut layer = LayerCounts::empty(sum, self.unfolded);
        counts.add_states(&mut layer);
        self.last = Some(layer);
        self.is_stored = false;
        self.frames.swap(0, 1);
        self.frames[0] = frames;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use redouble_core::{Shape, Tile};

    use super::super::row::{PartOf, Parts};
    use super::*;

    fn variant(goal: u64) -> Variant {
        Variant::new(Shape::CLASSIC, Tile::from_value(goal)).unwrap()
    }

    /// One layer as machines that share nothing but bytes compute it.
    fn compute(parts: &Parts, count: &PartCount, strips: usize) -> (PartCounts, Vec<PartFrame>) {
        let sum = count.sum();
        let strips = parts.strips(sum, strips);
        let mut messages = vec![Vec::new(); strips.len()];
        for less in [2, 4].into_iter().filter(|less| sum >= 4 + less) {
            for (number, frame) in count.frames(less).iter().enumerate() {
                let part = PartOf { sum: sum - less, frame: number };
                let cut = parts.cut(sum, part, &frame.bytes, &strips).unwrap();
                cut.into_iter().zip(&mut messages).for_each(|(cut, messages)| messages.push((part, cut)));
            }
        }
        let (mut counts, mut blocks) = (PartCounts::default(), Vec::new());
        for (strip, messages) in strips.iter().zip(&messages) {
            let messages = messages.iter().map(|(part, bytes)| (*part, &bytes[..]));
            let (counted, rows) = parts.compute(sum, strip, messages, &()).unwrap();
            counts += PartCounts::from_bytes(&counted.to_bytes()).unwrap();
            blocks.push(rows);
        }
        let frame = |frame: usize| {
            parts.assemble(PartOf { sum, frame }, blocks.iter().map(|rows| &rows[frame][..])).unwrap()
        };
        (counts, (0..parts.frames(sum)).map(frame).collect())
    }

    fn files(directory: &Path) -> Vec<(std::ffi::OsString, Vec<u8>)> {
        let mut files: Vec<_> = fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap())
            .map(|entry| (entry.file_name(), fs::read(entry.path()).unwrap()))
            .collect();
        files.sort();
        files
    }

    /// All layers that have states in parts, the end of the game by the engine: the store of the engine.
    fn parts_leave_the_store_of_the_engine(goal: u64, strips: &[usize]) {
        let (variant, options) = (variant(goal), Options::default());
        let directory = tempfile::tempdir().unwrap();
        let [whole, divided] = ["whole", "divided"].map(|name| directory.path().join(name));
        super::super::count_into(&whole, variant, &options, &()).unwrap();
        let parts = Parts::new(variant, options.cpu).unwrap();
        let mut count = PartCount::open(&divided, variant, &options).unwrap();
        let mut strips = strips.iter().cycle();
        let has_states = |count: &PartCount| count.last().is_none_or(|last| last.folded.total().states > 0);
        loop {
            let (counts, frames) = compute(&parts, &count, *strips.next().unwrap());
            let was_last = !has_states(&count);
            count.add(counts, frames).unwrap();
            if was_last {
                break;
            }
        }
        drop(count);
        super::super::count_into(&divided, variant, &options, &()).unwrap();
        assert!(files(&divided) == files(&whole));
    }

    #[test]
    fn parts_of_all_layers_to_8_leave_the_store_of_the_engine() {
        parts_leave_the_store_of_the_engine(8, &[1, 2, 3, 5, 16]);
    }

    #[test]
    fn parts_of_all_layers_to_16_leave_the_store_of_the_engine() {
        parts_leave_the_store_of_the_engine(16, &[4, 7]);
    }

    #[test]
    fn a_damaged_layer_is_named_and_made_again() {
        let (variant, options) = (variant(8), Options::default());
        let directory = tempfile::tempdir().unwrap();
        super::super::count_into(directory.path(), variant, &options, &()).unwrap();
        assert!(PartCount::forget_damaged(directory.path(), variant, &options).unwrap().is_empty());
        let whole = files(directory.path());
        let path = directory.path().join("layer-000016.rds");
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() - 9]).unwrap();
        let found = PartCount::forget_damaged(directory.path(), variant, &options).unwrap();
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("layer-000016.rds"), "{}", found[0]);
        super::super::count_into(directory.path(), variant, &options, &()).unwrap();
        assert!(files(directory.path()) == whole);
    }
}
