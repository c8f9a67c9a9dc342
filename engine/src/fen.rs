//! PDN FEN, read in every spelling that programs use and written in the canonical one.

use crate::excerpt;
use crate::geometry::{Geometry, Square};
use crate::hub::{self, HubError};
use crate::names;
use crate::piece::{Color, Piece};
use crate::position::Position;
use crate::rules::{Rules, SquareNames};
use crate::setup::{Setup, SetupError};
use nom::branch::alt;
use nom::character::complete::{char, digit1, satisfy, space0};
use nom::combinator::{all_consuming, opt, recognize};
use nom::multi::many1;
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};
use thiserror::Error;

/// Why a text is not the FEN of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenError {
    /// There is no text.
    #[error("empty FEN")]
    Empty,
    /// The first field is not a side.
    #[error("the side to move must be W or B, found \"{found}\"")]
    Turn {
        /// The first field.
        found: String,
    },
    /// A field is neither a list of pieces nor one of the counters that some programs append.
    #[error("expected W or B and a list of squares, found \"{found}\"")]
    Field {
        /// The field.
        found: String,
    },
    /// One side has two lists of which one is empty: a doubled side to move, as some programs write it.
    #[error("side {} is given twice in \"{found}\"", color.letter())]
    SideTwice {
        /// The side.
        color: Color,
        /// The FEN.
        found: String,
    },
    /// An item of a list is not `12`, `K12`, `1-12`, `K1-12`, `a1` or `Ka1`.
    #[error("not a piece: \"{found}\"")]
    Item {
        /// The item.
        found: String,
    },
    /// A piece that a capture in progress has yet to remove (`G`, `P`): this is no position between two moves.
    #[error("piece under capture \"{found}\": the position is in the middle of a move")]
    UnderCapture {
        /// The item.
        found: String,
    },
    /// The board has no such playing square.
    #[error("no such square on this board: \"{found}\"")]
    Square {
        /// The item.
        found: String,
    },
    /// A range ends before it begins.
    #[error("range runs backwards: \"{found}\"")]
    Range {
        /// The item.
        found: String,
    },
    /// Numbers and algebraic names in one FEN.
    #[error("numbers and names of squares are mixed: \"{found}\"")]
    Mixed {
        /// The first item of the other kind.
        found: String,
    },
    /// Two pieces on one square.
    #[error("square {square} is given twice: \"{found}\"")]
    SquareTwice {
        /// The square.
        square: Square,
        /// The item that gives it again.
        found: String,
    },
    /// The text is a Hub string with a fault.
    #[error(transparent)]
    Hub(#[from] HubError),
    /// The text is well formed, but says no valid position.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Reads a FEN into an unvalidated set-up. The side to move is missing from it when the FEN says `?`.
///
/// Read are: numbers (1 at the top left, leading zeros allowed) or, on 8x8, algebraic names in either case;
/// ranges `31-50` and `K1-5`; the sides in either order, one of them or its list missing; blanks (or `_`) around
/// every item; quotes around and a dot behind the whole; counters `:H0:F1` and `:+0+0` behind it, which are
/// ignored. A bare Hub string is read as well.
///
/// # Errors
/// What is wrong, with the offending text, see [`FenError`].
pub fn parse_setup<R: Rules>(text: &str) -> Result<Setup, FenError> {
    let text = unwrapped(text);
    if text.is_empty() {
        return Err(FenError::Empty);
    }
    if is_hub_string::<R>(text) {
        return Ok(hub::parse_setup::<R>(text)?);
    }
    let mut fields = text.split(':').map(trimmed);
    let mut setup = Setup::empty(R::Board::SQUARES as usize);
    setup.turn = match fields.next() {
        Some("W") => Some(Color::White),
        Some("B") => Some(Color::Black),
        Some("?") => None,
        other => {
            return Err(FenError::Turn {
                found: excerpt(other.unwrap_or_default()),
            });
        }
    };
    let mut reader = Reader::<R>::new(setup);
    for field in fields {
        reader.field(field, text)?;
    }
    Ok(reader.setup)
}

/// Reads a FEN into a position; the spellings are those of [`parse_setup`].
///
/// # Errors
/// What is wrong, with the offending text, see [`FenError`].
pub fn parse<R: Rules>(text: &str) -> Result<Position<R>, FenError> {
    Ok(Position::from_setup(&parse_setup::<R>(text)?)?)
}

/// The FEN of a position with square numbers: `W:W31-50:B1-20` in full, White first, numbers rising, no dot.
pub fn numeric<R: Rules>(position: &Position<R>) -> String {
    write(position, |square| square.to_string(), |square| square)
}

/// The FEN of a position with algebraic names, rank by rank from a1; with numbers on boards other than 8x8.
pub fn algebraic<R: Rules>(position: &Position<R>) -> String {
    if !names::has_algebraic::<R::Board>() {
        return numeric(position);
    }
    let from_a1 = |square: Square| {
        (
            R::Board::ROWS - R::Board::row(square),
            R::Board::file(square),
        )
    };
    write(position, names::algebraic::<R::Board>, from_a1)
}

/// The FEN of a position as the federations of the variant write it.
pub fn pdn<R: Rules>(position: &Position<R>) -> String {
    match R::NAMES {
        SquareNames::Numeric => numeric(position),
        SquareNames::Algebraic => algebraic(position),
    }
}

fn write<R: Rules, K: Ord>(
    position: &Position<R>,
    name: impl Fn(Square) -> String,
    order: impl Fn(Square) -> K,
) -> String {
    let list = |color: Color| {
        let pieces = position.pieces();
        let mut squares: Vec<Square> = R::Board::squares_of(pieces.of(color)).collect();
        squares.sort_by_key(|&square| order(square));
        let items: Vec<String> = squares
            .into_iter()
            .map(|square| {
                let king = position.get(square).is_some_and(|piece| piece.king);
                format!("{}{}", if king { "K" } else { "" }, name(square))
            })
            .collect();
        items.join(",")
    };
    format!(
        "{}:W{}:B{}",
        position.turn().letter(),
        list(Color::White),
        list(Color::Black)
    )
}

/// Blanks of any kind, and the underscore that stands for them in addresses.
fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || c == '_')
}

/// The text without blanks and quotes around it and the dot behind it.
fn unwrapped(text: &str) -> &str {
    let mut text = trimmed(text);
    for quote in ['"', '\''] {
        if let Some(inner) = text
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote))
        {
            text = trimmed(inner);
        }
    }
    trimmed(text.strip_suffix('.').unwrap_or(text))
}

/// Whether the text is meant as a Hub string: as long as one, or a row of its letters however long, and without the
/// colons that every FEN has.
fn is_hub_string<R: Rules>(text: &str) -> bool {
    let length = text.chars().count();
    let is_row = || length > 2 && text.chars().all(|c| "wbWBe".contains(c));
    !text.contains(':') && (length == R::Board::SQUARES as usize + 1 || is_row())
}

/// One item of a list, as it is written.
enum Item<'a> {
    Numbers(bool, &'a str, Option<&'a str>),
    Name(bool, &'a str),
}

fn item(input: &str) -> IResult<&str, Item<'_>> {
    let king = || opt(char('K')).map(|king| king.is_some());
    let last = opt(preceded(delimited(space0, char('-'), space0), digit1));
    let numbers =
        (king(), digit1, last).map(|(king, first, last)| Item::Numbers(king, first, last));
    let letter = satisfy(|c| c.is_ascii_alphabetic());
    let name = (king(), recognize((letter, digit1))).map(|(king, name)| Item::Name(king, name));
    alt((numbers, name)).parse(input)
}

/// The counters that lidraughts appends: `H0` half moves, `F1` move number, `+0+0` captures or king moves.
fn counter(input: &str) -> IResult<&str, &str> {
    let letters = (alt((char('H'), char('F'))), digit1);
    let signs = many1((char('+'), digit1));
    alt((recognize(letters), recognize(signs))).parse(input)
}

/// Puts pieces on the board list by list.
struct Reader<R: Rules> {
    setup: Setup,
    /// For each colour, whether it had a list and whether that held pieces.
    lists: [Option<bool>; 2],
    /// Whether squares are written by name, once that is known.
    by_name: Option<bool>,
    rules: std::marker::PhantomData<R>,
}

impl<R: Rules> Reader<R> {
    fn new(setup: Setup) -> Self {
        Reader {
            setup,
            lists: [None, None],
            by_name: None,
            rules: std::marker::PhantomData,
        }
    }

    fn field(&mut self, field: &str, fen: &str) -> Result<(), FenError> {
        let mut characters = field.chars();
        let Some(color) = characters.next().and_then(Color::from_letter) else {
            if all_consuming(counter).parse(field).is_ok() {
                return Ok(());
            }
            return Err(FenError::Field {
                found: excerpt(field),
            });
        };
        let list = trimmed(characters.as_str());
        let earlier = &mut self.lists[color.index()];
        let filled = !list.is_empty();
        if earlier.is_some_and(|before| !before || !filled) {
            return Err(FenError::SideTwice {
                color,
                found: excerpt(fen),
            });
        }
        *earlier = Some(filled);
        if filled {
            list.split(',')
                .map(trimmed)
                .try_for_each(|text| self.item(text, color))?;
        }
        Ok(())
    }

    fn item(&mut self, text: &str, color: Color) -> Result<(), FenError> {
        let Ok((_, parsed)) = all_consuming(item).parse(text) else {
            return Err(FenError::Item {
                found: excerpt(text),
            });
        };
        // lidraughts marks pieces that a capture in progress has passed with G and P before the number. A capital
        // G may also be a file letter; numbers elsewhere in the FEN tell.
        if let Item::Name(_, name) = parsed {
            let numeric = self.by_name == Some(false) || !names::has_algebraic::<R::Board>();
            if name.starts_with('P') || (name.starts_with('G') && numeric) {
                return Err(FenError::UnderCapture {
                    found: excerpt(text),
                });
            }
        }
        let by_name = matches!(parsed, Item::Name(..));
        if self.by_name.is_some_and(|before| before != by_name) {
            return Err(FenError::Mixed {
                found: excerpt(text),
            });
        }
        self.by_name = Some(by_name);
        let beside = || FenError::Square {
            found: excerpt(text),
        };
        let (king, first, last) = match parsed {
            Item::Name(king, name) => {
                let square = names::parse_algebraic::<R::Board>(name).ok_or_else(beside)?;
                (king, square, square)
            }
            Item::Numbers(king, first, last) => {
                let first = Self::numbered(first).ok_or_else(beside)?;
                let last = match last {
                    Some(last) => Self::numbered(last).ok_or_else(beside)?,
                    None => first,
                };
                (king, first, last)
            }
        };
        if last < first {
            return Err(FenError::Range {
                found: excerpt(text),
            });
        }
        for index in first.index()..=last.index() {
            let place = &mut self.setup.squares[index];
            if place.is_some() {
                return Err(FenError::SquareTwice {
                    square: Square::from_index(index as u8),
                    found: excerpt(text),
                });
            }
            *place = Some(Piece { color, king });
        }
        Ok(())
    }

    fn numbered(digits: &str) -> Option<Square> {
        let number = digits.parse().ok()?;
        Square::from_number(number).filter(|&square| R::Board::contains(square))
    }
}
