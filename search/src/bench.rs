//! The benchmark: fixed positions of every variant, fixed depth. Its node count is the signature of the search.

use crate::{Engine, Limits, PrepareError, Signal};
use damka_engine::draws::DrawRules;
use damka_engine::game::Game;
use damka_engine::{Rules, Variant, fen, with_rules};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Variant and FEN of each position, a line each.
const POSITIONS: &str = include_str!("../data/bench.tsv");

/// Depth of the signature, in plies.
pub const DEPTH: u32 = 11;

/// What one position, or all of them, took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// Positions entered by making a move.
    pub nodes: u64,
    /// Time of the searches.
    pub time: Duration,
}

impl Cost {
    /// Nodes in a second; 0 when no time was measured.
    pub fn nodes_per_second(self) -> u64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 {
            (self.nodes as f64 / seconds) as u64
        } else {
            0
        }
    }

    /// What one position took, as a line for people.
    pub fn line(self, variant: Variant, fen: &str) -> String {
        format!(
            "{variant:<13} {:>12} nodes {:>9.1} ms  {fen}",
            self.nodes,
            self.time.as_secs_f64() * 1000.0
        )
    }

    /// What all positions took, as the last lines of a benchmark.
    pub fn totals(self) -> [String; 3] {
        [
            format!("Time: {} ms", self.time.as_millis()),
            format!("Nodes/second: {}", self.nodes_per_second()),
            format!("Bench: {}", self.nodes),
        ]
    }
}

/// Why there is no count.
#[derive(Debug, Error)]
pub enum BenchError {
    /// It was asked to stop.
    #[error("the benchmark was stopped")]
    Stopped,
    /// The engine cannot work.
    #[error(transparent)]
    Prepare(#[from] PrepareError),
}

/// The positions: variant and FEN.
pub fn positions() -> impl Iterator<Item = (Variant, &'static str)> {
    POSITIONS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let (variant, fen) = line.split_once('\t')?;
            Some((variant.parse().ok()?, fen))
        })
}

/// Searches every position to `depth` with an emptied table, and tells each one's cost.
///
/// # Errors
/// The signal has said stop, or the engine cannot be made ready.
pub fn run(
    engine: &mut Engine,
    depth: u32,
    signal: &Signal,
    mut tell: impl FnMut(Variant, &str, Cost),
) -> Result<Cost, BenchError> {
    let mut total = Cost::default();
    for (variant, fen) in positions() {
        let cost = with_rules!(variant, R => search::<R>(engine, fen, depth, signal))?;
        // A search that was broken off has no cost worth telling.
        if signal.is_stopped() {
            return Err(BenchError::Stopped);
        }
        total.nodes += cost.nodes;
        total.time += cost.time;
        tell(variant, fen, cost);
    }
    Ok(total)
}

fn search<R: Rules>(
    engine: &mut Engine,
    fen: &str,
    depth: u32,
    signal: &Signal,
) -> Result<Cost, PrepareError> {
    let position = fen::parse::<R>(fen).expect("a position of the bench can be read");
    let game = Game::new(position, DrawRules::default_for(R::VARIANT));
    engine.clear();
    // The table and the threads are made ready outside the measured time.
    engine.prepare_for(signal)?;
    let begin = Instant::now();
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let outcome = engine.search(&game, &limits, signal, &mut ())?;
    Ok(Cost {
        nodes: outcome.nodes,
        // The signal's own time counts from the first position.
        time: begin.elapsed(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_read_and_the_count_repeats() {
        let lines = POSITIONS
            .lines()
            .filter(|line| !line.starts_with('#'))
            .count();
        assert!(lines >= 40);
        assert_eq!(positions().count(), lines);
        for (variant, text) in positions() {
            with_rules!(variant, R => assert!(fen::parse::<R>(text).is_ok(), "{variant} {text}"));
        }
        let count = || {
            let total = run(&mut Engine::new(), 4, &Signal::new(), |_, _, _| ());
            total.unwrap().nodes
        };
        assert_eq!(count(), count());
    }

    #[test]
    fn a_stop_breaks_off_the_search_of_the_moment() {
        let signal = Signal::new();
        let mut told = 0;
        let result = run(&mut Engine::new(), 2, &signal, |_, _, _| {
            told += 1;
            signal.stop();
        });
        assert!(matches!(result, Err(BenchError::Stopped)));
        assert_eq!(told, 1);
    }
}
