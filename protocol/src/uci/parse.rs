//! A line of the UCI dialect becomes a [`Command`]. Nothing here can fail: what is not understood says so.

use crate::command::{Base, Command, Go, Level, Placement, Tool};
use crate::text::{integer, next_word};
use std::time::Duration;

/// The command on a line without surrounding blanks.
pub fn parse(line: &str) -> Command {
    let Some((word, rest)) = next_word(line) else {
        return Command::Ignored;
    };
    match word {
        "uci" => Command::Greet,
        "isready" => Command::Ready,
        "ucinewgame" => Command::NewGame,
        "setoption" => set_option(rest),
        "variant" => Command::Set {
            name: "UCI_Variant".to_string(),
            value: Some(rest.trim_end().to_string()),
        },
        "position" => position(rest),
        "go" => go(rest),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "debug" | "register" => Command::Ignored,
        "d" => Command::Tool(Tool::Board),
        "moves" => Command::Tool(Tool::Moves),
        "eval" => Command::Tool(Tool::Eval),
        "bench" => bench(rest),
        "perft" => perft(rest),
        _ => Command::Unknown,
    }
}

/// `name N [value V]`: both may contain blanks, the value is kept as it is.
fn set_option(rest: &str) -> Command {
    let Some(("name", mut rest)) = next_word(rest) else {
        return Command::Ignored;
    };
    let mut name: Vec<&str> = Vec::new();
    let mut value = None;
    while let Some((word, behind)) = next_word(rest) {
        if word == "value" {
            value = Some(behind.trim_end().to_string());
            break;
        }
        name.push(word);
        rest = behind;
    }
    if name.is_empty() {
        return Command::Ignored;
    }
    Command::Set {
        name: name.join(" "),
        value,
    }
}

/// `startpos | fen F | hub P`, then `[moves m...]`.
fn position(rest: &str) -> Command {
    let (kind, mut rest) = next_word(rest).unwrap_or_default();
    let mut text = Vec::new();
    let mut moves = Vec::new();
    while let Some((word, behind)) = next_word(rest) {
        rest = behind;
        if word == "moves" {
            moves = behind.split_whitespace().map(str::to_string).collect();
            break;
        }
        text.push(word);
    }
    let text = text.join(" ");
    let base = match kind {
        "startpos" if text.is_empty() => Base::Start,
        "startpos" => return Command::BadPosition(format!("expected moves, found: {text}")),
        "fen" => Base::Fen(text.trim_matches('"').trim().to_string()),
        "hub" => Base::Hub(text.trim_matches('"').trim().to_string()),
        "" => return Command::BadPosition("position needs startpos, fen or hub".to_string()),
        other => return Command::BadPosition(format!("unknown kind of position: {other}")),
    };
    Command::Position(Placement { base, moves })
}

fn go(mut rest: &str) -> Command {
    let mut go = Go::default();
    let mut unknown = Vec::new();
    while let Some((word, behind)) = next_word(rest) {
        rest = behind;
        match word {
            "infinite" => go.level.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => rest = search_moves(behind, &mut go.search_moves),
            "perft" => return perft(behind),
            "depth" | "nodes" | "movetime" | "wtime" | "btime" | "winc" | "binc" | "movestogo"
            | "mate" => rest = limit(word, behind, &mut go),
            _ => unknown.push(word),
        }
    }
    if !unknown.is_empty() {
        // One of them may have been meant for a limit.
        go.level.unreadable = true;
        go.problems
            .push(format!("unknown words in go: {}", unknown.join(" ")));
    }
    Command::Go(go)
}

const KEYWORDS: [&str; 13] = [
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
];

/// Words up to the next keyword; returns what is left.
fn search_moves<'a>(mut rest: &'a str, moves: &mut Vec<String>) -> &'a str {
    while let Some((word, behind)) = next_word(rest) {
        if KEYWORDS.contains(&word) {
            break;
        }
        moves.push(word.to_string());
        rest = behind;
    }
    rest
}

/// The number behind a keyword; returns what is left. A keyword without a number is left out.
fn limit<'a>(keyword: &str, rest: &'a str, go: &mut Go) -> &'a str {
    let (word, behind) = next_word(rest).unwrap_or_default();
    let Some(value) = integer(word) else {
        go.level.unreadable = true;
        go.problems
            .push(format!("bad number for {keyword}: {word}"));
        // The word may be the next keyword.
        return if KEYWORDS.contains(&word) {
            rest
        } else {
            behind
        };
    };
    let level: &mut Level = &mut go.level;
    let count = u32::try_from(value.max(1)).unwrap_or(u32::MAX);
    let seconds = value as f64 / 1000.0;
    match keyword {
        "depth" => level.depth = Some(count),
        "nodes" => level.nodes = Some(value.max(1) as u64),
        "movetime" => level.move_time = Some(milliseconds(value)),
        "wtime" => level.white = Some(seconds),
        "btime" => level.black = Some(seconds),
        "winc" => level.white_increment = Some(seconds),
        "binc" => level.black_increment = Some(seconds),
        // No moves to go means that there is no further time control.
        "movestogo" => level.moves_to_go = (value > 0).then_some(count),
        // A win in N moves takes N moves of the winner and N - 1 of the loser.
        _ => level.win_in = Some(count.saturating_mul(2) - 1),
    }
    behind
}

fn milliseconds(value: i64) -> Duration {
    crate::text::seconds(value as f64 / 1000.0)
}

fn bench(rest: &str) -> Command {
    match next_word(rest) {
        None => Command::Tool(Tool::Bench(None)),
        Some((word, _)) => match integer(word).and_then(|depth| u32::try_from(depth).ok()) {
            Some(depth) if depth > 0 => Command::Tool(Tool::Bench(Some(depth))),
            _ => Command::Bad(format!("bad depth for bench: {word}")),
        },
    }
}

fn perft(rest: &str) -> Command {
    let (word, _) = next_word(rest).unwrap_or_default();
    match integer(word).and_then(|depth| u32::try_from(depth).ok()) {
        Some(depth) => Command::Tool(Tool::Perft(depth)),
        None => Command::Bad(format!("bad depth for perft: {word}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn go_of(line: &str) -> Go {
        match parse(line) {
            Command::Go(go) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn placement(line: &str) -> Placement {
        match parse(line) {
            Command::Position(placement) => placement,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn set(name: &str, value: Option<&str>) -> Command {
        Command::Set {
            name: name.to_string(),
            value: value.map(str::to_string),
        }
    }

    #[test]
    fn options() {
        assert_eq!(
            parse("setoption name Hash value 16"),
            set("Hash", Some("16"))
        );
        assert_eq!(
            parse("setoption name   Move   Overhead   value   16  "),
            set("Move Overhead", Some("16"))
        );
        assert_eq!(
            parse("setoption name EGTBPath value /a  b/c"),
            set("EGTBPath", Some("/a  b/c"))
        );
        assert_eq!(parse("setoption name Clear Hash"), set("Clear Hash", None));
        assert_eq!(parse("setoption name Hash value"), set("Hash", Some("")));
        assert_eq!(
            parse("variant russian"),
            set("UCI_Variant", Some("russian"))
        );
        for line in [
            "setoption",
            "setoption name",
            "setoption value 3",
            "setoption name value 3",
        ] {
            assert_eq!(parse(line), Command::Ignored, "{line}");
        }
    }

    #[test]
    fn positions() {
        assert_eq!(
            placement("position startpos moves").moves,
            Vec::<String>::new()
        );
        assert_eq!(
            placement("position\tstartpos\tmoves\t32-28").moves,
            ["32-28"]
        );
        let fen = placement("position fen W:W31, 32:B1, 2 moves 32-28 19-23");
        assert_eq!(fen.base, Base::Fen("W:W31, 32:B1, 2".to_string()));
        assert_eq!(fen.moves, ["32-28", "19-23"]);
        assert_eq!(
            placement("position fen \"W:W31:B1\".").base,
            Base::Fen("W:W31:B1\".".to_string())
        );
        assert_eq!(
            placement("position hub Wbbee").base,
            Base::Hub("Wbbee".to_string())
        );
        for line in [
            "position",
            "position here",
            "position startpos 32-28",
            "position startpos\0moves",
        ] {
            assert!(matches!(parse(line), Command::BadPosition(_)), "{line}");
        }
    }

    #[test]
    fn limits() {
        let go = go_of("go depth 3 foo 5 searchmoves 31-26 32-28 nodes 7");
        assert_eq!((go.level.depth, go.level.nodes), (Some(3), Some(7)));
        assert_eq!(go.search_moves, ["31-26", "32-28"]);
        let go = go_of("go ponder wtime -5 btime 1500 winc 10 movestogo 0");
        assert!(go.ponder);
        assert_eq!(go.level.white, Some(-0.005));
        assert_eq!(go.level.black, Some(1.5));
        assert_eq!(go.level.moves_to_go, None);
        assert_eq!(go_of("go mate 3").level.win_in, Some(5));
        assert_eq!(
            go_of("go nodes 18446744073709551616").level.nodes,
            Some(i64::MAX as u64)
        );
        assert_eq!(go_of("go depth 2147483648000").level.depth, Some(u32::MAX));
        let go = go_of("go movetime depth 4");
        assert_eq!(
            (go.level.move_time, go.level.depth, go.problems.len()),
            (None, Some(4), 1)
        );
        for (line, problem) in [
            ("go foo", "unknown words in go: foo"),
            ("go dpeth 5", "unknown words in go: dpeth 5"),
            ("go depth abc", "bad number for depth: abc"),
            ("go depth", "bad number for depth: "),
        ] {
            let go = go_of(line);
            assert_eq!(go.problems, [problem]);
            assert_eq!(go.level.bounded().depth, Some(1), "{line}");
        }
        for (line, moves) in [
            ("go wtime 9 movestogo 40", Some(40)),
            ("go wtime 9 movestogo 0", None),
            ("go wtime 9 movestogo -3", None),
        ] {
            assert_eq!(go_of(line).level.moves_to_go, moves, "{line}");
        }
        assert!(go_of("go infinite foo").level.bounded().is_endless());
        assert!(go_of("go").level.bounded().is_endless());
        assert!(go_of("go infinite depth 3").level.is_endless());
    }

    #[test]
    fn tools_and_strangers() {
        assert_eq!(parse("go perft 5"), Command::Tool(Tool::Perft(5)));
        assert_eq!(parse("perft 1"), Command::Tool(Tool::Perft(1)));
        assert!(matches!(parse("go perft -1"), Command::Bad(_)));
        assert_eq!(parse("bench"), Command::Tool(Tool::Bench(None)));
        for line in [
            "xyzzy",
            "joho isready",
            "draw",
            "hello world",
            "hub",
            "set-param name=x",
        ] {
            assert_eq!(parse(line), Command::Unknown, "{line}");
        }
        for line in ["", "debug on", "register later"] {
            assert_eq!(parse(line), Command::Ignored, "{line}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(line in "\\PC*") {
            parse(&line);
        }

        #[test]
        fn never_panics_on_known_words(
            first in "(setoption|position|go|perft|bench|variant)",
            rest in "( (name|value|moves|fen|depth|movetime|-?[0-9]{1,30}|[ -~]{0,5})){0,8}",
        ) {
            parse(&format!("{first}{rest}"));
        }
    }
}
