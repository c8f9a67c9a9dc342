//! A game: a start, the moves so far, and what they add up to.

use crate::draws::{Counters, DrawRules};
use crate::moves::{Move, MoveList};
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;
use crate::status::{DrawReason, Status, WinReason};
use thiserror::Error;

/// Occurrences of a position that draw.
const REPETITIONS: u32 = 3;

/// A game of variant `R` under one set of draw rules.
///
/// The status is that of the current position with its history. A driver stops when it is over; moves may still be
/// played after a draw, because games on record go on when nobody claims it and because an engine must answer there.
#[derive(Clone, Debug)]
pub struct Game<R: Rules> {
    rules: DrawRules,
    /// Every position so far, the first and the current one included; never empty.
    positions: Vec<Position<R>>,
    /// The counters at each of these positions.
    counters: Vec<Counters>,
    moves: Vec<Move<R::Board>>,
    /// Result that a driver has set.
    declared: Option<Status>,
}

/// A move that the current position does not have.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("illegal move: {0}")]
pub struct IllegalMove(pub String);

impl<R: Rules> Game<R> {
    /// A game that starts with a position; it counts as the first occurrence of that position.
    pub fn new(position: Position<R>, rules: DrawRules) -> Game<R> {
        Game {
            rules,
            positions: vec![position],
            counters: vec![Counters::new(rules, &position)],
            moves: Vec::new(),
            declared: None,
        }
    }

    /// A game from the start position under the variant's own draw rules.
    pub fn start() -> Game<R> {
        Game::new(Position::start(), R::DRAWS)
    }

    /// The current position.
    pub fn position(&self) -> &Position<R> {
        &self.positions[self.moves.len()]
    }

    /// The position with which the game began.
    pub fn initial(&self) -> &Position<R> {
        &self.positions[0]
    }

    /// Every position so far, the first and the current one included.
    pub fn positions(&self) -> &[Position<R>] {
        &self.positions
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move<R::Board>] {
        &self.moves
    }

    /// The legal moves of the current position.
    pub fn legal_moves(&self) -> MoveList<R::Board> {
        self.position().legal_moves()
    }

    /// The draw rules.
    pub fn draw_rules(&self) -> DrawRules {
        self.rules
    }

    /// The draw counters at the current position.
    pub fn counters(&self) -> Counters {
        self.counters[self.moves.len()]
    }

    /// How often the current position has occurred, with the same side to move; at least 1.
    pub fn repetitions(&self) -> u32 {
        let current = self.position();
        let same = self.positions.iter().filter(|old| *old == current);
        same.count() as u32
    }

    /// Plays a move. A result that was set is withdrawn.
    ///
    /// # Errors
    /// The current position does not have this move; the game is unchanged.
    pub fn play(&mut self, mv: Move<R::Board>) -> Result<(), IllegalMove> {
        let before = *self.position();
        if !before.is_legal(mv) {
            return Err(IllegalMove(mv.to_string()));
        }
        let after = before.after(mv);
        self.counters
            .push(self.counters().after(&before, mv, &after));
        self.positions.push(after);
        self.moves.push(mv);
        self.declared = None;
        Ok(())
    }

    /// Takes the last move back and returns it; `None` at the beginning. A result that was set is withdrawn.
    pub fn undo(&mut self) -> Option<Move<R::Board>> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.counters.pop();
        self.declared = None;
        Some(mv)
    }

    /// Sets a result that does not follow from the moves: resignation, agreement, or whatever a driver decides.
    pub fn set_result(&mut self, result: Status) {
        self.declared = Some(result);
    }

    /// How the game stands: a result that was set, else won or lost, else drawn, else going on.
    pub fn status(&self) -> Status {
        if let Some(result) = self.declared {
            return result;
        }
        if let Some(win) = win(self.position()) {
            return win;
        }
        if self.repetitions() >= REPETITIONS {
            return Status::Draw(DrawReason::Repetition);
        }
        match self.counters().draw() {
            Some(reason) => Status::Draw(reason),
            None => Status::Ongoing,
        }
    }
}

/// A position that is won as it stands: a side has no pieces, or the side to move cannot move.
fn win<R: Rules>(position: &Position<R>) -> Option<Status> {
    use crate::word::Word;
    let bare = Color::ALL
        .into_iter()
        .find(|color| position.pieces().of(*color).is_empty());
    if let Some(loser) = bare {
        return Some(Status::Win(!loser, WinReason::NoPieces));
    }
    let loser = position.turn();
    (!position.has_moves()).then_some(Status::Win(!loser, WinReason::NoMoves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Russian;
    use crate::word::Word;

    #[test]
    fn playing_and_taking_back_leaves_no_trace() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..50 {
            let mut game = Game::<Russian>::start();
            let mut trail = vec![];
            while !game.status().is_over() {
                let moves = game.legal_moves();
                let state = (*game.position(), game.counters(), game.repetitions());
                trail.push((state, moves[random.usize(..moves.len())]));
                game.play(trail[trail.len() - 1].1).unwrap();
                let fresh = Position::<Russian>::from_setup(&game.position().to_setup()).unwrap();
                assert_eq!(fresh.key(), game.position().key());
                assert_eq!(game.position().key(), fresh.key());
            }
            while let Some((state, mv)) = trail.pop() {
                assert_eq!(game.undo(), Some(mv));
                assert_eq!(
                    (*game.position(), game.counters(), game.repetitions()),
                    state
                );
                assert_eq!(game.positions().len(), trail.len() + 1);
            }
            assert_eq!(game.undo(), None);
        }
    }

    #[test]
    fn a_foreign_move_is_refused_and_changes_nothing() {
        let mut game = Game::<Russian>::start();
        let mv = game.legal_moves()[0];
        game.play(mv).unwrap();
        assert_eq!(game.play(mv), Err(IllegalMove(mv.to_string())));
        assert_eq!(game.moves(), [mv]);
        assert_eq!(game.position().pieces().white().count(), 12);
    }

    #[test]
    fn a_driver_sets_a_result_and_the_next_move_withdraws_it() {
        let mut game = Game::<Russian>::start();
        let resigned = Status::Win(Color::Black, WinReason::Resignation);
        game.set_result(resigned);
        assert_eq!(game.status(), resigned);
        game.play(game.legal_moves()[0]).unwrap();
        assert_eq!(game.status(), Status::Ongoing);
    }
}
