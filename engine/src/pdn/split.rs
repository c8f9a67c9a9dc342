//! Cuts a stream into games, in memory that does not grow with the number of games.

use super::error::{PdnError, PdnFault, Place, ReadError};
use super::raw::RawGame;
use super::result::GameResult;
use super::token::{self, Token};
use encoding_rs::{Encoding, WINDOWS_1252};
use std::borrow::Cow;
use std::collections::{HashSet, VecDeque};
use std::io::{self, BufRead, Read};
use std::sync::Arc;

/// The most bytes of one game. Beyond, it is reported and skipped.
const LONGEST: usize = 16 << 20;

/// Reads the games of a PDN file one after the other.
///
/// A game ends at its result, or where a line begins with a tag behind moves. A game that is wrong is reported with
/// its place and skipped. A line that is not UTF-8 is read in another encoding, Windows-1252 unless
/// [`in_encoding`](Reader::in_encoding) says otherwise. A byte order mark and carriage returns are ignored. After an
/// input error the reader ends.
pub struct Reader<S> {
    source: S,
    /// The encoding of lines that are not UTF-8.
    encoding: &'static Encoding,
    /// The first line that was not UTF-8.
    foreign: Option<usize>,
    /// Lines that were read and belong to the next game.
    ahead: VecDeque<Line>,
    /// Number of the line that is read next.
    line: usize,
    /// Whether the last line was cut off at [`LONGEST`].
    cut: bool,
    /// Bytes that may still be looked at twice, so that reading stays linear.
    again: usize,
    ended: bool,
}

/// A line, or what is left of one, without its end. A line may hold very many games, so it is not copied for each.
struct Line {
    start: Place,
    whole: Arc<str>,
    from: usize,
}

impl Line {
    fn new(number: usize, text: &str) -> Line {
        Line {
            start: Place {
                line: number,
                column: 1,
            },
            whole: text.into(),
            from: 0,
        }
    }

    fn text(&self) -> &str {
        self.whole.get(self.from..).unwrap_or_default()
    }
}

/// The text of one game and what is known of it from cutting it out.
struct Chunk {
    start: Place,
    text: String,
    tags: HashSet<String>,
    has_moves: bool,
    /// Open variations.
    depth: usize,
    /// Line on which a comment began that is still open.
    comment: Option<usize>,
    /// The first line within a comment that looks like a tag: its number, its offset, and where the comment began.
    suspect: Option<(usize, usize, usize)>,
    blank_behind_tags: bool,
    complete: bool,
}

impl<S: BufRead> Reader<S> {
    /// A reader at the beginning of a file.
    pub fn new(source: S) -> Reader<S> {
        Reader {
            source,
            encoding: WINDOWS_1252,
            foreign: None,
            ahead: VecDeque::new(),
            line: 1,
            cut: false,
            again: LONGEST,
            ended: false,
        }
    }

    /// Reads lines that are not UTF-8 in this encoding, of which ASCII must be a part.
    pub fn in_encoding(self, encoding: &'static Encoding) -> Reader<S> {
        Reader { encoding, ..self }
    }

    /// The first line so far that was not UTF-8.
    pub fn foreign_line(&self) -> Option<usize> {
        self.foreign
    }

    fn next_line(&mut self) -> io::Result<Option<Line>> {
        if let Some(line) = self.ahead.pop_front() {
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        let limit = LONGEST as u64 + 1;
        (&mut self.source)
            .take(limit)
            .read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.again = self.again.saturating_add(4 * bytes.len());
        let number = self.line;
        self.cut = bytes.last() != Some(&b'\n') && bytes.len() > LONGEST;
        self.line += usize::from(!self.cut);
        while matches!(bytes.last(), Some(b'\n' | b'\r')) {
            bytes.pop();
        }
        let text = match std::str::from_utf8(&bytes) {
            Ok(text) => Cow::Borrowed(text.trim_start_matches('\u{feff}')),
            Err(_) => {
                self.foreign.get_or_insert(number);
                self.encoding.decode_without_bom_handling(&bytes).0
            }
        };
        Ok(Some(Line::new(number, &text)))
    }

    /// The text of the next game; `None` at the end.
    fn next_chunk(&mut self) -> Result<Option<Chunk>, ReadError> {
        let mut chunk: Option<Chunk> = None;
        while let Some(line) = self.next_line()? {
            let current = chunk.get_or_insert_with(|| Chunk::new(line.start));
            if current.begins_another(line.text()) {
                self.ahead.push_front(line);
                break;
            }
            if current.text.len() + line.text().len() > LONGEST {
                let place = current.start;
                self.skip_to_tag()?;
                let fault = PdnFault::TooLong(LONGEST);
                return Err(PdnError { place, fault }.into());
            }
            if let Some(rest) = current.add(line) {
                self.ahead.push_front(rest);
            }
            if current.complete && current.comment.is_none() {
                break;
            }
        }
        Ok(chunk)
    }

    fn skip_to_tag(&mut self) -> io::Result<()> {
        while let Some(line) = self.next_line()? {
            if !self.cut && token::looks_like_tag(line.text()) {
                self.ahead.push_front(line);
                break;
            }
        }
        Ok(())
    }

    /// After an error: when a comment that began before has swallowed what looks like the tags of another game, go
    /// back to these.
    fn resume(&mut self, chunk: &Chunk, error: &PdnError) {
        let Some((line, offset, comment)) = chunk.suspect else {
            return;
        };
        let swallowed = chunk.text.get(offset..).unwrap_or_default();
        if comment > error.place.line || swallowed.len() > self.again {
            return;
        }
        self.again -= swallowed.len();
        let lines = swallowed
            .lines()
            .enumerate()
            .map(|(index, text)| Line::new(line + index, text));
        for line in lines.collect::<Vec<_>>().into_iter().rev() {
            self.ahead.push_front(line);
        }
    }

    fn next_game(&mut self) -> Result<Option<RawGame>, ReadError> {
        while let Some(chunk) = self.next_chunk()? {
            match RawGame::parse(&chunk.text, chunk.start) {
                Ok(game) if game.is_empty() => {}
                Ok(game) => return Ok(Some(game)),
                Err(error) => {
                    self.resume(&chunk, &error);
                    return Err(error.into());
                }
            }
        }
        Ok(None)
    }
}

impl<S: BufRead> Iterator for Reader<S> {
    type Item = Result<RawGame, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let item = self.next_game().transpose();
        self.ended = matches!(item, None | Some(Err(ReadError::Io(_))));
        item
    }
}

/// `[` and a name: a tag, or what was meant as one.
fn begins_like_tag(line: &str) -> bool {
    line.trim_start().strip_prefix('[').is_some_and(|rest| {
        rest.trim_start()
            .starts_with(|c: char| c.is_alphabetic() || c == '_')
    })
}

impl Chunk {
    fn new(start: Place) -> Chunk {
        Chunk {
            start,
            text: String::new(),
            tags: HashSet::new(),
            has_moves: false,
            depth: 0,
            comment: None,
            suspect: None,
            blank_behind_tags: false,
            complete: false,
        }
    }

    /// Whether a line begins another game: a tag behind moves, or the same tag once more behind a blank line.
    fn begins_another(&self, line: &str) -> bool {
        if self.comment.is_some() || !begins_like_tag(line) {
            return false;
        }
        let again = || match token::tag_pair(line.trim_start()) {
            Ok((_, (name, _))) => self.tags.contains(name),
            Err(_) => false,
        };
        self.has_moves || (self.blank_behind_tags && again())
    }

    /// Adds a line up to the end of the game, and gives back what is behind it.
    fn add(&mut self, line: Line) -> Option<Line> {
        let text = line.text();
        if let Some(began) = self.comment
            && self.suspect.is_none()
            && token::looks_like_tag(text)
        {
            self.suspect = Some((line.start.line, self.text.len(), began));
        }
        let mut rest = text;
        if self.comment.is_none() && begins_like_tag(text) {
            rest = self.tags_of(text.trim_start());
        } else if text.trim().is_empty() && !self.tags.is_empty() {
            self.blank_behind_tags = true;
        }
        rest = self.moves_of(rest, line.start.line);
        let used = text.len() - rest.len();
        self.text.push_str(&text[..used]);
        self.text.push('\n');
        if rest.trim().is_empty() {
            return None;
        }
        let column = line.start.column + text[..used].chars().count();
        Some(Line {
            start: Place {
                column,
                ..line.start
            },
            from: line.from + used,
            whole: Arc::clone(&line.whole),
        })
    }

    /// Passes the tags at the beginning of a line; all of it when they are malformed.
    fn tags_of<'a>(&mut self, mut rest: &'a str) -> &'a str {
        while begins_like_tag(rest) {
            match token::tag_pair(rest.trim_start()) {
                Ok((after, (name, _))) => {
                    self.tags.insert(name.to_string());
                    rest = after;
                }
                Err(_) => return "",
            }
        }
        rest
    }

    /// Passes moves and comments up to the end of the line or of the game.
    fn moves_of<'a>(&mut self, mut rest: &'a str, line: usize) -> &'a str {
        loop {
            if self.comment.is_some() {
                let Some(end) = rest.find('}') else {
                    return "";
                };
                rest = &rest[end + 1..];
                self.comment = None;
            }
            let here = rest.trim_start();
            if here.starts_with('{') && !here.contains('}') {
                self.comment = Some(line);
                return "";
            }
            let (after, found) = token::next(here);
            if self.complete && !matches!(found, Some(Token::Comment(_))) {
                return rest;
            }
            rest = after;
            match found {
                Some(Token::Open) => self.depth += 1,
                Some(Token::Close) => self.depth = self.depth.saturating_sub(1),
                Some(Token::Word(word)) => {
                    self.has_moves = true;
                    self.complete = self.depth == 0 && GameResult::is_text(word);
                }
                Some(Token::Number | Token::Setup(_)) => self.has_moves = true,
                Some(_) => {}
                // The end of the line, or text that makes the game a faulty one.
                None => return "",
            }
        }
    }
}
