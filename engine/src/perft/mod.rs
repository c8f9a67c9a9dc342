//! Perft: counts of the positions' move trees.

mod walk;

use crate::position::Position;
use crate::rules::Rules;
use crate::side::with_side;

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
    with_side!(position.turn(), S => walk::unique::<R, S>(position.pieces(), depth))
}

/// The same with each order of victims counted ("raw" in published tables).
pub fn paths<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    with_side!(position.turn(), S => walk::paths::<R, S>(position.pieces(), depth))
}
