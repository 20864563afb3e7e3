//! Counting into a store, from the beginning or from where it stopped.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::file::{LayerFile, LayerWriter};
use super::layout::Layout;
use super::manifest::{Entry, Manifest};
use super::reader::layer_path;
use super::{StoreError, write_whole};
use crate::codec::decode;
use crate::engine::{LayerEngine, Task, check_memory, layer_engine};
use crate::frame::Frame;
use crate::{Census, CountError, Engine, Layer, Observer, Options, Variant};

/// A store that this process alone works on.
struct Writer {
    directory: PathBuf,
    manifest: Manifest,
    /// When the manifest was written, and the layers since then that it does not name yet.
    written: Instant,
    unsynced: Vec<PathBuf>,
    /// Held as long as the writer lives.
    _lock: File,
}

/// The lock of a store, exclusive or shared with other readers.
pub(crate) fn lock(directory: &Path, exclusive: bool) -> Result<File, StoreError> {
    let path = directory.join("lock");
    let file = File::options().create(true).append(true).open(&path).map_err(StoreError::io(&path))?;
    match if exclusive { file.try_lock() } else { file.try_lock_shared() } {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(directory.to_owned())),
        Err(TryLockError::Error(source)) => Err(StoreError::Io { path, source }),
    }
}

impl Writer {
    fn open(directory: &Path, fresh: &Manifest) -> Result<Writer, StoreError> {
        std::fs::create_dir_all(directory).map_err(StoreError::io(directory))?;
        let lock = lock(directory, true)?;
        let manifest = match Manifest::read(directory)? {
            None => {
                fresh.write(directory)?;
                fresh.clone()
            }
            Some(found) => {
                let describe = |manifest: &Manifest| {
                    let unfolded = if manifest.unfolded { ", unfolded" } else { "" };
                    format!("{} by the engine {}{unfolded}", manifest.variant, manifest.engine)
                };
                if describe(&found) != describe(fresh) {
                    let (path, found, asked) = (directory.to_owned(), describe(&found), describe(fresh));
                    return Err(StoreError::OtherGame { path, found, asked });
                }
                found
            }
        };
        let (directory, written) = (directory.to_owned(), Instant::now());
        Ok(Writer { directory, manifest, written, unsynced: Vec::new(), _lock: lock })
    }

    /// Adds to the manifest the layers that a killed count had finished but not named yet.
    fn adopt_finished_layers(&mut self) {
        let Manifest { engine, variant, .. } = self.manifest;
        loop {
            let sum = self.manifest.layers.last().map_or(4, |entry| entry.sum + 2);
            let path = layer_path(&self.directory, sum);
            let Ok(file) = LayerFile::open(&path, engine, variant, sum) else { return };
            if file.layer.unfolded.is_some() != self.manifest.unfolded || !file.has_whole_frames(&path) {
                return;
            }
            let states = file.layer.folded.total().states;
            self.manifest.layers.push(Entry { sum, states, bytes: file.length });
            self.unsynced.push(path);
        }
    }

    /// Syncs the layers since the last time and writes the manifest, if a second has passed or it must be.
    fn name_layers(&mut self, must: bool) -> Result<(), StoreError> {
        if !must && self.written.elapsed() < Duration::from_secs(1) {
            return Ok(());
        }
        for path in self.unsynced.drain(..) {
            File::open(&path).and_then(|file| file.sync_all()).map_err(StoreError::io(&path))?;
        }
        self.manifest.write(&self.directory)?;
        self.written = Instant::now();
        Ok(())
    }

    /// The layers that are there, their heads and feet checked.
    fn stored_layers(&self) -> Result<Vec<Layer>, StoreError> {
        let open = |entry: &Entry| {
            let path = layer_path(&self.directory, entry.sum);
            let file = LayerFile::open(&path, self.manifest.engine, self.manifest.variant, entry.sum)?;
            if (file.length, file.layer.folded.total().states) != (entry.bytes, entry.states) {
                return Err(StoreError::damaged(&path, "not the layer that the manifest names"));
            }
            Ok(file.layer)
        };
        self.manifest.layers.iter().map(open).collect()
    }

    /// Gives the engine the afterstates of the last two layers, from their states.
    fn replay(
        &self,
        engine: &mut dyn LayerEngine,
        layers: &[Layer],
        task: &mut Task<'_>,
    ) -> Result<(), CountError> {
        let Some(last) = layers.last() else { return Ok(()) };
        let layout = Layout::new(self.manifest.engine, self.manifest.variant)?;
        let first = last.sum.saturating_sub(2).max(4);
        engine.skip_to(first);
        for sum in (first..=last.sum).step_by(2) {
            let path = layer_path(&self.directory, sum);
            let file = LayerFile::open(&path, self.manifest.engine, self.manifest.variant, sum)?;
            let layer = layout.layer(sum);
            engine.replay(
                &|frame| Ok(decode(&file.frame(&path, frame)?, &layout.segments(&layer, frame))),
                task,
            )?;
        }
        Ok(())
    }

    /// Computes the next layer and writes it; `states_before` is what the observer adds it to.
    fn advance(
        &mut self,
        engine: &mut dyn LayerEngine,
        observer: &mut dyn Observer,
        states_before: u64,
    ) -> Result<Layer, CountError> {
        let sum = self.manifest.layers.last().map_or(4, |entry| entry.sum + 2);
        let path = layer_path(&self.directory, sum);
        let mut finished = None;
        write_whole::<CountError>(&path, false, |file| {
            let mut writer = LayerWriter { file, path: &path, frames: Vec::new() };
            writer.begin()?;
            let mut keep = |frame: Frame| Ok(writer.frame(&frame)?);
            let layer = engine.advance(&mut Task { observer, keep: Some(&mut keep), states_before })?;
            let bytes = writer.end(self.manifest.engine, self.manifest.variant, &layer)?;
            finished = Some((layer, bytes));
            Ok(())
        })?;
        let (layer, bytes) = finished.expect("a layer that was written");
        self.manifest.layers.push(Entry { sum, states: layer.folded.total().states, bytes });
        self.unsynced.push(path);
        self.name_layers(false)?;
        Ok(layer)
    }
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
    observer: &mut dyn Observer,
) -> Result<Census, CountError> {
    let engine = options.engine.unwrap_or_else(|| Engine::best_for(variant));
    check_memory(engine, variant, options)?;
    Layout::new(engine, variant)?;
    let fresh = Manifest { variant, engine, unfolded: options.unfolded, layers: Vec::new(), complete: false };
    let mut writer = Writer::open(directory, &fresh)?;
    if !writer.manifest.complete {
        writer.adopt_finished_layers();
    }
    let mut layers = writer.stored_layers()?;
    if !writer.manifest.complete {
        complete(&mut writer, &mut layers, options, observer)?;
    }
    layers.retain(|layer| !layer.is_empty());
    Ok(Census { layers })
}

fn complete(
    writer: &mut Writer,
    layers: &mut Vec<Layer>,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<(), CountError> {
    let Manifest { engine, variant, .. } = writer.manifest;
    let mut engine = layer_engine(engine, variant, options)?;
    let mut states: u64 = layers.iter().map(|layer| layer.folded.total().states).sum();
    writer.replay(&mut *engine, layers, &mut Task { observer, keep: None, states_before: states })?;
    while layers.iter().rev().take_while(|layer| layer.is_empty()).count() < 2 {
        let layer = writer.advance(&mut *engine, observer, states)?;
        states += layer.folded.total().states;
        observer.layer(&layer);
        layers.push(layer);
    }
    writer.manifest.complete = true;
    Ok(writer.name_layers(true)?)
}
