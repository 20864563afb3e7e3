//! A zip file of files that are stored as they are, all with one date: the same files give the same bytes.

use redouble_core::crc32;

use super::PackageFile;

/// 1 January 1980, the first day that the format knows.
const DATE: u16 = 0x21;

/// The zip of these files.
pub(super) fn zipped(files: &[PackageFile]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for file in files {
        let offset = out.len() as u32;
        out.extend(0x0403_4b50_u32.to_le_bytes());
        out.extend(common(file));
        out.extend(file.path.as_bytes());
        out.extend(&file.content);
        let mode: u32 = if file.executable { 0o100_755 } else { 0o100_644 };
        directory.extend(0x0201_4b50_u32.to_le_bytes());
        // Made on Unix, so that the mode is heeded.
        directory.extend(0x031e_u16.to_le_bytes());
        directory.extend(common(file));
        directory.extend([0_u8; 6]);
        directory.extend((mode << 16).to_le_bytes());
        directory.extend(offset.to_le_bytes());
        directory.extend(file.path.as_bytes());
    }
    let (start, count) = (out.len() as u32, files.len() as u16);
    out.extend(&directory);
    out.extend(0x0605_4b50_u32.to_le_bytes());
    out.extend([0_u8; 4]);
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend((directory.len() as u32).to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0_u8; 2]);
    out
}

/// What both headers of a file have: version, flags, method, date, checksum, sizes, lengths of name and extra field.
fn common(file: &PackageFile) -> Vec<u8> {
    let size = (file.content.len() as u32).to_le_bytes();
    let mut header = Vec::new();
    header.extend(20_u16.to_le_bytes());
    header.extend([0_u8; 2]);
    header.extend([0_u8; 2]);
    header.extend([0_u8; 2]);
    header.extend(DATE.to_le_bytes());
    header.extend(crc32(&file.content).to_le_bytes());
    header.extend(size);
    header.extend(size);
    header.extend((file.path.len() as u16).to_le_bytes());
    header.extend([0_u8; 2]);
    header
}
