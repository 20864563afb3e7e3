//! The colours of tiles.

use clap::ValueEnum;
use ratatui::style::{Color, Style};
use redouble_core::Tile;

/// How tiles are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Theme {
    /// The colours everybody knows
    Classic,
    /// Six colours in turn, by the logarithm of the tile
    Log2,
    /// Dark to light in blue and yellow, told apart by every kind of colour vision
    Safe,
    /// No colours, ASCII only
    Plain,
}

/// Red, green, blue.
type Rgb = (u8, u8, u8);

/// 2, 4, 8, … 2048, and everything above.
const CLASSIC: [Rgb; 12] = [
    (0xee, 0xe4, 0xda),
    (0xed, 0xe0, 0xc8),
    (0xf2, 0xb1, 0x79),
    (0xf5, 0x95, 0x63),
    (0xf6, 0x7c, 0x5f),
    (0xf6, 0x5e, 0x3b),
    (0xed, 0xcf, 0x72),
    (0xed, 0xcc, 0x61),
    (0xed, 0xc8, 0x50),
    (0xed, 0xc5, 0x3f),
    (0xed, 0xc2, 0x2e),
    (0x3c, 0x3a, 0x32),
];

/// By log2(value) modulo 6: magenta, yellow, green, pink, cyan, orange.
const LOG2: [Rgb; 6] = [
    (0xff, 0x4d, 0xff),
    (0xff, 0xf0, 0x3a),
    (0x3a, 0xd1, 0x4a),
    (0xff, 0xaf, 0xc8),
    (0x3a, 0xe0, 0xf0),
    (0xff, 0xa5, 0x20),
];

/// From dark blue over grey to yellow: lightness alone tells the tiles apart.
const SAFE: [Rgb; 3] = [(0x0a, 0x2a, 0x66), (0x86, 0x87, 0x88), (0xff, 0xe9, 0x45)];
/// The exponent at which [`SAFE`] is fully yellow.
const SAFE_STEPS: usize = 12;

impl Theme {
    /// All themes, in the order in which the key goes through them.
    const ALL: [Theme; 4] = [Theme::Classic, Theme::Log2, Theme::Safe, Theme::Plain];

    /// The theme after this one.
    pub(crate) fn next(self) -> Theme {
        Theme::ALL[(self as usize + 1) % Theme::ALL.len()]
    }

    /// Its name on the screen.
    pub(crate) fn name(self) -> &'static str {
        ["classic", "log2", "colour-safe", "plain"][self as usize]
    }

    fn background(self, tile: Tile) -> Rgb {
        let exponent = usize::from(tile.exponent());
        match self {
            Theme::Classic | Theme::Plain => CLASSIC[(exponent - 1).min(CLASSIC.len() - 1)],
            Theme::Log2 => LOG2[exponent % 6],
            Theme::Safe => gradient(SAFE, exponent.min(SAFE_STEPS) - 1, SAFE_STEPS - 1),
        }
    }

    /// The colour between the cells.
    fn frame(self) -> Rgb {
        match self {
            Theme::Classic | Theme::Plain => (0xbb, 0xad, 0xa0),
            Theme::Log2 => (0x8c, 0x8c, 0x8c),
            Theme::Safe => (0x14, 0x14, 0x18),
        }
    }

    fn empty(self) -> Rgb {
        match self {
            Theme::Classic | Theme::Plain => (0xcd, 0xc1, 0xb4),
            Theme::Log2 => (0xd3, 0xd3, 0xd3),
            Theme::Safe => (0x2e, 0x2e, 0x33),
        }
    }
}

/// The colour `step` of `steps` along three anchors.
fn gradient(anchors: [Rgb; 3], step: usize, steps: usize) -> Rgb {
    let place = 2.0 * step as f64 / steps as f64;
    let (from, to) = if place < 1.0 { (anchors[0], anchors[1]) } else { (anchors[1], anchors[2]) };
    let share = if place < 1.0 { place } else { place - 1.0 };
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
    (mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

/// A theme on a terminal that has 16 million colours, or only 256.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    pub(crate) theme: Theme,
    /// Whether the terminal shows every colour.
    pub(crate) true_colour: bool,
}

impl Palette {
    /// How a cell looks; `None` under the plain theme, which has no colours at all.
    pub(crate) fn cell(self, tile: Option<Tile>) -> Option<Style> {
        if self.theme == Theme::Plain {
            return None;
        }
        let background = tile.map_or(self.theme.empty(), |tile| self.theme.background(tile));
        let [dark, light] = [(0x1c, 0x18, 0x14), (0xff, 0xff, 0xff)];
        let text = if contrast(dark, background) > contrast(light, background) { dark } else { light };
        Some(Style::new().fg(self.colour(text)).bg(self.colour(background)))
    }

    /// How the frame around the cells looks; nothing under the plain theme.
    pub(crate) fn frame(self) -> Style {
        if self.theme == Theme::Plain {
            Style::new()
        } else {
            Style::new().bg(self.colour(self.theme.frame()))
        }
    }

    fn colour(self, (red, green, blue): Rgb) -> Color {
        if self.true_colour {
            return Color::Rgb(red, green, blue);
        }
        let level = |value: u8| (u16::from(value) * 5 + 127) / 255;
        Color::Indexed((16 + 36 * level(red) + 6 * level(green) + level(blue)) as u8)
    }
}

/// Relative luminance, from 0 to 1.
fn luminance((red, green, blue): Rgb) -> f64 {
    let linear = |value: u8| (f64::from(value) / 255.0).powf(2.2);
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/// How much two colours differ in lightness: 1 to 21; 4.5 reads well.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_out_on_every_tile() {
        for theme in [Theme::Classic, Theme::Log2, Theme::Safe] {
            for exponent in 1..=17 {
                let tile = Tile::new(exponent);
                let style = Palette { theme, true_colour: true }.cell(tile).unwrap();
                let (Some(Color::Rgb(r, g, b)), Some(Color::Rgb(x, y, z))) = (style.fg, style.bg) else {
                    panic!("true colours");
                };
                let contrast = contrast((r, g, b), (x, y, z));
                assert!(contrast >= 4.5, "{theme:?} {tile:?}: {contrast:.1}");
            }
        }
    }

    #[test]
    fn six_colours_in_turn() {
        let colour = |value| Theme::Log2.background(Tile::from_value(value).unwrap());
        assert_eq!(colour(2), colour(128));
        assert_eq!(colour(64), colour(4096));
        assert_ne!(colour(2), colour(4));
    }

    #[test]
    fn neighbours_differ_in_lightness_in_the_safe_theme() {
        let light = |exponent| luminance(Theme::Safe.background(Tile::new(exponent).unwrap()));
        for exponent in 1..12 {
            assert!(light(exponent + 1) > light(exponent) * 1.08, "{exponent}");
        }
    }
}
