//! Writing moves in the forms that interfaces and people ask for.

use super::route::landing_path;
use crate::excerpt;
use crate::geometry::{Geometry, Square};
use crate::moves::Move;
use crate::names::{self, SquareOrder};
use crate::position::Position;
use crate::rules::{Rules, SquareNames};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum MoveFormat {
    /// `22-18`, `24x16`; the full landing path when start and end do not tell which capture is meant.
    #[default]
    Numeric,
    /// As `Numeric` with algebraic names on 8x8: `c3-d4`, `c3xe5`, `c3xe5xg7`.
    Algebraic,
    /// As `Numeric`, captures always with the full landing path.
    Path,
    /// `32-28`, captures with the captured squares in rising order: `24x16x21x29x32`.
    Hub,
    /// Two digits for each square, captures with the full landing path: `3228`, `24382716`.
    Digits,
}

impl MoveFormat {
    /// Every format.
    pub const ALL: [MoveFormat; 5] = [
        MoveFormat::Numeric,
        MoveFormat::Algebraic,
        MoveFormat::Path,
        MoveFormat::Hub,
        MoveFormat::Digits,
    ];

    /// The name that options use.
    pub const fn name(self) -> &'static str {
        match self {
            MoveFormat::Numeric => "numeric",
            MoveFormat::Algebraic => "algebraic",
            MoveFormat::Path => "path",
            MoveFormat::Hub => "hub",
            MoveFormat::Digits => "digits",
        }
    }

    /// What people write in this variant: algebraic in Russian and Brazilian draughts, numeric otherwise.
    pub const fn for_people<R: Rules>() -> MoveFormat {
        match R::NAMES {
            SquareNames::Numeric => MoveFormat::Numeric,
            SquareNames::Algebraic => MoveFormat::Algebraic,
        }
    }
}

impl fmt::Display for MoveFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no move format has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown move format: {0} (numeric, algebraic, path, hub or digits)")]
pub struct UnknownMoveFormat(pub String);

impl FromStr for MoveFormat {
    type Err = UnknownMoveFormat;

    fn from_str(text: &str) -> Result<MoveFormat, UnknownMoveFormat> {
        MoveFormat::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownMoveFormat(excerpt(text)))
    }
}

/// Everything that can be chosen about the writing of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Style {
    /// The form.
    pub format: MoveFormat,
    /// Whether captures are written with `:` in place of `x`; Hub form and digits have no such choice.
    pub colon: bool,
    /// How square numbers are counted.
    pub order: SquareOrder,
}

impl From<MoveFormat> for Style {
    fn from(format: MoveFormat) -> Style {
        Style {
            format,
            ..Style::default()
        }
    }
}

/// Writes a legal move, captures with `x`, square numbers counted from the top left.
pub fn write<R: Rules>(position: &Position<R>, mv: Move<R::Board>, format: MoveFormat) -> String {
    write_styled(position, mv, format.into())
}

/// Writes a legal move of a position. What is written is read back as the same move.
pub fn write_styled<R: Rules>(position: &Position<R>, mv: Move<R::Board>, style: Style) -> String {
    let number = |square: Square| style.order.number::<R>(square);
    let sign = match (mv.is_capture(), style.colon) {
        (false, _) => "-",
        (true, false) => "x",
        (true, true) => ":",
    };
    match style.format {
        MoveFormat::Hub => hub(mv, number),
        MoveFormat::Digits => landing_path(position, mv)
            .into_iter()
            .map(|square| format!("{:02}", number(square)))
            .collect(),
        MoveFormat::Path => join(&landing_path(position, mv), sign, |square| {
            number(square).to_string()
        }),
        MoveFormat::Algebraic if names::has_algebraic::<R::Board>() => {
            join(&shortest(position, mv), sign, names::algebraic::<R::Board>)
        }
        MoveFormat::Numeric | MoveFormat::Algebraic => {
            join(&shortest(position, mv), sign, |square| {
                number(square).to_string()
            })
        }
    }
}

fn hub<G: Geometry>(mv: Move<G>, number: impl Fn(Square) -> u32) -> String {
    let sign = if mv.is_capture() { 'x' } else { '-' };
    let mut text = format!("{}{sign}{}", number(mv.from()), number(mv.to()));
    let mut captured: Vec<u32> = mv.captured_squares().map(number).collect();
    captured.sort_unstable();
    for square in captured {
        text.push_str(&format!("x{square}"));
    }
    text
}

fn join(squares: &[Square], sign: &str, name: impl Fn(Square) -> String) -> String {
    let names: Vec<String> = squares.iter().map(|&square| name(square)).collect();
    names.join(sign)
}

/// Start and end, or the full landing path when another legal move has the same.
fn shortest<R: Rules>(position: &Position<R>, mv: Move<R::Board>) -> Vec<Square> {
    let same_ends = |other: &Move<R::Board>| other.from() == mv.from() && other.to() == mv.to();
    let short = !mv.is_capture()
        || position
            .legal_moves()
            .iter()
            .filter(|m| same_ends(m))
            .count()
            < 2;
    if short {
        vec![mv.from(), mv.to()]
    } else {
        landing_path(position, mv)
    }
}
