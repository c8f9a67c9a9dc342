//! The UCI dialect for draughts: its words in, its words out. `docs/uci.md` describes it.

mod parse;
mod print;

pub use parse::parse;
pub use print::{answer, greeting, problem, report, terminal};
