//! Random conversations in both text protocols: valid, broken and interleaved commands. Nothing may crash, hang, or
//! leave a question without its one answer.
//!
//! `DAMKA_FUZZ_SECONDS` sets the duration for each protocol (5 by default; a minute in the check of everything, an
//! hour by hand), `DAMKA_FUZZ_SEED` the conversation.

mod support;

use damka_engine::Variant;
use fastrand::Rng;
use regex::Regex;
use std::time::{Duration, Instant};
use support::board::Board;
use support::process::{Engine, Launch};

/// An answer that takes longer is missing.
const ANSWER: Duration = Duration::from_secs(20);
/// Values of Hub's `tt-size` that are allowed but take longer to be had, on a busy machine, than any answer may.
const TABLES_OF_MANY_GIB: [&str; 4] = ["27", "28", "29", "30"];
/// What has an end may go on for a minute after the end of input, such as a search of 10^18 nodes.
const END: Duration = Duration::from_secs(60);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Dialect {
    Uci,
    Hub,
}

#[test]
fn uci() {
    run(Dialect::Uci);
}

#[test]
fn hub() {
    run(Dialect::Hub);
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().expect(name))
}

fn run(dialect: Dialect) {
    let end = Instant::now() + Duration::from_secs(setting("DAMKA_FUZZ_SECONDS", 5));
    let mut seed = setting("DAMKA_FUZZ_SEED", 1);
    let (mut batches, mut answers) = (0, 0);
    while Instant::now() < end {
        let mut talk = Talk::new(dialect, seed);
        talk.handshake();
        for _ in 0..200 {
            if Instant::now() >= end {
                break;
            }
            talk.batch();
            batches += 1;
        }
        answers += talk.asked;
        talk.end();
        seed += 1;
    }
    println!("{dialect:?}: {batches} batches, {answers} searches, no fault");
}

struct Talk {
    dialect: Dialect,
    seed: u64,
    random: Rng,
    engine: Engine,
    form: Regex,
    answer: Regex,
    /// Lines of output that were checked.
    checked: usize,
    /// Searches asked for, and answers seen.
    asked: usize,
    answered: usize,
    sent: Vec<String>,
    /// A debugging command was sent since: its answer is free text.
    free_text: bool,
    variant: Variant,
}

impl Talk {
    fn new(dialect: Dialect, seed: u64) -> Talk {
        let (form, answer, variant) = match dialect {
            Dialect::Uci => (
                r"^(info (depth|string) .*|bestmove \S+( ponder \S+)?|(id|option) name .*|id author .*|uciok|readyok|)$",
                r"^bestmove (\S+)",
                Variant::Brazilian,
            ),
            Dialect::Hub => (
                r#"^(info depth=.*|done( move=\S+( ponder=\S+)?)?|error message=".*"|(id|param) name=.*|wait|ready|pong)$"#,
                r"^done(?: move=(\S+))?",
                Variant::International,
            ),
        };
        Talk {
            dialect,
            seed,
            random: Rng::with_seed(seed),
            engine: Engine::start(&Launch::default()),
            form: Regex::new(form).unwrap(),
            answer: Regex::new(answer).unwrap(),
            checked: 0,
            asked: 0,
            answered: 0,
            sent: Vec::new(),
            free_text: false,
            variant,
        }
    }

    fn fail(&self, why: &str) -> ! {
        let lines = self.engine.lines();
        let output: Vec<&str> = lines
            .iter()
            .rev()
            .take(15)
            .map(|line| line.text.as_str())
            .collect();
        let sent: Vec<&String> = self.sent.iter().rev().take(40).collect();
        panic!(
            "{:?}, seed {}: {why}\nlast sent, newest first: {sent:#?}\nlast output: {output:#?}\nstderr: {}",
            self.dialect,
            self.seed,
            self.engine.stderr()
        );
    }

    fn send(&mut self, lines: &[Vec<u8>]) {
        let mut bytes = Vec::new();
        for line in lines {
            self.sent
                .push(String::from_utf8_lossy(&line[..line.len().min(200)]).into_owned());
            self.asked += usize::from(self.is_go(line));
            let text = String::from_utf8_lossy(line);
            let first = text.split_whitespace().next();
            self.free_text |= matches!(first, Some("d" | "moves" | "eval"));
            bytes.extend_from_slice(line);
            bytes.extend_from_slice(if self.random.u8(..10) == 0 {
                b"\r\n"
            } else {
                b"\n"
            });
        }
        self.engine.send(&bytes);
    }

    fn say(&mut self, line: &str) {
        self.send(&[line.as_bytes().to_vec()]);
    }

    /// Whether the line asks for a search, and so for one answer.
    fn is_go(&self, line: &[u8]) -> bool {
        let text = String::from_utf8_lossy(line);
        let mut words = text.split_ascii_whitespace();
        words.next() == Some("go")
            && !(self.dialect == Dialect::Uci && words.any(|word| word == "perft"))
    }

    /// Stops whatever runs, and waits until everything that was said is done.
    fn synchronise(&mut self) {
        let (question, answer) = match self.dialect {
            Dialect::Uci => ("isready", "readyok"),
            Dialect::Hub => ("ping", "pong"),
        };
        let before = self.answers_to(answer);
        self.say("stop");
        let wanted = before + 1;
        self.say(question);
        let deadline = Instant::now() + ANSWER;
        // Earlier questions of the batch may be answered too: count them all.
        let wanted = wanted.max(self.questions(question));
        loop {
            let count = self.engine.line_count();
            if self.answers_to(answer) >= wanted && self.count_answers() >= self.asked {
                break;
            }
            if self.engine.wait_line(count, deadline).is_none() {
                let why = format!(
                    "{} of {wanted} {answer}, {} of {} answers",
                    self.answers_to(answer),
                    self.count_answers(),
                    self.asked
                );
                self.fail(&why);
            }
        }
        self.check();
    }

    fn questions(&self, question: &str) -> usize {
        self.sent
            .iter()
            .filter(|line| line.as_str() == question)
            .count()
    }

    fn answers_to(&self, answer: &str) -> usize {
        self.engine
            .lines()
            .iter()
            .filter(|line| line.text == answer)
            .count()
    }

    fn count_answers(&self) -> usize {
        self.engine
            .lines()
            .iter()
            .filter(|line| self.answer.is_match(&line.text))
            .count()
    }

    /// The form of all new lines, and that no search was answered twice.
    fn check(&mut self) {
        let lines = self.engine.lines();
        for line in &lines[self.checked..] {
            let free = self.dialect == Dialect::Uci && (line.text.contains(": ") || self.free_text);
            if !self.form.is_match(&line.text) && !free {
                self.fail(&format!("a line of a strange form: {:?}", line.text));
            }
        }
        self.checked = lines.len();
        self.free_text = false;
        self.answered = self.count_answers();
        if self.answered != self.asked {
            self.fail(&format!(
                "{} answers to {} searches",
                self.answered, self.asked
            ));
        }
        if !self.engine.is_running() {
            self.fail("the process has ended");
        }
        if !self.engine.stderr().is_empty() {
            self.fail("something on the error stream");
        }
    }

    fn handshake(&mut self) {
        match self.dialect {
            Dialect::Uci => self.say("uci"),
            Dialect::Hub => {
                self.say("hub");
                if self.random.bool() {
                    self.say("init");
                }
            }
        }
        self.synchronise();
    }

    fn batch(&mut self) {
        if self.random.u8(..4) == 0 {
            self.clean_game();
        } else {
            let lines: Vec<Vec<u8>> = (0..self.random.usize(1..12))
                .map(|_| self.any_line())
                .collect();
            if self.random.bool() {
                self.send(&lines);
            } else {
                for line in lines {
                    self.send(&[line]);
                    if self.random.u8(..4) == 0 {
                        std::thread::sleep(Duration::from_millis(self.random.u64(..10)));
                    }
                }
            }
        }
        self.synchronise();
    }

    /// A position that both sides know, whatever was said before: the answer must be legal in it.
    fn clean_game(&mut self) {
        self.variant = Variant::ALL[self.random.usize(..Variant::ALL.len())];
        let board = Board::random(self.variant, &mut self.random);
        let depth = self.random.u8(1..5);
        let lines = match self.dialect {
            Dialect::Uci => vec![
                format!("setoption name UCI_Variant value {}", self.variant),
                "setoption name SquareOrder value standard".to_string(),
                "setoption name UCI_MoveFormat value numeric".to_string(),
                format!("position fen {}", board.fen()),
                format!("go depth {depth}"),
            ],
            Dialect::Hub => vec![
                format!("set-param name=variant value={}", self.variant),
                "set-param name=square-order value=standard".to_string(),
                format!("pos pos={}", board.hub()),
                format!("level depth={depth}"),
                "go think".to_string(),
            ],
        };
        let lines: Vec<Vec<u8>> = lines.into_iter().map(String::into_bytes).collect();
        self.send(&lines);
        self.synchronise();
        let lines = self.engine.lines();
        let last = lines
            .iter()
            .rev()
            .find_map(|line| self.answer.captures(&line.text));
        let text = last
            .and_then(|groups| Some(groups.get(1)?.as_str().to_string()))
            .unwrap_or_default();
        let found = match self.dialect {
            Dialect::Uci => board.find_uci(&text),
            Dialect::Hub => board.find_hub(&text),
        };
        if let Err(why) = found {
            self.fail(&format!("{why} in {}", board.fen()));
        }
    }

    fn any_line(&mut self) -> Vec<u8> {
        loop {
            let mut line = self.valid_line().into_bytes();
            if self.random.u8(..3) == 0 {
                for _ in 0..self.random.usize(1..4) {
                    self.break_line(&mut line);
                }
            }
            if self.is_unambiguous(&line) {
                return line;
            }
        }
    }

    /// Lines of which one cannot say whether they are commands, or that would end the process or take memory.
    fn is_unambiguous(&self, line: &[u8]) -> bool {
        let text = String::from_utf8_lossy(line);
        let lower = text.to_ascii_lowercase();
        let words: Vec<&str> = lower
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
            .collect();
        let first = text.split_ascii_whitespace().next().unwrap_or("");
        let command = |word: &&str| {
            matches!(
                *word,
                "go" | "quit" | "hub" | "uci" | "isready" | "ping" | "bench" | "perft"
            )
        };
        let inner = words.iter().filter(|word| command(word)).count();
        let known = command(&first) || text.starts_with("go perft");
        let perft = text.starts_with("go perft") && text.len() <= 10;
        let hash = lower.contains("hash") || lower.contains("tt-size");
        first != "quit"
            && (inner == usize::from(known) || perft)
            && (perft || !lower.contains("perft"))
            && (!hash
                || text
                    .split(|c: char| !c.is_ascii_digit())
                    .all(|number| number.len() <= 2 && !TABLES_OF_MANY_GIB.contains(&number)))
            && !line.contains(&b'\n')
            && (inner == 0 || text.trim() == text)
    }

    fn number(&mut self) -> String {
        match self.random.u8(..8) {
            0 => "0".to_string(),
            1 => format!("-{}", self.random.u32(..1000)),
            2 => "99999999999999999999999".to_string(),
            3 => "4294967296".to_string(),
            4 => format!("{}.{}", self.random.u8(..3), self.random.u32(..1000)),
            _ => self.random.u32(..60).to_string(),
        }
    }

    fn moves(&mut self) -> String {
        let mut board = Board::start(self.variant);
        let mut moves = Vec::new();
        for _ in 0..self.random.usize(..12) {
            let legal = board.legal();
            let mv = legal[self.random.usize(..legal.len())].clone();
            moves.push(mv.hub());
            board = board.after(&mv);
            if board.legal().is_empty() {
                break;
            }
        }
        moves.join(" ")
    }

    fn valid_line(&mut self) -> String {
        match self.dialect {
            Dialect::Uci => self.uci_line(),
            Dialect::Hub => self.hub_line(),
        }
    }

    fn uci_line(&mut self) -> String {
        let number = self.number();
        match self.random.u8(..24) {
            0 => "uci".to_string(),
            1 => "isready".to_string(),
            2 => "ucinewgame".to_string(),
            3 => format!("position startpos moves {}", self.moves()),
            4 => format!(
                "position fen {}",
                Board::random(self.variant, &mut self.random).fen()
            ),
            5 => format!(
                "position hub {}",
                Board::random(self.variant, &mut self.random).hub()
            ),
            6 => format!("go depth {}", self.random.u8(..6)),
            7 => format!("go movetime {}", self.random.u8(..30)),
            8 => format!("go nodes {}", self.random.u32(..5000)),
            9 => "go infinite".to_string(),
            10 => format!("go ponder wtime {number} btime {number} winc 10"),
            11 => format!(
                "go wtime {number} btime 100 movestogo {}",
                self.random.u8(..4)
            ),
            12 => format!("go perft {}", self.random.u8(..4)),
            13 => format!("go depth 3 searchmoves {}", self.moves()),
            14 => "stop".to_string(),
            15 => "ponderhit".to_string(),
            16 => format!("setoption name Threads value {}", self.random.u8(..5)),
            17 => format!("setoption name Hash value {}", self.random.u8(..17)),
            18 => format!("setoption name MultiPV value {number}"),
            19 => {
                let names = [
                    "brazilian",
                    "russian",
                    "international",
                    "english",
                    "pool",
                    "klingon",
                    "25",
                ];
                format!(
                    "setoption name UCI_Variant value {}",
                    names[self.random.usize(..names.len())]
                )
            }
            20 => {
                let formats = ["numeric", "algebraic", "path", "hub", "digits", "none"];
                format!(
                    "setoption name UCI_MoveFormat value {}",
                    formats[self.random.usize(..formats.len())]
                )
            }
            21 => {
                let rest = [
                    "debug on",
                    "register later",
                    "Clear Hash",
                    "d",
                    "moves",
                    "eval",
                    "variant russian",
                    "",
                ];
                rest[self.random.usize(..rest.len())].to_string()
            }
            22 => format!("go mate {number} depth 4"),
            _ => format!("setoption name Move Overhead value {number}"),
        }
    }

    fn hub_line(&mut self) -> String {
        let number = self.number();
        match self.random.u8(..22) {
            0 => "hub".to_string(),
            1 => "init".to_string(),
            2 => "ping".to_string(),
            3 => "new-game".to_string(),
            4 => format!(
                "pos pos={}",
                Board::random(self.variant, &mut self.random).hub()
            ),
            5 => format!(
                "pos pos={} moves=\"{}\"",
                Board::start(self.variant).hub(),
                self.moves()
            ),
            6 => "pos start".to_string(),
            7 => format!("level depth={}", self.random.u8(..6)),
            8 => format!("level move-time=0.0{}", self.random.u8(..4)),
            9 => format!("level nodes={}", self.random.u32(..5000)),
            10 => format!(
                "level time={number} inc={number} moves={}",
                self.random.u8(..4)
            ),
            11 => "level infinite".to_string(),
            12 => "go think".to_string(),
            13 => "go ponder".to_string(),
            14 => "go analyze".to_string(),
            15 => "go".to_string(),
            16 => "stop".to_string(),
            17 => "ponder-hit".to_string(),
            18 => format!("set-param name=threads value={}", self.random.u8(..5)),
            19 => {
                let names = [
                    "normal",
                    "russian",
                    "\"brazilian\"",
                    "english",
                    "klingon",
                    "",
                ];
                format!(
                    "set-param name=variant value={}",
                    names[self.random.usize(..names.len())]
                )
            }
            20 => format!("set-param name=tt-size value={}", self.random.u8(10..21)),
            _ => {
                let names = [
                    "book",
                    "bb-size",
                    "ponder",
                    "multipv",
                    "initial-time",
                    "draw-rules",
                    "x",
                ];
                format!(
                    "set-param name={} value={number}",
                    names[self.random.usize(..names.len())]
                )
            }
        }
    }

    fn break_line(&mut self, line: &mut Vec<u8>) {
        let at = self.random.usize(..=line.len());
        match self.random.u8(..9) {
            0 => line.truncate(at),
            1 => {
                for byte in line.iter_mut().skip(at).take(1) {
                    *byte = self.random.u8(1..);
                }
            }
            2 => {
                line.insert(at, self.random.u8(..));
            }
            3 => {
                let tail = line[at..].to_vec();
                line.extend(tail);
            }
            4 => {
                let quotes: &[u8] =
                    [&b"\""[..], b"\\\"", b"=", b"  ", b"\t", b"=\""][self.random.usize(..6)];
                line.splice(at..at, quotes.iter().copied());
            }
            5 => {
                line.splice(at..at, "Дамка".bytes());
            }
            6 => {
                let long = self.random.usize(..20_000);
                line.splice(at..at, std::iter::repeat_n(b'7', long));
            }
            7 => {
                let end = (at + 3).min(line.len());
                line.drain(at..end);
            }
            _ => {
                line.splice(at..at, b"99999999999999999999".iter().copied());
            }
        }
    }

    /// Ends the process in one of the ways that clients end it.
    fn end(mut self) {
        if self.random.bool() {
            self.say(if self.dialect == Dialect::Uci {
                "go infinite"
            } else {
                "go analyze"
            });
        }
        match self.random.u8(..3) {
            0 => self.engine.close_input(),
            _ => self.say("quit"),
        }
        let Some(status) = self.engine.wait_exit(Instant::now() + END + ANSWER) else {
            self.fail("the process goes on");
        };
        if !status.success() {
            self.fail(&format!("ended with {status}"));
        }
    }
}
