//! The arguments that choose a game.

use redouble_core::{Shape, Tile};
use redouble_states::Variant;

use crate::output::UsageError;

/// A board and perhaps a goal.
#[derive(clap::Args)]
pub(super) struct GameArgs {
    /// The shape of the board, up to 16 cells
    #[arg(long, value_name = "ROWSxCOLS", default_value = "4x4")]
    board: Shape,
    /// The tile that ends the game; without it the game goes on until no move is left
    #[arg(long, value_name = "TILE")]
    goal: Option<Tile>,
}

impl GameArgs {
    pub(super) fn variant(&self) -> anyhow::Result<Variant> {
        variant(self.board, self.goal)
    }
}

/// The game, or what is wrong with it.
pub(super) fn variant(board: Shape, goal: Option<Tile>) -> anyhow::Result<Variant> {
    Variant::new(board, goal).map_err(|error| UsageError(error.to_string()).into())
}

/// A size in bytes: a number with K, M, G or T behind it, powers of 1024.
pub(super) fn parse_bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let power = match text[digits.len()..].to_ascii_uppercase().trim_end_matches("IB").trim_end_matches('B') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(format!("`{text}` is not a size: write 500M, 6G, …")),
    };
    let number: f64 = digits.parse().map_err(|_| format!("`{text}` is not a size: write 500M, 6G, …"))?;
    Ok((number * 2f64.powi(power)) as u64)
}
