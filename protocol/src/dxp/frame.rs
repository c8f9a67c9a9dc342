//! Cutting a byte stream into messages: each ends with a NUL, wherever the segments of the network begin.

use super::message::MAX_LENGTH;

/// A message cut out of the stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Frame {
    /// The bytes before a NUL.
    Whole(Vec<u8>),
    /// More bytes than a message may have; they are dropped up to the next NUL.
    TooLong,
}

/// Collects bytes until a message is whole.
#[derive(Clone, Default, Debug)]
pub struct Framer {
    bytes: Vec<u8>,
    /// Inside of a message that is too long.
    dropping: bool,
}

impl Framer {
    /// Takes the bytes of one segment and returns the messages that are whole now.
    ///
    /// Empty messages (two NULs in a row) are passed over, as are blanks and line feeds before a message.
    pub fn push(&mut self, segment: &[u8]) -> Vec<Frame> {
        let mut frames = Vec::new();
        for &byte in segment {
            if byte == 0 {
                let bytes = std::mem::take(&mut self.bytes);
                let message = bytes.trim_ascii_start();
                if !std::mem::take(&mut self.dropping) && !message.is_empty() {
                    frames.push(Frame::Whole(message.to_vec()));
                }
            } else if !self.dropping {
                self.bytes.push(byte);
                if self.bytes.len() > MAX_LENGTH {
                    self.bytes.clear();
                    self.dropping = true;
                    frames.push(Frame::TooLong);
                }
            }
        }
        frames
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> Frame {
        Frame::Whole(text.as_bytes().to_vec())
    }

    #[test]
    fn two_messages_in_a_segment_and_one_in_many() {
        let mut framer = Framer::default();
        assert_eq!(
            framer.push(b"E00\0Chello\0M00"),
            [whole("E00"), whole("Chello")]
        );
        assert_eq!(framer.push(b"12061100"), []);
        assert_eq!(framer.push(b"\0"), [whole("M0012061100")]);
        for &byte in b"K" {
            assert_eq!(framer.push(&[byte]), []);
        }
        assert_eq!(framer.push(b"1\0\0\0"), [whole("K1")]);
    }

    #[test]
    fn overlong_messages_are_dropped_once() {
        let mut framer = Framer::default();
        assert_eq!(framer.push(&[b'x'; 100]), []);
        assert_eq!(framer.push(&[b'x'; 100]), [Frame::TooLong]);
        assert_eq!(framer.push(&[b'x'; 1000]), []);
        assert_eq!(framer.push(b"x\0E00\0"), [whole("E00")]);
        let longest = [b'C'; MAX_LENGTH];
        assert_eq!(framer.push(&longest), []);
        assert_eq!(framer.push(b"\0"), [Frame::Whole(longest.to_vec())]);
    }
}
