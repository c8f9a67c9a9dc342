//! PDN: the collected cases, odd but readable files, faults with their places, and the canonical form.

use damka_engine::pdn::{
    self, GameResult, PdnError, PdnFault, RawGame, ReadError, Reader, Record, WriteOptions,
};
use damka_engine::rules::{Brazilian, English, International, Russian};
use damka_engine::{Color, Position, Rules, Variant, with_rules};
use serde_json::Value;
use std::io::{self, BufRead, Cursor, Read};

const CASES: &str = include_str!("../../tests/data/cases.jsonl");

fn raw(text: &[u8]) -> Vec<Result<RawGame, ReadError>> {
    Reader::new(Cursor::new(text)).collect()
}

/// Every game of a text that has no faults.
fn games<R: Rules>(text: &str) -> Vec<Record<R>> {
    raw(text.as_bytes())
        .into_iter()
        .map(|game| {
            let game = game.unwrap_or_else(|error| panic!("{text}: {error}"));
            game.replay()
                .unwrap_or_else(|error| panic!("{text}: {error}"))
        })
        .collect()
}

fn one<R: Rules>(text: &str) -> Record<R> {
    let mut games = games(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn plies<R: Rules>(record: &Record<R>) -> Vec<String> {
    record.moves().map(|mv| mv.to_string()).collect()
}

/// The error of a text with one faulty game, whether found in reading or in replaying.
fn fault<R: Rules>(text: &str) -> PdnError {
    let errors: Vec<PdnError> = raw(text.as_bytes())
        .into_iter()
        .filter_map(|game| match game {
            Ok(game) => game.replay::<R>().err(),
            Err(ReadError::Game(error)) => Some(error),
            Err(error) => panic!("{error}"),
        })
        .collect();
    let [error] = errors.as_slice() else {
        panic!("{text}: {errors:?}");
    };
    error.clone()
}

fn check_case<R: Rules>(case: &Value) {
    let (id, expect) = (&case["id"], &case["expect"]);
    let games = games::<R>(case["pdn"].as_str().expect("a PDN"));
    if let Some(count) = expect["games"].as_u64() {
        assert_eq!(games.len() as u64, count, "{id}");
    }
    if let Some(results) = expect["results"].as_array() {
        for (game, result) in games.iter().zip(results) {
            let wanted = match result.as_str() {
                Some("black") => GameResult::Win(Color::Black),
                Some("white") => GameResult::Win(Color::White),
                Some("draw") => GameResult::Draw,
                _ => GameResult::Unknown,
            };
            assert_eq!(game.result, wanted, "{id}");
        }
    }
    if let Some(wanted) = expect["plies"].as_array() {
        let found: Vec<String> = games[0]
            .positions()
            .zip(games[0].moves())
            .map(|(position, mv)| damka_engine::movetext::write(&position, mv, Default::default()))
            .collect();
        assert_eq!(serde_json::json!(found), serde_json::json!(wanted), "{id}");
    }
    for (name, value) in expect["tags"].as_object().into_iter().flatten() {
        let tag = games[0].tags.iter().find(|(other, _)| other == name);
        assert_eq!(tag.map(|(_, text)| text.as_str()), value.as_str(), "{id}");
    }
    if expect["final_status"] == "win_black" {
        assert_eq!(games[0].result, GameResult::Win(Color::Black), "{id}");
        assert_eq!(games[0].winner_on_board(), Some(Color::Black), "{id}");
    }
}

#[test]
fn cases_of_games() {
    let mut count = 0;
    for line in CASES.lines() {
        let case: Value = serde_json::from_str(line).expect("a case is JSON");
        let Ok(variant) = case["variant"]
            .as_str()
            .unwrap_or_default()
            .parse::<Variant>()
        else {
            continue;
        };
        if case["pdn"].is_string() && case["id"].as_str().is_some_and(|id| id.starts_with('N')) {
            with_rules!(variant, R => check_case::<R>(&case));
            count += 1;
        }
    }
    assert_eq!(count, 4);
}

#[test]
fn comments_variations_nags_and_clocks() {
    let text = "1. 32-28 19-23 2. 28x19 14x23 {a (b) [%clock w0:00:10 B0:00:03]} (2... 13x24) $1 *";
    let game = one::<International>(text);
    assert_eq!(plies(&game), ["32-28", "19-23", "28x19x23", "14x23x19"]);
    let last = &game.line.moves[3];
    assert_eq!(last.comments, ["a (b) [%clock w0:00:10 B0:00:03]"]);
    assert_eq!(last.nags, [1]);
    assert_eq!(last.variations[0].moves[0].mv.to_string(), "13x24x19");
    let clocks = last.clocks().expect("clocks");
    assert_eq!((clocks.white, clocks.black), (Some(10), Some(3)));
    assert_eq!(clocks.running, Some(Color::Black));
    let bare = pdn::clocks("so [%clk x] and [%clk 1:55:21]").expect("a clock");
    assert_eq!(bare.mover, Some(6921));
    let half = pdn::clocks("[%clock w0:01:00]").expect("a clock");
    assert_eq!(
        (half.white, half.black, half.running),
        (Some(60), None, None)
    );
    for text in [
        "",
        "[%clk ]",
        "[%clk 99999999999:00:00]",
        "[%emt 0:00:01]",
        "[%clk 4294967295:59:59]",
    ] {
        assert_eq!(pdn::clocks(text), None, "{text}");
    }
}

#[test]
fn signs_of_strength_and_forced_moves() {
    let text = "1. 32-28! 19-23?? 2. 28x19* (!?) 14x23 ?! 3. 37-32 !!* 10-14 *";
    let game = one::<International>(text);
    let nags: Vec<&[u32]> = game.line.moves.iter().map(|node| &node.nags[..]).collect();
    assert_eq!(nags, [&[1][..], &[4], &[7, 5], &[6], &[3, 7], &[]]);
}

#[test]
fn results_belong_to_the_side_that_begins() {
    let tokens = [
        ("1-0", Some(true)),
        ("2-0", Some(true)),
        ("0-1", Some(false)),
        ("0-2", Some(false)),
        ("1/2-1/2", None),
        ("1-1", None),
        ("0-0", None),
        ("*", None),
    ];
    for (token, first_wins) in tokens {
        let win = |first: Color| first_wins.map(|wins| if wins { first } else { !first });
        let english = one::<English>(&format!("[GameType \"21\"]\n1. 11-15 {token}"));
        assert_eq!(english.result.winner(), win(Color::Black), "{token}");
        let russian = one::<Russian>(&format!("[GameType \"25\"]\n1. c3-d4 {token}"));
        assert_eq!(russian.result.winner(), win(Color::White), "{token}");
    }
    // Quiet moves that begin like results.
    let text = "[FEN \"B:W50:BK1,K2\"]\n1... 1-18 2. 50-44 2-8 0-1";
    let game = one::<International>(text);
    assert_eq!(plies(&game), ["1-18", "50-44", "2-8"]);
    assert_eq!(game.result, GameResult::Win(Color::Black));
    let text = "[FEN \"B:W50:BK1,K2\"]\n1. ... 1-10 *";
    assert_eq!(
        raw(text.as_bytes()).remove(0).expect("read").line.moves[0].text,
        "1-10"
    );
    // The tag tells when the text behind the moves only ends the game.
    let text = "[Result \"0-1\"]\n1. c3-d4 *";
    assert_eq!(one::<Russian>(text).result, GameResult::Win(Color::Black));
    let text = "[Result \"0-1\"]\n1. c3-d4 1-0";
    assert_eq!(one::<Russian>(text).result, GameResult::Win(Color::White));
    let text = "[Result \"whatever\"]\n1. c3-d4";
    assert_eq!(one::<Russian>(text).result, GameResult::Unknown);
}

#[test]
fn russian_notation() {
    let text = "[GameType \"25\"]\n1. c3-d4 b6-a5?! 2. d4-c5 d6:b4 3. a3:c5 b8-d4";
    assert!(matches!(fault::<Russian>(text).fault, PdnFault::Move(_)));
    let text = "1. cd4 ba5 2. dc5 d6xb4 3. a3:c5 *";
    assert_eq!(plies(&one::<Russian>(text)).len(), 5);
    let text = "1. c3d4 d6c5 2. b2c3 f6g5 3. c3-b4 g5-h4 4. b4:d6 e7:c5 *";
    assert_eq!(plies(&one::<Russian>(text))[7], "7x14x10");
}

#[test]
fn files_as_they_occur() {
    let moves = "1. 32-28 19-23 2. 28x19 14x23";
    let long = "x ".repeat(50_000);
    let texts = [
        format!(
            "\u{feff}[Event \"e\"]\r\n\r\n{}\r\n",
            moves.replace(' ', "\r\n")
        ),
        format!("% escaped {{ line\n{moves}"),
        format!("{moves} ; 3. 37-32 {{\n*"),
        format!("{{{long}}} {moves} *"),
        format!("{moves} {{{long}}} 2-0 {{after\nthe end}}"),
        "1.32-28 19-23 2.28x19 14x23".to_string(),
        "1.32-28,19-23".replace(',', "{c}") + " 2.28x19(2. 28x19)14x23*\n*",
        format!("{moves} {{}}"),
        format!("[ Event  \"[Site \\\"x\\\"]\" ] [Site \"C:\\\"]\n{moves}"),
        format!("[Event \"a {{ \"b\" }} c\"]\n{moves} 1-1",),
        format!("[FEN \"W:W31-50:B1-20.\"]\n{moves}"),
        format!("[FEN \"\"]\n{moves}"),
        format!("/FEN \"W:W31-50:B1-20\"/ {moves}"),
    ];
    for text in texts {
        let game = one::<International>(&text);
        assert_eq!(
            plies(&game),
            ["32-28", "19-23", "28x19x23", "14x23x19"],
            "{}",
            damka_engine::excerpt(&text)
        );
    }
    assert_eq!(games::<International>("").len(), 0);
    assert_eq!(games::<International>(" \n\n {nothing} \n * \n").len(), 0);
    assert_eq!(
        games::<International>("[Event \"no moves\"]\n\n*\n").len(),
        1
    );
}

/// A line that is not UTF-8 is read in another encoding; nothing of it is lost, and the place is known.
#[test]
fn lines_in_other_encodings_are_read() {
    let text = b"[Site \"\xd0\xaf\"]\n[White \"\xcf\xfc\"]\n1. 32-28 {\x93\xff} 19-23 *\n";
    let read = |mut reader: Reader<Cursor<&[u8]>>| {
        let game = reader.next().expect("a game").expect("read");
        let white = game.tag("White").expect("White").value.clone();
        assert_eq!(game.tag("Site").expect("Site").value, "Я");
        let comment = game.line.moves[0].comments[0].clone();
        (white, comment, reader.foreign_line())
    };
    let reader = || Reader::new(Cursor::new(&text[..]));
    let western = ("Ïü".to_string(), "\u{201c}ÿ".to_string(), Some(2));
    assert_eq!(read(reader()), western);
    let russian = ("Пь".to_string(), "\u{201c}я".to_string(), Some(2));
    assert_eq!(
        read(reader().in_encoding(encoding_rs::WINDOWS_1251)),
        russian
    );
    let mut plain = Reader::new(Cursor::new("1. 32-28 {Я} *"));
    assert!(plain.next().is_some() && plain.foreign_line().is_none());
}

/// Control characters do not pass from one file into another.
#[test]
fn control_characters_become_blanks() {
    let game =
        one::<International>("[Site \"a\u{0}\u{1b}b\"]\n{\u{1}} 1. 32-28 {\u{7}c\td\u{9b}e\nf} *");
    assert_eq!(game.tags, [("Site".to_string(), "a  b".to_string())]);
    assert_eq!(game.line.comments, [""; 0]);
    assert_eq!(game.line.moves[0].comments, ["c\td e\nf"]);
    let mut made = game.clone();
    made.tags[0].1 = "\u{0}".to_string();
    made.line.comments.push("x\u{2}y".to_string());
    let text = pdn::write(&made, WriteOptions::default());
    assert!(!text.contains(|c: char| c.is_control() && c != '\n' && c != '\t'));
}

#[test]
fn games_are_told_apart() {
    for (text, count) in [
        ("1. 32-28 * 1. 33-28 18-22 *", 2),
        ("1. 32-28 2-0 1. 33-28 18-22 0-0\n\n1. 32-28 1-1", 3),
        ("1. 32-28\n[Event \"b\"]\n1. 33-28", 2),
        (
            "[Event \"a\"]\n[Site \"x\"]\n\n[Event \"b\"]\n[Site \"y\"]\n\n1. 32-28",
            2,
        ),
        ("[Event \"a\"]\n\n[Site \"x\"]\n\n1. 32-28 *", 1),
        ("1. 32-28 (1. 33-28 *) 19-23 *", 1),
        ("1. 32-28 {a * b 1-0} 19-23 *", 1),
        ("1. 32-28 * {about it} 1. 33-28", 2),
        ("1. 32-28* 19-23 *\n*\n*", 1),
    ] {
        assert_eq!(games::<International>(text).len(), count, "{text}");
    }
    let two = games::<International>("[Event \"a\"]\n[Result \"2-0\"]\n*\n[Event \"b\"]\n*");
    assert_eq!(two[1].result, GameResult::Unknown);
}

#[test]
fn faults_and_their_places() {
    for (text, line, column, message) in [
        ("\n1. 32-28 19-23\n  2. 28-22 *", 3, 6, "28-22"),
        ("[Event \"é\"]\n{é} 1. 32-28 é19-23", 2, 14, "é19-23"),
        ("1. 32-28 (1. 33-28 18-17) 19-23", 1, 20, "18-17"),
        ("1. 32-28 (1. 33-28", 1, 10, "without an end"),
        ("1. 32-28 {no end\n2.", 1, 10, "without an end"),
        ("1. 32-28 ) 19-23", 1, 10, "\")\""),
        ("1. 32-28 } 19-23", 1, 10, "\"}\""),
        ("(1. 32-28)", 1, 1, "variation"),
        ("1. 32-28 $x 19-23", 1, 10, "$x"),
        ("1. 32-28 $99999999999 19-23", 1, 10, "$99999999999"),
        ("$1 1. 32-28", 1, 1, "$1"),
        ("1. 32-28 \"19-23\"", 1, 10, "19-23"),
        ("1. 32-28 [oops] 19-23", 1, 10, "[oops]"),
        ("1. 32-28 [Event \"x\"] 19-23", 1, 10, "Event"),
        ("[Event \"x\n1. 32-28", 1, 1, "[Event"),
        ("[Event x]\n1. 32-28", 1, 1, "[Event x]"),
        ("[Event \"x\"\n1. 32-28", 1, 1, "[Event"),
        ("[FEN \"W:W60:B1\"]\n1. 32-28", 1, 1, "60"),
        ("[Event \"x\"]\n[FEN \"W:W31,G5:B1\"]\n*", 2, 1, "G5"),
        ("hello world", 1, 1, "hello"),
        ("1. 32-28 {a} /FEN \"W:W1:B2\"/ 19-23", 1, 14, "W:W1:B2"),
    ] {
        let error = fault::<International>(text);
        assert_eq!(
            (error.place.line, error.place.column),
            (line, column),
            "{text}: {error}"
        );
        assert!(error.fault.to_string().contains(message), "{text}: {error}");
        assert!(!error.to_string().contains('\n'), "{error}");
    }
    let deep = format!("1. 32-28 {} 19-23 *", "(1. 33-28 ".repeat(100_000));
    assert!(matches!(
        fault::<International>(&deep).fault,
        PdnFault::TooDeep(_)
    ));
}

/// Good games around a bad one are read, and so is a game whose tags an open comment has swallowed.
#[test]
fn a_bad_game_is_skipped() {
    let good = "[Event \"good\"]\n\n1. 32-28 {fine} 19-23 *\n\n";
    for bad in [
        "[Event \"bad\"]\n\n1. 32-28 ) 19-23 *\n\n",
        "[Event \"bad\"]\n\n1. 32-28 {no end 19-23 *\n\n",
        "[Event \"bad\n\n1. 32-28 19-23 *\n\n",
        "[Event \"bad\"]\n\n1. 32-28 (1. 33-28 19-23 *\n\n",
        "[Event \"bad\"]\n\n1. 32-28 \"19-23 *\n\n",
    ] {
        let text = format!("{good}{bad}{good}");
        let (read, errors): (Vec<_>, Vec<_>) =
            raw(text.as_bytes()).into_iter().partition(|g| g.is_ok());
        let places: Vec<String> = errors
            .iter()
            .map(|e| e.as_ref().unwrap_err().to_string())
            .collect();
        assert_eq!((read.len(), errors.len()), (2, 1), "{bad} {places:?}");
        assert!(
            places[0].starts_with("line 5") || places[0].starts_with("line 7"),
            "{places:?}"
        );
    }
    // Neither long lines nor many open comments, tags and brackets make reading slow.
    let line = "* 1. 32-28 2-0 ".repeat(200_000);
    assert_eq!(raw(line.as_bytes()).len(), 200_000);
    let line = "x ".to_string() + &"[a \"".repeat(1_000_000);
    assert!(raw(line.as_bytes())[0].is_err());
    let tags: String = (0..200_000).map(|n| format!("[A{n} \"\"]\n\n")).collect();
    assert_eq!(raw(tags.as_bytes()).len(), 1);
    let text = "[Event \"x\"]\n1. 32-28 {\n\n".repeat(20_000);
    assert!(raw(text.as_bytes()).iter().all(|game| game.is_err()));
}

#[test]
fn game_types() {
    for (value, variant) in [
        ("20", Ok(Variant::International)),
        ("20,W,10,10,N2,0", Ok(Variant::International)),
        ("21,B,8,8,N1,0", Ok(Variant::English)),
        ("23", Ok(Variant::Pool)),
        ("25,W,8,8,A0,0", Ok(Variant::Russian)),
        ("26", Ok(Variant::Brazilian)),
        ("26,W,8,8,N2,0", Ok(Variant::Brazilian)),
        ("99", Ok(Variant::International)),
        ("96", Err(())),
        ("-1", Err(())),
        ("x", Err(())),
        ("20,W,8,8,N2,0", Err(())),
        ("25,W,8,8,N0,0", Err(())),
        ("21,W,8,8,N1,0", Err(())),
    ] {
        let text = format!("[GameType \"{value}\"]\n*");
        let game = raw(text.as_bytes()).remove(0).expect("read");
        assert_eq!(game.variant(None).map_err(|_| ()), variant, "{value}");
    }
    // Without the tag the moves tell.
    for (text, variant) in [
        ("1. 32-28 19-23", Variant::International),
        ("1. c3-d4 d6-c5", Variant::Brazilian),
        ("1. 11-15 22-18", Variant::English),
        ("[FEN \"W:Wb6:Bc7,f6\"]\n1. b6xg5", Variant::Russian),
        ("1. 32-28 19-23 2. 28x19 1-2", Variant::International),
    ] {
        let game = raw(text.as_bytes()).remove(0).expect("read");
        assert_eq!(game.variant(None), Ok(variant), "{text}");
        assert_eq!(game.variant(Some(Variant::Pool)), Ok(Variant::Pool));
    }
}

#[test]
fn canonical_form() {
    let text = "[White \"A\"][Event \"E\"]\n[Annotator \"N\"]\n[GameType \"25\"]\n\
        1.c3d4 d6:c5 *";
    assert!(matches!(fault::<Russian>(text).fault, PdnFault::Move(_)));
    let text = "[White \"A\"][Event \"E\"]\n[Annotator \"N\"]\n[GameType \"25\"]\n{start}\
        1.c3d4 d6c5 2.b2c3! (2. gf4 {bad} (2. gh4) fg5) f6g5 3. cb4 {here} g5-h4 4. b4:d6 e7:c5 0-1";
    let game = one::<Russian>(text);
    let written = pdn::write(&game, WriteOptions::default());
    assert_eq!(
        written,
        "[Event \"E\"]\n[White \"A\"]\n[Result \"0-1\"]\n[GameType \"25,W,8,8,A0,0\"]\n[Annotator \"N\"]\n\n\
         {start} 1. c3-d4 d6-c5 2. b2-c3 $1 (2. g3-f4 {bad} (2. g3-h4) f6-g5) f6-g5\n\
         3. c3-b4 {here} g5-h4 4. b4xd6 e7xc5 0-1\n\n"
    );
    let again = one::<Russian>(&written);
    assert_eq!((&again.line, again.result), (&game.line, game.result));
    assert_eq!(pdn::write(&again, WriteOptions::default()), written);
    let colon = WriteOptions {
        colon: true,
        numeric: false,
    };
    assert!(pdn::write(&game, colon).contains("4. b4:d6 e7:c5"));
    let numeric = WriteOptions {
        colon: true,
        numeric: true,
    };
    let written = pdn::write(&game, numeric);
    assert!(written.contains("[GameType \"25,W,8,8,N2,0\"]"));
    assert!(written.contains("4. 17:10 7:14"));
    assert_eq!(one::<Russian>(&written), again);
}

#[test]
fn ambiguous_captures_are_written_in_full() {
    let start = damka_engine::fen::parse::<International>("W:WK47:B14,19,29,31,42").expect("valid");
    let ways: Vec<String> = start
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let record = Record::new(start, [mv], GameResult::Unknown);
            let written = pdn::write(&record, WriteOptions::default());
            assert_eq!(one::<International>(&written), record);
            written
                .lines()
                .last()
                .map(str::to_string)
                .unwrap_or_default()
                + written.lines().rev().nth(1).unwrap_or_default()
        })
        .collect();
    assert!(
        ways.iter().any(|text| text.contains("47x38x24x13x36")),
        "{ways:?}"
    );
}

#[test]
fn a_game_that_begins_with_the_second_side() {
    let start = damka_engine::fen::parse::<Brazilian>("B:Wa1,c3:Bf6,h8").expect("valid");
    let record = Record::new(
        start,
        start.legal_moves().into_iter().take(1),
        GameResult::Draw,
    );
    let written = pdn::write(&record, WriteOptions::default());
    assert!(written.contains("\n1. ... "), "{written}");
    assert!(written.contains("[FEN \"B:Wa1,c3:Bf6,h8\"]"), "{written}");
    assert_eq!(one::<Brazilian>(&written), record);
    let text = "[FEN \"B:W38:B19\"]\n1... 19-23";
    assert_eq!(plies(&one::<International>(text)), ["19-23"]);
}

/// A file that is made while it is read.
struct Endless {
    games: usize,
    buffer: Cursor<Vec<u8>>,
}

impl Read for Endless {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(out)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Endless {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.buffer.fill_buf()?.is_empty() && self.games > 0 {
            self.games -= 1;
            let moves = if self.games.is_multiple_of(1000) {
                "1. c3-c5"
            } else {
                "1. c3-d4 {x} d6-c5"
            };
            let text = format!(
                "[Event \"{}\"]\n[GameType \"26\"]\n\n{moves} 1-0\n\n",
                self.games
            );
            self.buffer = Cursor::new(text.into_bytes());
        }
        self.buffer.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.buffer.consume(amount);
    }
}

#[test]
fn a_stream_of_100_000_games() {
    let source = Endless {
        games: 100_000,
        buffer: Cursor::new(Vec::new()),
    };
    let (mut good, mut bad, mut last) = (0, 0, 0);
    for game in Reader::new(source) {
        match game.expect("well formed").replay::<Brazilian>() {
            Ok(record) => good += record.moves().count(),
            Err(error) => {
                bad += 1;
                last = error.place.line;
            }
        }
    }
    assert_eq!((good, bad, last), (99_900 * 2, 100, 99_999 * 5 + 4));
}

struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("gone"))
    }
}

#[test]
fn an_input_error_ends_reading() {
    let source = io::BufReader::new(Cursor::new("1. c3-d4 *\n1. c3-").chain(Broken));
    let found: Vec<_> = Reader::new(source).collect();
    assert_eq!(found.len(), 2);
    assert!(matches!(found[1], Err(ReadError::Io(_))));
}

#[test]
fn a_game_that_is_too_long_is_skipped() {
    let long = "{".to_string() + &"x".repeat(1000) + "\n";
    let text = "1. c3-d4 ".to_string() + &long.repeat(20_000) + "}\n[Event \"next\"]\n1. c3-d4 *";
    let found = raw(text.as_bytes());
    assert_eq!(found.len(), 2);
    let Err(ReadError::Game(error)) = &found[0] else {
        panic!("read a game of 20 MB");
    };
    assert!(matches!(error.fault, PdnFault::TooLong(_)));
    assert!(found[1].is_ok());
    let line = "x".repeat(17 << 20) + "\n[Event \"next\"]\n1. c3-d4 *";
    let found = raw(line.as_bytes());
    assert!(found.len() == 2 && found[0].is_err() && found[1].is_ok());
}

#[test]
fn every_start_position_round_trips() {
    fn check<R: Rules>() {
        let record = Record::<R>::new(Position::start(), [], GameResult::Draw);
        assert_eq!(
            one::<R>(&pdn::write(&record, WriteOptions::default())),
            record
        );
    }
    for variant in Variant::ALL {
        with_rules!(variant, R => check::<R>());
    }
}
