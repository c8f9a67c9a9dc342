//! `damka`, `damka uci`, `damka hub`: a session with a graphical interface or a tournament manager on stdin and stdout.

use anyhow::Context;
use clap::Args;
use damka_protocol::{Dialect, Service, serve};
use std::fs::File;
use std::io;
use std::process::ExitCode;
use std::time::Duration;

/// Speak the UCI dialect on stdin and stdout, whatever the first line is
#[derive(Args, Debug)]
pub struct Uci {
    #[command(flatten)]
    lines: Lines,
}

/// Speak Hub 2 on stdin and stdout, whatever the first line is
#[derive(Args, Debug)]
pub struct Hub {
    #[command(flatten)]
    lines: Lines,
}

#[derive(Args, Debug)]
struct Lines {
    /// Least time between two lines of output, for clients that lose lines which arrive together (py-draughts: 3)
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=1000))]
    line_delay: u64,
}

impl Uci {
    /// Returns when the client has quit or is gone.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        converse(Some(Dialect::Uci), self.lines.delay())
    }
}

impl Hub {
    /// Returns when the client has quit or is gone.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        converse(Some(Dialect::Hub), self.lines.delay())
    }
}

impl Lines {
    fn delay(&self) -> Duration {
        Duration::from_millis(self.line_delay)
    }
}

/// A session in one dialect, or in that of the first line. Threads that are still at work afterwards end with the
/// process.
pub fn converse(dialect: Option<Dialect>, line_delay: Duration) -> anyhow::Result<ExitCode> {
    // Many clients read stderr as if it were stdout.
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    let service = Service {
        dialect,
        line_delay,
    };
    let output = unbuffered_stdout().context("stdout")?;
    serve(io::stdin(), output, service).context("the session cannot go on")?;
    Ok(ExitCode::SUCCESS)
}

/// Standard output without the buffer and the lock of `io::stdout`: each line is one write of the writing thread.
#[cfg(unix)]
fn unbuffered_stdout() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?))
}

/// Standard output without the buffer and the lock of `io::stdout`: each line is one write of the writing thread.
#[cfg(windows)]
fn unbuffered_stdout() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(File::from(io::stdout().as_handle().try_clone_to_owned()?))
}
