//! How a game stands: going on, won or drawn, and why.

use crate::piece::Color;
use std::fmt;

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Status {
    /// Not over.
    Ongoing,
    /// Won by a side.
    Win(Color, WinReason),
    /// Drawn.
    Draw(DrawReason),
}

impl Status {
    /// `ongoing`, `win_white`, `win_black` or `draw`.
    pub const fn id(self) -> &'static str {
        match self {
            Status::Ongoing => "ongoing",
            Status::Win(Color::White, _) => "win_white",
            Status::Win(Color::Black, _) => "win_black",
            Status::Draw(_) => "draw",
        }
    }

    /// The name of the reason; `None` while the game goes on.
    pub const fn reason_id(self) -> Option<&'static str> {
        match self {
            Status::Ongoing => None,
            Status::Win(_, reason) => Some(reason.id()),
            Status::Draw(reason) => Some(reason.id()),
        }
    }

    /// Whether the game is over.
    pub const fn is_over(self) -> bool {
        !matches!(self, Status::Ongoing)
    }
}

/// The status, with the reason in brackets: `draw (main_road)`.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())?;
        match self.reason_id() {
            Some(reason) => write!(f, " ({reason})"),
            None => Ok(()),
        }
    }
}

/// Why a game is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum WinReason {
    /// The loser has no pieces.
    NoPieces,
    /// The loser is to move and cannot.
    NoMoves,
    /// The loser has resigned; only a driver says so.
    Resignation,
}

impl WinReason {
    /// Name in machine-readable output.
    pub const fn id(self) -> &'static str {
        match self {
            WinReason::NoPieces => "no_pieces",
            WinReason::NoMoves => "no_moves",
            WinReason::Resignation => "resignation",
        }
    }
}

/// Why a game is drawn. Each counted draw is described with its sources in `docs/rules.md`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum DrawReason {
    /// The same position with the same side to move for the third time.
    Repetition,
    /// Three or more kings against a lone king (FMJD-64 7.2.4).
    ThreeKings,
    /// Three pieces against a lone king on the main road (FMJD-64 7.2.7).
    MainRoad,
    /// One or two pieces against a lone king (FMJD-64 7.2.8, FMJD 6.4).
    LoneKing,
    /// Four or five pieces with kings on both sides (FMJD-64 7.2.6).
    Material45,
    /// Six or seven pieces with kings on both sides (FMJD-64 7.2.6).
    Material67,
    /// Three pieces against a lone king on 10x10 (FMJD 6.3).
    ThreePieces,
    /// A small king ending under the Brazilian rules.
    KingEnding,
    /// Too many moves by kings only.
    KingMoves,
    /// Forty moves without capture or man move (WCDF 1.32.2).
    FortyMoves,
    /// The players agreed; only a driver says so.
    Agreement,
}

impl DrawReason {
    /// Name in machine-readable output.
    pub const fn id(self) -> &'static str {
        match self {
            DrawReason::Repetition => "repetition",
            DrawReason::ThreeKings => "three_kings",
            DrawReason::MainRoad => "main_road",
            DrawReason::LoneKing => "lone_king",
            DrawReason::Material45 => "material_4_5",
            DrawReason::Material67 => "material_6_7",
            DrawReason::ThreePieces => "three_pieces",
            DrawReason::KingEnding => "king_ending",
            DrawReason::KingMoves => "king_moves",
            DrawReason::FortyMoves => "forty_moves",
            DrawReason::Agreement => "agreement",
        }
    }
}
