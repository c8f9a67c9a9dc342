//! What is kept of a game: who played, every move with what the engine said, the result and its reason.

use crate::driver::Eval;
use damka_engine::Color;
use serde::{Deserialize, Serialize};

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// White won.
    White,
    /// Black won.
    Black,
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The win of a side.
    pub fn win(color: Color) -> Outcome {
        match color {
            Color::White => Outcome::White,
            Color::Black => Outcome::Black,
        }
    }

    /// Half points of White: 0, 1 or 2.
    pub fn white_half_points(self) -> u32 {
        match self {
            Outcome::White => 2,
            Outcome::Draw => 1,
            Outcome::Black => 0,
        }
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// The result.
    pub outcome: Outcome,
    /// Short name of the reason: that of the rules, of an adjudication, or of a fault.
    pub reason: String,
    /// More about a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Whether the loser lost by a fault and not on the board.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fault: bool,
}

/// A move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    /// Hub form: from, to and captured squares.
    pub mv: String,
    /// The engine's opinion in its own view, `+0.35`, or `+W5` and `-W5` for a win and a loss in five plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// Its depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Its nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Time it took, in microseconds.
    pub us: u64,
    /// Time on its clock afterwards, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<u64>,
    /// The opinion as a number, for adjudication only.
    #[serde(skip)]
    pub eval: Option<Eval>,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Number of the game in the schedule, from 0.
    pub index: u64,
    /// Index of the engine with White.
    pub white: usize,
    /// Index of the engine with Black.
    pub black: usize,
    /// Name of the opening.
    pub opening: String,
    /// Start position as numeric FEN.
    pub fen: String,
    /// The moves.
    pub moves: Vec<MoveRecord>,
    /// The result and its reason.
    pub ending: Ending,
    /// Time that passed outside the engines' thinking, in microseconds.
    pub overhead_us: u64,
}

impl GameRecord {
    /// Half points of an engine that took part.
    pub fn half_points(&self, engine: usize) -> u32 {
        let white = self.ending.outcome.white_half_points();
        if engine == self.white {
            white
        } else {
            2 - white
        }
    }
}
