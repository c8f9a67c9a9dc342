//! Evaluations of quiet positions, behind one trait so that several can live side by side.

mod simple;
mod weights;

pub use simple::{FEATURES, Simple, features};

use damka_engine::{Position, Rules};

/// Judges a position in which nothing can be captured.
pub trait Evaluate<R: Rules>: Sync {
    /// Value for the side to move in centi-men, within ±[`Score::MAX_EVAL`](crate::Score::MAX_EVAL).
    fn evaluate(&self, position: &Position<R>) -> i32;
}
