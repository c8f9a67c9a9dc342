//! Perft: counts of the positions' move trees.

use crate::movegen;
use crate::pieces::Pieces;
use crate::position::Position;
use crate::rules::Rules;
use crate::side::{Side, with_side};
use std::ops::ControlFlow;

/// What a perft count counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountKind {
    /// Moves with the same from, to and captured set count once.
    Unique,
    /// Each order of victims from the same square counts once.
    Paths,
}

/// Leaves of the move tree of `depth` plies, counted by one thread without a table.
pub fn unique<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    with_side!(position.turn(), S => walk::<R, S>(position.pieces(), depth))
}

fn walk<R: Rules, S: Side>(pieces: &Pieces<R::Board>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => movegen::count_moves::<R, S>(pieces),
        _ => {
            let mut total = 0;
            let _ = movegen::visit_moves::<R, S>(pieces, |mv| {
                let next = pieces.after::<S>(mv);
                total += if depth == 2 {
                    movegen::count_moves::<R, S::Other>(&next)
                } else {
                    walk::<R, S::Other>(&next, depth - 1)
                };
                ControlFlow::Continue(())
            });
            total
        }
    }
}
