//! The files into which commands draw. A picture may replace an earlier picture and nothing else.

use super::stub::Stub;
use anyhow::{Context, bail};
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// A file that can be written, and holds nothing of worth.
pub struct Picture {
    path: PathBuf,
    /// There is one when the file was created for the picture, which it does not hold yet.
    stub: Option<Stub>,
}

impl Picture {
    /// Makes sure of the file before the work begins whose result it is to show. `others` are the files that the
    /// same run reads and writes.
    ///
    /// # Errors
    /// The file cannot be written, holds anything but SVG, or is one of the others.
    pub fn open(path: &Path, others: &[&Path]) -> anyhow::Result<Picture> {
        let name = path.display();
        if others.iter().any(|other| is_same_file(path, other)) {
            bail!("the picture would overwrite another file of this run: {name}");
        }
        let mut options = OpenOptions::new();
        let mut opened = options.write(true).create_new(true).open(path);
        let exists = matches!(&opened, Err(error) if error.kind() == ErrorKind::AlreadyExists);
        if exists {
            if !holds_svg_at_most(path).with_context(|| format!("cannot read {name}"))? {
                bail!("{name} exists already and is not an SVG file");
            }
            opened = options.create_new(false).open(path);
        }
        opened.with_context(|| format!("cannot write {name}"))?;
        Ok(Picture {
            path: path.to_path_buf(),
            stub: (!exists).then(|| Stub::new(path)),
        })
    }

    /// Writes the picture, without the characters of foreign texts that XML does not allow.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(self, svg: &str) -> anyhow::Result<()> {
        let svg: String = svg.chars().filter(|&c| is_xml(c)).collect();
        if let Some(stub) = self.stub {
            stub.keep();
        }
        fs::write(&self.path, svg).with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Whether two paths lead to one file, which need not exist yet.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        fs::canonicalize(path).ok().or_else(|| {
            let folder = fs::canonicalize(Path::new(".").join(path.parent()?)).ok()?;
            Some(folder.join(path.file_name()?))
        })
    };
    place(one).is_some_and(|place_of_one| place(other) == Some(place_of_one))
}

/// Whether a file that exists is blank or begins as SVG does. Devices keep nothing that could be lost.
fn holds_svg_at_most(path: &Path) -> std::io::Result<bool> {
    if !fs::metadata(path)?.is_file() {
        return Ok(true);
    }
    let mut beginning = Vec::new();
    File::open(path)?.take(1024).read_to_end(&mut beginning)?;
    let text = beginning.trim_ascii_start();
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    Ok(text.is_empty() || text.starts_with(b"<svg") || text.starts_with(b"<?xml"))
}

/// The characters of XML 1.0.
fn is_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}
