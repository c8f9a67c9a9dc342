//! A game as it is written: tags, and moves as text with their places.

use super::error::{PdnError, PdnFault, Place};
use super::result::GameResult;
use super::token::{self, Token};
use crate::excerpt;

/// Variations may be nested so deep.
const DEEPEST: usize = 100;

/// A tag pair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The name.
    pub name: String,
    /// The value as it is written between the quotes, backslashes included.
    pub value: String,
    /// Where it stands.
    pub place: Place,
}

/// A game as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawGame {
    /// The tags in order.
    pub tags: Vec<Tag>,
    /// A start position among the moves, `/FEN "..."/`.
    pub setup: Option<Tag>,
    /// The moves.
    pub line: RawLine,
    /// The text of the result behind the moves.
    pub result: Option<String>,
    /// Where the game begins.
    pub place: Place,
}

/// A line of moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RawLine {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<RawMove>,
}

/// A move as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawMove {
    /// The text, without signs of strength.
    pub text: String,
    /// Where it stands.
    pub place: Place,
    /// Numeric annotation glyphs; signs of strength are among them: `!` 1, `?` 2, `!!` 3, `??` 4, `!?` 5, `?!` 6,
    /// and `*` 7, a forced move.
    pub nags: Vec<u32>,
    /// Comments behind the move.
    pub comments: Vec<String>,
    /// Lines that could be played in its place.
    pub variations: Vec<RawLine>,
}

impl RawGame {
    /// The value of a tag, by its name in any case.
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags
            .iter()
            .find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// Whether there are neither tags nor moves.
    pub(super) fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.line.moves.is_empty() && self.setup.is_none()
    }

    /// Takes the text of one game apart.
    ///
    /// # Errors
    /// The first thing that does not belong into a game.
    pub(super) fn parse(text: &str, start: Place) -> Result<RawGame, PdnError> {
        let mut parser = Parser {
            cursor: Cursor { text, place: start },
            lines: vec![RawLine::default()],
            opened: Vec::new(),
            game: RawGame {
                tags: Vec::new(),
                setup: None,
                line: RawLine::default(),
                result: None,
                place: start,
            },
        };
        parser.run()?;
        let mut game = parser.game;
        game.line = parser.lines.pop().unwrap_or_default();
        Ok(game)
    }
}

/// Whether a comment contains a line with a tag and then the beginning of another comment: then its own end is
/// missing, and it reaches to that of a comment in the next game.
fn swallows_a_game(comment: &str) -> bool {
    comment
        .rfind('{')
        .is_some_and(|inner| comment[..inner].lines().skip(1).any(token::looks_like_tag))
}

/// What is left to read, and where it begins.
struct Cursor<'a> {
    text: &'a str,
    place: Place,
}

impl<'a> Cursor<'a> {
    /// Moves on so that this text, the end of the present one, is left.
    fn advance(&mut self, rest: &'a str) {
        let passed = &self.text[..self.text.len() - rest.len()];
        match passed.rsplit_once('\n') {
            Some((lines, last)) => {
                self.place.line += lines.matches('\n').count() + 1;
                self.place.column = last.chars().count() + 1;
            }
            None => self.place.column += passed.chars().count(),
        }
        self.text = rest;
    }
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    /// The main line, then the open variations from the outside in.
    lines: Vec<RawLine>,
    /// Where the open variations begin.
    opened: Vec<Place>,
    game: RawGame,
}

impl Parser<'_> {
    fn run(&mut self) -> Result<(), PdnError> {
        self.cursor.advance(self.cursor.text.trim_start());
        self.game.place = self.cursor.place;
        loop {
            self.cursor.advance(self.cursor.text.trim_start());
            let here = self.cursor.text;
            let (rest, found) = token::next(here);
            let Some(found) = found else {
                return self.end(here);
            };
            self.take(found)?;
            self.cursor.advance(rest);
        }
    }

    fn fault(&self, fault: PdnFault) -> PdnError {
        PdnError {
            place: self.cursor.place,
            fault,
        }
    }

    /// Nothing more can be read: the end of the game, or text that does not belong into one.
    fn end(&self, rest: &str) -> Result<(), PdnError> {
        let found = excerpt(rest.split_whitespace().next().unwrap_or_default());
        let fault = match rest.chars().next() {
            None => match self.opened.last() {
                None => return Ok(()),
                Some(&place) => {
                    let fault = PdnFault::OpenVariation("(".to_string());
                    return Err(PdnError { place, fault });
                }
            },
            Some('{') => PdnFault::OpenComment(excerpt(rest.trim())),
            Some('}') => PdnFault::Unexpected("}".to_string()),
            Some('[') => PdnFault::Tag(excerpt(rest.lines().next().unwrap_or_default())),
            Some(_) => PdnFault::Text(found),
        };
        Err(self.fault(fault))
    }

    fn take(&mut self, found: Token<'_>) -> Result<(), PdnError> {
        let place = self.cursor.place;
        match found {
            Token::Tag(name, value) => {
                let among_moves = !self.opened.is_empty() || !self.line().moves.is_empty();
                if among_moves || self.game.result.is_some() {
                    return Err(self.fault(PdnFault::Unexpected(excerpt(&format!(
                        "[{name} \"{value}\"]"
                    )))));
                }
                self.game.tags.push(Tag {
                    name: name.to_string(),
                    value: token::plain(value),
                    place,
                });
            }
            Token::Comment(text) if swallows_a_game(text) => {
                return Err(self.fault(PdnFault::OpenComment(excerpt(&format!("{{{text}")))));
            }
            Token::Comment(text) => {
                let line = self.line();
                let comments = match line.moves.last_mut() {
                    Some(mv) => &mut mv.comments,
                    None => &mut line.comments,
                };
                // A comment behind `;` may hold what would end one in braces.
                let text = token::plain(text).replace('}', ")");
                if !text.trim().is_empty() {
                    comments.push(text.trim().to_string());
                }
            }
            Token::Escape | Token::Number => {}
            Token::Open => self.open()?,
            Token::Close => self.close()?,
            Token::Nag(digits) => match digits.parse() {
                Ok(number) => self.nag(number, &format!("${digits}"))?,
                Err(_) => return Err(self.fault(PdnFault::Text(excerpt(&format!("${digits}"))))),
            },
            Token::Strength(signs) => self.strength(signs)?,
            Token::Setup(value) => {
                let begun = self.lines.len() > 1 || !self.line().moves.is_empty();
                if begun || self.game.setup.is_some() {
                    return Err(self.fault(PdnFault::Unexpected(excerpt(value))));
                }
                self.game.setup = Some(Tag {
                    name: "FEN".to_string(),
                    value: value.to_string(),
                    place,
                });
            }
            Token::Word(word) => self.word(word)?,
        }
        Ok(())
    }

    fn line(&mut self) -> &mut RawLine {
        if self.lines.is_empty() {
            self.lines.push(RawLine::default());
        }
        let last = self.lines.len() - 1;
        &mut self.lines[last]
    }

    fn open(&mut self) -> Result<(), PdnError> {
        if self.line().moves.is_empty() {
            return Err(self.fault(PdnFault::VariationOfNothing("(".to_string())));
        }
        if self.opened.len() == DEEPEST {
            return Err(self.fault(PdnFault::TooDeep("(".to_string())));
        }
        self.opened.push(self.cursor.place);
        self.lines.push(RawLine::default());
        Ok(())
    }

    fn close(&mut self) -> Result<(), PdnError> {
        if self.opened.pop().is_none() {
            return Err(self.fault(PdnFault::Unexpected(")".to_string())));
        }
        let variation = self.lines.pop().unwrap_or_default();
        if let Some(mv) = self.line().moves.last_mut()
            && variation != RawLine::default()
        {
            mv.variations.push(variation);
        }
        Ok(())
    }

    fn nag(&mut self, number: u32, text: &str) -> Result<(), PdnError> {
        match self.line().moves.last_mut() {
            Some(mv) => {
                mv.nags.push(number);
                Ok(())
            }
            None => Err(self.fault(PdnFault::Text(excerpt(text)))),
        }
    }

    fn strength(&mut self, signs: &str) -> Result<(), PdnError> {
        let number = match signs.trim_end_matches('*') {
            "!" => 1,
            "?" => 2,
            "!!" => 3,
            "??" => 4,
            "!?" => 5,
            "?!" => 6,
            // Longer rows of signs only stress the first two.
            longer if longer.starts_with("!!") => 3,
            longer if longer.starts_with("??") => 4,
            longer if longer.starts_with('!') => 5,
            _ => 6,
        };
        self.nag(number, signs)?;
        if signs.ends_with('*') {
            self.nag(7, signs)?;
        }
        Ok(())
    }

    fn word(&mut self, word: &str) -> Result<(), PdnError> {
        if GameResult::is_text(word) {
            // Within a variation it says nothing about the game.
            if self.opened.is_empty() {
                if self.game.result.is_some() {
                    return Err(self.fault(PdnFault::Unexpected(excerpt(word))));
                }
                self.game.result = Some(word.to_string());
            }
            return Ok(());
        }
        if self.game.result.is_some() {
            return Err(self.fault(PdnFault::Unexpected(excerpt(word))));
        }
        let (text, forced) = token::split_word(word);
        let mv = RawMove {
            text: text.to_string(),
            place: self.cursor.place,
            nags: if forced { vec![7] } else { Vec::new() },
            comments: Vec::new(),
            variations: Vec::new(),
        };
        self.line().moves.push(mv);
        Ok(())
    }
}
