//! What a command ends with.

/// The number that the process ends with: 0 for yes, 1 for no or a failure, 2 for a mistake in the arguments.
///
/// Unlike that of the standard library it can be read: `python -m redouble` ends a process of Python's with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExitCode(u8);

impl ExitCode {
    /// Yes.
    pub const SUCCESS: ExitCode = ExitCode(0);
    /// No, or it did not work.
    pub const FAILURE: ExitCode = ExitCode(1);
    /// A mistake in the arguments.
    pub const USAGE: ExitCode = ExitCode(2);

    /// The number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> std::process::ExitCode {
        code.0.into()
    }
}
