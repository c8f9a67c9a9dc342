//! The log: records on stderr, or in the file of `--log`.

use anyhow::{Context, bail};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::OnceLock;

/// The first record that could not be written. Whoever logs is not told.
static FAILURE: OnceLock<String> = OnceLock::new();

/// A file that remembers what went wrong.
struct LogFile {
    name: String,
    file: File,
}

impl Write for LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).inspect_err(|error| {
            FAILURE.get_or_init(|| format!("{}: {error}", self.name));
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Starts the logger.
///
/// # Errors
/// The file cannot be opened.
pub fn start(file: Option<&Path>) -> anyhow::Result<()> {
    let filter = if file.is_some() { "debug" } else { "off" };
    let environment = env_logger::Env::default().default_filter_or(filter);
    let mut builder = env_logger::Builder::from_env(environment);
    builder.format_timestamp_micros();
    if let Some(path) = file {
        let name = path.display().to_string();
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.with_context(|| format!("cannot open the log file {name}"))?;
        let target = Box::new(LogFile { name, file });
        builder.target(env_logger::Target::Pipe(target));
    }
    builder.init();
    Ok(())
}

/// # Errors
/// The log file misses a record.
pub fn check() -> anyhow::Result<()> {
    match FAILURE.get() {
        Some(failure) => bail!("cannot write the log file {failure}"),
        None => Ok(()),
    }
}
