//! What all work on a layer shares.

use redouble_kernels::Cpu;

use super::tables::Tables;

/// What all work on a layer reads.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) tables: &'a Tables,
    pub(super) cpu: Cpu,
}
