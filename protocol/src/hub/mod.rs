//! The Hub protocol, version 2, from the engine's side.

mod parse;
mod print;
mod syntax;

pub use parse::parse;
pub use print::{answer, greeting, pong, problem, report};
