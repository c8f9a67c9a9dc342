//! A checksum for files and tables: the same on every machine and in every version, unlike the standard library's
//! hashes. It finds damage, not forgery.

/// FNV-1a over some bytes, 64 bits wide.
///
/// ```
/// assert_eq!(damka_engine::checksum(*b"a"), 0xaf63_dc4c_8601_ec8c);
/// ```
pub fn checksum(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}
