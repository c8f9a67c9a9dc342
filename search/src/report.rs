//! What a search tells while it runs, and at its end.

use crate::score::Score;
use damka_engine::{Move, Rules};
use std::time::Duration;

/// Whether a score is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// One line of a search report.
#[derive(Clone, Debug)]
pub struct Info<R: Rules> {
    /// Plies of the iteration: finished, but for one that was broken off when it had found a better move.
    pub depth: u32,
    /// Greatest distance from the root that was reached, in plies.
    pub selective_depth: u32,
    /// Mean distance of the leaves from the root, in plies.
    pub mean_depth: f64,
    /// Place of the line among the best, from 1.
    pub multi_pv: u32,
    /// Value for the side to move at the root.
    pub score: Score,
    /// Whether the value is exact.
    pub bound: Bound,
    /// Positions entered by making a move, by all threads.
    pub nodes: u64,
    /// Time since the search started.
    pub time: Duration,
    /// Part of the transposition table in use, in thousandths.
    pub hash_full: u32,
    /// Successful look-ups in endgame tables.
    pub table_hits: u64,
    /// Best line; never empty when the root has a legal move.
    pub line: Vec<Move<R::Board>>,
}

/// Where a search reports to.
pub trait Observer<R: Rules>: Send {
    /// A line was searched.
    fn info(&mut self, info: &Info<R>);
}

/// An observer that listens to nothing.
impl<R: Rules> Observer<R> for () {
    fn info(&mut self, _: &Info<R>) {}
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Outcome<R: Rules> {
    /// The move to play; `None` only when there is no legal move.
    pub best: Option<Move<R::Board>>,
    /// The expected answer, when it is legal and leaves a move after it.
    pub ponder: Option<Move<R::Board>>,
    /// Value for the side to move at the root.
    pub score: Score,
    /// Whether the value is exact, which it may not be of a move that an unfinished iteration has found.
    pub bound: Bound,
    /// The last finished iteration, in plies.
    pub depth: u32,
    /// Positions entered by making a move, by all threads.
    pub nodes: u64,
    /// Time since the search started.
    pub time: Duration,
}
