//! `damka analyze` as its users see it: annotated games, best lines, what it reads and refuses.

#[path = "support/feed.rs"]
mod feed;

use feed::feed;
use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

/// Runs `damka analyze` with a text on standard input.
fn analyze(arguments: &[&str], input: &str) -> Output {
    let mut damka = Command::new(env!("CARGO_BIN_EXE_damka"));
    feed(damka.arg("analyze").args(arguments), input)
}

/// Standard output of a run that must succeed without a word on stderr.
fn stdout(arguments: &[&str], input: &str) -> String {
    let output = analyze(arguments, input);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// A game with marks of its own, in which White gives a man away.
const GAME: &str = "[GameType \"25\"]\n[FEN \"W:Wc3,g1:Ba5,a7\"]\n[Annotator \"A. Nother\"]\n\n\
    1. c3-b4 $1 {so} (1. c3-d4 {better, surely}) a5xc3 $6 {+1 for courage} 2. g1-h2 *\n";

#[test]
fn an_analysis_replaces_an_earlier_one_and_nothing_else() {
    let once = stdout(&["--depth", "5", "-"], GAME);
    assert!(once.contains("{better, "), "{once}");
    assert!(once.contains("[Annotator \"A. Nother; Damka "), "{once}");
    for depth in ["5", "3"] {
        let first = stdout(&["--depth", depth, "-"], GAME);
        let again = stdout(&["--depth", depth, "-"], &once);
        assert_eq!(again, first, "depth {depth}");
    }
    for mark in [
        "b4 $1 ",
        "{so}",
        "c3 $6 ",
        "{+1 for courage}",
        "{better, surely}",
    ] {
        assert!(once.contains(mark), "{mark}: {once}");
    }
}

/// However early the last iteration is broken off.
#[test]
fn as_many_lines_are_shown_as_asked_for() {
    for (arguments, count) in [
        (&[][..], 3),
        (&["--lines", "5"], 5),
        (&["--lines", "9"], 7),
        (&["--fen", "W:W32:B1"], 2),
    ] {
        for time in ["5", "20", "60", "110"] {
            let mut all = vec!["--time", time];
            all.extend(arguments);
            let text = stdout(&all, "");
            assert_eq!(text.lines().count(), count, "{all:?}: {text}");
            for (place, line) in (1..).zip(text.lines()) {
                assert!(line.starts_with(&format!("{place}. ")), "{text}");
            }
        }
    }
}

/// The variant of a game without GameType is found as `pdn check` finds it, unless it is given.
#[test]
fn the_variant_is_found() {
    let game = "1. 32-28 19-23 *";
    let text = stdout(&["--depth", "1", "-"], game);
    assert!(text.contains("[GameType \"20,"), "{text}");
    let output = analyze(&["--depth", "1", "--variant", "russian", "-"], game);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn other_encodings_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.pdn");
    std::fs::write(&file, b"1. 32-28 {\xe9} *").unwrap();
    let name = file.to_str().unwrap();
    let output = analyze(&["--depth", "1", name], "");
    assert!(String::from_utf8(output.stdout).unwrap().contains("{é}"));
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(
        warning.contains(&format!("{name}:1: not UTF-8")),
        "{warning}"
    );
    let russian = stdout(&["--depth", "1", "--encoding", "cp1251", name], "");
    assert!(russian.contains("{й}"), "{russian}");
}

#[test]
fn a_game_that_cannot_be_read_is_told_with_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.pdn");
    std::fs::write(&file, "1. 32-28 99-98 *").unwrap();
    let output = analyze(&["--depth", "1", file.to_str().unwrap()], "");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("bad.pdn: game 1: line 1, column 10: "),
        "{text}"
    );
}

#[test]
fn bad_input_is_one_line_and_status_2() {
    for (arguments, input, offending) in [
        (&["no/such/file"][..], "", "no/such/file"),
        (&["-"], "", "-: no game found"),
        (&["-", "--game", "2"], GAME, "-: there is no game 2"),
        (&["-", "--depth", "0"], GAME, "'0'"),
        (&["-", "--plot", "no/such/x.svg"], GAME, "no/such/x.svg"),
        (&["-", "--lines", "2"], GAME, "--lines"),
        (&["--fen", "rubbish"], "", "rubbish"),
    ] {
        let output = analyze(arguments, input);
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

/// Also within one position that would take for ever; what is finished is printed.
#[cfg(unix)]
#[test]
fn ctrl_c_stops_the_search_under_way() {
    let games = "[GameType \"20\"]\n[FEN \"W:W36:B26\"]\n\n1. 36-31 26x37 *\n\n[GameType \"20\"]\n\n1. 32-28 *\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pdn");
    std::fs::write(&file, games).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_damka"))
        .args(["analyze", "--depth", "90"])
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
    // The first game comes when it is finished, and the second is next.
    let first = out.find(|line| line.as_ref().unwrap().contains("26x37"));
    assert!(first.is_some());
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupt.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let line = String::from_utf8(output.stderr).unwrap();
    assert!(line.contains("stopped in game 2"), "{line}");
}
