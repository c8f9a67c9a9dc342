//! What the threads of one search share: the table, the limits, and the count of nodes.

use crate::busy::Busy;
use crate::limits::Signal;
use crate::table::Table;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A counter on a cache line of its own, so that threads do not slow each other down.
#[derive(Default)]
#[repr(align(128))]
struct Counter(AtomicU64);

/// State that all threads of one search see.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a Table,
    /// The moves that are being searched.
    pub busy: Busy,
    /// A thread's share of the nodes: when it has made them it looks at the limits with every further node.
    pub share: u64,
    signal: &'a Signal,
    hard: Option<Duration>,
    node_limit: u64,
    nodes: Vec<Counter>,
    done: AtomicBool,
}

impl<'a> Shared<'a> {
    /// For a search by `threads` threads. `hard` ends it by time, `node_limit` by nodes of all threads together.
    pub fn new(
        table: &'a Table,
        signal: &'a Signal,
        threads: usize,
        hard: Option<Duration>,
        node_limit: Option<u64>,
    ) -> Shared<'a> {
        let node_limit = node_limit.unwrap_or(u64::MAX);
        Shared {
            table,
            busy: Busy::new(threads),
            share: node_limit / threads as u64,
            signal,
            hard,
            node_limit,
            nodes: (0..threads).map(|_| Counter::default()).collect(),
            done: AtomicBool::new(false),
        }
    }

    /// Tells the nodes of one thread; the answer is whether the search is over.
    pub fn publish(&self, thread: usize, nodes: u64) -> bool {
        self.nodes[thread].0.store(nodes, Ordering::Relaxed);
        self.done.load(Ordering::Relaxed)
            || self.signal.is_stopped()
            || self
                .hard
                .is_some_and(|hard| self.signal.spent() >= hard && !self.signal.is_pondering())
            || self.total_nodes() >= self.node_limit
    }

    /// Nodes that all threads have told so far.
    pub fn total_nodes(&self) -> u64 {
        self.nodes
            .iter()
            .map(|counter| counter.0.load(Ordering::Relaxed))
            .sum()
    }

    /// The same with the newest count of one thread, which is kept.
    pub fn total_nodes_with(&self, thread: usize, nodes: u64) -> u64 {
        self.nodes[thread].0.store(nodes, Ordering::Relaxed);
        self.total_nodes()
    }

    /// The main thread has its answer: the others are to stop.
    pub fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
    }
}
