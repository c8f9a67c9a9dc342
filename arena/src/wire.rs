//! Moves between positions and the texts that engines exchange.

use crate::driver::{MoveText, Start};
use crate::fault::quoted;
use damka_engine::movetext::{self, MoveFormat};
use damka_engine::{Move, Position, Rules, fen, hub};

pub use damka_engine::movetext::Reading;

/// A start position in the spellings that engines are told.
pub fn start<R: Rules>(position: &Position<R>) -> Start {
    Start {
        fen: fen::numeric(position),
        hub: hub::write(position),
        turn: position.turn(),
    }
}

/// A legal move in the spellings that engines are told.
pub fn write<R: Rules>(position: &Position<R>, mv: Move<R::Board>) -> MoveText {
    MoveText {
        path: movetext::write(position, mv, MoveFormat::Path),
        hub: mv.to_string(),
    }
}

/// The legal move that an engine means.
///
/// # Errors
/// What is wrong with the text, with the text and the position.
pub fn read<R: Rules>(
    position: &Position<R>,
    text: &str,
    reading: Reading,
) -> Result<Move<R::Board>, String> {
    movetext::parse(position, text, reading)
        .map_err(|_| format!("{} in {}", quoted(text), fen::numeric(position)))
}
