//! An engine that speaks the UCI dialect.

use super::greeting::{Greeting, Known, Line, Range};
use super::{
    Driver, Eval, IDLE_PATIENCE, MoveText, Reply, START_PATIENCE, Setting, Start, Turn, join,
};
use crate::fault::{Fault, quoted};
use crate::process::Process;
use crate::spec::EngineSpec;
use crate::time::Limits;
use crate::wire::Reading;
use damka_engine::Color;
use std::fmt::Write;

/// A UCI engine.
pub struct Uci {
    process: Process,
}

impl Uci {
    /// Starts the engine, sets the variant, the draw rules and the options.
    pub fn connect(spec: &EngineSpec, setting: &Setting) -> Result<Uci, Fault> {
        let launch = spec
            .launch()
            .map_err(|error| Fault::Start(error.to_string()))?;
        let mut process = Process::start(&launch, setting.cancel.clone())?;
        let greeting = Greeting::read(&mut process, "uci", greeting_line)?;
        let mut lines = String::new();
        let mut set = |name: &str, value: &str| {
            let separator = if lines.is_empty() { "" } else { "\n" };
            // Writing to a string cannot fail.
            let _ = write!(lines, "{separator}setoption name {name} value {value}");
        };
        let variant = setting.variant.name();
        match greeting.setting("UCI_Variant") {
            Some(option) if !option.range.allows(variant) => {
                return Err(Fault::Refused(format!("it does not play {variant}")));
            }
            Some(_) => set("UCI_Variant", variant),
            // Many moves are legal in two variants: the wrong game would not be found out by its moves.
            None => {
                return Err(Fault::Refused(format!(
                    "it has no option UCI_Variant, so that nobody knows whether it plays {variant}"
                )));
            }
        }
        let rules = setting.rules.name();
        if greeting
            .setting("DrawRules")
            .is_some_and(|option| option.range.allows(rules))
        {
            set("DrawRules", rules);
        }
        for (name, value) in &spec.options {
            let value = value.to_string();
            greeting.check("option", name, &value)?;
            set(name, &value);
        }
        if !lines.is_empty() {
            process.send(&lines)?;
        }
        let mut uci = Uci { process };
        uci.sync("isready", START_PATIENCE)?;
        Ok(uci)
    }

    /// Sends lines of which the last is `isready`, and waits for the answer: whatever the engine still had to say
    /// about earlier things is then behind us.
    fn sync(&mut self, lines: &str, patience: std::time::Duration) -> Result<(), Fault> {
        self.process.send(lines)?;
        self.process
            .expect(patience, |line| (line.trim() == "readyok").then_some(()))
    }
}

impl Driver for Uci {
    fn reading(&self) -> Reading {
        Reading::PathFirst
    }

    fn new_game(&mut self, _: &Start, _: Color, _: Limits) -> Result<(), Fault> {
        self.sync("ucinewgame\nisready", START_PATIENCE)
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let mut position = format!("position fen {}", turn.start.fen);
        if !turn.moves.is_empty() {
            position.push_str(" moves ");
            position.push_str(&join(turn.moves, |mv: &MoveText| &mv.path));
        }
        position.push_str("\nisready");
        self.sync(&position, IDLE_PATIENCE)?;
        let sent = self.process.send(&go(turn))?;
        let deadline = sent + turn.patience;
        let mut reply = Reply::default();
        let mut complaint = None;
        loop {
            let Some(line) = self.process.line(deadline)? else {
                return Err(Fault::NoAnswer(turn.patience));
            };
            if let Some(text) = line.text.strip_prefix("info string error") {
                complaint = Some(text.trim_start_matches(':').trim().to_string());
            }
            let mut words = line.text.split_ascii_whitespace();
            match words.next() {
                Some("info") => read_info(words, &mut reply),
                Some("bestmove") => {
                    reply.text = match words.next() {
                        None | Some("(none)" | "0000" | "0-0") => None,
                        Some(word) => Some(word.to_string()),
                    };
                    if let (None, Some(complaint)) = (&reply.text, complaint) {
                        return Err(Fault::Refused(quoted(&complaint)));
                    }
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

/// The `go` line of a turn.
fn go(turn: &Turn<'_>) -> String {
    let mut line = "go".to_string();
    let mut add = |word: &str, value: u128| {
        let _ = write!(line, " {word} {value}");
    };
    for (color, time, increment) in [
        (Color::White, "wtime", "winc"),
        (Color::Black, "btime", "binc"),
    ] {
        if let Some(clock) = turn.clocks[color.index()] {
            add(time, clock.left().as_millis());
            add(increment, clock.increment().as_millis());
        }
    }
    if let Some(moves) = turn.clock().and_then(|clock| clock.moves_to_go()) {
        add("movestogo", u128::from(moves));
    }
    if let Some(movetime) = turn.limits.movetime {
        add("movetime", u128::from(movetime));
    }
    if let Some(nodes) = turn.limits.nodes {
        add("nodes", u128::from(nodes));
    }
    if let Some(depth) = turn.limits.depth {
        add("depth", u128::from(depth));
    }
    line
}

/// Takes score, depth and nodes from an `info` line of the best line.
fn read_info<'a>(mut words: impl Iterator<Item = &'a str>, reply: &mut Reply) {
    let mut found = Reply::default();
    while let Some(word) = words.next() {
        match word {
            "string" => return,
            "pv" => break,
            "multipv" if words.next() != Some("1") => return,
            "depth" => found.depth = words.next().and_then(|value| value.parse().ok()),
            "nodes" => found.nodes = words.next().and_then(|value| value.parse().ok()),
            "score" => {
                let kind = words.next();
                let value: Option<i32> = words.next().and_then(|value| value.parse().ok());
                found.eval = match (kind, value) {
                    (Some("cp"), Some(value)) => Some(Eval::Centimen(value)),
                    (Some("mate"), Some(moves)) => Some(of_mate(moves)),
                    _ => None,
                };
            }
            _ => {}
        }
    }
    reply.eval = found.eval.or(reply.eval);
    reply.depth = found.depth.or(reply.depth);
    reply.nodes = found.nodes.or(reply.nodes);
}

/// A win in so many moves of the winner, who moves first and last; negative for a loss.
fn of_mate(moves: i32) -> Eval {
    let plies = moves.unsigned_abs().saturating_mul(2);
    if moves > 0 {
        Eval::Win(plies - 1)
    } else {
        Eval::Loss(plies)
    }
}

/// A line of what an engine answers to `uci`.
fn greeting_line(line: &str) -> Line {
    if line == "uciok" {
        Line::End
    } else if let Some(option) = line.strip_prefix("option ") {
        read_option(option).map_or(Line::Other, Line::Setting)
    } else if line.starts_with("id ") {
        Line::Other
    } else {
        Line::Strange
    }
}

/// Reads what follows `option`: name, type, and what the type allows.
fn read_option(text: &str) -> Option<Known> {
    let rest = text.trim().strip_prefix("name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let bound = |label| {
        let mut words = rest.split_ascii_whitespace();
        words.find(|word| *word == label).and_then(|_| words.next())
    };
    let range = match rest.split_ascii_whitespace().next() {
        Some("check") => Range::Truth,
        Some("spin") => Range::whole(bound("min"), bound("max")),
        Some("combo") => Range::choice(rest.split(" var ").skip(1)),
        _ => Range::Any,
    };
    Some(Known {
        name: name.trim().to_string(),
        range,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_info_lines() {
        let mut reply = Reply::default();
        let lines = [
            "depth 12 seldepth 20 multipv 1 score cp -35 nodes 1234 nps 5 time 3 pv 22-18 9-13",
            "depth 13 multipv 2 score cp 999 nodes 9 pv 1-2",
            "string score cp 77",
            "currmove 22-18 currmovenumber 1",
        ];
        for line in lines {
            read_info(line.split(' '), &mut reply);
        }
        assert_eq!(reply.eval, Some(Eval::Centimen(-35)));
        assert_eq!((reply.depth, reply.nodes), (Some(12), Some(1234)));
        read_info("score mate 3".split(' '), &mut reply);
        assert_eq!(reply.eval, Some(Eval::Win(5)));
        read_info("score mate -2".split(' '), &mut reply);
        assert_eq!(reply.eval, Some(Eval::Loss(4)));
    }

    #[test]
    fn reads_options() {
        let option =
            read_option("name UCI_Variant type combo default brazilian var brazilian var russian")
                .expect("option");
        assert!(option.range.allows("Russian") && !option.range.allows("pool"));
        let option =
            read_option("name Move Overhead type spin default 10 min 0 max 5000").expect("option");
        assert_eq!(option.name, "Move Overhead");
        assert_eq!(option.range, Range::Whole(0, 5000));
        let option = read_option("name Ponder type check default false").expect("option");
        assert_eq!(option.range, Range::Truth);
        let option = read_option("name Path type string default min 3").expect("option");
        assert_eq!(option.range, Range::Any);
        assert!(read_option("type spin").is_none());
    }
}
