//! `damka pdn` as its users see it: checked files, faults with their places, canonical form.

#[path = "support/feed.rs"]
mod feed;

use feed::feed;
use std::process::{Command, Output};

/// Runs `damka pdn` with a text on standard input.
fn pdn(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut damka = Command::new(env!("CARGO_BIN_EXE_damka"));
    feed(damka.arg("pdn").args(arguments), input)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

const GAMES: &str = "[GameType \"25\"]\n1. cd4 d6-c5 2. b2c3 {so} f6g5 0-1\n\n\
    [GameType \"25\"]\n1. c3-d4\n  d6-d5 1-0\n\n\
    [GameType \"21\"]\n[FEN \"B:W14:B10\"]\n1. 10x17 0-1\n";

#[test]
fn check_names_each_fault() {
    let output = pdn(&["check", "-"], GAMES);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr), "");
    let lines = text(&output.stdout);
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(
        lines,
        [
            "-:6:3: no such square on this board: \"d5\" in \"d6-d5\"",
            "-:8: note: the result 0-1 says that White won, on the board it is Black",
            "2 games read, 1 errors"
        ]
    );
    let output = pdn(&["check", "-"], "1. 32-28 19-23 *");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stdout), "1 games read, 0 errors\n");
    for (game, note) in [
        (
            "[Result \"2-0\"]\n1. 32-28 0-2",
            "-:1: note: the tag Result says 2-0, 0-2 is taken\n",
        ),
        (
            "[Result \"foo\"]\n1. 32-28 *",
            "-:1: note: the tag Result says foo, * is taken\n",
        ),
        ("[Result \"1/2-1/2\"]\n1. 32-28 1-1", ""),
        ("[Result \"*\"]\n1. 32-28 1-1", ""),
        ("[Result \"0-2\"]\n1. 32-28 *", ""),
    ] {
        let output = pdn(&["check", "-"], game);
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(
            text(&output.stdout),
            format!("{note}1 games read, 0 errors\n")
        );
    }
    let output = pdn(&["check", "--variant", "english", "-"], "1. 32-28 19-23 *");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn check_reads_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pdn");
    std::fs::write(&file, b"\xef\xbb\xbf1. 32-28 19-23 2-0\r\n\xff").unwrap();
    let path = file.to_str().unwrap();
    let output = pdn(&["check", path, path], "");
    let lines = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    assert!(lines.ends_with("2 games read, 2 errors\n"), "{lines}");
    assert!(lines.contains(&format!("{path}:2:1: ")), "{lines}");
}

#[test]
fn convert_writes_the_canonical_form() {
    let output = pdn(&["convert"], GAMES);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("damka: -:6:3: "));
    let written = text(&output.stdout);
    assert_eq!(
        written,
        "[Result \"0-1\"]\n[GameType \"25,W,8,8,A0,0\"]\n\n1. c3-d4 d6-c5 2. b2-c3 {so} f6-g5 0-1\n\n\
         [Result \"0-1\"]\n[GameType \"21,B,8,8,N1,0\"]\n[FEN \"B:W14:B10\"]\n\n1. 10x17 0-1\n\n"
    );
    let again = pdn(&["convert", "-"], &written);
    assert_eq!(again.status.code(), Some(0));
    assert_eq!(text(&again.stdout), written);
}

#[test]
fn convert_with_colons_numbers_and_positions() {
    let game = "[GameType \"26\"]\n1. c3-d4 f6-g5 2. b2-c3 d6-e5 3. d4xh4 *";
    let colon = text(&pdn(&["convert", "--colon"], game).stdout);
    assert!(colon.contains("3. d4:h4 *"), "{colon}");
    let numeric = text(&pdn(&["convert", "--colon", "--numeric"], game).stdout);
    assert!(numeric.contains("3. 18:20 *"), "{numeric}");
    assert!(numeric.contains("26,W,8,8,N2,0"), "{numeric}");
    let positions = text(&pdn(&["convert", "--to", "fen"], game).stdout);
    let lines: Vec<&str> = positions.lines().collect();
    assert_eq!(lines.len(), 7);
    assert!(lines[0].starts_with("W:Wa1,c1,"), "{positions}");
    assert!(lines[5].starts_with("B:W"), "{positions}");
    assert_eq!(lines[6], "");
}

/// Text in another encoding is kept: by a guess and with a warning, or as the user says.
#[test]
fn other_encodings_are_converted() {
    let game = b"[Event \"caf\xe9\"]\n[GameType \"25\"]\n1. c3-d4 {\xe9\x01} *\n\n[Event \"\xc3\xa9\"]\n1. 32-28 *\n";
    for (arguments, letter, warned) in [
        (&["convert"][..], "é", true),
        (&["convert", "--encoding", "latin1"], "é", false),
        (&["convert", "--encoding", "windows-1251", "-"], "й", false),
    ] {
        let output = pdn(arguments, game);
        assert_eq!(output.status.code(), Some(0));
        let written = text(&output.stdout);
        assert!(
            written.contains(&format!("[Event \"caf{letter}\"]")),
            "{written}"
        );
        assert!(written.contains(&format!("{{{letter}}}")), "{written}");
        assert!(written.contains("[Event \"é\"]"), "{written}");
        let warning = text(&output.stderr);
        assert_eq!(warning.lines().count(), usize::from(warned), "{warning}");
        assert_eq!(
            warning.starts_with("damka: -:1: not UTF-8"),
            warned,
            "{warning}"
        );
    }
    let output = pdn(&["check", "-"], game);
    assert!(text(&output.stderr).starts_with("damka: -:1: not UTF-8"));
    assert_eq!(text(&output.stdout), "2 games read, 0 errors\n");
}

#[test]
fn a_missing_file_does_not_hide_the_others() {
    let output = pdn(
        &["check", "no/such/file", "-"],
        "1. 22-18 *\n\n1. 22-99 *\n",
    );
    assert_eq!(output.status.code(), Some(2));
    let complaint = text(&output.stderr);
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    assert!(complaint.contains("no/such/file"), "{complaint}");
    let report = text(&output.stdout);
    assert!(report.contains("-:3:4: "), "{report}");
    assert!(report.ends_with("1 games read, 1 errors\n"), "{report}");
}

#[test]
fn bad_arguments_give_one_line() {
    for arguments in [
        &["check"][..],
        &["check", "no/such/file"],
        &["convert", "no/such/file"],
        &["check", "--variant", "klingon", "-"],
        &["convert", "--to", "klingon"],
        &["convert", "."],
        &["convert", "--encoding", "klingon"],
        &["convert", "--encoding", "utf-16le"],
        &["klingon"],
    ] {
        let output = pdn(arguments, "");
        let complaint = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {complaint}");
        assert_eq!(complaint.lines().count(), 1, "{arguments:?} {complaint}");
        let offending = arguments.last().unwrap();
        if arguments.len() > 2 {
            let word = if *offending == "-" {
                "klingon"
            } else {
                offending
            };
            assert!(complaint.contains(word), "{arguments:?} {complaint}");
        }
    }
}
