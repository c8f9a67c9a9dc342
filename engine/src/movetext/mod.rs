//! Move text: which legal move is meant, and how a legal move is written.

mod format;
mod parse;
mod route;

pub use crate::names::SquareOrder;
pub use format::{MoveFormat, Style, UnknownMoveFormat, write, write_styled};
pub use parse::{MoveTextError, Reading, parse, parse_ordered};
pub use route::landing_path;
