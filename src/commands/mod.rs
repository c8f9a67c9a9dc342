//! The subcommands, one small file each, and the arguments that they share.
//!
//! A subcommand is a clap `Args` struct with `run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode>`.
//! It writes to `out` (never `println!`), and returns an error for whatever should end the program with one line
//! on stderr and exit status 2.

mod analyze;
mod bench;
mod dxp;
mod game;
mod r#match;
mod moves;
mod pdn;
mod perft;
mod picture;
mod session;
mod show;
mod source;
mod stub;

use anyhow::{Context, anyhow, ensure};
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, Subcommand};
use damka_engine::{Position, Rules, UnknownVariant, Variant, excerpt, fen};
use damka_protocol::most_hash;
use damka_search::Engine;
use std::io::Write;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use thiserror::Error;

/// Exit status after Ctrl-C, as shells have it.
pub const INTERRUPTED: u8 = 130;

/// The user stopped a command: one line on stderr, exit status [`INTERRUPTED`].
#[derive(Debug, Error)]
#[error("{0}")]
pub struct Interrupted(pub String);

/// The first Ctrl-C raises a flag that asks the command to stop, a second one does not wait for that.
///
/// # Errors
/// The system does not let us catch it.
pub fn stop_on_ctrl_c(
    flag: impl Deref<Target = AtomicBool> + Send + 'static,
) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    })
    .context("cannot catch Ctrl-C")
}

/// Reads the name of a file to write. Elsewhere `-` is standard output, which is taken by other lines here.
pub fn output_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.to_str() {
        Some("-") => Err("a file is needed, standard output is taken"),
        _ => Ok(path),
    })
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    Perft(perft::Perft),
    Analyze(analyze::Analyze),
    Moves(moves::Moves),
    Show(show::Show),
    Pdn(pdn::Pdn),
    Bench(bench::Bench),
    Dxp(dxp::Dxp),
    Match(Box<r#match::Match>),
    Uci(session::Uci),
    Hub(session::Hub),
}

/// What happens without a subcommand: a session in the dialect of the client's first line.
///
/// # Errors
/// The system does not grant what a session needs.
pub fn converse() -> anyhow::Result<ExitCode> {
    session::converse(None, Duration::ZERO)
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Whatever stops it; the text names what was wrong.
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        match self {
            Command::Perft(command) => command.run(out),
            Command::Analyze(command) => command.run(out),
            Command::Moves(command) => command.run(out),
            Command::Show(command) => command.run(out),
            Command::Pdn(command) => command.run(out),
            Command::Bench(command) => command.run(out),
            Command::Dxp(command) => command.run(out),
            Command::Match(command) => command.run(out),
            Command::Uci(command) => command.run(),
            Command::Hub(command) => command.run(),
        }
    }

    /// Whether the command writes into this file.
    pub fn writes_into(&self, path: &Path) -> bool {
        let files = match self {
            Command::Analyze(command) => vec![&command.plot],
            Command::Match(command) => vec![&command.json, &command.pdn, &command.plot],
            Command::Show(command) => vec![&command.svg],
            _ => Vec::new(),
        };
        let mut files = files.into_iter().flatten();
        files.any(|file| picture::is_same_file(file, path))
    }
}

/// A searcher that has its threads and its transposition table.
///
/// # Errors
/// The machine does not give them.
fn engine(threads: u32, hash: u32) -> anyhow::Result<Engine> {
    let mut engine = Engine::new();
    engine.set_threads(threads as usize);
    engine.set_hash(allowed_hash(hash as usize)?);
    engine.prepare()?;
    Ok(engine)
}

/// The argument of `--hash`.
///
/// # Errors
/// The table would be larger than this machine's memory allows: the system might grant it, and end the program when it
/// is used.
fn allowed_hash(hash: usize) -> anyhow::Result<usize> {
    let most = most_hash();
    ensure!(hash <= most, "--hash {hash}: this machine allows {most} MB");
    Ok(hash)
}

/// Which game.
#[derive(Args, Debug, Clone, Copy)]
pub struct VariantArg {
    /// Rules to play by: brazilian, russian, international, english, pool, or another common name or PDN
    /// GameType number of these [default: brazilian]
    #[arg(long, value_name = "VARIANT", value_parser = parse_variant)]
    pub variant: Option<Variant>,
}

fn parse_variant(text: &str) -> anyhow::Result<Variant> {
    text.parse().map_err(|error: UnknownVariant| {
        let names = Variant::ALL.map(Variant::name).join(", ");
        anyhow!("{error} ({names})")
    })
}

impl VariantArg {
    /// The variant that is given, else Brazilian.
    pub fn variant(&self) -> Variant {
        self.variant.unwrap_or(Variant::Brazilian)
    }
}

/// Which position of which game.
#[derive(Args, Debug, Clone)]
pub struct PositionArgs {
    #[command(flatten)]
    pub game: VariantArg,

    /// Position as PDN FEN (squares by number or by name) or as Hub string [default: the start position]
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
}

impl PositionArgs {
    /// The rules, to be handed to `with_rules!`.
    pub fn variant(&self) -> Variant {
        self.game.variant()
    }

    /// The position that the arguments describe, by default the start position.
    ///
    /// # Errors
    /// The FEN is none, or none of this variant.
    pub fn position<R: Rules>(&self) -> anyhow::Result<Position<R>> {
        match &self.fen {
            Some(text) => fen::parse(text).with_context(|| format!("--fen {}", excerpt(text))),
            None => Ok(Position::start()),
        }
    }
}
