//! States as comma-separated values.

use std::io::Write;

use redouble_states::Store;

use super::{Exporter, Output};

/// One line a state: tile sum, hexadecimal digits, board.
pub(super) struct Csv(Output);

impl Csv {
    pub(super) fn new(mut out: Output) -> anyhow::Result<Csv> {
        writeln!(out, "sum,hex,board")?;
        Ok(Csv(out))
    }
}

impl Exporter for Csv {
    fn layer(&mut self, store: &Store, sum: u64, boards: &[u64]) -> anyhow::Result<()> {
        for &bits in boards {
            let board = store.unpacked(bits);
            let hex = board.to_hex().unwrap_or_default();
            writeln!(self.0, "{sum},{hex},\"{board}\"")?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> anyhow::Result<()> {
        Ok(self.0.flush()?)
    }
}
