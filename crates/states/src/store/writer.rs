//! Counting into a store, from the beginning or from where it stopped.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use redouble_kernels::clock::Instant;

use super::file::{self, LayerFile};
use super::manifest::{Entry, Manifest};
use super::reader::layer_path;
use super::{StoreError, ranking_of, write_whole};
use crate::engine::LayerResult;
use crate::rank::Ranking;
use crate::{CountError, Engine, LayerCounts, Options, Variant};

/// A store that this process alone works on.
pub(crate) struct Writer {
    directory: PathBuf,
    manifest: Manifest,
    ranking: Arc<dyn Ranking>,
    /// Layers that the manifest does not name yet.
    unsynced: Vec<PathBuf>,
    /// When the manifest was written, and how long it is to stay as it is.
    named: (Instant, Duration),
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

/// What a store holds, in words.
fn describe(manifest: &Manifest) -> String {
    let unfolded = if manifest.unfolded { ", unfolded" } else { "" };
    format!("{} by the engine {}{unfolded}", manifest.variant, manifest.engine)
}

impl Writer {
    /// How long layers may wait until they are synced and named.
    const PERIOD: Duration = Duration::from_secs(1);

    /// Begins a store, or goes on with one that holds the same game.
    pub(crate) fn open(
        directory: &Path,
        engine: Engine,
        variant: Variant,
        options: &Options,
    ) -> Result<Writer, StoreError> {
        let ranking = ranking_of(engine, variant)?;
        let unfolded = options.unfolded;
        let fresh = Manifest { variant, engine, unfolded, layers: Vec::new(), complete: false };
        std::fs::create_dir_all(directory).map_err(StoreError::io(directory))?;
        let lock = lock(directory, true)?;
        let manifest = match Manifest::read(directory)? {
            None => {
                fresh.write(directory)?;
                fresh
            }
            Some(found) if describe(&found) == describe(&fresh) => found,
            Some(found) => {
                let (path, found, asked) = (directory.to_owned(), describe(&found), describe(&fresh));
                return Err(StoreError::OtherGame { path, found, asked });
            }
        };
        let (directory, named) = (directory.to_owned(), (Instant::now(), Self::PERIOD));
        let mut writer = Writer { directory, manifest, ranking, unsynced: Vec::new(), named, _lock: lock };
        if !writer.is_complete() {
            writer.adopt_finished_layers();
        }
        Ok(writer)
    }

    /// Whether all layers of the game are there.
    pub(crate) fn is_complete(&self) -> bool {
        self.manifest.complete
    }

    /// Adds to the manifest the layers that a killed count had finished but not named yet.
    fn adopt_finished_layers(&mut self) {
        let Manifest { engine, variant, .. } = self.manifest;
        loop {
            let sum = self.next_sum();
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

    /// The tile sum of the next layer.
    fn next_sum(&self) -> u64 {
        self.manifest.layers.last().map_or(4, |entry| entry.sum + 2)
    }

    /// Makes the layers since the last time safe from a crash of the machine, and then names them in the manifest.
    fn name_layers(&mut self) -> Result<(), StoreError> {
        let start = Instant::now();
        for path in self.unsynced.drain(..) {
            File::open(&path).and_then(|file| file.sync_all()).map_err(StoreError::io(&path))?;
        }
        self.manifest.write(&self.directory)?;
        // Disks can take as long for a layer as it takes to count it. Nobody waits for them more than a twentieth of
        // the time: until then a kill loses no layer, and a crash of the machine those that are not whole.
        self.named = (Instant::now(), Self::PERIOD.max(20 * start.elapsed()));
        Ok(())
    }

    /// The layers that are there, their heads and feet checked.
    pub(crate) fn stored_layers(&self) -> Result<Vec<LayerCounts>, StoreError> {
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

    /// Gives the words of the frames of a stored layer.
    pub(crate) fn states(
        &self,
        sum: u64,
    ) -> Result<impl Fn(usize) -> Result<Vec<u64>, CountError> + Sync + use<>, StoreError> {
        let path = layer_path(&self.directory, sum);
        let file = LayerFile::open(&path, self.manifest.engine, self.manifest.variant, sum)?;
        let ranks = self.ranking.layer(sum);
        Ok(move |frame| Ok(ranks.decode(frame, &file.frame(&path, frame)?)))
    }

    /// Writes the next layer.
    pub(crate) fn keep(&mut self, result: &LayerResult) -> Result<(), StoreError> {
        let Manifest { engine, variant, .. } = self.manifest;
        let sum = self.next_sum();
        assert_eq!(result.counts.sum, sum, "layers are kept one after the other");
        let path = layer_path(&self.directory, sum);
        let mut bytes = 0;
        write_whole::<StoreError>(&path, false, |file| {
            bytes = file::write(file, &path, engine, variant, result)?;
            Ok(())
        })?;
        let states = result.counts.folded.total().states;
        self.manifest.layers.push(Entry { sum, states, bytes });
        self.unsynced.push(path);
        let (at, stays) = self.named;
        if at.elapsed() < stays { Ok(()) } else { self.name_layers() }
    }

    /// Says that the last layer of the game is there.
    pub(crate) fn complete(&mut self) -> Result<(), StoreError> {
        if self.manifest.complete {
            return Ok(());
        }
        self.manifest.complete = true;
        self.name_layers()
    }
}
