//! `damka perft`: counts the leaves of a position's move tree.

use super::PositionArgs;
use clap::Args;
use damka_engine::{perft, with_rules};
use std::io::Write;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  damka perft --depth 10
  damka perft --variant russian --depth 12";

/// Count the leaves of the move tree, to check and to time the move generator
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Perft {
    #[command(flatten)]
    position: PositionArgs,

    /// Plies to go
    #[arg(long, value_name = "N")]
    depth: u32,
}

impl Perft {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let count = with_rules!(self.position.variant(), R => {
            perft::unique(&self.position.position::<R>()?, self.depth)
        });
        writeln!(out, "Nodes searched: {count}")?;
        Ok(ExitCode::SUCCESS)
    }
}
