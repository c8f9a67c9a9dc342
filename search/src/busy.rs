//! What the threads of a search are looking at, so that they do not all look at the same.
//!
//! A thread marks the move that it searches, and one that comes to a marked move puts it off: when it has looked at
//! the others, the answer is likely to stand in the table already (after T. Kerrigan's simplified ABDADA, itself
//! after J.-C. Weill, "The ABDADA distributed minimax search algorithm", ICCA Journal 19/1, 1996).
//!
//! Marks are hints. They may be lost or stand for another move of the same number: the search is as right as before.

use crate::table::MoveCode;
use std::sync::atomic::{AtomicU64, Ordering};

/// Least depth at which a move is marked, in plies: below it the marks cost more than they spare.
pub const LEAST_DEPTH: i32 = 6;
/// Marks in a line.
const WAYS: usize = 4;
/// Cache lines for each thread, which holds about one mark for each node on its path.
const LINES: usize = 128;

/// Marks that fall on the same line.
#[derive(Default)]
#[repr(align(32))]
struct Line([AtomicU64; WAYS]);

/// The moves that are being searched.
pub struct Busy(Vec<Line>);

/// The number of a move of a position.
#[derive(Clone, Copy)]
pub struct Mark(u64);

impl Mark {
    /// For a move of the position with this key.
    #[inline(always)]
    pub fn new(key: u64, mv: MoveCode) -> Mark {
        Mark((key ^ mv.spread()).max(1))
    }
}

impl Busy {
    /// For so many threads. One alone marks nothing.
    pub fn new(threads: usize) -> Busy {
        let lines = if threads > 1 { LINES * threads } else { 0 };
        Busy((0..lines).map(|_| Line::default()).collect())
    }

    /// Whether there is a thread that could heed the marks.
    #[inline(always)]
    pub fn is_used(&self) -> bool {
        !self.0.is_empty()
    }

    #[inline(always)]
    fn line(&self, mark: Mark) -> &[AtomicU64; WAYS] {
        let index = (mark.0 as u128 * self.0.len() as u128) >> 64;
        &self.0[index as usize].0
    }

    /// Whether a thread searches the move.
    #[inline]
    pub fn is_marked(&self, mark: Mark) -> bool {
        let mut line = self.line(mark).iter();
        line.any(|way| way.load(Ordering::Relaxed) == mark.0)
    }

    /// A thread begins to search the move.
    #[inline]
    pub fn mark(&self, mark: Mark) {
        let line = self.line(mark);
        let free = line.iter().find(|way| way.load(Ordering::Relaxed) == 0);
        free.unwrap_or(&line[0]).store(mark.0, Ordering::Relaxed);
    }

    /// A thread has searched the move.
    #[inline]
    pub fn unmark(&self, mark: Mark) {
        let mut line = self.line(mark).iter();
        if let Some(way) = line.find(|way| way.load(Ordering::Relaxed) == mark.0) {
            way.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(key: u64) -> Mark {
        Mark::new(key, MoveCode::NONE)
    }

    #[test]
    fn a_move_is_marked_until_each_thread_has_searched_it() {
        let busy = Busy::new(2);
        assert!(busy.is_used());
        assert!(!Busy::new(1).is_used());
        let (one, other) = (mark(1 << 63 | 5), mark(1 << 63 | 6));
        assert!(!busy.is_marked(one));
        busy.mark(one);
        busy.mark(one);
        busy.unmark(one);
        assert!(busy.is_marked(one) && !busy.is_marked(other));
        busy.unmark(one);
        busy.unmark(other);
        assert!(!busy.is_marked(one) && !busy.is_marked(other));
    }

    #[test]
    fn a_full_line_forgets_but_never_keeps_a_mark_for_ever() {
        let busy = Busy::new(2);
        // Near keys share a line; so many do not fit.
        let marks: Vec<Mark> = (1..=3 * WAYS as u64).map(mark).collect();
        for &mark in &marks {
            busy.mark(mark);
            assert!(busy.is_marked(mark));
        }
        for &mark in &marks {
            busy.unmark(mark);
            assert!(!busy.is_marked(mark));
        }
        assert!(
            busy.0
                .iter()
                .flat_map(|line| &line.0)
                .all(|way| way.load(Ordering::Relaxed) == 0)
        );
    }
}
