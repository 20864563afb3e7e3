//! A file with the checksum of what was written or read.

use std::io::{self, Read, Write};

use crc32fast::Hasher;

/// Writes or reads a file and sums up what passes, so that its last four bytes can be the CRC-32 of all before.
///
/// ```
/// use redouble_files::Summed;
///
/// let mut file = Summed::new(Vec::new());
/// file.put(b"2048")?;
/// file.put_checksum()?;
/// let bytes = file.into_inner();
/// let mut file = Summed::new(&bytes[..]);
/// assert_eq!(file.take::<4>()?, *b"2048");
/// assert!(file.ends_with_checksum()?);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Summed<F> {
    file: F,
    sum: Hasher,
}

impl<F> Summed<F> {
    /// Begins with what comes next in the file.
    pub fn new(file: F) -> Summed<F> {
        Summed { file, sum: Hasher::new() }
    }

    /// The file.
    pub fn into_inner(self) -> F {
        self.file
    }

    fn checksum(&self) -> [u8; 4] {
        self.sum.clone().finalize().to_le_bytes()
    }
}

impl<F: Write> Summed<F> {
    /// Writes some bytes.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.file.write_all(bytes)
    }

    /// Writes the checksum of what was written.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn put_checksum(&mut self) -> io::Result<()> {
        self.put(&self.checksum())
    }
}

impl<F: Read> Summed<F> {
    /// Reads as many bytes as fit.
    ///
    /// # Errors
    /// If the file ends before, or cannot be read.
    pub fn fill(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.file.read_exact(bytes)?;
        self.sum.update(bytes);
        Ok(())
    }

    /// Reads some bytes.
    ///
    /// # Errors
    /// If the file ends before, or cannot be read.
    pub fn take<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads a number of four bytes, little-endian.
    ///
    /// # Errors
    /// If the file ends before, or cannot be read.
    pub fn take_u32(&mut self) -> io::Result<u32> {
        self.take().map(u32::from_le_bytes)
    }

    /// Whether the checksum of what was read comes next, and nothing after it.
    ///
    /// # Errors
    /// If the file ends before, or cannot be read.
    pub fn ends_with_checksum(&mut self) -> io::Result<bool> {
        let sum = self.checksum();
        let found = self.take::<4>()?;
        Ok(found == sum && self.file.read(&mut [0])? == 0)
    }
}
