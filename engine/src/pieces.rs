//! The bitboards of a position, and nothing else.

use crate::geometry::{Geometry, Square};
use crate::moves::{Move, Step};
use crate::piece::{Color, Piece};
use crate::side::Side;
use crate::word::Word;

/// Who stands where on board `G`: the one place where bitboards are changed.
///
/// Perft and the generator work on this; [`Position`](crate::Position) adds the side to move and the key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pieces<G: Geometry> {
    white: G::Word,
    black: G::Word,
    kings: G::Word,
}

impl<G: Geometry> Pieces<G> {
    /// White's men and kings.
    #[inline(always)]
    pub fn white(&self) -> G::Word {
        self.white
    }

    /// Black's men and kings.
    #[inline(always)]
    pub fn black(&self) -> G::Word {
        self.black
    }

    /// The kings of both sides.
    #[inline(always)]
    pub fn kings(&self) -> G::Word {
        self.kings
    }

    /// All pieces of a colour.
    #[inline(always)]
    pub fn of(&self, color: Color) -> G::Word {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// The men of a colour.
    #[inline(always)]
    pub fn men_of(&self, color: Color) -> G::Word {
        self.of(color) & !self.kings
    }

    /// The kings of a colour.
    #[inline(always)]
    pub fn kings_of(&self, color: Color) -> G::Word {
        self.of(color) & self.kings
    }

    /// Every occupied square.
    #[inline(always)]
    pub fn occupied(&self) -> G::Word {
        self.white | self.black
    }

    /// Every free square.
    #[inline(always)]
    pub fn empty(&self) -> G::Word {
        G::ALL & !self.occupied()
    }

    /// What stands on a square.
    pub fn get(&self, square: Square) -> Option<Piece> {
        let set = G::set(square);
        let color = if (self.white & set).any() {
            Color::White
        } else if (self.black & set).any() {
            Color::Black
        } else {
            return None;
        };
        Some(Piece {
            color,
            king: (self.kings & set).any(),
        })
    }

    /// Puts a piece on a square, or clears it.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        let set = G::set(square);
        self.white &= !set;
        self.black &= !set;
        self.kings &= !set;
        if let Some(piece) = piece {
            match piece.color {
                Color::White => self.white |= set,
                Color::Black => self.black |= set,
            }
            if piece.king {
                self.kings |= set;
            }
        }
    }

    /// The pieces after a move of side `S`, which must be a move of this position.
    #[inline(always)]
    pub(crate) fn after<S: Side>(&self, mv: Move<G>) -> Pieces<G> {
        self.after_step::<S>(mv.step())
    }

    /// The same for a move given as sets.
    #[inline(always)]
    pub(crate) fn after_step<S: Side>(&self, step: Step<G::Word>) -> Pieces<G> {
        // A capture may end where it began: `to` comes last.
        let own = (self.of(S::COLOR) & !step.from) | step.to;
        let other = self.of(S::Other::COLOR) & !step.captured;
        let crowned = if step.promotes || (self.kings & step.from).any() {
            step.to
        } else {
            G::Word::EMPTY
        };
        let kings = (self.kings & !(step.from | step.captured)) | crowned;
        match S::COLOR {
            Color::White => Pieces {
                white: own,
                black: other,
                kings,
            },
            Color::Black => Pieces {
                white: other,
                black: own,
                kings,
            },
        }
    }

    /// The position turned by 180 degrees with the colours exchanged.
    pub fn mirrored(&self) -> Pieces<G> {
        let mut turned = Pieces::default();
        for square in G::squares() {
            let piece = self.get(square).map(|p| Piece {
                color: !p.color,
                king: p.king,
            });
            turned.set(G::rotated(square), piece);
        }
        turned
    }
}
