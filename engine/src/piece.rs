//! Colours and pieces.

use std::ops::Not;

/// A side. White plays up the board, towards square 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Color {
    /// The side at the bottom of the diagram.
    White,
    /// The side at the top of the diagram.
    Black,
}

impl Color {
    /// Both colours.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// `W` or `B`, as in FEN and Hub.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'W',
            Color::Black => 'B',
        }
    }

    /// `white` or `black`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }

    /// The colour of an upper-case letter `W` or `B`.
    pub const fn from_letter(letter: char) -> Option<Color> {
        match letter {
            'W' => Some(Color::White),
            'B' => Some(Color::Black),
            _ => None,
        }
    }

    /// 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Color {
    type Output = Color;

    #[inline(always)]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// What stands on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Piece {
    /// Whose piece it is.
    pub color: Color,
    /// Whether it has been crowned.
    pub king: bool,
}

impl Piece {
    /// A man.
    pub const fn man(color: Color) -> Piece {
        Piece { color, king: false }
    }

    /// A king.
    pub const fn king(color: Color) -> Piece {
        Piece { color, king: true }
    }

    /// The letter of Hub position strings: `w` `b` for men, `W` `B` for kings.
    pub const fn letter(self) -> char {
        match (self.color, self.king) {
            (Color::White, false) => 'w',
            (Color::White, true) => 'W',
            (Color::Black, false) => 'b',
            (Color::Black, true) => 'B',
        }
    }
}
