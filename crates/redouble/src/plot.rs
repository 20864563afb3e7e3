//! Plots as files.

use std::io;
use std::path::Path;

/// Writes an SVG file, and beside it the same plot as PNG where the program is built with it.
pub(crate) fn save(path: &Path, svg: &str) -> io::Result<()> {
    #[cfg(feature = "png")]
    redouble_files::write(&path.with_extension("png"), &redouble_lab::png(svg).map_err(io::Error::other)?)?;
    Ok(redouble_files::write(path, svg.as_bytes())?)
}
