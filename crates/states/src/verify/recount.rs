//! One layer of a store, counted again from the two before it.

use std::path::Path;

use redouble_core::Watch;

use super::VerifyError;
use crate::engine::{Layers, check_memory};
use crate::frame::{Keep, StateFrame};
use crate::{CountError, LayerCounts, Options, Store};

/// Counts a layer of a store again, from the files of the two before it, with the threads and instructions of now, and
/// compares its counts and every byte of its frames. The engine `row` finds a number of boards that is no whole number of
/// symmetry classes on the way, if there is one.
///
/// # Errors
/// If something differs, the layer or one before it is not there, or memory does not suffice.
pub fn recount(
    directory: &Path,
    sum: u64,
    options: &Options,
    watch: &dyn Watch,
) -> Result<LayerCounts, VerifyError> {
    let store = Store::open(directory)?;
    let kept = store.counts(sum)?;
    let options = Options { unfolded: kept.unfolded.is_some(), engine: Some(store.engine()), ..*options };
    check_memory(store.engine(), store.variant(), &options)?;
    let before = store.sums().filter(|&of| of < sum).map(|of| store.counts(of));
    let before = before.collect::<Result<Vec<_>, _>>()?;
    let mut layers = Layers::new(store.engine(), store.variant(), &options)?;
    let words = |of: u64| {
        let frames = store.frames(of)?;
        Ok(move |frame: usize| Ok::<_, CountError>(frames.words(frame)?))
    };
    layers.resume(&before, words, watch)?;
    let again = layers.next(Keep::Encoded, watch)?;
    let frames = store.frames(sum)?.bytes().collect::<Result<Vec<_>, _>>()?;
    let is_same = again.is_some_and(|again| {
        again.counts == kept
            && again.frames.iter().map(StateFrame::bytes).eq(frames.iter().map(Vec::as_slice))
    });
    match is_same {
        true => Ok(kept),
        false => Err(store.damaged(sum, "another layer than the two before it lead to".to_owned()).into()),
    }
}
