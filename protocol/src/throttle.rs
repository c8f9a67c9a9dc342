//! Keeps the stream of search reports readable: bursts pass, floods are thinned, the newest report is never lost.

use crate::report::Report;
use std::time::{Duration, Instant};

/// Lines that may be printed at once.
const BURST: f64 = 50.0;
/// Lines in a second after that.
const RATE: f64 = 30.0;

/// A bucket of lines that fills with time.
#[derive(Debug)]
pub struct Throttle {
    level: f64,
    filled: Instant,
    passing: bool,
    held: Vec<Report>,
}

impl Throttle {
    /// A full bucket.
    pub fn new(now: Instant) -> Throttle {
        Throttle {
            level: BURST,
            filled: now,
            passing: true,
            held: Vec::new(),
        }
    }

    /// Takes a report and returns what is to be printed now. The lines of one iteration stay together; a report that
    /// is held back replaces those held back before.
    pub fn offer(&mut self, report: Report, now: Instant) -> Option<Report> {
        self.fill(now);
        if report.multi_pv <= 1 {
            self.held.clear();
            self.passing = self.level >= 1.0;
        }
        if self.passing {
            self.level -= 1.0;
            Some(report)
        } else {
            self.held.push(report);
            None
        }
    }

    /// When held reports should be asked for again; `None` when there are none.
    pub fn due(&self) -> Option<Instant> {
        let wait = ((1.0 - self.level) / RATE).max(0.0);
        (!self.held.is_empty()).then(|| self.filled + Duration::from_secs_f64(wait))
    }

    /// The reports that are held back and may be printed now.
    pub fn release(&mut self, now: Instant) -> Vec<Report> {
        self.fill(now);
        if self.level >= 1.0 {
            self.flush()
        } else {
            Vec::new()
        }
    }

    /// All reports that are held back, at the end of a search.
    pub fn flush(&mut self) -> Vec<Report> {
        let held = std::mem::take(&mut self.held);
        self.level -= held.len() as f64;
        // What follows of this iteration belongs to what is printed here.
        self.passing = true;
        held
    }

    fn fill(&mut self, now: Instant) {
        let seconds = now.saturating_duration_since(self.filled).as_secs_f64();
        self.level = (self.level + seconds * RATE).min(BURST);
        self.filled = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_search::{Bound, Score};

    fn report(depth: u32, multi_pv: u32) -> Report {
        Report {
            depth,
            selective_depth: depth,
            mean_depth: 1.0,
            multi_pv,
            score: Score::DRAW,
            bound: Bound::Exact,
            nodes: 1,
            time: Duration::ZERO,
            hash_full: 0,
            table_hits: 0,
            line: vec!["32-28".to_string()],
        }
    }

    #[test]
    fn a_burst_passes_and_the_last_of_a_flood_is_kept() {
        let start = Instant::now();
        let mut throttle = Throttle::new(start);
        let printed = (1..=1000)
            .filter(|depth| throttle.offer(report(*depth, 1), start).is_some())
            .count();
        assert_eq!(printed, 50);
        assert!(throttle.release(start).is_empty());
        let due = throttle.due().unwrap();
        assert!(due > start && due < start + Duration::from_millis(50));
        assert_eq!(
            throttle.release(due + Duration::from_millis(1)),
            [report(1000, 1)]
        );
        assert_eq!(throttle.due(), None);
    }

    #[test]
    fn lines_of_an_iteration_stay_together() {
        let start = Instant::now();
        let mut throttle = Throttle::new(start);
        for depth in 1..=40 {
            let shown: Vec<bool> = (1..=3)
                .map(|line| throttle.offer(report(depth, line), start).is_some())
                .collect();
            assert!(shown.iter().all(|yes| *yes == shown[0]), "{depth}");
        }
        assert_eq!(
            throttle.flush(),
            [report(40, 1), report(40, 2), report(40, 3)]
        );
    }
}
