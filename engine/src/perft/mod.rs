//! Perft: counts of the leaves of a position's move tree, the common test and timing of a move generator.
//!
//! ```
//! use damka_engine::{Position, perft, rules::Russian};
//! use perft::{CountKind, Counter, Options};
//!
//! let options = Options { threads: 2, ..Options::default() };
//! let counter = Counter::<Russian>::new(CountKind::Unique, &options)?;
//! assert_eq!(counter.count(&Position::start(), 7)?, 190_146);
//! # Ok::<(), perft::PerftError>(())
//! ```

mod frontier;
mod table;
#[cfg(test)]
mod tests;
mod tree;
mod walk;

pub use frontier::Frontier;

use crate::excerpt;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::side::with_side;
use rayon::prelude::*;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use table::Table;
use thiserror::Error;
use tree::{Interrupted, Tree};

/// Greatest depth, in plies.
pub const MAX_DEPTH: u32 = 255;

/// What a perft count counts. Published tables differ by exactly this.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum CountKind {
    /// Moves with the same from, to and captured set count once.
    Unique,
    /// Each order of victims from the same square counts once ("raw" in published tables): what matters is the
    /// direction and the captured square of each jump, not the squares rested on.
    Paths,
}

impl CountKind {
    /// `unique` or `paths`.
    pub const fn name(self) -> &'static str {
        match self {
            CountKind::Unique => "unique",
            CountKind::Paths => "paths",
        }
    }
}

impl fmt::Display for CountKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no [`CountKind`] has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown kind of count: {0} (unique or paths)")]
pub struct UnknownCountKind(pub String);

impl FromStr for CountKind {
    type Err = UnknownCountKind;

    fn from_str(text: &str) -> Result<CountKind, UnknownCountKind> {
        [CountKind::Unique, CountKind::Paths]
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or_else(|| UnknownCountKind(excerpt(text)))
    }
}

/// How to count. The count itself does not depend on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Threads that count, at least 1.
    pub threads: usize,
    /// Memory of the table of counts in MiB (1,048,576 bytes); 0 for no table.
    pub hash: usize,
}

impl Default for Options {
    /// One thread without a table.
    fn default() -> Options {
        Options {
            threads: 1,
            hash: 0,
        }
    }
}

/// Why there is no count.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PerftError {
    /// It was asked to stop.
    #[error("the count was stopped")]
    Stopped,
    /// The depth is greater than [`MAX_DEPTH`].
    #[error("depth {0} is greater than {MAX_DEPTH}")]
    TooDeep(u32),
    /// The count does not fit into 128 bits.
    #[error("the count is greater than {}", u128::MAX)]
    TooMany,
    /// The table cannot be allocated.
    #[error("not enough memory for a hash of {0} MB")]
    Memory(usize),
    /// The threads cannot be started.
    #[error("cannot start {count} threads: {reason}")]
    Threads {
        /// Threads asked for.
        count: usize,
        /// What the system says.
        reason: String,
    },
}

impl From<Interrupted> for PerftError {
    fn from(reason: Interrupted) -> PerftError {
        match reason {
            Interrupted::Stopped => PerftError::Stopped,
            Interrupted::TooMany => PerftError::TooMany,
        }
    }
}

/// Leaves of the move tree of `depth` plies, each move counted once, by one thread without a table.
///
/// Meant for depths whose count fits into 64 bits; [`Counter`] has no such limit.
pub fn unique<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    with_side!(position.turn(), S => walk::unique::<R, S>(position.pieces(), depth))
}

/// The same with each order of victims counted, see [`CountKind::Paths`].
pub fn paths<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    with_side!(position.turn(), S => walk::paths::<R, S>(position.pieces(), depth))
}

/// The count of each root move.
pub type Divided<R> = Vec<(Move<<R as Rules>::Board>, u128)>;

/// Threads and table for counts of one kind under the rules `R`. The table serves all counts that are made.
pub struct Counter<R: Rules> {
    kind: CountKind,
    pool: rayon::ThreadPool,
    table: Option<Table<R::Board>>,
}

impl<R: Rules> Counter<R> {
    /// Starts the threads and allocates the table.
    ///
    /// # Errors
    /// [`PerftError::Memory`] and [`PerftError::Threads`].
    pub fn new(kind: CountKind, options: &Options) -> Result<Counter<R>, PerftError> {
        let table = match options.hash {
            0 => None,
            megabytes => Some(Table::new(megabytes).ok_or(PerftError::Memory(megabytes))?),
        };
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(options.threads.max(1))
            .thread_name(|index| format!("perft-{index}"))
            .build()
            .map_err(|error| PerftError::Threads {
                count: options.threads,
                reason: error.to_string(),
            })?;
        Ok(Counter { kind, pool, table })
    }

    /// What is counted.
    pub fn kind(&self) -> CountKind {
        self.kind
    }

    /// Leaves of the tree of `depth` plies; 1 at depth 0.
    ///
    /// # Errors
    /// [`PerftError::TooDeep`] and [`PerftError::TooMany`].
    pub fn count(&self, position: &Position<R>, depth: u32) -> Result<u128, PerftError> {
        let frontier = Frontier::new(position, depth, self.kind);
        let counts = self.run(
            &frontier,
            &vec![None; frontier.len()],
            &AtomicBool::new(false),
            &|_, _| (),
        )?;
        frontier.total(&counts)
    }

    /// The count of each root move; they add up to [`count`](Counter::count), but at depth 0, where there is none.
    ///
    /// # Errors
    /// [`PerftError::TooDeep`] and [`PerftError::TooMany`].
    pub fn divide(&self, position: &Position<R>, depth: u32) -> Result<Divided<R>, PerftError> {
        let frontier = Frontier::new(position, depth, self.kind);
        let counts = self.run(
            &frontier,
            &vec![None; frontier.len()],
            &AtomicBool::new(false),
            &|_, _| (),
        )?;
        frontier.divide(&counts)
    }

    /// Counts the subtrees of a frontier of the same kind: those that are not `known` already.
    ///
    /// `finished` is called by the counting threads with the index and the count of each subtree that they have
    /// finished. Returns the counts of all subtrees, in order.
    ///
    /// # Errors
    /// [`PerftError::Stopped`] soon after `stop` has become true, [`PerftError::TooDeep`] and
    /// [`PerftError::TooMany`].
    pub fn run(
        &self,
        frontier: &Frontier<R>,
        known: &[Option<u128>],
        stop: &AtomicBool,
        finished: &(dyn Fn(usize, u128) + Sync),
    ) -> Result<Vec<u128>, PerftError> {
        debug_assert_eq!(known.len(), frontier.len());
        if frontier.depth() > MAX_DEPTH {
            return Err(PerftError::TooDeep(frontier.depth()));
        }
        let tree = Tree::<R>::new(frontier.kind(), self.table.as_ref(), stop);
        let count_one = |index: usize| {
            if let Some(Some(count)) = known.get(index) {
                return Ok(*count);
            }
            let count = frontier.count_subtree(index, &tree)?;
            finished(index, count);
            Ok(count)
        };
        let result: Result<Vec<u128>, Interrupted> = self.pool.install(|| {
            (0..frontier.len())
                .into_par_iter()
                .with_max_len(1)
                .map(count_one)
                .collect()
        });
        // A stop that comes with the last subtree has nothing left to stop, and whoever finds an overflow first
        // makes the others give up: the order of these two does not matter.
        if result.is_err() && stop.load(Ordering::Relaxed) {
            return Err(PerftError::Stopped);
        }
        Ok(result?)
    }
}
