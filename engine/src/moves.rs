//! Moves: from, to, the set of captured squares, and whether a man is crowned.

use crate::geometry::{Geometry, Square};
use crate::word::Word;
use smallvec::SmallVec;
use std::fmt;

/// A move on board `G`. Two ways round with the same from, to and captured set are the same move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move<G: Geometry> {
    pub(crate) captured: G::Word,
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) promotes: bool,
}

/// A move as sets: what it changes on the board. This is what the generator makes and perft plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step<W> {
    pub(crate) from: W,
    pub(crate) to: W,
    pub(crate) captured: W,
    pub(crate) promotes: bool,
}

impl<G: Geometry> From<Step<G::Word>> for Move<G> {
    #[inline(always)]
    fn from(step: Step<G::Word>) -> Move<G> {
        Move {
            captured: step.captured,
            from: step.from.lowest() as u8,
            to: step.to.lowest() as u8,
            promotes: step.promotes,
        }
    }
}

impl<G: Geometry> Move<G> {
    #[inline(always)]
    pub(crate) fn new(from: u32, to: u32, captured: G::Word, promotes: bool) -> Move<G> {
        Move {
            captured,
            from: from as u8,
            to: to as u8,
            promotes,
        }
    }

    #[inline(always)]
    pub(crate) fn step(self) -> Step<G::Word> {
        Step {
            from: self.from_set(),
            to: self.to_set(),
            captured: self.captured,
            promotes: self.promotes,
        }
    }

    /// Square on which the moving piece starts.
    #[inline]
    pub fn from(self) -> Square {
        G::square(self.from as u32)
    }

    /// Square on which it ends; the same as [`from`](Move::from) when a capture goes round in a circle.
    #[inline]
    pub fn to(self) -> Square {
        G::square(self.to as u32)
    }

    /// Bit indices of start and end on the bitboards, below 128: for tables by square that are read too often to ask
    /// for the squares' numbers.
    #[inline(always)]
    pub fn bits(self) -> (u8, u8) {
        (self.from, self.to)
    }

    /// Bitboard of the start square.
    #[inline(always)]
    pub fn from_set(self) -> G::Word {
        G::Word::bit(self.from as u32)
    }

    /// Bitboard of the end square.
    #[inline(always)]
    pub fn to_set(self) -> G::Word {
        G::Word::bit(self.to as u32)
    }

    /// Bitboard of the captured pieces; empty for a quiet move.
    #[inline(always)]
    pub fn captured(self) -> G::Word {
        self.captured
    }

    /// The captured squares in rising order.
    pub fn captured_squares(self) -> impl Iterator<Item = Square> {
        G::squares_of(self.captured)
    }

    /// Whether the move captures.
    #[inline(always)]
    pub fn is_capture(self) -> bool {
        self.captured.any()
    }

    /// Whether the moving piece is a man and a king afterwards.
    #[inline(always)]
    pub fn promotes(self) -> bool {
        self.promotes
    }
}

/// The Hub form: `32-28`, or from, to and captured squares in rising order: `24x4x9x28x29`.
impl<G: Geometry> fmt::Display for Move<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.is_capture() { 'x' } else { '-' };
        write!(f, "{}{separator}{}", self.from(), self.to())?;
        self.captured_squares()
            .try_for_each(|square| write!(f, "x{square}"))
    }
}

impl<G: Geometry> fmt::Debug for Move<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A list of moves that lives on the stack until a position has very many.
pub type MoveList<G> = SmallVec<[Move<G>; 40]>;
