//! Between moves of the game and the square numbers of MOVE; positions of GAMEREQ.

use super::message::{MessageError, MoveMessage};
use damka_engine::{Move, Piece, Position, Rules, Setup, SetupError, Square, SquareOrder, Variant};
use thiserror::Error;

/// Why a MOVE is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// No legal move has these squares.
    #[error("illegal move: {0}")]
    Illegal(String),
    /// Squares are missing, and several legal moves have those that are given.
    #[error("ambiguous move: {0}")]
    Ambiguous(String),
    /// The message cannot be read.
    #[error("{0}")]
    Malformed(MessageError),
}

/// The message for a legal move.
pub fn to_message<R: Rules>(mv: Move<R::Board>, order: SquareOrder, seconds: u32) -> MoveMessage {
    let number = |square: Square| wire::<R>(order).number::<R>(square);
    let mut captured: Vec<u32> = mv.captured_squares().map(number).collect();
    captured.sort_unstable();
    MoveMessage {
        seconds,
        from: number(mv.from()),
        to: number(mv.to()),
        captured,
    }
}

/// The legal move that a message means.
///
/// Captured squares are a set; when some are missing, the move is still accepted if only one legal move has the
/// same ends and captures all that are listed.
///
/// # Errors
/// No such move, or several, see [`MoveError`].
pub fn find<R: Rules>(
    position: &Position<R>,
    message: &MoveMessage,
    order: SquareOrder,
) -> Result<Move<R::Board>, MoveError> {
    let mut listed = message.captured.clone();
    listed.sort_unstable();
    listed.dedup();
    let mut partial = Vec::new();
    for mv in position.legal_moves() {
        let legal = to_message::<R>(mv, order, 0);
        if (legal.from, legal.to) != (message.from, message.to) {
            continue;
        }
        if legal.captured == listed {
            return Ok(mv);
        }
        if listed.iter().all(|square| legal.captured.contains(square)) {
            partial.push(mv);
        }
    }
    match partial[..] {
        [mv] => Ok(mv),
        [] => Err(MoveError::Illegal(describe(message))),
        _ => Err(MoveError::Ambiguous(describe(message))),
    }
}

/// The message as a person would write it, with the numbers of the wire.
fn describe(message: &MoveMessage) -> String {
    let sign = if message.captured.is_empty() {
        '-'
    } else {
        'x'
    };
    let squares = message.captured.iter().map(|square| format!("x{square}"));
    format!(
        "{}{sign}{}{}",
        message.from,
        message.to,
        squares.collect::<String>()
    )
}

/// The position that a GAMEREQ describes.
///
/// # Errors
/// Another board, or a set-up that is no position of the variant.
pub fn to_position<R: Rules>(setup: &Setup, order: SquareOrder) -> Result<Position<R>, SetupError> {
    if turned::<R>(order) {
        Position::from_setup(&turn(setup))
    } else {
        Position::from_setup(setup)
    }
}

/// The set-up for a GAMEREQ.
pub fn from_position<R: Rules>(position: &Position<R>, order: SquareOrder) -> Setup {
    let setup = position.to_setup();
    if turned::<R>(order) {
        turn(&setup)
    } else {
        setup
    }
}

/// pydraughts sends English squares turned and with exchanged colours, but side to move and moves as they are.
fn turned<R: Rules>(order: SquareOrder) -> bool {
    order == SquareOrder::Pydraughts && matches!(R::VARIANT, Variant::English | Variant::Pool)
}

fn turn(setup: &Setup) -> Setup {
    let other = |piece: &Piece| Piece {
        color: !piece.color,
        ..*piece
    };
    let squares = setup
        .squares
        .iter()
        .rev()
        .map(|square| square.as_ref().map(other))
        .collect();
    Setup {
        squares,
        turn: setup.turn,
    }
}

/// The order of the numbers in MOVE.
fn wire<R: Rules>(order: SquareOrder) -> SquareOrder {
    if turned::<R>(order) {
        SquareOrder::Standard
    } else {
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_engine::rules::{English, International, Russian};
    use damka_engine::{Rules, fen};

    fn message(from: u32, to: u32, captured: &[u32]) -> MoveMessage {
        MoveMessage {
            seconds: 0,
            from,
            to,
            captured: captured.to_vec(),
        }
    }

    fn found<R: Rules>(
        text: &str,
        message: &MoveMessage,
        order: SquareOrder,
    ) -> Result<String, MoveError> {
        let position = fen::parse::<R>(text).unwrap();
        find(&position, message, order).map(|mv| mv.to_string())
    }

    const STANDARD: SquareOrder = SquareOrder::Standard;
    const PYDRAUGHTS: SquareOrder = SquareOrder::Pydraughts;

    #[test]
    fn captured_squares_are_a_set_and_may_be_incomplete() {
        let amb = |captured: &[u32], to| {
            found::<International>(
                "W:WK24:B9,21,28,29,32",
                &message(24, to, captured),
                STANDARD,
            )
        };
        assert_eq!(amb(&[29, 9, 28], 4), Ok("24x4x9x28x29".to_string()));
        assert_eq!(amb(&[28], 4), Ok("24x4x9x28x29".to_string()));
        assert_eq!(amb(&[], 16), Ok("24x16x21x29x32".to_string()));
        assert_eq!(
            amb(&[9, 29], 4),
            Err(MoveError::Ambiguous("24x4x9x29".to_string()))
        );
        assert_eq!(
            amb(&[21], 4),
            Err(MoveError::Illegal("24x4x21".to_string()))
        );
        assert_eq!(amb(&[], 5), Err(MoveError::Illegal("24-5".to_string())));
    }

    #[test]
    fn pydraughts_numbers_russian_moves_from_a1() {
        let start = fen::numeric(&Position::<Russian>::start());
        assert_eq!(
            found::<Russian>(&start, &message(9, 13, &[]), PYDRAUGHTS),
            Ok("21-17".to_string())
        );
        assert!(found::<Russian>(&start, &message(9, 13, &[]), STANDARD).is_err());
        let position = Position::<Russian>::start();
        let mv = find(&position, &message(21, 17, &[]), STANDARD).unwrap();
        assert_eq!(
            to_message::<Russian>(mv, PYDRAUGHTS, 7),
            MoveMessage {
                seconds: 7,
                ..message(9, 13, &[])
            }
        );
    }

    #[test]
    fn pydraughts_turns_english_positions_but_not_moves() {
        let position = fen::parse::<English>("B:W32,K30:B4,5").unwrap();
        let setup = from_position(&position, PYDRAUGHTS);
        // As pydraughts 0.6.7 prints it, with b for black.
        let letters = setup
            .squares
            .iter()
            .map(|square| square.map_or('e', |piece| piece.letter()));
        assert_eq!(
            letters.collect::<String>(),
            "beBeeeeeeeeeeeeeeeeeeeeeeeewweee"
        );
        assert_eq!(to_position::<English>(&setup, PYDRAUGHTS), Ok(position));
        let moves = ["5-9", "4-8"];
        assert!(
            position
                .legal_moves()
                .iter()
                .all(|mv| moves.contains(&mv.to_string().as_str()))
        );
        assert!(find(&position, &message(5, 9, &[]), PYDRAUGHTS).is_ok());
    }
}
