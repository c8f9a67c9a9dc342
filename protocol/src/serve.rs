//! Puts a session together: a thread that reads, a thread that writes, a thread that searches, and the conversation.

use crate::Dialect;
use crate::event::Events;
use crate::input;
use crate::output::Output;
use crate::session::Session;
use crate::worker::Worker;
use std::io::{self, Read, Write};
use std::time::Duration;

/// How to serve a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Service {
    /// The only dialect, or `None` to let the first line decide.
    pub dialect: Option<Dialect>,
    /// Least time between two lines, for clients that lose lines which arrive together.
    pub line_delay: Duration,
}

/// Serves one client until it quits, closes its end, or stops reading.
///
/// Threads may still be at work when this returns; the process is expected to end then.
///
/// # Errors
/// The system grants no threads, or does not take what is written for another reason than that the client is gone.
pub fn serve(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    service: Service,
) -> io::Result<()> {
    let (events, news) = Events::channel();
    let output = Output::start(output, events.clone())?;
    let worker = Worker::start(events.clone())?;
    let backlog = output.backlog();
    let mut session = Session::new(service.dialect, output, worker, events.clone());
    session.set_line_delay(service.line_delay);
    input::start(input, events, backlog)?;
    match session.run(&news) {
        Ok(()) | Err(io::ErrorKind::BrokenPipe) => Ok(()),
        Err(reason) => Err(reason.into()),
    }
}
