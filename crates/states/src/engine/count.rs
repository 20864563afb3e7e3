//! Counting a game, layer by layer as the caller asks for them.

use std::path::Path;

use redouble_core::Watch;

use super::{Engine, Layers, Options, check_memory};
use crate::frame::Keep;
use crate::store::{Writer, engine_of};
use crate::{Census, CountError, Kept, LayerCounts, Variant};

/// A game being counted, in memory or into a store.
///
/// ```
/// use redouble_core::{Shape, Tile};
/// use redouble_states::{Count, Options, Variant};
///
/// let variant = Variant::new(Shape::new(2, 2).unwrap(), Tile::from_value(32)).unwrap();
/// let mut count = Count::new(variant, &Options::default()).unwrap();
/// let first = count.next_layer(&()).unwrap().unwrap();
/// assert_eq!((first.sum, first.folded.total().states), (4, 2));
/// ```
pub struct Count {
    engine: Engine,
    /// Layers that the store has already.
    stored: std::vec::IntoIter<LayerCounts>,
    /// `None` if the store has all of them.
    layers: Option<Layers>,
    store: Option<Writer>,
}

impl Count {
    /// A count in memory.
    ///
    /// # Errors
    /// If the engine cannot count this game, or memory does not suffice.
    pub fn new(variant: Variant, options: &Options) -> Result<Count, CountError> {
        let engine = options.engine.unwrap_or_else(|| Engine::best_for(variant));
        check_memory(engine, variant, options)?;
        let layers = Some(Layers::new(engine, variant, options)?);
        Ok(Count { engine, stored: Vec::new().into_iter(), layers, store: None })
    }

    /// A count that keeps its layers in a directory and goes on where an earlier one of the same game stopped, by the same
    /// engine if none is given.
    ///
    /// # Errors
    /// If the store holds another game, is damaged or in use, memory or disk does not suffice, or the count itself fails.
    pub fn open(
        directory: &Path,
        variant: Variant,
        options: &Options,
        watch: &dyn Watch,
    ) -> Result<Count, CountError> {
        let engine = options.engine.map_or_else(|| engine_of(directory), |engine| Ok(Some(engine)))?;
        let engine = engine.unwrap_or_else(|| Engine::best_storing(variant));
        if !engine.supports(variant) {
            return Err(CountError::Unsupported { engine, variant });
        }
        check_memory(engine, variant, options)?;
        let store = Writer::open(directory, engine, variant, options)?;
        if !store.is_complete() {
            check_disk(engine, variant, options, &store)?;
        }
        let stored = store.stored_layers()?;
        let mut layers = None;
        if !store.is_complete() {
            let layers = layers.insert(Layers::new(engine, variant, options)?);
            layers.resume(&stored, |sum| Ok(store.states(sum)?), watch)?;
        }
        Ok(Count { engine, stored: stored.into_iter(), layers, store: Some(store) })
    }

    /// The engine that counts.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The next layer that has anything in it, stored if there is a store; `None` when the game is over.
    ///
    /// # Errors
    /// If memory does not suffice, the disk is full, or the watch says stop. Finished layers are never lost.
    pub fn next_layer(&mut self, watch: &dyn Watch) -> Result<Option<LayerCounts>, CountError> {
        while let Some(layer) = self.next_or_empty(watch)? {
            if !layer.is_empty() {
                return Ok(Some(layer));
            }
        }
        Ok(None)
    }

    fn next_or_empty(&mut self, watch: &dyn Watch) -> Result<Option<LayerCounts>, CountError> {
        if let Some(layer) = self.stored.next() {
            return Ok(Some(layer));
        }
        let Some(layers) = &mut self.layers else { return Ok(None) };
        let keep = if self.store.is_some() { Keep::Encoded } else { Keep::Nothing };
        let next = layers.next(keep, watch)?;
        if let Some(store) = &mut self.store {
            match &next {
                Some(result) => store.keep(result)?,
                None => store.complete()?,
            }
        }
        Ok(next.map(|result| result.counts))
    }

    /// All layers.
    ///
    /// # Errors
    /// As [`Count::next_layer`].
    pub fn census(mut self, watch: &dyn Watch) -> Result<Census, CountError> {
        let mut census = Census::default();
        while let Some(layer) = self.next_layer(watch)? {
            census.layers.push(layer);
        }
        Ok(census)
    }
}

/// Says beforehand if the layers that are still to come are known to take more than is left on the disk.
fn check_disk(engine: Engine, variant: Variant, options: &Options, store: &Writer) -> Result<(), CountError> {
    let needed = engine.disk(variant, store.kept()).map(|all| all.saturating_sub(store.bytes()));
    match (needed, options.disk) {
        (Some(needed), Some(left)) if needed > left => {
            let least = engine.disk(variant, Kept::Last).unwrap_or(needed);
            Err(CountError::Disk { variant, needed, left, least })
        }
        _ => Ok(()),
    }
}

/// Counts a game.
///
/// # Errors
/// If the engine cannot count this game, memory does not suffice, or the watch says stop.
pub fn count(variant: Variant, options: &Options, watch: &dyn Watch) -> Result<Census, CountError> {
    Count::new(variant, options)?.census(watch)
}

/// Counts a game and keeps its layers in a directory; goes on where an earlier count of the same game stopped.
///
/// # Errors
/// If the store holds another game, is damaged or in use, the disk is full, or the count itself fails. Finished layers
/// are never lost.
pub fn count_into(
    directory: &Path,
    variant: Variant,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Census, CountError> {
    Count::open(directory, variant, options, watch)?.census(watch)
}
