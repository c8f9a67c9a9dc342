//! Reading move text in every spelling that programs and books use.

use super::route;
use crate::excerpt;
use crate::geometry::{Geometry, Square};
use crate::moves::{Move, MoveList};
use crate::names::{self, SquareOrder};
use crate::position::Position;
use crate::rules::{Rules, WordOf};
use crate::word::Word;
use nom::branch::alt;
use nom::character::complete::{digit1, one_of, satisfy};
use nom::combinator::{all_consuming, opt, verify};
use nom::multi::{many0, many1};
use nom::{IResult, Parser};
use smallvec::SmallVec;
use thiserror::Error;

/// How a list of three or more squares is read first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reading {
    /// As landing squares, then as Hub's list of captured squares: the UCI dialect, PDN, the command line.
    #[default]
    PathFirst,
    /// As Hub's list (from, to, captured squares in any order), then as landing squares.
    HubFirst,
}

/// Why a text is not a move of a position. The texts are shortened to fit a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveTextError {
    /// The text is no move text at all.
    #[error("not a move: \"{found}\"")]
    Syntax {
        /// The text.
        found: String,
    },
    /// A square that the board does not have.
    #[error("no such square on this board: \"{square}\" in \"{found}\"")]
    Square {
        /// The square.
        square: String,
        /// The text.
        found: String,
    },
    /// Several legal moves are written so.
    #[error("ambiguous move: {found} (could be {})", moves.join(", "))]
    Ambiguous {
        /// The text.
        found: String,
        /// The first of the moves that are meant, in Hub form.
        moves: Vec<String>,
    },
    /// A capture that is not gone through to its end.
    #[error("unfinished capture: {found}")]
    Unfinished {
        /// The text.
        found: String,
    },
    /// A quiet move where a capture is compulsory.
    #[error("illegal move: {found} (there is a capture, and it is compulsory)")]
    MustCapture {
        /// The text.
        found: String,
    },
    /// No legal move is written so.
    #[error("illegal move: {found}")]
    Illegal {
        /// The text.
        found: String,
    },
    /// A partial path in a position that has too many ways to look through; the full path is always understood.
    #[error("too many ways to play {found}, give every landing square")]
    TooComplex {
        /// The text.
        found: String,
    },
}

/// The legal move that a text means, square numbers counted from the top left.
///
/// Read are `32-28`, `3228`, `24x16` when unique, landing paths in full or in part (`24x33x22x4`), Hub lists
/// (`24x4x9x28x29`), and on 8x8 `c3-d4`, `c3d4`, `c3:e5:g7`, `cd4`, `c:e5`; with `-`, `x`, `X` or `:`, with leading
/// zeros. A text that gives every landing square means that capture even if it is also part of a longer one.
///
/// # Errors
/// Why it is not a move here, see [`MoveTextError`].
pub fn parse<R: Rules>(
    position: &Position<R>,
    text: &str,
    reading: Reading,
) -> Result<Move<R::Board>, MoveTextError> {
    parse_ordered(position, text, reading, SquareOrder::Standard)
}

/// As [`parse`], with square numbers in another order; algebraic names are the same in all.
///
/// # Errors
/// Why it is not a move here, see [`MoveTextError`].
pub fn parse_ordered<R: Rules>(
    position: &Position<R>,
    text: &str,
    reading: Reading,
    order: SquareOrder,
) -> Result<Move<R::Board>, MoveTextError> {
    let text = text.trim();
    let syntax = || MoveTextError::Syntax {
        found: excerpt(text),
    };
    // No capture takes more pieces than a side has, so no move text is longer.
    if text.len() > LONGEST {
        return Err(syntax());
    }
    let (_, spelling) = all_consuming(spelling).parse(text).map_err(|_| syntax())?;
    let meant = Meaning {
        position,
        legal: position.legal_moves(),
        text,
    };
    let algebraic = names::has_algebraic::<R::Board>();
    match spelling {
        Spelling::Numbers { squares, captures } => {
            let path = meant.numbers(&squares, order)?;
            meant.list(&path, captures, reading)
        }
        Spelling::Digits(digits) => {
            let squares: Squares<&str> = (0..digits.len())
                .step_by(2)
                .filter_map(|at| digits.get(at..at + 2))
                .collect();
            let path = meant.numbers(&squares, order)?;
            meant.list(&path, false, reading)
        }
        Spelling::Names { squares, captures } if algebraic => {
            let path = meant.names(&squares)?;
            meant.list(&path, captures, reading)
        }
        Spelling::Short {
            file,
            squares,
            captures,
        } if algebraic => {
            let path = meant.names(&squares)?;
            meant.short(file, &path, captures)
        }
        Spelling::Names { .. } | Spelling::Short { .. } => Err(syntax()),
    }
}

/// Bytes of the longest move text: 32 squares of 3 characters with a separator each.
const LONGEST: usize = 128;

type Squares<T> = SmallVec<[T; 24]>;

/// A move text taken apart. `captures` says that a capture sign stands in it.
enum Spelling<'a> {
    Numbers {
        squares: Vec<&'a str>,
        captures: bool,
    },
    Digits(&'a str),
    Names {
        squares: Vec<Name>,
        captures: bool,
    },
    Short {
        file: char,
        squares: Vec<Name>,
        captures: bool,
    },
}

/// File letter and rank digit.
type Name = (char, char);

fn spelling(input: &str) -> IResult<&str, Spelling<'_>> {
    alt((numbers, digits, listed_names, short)).parse(input)
}

fn separator(input: &str) -> IResult<&str, char> {
    one_of("-xX:").parse(input)
}

fn name(input: &str) -> IResult<&str, Name> {
    let letter = satisfy(|c| c.is_ascii_alphabetic());
    let digit = satisfy(|c| c.is_ascii_digit());
    (letter, digit).parse(input)
}

fn numbers(input: &str) -> IResult<&str, Spelling<'_>> {
    (digit1, many1((separator, digit1)))
        .map(|(first, rest)| Spelling::Numbers {
            captures: rest.iter().any(|(sign, _)| *sign != '-'),
            squares: std::iter::once(first)
                .chain(rest.into_iter().map(|(_, square)| square))
                .collect(),
        })
        .parse(input)
}

fn digits(input: &str) -> IResult<&str, Spelling<'_>> {
    let pairs = |text: &&str| text.len() >= 4 && text.len().is_multiple_of(2);
    verify(digit1, pairs).map(Spelling::Digits).parse(input)
}

fn listed_names(input: &str) -> IResult<&str, Spelling<'_>> {
    (name, many1((opt(separator), name)))
        .map(|(first, rest)| Spelling::Names {
            captures: rest.iter().any(|(sign, _)| sign.is_some_and(|c| c != '-')),
            squares: std::iter::once(first)
                .chain(rest.into_iter().map(|(_, square)| square))
                .collect(),
        })
        .parse(input)
}

fn short(input: &str) -> IResult<&str, Spelling<'_>> {
    let letter = satisfy(|c| c.is_ascii_alphabetic());
    let target = (opt(separator), name);
    (letter, target, many0((opt(separator), name)))
        .map(|(file, first, rest)| {
            let targets: Vec<(Option<char>, Name)> = std::iter::once(first).chain(rest).collect();
            Spelling::Short {
                file,
                captures: targets
                    .iter()
                    .any(|(sign, _)| sign.is_some_and(|c| c != '-')),
                squares: targets.into_iter().map(|(_, square)| square).collect(),
            }
        })
        .parse(input)
}

/// A text that is to mean a legal move of a position.
struct Meaning<'a, R: Rules> {
    position: &'a Position<R>,
    legal: MoveList<R::Board>,
    text: &'a str,
}

impl<R: Rules> Meaning<'_, R> {
    fn numbers(
        &self,
        squares: &[&str],
        order: SquareOrder,
    ) -> Result<Squares<Square>, MoveTextError> {
        let square = |digits: &str| order.square::<R>(digits.parse().ok()?);
        squares
            .iter()
            .map(|&digits| square(digits).ok_or_else(|| self.no_square(digits.to_string())))
            .collect()
    }

    fn names(&self, squares: &[Name]) -> Result<Squares<Square>, MoveTextError> {
        squares
            .iter()
            .map(|&(file, rank)| {
                names::square_at::<R::Board>(file, rank)
                    .ok_or_else(|| self.no_square(format!("{file}{rank}")))
            })
            .collect()
    }

    fn no_square(&self, square: String) -> MoveTextError {
        MoveTextError::Square {
            square,
            found: excerpt(self.text),
        }
    }

    /// A list that begins with the start square.
    fn list(
        &self,
        squares: &[Square],
        captures: bool,
        reading: Reading,
    ) -> Result<Move<R::Board>, MoveTextError> {
        let found = match reading {
            Reading::PathFirst => self
                .path(squares, captures)?
                .or_else(|| self.hub_list(squares)),
            Reading::HubFirst => match self.hub_list(squares) {
                Some(mv) => Some(mv),
                None => self.path(squares, captures)?,
            },
        };
        found.ok_or_else(|| self.refusal(squares, captures))
    }

    /// The move with these landing squares, all of them or some.
    fn path(
        &self,
        squares: &[Square],
        captures: bool,
    ) -> Result<Option<Move<R::Board>>, MoveTextError> {
        let [from, between @ .., to] = squares else {
            return Ok(None);
        };
        // In full: the squares say which pieces are taken.
        if let Some(taken) = route::captured_on(self.position, squares)
            && let Some(mv) = self.find(*from, *to, taken)
        {
            return Ok(Some(mv));
        }
        self.only(|mv| mv.from() == *from && mv.to() == *to, between, captures)
    }

    /// The move from somewhere on a file, as books shorten it.
    fn short(
        &self,
        file: char,
        squares: &[Square],
        captures: bool,
    ) -> Result<Move<R::Board>, MoveTextError> {
        let Some((to, between)) = squares.split_last() else {
            return Err(self.refusal(&[], captures));
        };
        let file = names::file_index(file);
        let on_file = |square: Square| i32::try_from(R::Board::file(square)).ok() == file;
        self.only(|mv| on_file(mv.from()) && mv.to() == *to, between, captures)?
            .ok_or_else(|| self.refusal(&[], captures))
    }

    /// The one legal move that fits and can go by these squares; an error when there are several.
    fn only(
        &self,
        fits: impl Fn(&Move<R::Board>) -> bool,
        between: &[Square],
        captures: bool,
    ) -> Result<Option<Move<R::Board>>, MoveTextError> {
        let mut budget = route::BUDGET;
        let mut found: Squares<Move<R::Board>> = SmallVec::new();
        for &mv in self.legal.iter().filter(|mv| fits(mv)) {
            let matches = if mv.is_capture() {
                between.is_empty()
                    || route::passes(self.position, mv, between, &mut budget).ok_or_else(|| {
                        MoveTextError::TooComplex {
                            found: excerpt(self.text),
                        }
                    })?
            } else {
                // A quiet move has no squares between, and is not written with a capture sign.
                between.is_empty() && !captures
            };
            if matches {
                found.push(mv);
            }
        }
        match found[..] {
            [] => Ok(None),
            [mv] => Ok(Some(mv)),
            _ => Err(MoveTextError::Ambiguous {
                found: excerpt(self.text),
                moves: found.iter().take(4).map(ToString::to_string).collect(),
            }),
        }
    }

    /// The capture written as from, to, captured squares.
    fn hub_list(&self, squares: &[Square]) -> Option<Move<R::Board>> {
        let [from, to, captured @ ..] = squares else {
            return None;
        };
        let mut set = WordOf::<R>::EMPTY;
        for &square in captured {
            let bit = R::Board::set(square);
            if (set & bit).any() {
                return None;
            }
            set |= bit;
        }
        if set.is_empty() {
            return None;
        }
        self.find(*from, *to, set)
    }

    fn find(&self, from: Square, to: Square, captured: WordOf<R>) -> Option<Move<R::Board>> {
        self.legal
            .iter()
            .copied()
            .find(|mv| mv.from() == from && mv.to() == to && mv.captured() == captured)
    }

    /// Why no legal move is written so.
    fn refusal(&self, squares: &[Square], captures: bool) -> MoveTextError {
        let found = excerpt(self.text);
        let goes_on = |taken: WordOf<R>| {
            self.legal.iter().any(|mv| {
                Some(&mv.from()) == squares.first()
                    && (taken & !mv.captured()).is_empty()
                    && mv.captured() != taken
            })
        };
        if squares.len() > 1 && route::captured_on(self.position, squares).is_some_and(goes_on) {
            return MoveTextError::Unfinished { found };
        }
        let must_capture = self.legal.first().is_some_and(|mv| mv.is_capture());
        if must_capture && !captures && squares.len() == 2 {
            return MoveTextError::MustCapture { found };
        }
        MoveTextError::Illegal { found }
    }
}
