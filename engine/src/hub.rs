//! Hub position strings: the side to move, then one letter per square in the order of their numbers.

use crate::geometry::Geometry;
use crate::piece::{Color, Piece};
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::{Setup, SetupError};
use nom::character::complete::anychar;
use nom::combinator::map_opt;
use nom::{IResult, Parser};
use thiserror::Error;

/// Why a text is not the Hub string of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum HubError {
    /// The string has another length than the side letter and the squares of the board.
    #[error("position string of {found} characters, {expected} are needed")]
    Length {
        /// Characters needed, the side letter included.
        expected: usize,
        /// Characters found.
        found: usize,
    },
    /// The first character is neither `W` nor `B`.
    #[error("the side to move must be W or B, not {:?}", found)]
    Turn {
        /// The character.
        found: char,
    },
    /// A square has another letter than `w`, `b`, `W`, `B` or `e`.
    #[error("square {number} must be one of w b W B e, not {:?}", found)]
    Letter {
        /// Number of the square.
        number: usize,
        /// The character.
        found: char,
    },
    /// The string is well formed, but says no valid position.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Reads a Hub position string, such as `Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww`, into an unvalidated set-up.
///
/// # Errors
/// Wrong length or a wrong character, see [`HubError`].
pub fn parse_setup<R: Rules>(text: &str) -> Result<Setup, HubError> {
    let expected = R::Board::SQUARES as usize + 1;
    let found = text.chars().count();
    if found != expected {
        return Err(HubError::Length { expected, found });
    }
    let first = |rest: &str| rest.chars().next().unwrap_or(' ');
    let (mut rest, turn) = color(text).map_err(|_| HubError::Turn { found: first(text) })?;
    let mut setup = Setup::empty(R::Board::SQUARES as usize);
    setup.turn = Some(turn);
    for square in R::Board::squares() {
        let (after, piece) = piece(rest).map_err(|_| HubError::Letter {
            number: square.number() as usize,
            found: first(rest),
        })?;
        setup.squares[square.index()] = piece;
        rest = after;
    }
    Ok(setup)
}

/// Reads a Hub position string into a position.
///
/// # Errors
/// Wrong length, a wrong character, or a set-up that is no position, see [`HubError`].
pub fn parse<R: Rules>(text: &str) -> Result<Position<R>, HubError> {
    Ok(Position::from_setup(&parse_setup::<R>(text)?)?)
}

/// The Hub string of a position.
pub fn write<R: Rules>(position: &Position<R>) -> String {
    let mut text = String::with_capacity(R::Board::SQUARES as usize + 1);
    text.push(position.turn().letter());
    text.extend(
        R::Board::squares().map(|square| position.get(square).map_or('e', |piece| piece.letter())),
    );
    text
}

fn color(input: &str) -> IResult<&str, Color> {
    map_opt(anychar, Color::from_letter).parse(input)
}

fn piece(input: &str) -> IResult<&str, Option<Piece>> {
    map_opt(anychar, |letter| match letter {
        'e' => Some(None),
        'w' => Some(Some(Piece::man(Color::White))),
        'b' => Some(Some(Piece::man(Color::Black))),
        'W' => Some(Some(Piece::king(Color::White))),
        'B' => Some(Some(Piece::king(Color::Black))),
        _ => None,
    })
    .parse(input)
}
