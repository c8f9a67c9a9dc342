//! The file of `--resume`: which subtrees of a count are finished, and their counts.
//!
//! The first line says in JSON which count this is. Each further line is `index count checksum` of one subtree,
//! appended as soon as it is finished, so that a killed run loses at most the last line. Every line is checked
//! when the file is read: a file that does not fit is refused and left as it is.

use anyhow::{Context, bail};
use damka_engine::perft::Frontier;
use damka_engine::{Position, Rules, checksum, fen};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

const FORMAT: &str = "damka perft 1";

/// The first line: everything that decides what the subtrees are.
#[derive(Serialize, Deserialize, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Header {
    format: String,
    variant: String,
    fen: String,
    depth: u32,
    count_kind: String,
    subtrees: usize,
    digest: String,
}

impl Header {
    pub fn new<R: Rules>(position: &Position<R>, depth: u32, frontier: &Frontier<R>) -> Header {
        Header {
            format: FORMAT.to_string(),
            variant: R::VARIANT.to_string(),
            fen: fen::numeric(position),
            depth,
            count_kind: frontier.kind().to_string(),
            subtrees: frontier.len(),
            digest: format!("{:016x}", frontier.digest()),
        }
    }

    fn line(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }

    /// The first thing in which a file's header is another one, in words.
    fn difference(&self, found: &Header) -> Option<String> {
        let (depth, found_depth) = (self.depth.to_string(), found.depth.to_string());
        let fields = [
            ("format", &self.format, &found.format),
            ("variant", &self.variant, &found.variant),
            ("position", &self.fen, &found.fen),
            ("depth", &depth, &found_depth),
            ("kind of count", &self.count_kind, &found.count_kind),
        ];
        fields
            .into_iter()
            .find(|(_, ours, theirs)| ours != theirs)
            .map(|(name, ours, theirs)| format!("its {name} is {theirs}, not {ours}"))
            .or_else(|| {
                (self != found)
                    .then(|| "another version of damka cut the tree in another way".into())
            })
    }
}

/// An open file of finished subtrees.
pub struct Resume {
    path: PathBuf,
    header: String,
    known: Vec<Option<u128>>,
    file: Mutex<File>,
    failure: Mutex<Option<io::Error>>,
}

impl Resume {
    /// Opens the file of this count, or begins one.
    ///
    /// # Errors
    /// The file cannot be read or written, is in use, is damaged, or belongs to something else.
    pub fn open(path: &Path, header: &Header) -> anyhow::Result<Resume> {
        let name = path.display();
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(|| format!("cannot open {name}"))?;
        // Reading a device might never end.
        if !file.metadata().is_ok_and(|data| data.is_file()) {
            bail!("{name} is not a regular file");
        }
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            bail!("{name} is in use by another run");
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .with_context(|| format!("cannot read {name}"))?;
        let line = header.line()?;
        let mut known = vec![None; header.subtrees];
        if is_beginning(&bytes, &line) {
            file.set_len(0)
                .and_then(|()| file.seek(SeekFrom::Start(0)))
                .and_then(|_| file.write_all(line.as_bytes()))
                .with_context(|| format!("cannot write {name}"))?;
        } else {
            let whole = bytes
                .iter()
                .rposition(|&byte| byte == b'\n')
                .map_or(0, |at| at + 1);
            let text = std::str::from_utf8(&bytes[..whole]).unwrap_or_default();
            read(text, header, &line, &mut known).with_context(|| name.to_string())?;
            if whole < bytes.len() {
                log::warn!("{name}: the last line is not complete, its subtree is counted again");
                file.set_len(whole as u64)
                    .and_then(|()| file.seek(SeekFrom::End(0)))
                    .with_context(|| format!("cannot write {name}"))?;
            }
        }
        Ok(Resume {
            path: path.to_path_buf(),
            header: line,
            known,
            file: Mutex::new(file),
            failure: Mutex::new(None),
        })
    }

    /// The counts of the subtrees that were finished when the file was opened.
    pub fn known(&self) -> &[Option<u128>] {
        &self.known
    }

    /// The leaves of these subtrees.
    pub fn counted(&self) -> u128 {
        let known = self.known.iter().flatten();
        known.fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// The name of the file.
    pub fn path(&self) -> std::path::Display<'_> {
        self.path.display()
    }

    /// Appends the count of a subtree.
    ///
    /// # Errors
    /// It cannot be written; the reason is kept for [`check`](Resume::check).
    pub fn keep(&self, index: usize, count: u128) -> Result<(), WriteFailed> {
        let line = entry(&self.header, index, count);
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // One write, so that a kill in between leaves a whole line or a broken last one.
        file.write_all(line.as_bytes()).map_err(|error| {
            let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
            failure.get_or_insert(error);
            WriteFailed
        })
    }

    /// # Errors
    /// The first reason why something could not be written.
    pub fn check(&self) -> anyhow::Result<()> {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        match failure.take() {
            Some(error) => {
                Err(error).with_context(|| format!("cannot write {}", self.path.display()))
            }
            None => Ok(()),
        }
    }
}

/// A subtree could not be kept, see [`Resume::check`].
#[derive(Debug)]
pub struct WriteFailed;

/// Whether a file holds nothing but (the beginning of) our first line: it is new, or was killed at birth.
fn is_beginning(bytes: &[u8], line: &str) -> bool {
    let known_start = 1 + "\"format\":".len();
    bytes.is_empty()
        || (bytes.len() > known_start
            && bytes.len() < line.len()
            && line.as_bytes().starts_with(bytes))
}

/// Reads whole lines.
fn read(text: &str, header: &Header, line: &str, known: &mut [Option<u128>]) -> anyhow::Result<()> {
    let mut lines = text.lines();
    let found: Header = lines
        .next()
        .and_then(|first| serde_json::from_str(first).ok())
        .context("not a file of finished perft subtrees")?;
    if let Some(difference) = header.difference(&found) {
        bail!("the file belongs to another count: {difference}");
    }
    for (number, text) in lines.enumerate() {
        let damaged = || format!("damaged in line {}: {text:?}", number + 2);
        let (index, count) = parse_entry(text).with_context(damaged)?;
        let place = known.get_mut(index).with_context(damaged)?;
        let fits = entry(line, index, count).trim_end() == text
            && place.is_none_or(|before| before == count);
        if !fits {
            bail!(damaged());
        }
        *place = Some(count);
    }
    Ok(())
}

fn parse_entry(text: &str) -> Option<(usize, u128)> {
    let mut words = text.split(' ');
    Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?))
}

/// The line of a subtree: index, count, and a checksum of the header and these.
fn entry(header: &str, index: usize, count: u128) -> String {
    let content = format!("{index} {count}");
    let checksum = checksum(header.bytes().chain(content.bytes()));
    format!("{content} {checksum:016x}\n")
}
