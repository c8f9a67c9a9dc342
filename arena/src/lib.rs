//! Engine-vs-engine matches: drivers, openings, schedules, statistics.

pub mod stats;
