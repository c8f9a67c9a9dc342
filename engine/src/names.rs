//! Names of squares: algebraic ones, and the numbers that programs use on the wire.

use crate::geometry::{Geometry, Square};
use crate::rules::Rules;
use crate::variant::Variant;
use nom::character::complete::satisfy;
use nom::combinator::{all_consuming, map_opt};
use nom::{IResult, Parser};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The algebraic name of a square: file letter and rank digit, a1 at the bottom left.
///
/// ```
/// use damka_engine::{Square, geometry::Board8, names};
/// assert_eq!(names::algebraic::<Board8>(Square::from_index(0)), "b8");
/// ```
pub fn algebraic<G: Geometry>(square: Square) -> String {
    let file = (b'a' + G::file(square) as u8) as char;
    format!("{file}{}", G::ROWS - G::row(square))
}

/// Whether squares of this board are also written algebraically: on 8x8 they are.
pub fn has_algebraic<G: Geometry>() -> bool {
    G::FILES == 8
}

/// Reads an algebraic name, letters of either case. Fails on light squares and beside the board.
pub(crate) fn algebraic_square<G: Geometry>(input: &str) -> IResult<&str, Square> {
    let file = satisfy(|c| c.is_ascii_alphabetic());
    let rank = satisfy(|c| c.is_ascii_digit());
    map_opt((file, rank), |(file, rank)| square_at::<G>(file, rank)).parse(input)
}

/// The dark square on a file letter and a rank digit.
pub(crate) fn square_at<G: Geometry>(file: char, rank: char) -> Option<Square> {
    let file = file_index(file)?;
    let rank = rank.to_digit(10)? as i32;
    G::at(file, G::ROWS as i32 - rank)
}

/// Index of a file letter of either case, 0 for `a`.
pub(crate) fn file_index(letter: char) -> Option<i32> {
    letter
        .is_ascii_alphabetic()
        .then(|| letter.to_ascii_lowercase() as i32 - 'a' as i32)
}

/// The square with this algebraic name, letters of either case; `None` for light squares, for names beside the
/// board and on boards without such names.
pub fn parse_algebraic<G: Geometry>(name: &str) -> Option<Square> {
    if !has_algebraic::<G>() {
        return None;
    }
    all_consuming(algebraic_square::<G>)
        .parse(name)
        .ok()
        .map(|(_, square)| square)
}

/// How square numbers on the wire relate to the numbers of this crate (1 at the top left).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum SquareOrder {
    /// 1 at the top left (b8 on 8x8) for every variant.
    #[default]
    Standard,
    /// As pydraughts 0.6 numbers the squares of moves: Russian and Brazilian from a1 along the ranks upwards,
    /// English and pool from the bottom right; the others as usual.
    Pydraughts,
}

impl SquareOrder {
    /// Both orders.
    pub const ALL: [SquareOrder; 2] = [SquareOrder::Standard, SquareOrder::Pydraughts];

    /// The name that options use.
    pub const fn name(self) -> &'static str {
        match self {
            SquareOrder::Standard => "standard",
            SquareOrder::Pydraughts => "pydraughts",
        }
    }

    /// The number that a square has on the wire, from 1.
    pub fn number<R: Rules>(self, square: Square) -> u32 {
        self.exchanged::<R>(square).number()
    }

    /// The square that has this number on the wire; `None` when the board has none.
    pub fn square<R: Rules>(self, number: u32) -> Option<Square> {
        Square::from_number(number)
            .filter(|&square| R::Board::contains(square))
            .map(|square| self.exchanged::<R>(square))
    }

    /// Both orders are their own inverse.
    fn exchanged<R: Rules>(self, square: Square) -> Square {
        if self == SquareOrder::Standard {
            return square;
        }
        match R::VARIANT {
            Variant::Russian | Variant::Brazilian => {
                let (index, half) = (square.index() as u32, R::Board::HALF);
                let row = R::Board::ROWS - 1 - index / half;
                Square::from_index((row * half + index % half) as u8)
            }
            Variant::English | Variant::Pool => R::Board::rotated(square),
            _ => square,
        }
    }
}

impl fmt::Display for SquareOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no square order has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown square order: {0} (standard or pydraughts)")]
pub struct UnknownSquareOrder(pub String);

impl FromStr for SquareOrder {
    type Err = UnknownSquareOrder;

    fn from_str(text: &str) -> Result<SquareOrder, UnknownSquareOrder> {
        SquareOrder::ALL
            .into_iter()
            .find(|order| order.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownSquareOrder(crate::excerpt(text)))
    }
}
