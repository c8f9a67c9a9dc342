//! What was read, before it is known to be a position: the pieces by square, and the side to move if it was given.

use crate::geometry::{Geometry, Square};
use crate::piece::{Color, Piece};
use crate::pieces::Pieces;
use crate::rules::Rules;
use crate::word::Word;
use thiserror::Error;

/// An unvalidated position on a board of any size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// What stands on each square, by index from the top left.
    pub squares: Vec<Option<Piece>>,
    /// The side to move, if it was given.
    pub turn: Option<Color>,
}

/// Why a set-up is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// The board has another number of squares.
    #[error("{found} squares given, the board has {expected}")]
    BoardSize {
        /// Squares of the variant's board.
        expected: usize,
        /// Squares of the set-up.
        found: usize,
    },
    /// Nobody is to move.
    #[error("the side to move is not given")]
    NoTurn,
    /// A man stands where it would have been crowned.
    #[error("{} man on its last row, square {square}", color.name())]
    ManOnLastRow {
        /// Whose man.
        color: Color,
        /// Where.
        square: Square,
    },
    /// A side has more pieces than at the start.
    #[error("{} has {found} pieces, at most {most} are possible", color.name())]
    TooManyPieces {
        /// Whose pieces.
        color: Color,
        /// How many.
        found: usize,
        /// Pieces of a side at the start.
        most: usize,
    },
    /// The board is empty.
    #[error("no pieces on the board")]
    NoPieces,
}

impl Setup {
    /// A board of this many squares without pieces and without a side to move.
    pub fn empty(squares: usize) -> Setup {
        Setup {
            squares: vec![None; squares],
            turn: None,
        }
    }

    /// Checks everything that makes a position of variant `R`.
    pub(crate) fn validate<R: Rules>(&self) -> Result<(Pieces<R::Board>, Color), SetupError> {
        let expected = R::Board::SQUARES as usize;
        if self.squares.len() != expected {
            return Err(SetupError::BoardSize {
                expected,
                found: self.squares.len(),
            });
        }
        let turn = self.turn.ok_or(SetupError::NoTurn)?;
        let mut pieces = Pieces::<R::Board>::default();
        for (square, piece) in R::Board::squares().zip(&self.squares) {
            pieces.set(square, *piece);
        }
        if pieces.occupied().is_empty() {
            return Err(SetupError::NoPieces);
        }
        for (color, row) in [
            (Color::White, R::Board::TOP),
            (Color::Black, R::Board::BOTTOM),
        ] {
            if let Some(square) = R::Board::squares_of(pieces.men_of(color) & row).next() {
                return Err(SetupError::ManOnLastRow { color, square });
            }
            let most = (R::Board::HALF * R::MEN_ROWS) as usize;
            let found = pieces.of(color).count() as usize;
            if found > most {
                return Err(SetupError::TooManyPieces { color, found, most });
            }
        }
        Ok((pieces, turn))
    }
}
