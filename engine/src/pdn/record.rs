//! A game that has been replayed under the rules of its variant.

use super::clock::{self, Clocks};
use super::error::{PdnError, PdnFault, Place};
use super::raw::{RawGame, RawLine, Tag};
use super::result::GameResult;
use crate::excerpt;
use crate::fen;
use crate::geometry::Geometry;
use crate::moves::Move;
use crate::movetext::{self, Reading};
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;
use crate::variant::Variant;
use crate::with_rules;

/// A game of variant `R` with legal moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Record<R: Rules> {
    /// Names and values of the tags, without GameType, FEN and Result, which follow from the rest.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position<R>,
    /// The moves.
    pub line: Line<R::Board>,
    /// The result.
    pub result: GameResult,
}

/// A line of moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<G: Geometry> {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<Node<G>>,
}

impl<G: Geometry> Default for Line<G> {
    fn default() -> Line<G> {
        Line {
            comments: Vec::new(),
            moves: Vec::new(),
        }
    }
}

/// A move with what is said about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Node<G: Geometry> {
    /// The move.
    pub mv: Move<G>,
    /// Numeric annotation glyphs.
    pub nags: Vec<u32>,
    /// Comments behind the move.
    pub comments: Vec<String>,
    /// Lines that could be played in its place.
    pub variations: Vec<Line<G>>,
}

impl<G: Geometry> From<Move<G>> for Node<G> {
    fn from(mv: Move<G>) -> Node<G> {
        Node {
            mv,
            nags: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
        }
    }
}

impl<G: Geometry> Node<G> {
    /// The clock times in the comments, if there are any.
    pub fn clocks(&self) -> Option<Clocks> {
        self.comments.iter().find_map(|text| clock::clocks(text))
    }
}

impl<R: Rules> Record<R> {
    /// A game without tags and comments.
    pub fn new(
        start: Position<R>,
        moves: impl IntoIterator<Item = Move<R::Board>>,
        result: GameResult,
    ) -> Record<R> {
        Record {
            tags: Vec::new(),
            start,
            line: Line {
                comments: Vec::new(),
                moves: moves.into_iter().map(Node::from).collect(),
            },
            result,
        }
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = Move<R::Board>> {
        self.line.moves.iter().map(|node| node.mv)
    }

    /// The positions of the main line, the first one included.
    pub fn positions(&self) -> impl Iterator<Item = Position<R>> {
        let later = self.moves().scan(self.start, |position, mv| {
            *position = position.after(mv);
            Some(*position)
        });
        std::iter::once(self.start).chain(later)
    }

    /// The side that has won by the rules, when the side to move has no move at the end of the main line. Files
    /// disagree on whose victory `1-0` is, and this tells.
    pub fn winner_on_board(&self) -> Option<Color> {
        let last = self.positions().last()?;
        (!last.has_moves()).then_some(!last.turn())
    }
}

/// The order in which variants are tried for a game without GameType.
const TRIED: [Variant; 5] = [
    Variant::International,
    Variant::Brazilian,
    Variant::Russian,
    Variant::English,
    Variant::Pool,
];

impl RawGame {
    /// The variant: that of the tag GameType, else `fallback`, else the first one under whose rules the game can be
    /// replayed, and if there is none, the one that gets furthest.
    ///
    /// # Errors
    /// A GameType that is unknown, or describes another board or numbering than its variant has.
    pub fn variant(&self, fallback: Option<Variant>) -> Result<Variant, PdnError> {
        if let Some(tag) = self.tag("GameType") {
            return game_type(&tag.value).map_err(|fault| PdnError {
                place: tag.place,
                fault,
            });
        }
        if let Some(variant) = fallback {
            return Ok(variant);
        }
        let mut furthest: Option<(Place, Variant)> = None;
        for variant in TRIED {
            match with_rules!(variant, R => self.replay::<R>().map(|_| ())) {
                Ok(()) => return Ok(variant),
                Err(error) if furthest.is_none_or(|(place, _)| place < error.place) => {
                    furthest = Some((error.place, variant));
                }
                Err(_) => {}
            }
        }
        Ok(furthest.map_or(Variant::Brazilian, |(_, variant)| variant))
    }

    /// The text of the Result tag, if it tells something else than the result that the game is taken to have.
    pub fn other_result<R: Rules>(&self, taken: GameResult) -> Option<&str> {
        let text = self.tag("Result")?.value.trim();
        let tells = !matches!(text, "" | "?" | "*");
        (tells && GameResult::parse(text, R::FIRST) != Some(taken)).then_some(text)
    }

    /// Replays the game under the rules `R`.
    ///
    /// # Errors
    /// A start position that is none, or the first move that is not legal, in the main line or in a variation.
    pub fn replay<R: Rules>(&self) -> Result<Record<R>, PdnError> {
        let setup = self.setup.as_ref().or_else(|| self.tag("FEN"));
        let start = match setup.filter(|tag| !tag.value.trim().is_empty()) {
            Some(tag) => fen::parse(&tag.value).map_err(|error| PdnError {
                place: tag.place,
                fault: error.into(),
            })?,
            None => Position::start(),
        };
        let told = |text: &str| GameResult::parse(text.trim(), R::FIRST);
        // `*` behind the moves only ends them; the tag may know more.
        let result = self
            .result
            .as_deref()
            .and_then(told)
            .filter(|result| *result != GameResult::Unknown)
            .or_else(|| told(&self.tag("Result")?.value))
            .unwrap_or_default();
        let follows = |tag: &&Tag| {
            ["GameType", "FEN", "Result"]
                .iter()
                .any(|name| tag.name.eq_ignore_ascii_case(name))
        };
        Ok(Record {
            tags: self
                .tags
                .iter()
                .filter(|tag| !follows(tag))
                .map(|tag| (tag.name.clone(), tag.value.clone()))
                .collect(),
            start,
            line: replay_line(&self.line, start)?,
            result,
        })
    }
}

/// Nesting was bounded when the game was read.
fn replay_line<R: Rules>(line: &RawLine, start: Position<R>) -> Result<Line<R::Board>, PdnError> {
    let mut position = start;
    let mut moves = Vec::with_capacity(line.moves.len());
    for raw in &line.moves {
        let mv = movetext::parse(&position, &raw.text, Reading::PathFirst).map_err(|error| {
            PdnError {
                place: raw.place,
                fault: error.into(),
            }
        })?;
        let variations = raw
            .variations
            .iter()
            .map(|variation| replay_line(variation, position));
        moves.push(Node {
            mv,
            nags: raw.nags.clone(),
            comments: raw.comments.clone(),
            variations: variations.collect::<Result<_, _>>()?,
        });
        position = position.after(mv);
    }
    Ok(Line {
        comments: line.comments.clone(),
        moves,
    })
}

/// Reads `25` or `25,W,8,8,A0,0`. Board and numbering, if given, must be those that this crate reads: algebraic
/// names, or numbers from White's top left.
fn game_type(value: &str) -> Result<Variant, PdnFault> {
    let unknown = || PdnFault::GameType(excerpt(value));
    let mut fields = value.split(',').map(str::trim);
    let number = fields.next().and_then(|text| match text {
        // lidraughts: international draughts from a set-up position.
        "99" => Some(Variant::International.game_type()),
        text => text.parse().ok(),
    });
    let variant = number
        .and_then(Variant::from_game_type)
        .ok_or_else(unknown)?;
    let size = with_rules!(variant, R => <R as Rules>::Board::FILES).to_string();
    let Some(first) = fields.next() else {
        return Ok(variant);
    };
    if !["W", "B"].contains(&first) {
        return Err(unknown());
    }
    for side in [fields.next(), fields.next()] {
        if side.is_some_and(|side| side != size) {
            return Err(unknown());
        }
    }
    match (fields.next(), first) {
        // Square 1 as the side that begins sees it: 2 top left, 1 bottom right.
        (None, _) | (Some("N2"), "W") | (Some("N1"), "B") => Ok(variant),
        (Some(numbering), _) if numbering.starts_with(['A', 'S']) => Ok(variant),
        (Some(numbering), _) => Err(PdnFault::Numbering(excerpt(numbering))),
    }
}
