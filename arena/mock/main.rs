//! A scripted engine for the tests of the arena: plays legal moves over UCI or Hub, and misbehaves on demand.
//!
//! `damka-mock uci|hub [fault=KIND] [at=N] [ms=N] [seed=N]`: KIND happens at the N-th move it is asked for,
//! counted over all games of the process. Without a seed it plays the first legal move, else one by a hash of the
//! seed and the position, so that equal seeds play equal games.

use damka_engine::movetext::{self, MoveFormat, Reading};
use damka_engine::{Move, Position, Rules, Variant, fen, hub, with_rules};
use std::io::{BufRead, Write};
use std::time::Duration;

struct Mock {
    fault: String,
    at: u64,
    pause: Duration,
    seed: Option<u64>,
    asked: u64,
    variant: Variant,
    position: String,
}

fn main() {
    let mut mock = Mock {
        fault: String::new(),
        at: 1,
        pause: Duration::ZERO,
        seed: None,
        asked: 0,
        variant: Variant::Brazilian,
        position: String::new(),
    };
    let mut is_hub = false;
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            Some(("fault", kind)) => mock.fault = kind.to_string(),
            Some(("at", n)) => mock.at = n.parse().expect("at"),
            Some(("ms", n)) => mock.pause = Duration::from_millis(n.parse().expect("ms")),
            Some(("seed", n)) => mock.seed = Some(n.parse().expect("seed")),
            _ => is_hub = argument == "hub",
        }
    }
    mock.at_start();
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let go_on = if is_hub {
            mock.hub(&line)
        } else {
            mock.uci(&line)
        };
        if !go_on {
            break;
        }
    }
    if mock.fault == "stubborn" {
        forever();
    }
}

fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    // When nobody listens any more the process is about to be ended.
    let _ = writeln!(out, "{text}");
    let _ = out.flush();
}

fn forever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(60));
    }
}

impl Mock {
    fn at_start(&self) {
        match self.fault.as_str() {
            "exit-at-start" => std::process::exit(5),
            "banner" => say("Welcome to xboard"),
            "silent" => forever(),
            "child" => {
                // A helper process that outlives its parent unless somebody ends it.
                let mut child = std::process::Command::new("sleep")
                    .arg("600")
                    .spawn()
                    .expect("sleep");
                std::thread::spawn(move || child.wait());
            }
            _ => {}
        }
    }

    fn uci(&mut self, line: &str) -> bool {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("uci") if self.fault != "banner" => {
                let names: Vec<String> = Variant::ALL.iter().map(|v| format!("var {v}")).collect();
                say("id name Mock 1");
                say("id author The Damka developers");
                if self.fault != "one-game" {
                    say(&format!(
                        "option name UCI_Variant type combo default brazilian {}",
                        names.join(" ")
                    ));
                }
                say("option name Style type string default <empty>");
                say("uciok");
            }
            Some("isready") if self.fault != "deaf" => say("readyok"),
            Some("setoption") => {
                if let Some(name) = line.strip_prefix("setoption name UCI_Variant value ") {
                    self.variant = name.parse().expect("variant");
                }
            }
            Some("position") => self.position = line.to_string(),
            Some("go") => {
                if let Some(mv) = self.answer() {
                    say(&format!(
                        "info depth 1 score cp {} nodes 7 time 0 pv {mv}",
                        self.score()
                    ));
                    say(&format!("bestmove {mv}"));
                }
            }
            Some("quit") => return self.fault == "stubborn",
            _ => {}
        }
        true
    }

    fn hub(&mut self, line: &str) -> bool {
        match line.split(' ').next() {
            Some("hub") if self.fault != "banner" => {
                self.variant = Variant::International;
                say("id name=Mock version=1 author=\"The Damka developers\"");
                say(
                    "param name=variant value=normal type=enum values=\"normal brazilian russian english pool\"",
                );
                say("wait");
            }
            Some("set-param") => {
                if let Some(name) = line.strip_prefix("set-param name=variant value=") {
                    self.variant = name.parse().expect("variant");
                }
            }
            Some("init") => say("ready"),
            Some("ping") if self.fault != "deaf" && self.fault != "no-ping" => say("pong"),
            Some("pos") => self.position = line.to_string(),
            Some("go") => {
                if self.fault == "error" && self.asked + 1 >= self.at {
                    say("error message=\"bad position\"");
                }
                if let Some(mv) = self.answer() {
                    let score = f64::from(self.score()) / 100.0;
                    say(&format!(
                        "info depth=1 mean-depth=1.0 score={score:.2} nodes=7 time=0.00 nps=1.0 pv={mv}"
                    ));
                    say(&format!("done move={mv}"));
                }
            }
            Some("quit") => return self.fault == "stubborn",
            _ => {}
        }
        true
    }

    fn score(&self) -> i32 {
        match self.fault.as_str() {
            "optimist" => 900,
            "pessimist" => -900,
            _ => 0,
        }
    }

    /// The move, unless a fault takes its place.
    fn answer(&mut self) -> Option<String> {
        self.asked += 1;
        let mv = with_rules!(self.variant, R => self.choose::<R>());
        if self.asked < self.at {
            return Some(mv);
        }
        match self.fault.as_str() {
            "crash" => std::process::exit(3),
            "abort" => std::process::abort(),
            "illegal" => return Some("1-32".to_string()),
            "garbage" => return Some("\u{1b}[31mhello".to_string()),
            "none" => return Some("(none)".to_string()),
            "complaint" => {
                say("info string error: bad position");
                return Some("(none)".to_string());
            }
            "hang" => forever(),
            "late" => std::thread::sleep(self.pause),
            "flood" => loop {
                say("info depth 1 score cp 0 nodes 1 time 0 pv 22-18");
            },
            "endless" => {
                let junk = [b'x'; 4096];
                loop {
                    if std::io::stdout().write_all(&junk).is_err() {
                        forever();
                    }
                }
            }
            "half-line" => {
                let mut out = std::io::stdout().lock();
                let _ = write!(out, "bestmove 22-18");
                let _ = out.flush();
                forever();
            }
            "twice" => {
                // An answer that nobody asked for must not be taken for the next one.
                say(&format!("bestmove {mv}"));
            }
            _ => std::thread::sleep(self.pause),
        }
        Some(mv)
    }

    fn choose<R: Rules>(&self) -> String {
        let position = self.current::<R>();
        let moves = position.legal_moves();
        let index = match self.seed {
            None => 0,
            Some(seed) => fastrand::Rng::with_seed(seed ^ position.key()).usize(..moves.len()),
        };
        let mv: Move<R::Board> = moves[index];
        if self.position.starts_with("pos ") {
            mv.to_string()
        } else {
            movetext::write(&position, mv, MoveFormat::Numeric)
        }
    }

    fn current<R: Rules>(&self) -> Position<R> {
        let hub_form = self.position.starts_with("pos ");
        let (start, moves) = if hub_form {
            let start = self.position.split_once("pos=").expect("pos").1;
            let start = start.split(' ').next().expect("pos");
            let moves = self.position.split_once("moves=\"");
            let moves = moves.map_or("", |(_, moves)| moves.trim_end_matches('"'));
            (hub::parse::<R>(start).expect("position"), moves)
        } else {
            let rest = self.position.strip_prefix("position fen ").expect("fen");
            let (start, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
            (fen::parse::<R>(start).expect("position"), moves)
        };
        let reading = if hub_form {
            Reading::HubFirst
        } else {
            Reading::PathFirst
        };
        moves
            .split_ascii_whitespace()
            .fold(start, |position, text| {
                let mv = movetext::parse(&position, text, reading).expect("move");
                position.after(mv)
            })
    }
}
