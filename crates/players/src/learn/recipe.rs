//! What is learned, and how.

use std::fmt;

use redouble_core::{FourChance, Shape, Tile};

use crate::{ParseStagesError, Stages, Tuples};

/// What is learned, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// The network.
    pub tuples: Tuples,
    /// The name of the file whose weights it began with.
    pub from: Option<String>,
    /// How often a 4 appears.
    pub four_chance: FourChance,
    /// How far a weight follows an error.
    pub rule: Rule,
    /// How much a value is corrected by what happened later, rather than by the next value: 0 to 1.
    pub lambda: f32,
    /// What every board is worth before anything is learned: with a large value, unknown boards are attractive.
    pub optimism: f32,
    /// Where games begin.
    pub starts: Starts,
    /// The learning rate of the baseline for each sum of tiles (the levels); 0 disables it.
    pub levels: f32,
    /// Whether weights never touched are taken from the same tuple with smaller tiles.
    pub inherit: bool,
    /// In every second game, boards with this tile, as exponent, are played like their image with smaller tiles.
    pub guide: Option<u8>,
    /// The seed of all games.
    pub seed: u64,
}

/// How far a weight follows an error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// Always by the same part of the error.
    Plain {
        /// The part.
        alpha: f32,
    },
    /// Temporal coherence: by the part |sum of errors| / sum of |errors|, which falls where errors only scatter.
    Coherence {
        /// The part while all errors have the same sign.
        beta: f32,
    },
}

/// Where games begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// With two tiles.
    Fresh,
    /// After a game, the next begins in the middle of it, until one is shorter than 10 moves.
    Middle,
    /// In turn with two tiles and where the last games reached each later stage; if there is none, where they first had
    /// each of their largest tiles.
    Carousel,
}

impl Starts {
    const NAMES: [(&str, Starts); 3] =
        [("fresh", Starts::Fresh), ("middle", Starts::Middle), ("carousel", Starts::Carousel)];

    /// The name in texts.
    #[must_use]
    pub fn name(self) -> &'static str {
        Starts::NAMES[self as usize].0
    }
}

impl fmt::Display for Recipe {
    /// A line for each part; the later ones only where they are not at their default, as in older checkpoints.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "board {}", self.tuples.shape())?;
        writeln!(f, "net {}", self.tuples)?;
        f.write_str(&self.tuples.stages_line())?;
        if let Some(from) = &self.from {
            writeln!(f, "from {from}")?;
        }
        writeln!(f, "p4 {}", self.four_chance)?;
        match self.rule {
            Rule::Plain { alpha } => writeln!(f, "alpha {alpha}")?,
            Rule::Coherence { beta } => writeln!(f, "beta {beta}")?,
        }
        writeln!(f, "lambda {}", self.lambda)?;
        if self.optimism != 0.0 {
            writeln!(f, "optimism {}", self.optimism)?;
        }
        writeln!(f, "starts {}", self.starts.name())?;
        writeln!(f, "levels {}", self.levels)?;
        if !self.inherit {
            writeln!(f, "inherit false")?;
        }
        if let Some(exponent) = self.guide {
            writeln!(f, "guide {}", 1_u64 << exponent)?;
        }
        writeln!(f, "seed {}", self.seed)
    }
}

impl Recipe {
    /// The bytes that learning needs.
    #[must_use]
    pub fn memory(&self) -> u64 {
        // A record of 16 bytes, and 2 for the weight to choose by.
        self.tuples.weights() as u64 * 18
    }

    /// What every weight is before anything is learned.
    #[must_use]
    pub fn first_weight(&self) -> f32 {
        self.optimism / self.tuples.active() as f32
    }

    /// Temporal coherence with everything else at its default.
    #[must_use]
    pub fn new(tuples: Tuples) -> Recipe {
        Recipe {
            tuples,
            from: None,
            four_chance: FourChance::default(),
            rule: Rule::Coherence { beta: 1.0 },
            lambda: 0.5,
            optimism: 0.0,
            starts: Starts::Fresh,
            levels: 0.01,
            inherit: true,
            guide: None,
            seed: 1,
        }
    }

    /// Reads what `Display` wrote.
    pub(super) fn parse(lines: &[&str]) -> Result<Recipe, String> {
        let entries: Vec<(&str, &str)> =
            lines.iter().map(|line| line.split_once(' ').unwrap_or((line, ""))).collect();
        let find = |name: &str| entries.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
        let shape = find("board").ok_or("no board is named")?.parse::<Shape>().map_err(|e| e.to_string())?;
        let tuples =
            Tuples::parse(find("net").ok_or("no network is named")?, shape).map_err(|e| e.to_string())?;
        let tuples = match find("stages") {
            Some(stages) => {
                let stages: Stages = stages.parse().map_err(|e: ParseStagesError| e.to_string())?;
                tuples.with_stages(stages).map_err(|e| e.to_string())?
            }
            None => tuples,
        };
        let mut recipe = Recipe::new(tuples);
        for (name, value) in entries {
            recipe.set(name, value).ok_or_else(|| format!("`{name} {value}` is not understood"))?;
        }
        Ok(recipe)
    }

    fn set(&mut self, name: &str, value: &str) -> Option<()> {
        match name {
            "board" | "net" | "stages" => {}
            "from" => self.from = Some(value.to_owned()),
            "p4" => self.four_chance = value.parse().ok()?,
            "alpha" => self.rule = Rule::Plain { alpha: value.parse().ok()? },
            "beta" => self.rule = Rule::Coherence { beta: value.parse().ok()? },
            "lambda" => self.lambda = value.parse().ok()?,
            "seed" => self.seed = value.parse().ok()?,
            "levels" => self.levels = value.parse().ok()?,
            "guide" => self.guide = Some(value.parse::<Tile>().ok()?.exponent()),
            "inherit" => self.inherit = value.parse().ok()?,
            "optimism" => self.optimism = value.parse().ok()?,
            "starts" => self.starts = Starts::NAMES.iter().find(|(name, _)| *name == value)?.1,
            _ => return None,
        }
        Some(())
    }
}
