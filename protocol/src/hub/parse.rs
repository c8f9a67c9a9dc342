//! A line of Hub becomes a [`Command`]. Unknown commands and arguments are passed over in silence.

use super::syntax::{Argument, arguments, long_value};
use crate::command::{Base, Command, Go, Level, Placement};
use crate::text::{integer, next_word, real, seconds};

/// The command on a line without surrounding blanks.
pub fn parse(line: &str) -> Command {
    let Some((word, rest)) = next_word(line) else {
        return Command::Ignored;
    };
    let known = [
        "hub",
        "init",
        "new-game",
        "set-param",
        "pos",
        "level",
        "go",
        "ping",
        "ponder-hit",
        "stop",
        "quit",
    ];
    if !known.contains(&word) {
        return Command::Unknown;
    }
    let list = match arguments(rest) {
        Ok(list) => list,
        Err(error) => {
            let problem = error.to_string();
            return match word {
                "pos" => Command::BadPosition(problem),
                "go" => Command::Go(Go::unreadable(problem)),
                "level" => Command::Level(Level::unreadable(), vec![problem]),
                _ => Command::Bad(problem),
            };
        }
    };
    match word {
        "hub" => Command::Greet,
        "init" => Command::Ready,
        "new-game" => Command::NewGame,
        "set-param" => set_param(&list),
        "pos" => position(&list),
        "level" => level(&list),
        "go" => go(&list),
        "ping" => Command::Ping,
        "ponder-hit" => Command::PonderHit,
        "stop" => Command::Stop,
        _ => Command::Quit,
    }
}

fn set_param(list: &[Argument]) -> Command {
    match long_value(list, "name") {
        Some(name) if !name.is_empty() => Command::Set {
            name,
            value: Some(long_value(list, "value").unwrap_or_default()),
        },
        _ => Command::Ignored,
    }
}

fn position(list: &[Argument]) -> Command {
    let pos = list
        .iter()
        .rev()
        .find(|argument| argument.name == "pos")
        .and_then(|argument| argument.value.clone());
    let start = list
        .iter()
        .any(|argument| argument.name == "start" && argument.value.is_none());
    let base = match pos {
        Some(pos) if pos == "start" => Base::Start,
        Some(pos) => Base::Hub(pos),
        None if start => Base::Start,
        None => return Command::BadPosition("pos without a position".to_string()),
    };
    let moves = long_value(list, "moves").unwrap_or_default();
    Command::Position(Placement {
        base,
        moves: moves.split_whitespace().map(str::to_string).collect(),
    })
}

fn level(list: &[Argument]) -> Command {
    let mut level = Level::default();
    let mut problems = Vec::new();
    for argument in list {
        let text = argument.value.as_deref().unwrap_or_default();
        let read = match argument.name.as_str() {
            "infinite" => {
                level.infinite = true;
                Some(())
            }
            "depth" => integer(text).map(|value| level.depth = Some(count(value))),
            "nodes" => integer(text).map(|value| level.nodes = Some(value.max(1) as u64)),
            "moves" => integer(text).map(|value| {
                // No moves to go means that there is no further time control.
                level.moves_to_go = (value > 0).then(|| count(value));
            }),
            "move-time" => real(text).map(|value| level.move_time = Some(seconds(value))),
            "time" => real(text).map(|value| {
                level.white = Some(value);
                level.black = Some(value);
                level.increment_first = true;
            }),
            "inc" => real(text).map(|value| {
                level.white_increment = Some(value);
                level.black_increment = Some(value);
                level.increment_first = true;
            }),
            // `handicap`, `ply` and whatever else clients have added.
            _ => Some(()),
        };
        if read.is_none() {
            level.unreadable = true;
            problems.push(format!("bad value for {}: {text}", argument.name));
        }
    }
    Command::Level(level, problems)
}

fn count(value: i64) -> u32 {
    u32::try_from(value.max(1)).unwrap_or(u32::MAX)
}

/// `go think`, `go analyze`, `go ponder`; bare `go` and anything else mean `think`. Think and analyze differ in
/// nothing: without limits both go on until `stop`.
fn go(list: &[Argument]) -> Command {
    let ponder = list.iter().any(|argument| argument.name == "ponder");
    Command::Go(Go {
        ponder,
        ..Go::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::time::Duration;

    fn level_of(line: &str) -> (Level, usize) {
        match parse(line) {
            Command::Level(level, problems) => (level, problems.len()),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn placement(line: &str) -> Placement {
        match parse(line) {
            Command::Position(placement) => placement,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn parameters() {
        let threads = Command::Set {
            name: "threads".to_string(),
            value: Some("4".to_string()),
        };
        assert_eq!(parse("set-param name=threads value=4"), threads);
        assert_eq!(parse("set-param value=4 name=threads"), threads);
        assert_eq!(parse("set-param name=threads value=\"4\""), threads);
        assert_eq!(parse("set-param"), Command::Ignored);
        assert_eq!(parse("set-param name="), Command::Ignored);
        let empty = Command::Set {
            name: "book".to_string(),
            value: Some(String::new()),
        };
        for line in [
            "set-param name=book value=",
            "set-param name=book",
            "set-param name=book value=\"\"",
        ] {
            assert_eq!(parse(line), empty, "{line}");
        }
    }

    #[test]
    fn positions() {
        assert_eq!(placement("pos start").base, Base::Start);
        assert_eq!(placement("pos pos=start").base, Base::Start);
        let both = placement("pos pos=Wbb moves=\"32-28  19-23\" wolf=\"W5=2\" foo=bar");
        assert_eq!(both.base, Base::Hub("Wbb".to_string()));
        assert_eq!(both.moves, ["32-28", "19-23"]);
        assert_eq!(
            placement("pos pos=\"Wbb\" moves=32-28 19-23").moves,
            ["32-28", "19-23"]
        );
        assert!(placement("pos pos=W moves=\"\"").moves.is_empty());
        for line in ["pos", "pos moves=32-28", "pos pos=\"Wbb"] {
            assert!(matches!(parse(line), Command::BadPosition(_)), "{line}");
        }
    }

    #[test]
    fn levels() {
        let (level, bad) = level_of("level depth=30 move-time=1.5e-05");
        assert_eq!(
            (level.depth, level.move_time, bad),
            (Some(30), Some(Duration::from_micros(15)), 0)
        );
        let (level, bad) = level_of("level inc=0.1 time=4.999999999999999 moves=10");
        assert_eq!(
            (level.white, level.black_increment, bad),
            (Some(4.999999999999999), Some(0.1), 0)
        );
        assert_eq!(level.moves_to_go, Some(10));
        let (level, bad) = level_of("level time=-5");
        assert_eq!((level.black, bad), (Some(-5.0), 0));
        assert!(level_of("level infinite").0.infinite);
        assert_eq!(level_of("level"), (Level::default(), 0));
        assert_eq!(
            level_of("level handicap=3 ply=7 foo=1"),
            (Level::default(), 0)
        );
        let (level, bad) = level_of("level move-time=abc depth=3 nodes=0,5");
        assert_eq!((level.move_time, level.depth, bad), (None, Some(3), 2));
    }

    #[test]
    fn what_cannot_be_read_keeps_its_kind() {
        assert!(matches!(
            parse("go think x=\"a"),
            Command::Go(go) if go.level.unreadable && go.problems.len() == 1
        ));
        for line in ["level x=\"a", "level depth=abc"] {
            let (level, problems) = level_of(line);
            assert_eq!((level.unreadable, problems), (true, 1), "{line}");
        }
    }

    #[test]
    fn go_and_the_rest() {
        for line in ["go", "go think", "go analyze", "go mcts"] {
            assert_eq!(parse(line), Command::Go(Go::default()), "{line}");
        }
        assert!(matches!(
            parse("go ponder"),
            Command::Go(Go { ponder: true, .. })
        ));
        for line in ["foo bar=1", "foo=bar", "uci", "\"", "start"] {
            assert_eq!(parse(line), Command::Unknown, "{line}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(
            first in "(pos|level|set-param|go|hub)",
            rest in "( (pos|moves|name|value|time|inc|depth)?=?[ -~]{0,9}){0,6}",
        ) {
            parse(&format!("{first}{rest}"));
        }
    }
}
