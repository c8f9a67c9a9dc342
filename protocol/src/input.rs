//! The reading side: one thread cuts the client's bytes into lines, whatever they are.

use crate::event::{Event, Events};
use std::io::{self, BufReader, Read};

/// Longest line that is kept, in bytes; a longer one is passed over. A game of a thousand moves needs 20 kB.
const MAX_LINE: usize = 8 << 20;

/// Starts the thread, which owns the stream and ends with it. The last line needs no line end.
///
/// # Errors
/// The system grants no thread.
pub fn start(stream: impl Read + Send + 'static, events: Events) -> io::Result<()> {
    std::thread::Builder::new()
        .name("input".to_string())
        .spawn(move || {
            if let Err(error) = read_all(stream, |line| events.send(Event::Line(line))) {
                log::info!("the client cannot be read any more: {error}");
            }
            events.send(Event::End);
        })?;
    Ok(())
}

fn read_all(stream: impl Read, mut tell: impl FnMut(Vec<u8>)) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut line = Vec::new();
    let mut too_long = false;
    loop {
        let available = match io::BufRead::fill_buf(&mut stream) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let length = available.len();
        if length == 0 {
            if !line.is_empty() && !too_long {
                tell(line);
            }
            return Ok(());
        }
        for (index, part) in available.split(|&byte| byte == b'\n').enumerate() {
            // Every part but the first follows a line end.
            if index > 0 {
                let whole = std::mem::take(&mut line);
                if !too_long {
                    tell(whole);
                }
                too_long = false;
            }
            if !too_long {
                line.extend_from_slice(part);
                too_long = line.len() > MAX_LINE;
            }
            if too_long {
                line = Vec::new();
            }
        }
        io::BufRead::consume(&mut stream, length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        read_all(bytes, |line| lines.push(line)).unwrap();
        lines
    }

    #[test]
    fn lines_are_cut_at_line_feeds() {
        assert_eq!(
            lines(b"a\r\n\nb c\n\xff\0\nlast"),
            [&b"a\r"[..], b"", b"b c", b"\xff\0", b"last"]
        );
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn an_endless_line_is_passed_over() {
        let mut bytes = vec![b'a'; MAX_LINE + 10];
        bytes.extend_from_slice(b"\nuci\n");
        assert_eq!(lines(&bytes), [b"uci"]);
        let long = vec![b'a'; MAX_LINE];
        assert_eq!(lines(&long), [long]);
    }
}
