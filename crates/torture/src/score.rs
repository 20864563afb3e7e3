//! What survived.

/// The losses that are described; there may be thousands of one kind.
const DESCRIBED: usize = 12;

/// How often something was tried, and how often it ended well.
#[derive(Default)]
pub(crate) struct Score {
    pub(crate) tried: u64,
    pub(crate) survived: u64,
    /// The first losses, in words.
    pub(crate) losses: Vec<String>,
}

impl Score {
    /// Counts what another score counted.
    pub(crate) fn add(&mut self, other: Score) {
        self.tried += other.tried;
        self.survived += other.survived;
        let room = DESCRIBED.saturating_sub(self.losses.len());
        self.losses.extend(other.losses.into_iter().take(room));
    }

    /// Counts one attempt; an error says what was lost.
    pub(crate) fn count(&mut self, outcome: Result<(), String>) {
        self.tried += 1;
        match outcome {
            Ok(()) => self.survived += 1,
            Err(loss) if self.losses.len() < DESCRIBED => self.losses.push(loss),
            Err(_) => {}
        }
    }
}
