//! The side to move as a type, so that the generator is compiled once per colour and no shift depends on data.

use crate::geometry::{Direction, Geometry};
use crate::piece::Color;

/// A colour as a type.
pub trait Side: Copy + 'static {
    /// The other side.
    type Other: Side<Other = Self>;
    /// The colour.
    const COLOR: Color;
    /// The directions in which its men move, then the two in which they do not.
    const DIRECTIONS: [Direction; 4];

    /// The row on which its men are crowned.
    #[inline(always)]
    fn crown_row<G: Geometry>() -> G::Word {
        match Self::COLOR {
            Color::White => G::TOP,
            Color::Black => G::BOTTOM,
        }
    }
}

/// White, which moves up the board.
#[derive(Clone, Copy)]
pub struct White;

/// Black, which moves down the board.
#[derive(Clone, Copy)]
pub struct Black;

impl Side for White {
    type Other = Black;
    const COLOR: Color = Color::White;
    const DIRECTIONS: [Direction; 4] = [
        Direction::UpLeft,
        Direction::UpRight,
        Direction::DownLeft,
        Direction::DownRight,
    ];
}

impl Side for Black {
    type Other = White;
    const COLOR: Color = Color::Black;
    const DIRECTIONS: [Direction; 4] = [
        Direction::DownLeft,
        Direction::DownRight,
        Direction::UpLeft,
        Direction::UpRight,
    ];
}

/// Runs a body with a run-time [`Color`] turned into a [`Side`] type.
macro_rules! with_side {
    ($color:expr, $side:ident => $body:expr) => {
        match $color {
            $crate::piece::Color::White => {
                type $side = $crate::side::White;
                $body
            }
            $crate::piece::Color::Black => {
                type $side = $crate::side::Black;
                $body
            }
        }
    };
}
pub(crate) use with_side;
