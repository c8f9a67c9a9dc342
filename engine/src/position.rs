//! Valid positions of one variant: pieces, side to move and key.

use crate::geometry::{Geometry, Square};
use crate::movegen;
use crate::moves::{Move, MoveList};
use crate::piece::{Color, Piece};
use crate::pieces::Pieces;
use crate::rules::Rules;
use crate::setup::{Setup, SetupError};
use crate::side::{Side, with_side};
use crate::word::Word;
use crate::zobrist;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

/// A valid position of variant `R`. Immutable: a move makes a new one.
///
/// Equality looks at pieces and side to move; the Zobrist key follows from them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position<R: Rules> {
    pieces: Pieces<R::Board>,
    turn: Color,
    key: u64,
}

impl<R: Rules> Position<R> {
    /// The start position.
    pub fn start() -> Position<R> {
        let mut pieces = Pieces::default();
        let rows = R::Board::ROWS;
        for square in R::Board::squares() {
            let row = R::Board::row(square);
            if row < R::MEN_ROWS {
                pieces.set(square, Some(Piece::man(Color::Black)));
            } else if row >= rows - R::MEN_ROWS {
                pieces.set(square, Some(Piece::man(Color::White)));
            }
        }
        Position::from_pieces(pieces, R::FIRST)
    }

    /// The position that a set-up describes.
    ///
    /// # Errors
    /// The first reason for which it is not a position of this variant, see [`SetupError`].
    pub fn from_setup(setup: &Setup) -> Result<Position<R>, SetupError> {
        setup
            .validate::<R>()
            .map(|(pieces, turn)| Position::from_pieces(pieces, turn))
    }

    /// For pieces that are known to be valid.
    pub(crate) fn from_pieces(pieces: Pieces<R::Board>, turn: Color) -> Position<R> {
        Position {
            pieces,
            turn,
            key: zobrist::position(&pieces, turn),
        }
    }

    /// The bitboards.
    #[inline(always)]
    pub fn pieces(&self) -> &Pieces<R::Board> {
        &self.pieces
    }

    /// The side to move.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The Zobrist key of pieces and side to move.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// What stands on a square.
    pub fn get(&self, square: Square) -> Option<Piece> {
        self.pieces.get(square)
    }

    /// The set-up that describes this position.
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup::empty(R::Board::SQUARES as usize);
        setup.turn = Some(self.turn);
        for square in R::Board::squares() {
            setup.squares[square.index()] = self.get(square);
        }
        setup
    }

    /// All legal moves. Empty when the side to move has lost.
    pub fn legal_moves(&self) -> MoveList<R::Board> {
        with_side!(self.turn, S => movegen::legal_moves::<R, S>(&self.pieces))
    }

    /// Shows every legal move to `visit`, in the order of [`legal_moves`](Position::legal_moves).
    #[inline]
    pub fn for_each_move(&self, mut visit: impl FnMut(Move<R::Board>)) {
        with_side!(self.turn, S => {
            let _ = movegen::visit_moves::<R, S>(&self.pieces, |step| {
                visit(step.into());
                ControlFlow::Continue(())
            });
        });
    }

    /// The legal captures; when there is one, they are all the legal moves.
    pub fn captures(&self) -> MoveList<R::Board> {
        with_side!(self.turn, S => {
            let mut list = MoveList::new();
            movegen::captures::<R, S>(&self.pieces, &mut list);
            list
        })
    }

    /// Whether the side to move can, and therefore must, capture.
    #[inline]
    pub fn must_capture(&self) -> bool {
        with_side!(self.turn, S => movegen::has_capture::<R, S>(&self.pieces))
    }

    /// Whether `color` could capture if it were to move.
    #[inline]
    pub fn can_capture(&self, color: Color) -> bool {
        with_side!(color, S => movegen::has_capture::<R, S>(&self.pieces))
    }

    /// Whether there is a legal move.
    pub fn has_moves(&self) -> bool {
        with_side!(self.turn, S => movegen::has_moves::<R, S>(&self.pieces))
    }

    /// Number of legal moves.
    pub fn count_moves(&self) -> u64 {
        with_side!(self.turn, S => movegen::count_moves::<R, S>(&self.pieces))
    }

    /// Whether the move is legal here.
    pub fn is_legal(&self, mv: Move<R::Board>) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// The position after a legal move.
    #[inline]
    pub fn after(&self, mv: Move<R::Board>) -> Position<R> {
        with_side!(self.turn, S => self.after_as::<S>(mv))
    }

    #[inline(always)]
    fn after_as<S: Side>(&self, mv: Move<R::Board>) -> Position<R> {
        let king = (self.pieces.kings() & mv.from_set()).any();
        let mut key = self.key ^ zobrist::BLACK_TO_MOVE;
        key ^= zobrist::piece(S::COLOR, king, mv.from as u32);
        key ^= zobrist::piece(S::COLOR, king || mv.promotes, mv.to as u32);
        for bit in mv.captured.indices() {
            let king = (self.pieces.kings() & <R::Board as Geometry>::Word::bit(bit)).any();
            key ^= zobrist::piece(S::Other::COLOR, king, bit);
        }
        Position {
            pieces: self.pieces.after::<S>(mv),
            turn: S::Other::COLOR,
            key,
        }
    }

    /// The same position seen from the other side: turned by 180 degrees, colours exchanged.
    pub fn mirrored(&self) -> Position<R> {
        Position::from_pieces(self.pieces.mirrored(), !self.turn)
    }
}

impl<R: Rules> Hash for Position<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// The numeric FEN.
impl<R: Rules> fmt::Debug for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::fen::numeric(self))
    }
}
