//! The messages of DamExchange: exact widths on the way out, tolerant on the way in.

use damka_engine::{Color, Piece, Setup};
use nom::branch::alt;
use nom::bytes::complete::{tag, take};
use nom::character::complete::{anychar, one_of};
use nom::combinator::{map, map_opt, opt, rest, value};
use nom::multi::{many_m_n, many0};
use nom::{IResult, Parser};
use std::fmt::Write;
use std::time::Duration;
use thiserror::Error;

/// Greatest length of a message in bytes, the closing NUL not counted.
pub const MAX_LENGTH: usize = 127;
/// Width of a program's name in GAMEREQ and GAMEACC.
pub const NAME: usize = 32;
/// The only version there is.
const VERSION: u32 = 1;
/// Greatest number of minutes that the field can hold.
const MOST_MINUTES: u64 = 999;

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

const REQUEST: &str = "GAMEREQ";
const MOVE: &str = "MOVE";

macro_rules! digit_codes {
    ($type:ident { $($variant:ident = $digit:literal),+ }) => {
        impl $type {
            /// The digit on the wire.
            pub const fn digit(self) -> char {
                match self { $($type::$variant => $digit),+ }
            }

            fn from_digit(digit: char) -> Option<$type> {
                match digit { $($digit => Some($type::$variant),)+ _ => None }
            }
        }
    };
}

digit_codes!(AnswerCode { Accepted = '0', Version = '1', Impossible = '2', Refused = '3' });
digit_codes!(Reason { Unknown = '0', Lost = '1', Draw = '2', Won = '3' });
digit_codes!(BackAnswer { Agreed = '0', Refused = '1', NotNow = '2' });

impl Message {
    /// Reads a message, the closing NUL not included.
    ///
    /// # Errors
    /// Unknown letters and messages that miss what their letter promises, see [`MessageError`].
    pub fn parse(bytes: &[u8]) -> Result<Message, MessageError> {
        let text = || damka_engine::excerpt(&String::from_utf8_lossy(bytes));
        let (&letter, body) = bytes
            .split_first()
            .ok_or_else(|| MessageError::Unknown(text()))?;
        let (kind, parsed) = match letter {
            b'R' => (REQUEST, map(request, Message::Request).parse(body)),
            b'A' => ("GAMEACC", map(answer, Message::Answer).parse(body)),
            b'M' => (MOVE, map(move_message, Message::Move).parse(body)),
            b'E' => ("GAMEEND", map(end, Message::End).parse(body)),
            b'C' => (
                "CHAT",
                map(rest, |chat| Message::Chat(string(chat))).parse(body),
            ),
            b'B' => ("BACKREQ", back_request(body)),
            b'K' => (
                "BACKACC",
                map(
                    map_opt(anychar, BackAnswer::from_digit),
                    Message::BackAnswer,
                )
                .parse(body),
            ),
            _ => return Err(MessageError::Unknown(text())),
        };
        match parsed {
            Ok((_, message)) => Ok(message),
            Err(_) => Err(MessageError::Malformed { kind, text: text() }),
        }
    }

    /// The bytes on the wire, without the closing NUL: ASCII, at most [`MAX_LENGTH`].
    pub fn encode(&self) -> Vec<u8> {
        let mut text = String::with_capacity(MAX_LENGTH);
        match self {
            Message::Request(request) => encode_request(&mut text, request),
            Message::Answer(Answer { name, code }) => {
                let _ = write!(text, "A{:NAME$.NAME$}{}", ascii(name), code.digit());
            }
            Message::Move(message) => {
                let MoveMessage {
                    seconds,
                    from,
                    to,
                    captured,
                } = message;
                let seconds = seconds.min(&9999);
                let _ = write!(text, "M{seconds:04}{from:02}{to:02}{:02}", captured.len());
                for square in captured {
                    let _ = write!(text, "{square:02}");
                }
            }
            Message::End(End { reason, stop }) => {
                let _ = write!(text, "E{}{}", reason.digit(), u8::from(*stop));
            }
            Message::Chat(chat) => {
                let most = MAX_LENGTH - 1;
                let _ = write!(text, "C{:.most$}", ascii(chat));
            }
            Message::BackRequest { number, turn } => {
                let _ = write!(text, "B{:03}{}", number.min(&999), color_letter(*turn));
            }
            Message::BackAnswer(answer) => {
                let _ = write!(text, "K{}", answer.digit());
            }
        }
        text.into_bytes()
    }
}

fn encode_request(text: &mut String, request: &Request) {
    let Request {
        version,
        name,
        follower,
        time,
        moves,
        position,
    } = request;
    let minutes = minutes_field(*time);
    let moves = moves.unwrap_or(0).min(999);
    let follower = color_letter(*follower);
    let _ = write!(
        text,
        "R{version:02}{:NAME$.NAME$}{follower}{minutes}{moves:03}",
        ascii(name)
    );
    match position {
        None => text.push('A'),
        Some(setup) => {
            text.push('B');
            text.push(color_letter(setup.turn.unwrap_or(Color::White)));
            text.extend(setup.squares.iter().map(|square| piece_letter(*square)));
        }
    }
}

/// Whole minutes as three digits, rounded up so that nobody is given less than agreed; `000` says nothing.
fn minutes_field(time: Option<Duration>) -> String {
    let minutes = time.map_or(0, |time| time.as_millis().div_ceil(60_000) as u64);
    format!("{:03}", minutes.min(MOST_MINUTES))
}

/// Nothing but printable ASCII may be in a text; other characters become `?`.
fn ascii(text: &str) -> String {
    let printable = |c: char| if matches!(c, ' '..='~') { c } else { '?' };
    text.trim_start().chars().map(printable).collect()
}

const fn color_letter(color: Color) -> char {
    match color {
        Color::White => 'W',
        Color::Black => 'Z',
    }
}

fn piece_letter(square: Option<Piece>) -> char {
    let Some(Piece { color, king }) = square else {
        return 'e';
    };
    let letter = color_letter(color);
    if king {
        letter
    } else {
        letter.to_ascii_lowercase()
    }
}

type Bytes<'a> = &'a [u8];

fn string(bytes: Bytes) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A field of this many bytes as text; blanks around it do not count.
fn field<'a>(
    width: usize,
) -> impl Parser<Bytes<'a>, Output = String, Error = nom::error::Error<Bytes<'a>>> {
    map(take(width), |bytes: Bytes| string(bytes).trim().to_string())
}

/// A number in a field of this many bytes, padded with zeros or blanks.
fn number<'a>(
    width: usize,
) -> impl Parser<Bytes<'a>, Output = u32, Error = nom::error::Error<Bytes<'a>>> {
    map_opt(field(width), |text| text.parse().ok())
}

fn color(input: Bytes) -> IResult<Bytes, Color> {
    alt((
        value(Color::White, one_of("Ww")),
        value(Color::Black, one_of("ZzBb")),
    ))
    .parse(input)
}

/// Minutes may be whole, padded, or decimal (`.05`); zero and whatever is no number say nothing.
fn time(input: Bytes) -> IResult<Bytes, Option<Duration>> {
    let minutes = |text: String| {
        let minutes: f64 = text.replace(',', ".").parse().ok()?;
        let usable = minutes > 0.0 && minutes <= MOST_MINUTES as f64;
        usable.then(|| Duration::from_secs_f64(minutes * 60.0))
    };
    map(field(3), minutes).parse(input)
}

fn square(input: Bytes) -> IResult<Bytes, Option<Piece>> {
    let piece = |letter: char| match letter {
        'e' | 'E' | ' ' => Some(None),
        'w' => Some(Some(Piece {
            color: Color::White,
            king: false,
        })),
        'W' => Some(Some(Piece {
            color: Color::White,
            king: true,
        })),
        'z' | 'b' => Some(Some(Piece {
            color: Color::Black,
            king: false,
        })),
        'Z' | 'B' => Some(Some(Piece {
            color: Color::Black,
            king: true,
        })),
        _ => None,
    };
    map_opt(anychar, piece).parse(input)
}

fn request(input: Bytes) -> IResult<Bytes, Request> {
    let (input, version) = number(2).parse(input)?;
    if version != VERSION {
        // Another version may look different from here on; it is answered by its number alone.
        let request = Request {
            version,
            name: String::new(),
            follower: Color::White,
            time: None,
            moves: None,
            position: None,
        };
        return Ok((&[], request));
    }
    let (input, name) = field(NAME).parse(input)?;
    let (input, follower) = color(input)?;
    let (input, time) = time(input)?;
    let moves = map(field(3), |text| {
        text.parse().ok().filter(|&moves: &u32| moves > 0)
    });
    let (input, moves) = { moves }.parse(input)?;
    let start = value(None, one_of("Aa"));
    let given = map(
        (tag(&b"B"[..]), color, many0(square)),
        |(_, turn, squares)| {
            Some(Setup {
                squares,
                turn: Some(turn),
            })
        },
    );
    let (input, position) = alt((start, given)).parse(input)?;
    let request = Request {
        version,
        name,
        follower,
        time,
        moves,
        position,
    };
    Ok((input, request))
}

fn answer(input: Bytes) -> IResult<Bytes, Answer> {
    let (input, (name, code)) =
        (field(NAME), map_opt(anychar, AnswerCode::from_digit)).parse(input)?;
    Ok((input, Answer { name, code }))
}

fn move_message(input: Bytes) -> IResult<Bytes, MoveMessage> {
    // The time is of no consequence: a field that is no number counts as zero.
    let seconds = map(field(4), |text| text.parse().unwrap_or(0));
    let (input, (seconds, from, to)) = (seconds, number(2), number(2)).parse(input)?;
    let (input, captures) = map(opt(number(2)), Option::unwrap_or_default).parse(input)?;
    // Some programs list fewer squares than they count.
    let (input, captured) = many_m_n(0, captures as usize, number(2)).parse(input)?;
    Ok((
        input,
        MoveMessage {
            seconds,
            from,
            to,
            captured,
        },
    ))
}

fn end(input: Bytes) -> IResult<Bytes, End> {
    let (input, reason) = map_opt(anychar, Reason::from_digit).parse(input)?;
    let (input, stop) = map(opt(anychar), |code| code == Some('1')).parse(input)?;
    Ok((input, End { reason, stop }))
}

fn back_request(input: Bytes) -> IResult<Bytes, Message> {
    let (input, (number, turn)) = (number(3), color).parse(input)?;
    Ok((input, Message::BackRequest { number, turn }))
}

#[cfg(test)]
mod tests {
    use super::*;
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
