//! Evaluation and search.
//!
//! A search is a value in, events out: [`Engine::search`] takes a game, limits and a signal, tells an observer
//! what it finds, and returns the outcome. It prints nothing and never reads input.

pub mod analysis;
pub mod bench;
mod busy;
mod deepening;
mod engine;
pub mod eval;
mod hints;
pub mod limits;
mod ordering;
mod path;
mod reduction;
pub mod report;
pub mod score;
mod shared;
pub mod skill;
mod table;
mod time;
mod worker;

pub use engine::{Engine, PrepareError};
pub use limits::{Clock, Limits, Signal};
pub use report::{Bound, Info, Observer, Outcome};
pub use score::{Score, ScoreKind};
pub use skill::{Skill, SkillError};
