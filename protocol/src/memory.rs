//! How much memory the machine has, so that no client can ask for more than there is.

use damka_search::Engine;
use std::fs;
use std::sync::OnceLock;

/// Part of the memory that a transposition table may take, as a fraction.
const SHARE: (u64, u64) = (3, 4);

/// Greatest size of the transposition table in MiB on this machine.
///
/// Linux says what it has, and what the process's control group may use; where nothing is said, nothing is limited.
pub fn most_hash() -> usize {
    static MOST: OnceLock<usize> = OnceLock::new();
    *MOST.get_or_init(|| {
        let meminfo = fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let group = fs::read_to_string("/sys/fs/cgroup/memory.max").unwrap_or_default();
        let bytes = [total(&meminfo), group.trim().parse().ok()];
        let most = bytes.into_iter().flatten().min().map(|bytes: u64| {
            let mebibytes = (bytes >> 20) * SHARE.0 / SHARE.1;
            usize::try_from(mebibytes).unwrap_or(usize::MAX)
        });
        most.map_or(Engine::MAX_HASH, |most| {
            most.clamp(Engine::DEFAULT_HASH, Engine::MAX_HASH)
        })
    })
}

/// Bytes of memory by the first line of Linux's memory report, which counts in KiB.
fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find(|line| line.starts_with("MemTotal:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_report() {
        let report = "MemTotal:       24732000 kB\nMemFree: 1 kB\n";
        assert_eq!(total(report), Some(24_732_000 * 1024));
        assert_eq!(total("MemTotal: ? kB"), None);
        assert_eq!(total(""), None);
        assert!((Engine::DEFAULT_HASH..=Engine::MAX_HASH).contains(&most_hash()));
    }
}
