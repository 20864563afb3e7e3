//! The checksum that closes records and files.

/// The CRC-32 of ISO 3309 (the one of zip and PNG).
///
/// ```
/// assert_eq!(redouble_core::crc32(b"123456789"), 0xcbf43926);
/// ```
#[must_use]
pub const fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = !0;
    let mut index = 0;
    while index < bytes.len() {
        crc = TABLE[(crc as u8 ^ bytes[index]) as usize] ^ crc >> 8;
        index += 1;
    }
    !crc
}

/// The checksum step of every byte.
static TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};
