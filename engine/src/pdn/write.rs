//! Games in canonical form.

use super::record::{Line, Node, Record};
use super::token;
use crate::fen;
use crate::movetext::{self, MoveFormat, SquareOrder, Style};
use crate::position::Position;
use crate::rules::{Rules, SquareNames};

/// What can be chosen about the writing of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct WriteOptions {
    /// Whether captures are written with `:`.
    pub colon: bool,
    /// Whether squares are numbered also where the federations write letters.
    pub numeric: bool,
}

/// Columns of a line of moves; only comments are longer.
const WIDTH: usize = 79;

/// Tags that come first, in this order.
const FIRST_TAGS: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// Writes a game: tags (Event, Site, Date, Round, White, Black as far as they are known, Result, GameType, FEN when
/// the start is set up, then the others), the moves in the shortest unambiguous form, the result, a blank line.
///
/// Comments and the values of tags keep their text, but for control characters, which become blanks, and `}` in
/// comments, which becomes `)`.
pub fn write<R: Rules>(record: &Record<R>, options: WriteOptions) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        text.push_str(&format!("[{name} \"{}\"]\n", token::plain(value)));
    };
    let is_first = |name: &str| FIRST_TAGS.contains(&name);
    for first in FIRST_TAGS {
        for (name, value) in record.tags.iter().filter(|(name, _)| name == first) {
            tag(name, value);
        }
    }
    tag("Result", record.result.text::<R>());
    let numeric = options.numeric || R::NAMES == SquareNames::Numeric;
    tag("GameType", &game_type::<R>(numeric));
    if record.start != Position::start() {
        let fen = if numeric {
            fen::numeric
        } else {
            fen::algebraic
        };
        tag("FEN", &fen(&record.start));
    }
    for (name, value) in record.tags.iter().filter(|(name, _)| !is_first(name)) {
        tag(name, value);
    }
    let mut moves = Writer {
        text: String::new(),
        column: 0,
        glued: false,
        style: Style {
            format: if numeric {
                MoveFormat::Numeric
            } else {
                MoveFormat::Algebraic
            },
            colon: options.colon,
            order: SquareOrder::Standard,
        },
    };
    moves.line(&record.line, record.start, 1);
    moves.word(record.result.text::<R>());
    text.push('\n');
    text.push_str(&moves.text);
    text.push_str("\n\n");
    text
}

/// The full GameType; with numbers in a variant that is written algebraically, the numbering is named in it.
fn game_type<R: Rules>(numeric: bool) -> String {
    if numeric && R::NAMES == SquareNames::Algebraic {
        R::GAME_TYPE.replace(",A0,", ",N2,")
    } else {
        R::GAME_TYPE.to_string()
    }
}

/// Words on lines.
struct Writer {
    text: String,
    column: usize,
    /// Whether the next word follows without a blank.
    glued: bool,
    style: Style,
}

impl Writer {
    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        if self.column > 0 && !self.glued {
            let fits = self.column + 1 + width <= WIDTH;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.glued = false;
        self.text.push_str(word);
        self.column = match word.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + width,
        };
    }

    fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            self.word(&format!("{{{}}}", token::plain(comment).replace('}', ")")));
        }
    }

    /// `number` is that of the first move.
    fn line<R: Rules>(&mut self, line: &Line<R::Board>, start: Position<R>, number: usize) {
        self.comments(&line.comments);
        let (mut position, mut number) = (start, number);
        for (index, node) in line.moves.iter().enumerate() {
            // The number stays on the line of its move.
            let lead = if position.turn() == R::FIRST {
                format!("{number}. ")
            } else if index == 0 {
                format!("{number}. ... ")
            } else {
                String::new()
            };
            self.word(&(lead + &movetext::write_styled(&position, node.mv, self.style)));
            self.node(node, &position, number);
            if position.turn() != R::FIRST {
                number += 1;
            }
            position = position.after(node.mv);
        }
    }

    /// What is said about a move.
    fn node<R: Rules>(&mut self, node: &Node<R::Board>, position: &Position<R>, number: usize) {
        for nag in &node.nags {
            self.word(&format!("${nag}"));
        }
        self.comments(&node.comments);
        for variation in &node.variations {
            self.word("(");
            self.glued = true;
            self.line(variation, *position, number);
            self.glued = true;
            self.word(")");
        }
    }
}
