//! What a kind of player is, in words: its name and what can be set.

/// A kind of player: its name, what it does, and what can be set.
#[derive(Debug, PartialEq, Eq)]
pub struct Kind {
    /// The name in specs.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub sentence: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
}

/// Something that can be set about a player.
#[derive(Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name in specs.
    pub name: &'static str,
    /// What it means.
    pub sentence: &'static str,
    /// What it is if not given.
    pub default: &'static str,
}
