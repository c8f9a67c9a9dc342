//! The upper part of a perft tree: it can be stopped, looks into the table, and counts in 128 bits.

use super::CountKind;
use super::table::Table;
use super::walk;
use crate::capture;
use crate::movegen;
use crate::moves::MoveList;
use crate::pieces::Pieces;
use crate::rules::Rules;
use crate::side::Side;
use crate::word::Word;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// Trees of at most this depth are left to the inner walk when there is no table and there are no kings. Small
/// enough for a quick stop, and for a count that fits into 64 bits: no position has 200 moves, and 200^7 < 2^64.
const WALKED: u32 = 7;

/// The same when there are kings: a position may have a hundred moves then.
const WALKED_WITH_KINGS: u32 = 4;

/// The same when there is a table: below, counting afresh costs no more than a look into memory. Measured at
/// depth 14: 2 costs 5 % more time, 4 loses transpositions.
const WALKED_BELOW_TABLE: u32 = 3;

/// Why a subtree has no count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interrupted {
    /// It was asked to stop.
    Stopped,
    /// The count does not fit into 128 bits.
    TooMany,
}

/// Counts trees of one kind with a common table and a common stop.
pub struct Tree<'a, R: Rules> {
    kind: CountKind,
    table: Option<&'a Table<R::Board>>,
    stop: &'a AtomicBool,
}

impl<'a, R: Rules> Tree<'a, R> {
    pub fn new(
        kind: CountKind,
        table: Option<&'a Table<R::Board>>,
        stop: &'a AtomicBool,
    ) -> Tree<'a, R> {
        Tree { kind, table, stop }
    }

    /// Leaves of the tree of `depth` plies below these pieces, side `S` to move.
    pub fn count<S: Side>(
        &self,
        pieces: &Pieces<R::Board>,
        depth: u32,
    ) -> Result<u128, Interrupted> {
        match self.table {
            Some(table) => self.with_table::<S>(table, pieces, depth),
            None => self.without_table::<S>(pieces, depth),
        }
    }

    fn without_table<S: Side>(
        &self,
        pieces: &Pieces<R::Board>,
        depth: u32,
    ) -> Result<u128, Interrupted> {
        self.check_stop()?;
        let walked = if pieces.kings().any() {
            WALKED_WITH_KINGS
        } else {
            WALKED
        };
        if depth <= walked {
            return Ok(self.walk::<S>(pieces, depth));
        }
        self.sum::<S>(pieces, |next| {
            self.without_table::<S::Other>(next, depth - 1)
        })
    }

    fn with_table<S: Side>(
        &self,
        table: &Table<R::Board>,
        pieces: &Pieces<R::Board>,
        depth: u32,
    ) -> Result<u128, Interrupted> {
        if depth <= WALKED_BELOW_TABLE {
            return Ok(self.walk::<S>(pieces, depth));
        }
        self.check_stop()?;
        let place = table.place(pieces, S::COLOR, depth);
        if let Some(count) = table.get(&place) {
            return Ok(count);
        }
        let count = self.sum::<S>(pieces, |next| {
            self.with_table::<S::Other>(table, next, depth - 1)
        })?;
        table.put(&place, count);
        Ok(count)
    }

    fn walk<S: Side>(&self, pieces: &Pieces<R::Board>, depth: u32) -> u128 {
        u128::from(match self.kind {
            CountKind::Unique => walk::unique::<R, S>(pieces, depth),
            CountKind::Paths => walk::paths::<R, S>(pieces, depth),
        })
    }

    /// The sum of a count over all positions that side `S` can move to.
    fn sum<S: Side>(
        &self,
        pieces: &Pieces<R::Board>,
        mut count: impl FnMut(&Pieces<R::Board>) -> Result<u128, Interrupted>,
    ) -> Result<u128, Interrupted> {
        let mut total = Ok(0u128);
        let mut add = |next: &Pieces<R::Board>| {
            total = total.and_then(|sum| sum.checked_add(count(next)?).ok_or(Interrupted::TooMany));
            match total {
                Ok(_) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        };
        let _ = match self.kind {
            CountKind::Unique => {
                movegen::visit_moves::<R, S>(pieces, |step| add(&pieces.after_step::<S>(step)))
            }
            CountKind::Paths => moves::<R, S>(pieces, self.kind)
                .into_iter()
                .try_for_each(|mv| add(&pieces.after::<S>(mv))),
        };
        total
    }

    fn check_stop(&self) -> Result<(), Interrupted> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Interrupted::Stopped);
        }
        Ok(())
    }
}

/// The moves of side `S`: each once, or each as often as there are orders of its victims.
pub fn moves<R: Rules, S: Side>(pieces: &Pieces<R::Board>, kind: CountKind) -> MoveList<R::Board> {
    match kind {
        CountKind::Paths if movegen::has_capture::<R, S>(pieces) => {
            let mut list = MoveList::new();
            capture::list_ways::<R, S>(pieces, &mut list);
            list
        }
        _ => movegen::legal_moves::<R, S>(pieces),
    }
}
