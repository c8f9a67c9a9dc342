//! Results of games as PDN writes them.

use crate::piece::Color;
use crate::rules::Rules;
use crate::variant::Variant;

/// How a game ended. The first number of a written result belongs to the side that begins in the variant: White
/// in most, Black in English draughts and pool checkers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum GameResult {
    /// This side won.
    Win(Color),
    /// A draw.
    Draw,
    /// `0-0`: nobody gets points.
    NoPoints,
    /// `*`: unknown or not finished.
    #[default]
    Unknown,
}

impl GameResult {
    /// The result that a text means in a variant in which `first` begins; `None` when it is no result.
    pub fn parse(text: &str, first: Color) -> Option<GameResult> {
        Some(match text {
            "1-0" | "2-0" => GameResult::Win(first),
            "0-1" | "0-2" => GameResult::Win(!first),
            "1/2-1/2" | "1-1" => GameResult::Draw,
            "0-0" => GameResult::NoPoints,
            "*" => GameResult::Unknown,
            _ => return None,
        })
    }

    /// Whether a text is a result.
    pub fn is_text(text: &str) -> bool {
        GameResult::parse(text, Color::White).is_some()
    }

    /// The text of the result: `2-0`, `1-1`, `0-2` in international draughts, `1-0`, `1/2-1/2`, `0-1` otherwise.
    pub fn text<R: Rules>(self) -> &'static str {
        let two_points = R::VARIANT == Variant::International;
        match (self, two_points) {
            (GameResult::Win(color), true) if color == R::FIRST => "2-0",
            (GameResult::Win(_), true) => "0-2",
            (GameResult::Win(color), false) if color == R::FIRST => "1-0",
            (GameResult::Win(_), false) => "0-1",
            (GameResult::Draw, true) => "1-1",
            (GameResult::Draw, false) => "1/2-1/2",
            (GameResult::NoPoints, _) => "0-0",
            (GameResult::Unknown, _) => "*",
        }
    }

    /// The side that won.
    pub fn winner(self) -> Option<Color> {
        match self {
            GameResult::Win(color) => Some(color),
            _ => None,
        }
    }
}
