//! What a partner says and is not obeyed in.

use super::message::MessageError;
use super::moves::MoveError;
use damka_engine::game::IllegalMove;
use thiserror::Error;

/// Why something is ignored.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Complaint {
    /// A MOVE in its turn that means no legal move, or that cannot be read.
    #[error(transparent)]
    BadMove(MoveError),
    /// A message that has no place where the session stands.
    #[error("{0}")]
    OutOfTurn(&'static str),
    /// Bytes that are no message.
    #[error(transparent)]
    Garbage(MessageError),
    /// Our own side wanted to play this; nothing was sent.
    #[error(transparent)]
    OwnMove(IllegalMove),
}
