//! Plots as pixels.

use std::fmt;
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// A picture that cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PngError(String);

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the plot cannot be drawn as PNG: {}", self.0)
    }
}

impl std::error::Error for PngError {}

/// Draws an SVG document of ours at twice its size, with the fonts of the system.
///
/// # Errors
/// If the text is no SVG document.
pub fn png(svg: &str) -> Result<Vec<u8>, PngError> {
    const SCALE: f32 = 2.0;
    let mut fonts = fontdb::Database::new();
    fonts.load_system_fonts();
    let options = Options { fontdb: Arc::new(fonts), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| PngError(error.to_string()))?;
    let size =
        tree.size().to_int_size().scale_by(SCALE).ok_or_else(|| PngError("it has no size".to_owned()))?;
    let mut pixels = Pixmap::new(size.width(), size.height()).expect("a size above 0");
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_svg_and_refuses_other_text() {
        let drawn = png("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"2\"/>").unwrap();
        assert!(drawn.starts_with(b"\x89PNG"));
        assert!(png("no picture").is_err());
    }
}
