//! What can be wrong with a game, and where.

use crate::fen::FenError;
use crate::movetext::MoveTextError;
use std::fmt;
use thiserror::Error;

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A game that cannot be read: the place and the reason with the offending text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {fault}")]
pub struct PdnError {
    /// Where.
    pub place: Place,
    /// What.
    pub fault: PdnFault,
}

/// What is wrong with a game. Texts are shortened to fit a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PdnFault {
    /// A line begins with `[` and is no tag pair.
    #[error("not a tag: \"{0}\"")]
    Tag(String),
    /// A comment has no end.
    #[error("comment without an end: \"{0}\"")]
    OpenComment(String),
    /// A variation has no end.
    #[error("variation without an end: \"{0}\"")]
    OpenVariation(String),
    /// `)` without a variation, or `}` without a comment.
    #[error("unexpected \"{0}\"")]
    Unexpected(String),
    /// A variation before any move.
    #[error("variation without a move that it replaces: \"{0}\"")]
    VariationOfNothing(String),
    /// Variations are nested deeper than 100.
    #[error("variations are nested too deep: \"{0}\"")]
    TooDeep(String),
    /// Text that is neither a move nor anything else that games consist of.
    #[error("not a move: \"{0}\"")]
    Text(String),
    /// The game is longer than 16 MiB.
    #[error("game of more than {0} bytes")]
    TooLong(usize),
    /// A GameType that is unknown or says another board than its number.
    #[error("unknown GameType: \"{0}\"")]
    GameType(String),
    /// Another numbering of the squares than the usual one of the variant.
    #[error("numbering of squares is not supported: \"{0}\"")]
    Numbering(String),
    /// The position from which the game starts.
    #[error("FEN: {0}")]
    Fen(#[from] FenError),
    /// A move.
    #[error(transparent)]
    Move(#[from] MoveTextError),
}

/// What a reader of games reports.
#[derive(Debug, Error)]
pub enum ReadError {
    /// A game is wrong. It was skipped; the next ones can be read.
    #[error(transparent)]
    Game(#[from] PdnError),
    /// The source cannot be read on.
    #[error("cannot read: {0}")]
    Io(#[from] std::io::Error),
}
