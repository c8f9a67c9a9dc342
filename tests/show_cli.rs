//! `damka moves` and `damka show` as their users see them: output, files, errors.

use serde_json::{Value, json};
use std::fs;
use std::process::{Command, Output, Stdio};

fn damka(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_damka"))
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .args(arguments)
        .output()
        .unwrap()
}

/// Standard output of a run that must succeed without a word on stderr.
fn stdout(arguments: &[&str]) -> String {
    let output = damka(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn show_json(arguments: &[&str]) -> Value {
    let mut all = vec!["show", "--json"];
    all.extend(arguments);
    serde_json::from_str(&stdout(&all)).unwrap()
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn moves_are_listed_one_a_line() {
    let start = stdout(&["moves"]);
    let expected = [
        "21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20",
    ];
    assert_eq!(sorted(&start), expected);
    let fen = "B:W21,22:BK30";
    assert_eq!(
        stdout(&["moves", "--variant", "english", "--fen", "W:W:B1"]),
        ""
    );
    let russian = stdout(&[
        "moves",
        "--variant",
        "russian",
        "--fen",
        fen,
        "--notation",
        "algebraic",
    ]);
    assert!(sorted(&russian).contains(&"c1-d2"), "{russian}");
}

#[test]
fn every_notation_is_written() {
    let position = ["--variant", "russian", "--fen", "W:Wc3,h2:Bd4,f6"];
    for (notation, expected) in [
        ("numeric", "22x8"),
        ("algebraic", "c3xg7"),
        ("path", "22x15x8"),
        ("hub", "22x8x11x18"),
        ("digits", "221508"),
    ] {
        let mut arguments = vec!["moves", "--notation", notation];
        arguments.extend(position);
        assert_eq!(stdout(&arguments).trim(), expected, "{notation}");
    }
    let mut arguments = vec!["moves", "--notation", "algebraic", "--colon"];
    arguments.extend(position);
    assert_eq!(stdout(&arguments).trim(), "c3:g7");
}

#[test]
fn moves_are_played_in_any_notation() {
    for moves in [
        "c3-d4 f6-g5",
        "22-18 11-16",
        "2218 1116",
        "cd4 fg5",
        "1. c3-d4 f6-g5",
        "1.22-18 11-16 2.",
        "1.c3-d4 1...f6-g5",
        "1. cd4 ... fg5",
    ] {
        let state = show_json(&["--variant", "russian", "--moves", moves]);
        assert_eq!(
            state["fen"],
            "W:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,16"
        );
        assert_eq!(state["turn"], "white", "{moves}");
        assert_eq!(state["status"], "ongoing");
        assert_eq!(state["reason"], Value::Null);
    }
}

#[test]
fn the_json_object_has_every_field() {
    let state = show_json(&["--variant", "brazilian", "--fen", "W:WK30,K31:BK3"]);
    assert_eq!(state["variant"], "brazilian");
    assert_eq!(state["hub"], "WeeBeeeeeeeeeeeeeeeeeeeeeeeeeeWWe");
    assert_eq!(state["draw_rules"], "fmjd64");
    assert_eq!(state["repetitions"], 1);
    assert_eq!(
        state["counters"],
        json!({ "lone_king": { "plies": 0, "limit": 10 } })
    );
    let moves = state["moves"].as_array().unwrap();
    assert!(moves.contains(&json!("30-26")), "{moves:?}");
}

/// `--json` writes Hub's moves, unless the notation is chosen.
#[test]
fn json_heeds_the_notation() {
    let position = ["--variant", "russian", "--fen", "W:Wc3,h2:Bd4,f6"];
    for (style, expected) in [
        (&[][..], "22x8x11x18"),
        (&["--notation", "algebraic"], "c3xg7"),
        (&["--notation", "algebraic", "--colon"], "c3:g7"),
        (&["--notation", "numeric", "--colon"], "22:8"),
    ] {
        let state = show_json(&[&position[..], style].concat());
        assert_eq!(state["moves"], json!([expected]), "{style:?}");
    }
}

/// Every seventh of the planned games; the engine's own tests replay them all.
#[test]
fn results_and_reasons_are_those_of_the_planned_games() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/draws.jsonl");
    let lines = fs::read_to_string(path).unwrap();
    for line in lines.lines().step_by(7) {
        let case: Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| case[name].as_str().unwrap().to_string();
        let moves: Vec<&str> = case["moves"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let state = show_json(&[
            "--variant",
            &text("variant"),
            "--fen",
            &text("fen"),
            "--draw-rules",
            &text("draw_rules"),
            "--moves",
            &moves.join(" "),
        ]);
        assert_eq!(state["status"], case["expect"]["status"], "{}", case["id"]);
        if !case["expect"]["reason"].is_null() {
            assert_eq!(state["reason"], case["expect"]["reason"], "{}", case["id"]);
        }
    }
}

#[test]
fn the_text_has_the_board_and_the_state() {
    let text = stdout(&["show", "--variant", "russian", "--fen", "W:Wa1,Kc3:Bh8,b6"]);
    for line in [
        "8    .   .   .   b    1-4",
        "1  w   .   .   .     29-32",
        "Variant:    russian",
        "To move:    white",
        "Status:     ongoing",
        "Draw rules: fmjd64",
        "Counters:   king_moves 0 of 30 plies",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    let shuffle = "32-28 1-5 28-32 5-1 ".repeat(70);
    let position = ["show", "--variant", "russian", "--fen", "W:WK32:BK1"];
    let long = stdout(&[&position[..], &["--moves", &shuffle]].concat());
    assert!(long.contains("lone_king 255 or more of 10 plies"), "{long}");
    let won = stdout(&["show", "--variant", "russian", "--fen", "B:Wa1:B"]);
    assert!(won.contains("Status:     win_white (no_pieces)\n"), "{won}");
    assert!(won.contains("Moves:      none\n"), "{won}");
}

#[test]
fn the_picture_goes_to_a_file_or_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.svg");
    let file = path.to_str().unwrap();
    assert_eq!(
        stdout(&["show", "--variant", "international", "--svg", file]),
        ""
    );
    let picture = fs::read_to_string(&path).unwrap();
    assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    assert_eq!(picture.matches("<circle class=\"white\"").count(), 20);
    assert_eq!(
        stdout(&["show", "--variant", "international", "--svg", "-"]),
        picture
    );
    let both = stdout(&["show", "--variant", "pool", "--svg", file, "--json"]);
    assert_eq!(
        serde_json::from_str::<Value>(&both).unwrap()["variant"],
        "pool"
    );
    let refused = folder.path().join("refused.svg");
    let file = refused.to_str().unwrap();
    let output = damka(&["show", "--json", "--colon", "--svg", file]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!refused.exists());
}

#[test]
fn bad_input_is_one_line_and_status_2() {
    for (arguments, offending) in [
        (vec!["moves", "--variant", "chess"], "chess"),
        (vec!["moves", "--fen", "W:W33:B1"], "33"),
        (vec!["moves", "--fen", "rubbish"], "rubbish"),
        (vec!["moves", "--moves", "22-18 zz"], "zz"),
        (vec!["moves", "--moves", "22-17 1-32"], "move 2"),
        (vec!["moves", "--moves", "1. 22-17 1-32"], "move 2"),
        (vec!["moves", "--moves", "1 22-17"], "move 1"),
        (vec!["moves", "--notation", "latin"], "latin"),
        (vec!["moves", "--notation", "digits", "--colon"], "digits"),
        (vec!["moves", "--notation", "hub", "--colon"], "hub"),
        (vec!["show", "--json", "--colon"], "hub"),
        (vec!["show", "--draw-rules", "none"], "none"),
        (vec!["show", "--json", "--svg", "-"], "--svg - and --json"),
        (vec!["show", "--draw-rules", "wcdf"], "wcdf"),
        (
            vec!["show", "--svg", "/no/such/folder/x.svg"],
            "/no/such/folder/x.svg",
        ),
        (vec!["show", "--moves", "-5"], "-5"),
    ] {
        let output = damka(&arguments);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert_eq!(text.lines().count(), 1, "{arguments:?}: {text}");
        assert!(
            text.starts_with("damka: ") && text.contains(offending),
            "{text}"
        );
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}
