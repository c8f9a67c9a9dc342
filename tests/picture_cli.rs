//! The pictures that `analyze`, `match` and `show` write: what they may overwrite, and that they are XML.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const DAMKA: &str = env!("CARGO_BIN_EXE_damka");

const GAME: &str = "[GameType \"25\"]\n[White \"<Q&\u{1}>\"]\n1. c3-d4 d6-c5 *\n";

/// Runs the engine in a folder; arguments are split at blanks, `@` stands for two engines of a short match.
fn damka(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(DAMKA);
    command.current_dir(folder).stdin(Stdio::null());
    command.env_remove("RUST_LOG");
    for argument in arguments.split_whitespace() {
        if argument == "@" {
            command.args(["--engine", &format!("name=a\u{1} cmd='{DAMKA}'")]);
            command.args(["--engine", &format!("name=<b> cmd='{DAMKA}'")]);
            command.args(["--nodes", "50", "--games", "2"]);
        } else {
            command.arg(argument);
        }
    }
    command.output().unwrap()
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("a.pdn", GAME);
    write("notes.txt", "my notes\n");
    write("blank", "\n");
    write("old.svg", "\n<svg>old</svg>");
    write("declared.svg", "\u{feff}<?xml version=\"1.0\"?><svg/>");
    folder
}

const DRAWING: [&str; 3] = [
    "analyze a.pdn --depth 1 --plot",
    "match @ --pdn m.pdn --plot",
    "show --svg",
];

#[test]
fn pictures_replace_pictures_only() {
    for command in DRAWING {
        for (file, allowed) in [
            ("new.svg", true),
            ("old.svg", true),
            ("declared.svg", true),
            ("blank", true),
            ("notes.txt", false),
            ("./a.pdn", false),
            (".", false),
            ("none/x.svg", false),
        ] {
            let folder = folder();
            let path = folder.path().join(file);
            let before = fs::read(&path).ok();
            let output = damka(folder.path(), &format!("{command} {file}"));
            let complaint = String::from_utf8_lossy(&output.stderr);
            let place = format!("{command} {file}: {complaint}");
            if allowed {
                assert_eq!(output.status.code(), Some(0), "{place}");
                let svg = fs::read_to_string(&path).unwrap();
                assert!(svg.starts_with("<svg") && !svg.contains("old"), "{place}");
                assert!(svg.trim_end().ends_with("</svg>"), "{place}");
                let forbidden = |c: char| c.is_control() && !"\t\r\n".contains(c);
                assert!(!svg.contains(forbidden), "{place}");
                assert!(!svg.contains("<Q") && !svg.contains("<b>"), "{place}");
            } else {
                assert_eq!(output.status.code(), Some(2), "{place}");
                assert_eq!(complaint.lines().count(), 1, "{place}");
                assert!(complaint.contains(file), "{place}");
                assert_eq!(fs::read(&path).ok(), before, "{place}");
                assert!(!folder.path().join("m.pdn").exists(), "{place}");
            }
        }
    }
}

/// One file cannot serve two purposes, under whatever name.
#[test]
fn a_picture_is_no_other_file_of_the_run() {
    for arguments in [
        "match @ --pdn x.svg --plot x.svg",
        "match @ --json ./x.svg --plot x.svg",
        "analyze a.pdn --depth 1 --log x.svg --plot ./x.svg",
        "show --log x.svg --svg x.svg",
    ] {
        let folder = folder();
        let output = damka(folder.path(), arguments);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {complaint}");
        assert_eq!(complaint.lines().count(), 1, "{arguments}: {complaint}");
        assert!(complaint.contains("x.svg"), "{arguments}: {complaint}");
        assert!(!folder.path().join("x.svg").exists(), "{arguments}");
    }
}

/// A chart that cannot be drawn in the end leaves nothing behind.
#[test]
fn a_failure_leaves_no_empty_picture() {
    let folder = folder();
    for arguments in [
        "analyze notes.txt --depth 1 --plot x.svg",
        "match @ --pdn a.pdn --plot x.svg",
    ] {
        let output = damka(folder.path(), arguments);
        assert_ne!(output.status.code(), Some(0), "{arguments}");
        assert!(!folder.path().join("x.svg").exists(), "{arguments}");
    }
}
