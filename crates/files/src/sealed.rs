//! Bytes and texts that end with their checksum.

use std::fmt;

/// Why bytes or a text are not what was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// They do not begin as this kind of file does.
    OtherKind,
    /// They were written by a later version of the program.
    Newer(u32),
    /// The checksum does not fit: cut off, added to or altered.
    Altered,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::OtherKind => f.write_str("the file is of another kind"),
            Broken::Newer(version) => {
                write!(f, "the file has version {version}, which is newer than this program")
            }
            Broken::Altered => f.write_str("the checksum does not fit: the file was altered or cut off"),
        }
    }
}

impl std::error::Error for Broken {}

/// Ends bytes with their CRC-32, little-endian.
///
/// ```
/// use redouble_files::{Broken, seal, unseal};
///
/// let bytes = seal([b"MAGIC", &1_u32.to_le_bytes()[..], b"content"].concat());
/// assert_eq!(unseal(&bytes, b"MAGIC", 1), Ok((1, &b"content"[..])));
/// assert_eq!(unseal(&bytes[..9], b"MAGIC", 1), Err(Broken::Altered));
/// assert_eq!(unseal(&bytes, b"OTHER", 1), Err(Broken::OtherKind));
/// ```
#[must_use]
pub fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// What stands between magic and version at the beginning and the checksum at the end, with the version.
///
/// # Errors
/// If one of them is not as it should be, or the version is above `newest`.
pub fn unseal<'a>(bytes: &'a [u8], magic: &[u8], newest: u32) -> Result<(u32, &'a [u8]), Broken> {
    let rest = bytes.strip_prefix(magic).ok_or(Broken::OtherKind)?;
    let (version, rest) = rest.split_first_chunk().ok_or(Broken::Altered)?;
    let version = u32::from_le_bytes(*version);
    if version > newest {
        return Err(Broken::Newer(version));
    }
    let (content, sum) = rest.split_last_chunk().ok_or(Broken::Altered)?;
    let summed = &bytes[..bytes.len() - sum.len()];
    if u32::from_le_bytes(*sum) != crc32fast::hash(summed) {
        return Err(Broken::Altered);
    }
    Ok((version, content))
}

/// Ends a text with the line `check 1a2b3c4d`.
#[must_use]
pub fn seal_text(text: &str) -> String {
    format!("{text}check {:08x}\n", crc32fast::hash(text.as_bytes()))
}

/// The lines between the first one, which is `NAME VERSION`, and the one with the checksum.
///
/// # Errors
/// If one of them is not as it should be, or the version is above `newest`.
pub fn unseal_text<'a>(text: &'a str, name: &str, newest: u32) -> Result<Vec<&'a str>, Broken> {
    let first = text.lines().next().and_then(|line| line.strip_prefix(name)?.trim().parse().ok());
    let version: u32 = first.ok_or(Broken::OtherKind)?;
    if version > newest {
        return Err(Broken::Newer(version));
    }
    let end = text.rfind("check ").ok_or(Broken::Altered)?;
    if seal_text(&text[..end]) != text {
        return Err(Broken::Altered);
    }
    Ok(text[..end].lines().skip(1).collect())
}
