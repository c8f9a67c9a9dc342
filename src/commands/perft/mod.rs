//! `damka perft`: counts the leaves of a position's move tree.

mod count;
mod progress;
mod resume;
mod suite;

use super::{PositionArgs, allowed_hash, output_file, stop_on_ctrl_c};
use clap::Args;
use damka_engine::perft::{CountKind, Options};
use damka_engine::with_rules;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

const EXAMPLES: &str = "\
Examples:
  damka perft --depth 10
  damka perft --variant russian --depth 13 --threads 4 --hash 256
  damka perft --fen \"W:WK29,21:BK4,9\" --depth 6 --divide
  damka perft --variant english --depth 12 --count paths --json
  damka perft --depth 20 --threads 8 --hash 4096 --resume brazilian-20.perft
  damka perft --suite tests/data/perft/russian.jsonl tests/data/perft/pool.jsonl

Counting:
  unique  moves with the same from, to and captured squares count once
  paths   each order of captured pieces from the same square counts once
Published tables use one or the other, often without saying which.

A suite is a file of lines, either JSON with the fields variant, fen, perft (unique counts at
depth 1, 2, ...), perft_raw (counts of paths) and moves, or FEN ;D1 7 ;D2 49 ... for the given
variant and kind of count.
Exit status: 0 if all is well, 1 if a suite fails, 2 for bad input, 130 after Ctrl-C.";

/// Count the leaves of the move tree, to check and to time the move generator
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Perft {
    #[command(flatten)]
    position: PositionArgs,

    /// Plies to count; in a suite, the greatest depth that is checked
    #[arg(long, value_name = "N", required_unless_present = "suite")]
    depth: Option<u32>,

    /// Show the count of each root move
    #[arg(long)]
    divide: bool,

    /// What to count, see below [default: unique; in a suite of JSON lines both]
    #[arg(long, value_name = "unique|paths")]
    count: Option<CountKind>,

    /// Threads that count
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,

    /// Memory for a table of counts that the threads share, in MB; 0 for none. The count stays exact
    #[arg(long, value_name = "MB", default_value_t = 0)]
    hash: usize,

    /// Print one JSON object: variant, fen, depth, count_kind, count, seconds, divide
    #[arg(long)]
    json: bool,

    /// Keep finished parts of the tree in FILE; the same command goes on from there after it was stopped
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    resume: Option<PathBuf>,

    /// Check the counts in these files, see below
    #[arg(
        long,
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all = ["fen", "divide", "json", "resume"]
    )]
    suite: Vec<PathBuf>,
}

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

impl Perft {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        stop_on_ctrl_c(&STOP)?;
        if !self.suite.is_empty() {
            return suite::run(self, out);
        }
        with_rules!(self.position.variant(), R => count::run::<R>(self, out))
    }

    /// What the count may use.
    ///
    /// # Errors
    /// The table would be too large, see [`allowed_hash`].
    fn options(&self) -> anyhow::Result<Options> {
        Ok(Options {
            threads: self.threads as usize,
            hash: allowed_hash(self.hash)?,
        })
    }
}
