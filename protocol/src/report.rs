//! What a search says, with its moves already written: the same for both dialects, free of the variant.

use damka_search::{Bound, Score};
use std::time::Duration;

/// One line of a search in progress.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Plies of the finished iteration.
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
    /// Positions searched.
    pub nodes: u64,
    /// Time since the search started.
    pub time: Duration,
    /// Part of the transposition table in use, in thousandths.
    pub hash_full: u32,
    /// Successful look-ups in endgame tables.
    pub table_hits: u64,
    /// Best line; not empty.
    pub line: Vec<String>,
}

impl Report {
    /// Nodes in a second, 0 when no time has passed.
    pub fn nodes_per_second(&self) -> f64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 {
            self.nodes as f64 / seconds
        } else {
            0.0
        }
    }
}

/// The end of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The move; `None` when there is no legal one, or no position.
    pub best: Option<String>,
    /// The expected reply.
    pub ponder: Option<String>,
    /// The search in one line, for clients that have not seen any; `None` when there was none.
    pub summary: Option<Report>,
}

impl Answer {
    /// The answer where there is nothing to play.
    pub fn none() -> Answer {
        Answer {
            best: None,
            ponder: None,
            summary: None,
        }
    }
}
