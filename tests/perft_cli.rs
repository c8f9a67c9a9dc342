//! `damka perft` as its users see it: output, errors, suites, resumption, Ctrl-C.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn damka() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damka"));
    command.env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

/// Runs `damka perft` with arguments that contain no blanks.
fn perft(arguments: &str) -> Output {
    damka()
        .arg("perft")
        .args(arguments.split_whitespace())
        .output()
        .unwrap()
}

/// Standard output of a run that must succeed without a word on stderr.
fn stdout(output: &Output) -> String {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Standard error of a run that must end with this status: one line.
fn complaint(output: &Output, status: i32) -> String {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(status), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.starts_with("damka: "), "{text}");
    text
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

#[test]
fn the_last_line_is_the_count() {
    for (arguments, count) in [
        ("--depth 0", 1),
        ("--depth 9", 4_431_766),
        ("--variant russian --depth 8", 929_899),
        ("--variant russian --depth 8 --count paths", 929_905),
        ("--variant english --depth 7", 179_740),
        ("--depth 9 --threads 3 --hash 16", 4_431_766),
        ("--variant pool --depth 8", 929_896),
        ("--variant 10x10 --depth 6", 167_140),
        ("--variant 25 --fen W:WK20:B10,K12,16,21,23,24 --depth 1", 1),
    ] {
        let text = stdout(&perft(arguments));
        let expected = format!("Nodes searched: {count}");
        assert_eq!(last_line(&text), expected, "{arguments}");
    }
}

#[test]
fn the_kind_of_count_is_named() {
    // The king goes round in a circle, one way or the other.
    let position = "--variant russian --fen W:WK20:B10,K12,16,21,23,24 --depth 1";
    let unique = stdout(&perft(position));
    assert!(unique.contains("Count: unique\n"), "{unique}");
    assert_eq!(last_line(&unique), "Nodes searched: 1");
    let paths = stdout(&perft(&format!("{position} --count paths")));
    assert!(paths.contains("Count: paths\n"), "{paths}");
    assert_eq!(last_line(&paths), "Nodes searched: 2");
}

#[test]
fn divide_adds_up() {
    let text = stdout(&perft("--variant russian --depth 6 --divide"));
    let counts: Vec<u64> = text
        .lines()
        .filter_map(|line| line.split_once(": "))
        .filter(|(mv, _)| mv.contains('-') && mv.starts_with(|c: char| c.is_ascii_digit()))
        .map(|(_, count)| count.parse().unwrap())
        .collect();
    assert_eq!(counts.len(), 7);
    let sum: u64 = counts.iter().sum();
    assert_eq!(last_line(&text), format!("Nodes searched: {sum}"));
}

#[test]
fn json_has_exactly_the_promised_fields() {
    let text = stdout(&perft("--variant english --depth 5 --json"));
    assert_eq!(text.lines().count(), 1);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let fields: Vec<&str> = json.as_object().unwrap().keys().map(|k| &**k).collect();
    let mut expected = [
        "variant",
        "fen",
        "depth",
        "count_kind",
        "count",
        "seconds",
        "divide",
    ];
    expected.sort_unstable();
    assert_eq!(fields, expected);
    assert_eq!(json["variant"], "english");
    assert_eq!(json["depth"], 5);
    assert_eq!(json["count_kind"], "unique");
    assert_eq!(json["count"], 7361);
    assert!(json["seconds"].is_f64());
    let divide = json["divide"].as_object().unwrap();
    let sum: u64 = divide.values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(sum, 7361);
}

#[test]
fn bad_input_is_named_in_one_line() {
    for (arguments, offending) in [
        ("", "--depth"),
        ("--depth", "--depth"),
        ("--depth x", "'x'"),
        ("--depth -1", "-1"),
        ("--depth 256", "256"),
        ("--depth 5000000000", "5000000000"),
        ("--depth 3 --variant ludo", "ludo"),
        ("--depth 3 --fen W:W1,2,x:B30", "x"),
        ("--depth 3 --fen W:W33:B1", "33"),
        ("--depth 3 --fen W:W1:B32", "square 1"),
        ("--depth 3 --fen 5", "5"),
        ("--depth 3 --count both", "both"),
        ("--depth 3 --threads 0", "0"),
        ("--depth 3 --threads many", "many"),
        ("--depth 3 --threads 100000000", "100000000"),
        ("--depth 3 --hash 1e3", "1e3"),
        ("--depth 3 --hash 99999999999", "99999999999"),
        ("--depth 3 --colour", "--colour"),
        ("--depth 3 extra", "extra"),
        ("--suite no/such/file", "no/such/file"),
        ("--suite Cargo.toml", "Cargo.toml:1"),
        ("--suite tests/data/perft/russian.jsonl --json", "--json"),
        ("--depth 3 --resume no/such/file", "no/such/file"),
        ("--depth 3 --resume src", "src"),
        ("--depth 3 --resume Cargo.toml", "Cargo.toml"),
        ("--depth 3 --log no/such/file", "no/such/file"),
    ] {
        let output = perft(arguments);
        let line = complaint(&output, 2);
        assert!(line.contains(offending), "{arguments:?}: {line}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{arguments:?}");
    }
    let unknown = damka().arg("prft").output().unwrap();
    assert!(complaint(&unknown, 2).contains("prft"));
}

#[test]
fn offending_text_cannot_break_the_line() {
    let output = damka()
        .args(["perft", "--depth", "3", "--fen", "W:W1\n\u{1b}[2J:B5"])
        .output()
        .unwrap();
    assert!(complaint(&output, 2).is_ascii());
}

#[test]
fn help_teaches_with_examples() {
    let text = stdout(&perft("--help"));
    for word in ["Examples:", "--suite", "--resume", "unique", "paths"] {
        assert!(text.contains(word), "{word}");
    }
}

#[test]
fn a_reader_who_leaves_is_no_failure() {
    let mut child = damka()
        .args(["perft", "--depth", "6", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    stdout(&output);
}

#[test]
fn log_records_go_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let output = damka()
        .args(["perft", "--depth", "7", "--log"])
        .arg(&log)
        .output()
        .unwrap();
    stdout(&output);
    assert!(fs::read_to_string(log).unwrap().contains("subtrees"));
}

fn suite(lines: &str, options: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("suite");
    fs::write(&file, lines).unwrap();
    let mut command = damka();
    command.args(["perft", "--suite"]).arg(&file).args(options);
    command.output().unwrap()
}

#[test]
fn suites_of_both_forms_pass() {
    let json = fs::read_to_string("tests/data/perft/russian.jsonl").unwrap();
    let first: Vec<&str> = json.lines().take(20).collect();
    let text = stdout(&suite(&first.join("\n"), &["--hash", "1"]));
    assert_eq!(last_line(&text), "20 passed, 0 failed");

    let lines = "# a comment\n\nW:W21-32:B1-12 ;D1 7 ;D2 49 ;D3 302\n";
    for options in [&[][..], &["--variant", "russian", "--threads", "2"]] {
        let text = stdout(&suite(lines, options));
        assert_eq!(last_line(&text), "1 passed, 0 failed");
    }
}

#[test]
fn a_suite_of_nothing_is_no_success() {
    for lines in ["", "# a comment\n\n"] {
        let text = complaint(&suite(lines, &[]), 2);
        assert!(text.contains("nothing to check"), "{text}");
    }
}

#[test]
fn a_suite_shows_its_first_failure() {
    let lines = "W:W21-32:B1-12 ;D1 7\nW:W21-32:B1-12 ;D1 7 ;D3 303\nB:W21-32:B1-12 ;D1 8\n";
    let output = suite(lines, &[]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    for part in [
        "suite:2\n",
        "Position: W:W21-32:B1-12\n",
        "Depth: 3\n",
        "Expected: 303\n",
        "Got: 302\n",
        "21-17: 47\n",
        "suite:3\n",
    ] {
        assert!(text.contains(part), "{part:?} in {text}");
    }
    assert_eq!(last_line(&text), "1 passed, 2 failed");
    let shallow = suite(lines, &["--depth", "2"]);
    let text = String::from_utf8(shallow.stdout).unwrap();
    assert_eq!(last_line(&text), "2 passed, 1 failed");
}

#[test]
fn what_a_suite_leaves_unchecked_is_not_called_passed() {
    let lines = "W:W21-32:B1-12 ;D1 7\nW:W21-32:B1-12 ;D3 1\n";
    let text = stdout(&suite(lines, &["--depth", "2"]));
    assert_eq!(
        last_line(&text),
        "1 passed, 0 failed, 1 skipped (no count within --depth and --count)"
    );
    let output = suite("W:W21-32:B1-12 ;D3 302\n", &["--depth", "2"]);
    assert!(!output.status.success());
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("nothing to check"), "{text}");
}

#[test]
fn a_suite_compares_move_lists_and_paths() {
    let right = r#"{"variant":"russian","fen":"W:WK30:B14,22,23,15","perft":[3]"#;
    let moves = r#","moves":[{"from":30,"to":1,"captured":[5]}]}"#;
    let output = suite(&format!("{right}{moves}\n"), &[]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Expected: 30x1x5\n"), "{text}");
    assert_eq!(last_line(&text), "0 passed, 1 failed");
    for (line, offending) in [
        (format!("{right}\n"), "suite:1"),
        (
            "{\"variant\":\"ludo\",\"fen\":\"\",\"perft\":[1]}".to_string(),
            "ludo",
        ),
        (
            "{\"variant\":\"pool\",\"fen\":\"x\",\"perft\":[1]}".to_string(),
            "suite:1",
        ),
        ("W:W21-32:B1-12 ;D1 7 ;D2 x".to_string(), "D2 x"),
    ] {
        assert!(complaint(&suite(&line, &[]), 2).contains(offending));
    }
}

const DEEP: &str = "--depth 12";
const DEEP_COUNT: &str = "Nodes searched: 511882477";

fn start_deep(file: &Path) -> Child {
    damka()
        .arg("perft")
        .args(DEEP.split_whitespace())
        .arg("--resume")
        .arg(file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn finish_deep(file: &Path) -> Output {
    damka()
        .arg("perft")
        .args(DEEP.split_whitespace())
        .args(["--threads", "2", "--hash", "64", "--resume"])
        .arg(file)
        .output()
        .unwrap()
}

/// Waits until the file has grown by some lines. It is not read, as some systems let nobody read a locked file.
fn wait_for_growth(file: &Path) {
    let size = || fs::metadata(file).map_or(0, |data| data.len());
    let (begin, wanted) = (Instant::now(), size() + 600);
    while size() < wanted {
        assert!(begin.elapsed() < Duration::from_secs(60), "no progress");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_killed_count_goes_on_and_gives_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("resume");
    for _ in 0..2 {
        let mut child = start_deep(&file);
        wait_for_growth(&file);
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success());
    }
    // As if it had been killed in the middle of a line.
    let mut bytes = fs::read(&file).unwrap();
    bytes.extend(b"77 12");
    fs::write(&file, &bytes).unwrap();

    let other_depth = perft(&format!("--depth 11 --resume {}", file.display()));
    assert!(complaint(&other_depth, 2).contains("its depth is 12, not 11"));
    assert_eq!(fs::read(&file).unwrap(), bytes);

    assert_eq!(last_line(&stdout(&finish_deep(&file))), DEEP_COUNT);
    // Everything is known now.
    assert_eq!(last_line(&stdout(&finish_deep(&file))), DEEP_COUNT);

    // One digit of one count is wrong.
    let text = fs::read_to_string(&file).unwrap();
    let line = text.lines().nth(9).unwrap();
    let (index, rest) = line.split_once(' ').unwrap();
    let damaged = text.replace(&format!("\n{line}\n"), &format!("\n{index} 1{rest}\n"));
    fs::write(&file, &damaged).unwrap();
    assert!(complaint(&finish_deep(&file), 2).contains("damaged in line 10"));
    assert_eq!(fs::read_to_string(&file).unwrap(), damaged);
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_with_one_line_and_keeps_what_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("resume");
    let child = start_deep(&file);
    wait_for_growth(&file);
    let in_use = finish_deep(&file);
    assert!(complaint(&in_use, 2).contains("in use"));
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupt.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let line = complaint(&output, 130);
    assert!(line.contains("stopped after"), "{line}");
    assert_eq!(output.stdout, b"");
    assert_eq!(last_line(&stdout(&finish_deep(&file))), DEEP_COUNT);
}
