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

use std::io::Write;
use std::path::{Path, PathBuf};

use redouble_core::{Tile, crc32};

use super::{StoreError, sync_directory, write_whole};
use crate::{Engine, Variant};

/// The version of everything in a store.
pub(crate) const VERSION: u32 = 1;

const NAME: &str = "redouble-states";

/// A finished layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) sum: u64,
    pub(crate) states: u64,
    /// The length of its file.
    pub(crate) bytes: u64,
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Manifest {
    pub(crate) variant: Variant,
    pub(crate) engine: Engine,
    pub(crate) unfolded: bool,
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
        let path = Self::path(directory);
        write_whole(&path, true, |file| {
            file.write_all(self.text().as_bytes()).map_err(StoreError::io(&path))
        })?;
        sync_directory(directory)
    }

    /// Whether every layer from the first one on is there once.
    fn is_in_order(&self) -> bool {
        self.layers.iter().map(|entry| entry.sum).eq((4..).step_by(2).take(self.layers.len()))
    }

    fn text(&self) -> String {
        let goal = self.variant.goal().map_or("none".to_owned(), |goal| goal.to_string());
        let mut text = format!("{NAME} {VERSION}\nboard {}\ngoal {goal}\n", self.variant.shape());
        text += &format!("engine {}\nunfolded {}\n", self.engine, if self.unfolded { "yes" } else { "no" });
        for Entry { sum, states, bytes } in &self.layers {
            text += &format!("layer {sum} states {states} bytes {bytes}\n");
        }
        if self.complete {
            text += "complete\n";
        }
        let check = crc32(text.as_bytes());
        text + &format!("check {check:08x}\n")
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
        let version = text.lines().next().and_then(|line| line.strip_prefix(NAME)?.trim().parse().ok());
        let version: u32 = version.ok_or_else(|| StoreError::damaged(path, "not a manifest of a store"))?;
        if version > VERSION {
            return Err(StoreError::Newer { path: path.to_owned(), version });
        }
        let checked = text.rfind("check ").filter(|&at| {
            let check = u32::from_str_radix(text[at..].trim_start_matches("check ").trim_end(), 16);
            check == Ok(crc32(&text.as_bytes()[..at]))
        });
        let lines = checked.map(|at| text[..at].lines().skip(1).collect::<Vec<_>>());
        let manifest = lines.and_then(|lines| Self::parse_lines(&lines));
        let manifest = manifest.filter(|manifest| manifest.text() == text && manifest.is_in_order());
        manifest.ok_or_else(|| StoreError::damaged(path, "damaged: the manifest is not as it was written"))
    }

    fn parse_lines(lines: &[&str]) -> Option<Manifest> {
        let [board, goal, engine, unfolded, rest @ ..] = lines else { return None };
        let goal = match goal.strip_prefix("goal ")? {
            "none" => None,
            goal => Some(goal.parse::<Tile>().ok()?),
        };
        let shape = board.strip_prefix("board ")?.parse().ok()?;
        let mut manifest = Manifest {
            variant: Variant::new(shape, goal).ok()?,
            engine: engine.strip_prefix("engine ")?.parse().ok()?,
            unfolded: unfolded.strip_prefix("unfolded ")? == "yes",
            layers: Vec::new(),
            complete: false,
        };
        for line in rest {
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["layer", sum, "states", states, "bytes", bytes] => manifest.layers.push(Entry {
                    sum: sum.parse().ok()?,
                    states: states.parse().ok()?,
                    bytes: bytes.parse().ok()?,
                }),
                ["complete"] => manifest.complete = true,
                _ => return None,
            }
        }
        Some(manifest)
    }
}
