//! The languages of draughts programs: the UCI dialect and Hub 2 on standard input and output, and DamExchange
//! ([`dxp`]) over a network connection.
//!
//! A line becomes a [`Command`](command::Command), the session obeys it, and what the search tells becomes lines
//! again. Each dialect is a parser and a printer; the session underneath is one.

mod any_game;
mod bench;
pub mod command;
mod dialect;
pub mod dxp;
mod event;
pub mod hub;
mod input;
mod memory;
pub mod options;
mod output;
pub mod report;
mod serve;
mod session;
pub mod settings;
mod state;
mod text;
mod throttle;
pub mod uci;
mod worker;

pub use dialect::Dialect;
pub use memory::most_hash;
pub use serve::{Service, serve};

/// The name that clients are told.
pub const NAME: &str = "Damka";
/// The authors that clients are told; several words, because some clients need quotes around it.
pub const AUTHOR: &str = "The Damka developers";
