//! Transcripts: conversations with the engine as data. `tests/protocol/README.md` describes the format.

use regex::Regex;
use std::path::Path;

/// One directive with its place in the file; `repeat` and `random` hold others.
#[derive(Clone, Debug)]
pub struct Step {
    /// Number of its line, from 1.
    pub line: usize,
    /// The directive.
    pub word: String,
    /// What stands behind it.
    pub rest: String,
    /// What it holds.
    pub block: Vec<Step>,
}

/// One statement: a conversation with one process.
#[derive(Clone, Debug)]
pub struct Test {
    /// File and number of the statement, such as `hub:36`.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// Must not share the machine with other tests.
    pub alone: bool,
    /// How often it is run, each time with a new process.
    pub runs: usize,
    /// What is said and judged, in order.
    pub steps: Vec<Step>,
    /// Names and values of the file.
    pub constants: Vec<(String, String)>,
    /// Rules for every line of output: when the first matches, the second must.
    pub always: Vec<(String, String)>,
}

const WORDS: &[&str] = &[
    ">",
    ">>",
    "args",
    "env",
    "directory",
    "deaf",
    "alone",
    "runs",
    "stderr",
    "dialect",
    "start",
    "bytes",
    "crlf",
    "wait",
    "expect",
    "next",
    "never",
    "silence",
    "none",
    "all",
    "same",
    "count",
    "rate",
    "legal",
    "perft",
    "took",
    "position",
    "play",
    "set",
    "reply",
    "cpu",
    "memory",
    "eof",
    "signal",
    "exit",
    "alive",
    "repeat",
    "random",
];

/// Reads a transcript file.
pub fn load(path: &Path) -> Vec<Test> {
    let text = std::fs::read_to_string(path).expect("a transcript can be read");
    let file = path.file_stem().and_then(|s| s.to_str()).unwrap_or("?");
    let (mut tests, mut constants, mut always) = (Vec::<Test>::new(), Vec::new(), Vec::new());
    let mut open: Vec<Step> = Vec::new();
    for (number, raw) in text.lines().enumerate() {
        let fail = |why: &str| -> ! { panic!("{}:{}: {why}: {raw}", path.display(), number + 1) };
        let line = raw.trim_start();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "let" => match rest.split_once(" = ") {
                Some((name, value)) => {
                    constants.push((name.to_string(), substitute(value, &constants)));
                }
                None => fail("expected `let NAME = VALUE`"),
            },
            "always" => match rest.split_once(" => ") {
                Some((a, b)) => {
                    always.push((substitute(a, &constants), substitute(b, &constants)));
                }
                None => fail("expected `always REGEX => REGEX`"),
            },
            "==" => {
                if !open.is_empty() {
                    fail("a block is not closed");
                }
                let (id, title) = rest.split_once(' ').unwrap_or((rest, ""));
                tests.push(Test {
                    id: format!("{file}:{id}"),
                    title: title.to_string(),
                    alone: false,
                    runs: 1,
                    steps: Vec::new(),
                    constants: constants.clone(),
                    always: always.clone(),
                });
            }
            "end" => {
                let block = open.pop().unwrap_or_else(|| fail("no block to end"));
                let test = tests
                    .last_mut()
                    .unwrap_or_else(|| fail("outside a statement"));
                open.last_mut()
                    .map_or(&mut test.steps, |outer| &mut outer.block)
                    .push(block);
            }
            _ => {
                if !WORDS.contains(&word) {
                    fail("unknown directive");
                }
                let test = tests
                    .last_mut()
                    .unwrap_or_else(|| fail("outside a statement"));
                let step = Step {
                    line: number + 1,
                    word: word.to_string(),
                    rest: rest.to_string(),
                    block: Vec::new(),
                };
                match word {
                    "alone" => test.alone = true,
                    "runs" => test.runs = rest.parse().unwrap_or_else(|_| fail("not a number")),
                    "repeat" | "random" => open.push(step),
                    _ => open
                        .last_mut()
                        .map_or(&mut test.steps, |outer| &mut outer.block)
                        .push(step),
                }
            }
        }
    }
    assert!(open.is_empty(), "{}: a block is not closed", path.display());
    tests
}

/// Replaces `$NAME` and `${NAME}` (capitals, digits, `_`) by its last value; other dollars stay.
pub fn substitute(text: &str, values: &[(String, String)]) -> String {
    let name = Regex::new(r"\$(?:\{([A-Z][A-Z0-9_]*)\}|([A-Z][A-Z0-9_]*))").expect("a valid regex");
    let value = |found: &regex::Captures| {
        let name = found.get(1).or(found.get(2)).map_or("", |m| m.as_str());
        let known = values.iter().rev().find(|(known, _)| known == name);
        known
            .unwrap_or_else(|| panic!("no value for ${name} in {text}"))
            .1
            .clone()
    };
    name.replace_all(text, value).into_owned()
}
