//! The command `damka`: reads its arguments, starts the logger, and runs one subcommand.
//!
//! Whatever goes wrong ends in one line on stderr that names the offending text, and exit status 2.

mod commands;
mod graph;
mod logging;

use anyhow::bail;
use clap::{CommandFactory, FromArgMatches, Parser};
use commands::{Command, INTERRUPTED, Interrupted};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Exit status after bad input and after anything else that stopped a command.
const BAD_INPUT: u8 = 2;

const EXAMPLES: &str = "\
Examples:
  damka                                     speak with a graphical interface (stdin, stdout)
  damka perft --variant russian --depth 10  count the leaves of the move tree
  damka help perft                          everything about one command

Set RUST_LOG (error, warn, info, debug, trace) to see log records on stderr.";

/// A draughts engine: Brazilian, Russian, international, English and pool rules, exact and fast
#[derive(Parser, Debug)]
#[command(name = "damka", version, after_help = EXAMPLES, max_term_width = 100)]
struct Cli {
    /// Append log records to FILE instead of stderr (level debug, unless RUST_LOG says otherwise)
    #[arg(long, global = true, value_name = "FILE", value_parser = commands::output_file())]
    log: Option<PathBuf>,

    #[command(subcommand)]
    command: Option<Command>,
}

fn main() -> ExitCode {
    match run(std::env::args_os()) {
        Ok(code) => code,
        Err(error) => {
            // Nobody is left to read: `damka moves | head -1` is not a failure.
            if error.chain().any(is_broken_pipe) {
                return ExitCode::SUCCESS;
            }
            complain(&format!("{error:#}"));
            ExitCode::from(if error.is::<Interrupted>() {
                INTERRUPTED
            } else {
                BAD_INPUT
            })
        }
    }
}

fn run(arguments: impl Iterator<Item = OsString>) -> anyhow::Result<ExitCode> {
    let cli = match parse(arguments) {
        Ok(cli) => cli,
        Err(error) => return refuse(error),
    };
    if let (Some(log), Some(command)) = (&cli.log, &cli.command)
        && command.writes_into(log)
    {
        bail!(
            "--log would write into another file of this run: {}",
            log.display()
        );
    }
    logging::start(cli.log.as_deref())?;
    let mut out = io::stdout().lock();
    let code = match &cli.command {
        Some(command) => command.run(&mut out)?,
        // At the other end of the pipe is a graphical interface.
        None => commands::converse()?,
    };
    out.flush()?;
    logging::check()?;
    Ok(code)
}

fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let mut command = with_negative_numbers(Cli::command());
    let matches = command.try_get_matches_from_mut(arguments)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Lets every option take `-1`, so that what is said about it names the option.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command
        .mut_args(|arg| {
            let takes_value = !arg.is_positional() && arg.get_action().takes_values();
            arg.allow_negative_numbers(takes_value)
        })
        .mut_subcommands(with_negative_numbers)
}

/// Help and version go to stdout; everything else that clap has to say becomes one line on stderr.
fn refuse(error: clap::Error) -> anyhow::Result<ExitCode> {
    use clap::error::ErrorKind;
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    ) {
        write!(io::stdout(), "{}", error.render())?;
        return Ok(ExitCode::SUCCESS);
    }
    let text = error.render().to_string();
    let first_paragraph: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.is_empty())
        .collect();
    let line = first_paragraph.join(" ");
    complain(line.strip_prefix("error: ").unwrap_or(&line));
    Ok(ExitCode::from(BAD_INPUT))
}

/// One line on stderr. Line breaks and other control characters of the offending text are escaped.
fn complain(text: &str) {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    // If stderr is gone there is nobody to tell.
    let _ = writeln!(io::stderr(), "damka: {line}");
}

fn is_broken_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    cause
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
