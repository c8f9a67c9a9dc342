//! How much memory the machine can give, so that no client can ask for more.

use damka_search::Engine;
use std::fs;
use std::sync::OnceLock;

/// Part of the free memory that a transposition table may take, as a fraction.
const SHARE: (u64, u64) = (3, 4);

/// Greatest size of the transposition table in MiB on this machine.
///
/// Linux says what it could give at the first question, and what the process's control group may use; where nothing is
/// said, nothing is limited.
pub fn most_hash() -> usize {
    static MOST: OnceLock<usize> = OnceLock::new();
    *MOST.get_or_init(|| {
        let meminfo = fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let group = fs::read_to_string("/sys/fs/cgroup/memory.max").unwrap_or_default();
        let bytes = [available(&meminfo), group.trim().parse().ok()];
        let most = bytes.into_iter().flatten().min().map(|bytes: u64| {
            let mebibytes = (bytes >> 20) * SHARE.0 / SHARE.1;
            usize::try_from(mebibytes).unwrap_or(usize::MAX)
        });
        most.map_or(Engine::MAX_HASH, |most| {
            most.clamp(Engine::DEFAULT_HASH, Engine::MAX_HASH)
        })
    })
}

/// Bytes of memory that Linux could give without swapping, by its memory report, which counts in KiB.
fn available(meminfo: &str) -> Option<u64> {
    let mut lines = meminfo.lines();
    let line = lines.find(|line| line.starts_with("MemAvailable:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_report() {
        let report = "MemTotal:  1 kB\nMemAvailable:   24732000 kB\n";
        assert_eq!(available(report), Some(24_732_000 * 1024));
        assert_eq!(available("MemAvailable: ? kB"), None);
        assert_eq!(available(""), None);
        assert!((Engine::DEFAULT_HASH..=Engine::MAX_HASH).contains(&most_hash()));
    }
}
