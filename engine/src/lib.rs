//! The game of draughts: squares, bitboards, rules, positions, move generation, notation, games and perft.
//!
//! Everything is generic over [`Rules`], a trait of constants that unit structs such as
//! [`rules::Russian`] implement; a run-time [`Variant`] is turned into such a type by [`with_rules!`].

mod capture;
mod checksum;
pub mod diagram;
pub mod draws;
mod excerpt;
mod fan;
pub mod fen;
pub mod game;
pub mod geometry;
pub mod hub;
mod jumps;
mod keep;
mod movegen;
mod moves;
pub mod movetext;
pub mod names;
mod pairs;
pub mod pdn;
pub mod perft;
mod piece;
mod pieces;
mod position;
pub mod reference;
pub mod rules;
mod setup;
mod side;
pub mod status;
mod variant;
mod word;
mod zobrist;

pub use checksum::checksum;
pub use draws::{Counters, DrawRules, DrawRulesError};
pub use excerpt::excerpt;
pub use game::{Game, IllegalMove};
pub use geometry::{Direction, Geometry, Square};
pub use moves::{Move, MoveList};
pub use names::SquareOrder;
pub use piece::{Color, Piece};
pub use pieces::Pieces;
pub use position::Position;
pub use rules::Rules;
pub use setup::{Setup, SetupError};
pub use status::{DrawReason, Status, WinReason};
pub use variant::{UnknownVariant, Variant};
pub use word::Word;
