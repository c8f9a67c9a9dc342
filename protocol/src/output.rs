//! The writing side: one thread writes whole lines and flushes each, so that the session never waits for a client.

use crate::event::{Event, Events};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Thread;
use std::time::{Duration, Instant};

/// How long the session waits at its end for lines that the client has not taken yet.
const PATIENCE: Duration = Duration::from_millis(300);

enum Item {
    Line(String),
    /// From here on, lines are at least this far apart.
    Delay(Duration),
    /// Tell when everything before is written.
    Mark(Sender<()>),
}

/// Lines that may wait for a client to read them, before it is not heard any more.
const MOST_UNREAD: usize = 100_000;

/// How many lines the client has not taken yet.
#[derive(Clone, Debug, Default)]
pub struct Backlog(Arc<AtomicUsize>);

impl Backlog {
    /// Waits while there are too many.
    pub fn wait(&self) {
        while self.0.load(Ordering::Relaxed) > MOST_UNREAD {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// The way to the writing thread.
#[derive(Debug)]
pub struct Output {
    items: Sender<Item>,
    backlog: Backlog,
    writer: Thread,
    /// Set at the end: what is left is written without a delay, or it would be lost.
    hurry: Arc<AtomicBool>,
}

impl std::fmt::Debug for Item {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Item::Line(line) => write!(f, "Line({line:?})"),
            Item::Delay(delay) => write!(f, "Delay({delay:?})"),
            Item::Mark(_) => f.write_str("Mark"),
        }
    }
}

impl Output {
    /// Starts the thread, which owns the stream.
    ///
    /// # Errors
    /// The system grants no thread.
    pub fn start(stream: impl Write + Send + 'static, events: Events) -> io::Result<Output> {
        let (items, queue) = channel();
        let hurry = Arc::new(AtomicBool::new(false));
        let hurried = hurry.clone();
        let backlog = Backlog::default();
        let unread = backlog.clone();
        let writer = std::thread::Builder::new()
            .name("output".to_string())
            .spawn(move || {
                if let Err(error) = write_all(stream, &queue, (&hurried, &unread)) {
                    log::info!("the client does not read any more: {error}");
                    events.send(Event::Deaf(error.kind()));
                }
            })?;
        Ok(Output {
            items,
            backlog,
            writer: writer.thread().clone(),
            hurry,
        })
    }

    /// What the client has not taken yet.
    pub fn backlog(&self) -> Backlog {
        self.backlog.clone()
    }

    /// Writes a line.
    pub fn line(&self, line: String) {
        log::debug!("< {line}");
        self.backlog.0.fetch_add(1, Ordering::Relaxed);
        // The thread ends early only when nobody reads, and then the session is told.
        let _ = self.items.send(Item::Line(line));
    }

    /// Keeps lines apart: some clients lose a line that arrives together with another.
    pub fn delay(&self, delay: Duration) {
        let _ = self.items.send(Item::Delay(delay));
    }

    /// Waits until everything is written, but not for ever.
    pub fn finish(self) {
        self.hurry.store(true, Ordering::Relaxed);
        self.writer.unpark();
        let (mark, written) = channel();
        if self.items.send(Item::Mark(mark)).is_ok() {
            let _ = written.recv_timeout(PATIENCE);
        }
    }
}

fn write_all(
    mut stream: impl Write,
    queue: &Receiver<Item>,
    (hurry, backlog): (&AtomicBool, &Backlog),
) -> io::Result<()> {
    let mut delay = Duration::ZERO;
    let mut last: Option<Instant> = None;
    while let Ok(item) = queue.recv() {
        match item {
            Item::Line(mut line) => {
                while let Some(last) = last
                    && last.elapsed() < delay
                    && !hurry.load(Ordering::Relaxed)
                {
                    std::thread::park_timeout(delay.saturating_sub(last.elapsed()));
                }
                line.push('\n');
                stream.write_all(line.as_bytes())?;
                stream.flush()?;
                backlog.0.fetch_sub(1, Ordering::Relaxed);
                last = Some(Instant::now());
            }
            Item::Delay(value) => delay = value,
            Item::Mark(mark) => {
                let _ = mark.send(());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// A stream that others can read.
    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_are_apart_but_none_is_lost_at_the_end() {
        let stream = Shared::default();
        let (events, _) = Events::channel();
        let output = Output::start(stream.clone(), events).unwrap();
        output.delay(Duration::from_secs(3600));
        for number in 0..100 {
            output.line(number.to_string());
        }
        std::thread::sleep(Duration::from_millis(50));
        let count = |stream: &Shared| stream.0.lock().unwrap().split(|&b| b == b'\n').count() - 1;
        assert_eq!(count(&stream), 1);
        output.finish();
        assert_eq!(count(&stream), 100);
    }
}
