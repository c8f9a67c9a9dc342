//! The benchmark as a command of a session, with an engine of its own so that the figures do not depend on settings.

use crate::event::{Event, Events};
use crate::worker::Job;
use damka_search::{Engine, Signal, bench};
use std::sync::Arc;

/// Transposition table in MiB: part of the conditions of the node count, as in `damka bench`.
const HASH: usize = 16;

/// Runs the benchmark to this depth, or to its usual one, until the signal says stop.
pub fn job(depth: Option<u32>, signal: Arc<Signal>, events: Events) -> Job {
    Box::new(move |_| {
        let mut engine = Engine::new();
        engine.set_hash(HASH);
        let total = bench::run(
            &mut engine,
            depth.unwrap_or(bench::DEPTH),
            &signal,
            |variant, fen, cost| {
                events.send(Event::Text(cost.line(variant, fen)));
            },
        );
        events.send(Event::Tool(match total {
            Ok(total) => total.totals().to_vec(),
            Err(error) => vec![crate::uci::problem(&error.to_string())],
        }));
    })
}
