//! The subcommands, one small file each, and the arguments that they share.
//!
//! A subcommand is a clap `Args` struct with `run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode>`.
//! It writes to `out` (never `println!`), and returns an error for whatever should end the program with one line
//! on stderr and exit status 2.

mod bench;
mod perft;

use clap::{Args, Subcommand};
use damka_engine::{Position, Rules, Variant};
use std::io::Write;
use std::process::ExitCode;

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    Perft(perft::Perft),
    Bench(bench::Bench),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Whatever stops it; the text names what was wrong.
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        match self {
            Command::Perft(command) => command.run(out),
            Command::Bench(command) => command.run(out),
        }
    }
}

/// Which game.
#[derive(Args, Debug, Clone, Copy)]
pub struct VariantArg {
    /// Rules to play by: brazilian, russian, international, english, pool, or another common name or PDN
    /// GameType number of these
    #[arg(long, value_name = "VARIANT", default_value_t = Variant::Brazilian)]
    pub variant: Variant,
}

/// Which position of which game.
#[derive(Args, Debug, Clone)]
pub struct PositionArgs {
    #[command(flatten)]
    pub game: VariantArg,
}

impl PositionArgs {
    /// The rules, to be handed to `with_rules!`.
    pub fn variant(&self) -> Variant {
        self.game.variant
    }

    /// The position that the arguments describe, by default the start position.
    pub fn position<R: Rules>(&self) -> anyhow::Result<Position<R>> {
        Ok(Position::start())
    }
}
