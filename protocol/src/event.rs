//! What the session waits for: lines of the client, news of the search, and the end of either stream.

use crate::report::{Answer, Report};
use crate::worker::Shortage;
use std::io;
use std::sync::mpsc::Sender;

/// Something that happened.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// The client sent a line.
    Line(Vec<u8>),
    /// The client sent a line that was too long to be kept; this is its beginning.
    Overlong(Vec<u8>),
    /// The client will send nothing more.
    End,
    /// What is written cannot be delivered.
    Deaf(io::ErrorKind),
    /// The search has found a line.
    Report(Report),
    /// The search has ended.
    Answer(Answer),
    /// A line of a command for people that is not finished.
    Text(String),
    /// A command for people has finished, with its last lines.
    Tool(Vec<String>),
    /// The engine has to do with less than was asked for.
    Shortage(Shortage),
    /// The engine is ready.
    Ready,
    /// A job broke down; the text is for the log.
    Failed(String),
}

/// The way to the session.
#[derive(Clone, Debug)]
pub struct Events(Sender<Event>);

impl Events {
    /// Events go into this channel.
    pub fn new(sender: Sender<Event>) -> Events {
        Events(sender)
    }

    /// Tells the session. When there is none any more, nobody needs to know.
    pub fn send(&self, event: Event) {
        let _ = self.0.send(event);
    }
}
