//! `damka bench`: fixed positions, fixed depth, one thread; the node count is the signature of the search.

use clap::Args;
use damka_search::{Signal, bench};
use std::io::Write;
use std::process::ExitCode;

/// Search fixed positions of every variant and print the nodes, which are the same on every machine
#[derive(Args, Debug)]
pub struct Bench {
    /// Depth of every search in plies
    #[arg(long, value_name = "N", default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: u32,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Searching threads; the nodes repeat with 1 only
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
}

impl Bench {
    /// One line per position, then the totals.
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let mut engine = super::engine(self.threads, self.hash)?;
        let mut written = Ok(());
        let total = bench::run(
            &mut engine,
            self.depth,
            &Signal::new(),
            |variant, fen, cost| {
                if written.is_ok() {
                    written = writeln!(out, "{}", cost.line(variant, fen));
                }
            },
        )?;
        written?;
        for line in total.totals() {
            writeln!(out, "{line}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
