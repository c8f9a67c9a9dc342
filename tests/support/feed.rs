//! A command that is given a text on standard input.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs a command with this input, and waits for its end.
pub fn feed(command: &mut Command, input: impl AsRef<[u8]>) -> Output {
    let mut child = command
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    child.wait_with_output().unwrap()
}
