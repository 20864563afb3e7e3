//! Counting into a store, from the beginning or from where it stopped.

use std::path::{Path, PathBuf};
use std::time::Duration;

use redouble_files::{Draft, Lock, LockError};
use redouble_kernels::clock::Instant;

use super::file::{self, LayerFile};
use super::manifest::{self, Entry, Manifest};
use super::reader::layer_path;
use super::{Kept, Layout, StoreError};
use crate::engine::LayerResult;
use crate::{CountError, Engine, LayerCounts, Options, PartFrame, Variant};

/// A store that this process alone works on.
pub(crate) struct Writer {
    directory: PathBuf,
    manifest: Manifest,
    layout: Layout,
    /// Layers that the manifest does not name yet.
    unsynced: Vec<PathBuf>,
    /// When the manifest was written, and how long it is to stay as it is.
    named: (Instant, Duration),
    /// Held as long as the writer lives.
    _lock: Lock,
}

/// The lock of a store, exclusive or shared with other readers.
pub(crate) fn lock(directory: &Path, exclusive: bool) -> Result<Lock, StoreError> {
    let path = directory.join("lock");
    let lock = if exclusive { Lock::exclusive(&path) } else { Lock::shared(&path) };
    lock.map_err(|error| match error {
        LockError::Busy(_) => StoreError::Locked(directory.to_owned()),
        LockError::Io(error) => error.into(),
    })
}

/// The engine that a directory was counted into by; `None` if it holds no store yet.
pub(crate) fn engine_of(directory: &Path) -> Result<Option<Engine>, StoreError> {
    Ok(Manifest::read(directory)?.map(|manifest| manifest.engine))
}

/// What a store holds, in words.
fn describe(manifest: &Manifest) -> String {
    let unfolded = if manifest.unfolded { ", unfolded" } else { "" };
    format!("{} by the engine {}{unfolded}", manifest.variant, manifest.engine)
}

impl Drop for Writer {
    /// A count that is stopped names what it has finished, so that what it leaves does not depend on the clock. If that fails, the next
    /// one adopts those layers.
    fn drop(&mut self) {
        if !self.unsynced.is_empty() {
            let _ = self.name_layers();
        }
    }
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
        let layout = Layout::of(engine, variant)?;
        let (unfolded, kept) = (options.unfolded, options.kept.unwrap_or_default());
        if kept == Kept::Last && engine != Engine::Row {
            return Err(StoreError::KeepsAll { engine, variant });
        }
        let version = manifest::version(engine);
        let fresh =
            Manifest { version, variant, engine, unfolded, kept, layers: Vec::new(), complete: false };
        std::fs::create_dir_all(directory).map_err(StoreError::io(directory))?;
        let lock = lock(directory, true)?;
        let manifest = match Manifest::read(directory)? {
            None => {
                fresh.write(directory)?;
                fresh
            }
            Some(found) if describe(&found) == describe(&fresh) => {
                if let Some(asked) = options.kept.filter(|&asked| asked != found.kept) {
                    let (path, found) = (directory.to_owned(), found.kept);
                    return Err(StoreError::OtherKept { path, found, asked });
                }
                // What is added to an older store is as of now, so that the programs of then will not misread it.
                Manifest { version, ..found }
            }
            Some(found) => {
                let (path, found, asked) = (directory.to_owned(), describe(&found), describe(&fresh));
                return Err(StoreError::OtherGame { path, found, asked });
            }
        };
        let (directory, named) = (directory.to_owned(), (Instant::now(), Self::PERIOD));
        let mut writer = Writer { directory, manifest, layout, unsynced: Vec::new(), named, _lock: lock };
        writer.remove_forgotten()?;
        if !writer.is_complete() {
            writer.adopt_finished_layers();
        }
        Ok(writer)
    }

    /// The bytes that the layers take.
    pub(crate) fn bytes(&self) -> u64 {
        self.manifest.layers.iter().filter_map(|entry| entry.bytes).sum()
    }

    /// Which layers are kept.
    pub(crate) fn kept(&self) -> Kept {
        self.manifest.kept
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
            self.manifest.layers.push(Entry::new(engine, &file.layer, file.length));
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
            redouble_files::sync(&path)?;
        }
        self.forget_layers();
        self.manifest.write(&self.directory)?;
        self.remove_forgotten()?;
        // Disks can take as long for a layer as it takes to count it. Nobody waits for them more than a twentieth of
        // the time: until then a kill loses no layer, and a crash of the machine those that are not whole.
        self.named = (Instant::now(), Self::PERIOD.max(20 * start.elapsed()));
        Ok(())
    }

    /// If only the last layers are kept: says in the manifest that the others are not.
    fn forget_layers(&mut self) {
        let before = self.manifest.layers.len().saturating_sub(2);
        if self.manifest.kept == Kept::Last {
            self.manifest.layers[..before].iter_mut().for_each(|entry| entry.bytes = None);
        }
    }

    /// Removes the files of layers that the manifest says are not kept. A killed count may have left some.
    fn remove_forgotten(&self) -> Result<(), StoreError> {
        let forgotten = self.manifest.layers.iter().filter(|entry| entry.bytes.is_none());
        let paths = forgotten.map(|entry| layer_path(&self.directory, entry.sum));
        paths
            .filter(|path| path.exists())
            .try_for_each(|path| std::fs::remove_file(&path).map_err(StoreError::io(&path)))
    }

    /// What was counted in the layers that are there; the heads and feet of their files are checked.
    pub(crate) fn stored_layers(&self) -> Result<Vec<LayerCounts>, StoreError> {
        let open = |entry: &Entry| {
            if let (None, Some(counts)) = (entry.bytes, &entry.counts) {
                return Ok(counts.clone());
            }
            let path = layer_path(&self.directory, entry.sum);
            let file = LayerFile::open(&path, self.manifest.engine, self.manifest.variant, entry.sum)?;
            if !entry.names(&file) {
                return Err(StoreError::damaged(&path, "not the layer that the manifest names"));
            }
            Ok(file.layer)
        };
        self.manifest.layers.iter().map(open).collect()
    }

    /// Looks for the first layer whose file is not as it was written, of the last two every frame. It and those behind it are no longer
    /// named, so that the next count makes them again; what is wrong with it is returned.
    pub(crate) fn forget_damaged(&mut self) -> Result<Option<StoreError>, StoreError> {
        let Manifest { engine, variant, .. } = self.manifest;
        let layers = &self.manifest.layers;
        let check = |index: usize| {
            let (entry, path) = (&layers[index], layer_path(&self.directory, layers[index].sum));
            let file = LayerFile::open(&path, engine, variant, entry.sum)?;
            let is_whole = index + 2 < layers.len() || file.has_whole_frames(&path);
            let damaged = || StoreError::damaged(&path, "damaged: not the layer that the manifest names");
            (entry.names(&file) && is_whole).then_some(()).ok_or_else(damaged)
        };
        let kept = |index: usize| layers[index].bytes.is_some();
        let found = (0..layers.len()).filter(|&index| kept(index));
        let Some((index, error)) = found.filter_map(|index| Some((index, check(index).err()?))).next() else {
            return Ok(None);
        };
        if (index.saturating_sub(2)..index).any(|before| !kept(before)) {
            return Err(error);
        }
        self.manifest.layers.truncate(index);
        self.manifest.complete = false;
        self.manifest.write(&self.directory)?;
        Ok(Some(error))
    }

    /// Gives the words of the frames of a stored layer.
    pub(crate) fn states(
        &self,
        sum: u64,
    ) -> Result<impl Fn(usize) -> Result<Vec<u64>, CountError> + Sync + use<>, StoreError> {
        let path = layer_path(&self.directory, sum);
        let file = LayerFile::open(&path, self.manifest.engine, self.manifest.variant, sum)?;
        let layout = self.layout.layer(sum);
        // A layer without states may have no frames.
        if file.frames.len() != layout.frames() && !file.frames.is_empty() {
            return Err(StoreError::damaged(&path, "damaged: another number of frames than its layout"));
        }
        Ok(move |frame| Ok(file.words(&path, frame, &layout)?))
    }

    /// The frames of a stored layer as they are in its file, their checksums right.
    pub(crate) fn frames(&self, sum: u64) -> Result<Vec<PartFrame>, StoreError> {
        let path = layer_path(&self.directory, sum);
        let file = LayerFile::open(&path, self.manifest.engine, self.manifest.variant, sum)?;
        let frame = |number: usize| {
            let boards = u64::from(file.frames[number].states);
            Ok(PartFrame { boards, bytes: file.frame(&path, number)? })
        };
        (0..file.frames.len()).map(frame).collect()
    }

    /// An error that names the file of a layer.
    pub(crate) fn damaged(&self, sum: u64, what: &str) -> StoreError {
        StoreError::damaged(&layer_path(&self.directory, sum), format!("damaged: {what}"))
    }

    /// Writes the next layer.
    pub(crate) fn keep(&mut self, result: &LayerResult) -> Result<(), StoreError> {
        let Manifest { engine, variant, .. } = self.manifest;
        let sum = self.next_sum();
        assert_eq!(result.counts.sum, sum, "layers are kept one after the other");
        let path = layer_path(&self.directory, sum);
        let mut draft = Draft::create(&path)?;
        let bytes = file::write(&mut draft, engine, variant, result).map_err(StoreError::io(&path))?;
        // Synced with those after it, before the manifest names it.
        draft.commit_unsynced()?;
        self.manifest.layers.push(Entry::new(engine, &result.counts, bytes));
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

#[cfg(test)]
impl Writer {
    /// Writes a layer again with one bit changed, the first that is as said in a frame or behind it, and all checksums right: as if
    /// it had been counted so.
    pub(crate) fn change_bit(&mut self, sum: u64, frame: usize, is_set: bool) {
        let Manifest { engine, variant, .. } = self.manifest;
        let path = layer_path(&self.directory, sum);
        let file = LayerFile::open(&path, engine, variant, sum).unwrap();
        let layout = self.layout.layer(sum);
        let super::layout::LayerLayout::Left(left) = &layout else { panic!("a layer of the engine row") };
        let mut frames: Vec<Vec<u64>> =
            (0..file.frames.len()).map(|number| file.words(&path, number, &layout).unwrap()).collect();
        let changed = (frame..frames.len()).any(|number| {
            let words = &mut frames[number];
            (0..64 * words.len()).any(|bit| {
                let before = words[bit / 64];
                words[bit / 64] ^= 1 << (bit % 64);
                let is_right =
                    (before >> (bit % 64) & 1 == 1) == is_set && left.has_only_boards(number, words);
                if !is_right {
                    words[bit / 64] = before;
                }
                is_right
            })
        });
        assert!(changed, "a bit that is as said");
        let frames = frames.into_iter().enumerate().map(|(number, words)| left.encode(number, words));
        let result = LayerResult { counts: file.layer.clone(), frames: frames.collect() };
        let mut file = std::fs::File::create(&path).unwrap();
        let bytes = file::write(&mut file, engine, variant, &result).unwrap();
        let entry = self.manifest.layers.iter_mut().find(|entry| entry.sum == sum).unwrap();
        entry.bytes = Some(bytes);
        self.manifest.write(&self.directory).unwrap();
    }
}
