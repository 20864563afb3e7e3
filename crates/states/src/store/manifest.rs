//! The manifest: what a store holds and how far it is.
//!
//! ```text
//! redouble-states 1
//! board 4x4
//! goal 32
//! engine tensor
//! unfolded no
//! layer 4 states 13 bytes 870
//! …
//! complete
//! check 8f0c5a31
//! ```
//!
//! Stores of the engine `row` have version 3: they say which layers they keep, and what was counted in each layer, by exponent
//! of the largest tile (states, losing boards, afterstates). A layer without bytes was counted, and its file removed.
//!
//! ```text
//! redouble-states 3
//! board 4x4
//! goal 32
//! engine row
//! unfolded no
//! keep last
//! layer 4 states 13 bytes - groups 1:2,0,1 2:11,0,3
//! layer 6 states 46 bytes 701 groups 1:10,0,4 2:36,0,12
//! ```
//!
//! Version 2 is the same with layers in another code. A count that goes on with such a store writes what it adds in the new one; each file
//! says which it has.

use std::path::{Path, PathBuf};

use redouble_core::Tile;
use redouble_files::{Broken, seal_text, unseal_text};

use super::StoreError;
use super::file::LayerFile;
use crate::codec::Code;
use crate::{Engine, Groups, Kept, LayerCounts, Variant};

/// The latest version of everything in a store.
pub(crate) const VERSION: u32 = 3;

/// The version of what an engine stores now.
pub(crate) fn version(engine: Engine) -> u32 {
    if engine == Engine::Row { VERSION } else { 1 }
}

/// How the frames of an engine's files of a version are coded; `None` if it never wrote such files.
pub(crate) fn code(engine: Engine, version: u32) -> Option<Code> {
    match (engine, version) {
        (Engine::Row, 2) => Some(Code::Words),
        (Engine::Row, 3) => Some(Code::Rows),
        (Engine::Row, _) => None,
        (_, version) => (version == 1).then_some(Code::Words),
    }
}

const NAME: &str = "redouble-states";

/// A finished layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) sum: u64,
    pub(crate) states: u64,
    /// The length of its file; `None` if that was removed.
    pub(crate) bytes: Option<u64>,
    /// What was counted, from version 2 on.
    pub(crate) counts: Option<LayerCounts>,
}

impl Entry {
    /// A layer with a file of so many bytes, as an engine stores it.
    pub(crate) fn new(engine: Engine, layer: &LayerCounts, bytes: u64) -> Entry {
        let counts = (version(engine) > 1).then(|| layer.clone());
        Entry { sum: layer.sum, states: layer.folded.total().states, bytes: Some(bytes), counts }
    }

    /// Whether this is the file of the layer.
    pub(crate) fn names(&self, file: &LayerFile) -> bool {
        let counts = self.counts.as_ref().is_none_or(|counts| *counts == file.layer);
        counts && (self.bytes, self.states) == (Some(file.length), file.layer.folded.total().states)
    }

    fn text(&self) -> String {
        let bytes = self.bytes.map_or("-".to_owned(), |bytes| bytes.to_string());
        let mut text = format!("layer {} states {} bytes {bytes}", self.sum, self.states);
        if let Some(counts) = &self.counts {
            text += &format!(" groups{}", groups_text(&counts.folded));
            text += &counts
                .unfolded
                .as_ref()
                .map_or(String::new(), |groups| format!(" unfolded{}", groups_text(groups)));
        }
        text + "\n"
    }

    fn parse(line: &str) -> Option<Entry> {
        let (line, unfolded) = match line.split_once(" unfolded") {
            Some((line, unfolded)) => (line, Some(parse_groups(unfolded)?)),
            None => (line, None),
        };
        let (line, folded) = match line.split_once(" groups") {
            Some((line, folded)) => (line, Some(parse_groups(folded)?)),
            None => (line, None),
        };
        let ["layer", sum, "states", states, "bytes", bytes] = line.split(' ').collect::<Vec<_>>()[..] else {
            return None;
        };
        let (sum, states) = (sum.parse().ok()?, states.parse().ok()?);
        let bytes = if bytes == "-" { None } else { Some(bytes.parse().ok()?) };
        let counts = folded.map(|folded| LayerCounts { sum, folded, unfolded });
        let adds_up = |counts: &LayerCounts| counts.folded.total().states == states;
        counts.as_ref().is_none_or(adds_up).then_some(Entry { sum, states, bytes, counts })
    }
}

fn groups_text(groups: &Groups) -> String {
    let group = |(tile, of): (Tile, crate::BoardCounts)| {
        format!(" {}:{},{},{}", tile.exponent(), of.states, of.losing, of.afterstates)
    };
    groups.iter().map(group).collect()
}

fn parse_groups(text: &str) -> Option<Groups> {
    let mut groups = Groups::default();
    for group in text.split(' ').skip(1) {
        let (exponent, counts) = group.split_once(':')?;
        let exponent = exponent.parse().ok().filter(|exponent| *exponent < 16)?;
        let counts: Vec<u64> = counts.split(',').map(|count| count.parse().ok()).collect::<Option<_>>()?;
        let [states, losing, afterstates] = counts[..] else { return None };
        // No sum of them may overflow.
        let is_sane = counts.iter().all(|&count| count < 1 << 58);
        *groups.of_mut(exponent) = is_sane.then_some(crate::BoardCounts { states, losing, afterstates })?;
    }
    Some(groups)
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Manifest {
    /// The one it was written with.
    pub(crate) version: u32,
    pub(crate) variant: Variant,
    pub(crate) engine: Engine,
    pub(crate) unfolded: bool,
    pub(crate) kept: Kept,
    /// By increasing sum.
    pub(crate) layers: Vec<Entry>,
    pub(crate) complete: bool,
}

impl Manifest {
    pub(crate) fn path(directory: &Path) -> PathBuf {
        directory.join("manifest")
    }

    pub(crate) fn write(&self, directory: &Path) -> Result<(), StoreError> {
        assert!(self.is_in_order(), "every layer from the first one on, once");
        Ok(redouble_files::write(&Self::path(directory), self.text().as_bytes())?)
    }

    /// Whether every layer from the first one on is there once.
    fn is_in_order(&self) -> bool {
        self.layers.iter().map(|entry| entry.sum).eq((4..).step_by(2).take(self.layers.len()))
    }

    fn text(&self) -> String {
        let goal = self.variant.goal().map_or("none".to_owned(), |goal| goal.to_string());
        let version = self.version;
        let mut text = format!("{NAME} {version}\nboard {}\ngoal {goal}\n", self.variant.shape());
        text += &format!("engine {}\nunfolded {}\n", self.engine, if self.unfolded { "yes" } else { "no" });
        if version > 1 {
            text += &format!("keep {}\n", self.kept.name());
        }
        self.layers.iter().for_each(|entry| text += &entry.text());
        if self.complete {
            text += "complete\n";
        }
        seal_text(&text)
    }

    /// The manifest of a directory; `None` if there is none.
    pub(crate) fn read(directory: &Path) -> Result<Option<Manifest>, StoreError> {
        let path = Self::path(directory);
        let bytes = match std::fs::read(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(StoreError::io(&path))?,
        };
        let text =
            String::from_utf8(bytes).map_err(|_| StoreError::damaged(&path, "not a manifest of a store"))?;
        Self::parse(&path, &text).map(Some)
    }

    fn parse(path: &Path, text: &str) -> Result<Manifest, StoreError> {
        let altered = || StoreError::damaged(path, "damaged: the manifest is not as it was written");
        let lines = unseal_text(text, NAME, VERSION).map_err(|broken| match broken {
            Broken::OtherKind => StoreError::damaged(path, "not a manifest of a store"),
            Broken::Newer(version) => StoreError::Newer { path: path.to_owned(), version },
            Broken::Altered => altered(),
        })?;
        let version = text.split_whitespace().nth(1).and_then(|version| version.parse().ok());
        let manifest = version.and_then(|version| Self::parse_lines(version, &lines));
        manifest.filter(|manifest| manifest.text() == text && manifest.is_in_order()).ok_or_else(altered)
    }

    fn parse_lines(version: u32, lines: &[&str]) -> Option<Manifest> {
        let [board, goal, engine, unfolded, rest @ ..] = lines else { return None };
        let goal = match goal.strip_prefix("goal ")? {
            "none" => None,
            goal => Some(goal.parse::<Tile>().ok()?),
        };
        let shape = board.strip_prefix("board ")?.parse().ok()?;
        let engine = engine.strip_prefix("engine ")?.parse().ok()?;
        code(engine, version)?;
        let mut manifest = Manifest {
            version,
            variant: Variant::new(shape, goal).ok()?,
            engine,
            unfolded: unfolded.strip_prefix("unfolded ")? == "yes",
            kept: Kept::All,
            layers: Vec::new(),
            complete: false,
        };
        for line in rest {
            match *line {
                "complete" => manifest.complete = true,
                "keep all" => manifest.kept = Kept::All,
                "keep last" => manifest.kept = Kept::Last,
                line => manifest.layers.push(Entry::parse(line)?),
            }
        }
        Some(manifest)
    }
}
