//! The messages of DamExchange: what each of them says.

use damka_engine::{Color, Setup};
use std::time::Duration;
use thiserror::Error;

/// Greatest length of a message in bytes, the closing NUL not counted.
pub const MAX_LENGTH: usize = 127;
/// Width of a program's name in GAMEREQ and GAMEACC.
pub const NAME: usize = 32;
/// Greatest number of minutes that the field can hold.
pub(super) const MOST_MINUTES: u64 = 999;

/// One message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// GAMEREQ: the initiator proposes a game.
    Request(Request),
    /// GAMEACC: the follower's answer.
    Answer(Answer),
    /// MOVE.
    Move(MoveMessage),
    /// GAMEEND: instead of a move, or the echo of one.
    End(End),
    /// CHAT: text for people, without meaning for the game.
    Chat(String),
    /// BACKREQ: the other side asks to go back to this move number, with this side to move.
    BackRequest {
        /// Number of the move, from 1.
        number: u32,
        /// The side to move there.
        turn: Color,
    },
    /// BACKACC.
    BackAnswer(BackAnswer),
}

/// GAMEREQ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Version of the protocol; 1 is the only one known.
    pub version: u32,
    /// Name of the initiator, at most 32 characters.
    pub name: String,
    /// The side that the follower plays.
    pub follower: Color,
    /// Time of each side for the game; `None` when the message says nothing usable (`000`, garbage).
    pub time: Option<Duration>,
    /// Moves of each side, after which the game ends; `None` without limit.
    pub moves: Option<u32>,
    /// The position; `None` for the start position of the variant.
    pub position: Option<Setup>,
}

/// GAMEACC.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Name of the follower, at most 32 characters.
    pub name: String,
    /// Whether the game begins.
    pub code: AnswerCode,
}

/// The code of GAMEACC.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum AnswerCode {
    /// `0`: the game begins.
    Accepted,
    /// `1`: the version is not understood.
    Version,
    /// `2`: this game is not possible (position, time or colour).
    Impossible,
    /// `3`: no game at all.
    Refused,
}

/// MOVE, with the numbers that are on the wire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveMessage {
    /// Seconds used for the move, at most 9999.
    pub seconds: u32,
    /// Square on which the piece starts.
    pub from: u32,
    /// Square on which it ends.
    pub to: u32,
    /// Captured squares in any order.
    pub captured: Vec<u32>,
}

/// GAMEEND.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct End {
    /// The result as the sender sees it.
    pub reason: Reason,
    /// Whether the session ends too.
    pub stop: bool,
}

/// The reason of GAMEEND, from the sender's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Reason {
    /// `0`: no result, or nothing to say about it.
    Unknown,
    /// `1`: the sender has lost or gives up.
    Lost,
    /// `2`: a draw.
    Draw,
    /// `3`: the sender has won.
    Won,
}

/// The code of BACKACC.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BackAnswer {
    /// `0`: agreed, the position is set back.
    Agreed,
    /// `1`: no, or not supported.
    Refused,
    /// `2`: not possible now, the game goes on.
    NotNow,
}

/// Why bytes are not a message.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MessageError {
    /// The first byte is no message letter.
    #[error("unknown message {0:?}")]
    Unknown(String),
    /// The letter is known, the rest is not of its form.
    #[error("malformed {kind} {text:?}")]
    Malformed {
        /// What the letter promised.
        kind: &'static str,
        /// The message.
        text: String,
    },
}

impl MessageError {
    /// Whether this was meant to be a GAMEREQ, which always gets an answer.
    pub fn is_request(&self) -> bool {
        matches!(self, MessageError::Malformed { kind, .. } if *kind == REQUEST)
    }

    /// Whether this was meant to be a MOVE.
    pub fn is_move(&self) -> bool {
        matches!(self, MessageError::Malformed { kind, .. } if *kind == MOVE)
    }
}

pub(super) const REQUEST: &str = "GAMEREQ";
pub(super) const MOVE: &str = "MOVE";

macro_rules! digit_codes {
    ($type:ident { $($variant:ident = $digit:literal),+ }) => {
        impl $type {
            /// The digit on the wire.
            pub const fn digit(self) -> char {
                match self { $($type::$variant => $digit),+ }
            }

            pub(super) fn from_digit(digit: char) -> Option<$type> {
                match digit { $($digit => Some($type::$variant),)+ _ => None }
            }
        }
    };
}

digit_codes!(AnswerCode { Accepted = '0', Version = '1', Impossible = '2', Refused = '3' });
digit_codes!(Reason { Unknown = '0', Lost = '1', Draw = '2', Won = '3' });
digit_codes!(BackAnswer { Agreed = '0', Refused = '1', NotNow = '2' });

#[cfg(test)]
mod tests {
    use super::*;
    use damka_engine::Piece;
    use proptest::prelude::*;

    fn parse(text: &str) -> Message {
        Message::parse(text.as_bytes()).unwrap()
    }

    fn text(message: &Message) -> String {
        String::from_utf8(message.encode()).unwrap()
    }

    fn plain_request(name: &str) -> Request {
        Request {
            version: 1,
            name: name.to_string(),
            follower: Color::White,
            time: Some(Duration::from_secs(60)),
            moves: Some(75),
            position: None,
        }
    }

    #[test]
    fn request_has_exact_widths() {
        let mut request = plain_request("Referee");
        let expected = format!("R01{:32}W001075A", "Referee");
        assert_eq!(text(&Message::Request(request.clone())), expected);
        assert_eq!(expected.len(), 43);
        assert_eq!(parse(&expected), Message::Request(request.clone()));

        let mut setup = Setup::empty(50);
        setup.turn = Some(Color::Black);
        setup.squares[0] = Some(Piece {
            color: Color::Black,
            king: true,
        });
        setup.squares[49] = Some(Piece {
            color: Color::White,
            king: false,
        });
        request.position = Some(setup);
        let with_position = text(&Message::Request(request.clone()));
        assert_eq!(with_position.len(), 94);
        assert!(with_position.ends_with(&format!("BZZ{}w", "e".repeat(48))));
        assert_eq!(parse(&with_position), Message::Request(request));
    }

    #[test]
    fn long_and_foreign_names_are_cut_and_cleaned() {
        let request = plain_request("A program with a name of more than 32 characters");
        let encoded = text(&Message::Request(request));
        assert_eq!(encoded.len(), 43);
        assert_eq!(&encoded[3..35], "A program with a name of more th");
        let answer = Message::Answer(Answer {
            name: " Дамка\0".to_string(),
            code: AnswerCode::Accepted,
        });
        assert_eq!(text(&answer), format!("A{:32}0", "??????"));
    }

    #[test]
    fn minutes_are_read_in_every_form_that_is_in_use() {
        let time = |field: &str| match parse(&format!("R01{:32}W{field}000A", "x")) {
            Message::Request(request) => request.time,
            other => panic!("{other:?}"),
        };
        assert_eq!(time("005"), Some(Duration::from_secs(300)));
        assert_eq!(time("  5"), Some(Duration::from_secs(300)));
        assert_eq!(time(".05"), Some(Duration::from_secs(3)));
        assert_eq!(time("0.5"), Some(Duration::from_secs(30)));
        for nothing in ["000", "   ", "abc", "-01", "nan", "inf", "1e9"] {
            assert_eq!(time(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn another_version_is_recognised_whatever_follows() {
        for text in ["R02", "R02 something else"] {
            assert!(
                matches!(parse(text), Message::Request(Request { version: 2, .. })),
                "{text}"
            );
        }
    }

    #[test]
    fn moves_are_as_in_the_protocol_text() {
        let quiet = MoveMessage {
            seconds: 12,
            from: 6,
            to: 11,
            captured: vec![],
        };
        assert_eq!(parse("M0012061100"), Message::Move(quiet.clone()));
        assert_eq!(text(&Message::Move(quiet)), "M0012061100");
        let capture = MoveMessage {
            seconds: 12,
            from: 5,
            to: 25,
            captured: vec![22, 12, 23, 20],
        };
        assert_eq!(parse("M001205250422122320"), Message::Move(capture.clone()));
        assert_eq!(text(&Message::Move(capture)), "M001205250422122320");
        // Padding with blanks, and a count that was left out.
        let padded = MoveMessage {
            seconds: 3,
            from: 6,
            to: 11,
            captured: vec![],
        };
        assert_eq!(parse("M   3 611 0"), Message::Move(padded.clone()));
        assert_eq!(parse("M   3 611"), Message::Move(padded));
    }

    #[test]
    fn eight_captures_make_27_bytes() {
        let captured = vec![8, 9, 10, 19, 20, 29, 30, 31];
        let message = MoveMessage {
            seconds: 0,
            from: 1,
            to: 2,
            captured,
        };
        assert_eq!(Message::Move(message).encode().len(), 27);
    }

    #[test]
    fn short_messages() {
        let end = |reason, stop| Message::End(End { reason, stop });
        for (message, encoded) in [
            (end(Reason::Unknown, false), "E00"),
            (end(Reason::Lost, true), "E11"),
            (end(Reason::Draw, false), "E20"),
            (end(Reason::Won, true), "E31"),
            (
                Message::BackRequest {
                    number: 5,
                    turn: Color::Black,
                },
                "B005Z",
            ),
            (Message::BackAnswer(BackAnswer::Agreed), "K0"),
            (Message::BackAnswer(BackAnswer::Refused), "K1"),
            (Message::BackAnswer(BackAnswer::NotNow), "K2"),
            (Message::Chat("hello".to_string()), "Chello"),
        ] {
            assert_eq!(parse(encoded), message);
            assert_eq!(text(&message), encoded);
        }
        assert_eq!(Message::Chat("x".repeat(500)).encode().len(), MAX_LENGTH);
    }

    #[test]
    fn what_is_no_message_is_named() {
        for (bytes, error) in [
            ("", "unknown message \"\""),
            ("X12", "unknown message \"X12\""),
            ("M00", "malformed MOVE \"M00\""),
            ("E", "malformed GAMEEND \"E\""),
            ("B05", "malformed BACKREQ \"B05\""),
            ("K7", "malformed BACKACC \"K7\""),
            ("A0", "malformed GAMEACC \"A0\""),
        ] {
            assert_eq!(
                Message::parse(bytes.as_bytes()).unwrap_err().to_string(),
                error
            );
        }
        let short = Message::parse(b"R01abc").unwrap_err();
        assert!(short.is_request());
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = Message::parse(&bytes);
        }

        #[test]
        fn moves_round_trip(seconds in 0u32..10_000, from in 1u32..51, to in 1u32..51,
                            captured in proptest::collection::vec(1u32..51, 0..20)) {
            let message = Message::Move(MoveMessage { seconds, from, to, captured });
            prop_assert_eq!(Message::parse(&message.encode()), Ok(message));
        }
    }
}
