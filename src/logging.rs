//! The log: records on stderr, or in the file of `--log`.

use anyhow::{Context, bail};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
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
/// The file cannot be opened, or holds something else than log records.
pub fn start(file: Option<&Path>) -> anyhow::Result<()> {
    let filter = if file.is_some() { "debug" } else { "off" };
    let environment = env_logger::Env::default().default_filter_or(filter);
    let mut builder = env_logger::Builder::from_env(environment);
    builder.format_timestamp_micros();
    if let Some(path) = file {
        let name = path.display().to_string();
        if holds_something_else(path) {
            bail!("not a log file: {name}");
        }
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.with_context(|| format!("cannot open the log file {name}"))?;
        let target = Box::new(LogFile { name, file });
        builder.target(env_logger::Target::Pipe(target));
    }
    builder.init();
    Ok(())
}

/// Whether there is a file of somebody else's, to which records should not be added. Records begin with a time.
fn holds_something_else(path: &Path) -> bool {
    let mut start = Vec::new();
    // Of a pipe or a device nothing is read: that could wait for ever.
    let read = path.is_file() && {
        let file = File::open(path).map(|file| file.take(6));
        file.is_ok_and(|mut file| file.read_to_end(&mut start).is_ok())
    };
    let is_record =
        matches!(&start[..], [b'[', year @ .., b'-'] if year.iter().all(u8::is_ascii_digit));
    read && !start.is_empty() && !is_record
}

/// Tells at the end whether the log is whole.
///
/// # Errors
/// The log file misses a record.
pub fn check() -> anyhow::Result<()> {
    match FAILURE.get() {
        Some(failure) => bail!("cannot write the log file {failure}"),
        None => Ok(()),
    }
}
