//! What ends a search: limits that are given with it, and the signal that may come while it runs.

use damka_engine::{Move, Rules};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left; zero when the flag is about to fall.
    pub left: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves to the next time control; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The limits of one search; the first that is reached ends it. The default has no limit at all.
#[derive(Clone, Debug)]
pub struct Limits<R: Rules> {
    /// Greatest depth in plies.
    pub depth: Option<u32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The clock, from which the time for this move is computed.
    pub clock: Option<Clock>,
    /// Stop when a win in at most this many plies is proved.
    pub win_in: Option<u32>,
    /// Only these root moves are searched; empty for all.
    pub search_moves: Vec<Move<R::Board>>,
    /// How many best lines are reported, at least 1.
    pub multi_pv: u32,
    /// Kept back from every time limit for the way to the other program.
    pub overhead: Duration,
}

impl<R: Rules> Default for Limits<R> {
    fn default() -> Self {
        Limits {
            depth: None,
            nodes: None,
            move_time: None,
            clock: None,
            win_in: None,
            search_moves: Vec::new(),
            multi_pv: 1,
            overhead: Duration::ZERO,
        }
    }
}

/// The line to a running search: stop it, or tell it that its ponder move was played.
///
/// One per search. Time limits count from its creation, or, when pondering, from [`Signal::ponder_hit`].
#[derive(Debug)]
pub struct Signal {
    created: Instant,
    stop: Arc<AtomicBool>,
    pondering: AtomicBool,
    /// Nanoseconds from `created` to the ponder hit.
    hit: AtomicU64,
}

impl Signal {
    /// For a search that starts now.
    pub fn new() -> Signal {
        Signal::with(Arc::default(), false)
    }

    /// For a search during the opponent's time.
    pub fn pondering() -> Signal {
        Signal::with(Arc::default(), true)
    }

    /// For a search that starts now and ends when this flag is raised, which others may share.
    pub fn stopped_by(flag: Arc<AtomicBool>) -> Signal {
        Signal::with(flag, false)
    }

    fn with(stop: Arc<AtomicBool>, pondering: bool) -> Signal {
        Signal {
            created: Instant::now(),
            stop,
            pondering: AtomicBool::new(pondering),
            hit: AtomicU64::new(0),
        }
    }

    /// Asks the search to end.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to end.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The flag behind [`Signal::stop`], for work that is no search.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// The expected move was played: limits count from now.
    pub fn ponder_hit(&self) {
        let nanos = u64::try_from(self.created.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.hit.store(nanos, Ordering::Relaxed);
        self.pondering.store(false, Ordering::Release);
    }

    /// Whether limits are suspended because the opponent has not moved yet.
    #[inline(always)]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Time since the search started, pondering included.
    pub fn elapsed(&self) -> Duration {
        self.created.elapsed()
    }

    /// Time that counts against the limits: zero while pondering.
    pub fn spent(&self) -> Duration {
        if self.is_pondering() {
            return Duration::ZERO;
        }
        self.created
            .elapsed()
            .saturating_sub(Duration::from_nanos(self.hit.load(Ordering::Relaxed)))
    }
}

impl Default for Signal {
    fn default() -> Self {
        Signal::new()
    }
}
