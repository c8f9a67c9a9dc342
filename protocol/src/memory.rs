//! How much memory the machine can give, so that no client can ask for more.

use damka_search::Engine;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Part of the free memory that a transposition table may take, as a fraction.
const SHARE: (u64, u64) = (3, 4);

/// Greatest size of the transposition table in MiB on this machine.
///
/// Linux says what it could give at the first question, and what the process's control group may use, and those around
/// it; where nothing is said, nothing is limited.
pub fn most_hash() -> usize {
    static MOST: OnceLock<usize> = OnceLock::new();
    *MOST.get_or_init(|| {
        let meminfo = fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let limits = limit_files(&groups).into_iter().filter_map(|file| {
            let limit = fs::read_to_string(file).ok()?;
            limit.trim().parse::<u64>().ok()
        });
        let most = limits.chain(available(&meminfo)).min().map(|bytes| {
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

/// Where Linux keeps the limits of the groups that a process is in, as its list of groups names them (version 2 of
/// control groups, then version 1), up to the root, which in a container is the container's own group.
fn limit_files(groups: &str) -> Vec<PathBuf> {
    let group_of = |line: &str, prefix: &str| {
        let (_, group) = line.split_once(prefix)?;
        group.strip_prefix('/').map(PathBuf::from)
    };
    let mut files = Vec::new();
    for (prefix, root, file) in [
        ("0::", "/sys/fs/cgroup", "memory.max"),
        (":memory:", "/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
    ] {
        let group = groups.lines().find_map(|line| group_of(line, prefix));
        let group = group.unwrap_or_default();
        files.extend(
            group
                .ancestors()
                .map(|group| Path::new(root).join(group).join(file)),
        );
    }
    files
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
    }

    #[test]
    fn groups_are_followed_to_the_root() {
        let files = limit_files("12:cpu:/x\n5:memory:/a\n0::/user.slice/b\n");
        let files: Vec<&str> = files.iter().filter_map(|file| file.to_str()).collect();
        assert_eq!(
            files,
            [
                "/sys/fs/cgroup/user.slice/b/memory.max",
                "/sys/fs/cgroup/user.slice/memory.max",
                "/sys/fs/cgroup/memory.max",
                "/sys/fs/cgroup/memory/a/memory.limit_in_bytes",
                "/sys/fs/cgroup/memory/memory.limit_in_bytes",
            ]
        );
        assert_eq!(limit_files("").len(), 2);
    }

    #[test]
    fn the_limit_is_within_what_can_be_asked_for() {
        assert!((Engine::DEFAULT_HASH..=Engine::MAX_HASH).contains(&most_hash()));
    }
}
