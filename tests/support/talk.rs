//! Holds one conversation with the engine as a transcript wants it, and judges what comes back.

use super::board::{Board, Plain};
use super::process::{Engine, Launch, Line};
use super::transcript::{Step, Test, substitute};
use damka_engine::Variant;
use regex::Regex;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Why a statement does not hold.
#[derive(Clone, Debug)]
pub enum Failure {
    /// Something took too long: beside others that need not be the engine's fault.
    Late(String),
    /// Anything else.
    Wrong(String),
}

impl Failure {
    /// The reason in words.
    pub fn reason(&self) -> &str {
        match self {
            Failure::Late(why) | Failure::Wrong(why) => why,
        }
    }

    fn map(self, words: impl FnOnce(String) -> String) -> Failure {
        match self {
            Failure::Late(why) => Failure::Late(words(why)),
            Failure::Wrong(why) => Failure::Wrong(words(why)),
        }
    }
}

impl From<String> for Failure {
    fn from(why: String) -> Failure {
        Failure::Wrong(why)
    }
}

impl From<&str> for Failure {
    fn from(why: &str) -> Failure {
        Failure::Wrong(why.to_string())
    }
}

type Checked<T = ()> = Result<T, Failure>;

/// Runs a statement as often as it wants.
///
/// # Errors
/// The place, the reason, and the conversation so far.
pub fn run(test: &Test) -> Checked {
    (0..test.runs).try_for_each(|_| {
        let mut talk = Talk::new(test);
        let result = talk.steps(&test.steps).and_then(|()| talk.finish());
        result.map_err(|failure| {
            failure.map(|why| format!("{} ({}): {why}\n{}", test.id, test.title, talk.tail()))
        })
    })
}

struct Talk<'a> {
    test: &'a Test,
    launch: Launch,
    engine: Option<Engine>,
    values: Vec<(String, String)>,
    regexes: HashMap<String, Regex>,
    random: fastrand::Rng,
    hub: bool,
    crlf: bool,
    stderr_allowed: bool,
    queue: Vec<u8>,
    /// Index of the first line of output that no directive has consumed.
    cursor: usize,
    sent_at: Instant,
    matched_at: Instant,
    position: Option<Board>,
    log: Vec<(Instant, String)>,
}

impl<'a> Talk<'a> {
    fn new(test: &'a Test) -> Talk<'a> {
        Talk {
            test,
            launch: Launch::default(),
            engine: None,
            values: test.constants.clone(),
            regexes: HashMap::new(),
            random: fastrand::Rng::with_seed(20),
            hub: test.id.starts_with("hub"),
            crlf: false,
            stderr_allowed: false,
            queue: Vec::new(),
            cursor: 0,
            sent_at: Instant::now(),
            matched_at: Instant::now(),
            position: None,
            log: Vec::new(),
        }
    }

    fn engine(&mut self) -> &mut Engine {
        let launch = &self.launch;
        self.engine.get_or_insert_with(|| Engine::start(launch))
    }

    fn steps(&mut self, steps: &[Step]) -> Checked {
        steps.iter().try_for_each(|step| {
            let rest = substitute(&step.rest, &self.values);
            let place = |failure: Failure| {
                failure.map(|why| format!("line {}: {} {rest}: {why}", step.line, step.word))
            };
            match step.word.as_str() {
                "repeat" => {
                    let times: u32 = number(&rest)?;
                    (0..times).try_for_each(|_| self.steps(&step.block))
                }
                "random" => self.random_positions(&rest, &step.block),
                word => self.step(word, &rest).map_err(place),
            }
        })
    }

    fn step(&mut self, word: &str, rest: &str) -> Checked {
        match word {
            ">" => self.send_line(rest, true),
            ">>" => self.send_line(rest, false),
            "args" => self.launch.args = rest.split_whitespace().map(String::from).collect(),
            "env" => {
                let (name, value) = rest.split_once('=').ok_or("expected NAME=VALUE")?;
                self.launch.env.push((name.to_string(), value.to_string()));
            }
            "directory" => self.launch.directory = Some(rest.into()),
            "deaf" => self.launch.deaf = true,
            "dialect" => self.hub = rest == "hub",
            "stderr" => self.stderr_allowed = true,
            "start" => self.start(rest)?,
            "bytes" => {
                let bytes = parse_bytes(rest)?;
                self.send(&bytes, &format!("bytes {}", rest.get(..60).unwrap_or(rest)));
            }
            "crlf" => self.crlf = true,
            "wait" => {
                let (low, high) = range(rest)?;
                std::thread::sleep(Duration::from_millis(self.random.u64(low..=high)));
            }
            "expect" | "next" => {
                let (ms, pattern) = timed(rest)?;
                self.expect(ms, pattern, word == "next")?;
            }
            "never" => {
                let (ms, pattern) = timed(rest)?;
                self.never(ms, pattern)?;
            }
            "silence" => self.never(number(rest)?, "")?,
            "none" => {
                let regex = self.regex(rest)?;
                let line = self
                    .lines()
                    .into_iter()
                    .find(|line| regex.is_match(&line.text));
                line.map_or(Ok(()), |line| Err(format!("was printed: {}", line.text)))?;
            }
            "all" => {
                let (when, then) = rest.split_once(" => ").ok_or("expected REGEX => REGEX")?;
                self.all(when, then)?;
            }
            "same" => self.same(rest)?,
            "count" => self.count(rest)?,
            "rate" => self.rate(rest)?,
            "legal" => self.legal(rest)?,
            "perft" => self.perft(number(rest)?)?,
            "took" => {
                let (low, high) = range(rest)?;
                let took = self
                    .matched_at
                    .saturating_duration_since(self.sent_at)
                    .as_millis() as u64;
                let why = format!("took {took} ms");
                if took < low {
                    return Err(Failure::Wrong(why));
                }
                if took > high * time_scale() {
                    return Err(Failure::Late(why));
                }
            }
            "position" => self.set_position(rest)?,
            "play" => {
                let board = self.position.take().ok_or("no position is set")?;
                self.position = Some(rest.split_whitespace().fold(board, |b, mv| b.play(mv)));
            }
            "set" => {
                let (name, rest) = rest.split_once(' ').ok_or("expected NAME MS REGEX")?;
                let (ms, pattern) = timed(rest)?;
                let line = self.expect(ms, pattern, false)?;
                let regex = self.regex(pattern)?;
                let value = regex
                    .captures(&line.text)
                    .and_then(|c| c.get(1))
                    .ok_or("no group")?;
                self.values
                    .push((name.to_string(), value.as_str().to_string()));
            }
            "reply" => {
                let (pattern, template) =
                    rest.split_once(" => ").ok_or("expected REGEX => TEXT")?;
                let regex = self.regex(pattern)?;
                let template = template.replace('\\', "$");
                for line in self.lines() {
                    if let Some(groups) = regex.captures(&line.text) {
                        let mut text = String::new();
                        groups.expand(&template, &mut text);
                        self.send_line(&text, true);
                    }
                }
            }
            "cpu" => self.cpu(rest)?,
            "memory" => {
                let most: u64 = number(rest)?;
                let used = self.engine().resident_kb().unwrap_or(0) / 1024;
                if used > most {
                    return Err(format!("{used} MB are resident").into());
                }
            }
            "eof" => {
                self.sent_at = Instant::now();
                self.engine().close_input();
            }
            "signal" => {
                self.sent_at = Instant::now();
                self.engine().signal(rest);
            }
            "exit" => self.exit(rest)?,
            "alive" => self.alive()?,
            _ => return Err("unknown directive".into()),
        }
        Ok(())
    }

    fn start(&mut self, rest: &str) -> Checked {
        let (dialect, variant) = rest.split_once(' ').unwrap_or((rest, "international"));
        self.hub = dialect == "hub";
        if self.hub {
            self.send_line("hub", false);
            self.send_line(&format!("set-param name=variant value={variant}"), false);
            self.send_line("init", true);
            self.expect(5000, "^ready$", false)?;
        } else {
            self.send_line(
                &format!("setoption name UCI_Variant value {variant}"),
                false,
            );
            self.send_line("isready", true);
            self.expect(5000, "^readyok$", false)?;
        }
        self.set_position(&format!("{variant} start"))
    }

    fn send_line(&mut self, text: &str, now: bool) {
        self.queue.extend_from_slice(text.as_bytes());
        self.queue
            .extend_from_slice(if self.crlf { b"\r\n" } else { b"\n" });
        if now {
            let bytes = std::mem::take(&mut self.queue);
            let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(500)])
                .trim_end()
                .to_string();
            self.send(&bytes, &shown);
        }
    }

    fn send(&mut self, bytes: &[u8], shown: &str) {
        let now = Instant::now();
        self.log
            .extend(shown.lines().map(|line| (now, format!("> {line}"))));
        self.sent_at = now;
        self.engine().send(bytes);
    }

    fn lines(&mut self) -> Vec<Line> {
        self.engine().lines()
    }

    fn regex(&mut self, pattern: &str) -> Checked<Regex> {
        if let Some(regex) = self.regexes.get(pattern) {
            return Ok(regex.clone());
        }
        let regex = Regex::new(pattern).map_err(|error| error.to_string())?;
        self.regexes.insert(pattern.to_string(), regex.clone());
        Ok(regex)
    }

    /// The next line that matches, passing over others unless `strict`.
    fn expect(&mut self, ms: u64, pattern: &str, strict: bool) -> Checked<Line> {
        let regex = self.regex(pattern)?;
        let deadline = Instant::now() + Duration::from_millis(ms * time_scale());
        loop {
            let cursor = self.cursor;
            let Some(line) = self.engine().wait_line(cursor, deadline) else {
                return Err(Failure::Late("it did not come".to_string()));
            };
            self.cursor += 1;
            if regex.is_match(&line.text) {
                self.matched_at = line.at;
                return Ok(line);
            }
            if strict {
                return Err(format!("came instead: {}", line.text).into());
            }
        }
    }

    /// No line that matches comes within the time; lines are left for later directives.
    fn never(&mut self, ms: u64, pattern: &str) -> Checked {
        let regex = self.regex(pattern)?;
        let deadline = Instant::now() + Duration::from_millis(ms);
        let mut index = self.cursor;
        while let Some(line) = self.engine().wait_line(index, deadline) {
            index += 1;
            if regex.is_match(&line.text) {
                return Err(format!("came: {}", line.text).into());
            }
        }
        let left = deadline.saturating_duration_since(Instant::now());
        std::thread::sleep(left);
        Ok(())
    }

    fn all(&mut self, when: &str, then: &str) -> Checked {
        let (when, then) = (self.regex(when)?, self.regex(then)?);
        let bad = |line: &Line| when.is_match(&line.text) && !then.is_match(&line.text);
        let line = self.lines().into_iter().find(bad);
        line.map_or(Ok(()), |line| {
            Err(format!("does not hold for: {}", line.text).into())
        })
    }

    /// The first groups of the last lines that match are the same text.
    fn same(&mut self, rest: &str) -> Checked {
        let (one, other) = rest.split_once(" => ").ok_or("expected REGEX => REGEX")?;
        let lines = self.lines();
        let mut last = |pattern: &str| -> Checked<String> {
            let regex = self.regex(pattern)?;
            let found = lines
                .iter()
                .rev()
                .find_map(|line| regex.captures(&line.text));
            let group = found.and_then(|groups| Some(groups.get(1)?.as_str().to_string()));
            Ok(group.ok_or(format!("nothing matches {pattern}"))?)
        };
        let (one, other) = (last(one)?, last(other)?);
        if one != other {
            return Err(format!("{one} and {other} differ").into());
        }
        Ok(())
    }

    fn count(&mut self, rest: &str) -> Checked {
        let (wanted, pattern) = rest.split_once(' ').ok_or("expected COUNT REGEX")?;
        let regex = self.regex(pattern)?;
        let found = self
            .lines()
            .iter()
            .filter(|line| regex.is_match(&line.text))
            .count() as u64;
        let (low, high) = match wanted.split_once("..") {
            Some((low, "")) => (number(low)?, u64::MAX),
            _ => range(wanted)?,
        };
        if found < low || found > high {
            return Err(format!("{found} lines match").into());
        }
        Ok(())
    }

    /// At most so many matching lines in any second.
    fn rate(&mut self, rest: &str) -> Checked {
        let (most, pattern) = rest.split_once(' ').ok_or("expected COUNT REGEX")?;
        let (most, regex): (usize, Regex) = (number(most)?, self.regex(pattern)?);
        let lines = self.lines();
        let times: Vec<Instant> = lines
            .iter()
            .filter(|l| regex.is_match(&l.text))
            .map(|l| l.at)
            .collect();
        let crowded = times
            .windows(most + 1)
            .any(|w| w[most] - w[0] < Duration::from_secs(1));
        if crowded {
            Err(Failure::Late(format!("more than {most} lines in a second")))
        } else {
            Ok(())
        }
    }

    /// A line whose group `move` is legal in the position, and whose group `ponder` is legal after it and
    /// leaves a reply.
    fn legal(&mut self, rest: &str) -> Checked {
        let (ms, pattern) = timed(rest)?;
        let line = self.expect(ms, pattern, false)?;
        let regex = self.regex(pattern)?;
        let groups = regex.captures(&line.text).ok_or("no match")?;
        let board = self.position.clone().ok_or("no position is set")?;
        let text = groups.name("move").ok_or("no group `move`")?.as_str();
        let mv = self.find(&board, text)?;
        if let Some(ponder) = groups.name("ponder") {
            let next = board.after(&mv);
            let reply = self.find(&next, ponder.as_str())?;
            if next.after(&reply).legal().is_empty() {
                return Err(format!("no move after the ponder move: {}", line.text).into());
            }
        }
        self.values.push(("MOVE".to_string(), text.to_string()));
        Ok(())
    }

    fn find(&self, board: &Board, text: &str) -> Checked<Plain> {
        let found = if self.hub {
            board.find_hub(text)
        } else {
            board.find_uci(text)
        };
        Ok(found.map_err(|why| format!("{why} in {}", board.fen()))?)
    }

    /// The answer to `go perft`: every legal move once, the sum, and the form of the lines.
    fn perft(&mut self, ms: u64) -> Checked {
        let board = self.position.clone().ok_or("no position is set")?;
        let (mut found, mut sum) = (Vec::new(), 0);
        loop {
            let line = self.expect(ms, "", true)?;
            if line.text.is_empty() {
                break;
            }
            let (mv, count) = line
                .text
                .split_once(": ")
                .ok_or(format!("bad line: {}", line.text))?;
            let mv = self.find(&board, mv)?;
            if found.contains(&mv) {
                return Err(format!("twice: {}", line.text).into());
            }
            found.push(mv);
            sum += number::<u64>(count)?;
        }
        if found.len() != board.legal().len() {
            return Err(format!("{} of {} moves", found.len(), board.legal().len()).into());
        }
        self.expect(ms, &format!("^Nodes searched: {sum}$"), true)?;
        self.expect(ms, "^$", true)?;
        Ok(())
    }

    fn set_position(&mut self, rest: &str) -> Checked {
        let (setup, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
        let (variant, text) = setup.split_once(' ').ok_or("expected VARIANT POSITION")?;
        let variant: Variant = variant.parse().map_err(|error| format!("{error}"))?;
        let board = Board::parse(variant, text);
        self.position = Some(moves.split_whitespace().fold(board, |b, mv| b.play(mv)));
        Ok(())
    }

    fn random_positions(&mut self, rest: &str, block: &[Step]) -> Checked {
        let (times, variant) = rest.split_once(' ').ok_or("expected COUNT VARIANT")?;
        let variant: Variant = variant.parse().map_err(|error| format!("{error}"))?;
        for _ in 0..number::<u32>(times)? {
            let board = Board::random(variant, &mut self.random);
            let values = self.values.len();
            self.values.push(("POS".to_string(), board.hub()));
            self.values.push(("FEN".to_string(), board.fen()));
            self.position = Some(board);
            self.steps(block)?;
            self.values.truncate(values);
        }
        Ok(())
    }

    /// At most so many per cent of one processor in the next milliseconds.
    fn cpu(&mut self, rest: &str) -> Checked {
        let (ms, percent) = timed(rest)?;
        let percent: u128 = number(percent)?;
        let (begin, before) = (Instant::now(), self.engine().cpu_time());
        std::thread::sleep(Duration::from_millis(ms));
        if let (Some(before), Some(after)) = (before, self.engine().cpu_time()) {
            let used = (after - before).as_micros() * 100 / begin.elapsed().as_micros().max(1);
            if used > percent {
                return Err(format!("{used} % were used").into());
            }
        }
        Ok(())
    }

    fn exit(&mut self, rest: &str) -> Checked {
        let (code, ms) = rest.split_once(' ').ok_or("expected CODE MS")?;
        let deadline = Instant::now() + Duration::from_millis(number::<u64>(ms)? * time_scale());
        let Some(status) = self.engine().wait_exit(deadline) else {
            return Err(Failure::Late("the process goes on".to_string()));
        };
        if code != "any" && status.code() != Some(number(code)?) {
            return Err(format!("ended with {status}").into());
        }
        Ok(())
    }

    fn alive(&mut self) -> Checked {
        let (question, answer) = if self.hub {
            ("ping", "^pong$")
        } else {
            ("isready", "^readyok$")
        };
        self.send_line(question, true);
        self.expect(2000, answer, false)?;
        let running = self.engine().is_running();
        if running {
            Ok(())
        } else {
            Err("the process has ended".into())
        }
    }

    /// What holds for every conversation.
    fn finish(&mut self) -> Checked {
        for (when, then) in &self.test.always {
            self.all(when, then)
                .map_err(|failure| failure.map(|why| format!("always {when} => {then}: {why}")))?;
        }
        let stderr = self.engine().stderr();
        if !stderr.is_empty() && !self.stderr_allowed {
            return Err(format!("on the error stream: {stderr}").into());
        }
        Ok(())
    }

    /// The end of the conversation, with milliseconds.
    fn tail(&mut self) -> String {
        let mut all = std::mem::take(&mut self.log);
        all.extend(
            self.lines()
                .into_iter()
                .map(|line| (line.at, format!("< {}", line.text))),
        );
        all.sort_by_key(|(at, _)| *at);
        let Some((begin, _)) = all.first().cloned() else {
            return String::new();
        };
        let skip = all.len().saturating_sub(30);
        let shown = all[skip..].iter().map(|(at, text)| {
            let text: String = text.chars().take(300).collect();
            format!("    {:>6} {text}\n", (*at - begin).as_millis())
        });
        shown.collect()
    }
}

/// Factor on every upper time limit, for slow machines: `DAMKA_TIME_SCALE`, 1 by default.
fn time_scale() -> u64 {
    let value = std::env::var("DAMKA_TIME_SCALE").ok();
    value.and_then(|value| value.parse().ok()).unwrap_or(1)
}

fn number<T: std::str::FromStr>(text: &str) -> Checked<T> {
    Ok(text.parse().map_err(|_| format!("not a number: {text}"))?)
}

/// `MS TEXT`.
fn timed(rest: &str) -> Checked<(u64, &str)> {
    let (ms, text) = rest.split_once(' ').ok_or("expected MS TEXT")?;
    Ok((number(ms)?, text))
}

/// `N` or `LOW..HIGH`, both included.
fn range(text: &str) -> Checked<(u64, u64)> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    Ok((number(low)?, number(high)?))
}

/// `"text"`, hex digits, and `HEX*COUNT`, one after the other.
fn parse_bytes(rest: &str) -> Checked<Vec<u8>> {
    let mut bytes = Vec::new();
    let item = Regex::new(r#""([^"]*)"|(\S+?)\*(\d+)(?:\s|$)|(\S+)"#).expect("a valid regex");
    for groups in item.captures_iter(rest) {
        if let Some(text) = groups.get(1) {
            bytes.extend_from_slice(text.as_str().as_bytes());
            continue;
        }
        let hex = groups.get(2).or(groups.get(4)).map_or("", |m| m.as_str());
        let times = groups.get(3).map_or(Ok(1), |m| number(m.as_str()))?;
        let pairs = (0..hex.len())
            .step_by(2)
            .map(|i| hex.get(i..i + 2).unwrap_or("?"));
        let once: Vec<u8> = pairs
            .map(|pair| u8::from_str_radix(pair, 16).map_err(|_| format!("not hex: {hex}")))
            .collect::<Result<_, _>>()?;
        bytes.extend(once.repeat(times));
    }
    Ok(bytes)
}
