//! The reading side: one thread cuts the client's bytes into lines, whatever they are.

use crate::event::{Event, Events};
use crate::output::Backlog;
use std::io::{self, BufReader, Read};

/// Longest line that is kept, in bytes; of a longer one only the beginning is. A game of a thousand moves needs 20 kB.
const MAX_LINE: usize = 8 << 20;
/// How much of a longer line is kept: enough to tell which command it was.
const KEPT: usize = 64;

/// Starts the thread, which owns the stream and ends with it. The last line needs no line end. While the client leaves
/// too much of what is said to it unread, it is not heard.
///
/// # Errors
/// The system grants no thread.
pub fn start(
    stream: impl Read + Send + 'static,
    events: Events,
    backlog: Backlog,
) -> io::Result<()> {
    std::thread::Builder::new()
        .name("input".to_string())
        .spawn(move || {
            let tell = |event| {
                backlog.wait();
                events.send(event);
            };
            if let Err(error) = read_all(stream, tell) {
                log::info!("the client cannot be read any more: {error}");
            }
            events.send(Event::End);
        })?;
    Ok(())
}

fn read_all(stream: impl Read, mut tell: impl FnMut(Event)) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut line = Line::default();
    loop {
        let available = match io::BufRead::fill_buf(&mut stream) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let length = available.len();
        if length == 0 {
            if !line.bytes.is_empty() {
                tell(line.into_event());
            }
            return Ok(());
        }
        for (index, part) in available.split(|&byte| byte == b'\n').enumerate() {
            // Every part but the first follows a line end.
            if index > 0 {
                tell(std::mem::take(&mut line).into_event());
            }
            line.add(part);
        }
        io::BufRead::consume(&mut stream, length);
    }
}

/// A line in the making.
#[derive(Default)]
struct Line {
    bytes: Vec<u8>,
    too_long: bool,
}

impl Line {
    fn add(&mut self, part: &[u8]) {
        if self.too_long {
            return;
        }
        self.bytes.extend_from_slice(part);
        if self.bytes.len() > MAX_LINE {
            self.too_long = true;
            self.bytes.truncate(KEPT);
            self.bytes.shrink_to_fit();
        }
    }

    fn into_event(self) -> Event {
        if self.too_long {
            Event::Overlong(self.bytes)
        } else {
            Event::Line(self.bytes)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(bytes: &[u8]) -> Vec<Event> {
        let mut events = Vec::new();
        read_all(bytes, |event| events.push(event)).unwrap();
        events
    }

    fn line(bytes: &[u8]) -> Event {
        Event::Line(bytes.to_vec())
    }

    #[test]
    fn lines_are_cut_at_line_feeds() {
        assert_eq!(
            events(b"a\r\n\nb c\n\xff\0\nlast"),
            [&b"a\r"[..], b"", b"b c", b"\xff\0", b"last"].map(line)
        );
        assert!(events(b"").is_empty());
    }

    #[test]
    fn of_an_endless_line_the_beginning_is_kept() {
        let beginning = || Event::Overlong(vec![b'a'; KEPT]);
        let mut bytes = vec![b'a'; MAX_LINE + 10];
        bytes.extend_from_slice(b"\nuci\n");
        assert_eq!(events(&bytes), [beginning(), line(b"uci")]);
        bytes.truncate(MAX_LINE + 1);
        assert_eq!(events(&bytes), [beginning()]);
        bytes.truncate(MAX_LINE);
        assert_eq!(events(&bytes), [line(&bytes)]);
    }
}
