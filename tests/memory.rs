//! Memory: tables that the machine cannot give are refused by a clear word, and no client can fill it.

#![cfg(target_os = "linux")]

#[path = "support/feed.rs"]
mod feed;

use feed::feed;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// Runs the binary with little address space, and these lines on its input.
fn limited(arguments: &str, input: &str) -> Output {
    let mut command = Command::new("sh");
    command
        .args(["-c", "ulimit -v 1000000; exec \"$0\" \"$@\""])
        .arg(env!("CARGO_BIN_EXE_damka"))
        .args(arguments.split_whitespace());
    feed(&mut command, input)
}

/// Lines of standard output that contain all of these.
fn count(output: &Output, parts: &[&str]) -> usize {
    let text = String::from_utf8_lossy(&output.stdout);
    let fits = |line: &&str| parts.iter().all(|part| line.contains(part));
    text.lines().filter(fits).count()
}

#[test]
fn commands_refuse_a_table_that_is_too_large() {
    for command in [
        "bench --depth 1",
        "analyze --depth 1",
        "dxp --listen 127.0.0.1:0",
        "perft --depth 1",
    ] {
        for megabytes in ["1500", "65536"] {
            let output = limited(&format!("{command} --hash {megabytes}"), "");
            let text = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{command}: {text}");
            assert_eq!(text.lines().count(), 1, "{command}: {text}");
            assert!(text.contains(megabytes), "{command}: {text}");
        }
    }
}

#[test]
fn a_session_makes_do_with_less() {
    let sessions = [
        (
            "uci",
            "setoption name Hash value 1500\nisready\ngo depth 3\n",
            "1500 MiB",
            "bestmove ",
            "info string error: ",
        ),
        (
            "hub",
            "set-param name=tt-size value=27\ninit\nlevel depth=3\ngo\n",
            "2048 MiB",
            "done move=",
            "error message=",
        ),
    ];
    for (dialect, input, size, answer, problem) in sessions {
        let output = limited(dialect, input);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{text}");
        // Said once, though the table is needed twice. Where even the setting is out of range, that is the one error.
        assert_eq!(count(&output, &[problem]), 1, "{text}");
        if count(&output, &["allowed are"]) == 0 {
            assert_eq!(count(&output, &[problem, size, " are used"]), 1, "{text}");
        }
        assert_eq!(count(&output, &[answer]), 1, "{text}");
    }
}

fn session(output: Stdio) -> Child {
    Command::new(env!("CARGO_BIN_EXE_damka"))
        .stdin(Stdio::piped())
        .stdout(output)
        .spawn()
        .unwrap()
}

/// Most memory that a process has taken so far, in kB.
fn most_memory(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let most = status.lines().find_map(|line| {
        let kibibytes = line.strip_prefix("VmHWM:")?.trim();
        kibibytes.strip_suffix(" kB")?.parse().ok()
    });
    most.unwrap()
}

/// A client that writes faster than it is heard has to wait.
#[test]
fn what_is_not_heard_yet_does_not_pile_up() {
    let mut child = session(Stdio::null());
    let mut input = child.stdin.take().unwrap();
    let lines = "position startpos moves c3-d4 d6-c5\n".repeat(1_000);
    for _ in 0..500 {
        input.write_all(lines.as_bytes()).unwrap();
    }
    assert!(most_memory(&child) < 60_000, "{} kB", most_memory(&child));
    input.write_all(b"quit\n").unwrap();
    assert!(child.wait().unwrap().success());
}

/// A client that does not read is not heard for ever; when it reads on, nothing is lost.
#[test]
fn what_is_not_read_yet_does_not_pile_up() {
    const QUESTIONS: usize = 60_000;
    let mut child = session(Stdio::piped());
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        for _ in 0..QUESTIONS {
            input.write_all(b"d\n").unwrap();
        }
        input.write_all(b"isready\n").unwrap();
        input
    });
    let mut last = 0;
    while most_memory(&child) > last {
        last = most_memory(&child);
        std::thread::sleep(Duration::from_millis(500));
    }
    assert!(last < 60_000, "{last} kB");
    let output = BufReader::new(child.stdout.take().unwrap());
    let answers = output.lines().map(Result::unwrap);
    let answers = answers.take_while(|line| line != "readyok");
    assert_eq!(
        answers.filter(|line| line.starts_with("Fen: ")).count(),
        QUESTIONS
    );
    writer.join().unwrap().write_all(b"quit\n").unwrap();
    assert!(child.wait().unwrap().success());
}
