//! A full disk is noticed, whatever is written to it. `/dev/full` plays the disk.
#![cfg(target_os = "linux")]

use std::fs::OpenOptions;
use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn what_cannot_be_written_is_told() {
    for (arguments, input, output_full) in [
        ("", "uci\nquit\n", true),
        ("hub", "hub\nquit\n", true),
        ("moves", "", true),
        ("pdn convert", "1. 32-28 *", true),
        ("analyze --depth 1 -", "1. 32-28 *", true),
        ("uci --log /dev/full", "uci\nquit\n", false),
        ("perft --depth 2 --log /dev/full", "", false),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damka"));
        command.args(arguments.split_whitespace());
        command.env_remove("RUST_LOG").stdin(Stdio::piped());
        if output_full {
            command.stdout(OpenOptions::new().write(true).open("/dev/full").unwrap());
        } else {
            command.stdout(Stdio::null());
        }
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(input.as_bytes())
            .unwrap();
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {text}");
        assert_eq!(text.lines().count(), 1, "{arguments}: {text}");
        // It is not the input's fault.
        let blamed = text.starts_with("damka: -");
        assert!(
            text.starts_with("damka: ") && !blamed,
            "{arguments}: {text}"
        );
    }
}
