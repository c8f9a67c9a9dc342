//! What an engine says of itself before it can play: its name, and what can be set.

use super::START_PATIENCE;
use crate::fault::{Fault, quoted};
use crate::process::Process;
use std::time::Instant;

/// An option or parameter of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// Its name, which does not distinguish case.
    pub name: String,
    /// Values of a choice; empty when any will do.
    pub values: Vec<String>,
}

impl Known {
    /// Whether it can be set to this value.
    pub fn allows(&self, value: &str) -> bool {
        let mut known = self.values.iter();
        self.values.is_empty() || known.any(|known| known.eq_ignore_ascii_case(value))
    }
}

/// What one line of a greeting says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// The name of the engine.
    Title(String),
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
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Greeting {
    /// The name that the engine gives itself.
    pub title: String,
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
                Line::Title(title) => greeting.title = title,
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
