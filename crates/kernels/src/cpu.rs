//! Which instructions kernels use.

use std::fmt;
use std::str::FromStr;

/// A set of instructions that this processor has.
///
/// Values come from [`Cpu::detect`] or are parsed from a name; either way the processor was asked. Kernels rely on that.
///
/// ```
/// use redouble_kernels::Cpu;
///
/// assert_eq!("portable".parse(), Ok(Cpu::PORTABLE));
/// let error = "pdp11".parse::<Cpu>().unwrap_err().to_string();
/// assert_eq!(error, "`pdp11` is no set of instructions: write portable, avx2 or avx512");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cpu(Set);

/// Kinds of kernels. They are named on every target, so that a name is refused for the right reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Set {
    Portable,
    Avx2,
    Avx512,
}

impl Cpu {
    /// What the program was compiled for and nothing newer.
    pub const PORTABLE: Cpu = Cpu(Set::Portable);

    const ALL: [Cpu; 3] = [Cpu::PORTABLE, Cpu(Set::Avx2), Cpu(Set::Avx512)];

    /// The newest instructions that the processor has and a kernel is written for.
    #[must_use]
    pub fn detect() -> Cpu {
        Cpu::available().last().unwrap_or(Cpu::PORTABLE)
    }

    /// All sets that the processor has, the plainest first: what tests run over.
    pub fn available() -> impl Iterator<Item = Cpu> {
        Cpu::ALL.into_iter().filter(|cpu| cpu.0.is_available())
    }

    /// The name: `portable`, `avx2` or `avx512`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            Set::Portable => "portable",
            Set::Avx2 => "avx2",
            Set::Avx512 => "avx512",
        }
    }

    #[inline(always)]
    pub(crate) const fn set(self) -> Set {
        self.0
    }
}

impl Set {
    #[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
    fn is_available(self) -> bool {
        match self {
            Set::Portable => true,
            // Every processor with AVX2 came with the bit manipulation instructions.
            Set::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt")
            }
            // What all kernels together use: Intel since Ice Lake, AMD since Zen 4.
            Set::Avx512 => {
                Set::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vbmi")
                    && is_x86_feature_detected!("avx512bitalg")
                    && is_x86_feature_detected!("avx512vpopcntdq")
                    && is_x86_feature_detected!("gfni")
            }
        }
    }

    #[cfg(not(all(target_arch = "x86_64", not(redouble_portable))))]
    fn is_available(self) -> bool {
        self == Set::Portable
    }
}

/// Runs the form of a function that a [`Cpu`] stands for. The one place where forms are chosen.
///
/// The modules `portable`, `avx2` and `avx512` beside the caller have the function, the latter two for their instructions.
macro_rules! on_cpu {
    ($cpu:expr, $function:ident ( $($argument:expr),* $(,)? )) => {
        match $cpu.set() {
            #[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
            // SAFETY: a `Cpu` of this kind exists only where the processor has the instructions.
            $crate::cpu::Set::Avx512 => unsafe { avx512::$function($($argument),*) },
            #[cfg(all(target_arch = "x86_64", not(redouble_portable)))]
            // SAFETY: as above.
            $crate::cpu::Set::Avx2 => unsafe { avx2::$function($($argument),*) },
            _ => portable::$function($($argument),*),
        }
    };
}

pub(crate) use on_cpu;

impl fmt::Display for Cpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Cpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cpu({})", self.name())
    }
}

/// A text that names no instructions that could be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseCpuError {
    /// It names none at all.
    Unknown {
        /// The text as found.
        found: String,
    },
    /// It names some that this processor, or this build of the program, does not have.
    Missing {
        /// Their name.
        name: &'static str,
    },
}

impl fmt::Display for ParseCpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseCpuError::Unknown { found } => {
                write!(f, "`{found}` is no set of instructions: write portable, avx2 or avx512")
            }
            ParseCpuError::Missing { name } => {
                write!(
                    f,
                    "this machine does not have what `{name}` stands for; the best it has is {}",
                    Cpu::detect()
                )
            }
        }
    }
}

impl std::error::Error for ParseCpuError {}

impl FromStr for Cpu {
    type Err = ParseCpuError;

    fn from_str(text: &str) -> Result<Cpu, ParseCpuError> {
        let named = Cpu::ALL.into_iter().find(|cpu| cpu.name() == text);
        let cpu = named.ok_or_else(|| ParseCpuError::Unknown { found: text.to_owned() })?;
        if cpu.0.is_available() { Ok(cpu) } else { Err(ParseCpuError::Missing { name: cpu.name() }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_that_is_there_can_be_named_and_no_other() {
        for cpu in Cpu::ALL {
            let parsed = cpu.name().parse::<Cpu>();
            if Cpu::available().any(|there| there == cpu) {
                assert_eq!(parsed, Ok(cpu));
            } else {
                assert_eq!(parsed, Err(ParseCpuError::Missing { name: cpu.name() }));
            }
        }
        for text in ["", "AVX2", "avx-512", "pdp11"] {
            assert_eq!(text.parse::<Cpu>(), Err(ParseCpuError::Unknown { found: text.to_owned() }));
        }
    }
}
