//! States as bare numbers.

use std::io::Write;

use redouble_states::Store;

use super::{Exporter, Output};

/// Eight bytes a state, little-endian.
pub(super) struct Raw(pub(super) Output);

impl Exporter for Raw {
    fn layer(&mut self, _: &Store, _: u64, boards: &[u64]) -> anyhow::Result<()> {
        Ok(boards.iter().try_for_each(|bits| self.0.write_all(&bits.to_le_bytes()))?)
    }

    fn finish(mut self: Box<Self>) -> anyhow::Result<()> {
        Ok(self.0.flush()?)
    }
}
