//! `damka match` as its users see it: matches of the engine against itself, files, errors.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const DAMKA: &str = env!("CARGO_BIN_EXE_damka");

/// Runs `damka match` in a folder; arguments are split at blanks, `@` stands for the two faces of the engine,
/// `{OPTION=VALUE}` for one more with an option, and perhaps more words after `|`.
fn run(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(DAMKA);
    command
        .arg("match")
        .current_dir(folder)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null());
    for argument in arguments.split_whitespace() {
        if argument == "@" {
            command.args(["--engine", &format!("name=uci cmd='{DAMKA}'")]);
            command.args(["--engine", &format!("name=hub cmd='{DAMKA}' proto=hub")]);
        } else if let Some(option) = argument.strip_prefix('{') {
            let option = option.trim_end_matches('}').replace('|', " ");
            command.arg(format!("name=own cmd='{DAMKA}' option.{option}"));
        } else {
            command.arg(argument);
        }
    }
    command.output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The text behind a label of the report.
fn value<'a>(report: &'a str, label: &str) -> &'a str {
    let line = report
        .lines()
        .find(|line| line.starts_with(label))
        .expect(label);
    line[label.len()..].trim_start_matches(':').trim()
}

/// A pair that is played again move by move says nothing new.
#[test]
fn repeated_pairs_are_told_and_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let report = |options: &str| {
        let output = run(
            folder.path(),
            &format!("@ --variant pool --openings 1ply --games 30 {options}"),
        );
        stdout(&output)
    };
    // Black has seven first moves in pool, so 15 pairs repeat 8.
    let repeated = report("--nodes 200");
    assert!(
        value(&repeated, "Repeated").starts_with("8 of 15 pairs"),
        "{repeated}"
    );
    assert!(
        value(&repeated, "Pairs").starts_with("[0, 0, 7, 0, 0]"),
        "{repeated}"
    );
    assert!(value(&repeated, "Result").ends_with("of 30 games"));
    let varied = report("--nodes 200 --jitter 50");
    assert!(!varied.contains("Repeated"), "{varied}");
}

/// Both faces of the engine play the same games at fixed nodes, so that each pair holds one game twice and is
/// worth one point: in every variant, without a fault.
#[test]
fn hub_and_uci_are_two_faces_of_one_engine() {
    let folder = tempfile::tempdir().unwrap();
    for variant in ["brazilian", "russian", "international", "english", "pool"] {
        let output = run(
            folder.path(),
            &format!("@ --variant {variant} --nodes 300 --games 12 --shuffle"),
        );
        let report = stdout(&output);
        assert_eq!(
            value(&report, "Identical"),
            "6 of 6 pairs hold the same moves twice",
            "{report}"
        );
        assert!(
            value(&report, "Pairs").starts_with("[0, 0, 6, 0, 0]"),
            "{report}"
        );
        assert_eq!(
            value(&report, "Elo"),
            "0.0 +/- unknown, as all results are alike"
        );
        for claim in ["95 %", "Normalized", "Superior"] {
            assert!(!report.contains(claim), "{report}");
        }
        assert_eq!(value(&report, "Faults"), "none");
    }
}

#[test]
fn files_are_written_and_a_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let files = "--json m.jsonl --pdn m.pdn --plot m.svg";
    let report = stdout(&run(
        folder.path(),
        &format!("@ --nodes 100 --games 4 --jitter 20 {files}"),
    ));
    assert!(report.contains("4 games"), "{report}");
    let json = fs::read_to_string(folder.path().join("m.jsonl")).unwrap();
    let kinds: Vec<String> = json
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|value| value["type"].as_str().unwrap().to_string())
        .collect();
    assert_eq!(kinds, ["match", "game", "game", "game", "game", "summary"]);
    let longer = format!("@ --nodes 100 --games 6 --jitter 20 {files} --resume");
    let report = stdout(&run(folder.path(), &longer));
    assert_eq!(value(&report, "Resumed"), "after 4 games");
    assert!(value(&report, "Result").ends_with("of 6 games"), "{report}");
    let pdn = fs::read_to_string(folder.path().join("m.pdn")).unwrap();
    assert_eq!(pdn.matches("[White ").count(), 6);
    assert!(
        fs::read_to_string(folder.path().join("m.svg"))
            .unwrap()
            .contains("</svg>")
    );
}

/// The chart goes on with every pair that says something new, also where all games begin alike, and comes out the same
/// when the match was played in two parts.
#[test]
fn the_chart_follows_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let played = |name: &str, games: &str, more: &str| {
        let files = format!("--json {name}.json --plot {name}.svg");
        let match_ =
            "@ --nodes 200 --jitter 50 --openings start --sprt 0,200 --alpha 1e-9 --beta 1e-9";
        stdout(&run(
            folder.path(),
            &format!("{match_} --games {games} {files} {more}"),
        ));
        fs::read_to_string(folder.path().join(format!("{name}.svg"))).unwrap()
    };
    let svg = played("whole", "20", "");
    // The last curve is that of the test.
    let curve = svg
        .lines()
        .rfind(|line| line.contains("<polyline"))
        .unwrap();
    let points = curve.split("points=\"").nth(1).unwrap();
    let points = points.split('"').next().unwrap().split_whitespace();
    let heights: Vec<&str> = points
        .map(|point| point.split_once(',').unwrap().1)
        .collect();
    assert_eq!(heights.len(), 20, "{curve}");
    let steps = heights.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!(steps > 5, "{steps}: {curve}");
    played("parts", "8", "");
    let parts = played("parts", "20", "--resume");
    assert_eq!(parts, svg);
}

/// A match that goes on never gives up a game that was played.
#[test]
fn a_match_does_not_become_shorter() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "@ --nodes 50 --json m.jsonl --pdn m.pdn --games";
    stdout(&run(folder.path(), &format!("{arguments} 4")));
    let files = || ["m.jsonl", "m.pdn"].map(|file| fs::read(folder.path().join(file)).unwrap());
    let before = files();
    let output = run(folder.path(), &format!("{arguments} 2 --resume"));
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "damka: --games 2: m.jsonl holds 4 games already, 2 of them beyond that\n"
    );
    assert!(files() == before);
}

#[test]
fn a_toml_file_describes_engines() {
    let folder = tempfile::tempdir().unwrap();
    let engine = |name: &str, nodes| {
        format!("[[engine]]\nname = \"{name}\"\ncmd = \"{DAMKA}\"\nnodes = {nodes}\n")
    };
    let text = engine("a", 50) + &engine("b", 100) + &engine("c", 200);
    fs::write(folder.path().join("e.toml"), text).unwrap();
    let report = stdout(&run(
        folder.path(),
        "--engines e.toml --games 2 --tournament gauntlet",
    ));
    assert!(report.contains("   engine"), "{report}");
    assert!(report.contains("200 nodes a move"), "{report}");
}

/// A game over DXP is a game: an engine that is reached over a socket, in either direction, and in either role. One
/// that proposes its games itself must propose those of the schedule: it plays Black first.
#[test]
fn an_engine_may_be_far_away() {
    let folder = tempfile::tempdir().unwrap();
    for (ours, theirs) in [("connect", "--listen"), ("listen", "--connect")] {
        for (role, proposals) in [
            ("follower", ""),
            ("initiator", "--games 4 --color black --minutes 0"),
        ] {
            // The system knows a free port; nobody takes it in the meantime.
            let port = std::net::TcpListener::bind("127.0.0.1:0")
                .unwrap()
                .local_addr()
                .unwrap()
                .port();
            let cmd = format!(
                "'{DAMKA}' dxp {theirs} 127.0.0.1:{port} --role {role} {proposals} --variant russian --move-time 20"
            );
            let text = format!(
                "[[engine]]\nname = 'far'\nproto = 'dxp'\ncmd = \"{cmd}\"\n{ours} = '127.0.0.1:{port}'\nrole = '{role}'\nmovetime = 2000\n"
            );
            fs::write(folder.path().join("far.toml"), text).unwrap();
            let near = format!("name=near cmd='{DAMKA}' nodes=100");
            let mut command = Command::new(DAMKA);
            command.args(["match", "--engine", &near, "--engines", "far.toml"]);
            command.args(["--variant", "russian", "--games", "4"]);
            command.args(["--openings", "start"]);
            let report = stdout(&command.current_dir(folder.path()).output().unwrap());
            assert_eq!(value(&report, "Faults"), "none", "{ours} {role}: {report}");
            assert!(value(&report, "Result").ends_with("of 4 games"), "{report}");
        }
    }
}

/// Who stops reading is not told that this is an error, neither by the heading nor by a game.
#[test]
fn a_reader_may_leave() {
    let folder = tempfile::tempdir().unwrap();
    let engine = |name: &str| format!("name={name} cmd='{DAMKA}'");
    let mut child = Command::new(DAMKA)
        .args(["match", "--engine", &engine("a"), "--engine", &engine("b")])
        .args(["--nodes", "500", "--games", "40", "--every", "1"])
        .current_dir(folder.path())
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut report = BufReader::new(child.stdout.take().unwrap());
    report.read_line(&mut line).unwrap();
    drop(report);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

/// A match that cannot begin leaves no files, which would stand in the way of the same command put right.
#[test]
fn a_match_that_cannot_begin_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("old.pdn"), "old").unwrap();
    for (arguments, offender) in [
        (
            "--engine cmd=/no/such/engine --pdn x.pdn --json x.json --plot x.svg",
            "/no/such/engine",
        ),
        ("--engine {Hash=foo} --json x.json", "foo"),
        (
            "--engine cmd=/no/such/engine --json x.json --resume",
            "/no/such/engine",
        ),
        ("--json x.json --pdn old.pdn", "old.pdn exists already"),
        ("--pdn x1 --json ./x1", "--json and --pdn name one file: x1"),
        ("--pdn x2 --log x2", "--log would write into another"),
        ("--json x2 --log x2", "--log would write into another"),
    ] {
        let output = run(folder.path(), &format!("@ --nodes 9 {arguments}"));
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {text}");
        assert!(text.contains(offender), "{arguments}: {text}");
        let files: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(files, ["old.pdn"], "{arguments}");
    }
    let old = fs::read_to_string(folder.path().join("old.pdn"));
    assert_eq!(old.unwrap(), "old");
}

/// A match that goes on writes its own PDN anew, whole or cut off, and nobody else's.
#[test]
fn a_foreign_pdn_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("m.pdn");
    let begin = "@ --nodes 9 --games 2 --openings start --json m.json --pdn m.pdn";
    stdout(&run(folder.path(), begin));
    let whole = fs::read_to_string(&file).unwrap();
    let resume = format!("{begin} --resume");
    let half = whole.len() / 2;
    let journal = || fs::read_to_string(folder.path().join("m.json")).unwrap();
    let games = journal();
    for foreign in [
        "keep me",
        "\n",
        &format!("{whole}\n[Event \"Mine\"]\n\n1. c3-d4 *\n"),
        &whole.replace("{", "{my opinion "),
        &whole[half..],
    ] {
        fs::write(&file, foreign).unwrap();
        let output = run(folder.path(), &resume);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{foreign}: {text}");
        assert!(
            text.contains("m.pdn holds something else"),
            "{foreign}: {text}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), foreign);
        assert_eq!(journal(), games, "{foreign}");
    }
    let date = whole
        .lines()
        .find(|line| line.starts_with("[Date "))
        .unwrap();
    let other_day = whole.replace(date, "[Date \"1999.12.31\"]");
    let in_a_date = &whole[..whole.find(date).unwrap() + 4];
    for own in ["", &whole[..half], in_a_date, &other_day[..], &whole[..]] {
        fs::write(&file, own).unwrap();
        stdout(&run(folder.path(), &resume));
        assert_eq!(fs::read_to_string(&file).unwrap(), whole, "{own}");
    }
    // Also where there is no match to go on with.
    fs::remove_file(folder.path().join("m.json")).unwrap();
    assert_eq!(run(folder.path(), &resume).status.code(), Some(2));
    assert_eq!(fs::read_to_string(&file).unwrap(), whole);
    assert!(!folder.path().join("m.json").exists());
}

/// Only the beginning of a match that was cut off is taken for one; anything else in the file is somebody's.
#[test]
fn a_foreign_file_is_not_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.json");
    let begin = "@ --nodes 9 --games 2 --openings start --json x.json --resume";
    stdout(&run(folder.path(), begin));
    let whole = fs::read_to_string(&file).unwrap();
    let header = whole.lines().next().unwrap();
    let other = header.replace("\"seed\":1", "\"seed\":2");
    for foreign in [
        "keep me",
        "{\"theme\": \"dark\"}",
        "\n",
        "keep\nme\n",
        &other,
    ] {
        fs::write(&file, foreign).unwrap();
        let output = run(folder.path(), begin);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{foreign}: {text}");
        assert!(text.contains("x.json, line 1: "), "{foreign}: {text}");
        assert_eq!(fs::read_to_string(&file).unwrap(), foreign);
    }
    for cut_off in ["", &header[..20], header] {
        fs::write(&file, cut_off).unwrap();
        stdout(&run(folder.path(), begin));
        assert!(fs::read_to_string(&file).unwrap().starts_with(header));
    }
}

/// Bad input ends in one line that names it, and exit status 2.
#[test]
fn bad_input_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.fen"), "W:W21:B5\nW:Wz9:B5\n").unwrap();
    fs::write(folder.path().join("mark.fen"), "W:W21:B5\tname\tlsot\n").unwrap();
    fs::write(folder.path().join("bad.pdn"), "1. c3-c9 *\n").unwrap();
    fs::write(folder.path().join("bad.toml"), "[[engine]]\ncmd = 5\n").unwrap();
    fs::write(
        folder.path().join("variant.toml"),
        "[[engine]]\ncmd = \"damka hub\"\nproto = \"hub\"\noption.variant = \"russian\"\n",
    )
    .unwrap();
    fs::write(
        folder.path().join("size.toml"),
        format!("[[engine]]\nname = 'big-hub'\ncmd = \"'{DAMKA}'\"\nproto = 'hub'\noption.tt-size = 99\n"),
    )
    .unwrap();
    fs::write(
        folder.path().join("nowhere.toml"),
        format!("[[engine]]\nname = 'lost'\ncmd = \"'{DAMKA}'\"\ndir = '/no/such'\n"),
    )
    .unwrap();
    fs::write(folder.path().join("old.pdn"), "").unwrap();
    let cases = [
        ("--nodes 9", "at least two engines"),
        ("@", "nothing limits the thinking of uci"),
        ("@ --nodes 9 --games 3", "even"),
        ("@ --nodes 9 --games 0", "--games 0: there is nothing"),
        ("@ --nodes 9 --stall 0", "'--stall"),
        ("@ --nodes 9 --stall 18446744073709551615", "'--stall"),
        ("@ --nodes 9 --max-moves 0", "'--max-moves"),
        ("@ --nodes 9 --openings .", "cannot read .: "),
        (
            "@ --nodes 9 --openings 5ply",
            "5ply (tables for brazilian: brazilian-table, idf-basic-150, start, 1ply to 4ply)",
        ),
        (
            "@ --nodes 9 --engine {Hash=1|name=x}",
            "name is given twice",
        ),
        (
            "@ --nodes 9 --engines nowhere.toml",
            "dir=/no/such: no such directory",
        ),
        ("@ --nodes 0", "'0'"),
        ("@ --nodes 9 --sprt 5,0", "5,0"),
        ("@ --nodes 9 --sprt 0,5 --alpha 0.7", "0.7"),
        ("@ --nodes 9 --alpha 0.1", "--sprt"),
        ("@ --nodes 9 --beta 2", "--sprt"),
        ("@ --nodes 9 --sprt-model logistic", "--sprt"),
        ("@ --nodes 9 --sprt 0,5 --sprt-model bayes", "bayes"),
        ("@ --tc 5+x", "5+x"),
        ("@ --nodes 9 --openings nothing", "nothing"),
        ("@ --nodes 9 --openings english-3move", "english-3move"),
        ("@ --nodes 9 --openings bad.fen", "z9"),
        ("@ --nodes 9 --openings bad.pdn", "c3-c9"),
        ("@ --nodes 9 --draw-rules wcdf", "wcdf"),
        ("@ --nodes 9 --variant halma", "halma"),
        ("@ --nodes 9 --tournament cup", "cup"),
        ("@ --nodes 9 --adjudicate-draw soon", "soon"),
        ("@ --nodes 9 --jitter 100", "100"),
        ("@ --depth 2 --jitter 10", "--jitter 10: no engine has"),
        ("@ --nodes 9 --openings mark.fen", "lsot"),
        ("@ --nodes 9 --engines bad.toml", "bad.toml"),
        ("@ --nodes 9 --engines none.toml", "none.toml"),
        ("@ --nodes 9 --resume", "--json"),
        ("@ --nodes 9 --pdn old.pdn", "old.pdn"),
        ("@ --nodes 9 --json no/such/m.jsonl", "no/such/m.jsonl"),
        ("@ --nodes 9 --plot no/such/m.svg", "no/such/m.svg"),
        ("@ --nodes 9 --engine name=x", "without cmd: x"),
        ("@ --nodes 9 --engine proto=dxp", "listen=HOST:PORT"),
        (
            "@ --nodes 9 --engine {uci_variant=pool}",
            "option.uci_variant",
        ),
        ("@ --nodes 9 --engine {DrawRules=cbd}", "option.DrawRules"),
        ("@ --nodes 9 --engines variant.toml", "option.variant"),
        (
            "@ --nodes 9 --engine {Hash=foo}",
            "own: refuses: option 'Hash' cannot be 'foo', it takes a whole number from",
        ),
        (
            "@ --nodes 9 --engine {Hash=99999999}",
            "'99999999', it takes a whole number from",
        ),
        (
            "@ --nodes 9 --engine {Ponder=maybe}",
            "'maybe', it takes true or false",
        ),
        (
            "@ --nodes 9 --engines size.toml",
            "hub: refuses: parameter 'tt-size' cannot be '99', it takes a whole number from",
        ),
        (
            "@ --nodes 9 --engine cmd=/no/such/engine",
            "/no/such/engine",
        ),
    ];
    for (arguments, offender) in cases {
        let output = run(folder.path(), arguments);
        let text = String::from_utf8(output.stderr.clone()).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {text}");
        assert_eq!(text.lines().count(), 1, "{arguments}: {text}");
        assert!(
            text.starts_with("damka: ") && text.contains(offender),
            "{arguments}: {text}"
        );
    }
}
