//! What the session waits for: lines of the client, news of the search, and the end of either stream.

use crate::report::{Answer, Report};
use crate::worker::Shortage;
use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Events that may wait for the session: a client that writes faster than it is heard has to wait, too, instead of
/// filling the memory.
const MOST_UNHEARD: usize = 64;

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
pub struct Events(SyncSender<Event>);

impl Events {
    /// The way to a session, and its end there.
    pub fn channel() -> (Events, Receiver<Event>) {
        let (sender, news) = sync_channel(MOST_UNHEARD);
        (Events(sender), news)
    }

    /// Tells the session, and waits while it has too much to hear. When there is none any more, nobody needs to know.
    pub fn send(&self, event: Event) {
        let _ = self.0.send(event);
    }
}
