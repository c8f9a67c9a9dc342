//! No process, no thread and no memory is left behind, whatever engines do. One test, because it looks at
//! everything this process has started.

#![cfg(target_os = "linux")]

mod common;

use common::{Collector, mock, plan, play};
use damka_arena::runner;
use damka_engine::Variant;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Fields 4 (parent) and 5 (group) of every process, with its number and name.
fn processes() -> Vec<(u32, String, u32, u32)> {
    let entries = std::fs::read_dir("/proc").expect("/proc");
    let read = |entry: std::fs::DirEntry| {
        let id: u32 = entry.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        let (head, tail) = stat.rsplit_once(") ")?;
        let name = head.split_once('(')?.1.to_string();
        let mut fields = tail.split(' ').skip(1);
        let parent = fields.next()?.parse().ok()?;
        let group = fields.next()?.parse().ok()?;
        Some((id, name, parent, group))
    };
    entries.filter_map(|entry| read(entry.ok()?)).collect()
}

fn children() -> Vec<(u32, String, u32, u32)> {
    let me = std::process::id();
    processes()
        .into_iter()
        .filter(|process| process.2 == me)
        .collect()
}

fn status(field: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").expect("status");
    let line = text
        .lines()
        .find(|line| line.starts_with(field))
        .expect(field);
    let number = line.split_ascii_whitespace().nth(1);
    number.and_then(|number| number.parse().ok()).expect(field)
}

fn files() -> usize {
    std::fs::read_dir("/proc/self/fd").expect("fd").count()
}

#[test]
fn nothing_is_left_behind() {
    let (threads, open) = (status("Threads:"), files());
    for fault in [
        "crash",
        "abort",
        "illegal",
        "hang",
        "flood",
        "endless",
        "half-line",
        "stubborn",
        "late",
    ] {
        for protocol in ["uci", "hub"] {
            let bad = format!("{protocol} fault={fault} at=2 ms=400");
            let engines = vec![mock("bad", &bad), mock("good", "uci seed=2")];
            play(&plan(Variant::Russian, 4, engines)).expect("match");
            assert_eq!(children(), [], "{fault}");
        }
    }
    // Floods and endless lines went through here; the peak is that of a program that keeps none of it.
    let peak = status("VmHWM:");
    assert!(peak < 64 << 10, "{peak} kB");

    // What an engine has started ends with it.
    let engines = vec![
        mock("parent", "uci fault=child"),
        mock("good", "uci seed=2"),
    ];
    play(&plan(Variant::Russian, 4, engines)).expect("match");
    assert_eq!(children(), []);
    let orphans = || -> Vec<_> {
        let sleeping = processes()
            .into_iter()
            .filter(|process| process.1 == "sleep");
        let of_mock = sleeping.filter(|process| {
            let path = format!("/proc/{}/cmdline", process.0);
            process.2 == 1 && std::fs::read(path).is_ok_and(|line| line == b"sleep\x00600\x00")
        });
        of_mock.collect()
    };
    assert_eq!(orphans(), []);

    // A cancelled match ends at once, though an engine hangs.
    let mut hanging = plan(
        Variant::Russian,
        100,
        vec![mock("bad", "uci fault=hang at=1"), mock("good", "uci")],
    );
    hanging.limits.movetime = Some(60_000);
    let cancel = Arc::new(AtomicBool::new(false));
    let raise = cancel.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        raise.store(true, Ordering::Relaxed);
    });
    let begun = Instant::now();
    let mut games = Collector::default();
    let summary = runner::run(&hanging, &[], cancel, &mut games).expect("match");
    assert!(summary.cancelled && games.0.is_empty());
    assert!(
        begun.elapsed() < Duration::from_secs(5),
        "{:?}",
        begun.elapsed()
    );
    assert_eq!(children(), []);

    let settled = Instant::now() + Duration::from_secs(5);
    while status("Threads:") > threads && Instant::now() < settled {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(status("Threads:"), threads);
    assert_eq!(files(), open);
}
