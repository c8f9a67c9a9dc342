//! `damka pdn`: checks files of games, and rewrites them in canonical form.

use super::source::SourceArgs;
use crate::complain;
use anyhow::Context;
use clap::{Args, Subcommand, ValueEnum};
use damka_engine::pdn::{PdnError, RawGame, ReadError, Record, WriteOptions};
use damka_engine::{Rules, Variant, excerpt, fen, pdn, with_rules};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Check files of games in PDN, or convert them
#[derive(Args, Debug)]
#[command(arg_required_else_help = false)] // so that the missing subcommand is named
pub struct Pdn {
    #[command(subcommand)]
    command: PdnCommand,
}

#[derive(Subcommand, Debug)]
enum PdnCommand {
    Check(Check),
    Convert(Convert),
}

const CHECK_HELP: &str = "\
Each faulty game is shown as FILE:LINE:COLUMN: what is wrong, and skipped; the last line is
N games read, N errors. Where the side to move cannot move at the end and the result says
something else, a note is shown; that is no error, as files differ on whose victory 1-0 is.
Nor is it one when the tag Result and the result behind the moves differ.
Exit status: 0 if all is well, 1 if a game is faulty, 2 if a file cannot be read; the other
files are read all the same.";

/// Read games, replay every move and variation, and show each fault with its place
#[derive(Args, Debug)]
#[command(after_help = CHECK_HELP)]
struct Check {
    #[command(flatten)]
    fallback: Fallback,

    #[command(flatten)]
    source: SourceArgs,

    /// Files of games; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

const CONVERT_HELP: &str = "\
Faulty games are left out and shown on stderr as FILE:LINE:COLUMN: what is wrong.
Exit status: 0 if all is well, 1 if a game is faulty, 2 if a file cannot be read.";

/// Write games in canonical PDN, or the positions of games as FEN
#[derive(Args, Debug)]
#[command(after_help = CONVERT_HELP)]
struct Convert {
    #[command(flatten)]
    fallback: Fallback,

    #[command(flatten)]
    source: SourceArgs,

    /// What to write: pdn, or fen: one position of the main line on each line, a blank line behind each game
    #[arg(long, value_name = "pdn|fen", default_value = "pdn")]
    to: Form,

    /// Write captures with a colon, as Russian and Brazilian books do
    #[arg(long)]
    colon: bool,

    /// Write square numbers also in Russian and Brazilian games
    #[arg(long)]
    numeric: bool,

    /// Files of games; - is standard input
    #[arg(default_value = "-", value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Args, Debug)]
struct Fallback {
    /// Rules of games without the tag GameType [default: those under which the game can be replayed]
    #[arg(long, value_name = "VARIANT")]
    variant: Option<Variant>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Pdn,
    Fen,
}

impl Pdn {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let mut out = BufWriter::new(out);
        let status = match &self.command {
            PdnCommand::Check(command) => command.run(&mut out)?,
            PdnCommand::Convert(command) => u8::from(command.run(&mut out)? > 0),
        };
        out.flush()?;
        Ok(ExitCode::from(status))
    }
}

impl Check {
    /// Goes through all files, also when one cannot be read; the answer is the exit status.
    fn run(&self, out: &mut impl Write) -> anyhow::Result<u8> {
        let (mut read, mut faults, mut unreadable) = (0u64, 0u64, false);
        for path in &self.files {
            let mut games = match self.source.open(path) {
                Ok(games) => games,
                Err(error) => {
                    complain(&format!("{error:#}"));
                    unreadable = true;
                    continue;
                }
            };
            for game in &mut games {
                let game = match game_or_fault(game, path) {
                    Ok(game) => game,
                    Err(error) => {
                        complain(&format!("{error:#}"));
                        unreadable = true;
                        break;
                    }
                };
                let found = game.and_then(|game| {
                    let variant = game.variant(self.fallback.variant)?;
                    with_rules!(variant, R => Ok(note::<R>(&game, &game.replay()?)))
                        .map(|note| (game.place, note))
                });
                match found {
                    Ok((place, note)) => {
                        read += 1;
                        if let Some(note) = note {
                            let (name, line) = (path.display(), place.line);
                            writeln!(out, "{name}:{line}: note: {note}")?;
                        }
                    }
                    Err(error) => {
                        faults += 1;
                        writeln!(out, "{}", located(path, &error))?;
                    }
                }
            }
            self.source.warn(path, &games);
        }
        writeln!(out, "{read} games read, {faults} errors")?;
        Ok(match (unreadable, faults) {
            (true, _) => 2,
            (false, 0) => 0,
            (false, _) => 1,
        })
    }
}

/// Says so when the game tells two results: in its tag and behind the moves, or there and on the board.
fn note<R: Rules>(game: &RawGame, record: &Record<R>) -> Option<String> {
    let text = record.result.text::<R>();
    if let Some(tag) = game.other_result::<R>(record.result) {
        return Some(format!(
            "the tag Result says {}, {text} is taken",
            excerpt(tag)
        ));
    }
    let on_board = record.winner_on_board()?;
    let told = record.result.winner()?;
    (told != on_board).then(|| {
        format!("the result {text} says that {told:?} won, on the board it is {on_board:?}")
    })
}

impl Convert {
    fn run(&self, out: &mut impl Write) -> anyhow::Result<u64> {
        let mut faults = 0;
        for path in &self.files {
            let mut games = self.source.open(path)?;
            for game in &mut games {
                let written = game_or_fault(game, path)?.and_then(|game| {
                    let variant = game.variant(self.fallback.variant)?;
                    with_rules!(variant, R => Ok(self.write::<R>(&game.replay()?)))
                });
                match written {
                    Ok(text) => out.write_all(text.as_bytes())?,
                    Err(error) => {
                        faults += 1;
                        writeln!(io::stderr(), "damka: {}", located(path, &error))?;
                    }
                }
            }
            self.source.warn(path, &games);
        }
        Ok(faults)
    }

    fn write<R: Rules>(&self, record: &Record<R>) -> String {
        match self.to {
            Form::Pdn => {
                let options = WriteOptions {
                    colon: self.colon,
                    numeric: self.numeric,
                };
                pdn::write(record, options)
            }
            Form::Fen => {
                let write = if self.numeric { fen::numeric } else { fen::pdn };
                let mut lines: Vec<String> = record.positions().map(|p| write(&p)).collect();
                lines.push("\n".to_string());
                lines.join("\n")
            }
        }
    }
}

/// Tells a faulty game, which is reported, from a file that cannot be read, which ends the command.
fn game_or_fault(
    game: Result<RawGame, ReadError>,
    path: &Path,
) -> anyhow::Result<Result<RawGame, PdnError>> {
    match game {
        Ok(game) => Ok(Ok(game)),
        Err(ReadError::Game(error)) => Ok(Err(error)),
        Err(ReadError::Io(error)) => Err(error).with_context(|| path.display().to_string()),
    }
}

fn located(path: &Path, error: &PdnError) -> String {
    let place = error.place;
    let (line, column) = (place.line, place.column);
    format!("{}:{line}:{column}: {}", path.display(), error.fault)
}
