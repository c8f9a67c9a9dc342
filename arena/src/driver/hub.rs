//! An engine that speaks Hub, version 2.

use super::greeting::{Greeting, Known, Line, Range};
use super::{
    Driver, Eval, IDLE_PATIENCE, MoveText, Reply, START_PATIENCE, Setting, Start, Turn, join,
};
use crate::fault::{Fault, quoted};
use crate::process::Process;
use crate::spec::EngineSpec;
use crate::time::Limits;
use crate::wire::Reading;
use damka_engine::{Color, Variant};
use damka_protocol::Dialect;
use damka_protocol::options::variant_name;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// How long an engine has to show that it knows `ping`.
const PING_PATIENCE: Duration = Duration::from_secs(2);

/// A Hub engine.
pub struct Hub {
    process: Process,
    pings: bool,
}

impl Hub {
    /// Starts the engine, sets the variant, the draw rules and the parameters.
    pub fn connect(spec: &EngineSpec, setting: &Setting) -> Result<Hub, Fault> {
        let launch = spec
            .launch()
            .map_err(|error| Fault::Start(error.to_string()))?;
        let mut process = Process::start(&launch, setting.cancel.clone())?;
        let greeting = Greeting::read(&mut process, "hub", greeting_line)?;
        let mut lines = String::new();
        let mut set = |name: &str, value: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(
                lines,
                "set-param name={} value={}",
                quote(name),
                quote(value)
            );
        };
        let name = variant_name(setting.variant, Dialect::Hub);
        match greeting.setting("variant") {
            Some(param) if !param.range.allows(name) => {
                return Err(Fault::Refused(format!("it does not play {name}")));
            }
            Some(_) => set("variant", name),
            // Hub began as a protocol of international draughts alone.
            None if setting.variant == Variant::International => {}
            None => return Err(Fault::Refused(format!("it does not play {name}"))),
        }
        let rules = setting.rules.name();
        if greeting
            .setting("draw-rules")
            .is_some_and(|param| param.range.allows(rules))
        {
            set("draw-rules", rules);
        }
        for (name, value) in &spec.options {
            let value = value.to_string();
            greeting.check("parameter", name, &value)?;
            set(name, &value);
        }
        lines.push_str("init");
        process.send(&lines)?;
        process.expect(START_PATIENCE, |line| {
            (line.trim() == "ready").then_some(())
        })?;
        let mut hub = Hub {
            process,
            pings: true,
        };
        // Not every engine knows this word; without it, old output is taken away as far as it is there.
        hub.pings = match hub.sync("ping", PING_PATIENCE) {
            Ok(()) => true,
            Err(Fault::NoAnswer(_)) => false,
            Err(fault) => return Err(fault),
        };
        Ok(hub)
    }

    /// Sends `ping` and waits for the answer: whatever the engine had to say before is then behind us. Its
    /// complaints count.
    fn sync(&mut self, lines: &str, patience: Duration) -> Result<(), Fault> {
        self.process.send(lines)?;
        let complaint = self.process.expect(patience, |line| {
            let message = read_line(line);
            match message.word {
                "pong" => Some(None),
                "error" => Some(Some(quoted(message.get("message").unwrap_or(line)))),
                _ => None,
            }
        })?;
        complaint.map_or(Ok(()), |complaint| Err(Fault::Refused(complaint)))
    }

    /// As [`sync`](Self::sync), for an engine that may not know `ping`.
    fn settle(&mut self, lines: &str) -> Result<(), Fault> {
        if self.pings {
            return self.sync(&format!("{lines}\nping"), IDLE_PATIENCE);
        }
        while self.process.line(Instant::now())?.is_some() {}
        self.process.send(lines).map(|_| ())
    }
}

impl Driver for Hub {
    fn reading(&self) -> Reading {
        Reading::HubFirst
    }

    fn new_game(&mut self, _: &Start, _: Color, _: Limits) -> Result<(), Fault> {
        self.settle("new-game")
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let mut lines = format!("pos pos={}", turn.start.hub);
        if !turn.moves.is_empty() {
            let moves = join(turn.moves, |mv: &MoveText| &mv.hub);
            let _ = write!(lines, " moves=\"{moves}\"");
        }
        lines.push_str(&levels(turn));
        self.settle(&lines)?;
        let sent = self.process.send("go think")?;
        let deadline = sent + turn.patience;
        let mut reply = Reply::default();
        loop {
            let Some(line) = self.process.line(deadline)? else {
                return Err(Fault::NoAnswer(turn.patience));
            };
            let message = read_line(&line.text);
            match message.word {
                "info" => read_info(&message, &mut reply),
                "error" => {
                    let text = message.get("message").unwrap_or(&line.text);
                    return Err(Fault::Refused(quoted(text)));
                }
                "done" => {
                    reply.text = message.get("move").map(str::to_string);
                    reply.elapsed = line.at.saturating_duration_since(sent);
                    return Ok(reply);
                }
                _ => {}
            }
        }
    }

    fn quit(self: Box<Self>) {
        self.process.quit("quit");
    }
}

/// The `level` lines of a turn, each with a line break before it.
fn levels(turn: &Turn<'_>) -> String {
    let mut lines = String::new();
    // Writing to a string cannot fail.
    if let Some(clock) = turn.clock() {
        // In Hub the increment is added before the move.
        let increment = clock.increment().as_secs_f64();
        let left = clock.left().as_secs_f64() - increment;
        let _ = write!(lines, "\nlevel time={left:.3} inc={increment:.3}");
        if let Some(moves) = clock.moves_to_go() {
            let _ = write!(lines, " moves={moves}");
        }
    }
    if let Some(movetime) = turn.limits.movetime {
        let _ = write!(lines, "\nlevel move-time={:.3}", movetime as f64 / 1e3);
    }
    if let Some(nodes) = turn.limits.nodes {
        let _ = write!(lines, "\nlevel nodes={nodes}");
    }
    if let Some(depth) = turn.limits.depth {
        let _ = write!(lines, "\nlevel depth={depth}");
    }
    lines
}

fn read_info(message: &Message<'_>, reply: &mut Reply) {
    // Of several lines only the first is the engine's choice.
    if message.get("multipv").is_some_and(|place| place != "1") {
        return;
    }
    let number = |name| message.get(name).and_then(|value| value.parse().ok());
    if let Some(score) = number("score").and_then(of_score) {
        reply.eval = Some(score);
    }
    if let Some(depth) = message.get("depth").and_then(|value| value.parse().ok()) {
        reply.depth = Some(depth);
    }
    if let Some(nodes) = message.get("nodes").and_then(|value| value.parse().ok()) {
        reply.nodes = Some(nodes);
    }
}

/// A score in men: beyond 90 a win in plies, `100 - plies / 100`.
fn of_score(score: f64) -> Option<Eval> {
    if !score.is_finite() {
        return None;
    }
    let plies = || ((100.0 - score.abs()).max(0.0) * 100.0).round() as u32;
    Some(if score > 90.0 {
        Eval::Win(plies())
    } else if score < -90.0 {
        Eval::Loss(plies())
    } else {
        Eval::Centimen((score * 100.0).round() as i32)
    })
}

/// A line taken apart: the command and its arguments.
struct Message<'a> {
    word: &'a str,
    arguments: Vec<(&'a str, &'a str)>,
}

impl<'a> Message<'a> {
    fn get(&self, name: &str) -> Option<&'a str> {
        self.arguments
            .iter()
            .find(|(key, _)| *key == name)
            .map(|(_, value)| *value)
    }
}

fn read_line(line: &str) -> Message<'_> {
    let line = line.trim();
    let (word, mut rest) = line.split_once(' ').unwrap_or((line, ""));
    let mut arguments = Vec::new();
    loop {
        rest = rest.trim_start();
        let Some(end) = rest.find(['=', ' ']) else {
            break;
        };
        let (name, tail) = rest.split_at(end);
        let (value, tail) = match tail.strip_prefix('=') {
            None => ("", tail),
            Some(tail) => match tail.strip_prefix('"') {
                Some(tail) => tail.split_once('"').unwrap_or((tail, "")),
                None => tail.split_at(tail.find(' ').unwrap_or(tail.len())),
            },
        };
        arguments.push((name, value));
        rest = tail;
    }
    Message { word, arguments }
}

/// A value as it must be written.
fn quote(value: &str) -> String {
    if value.is_empty() || value.contains([' ', '=']) {
        format!("\"{value}\"")
    } else {
        value.to_string()
    }
}

/// A line of what an engine answers to `hub`.
fn greeting_line(line: &str) -> Line {
    let message = read_line(line);
    let part = |name| message.get(name).unwrap_or_default();
    match message.word {
        "wait" => Line::End,
        "id" => Line::Other,
        "param" => Line::Setting(Known {
            name: part("name").to_string(),
            range: match part("type") {
                "bool" => Range::Truth,
                "int" => Range::whole(message.get("min"), message.get("max")),
                "real" => Range::real(message.get("min"), message.get("max")),
                _ => Range::choice(part("values").split_ascii_whitespace()),
            },
        }),
        _ => Line::Strange,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_lines_apart() {
        let message =
            read_line(r#"param name=variant value=normal type=enum values="normal bt  frisian""#);
        assert_eq!(message.word, "param");
        assert_eq!(message.get("name"), Some("variant"));
        assert_eq!(message.get("values"), Some("normal bt  frisian"));
        let message = read_line(r#"done move=32-28  ponder=19-23"#);
        assert_eq!(
            (message.get("move"), message.get("ponder")),
            (Some("32-28"), Some("19-23"))
        );
        for odd in [
            "done",
            "done ",
            "done move",
            "done move=",
            "done move=\"",
            "=",
            "a =b",
            "",
        ] {
            let _ = read_line(odd);
        }
        assert_eq!(read_line("done").get("move"), None);
    }

    #[test]
    fn reads_parameters() {
        for (line, range) in [
            (
                "param name=tt-size value=22 type=int min=1 max=30",
                Range::Whole(1, 30),
            ),
            (
                "param name=reply-margin value=0.1 type=real min=0 max=1",
                Range::Real(0.0, 1.0),
            ),
            ("param name=ponder value=false type=bool", Range::Truth),
            ("param name=bb-path value=\"/a b\" type=string", Range::Any),
            (
                "param name=variant value=bt type=enum values=\"normal bt\"",
                Range::choice(["normal", "bt"].into_iter()),
            ),
        ] {
            let Line::Setting(known) = greeting_line(line) else {
                panic!("{line}");
            };
            assert_eq!(known.range, range, "{line}");
        }
    }

    #[test]
    fn of_several_lines_the_first_counts() {
        let mut reply = Reply::default();
        for line in [
            "info depth=7 score=0.12 multipv=1",
            "info depth=8 score=-1.90 multipv=2",
        ] {
            read_info(&read_line(line), &mut reply);
        }
        assert_eq!(
            (reply.depth, reply.eval),
            (Some(7), Some(Eval::Centimen(12)))
        );
        read_info(&read_line("info depth=9 score=0.15"), &mut reply);
        assert_eq!(reply.eval, Some(Eval::Centimen(15)));
    }

    #[test]
    fn reads_scores() {
        assert_eq!(of_score(-0.35), Some(Eval::Centimen(-35)));
        assert_eq!(of_score(99.95), Some(Eval::Win(5)));
        assert_eq!(of_score(-99.9), Some(Eval::Loss(10)));
        assert_eq!(of_score(89.9), Some(Eval::Centimen(8990)));
        assert_eq!(of_score(f64::NEG_INFINITY), None);
    }

    #[test]
    fn quotes_where_it_must() {
        assert_eq!(quote("a"), "a");
        assert_eq!(quote(""), "\"\"");
        assert_eq!(quote("a b"), "\"a b\"");
    }
}
