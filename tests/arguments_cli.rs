//! What is said about arguments that will not do: one line that names the option and the offending text, short enough
//! to be read.

use std::process::{Command, Stdio};

fn complaint(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_damka"))
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .args(arguments)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
    assert_eq!(text.lines().count(), 1, "{arguments:?}: {text}");
    assert!(text.starts_with("damka: "), "{arguments:?}: {text}");
    assert!(text.chars().count() < 300, "{arguments:?}: {text}");
    text
}

#[test]
fn what_is_missing_is_named() {
    for (command, missing) in [
        ("pdn", &["subcommand", "check", "convert"][..]),
        ("dxp", &["--listen", "--connect"]),
        ("perft", &["--depth"]),
        ("match", &["two engines"]),
    ] {
        let text = complaint(&[command]);
        assert!(missing.iter().all(|word| text.contains(word)), "{text}");
    }
}

#[test]
fn a_negative_number_is_the_value_of_its_option() {
    for (command, option, value) in [
        ("perft", "--depth", "-1"),
        ("perft", "--threads", "-3"),
        ("analyze", "--depth", "-1"),
        ("analyze", "--time", "-0.5"),
        ("match", "--games", "-2"),
        ("match", "--tc", "-1"),
        ("match", "--seed", "-1"),
        ("dxp", "--minutes", "-5"),
        ("uci", "--line-delay", "-1"),
    ] {
        let text = complaint(&[command, option, value]);
        assert!(text.contains(option) && text.contains(value), "{text}");
    }
}

#[test]
fn a_word_that_is_no_choice_is_named_with_the_choices() {
    for (arguments, choices) in [
        (&["moves", "--variant", "foo"][..], ["brazilian", "pool"]),
        (&["moves", "--notation", "foo"], ["numeric", "digits"]),
        (&["show", "--draw-rules", "foo"], ["fmjd64", "repetition"]),
    ] {
        let text = complaint(arguments);
        assert!(text.contains("foo"), "{text}");
        assert!(choices.iter().all(|word| text.contains(word)), "{text}");
    }
}

#[test]
fn what_belongs_to_files_is_not_passed_over_beside_a_position() {
    for (option, value) in [
        ("--plot", "x.svg"),
        ("--game", "7"),
        ("--encoding", "koi8-r"),
    ] {
        let text = complaint(&["analyze", "--fen", "W:W32:B1", option, value]);
        assert!(text.contains(option), "{text}");
    }
}

/// Standard output carries the report, the games or the counts; only `show` can put its picture there.
#[test]
fn a_file_to_write_is_not_standard_output() {
    for (command, option) in [
        ("moves", "--log"),
        ("perft", "--resume"),
        ("match", "--pdn"),
        ("match", "--json"),
        ("match", "--plot"),
        ("analyze", "--plot"),
    ] {
        let text = complaint(&[command, option, "-"]);
        assert!(
            text.contains(option) && text.contains("standard output"),
            "{text}"
        );
    }
}

#[test]
fn positions_that_are_none_are_quoted_in_short() {
    let row = format!("W{}", "b".repeat(32));
    let long = format!("W:W{}", "1,".repeat(5000));
    for (fen, said) in [
        (row.as_str(), "33 characters, 51 are needed"),
        (&long, "…"),
        ("W:W1:B\u{1}2", "\"\\u{1}2\""),
        ("W:W1:B\"2", "\"\"2\""),
    ] {
        let text = complaint(&["moves", "--variant", "international", "--fen", fen]);
        assert!(text.contains(said), "{said}: {text}");
    }
    let name = "a name of more than 32 characters";
    let text = complaint(&["dxp", "--connect", "127.0.0.1:1", "--name", name]);
    assert!(text.contains("--name") && text.contains(name), "{text}");
}

#[test]
fn a_line_of_a_suite_is_quoted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("suite");
    let long = format!("W:W1:B32 ;D1 {}", "x".repeat(5000));
    for (line, said) in [
        ("{\"variant\": 5}", "{\"variant\": 5}"),
        ("{\"variant\": \"russian\"}", "russian"),
        ("{nonsense", "{nonsense"),
        (&long, "xxx"),
    ] {
        std::fs::write(&file, line).unwrap();
        let text = complaint(&["perft", "--suite", file.to_str().unwrap()]);
        assert!(text.contains("suite:1: ") && text.contains(said), "{text}");
    }
}

#[test]
fn records_are_added_to_logs_only() {
    let folder = tempfile::tempdir().unwrap();
    let run = |log: &std::path::Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damka"));
        command.args(["perft", "--depth", "1", "--log"]).arg(log);
        command.env("RUST_LOG", "trace").output().unwrap()
    };
    for (name, text) in [
        ("game.pdn", "[Event \"x\"]\n"),
        ("list.fen", "W:W1:B2"),
        ("short", "["),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        let output = run(&file);
        assert_eq!(output.status.code(), Some(2), "{name}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.starts_with("damka: not a log file: ") && said.contains(name),
            "{said}"
        );
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    }
    let log = folder.path().join("log");
    std::fs::write(&log, "[2026-11-30T10:00:00.000000Z INFO  damka] before\n").unwrap();
    assert_eq!(run(&log).status.code(), Some(0));
    assert!(std::fs::read_to_string(&log).unwrap().contains("before"));
}
