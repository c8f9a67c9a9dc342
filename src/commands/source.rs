//! Files of games: where they are read from, and in which encoding.

use crate::complain;
use anyhow::{Context, anyhow};
use clap::Args;
use damka_engine::pdn::Reader;
use encoding_rs::Encoding;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// How files of games are read.
#[derive(Args, Debug)]
pub struct SourceArgs {
    /// Encoding of lines that are not UTF-8, such as windows-1251 [default: windows-1252, with a warning]
    #[arg(long, value_name = "NAME", value_parser = parse_encoding)]
    encoding: Option<&'static Encoding>,
}

/// Reads the label of an encoding in which a line feed is a line feed.
fn parse_encoding(label: &str) -> anyhow::Result<&'static Encoding> {
    Encoding::for_label(label.as_bytes())
        .filter(|encoding| encoding.is_ascii_compatible())
        .ok_or_else(|| anyhow!("not the name of an encoding that extends ASCII"))
}

impl SourceArgs {
    /// Whether an encoding is named, which says nothing where no file is read.
    pub fn is_given(&self) -> bool {
        self.encoding.is_some()
    }

    /// The games of a file; `-` is standard input.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn open(&self, path: &Path) -> anyhow::Result<Reader<Box<dyn BufRead>>> {
        let source: Box<dyn BufRead> = if path == Path::new("-") {
            Box::new(io::stdin().lock())
        } else {
            let file = File::open(path).with_context(|| path.display().to_string())?;
            Box::new(BufReader::new(file))
        };
        let reader = Reader::new(source);
        Ok(match self.encoding {
            Some(encoding) => reader.in_encoding(encoding),
            None => reader,
        })
    }

    /// Says once of a file that has been read if its encoding was a guess.
    pub fn warn<S: BufRead>(&self, path: &Path, read: &Reader<S>) {
        if let (None, Some(line)) = (self.encoding, read.foreign_line()) {
            let name = path.display();
            complain(&format!(
                "{name}:{line}: not UTF-8, read as windows-1252; --encoding names another"
            ));
        }
    }
}
