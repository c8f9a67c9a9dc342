//! The languages of draughts programs: the UCI dialect and Hub 2 on standard input and output, and DamExchange
//! ([`dxp`]) over a network connection.
//!
//! A line becomes a [`Command`](command::Command), the session obeys it, and what the search tells becomes lines
//! again. Each dialect is a parser and a printer; the session underneath is one.

mod any_game;
mod bench;
pub mod command;
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

pub use memory::most_hash;
pub use serve::{Service, serve};

use damka_engine::Variant;

/// The name that clients are told.
pub const NAME: &str = "Damka";
/// The authors that clients are told; several words, because some clients need quotes around it.
pub const AUTHOR: &str = "The Damka developers";

/// A language of clients.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// The UCI dialect for draughts.
    Uci,
    /// Hub 2.
    Hub,
}

impl Dialect {
    /// The variant that is played unless the client chooses one. Some Hub clients never do, and mean the
    /// international game.
    pub fn default_variant(self) -> Variant {
        match self {
            Dialect::Uci => Variant::Brazilian,
            Dialect::Hub => Variant::International,
        }
    }

    /// The dialect that a client's first line belongs to; `None` when it is no command of either.
    pub fn of_first_line(line: &str) -> Option<Dialect> {
        if text::next_word(line).is_some_and(|(word, _)| word == "hub") {
            return Some(Dialect::Hub);
        }
        match uci::parse(line) {
            command::Command::Unknown | command::Command::Ignored => None,
            _ => Some(Dialect::Uci),
        }
    }
}
