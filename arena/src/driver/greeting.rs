//! What an engine says before it can play: what can be set.

use super::START_PATIENCE;
use crate::fault::{Fault, quoted};
use crate::process::Process;
use std::fmt;
use std::time::Instant;

/// An option or parameter of an engine.
#[derive(Clone, PartialEq, Debug)]
pub struct Known {
    /// Its name, which does not distinguish case.
    pub name: String,
    /// What it can be set to.
    pub range: Range,
}

/// The values that an engine says it takes.
#[derive(Clone, PartialEq, Debug)]
pub enum Range {
    /// Whatever it is.
    Any,
    /// `true` or `false`.
    Truth,
    /// A whole number, with the least and the greatest.
    Whole(i64, i64),
    /// A number, with the least and the greatest.
    Real(f64, f64),
    /// One of these, which do not distinguish case.
    Choice(Vec<String>),
}

impl Range {
    /// Whole numbers between two bounds, each of which may be missing.
    pub fn whole(least: Option<&str>, greatest: Option<&str>) -> Range {
        Range::Whole(
            number(least).unwrap_or(i64::MIN),
            number(greatest).unwrap_or(i64::MAX),
        )
    }

    /// Numbers between two bounds, each of which may be missing.
    pub fn real(least: Option<&str>, greatest: Option<&str>) -> Range {
        Range::Real(
            number(least).unwrap_or(f64::NEG_INFINITY),
            number(greatest).unwrap_or(f64::INFINITY),
        )
    }

    /// A choice; of nothing it is none.
    pub fn choice<'a>(values: impl Iterator<Item = &'a str>) -> Range {
        let values: Vec<String> = values.map(|value| value.trim().to_string()).collect();
        if values.is_empty() {
            Range::Any
        } else {
            Range::Choice(values)
        }
    }

    /// Whether a value is one of these.
    pub fn allows(&self, value: &str) -> bool {
        match self {
            Range::Any => true,
            Range::Truth => matches!(value, "true" | "false"),
            Range::Whole(least, greatest) => {
                number(Some(value)).is_some_and(|value| (*least..=*greatest).contains(&value))
            }
            Range::Real(least, greatest) => {
                number(Some(value)).is_some_and(|value| (*least..=*greatest).contains(&value))
            }
            Range::Choice(values) => values.iter().any(|known| known.eq_ignore_ascii_case(value)),
        }
    }
}

fn number<T: std::str::FromStr>(text: Option<&str>) -> Option<T> {
    text?.parse().ok()
}

/// As it follows "it takes".
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Range::Any => f.write_str("anything"),
            Range::Truth => f.write_str("true or false"),
            Range::Whole(i64::MIN, i64::MAX) => f.write_str("a whole number"),
            Range::Whole(least, greatest) => {
                write!(f, "a whole number from {least} to {greatest}")
            }
            Range::Real(least, greatest) => write!(f, "a number from {least} to {greatest}"),
            Range::Choice(values) => write!(f, "one of {}", quoted(&values.join(", "))),
        }
    }
}

/// What one line of a greeting says.
#[derive(Clone, PartialEq, Debug)]
pub enum Line {
    /// Something that can be set.
    Setting(Known),
    /// A line of the protocol that does not matter here.
    Other,
    /// The last line.
    End,
    /// Not a line of the protocol.
    Strange,
}

/// What an engine answers to the first word of its protocol.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Greeting {
    known: Vec<Known>,
}

impl Greeting {
    /// Sends the first word of a protocol, and reads until the answer ends.
    ///
    /// # Errors
    /// When no such answer comes in time: the engine does not speak the protocol.
    pub fn read(
        process: &mut Process,
        protocol: &'static str,
        understand: impl Fn(&str) -> Line,
    ) -> Result<Greeting, Fault> {
        // A process that has ended already may still have said why.
        match process.send(protocol) {
            Ok(_) | Err(Fault::Crash(_)) => {}
            Err(fault) => return Err(fault),
        }
        let deadline = Instant::now() + START_PATIENCE;
        let mut greeting = Greeting::default();
        let mut strange = None;
        loop {
            let line = match process.line(deadline) {
                Ok(Some(line)) => line,
                Ok(None) | Err(Fault::NoAnswer(_)) => {
                    return Err(wrong_protocol(protocol, strange));
                }
                // An engine that leaves at the first word does not know it.
                Err(Fault::Crash(status)) => {
                    let said =
                        strange.unwrap_or_else(|| format!("nothing, and it ended ({status})"));
                    return Err(wrong_protocol(protocol, Some(said)));
                }
                Err(fault) => return Err(fault),
            };
            let text = line.text.trim();
            if text.is_empty() {
                continue;
            }
            match understand(text) {
                Line::Setting(known) => greeting.known.push(known),
                Line::Other => {}
                Line::End => return Ok(greeting),
                Line::Strange => {
                    strange.get_or_insert_with(|| quoted(text));
                }
            }
        }
    }

    /// What can be set under this name.
    pub fn setting(&self, name: &str) -> Option<&Known> {
        let mut known = self.known.iter();
        known.find(|known| known.name.eq_ignore_ascii_case(name))
    }

    /// Makes sure that something can be set to a value; `kind` is what the protocol calls it. Many engines would go on
    /// with the old value, and say so where nobody reads it.
    ///
    /// # Errors
    /// When there is no such thing, or the value is none that the engine says it takes.
    pub fn check(&self, kind: &str, name: &str, value: &str) -> Result<(), Fault> {
        let Some(known) = self.setting(name) else {
            return Err(Fault::Refused(format!("it has no {kind} {}", quoted(name))));
        };
        if known.range.allows(value) {
            return Ok(());
        }
        Err(Fault::Refused(format!(
            "{kind} {} cannot be {}, it takes {}",
            quoted(name),
            quoted(value),
            known.range
        )))
    }
}

/// The fault of an engine that said this first, or nothing.
fn wrong_protocol(protocol: &'static str, said: Option<String>) -> Fault {
    Fault::WrongProtocol {
        protocol,
        said: said.map_or_else(
            || "it says nothing".to_string(),
            |said| format!("it says {said}"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_and_named() {
        let ranges = [
            ("threads", Range::whole(Some("1"), Some("8"))),
            ("offset", Range::whole(None, None)),
            ("factor", Range::real(Some("0.5"), Some("2"))),
            ("ponder", Range::Truth),
            ("style", Range::choice(["calm", "wild "].into_iter())),
            ("path", Range::choice([].into_iter())),
        ];
        let known = ranges.map(|(name, range)| Known {
            name: name.to_string(),
            range,
        });
        let greeting = Greeting {
            known: known.into(),
        };
        let check = |name, value| greeting.check("option", name, value);
        for (name, value) in [
            ("Threads", "8"),
            ("offset", "-77"),
            ("factor", "0.75"),
            ("ponder", "true"),
            ("style", "Wild"),
            ("path", ""),
        ] {
            assert_eq!(check(name, value), Ok(()), "{name} {value}");
        }
        for (name, value, complaint) in [
            (
                "threads",
                "9",
                "option 'threads' cannot be '9', it takes a whole number from 1 to 8",
            ),
            ("threads", "two", "'two', it takes a whole number from 1"),
            ("offset", "1.5", "'1.5', it takes a whole number"),
            ("factor", "3", "'3', it takes a number from 0.5 to 2"),
            ("factor", "NaN", "'NaN', it takes a number from 0.5 to 2"),
            ("ponder", "yes", "'yes', it takes true or false"),
            ("style", "mild", "'mild', it takes one of 'calm, wild'"),
            ("colour", "red", "it has no option 'colour'"),
        ] {
            let fault = check(name, value).expect_err(value).to_string();
            assert!(fault.contains(complaint), "{fault}");
        }
    }
}
