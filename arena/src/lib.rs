//! Engine-vs-engine matches that can be believed: drives engines as a graphical interface would, judges by our own
//! rules, and says with honest error bars which one is stronger.
//!
//! A [`Plan`](plan::Plan) says what is played; [`runner::run`] plays it and tells an
//! [`Audience`](runner::Audience); [`report`] and [`stats`] say what came out.

pub mod adjudicate;
pub mod driver;
pub mod fault;
pub mod openings;
pub mod plan;
mod process;
pub mod record;
pub mod referee;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod spec;
pub mod standings;
pub mod stats;
pub mod time;
pub mod wire;
