//! Messages on the way out: exact widths, nothing but printable ASCII.

use super::message::{Answer, End, MAX_LENGTH, MOST_MINUTES, Message, MoveMessage, NAME, Request};
use damka_engine::{Color, Piece};
use std::fmt::Write;
use std::time::Duration;

impl Message {
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
