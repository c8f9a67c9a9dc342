//! Messages on the way in: whatever programs are known to send is understood.

use super::message::{
    Answer, AnswerCode, BackAnswer, End, MOST_MINUTES, MOVE, Message, MessageError, MoveMessage,
    NAME, REQUEST, Reason, Request,
};
use damka_engine::{Color, Piece, Setup};
use nom::branch::alt;
use nom::bytes::complete::{tag, take};
use nom::character::complete::{anychar, one_of};
use nom::combinator::{map, map_opt, opt, rest, value};
use nom::multi::{many_m_n, many0};
use nom::{IResult, Parser};
use std::time::Duration;

/// The only version there is.
const VERSION: u32 = 1;

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
