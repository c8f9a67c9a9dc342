//! Match statistics: what a set of results says about strength, and how surely.
//!
//! Games are played in pairs, every opening twice with colours exchanged, and the two games of a pair are not
//! independent. All estimates therefore rest on the *pentanomial* counts, the number of pairs that ended with
//! 0, ½, 1, 1½ and 2 points; single games (the *trinomial* counts) serve where there are no pairs.

mod elo;
mod ratings;
mod sample;
mod sprt;

pub use elo::{Estimate, Interval, elo_of_score, score_of_elo};
pub use ratings::{CrossTable, Rating, Ratings};
pub use sample::{Pentanomial, Sample, Wdl};
pub use sprt::{Decision, Model, Sprt, SprtError};

/// Quantile of the normal distribution that leaves 2.5 % on each side.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;
