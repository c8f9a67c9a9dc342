//! Scores: centi-men, wins in n plies, and wins known from a table, in one ordered integer.

use std::fmt;
use std::ops::Neg;

/// The value of a position for the side to move.
///
/// Ordered from the worst to the best: loss soon, loss late, table loss, evaluation, table win, win late, win soon.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// A score taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreKind {
    /// An evaluation in hundredths of a man, between -[`Score::MAX_EVAL`] and [`Score::MAX_EVAL`].
    Centimen(i32),
    /// The side to move wins in this many plies, its own next move being the first.
    Win(u32),
    /// The side to move loses in this many plies; 0 when it has lost already.
    Loss(u32),
    /// The side to move is within this many plies of a won position of an endgame table.
    TableWin(u32),
    /// The side to move is within this many plies of a lost position of an endgame table.
    TableLoss(u32),
}

impl Score {
    /// Greatest absolute value of an evaluation, in centi-men: below 80 men, as Hub clients expect.
    pub const MAX_EVAL: i32 = 7_999;
    /// Plies beyond which a win cannot be expressed.
    pub const MAX_PLY: u32 = 1_000;

    const TABLE: i32 = 20_000;
    const WIN: i32 = 30_000;

    /// Neither side is better.
    pub const DRAW: Score = Score(0);
    /// Below every score.
    pub const MIN: Score = Score(-32_000);
    /// Above every score.
    pub const MAX: Score = Score(32_000);

    /// An evaluation in centi-men, clamped to ±[`Score::MAX_EVAL`].
    #[inline(always)]
    pub fn centimen(value: i32) -> Score {
        Score(value.clamp(-Self::MAX_EVAL, Self::MAX_EVAL))
    }

    /// A win in `plies` plies from here.
    #[inline(always)]
    pub const fn win_in(plies: u32) -> Score {
        Score(Self::WIN - plies as i32)
    }

    /// A loss in `plies` plies from here.
    #[inline(always)]
    pub const fn loss_in(plies: u32) -> Score {
        Score(plies as i32 - Self::WIN)
    }

    /// A won table position within `plies` plies.
    pub const fn table_win_in(plies: u32) -> Score {
        Score(Self::TABLE - plies as i32)
    }

    /// A lost table position within `plies` plies.
    pub const fn table_loss_in(plies: u32) -> Score {
        Score(plies as i32 - Self::TABLE)
    }

    /// What the score says.
    pub fn kind(self) -> ScoreKind {
        let Score(value) = self;
        let max = Self::MAX_PLY as i32;
        if value >= Self::WIN - max {
            ScoreKind::Win((Self::WIN - value).max(0) as u32)
        } else if value <= max - Self::WIN {
            ScoreKind::Loss((value + Self::WIN).max(0) as u32)
        } else if value >= Self::TABLE - max {
            ScoreKind::TableWin((Self::TABLE - value).max(0) as u32)
        } else if value <= max - Self::TABLE {
            ScoreKind::TableLoss((value + Self::TABLE).max(0) as u32)
        } else {
            ScoreKind::Centimen(value)
        }
    }

    /// Whether this is a proved win or loss, or one known from a table.
    #[inline(always)]
    pub fn is_decided(self) -> bool {
        self.0.abs() > Self::MAX_EVAL
    }

    /// A score that counts plies from the root, counted from the node at `ply` instead.
    #[inline(always)]
    pub(crate) fn relative_to_node(self, ply: u32) -> Score {
        self.further(-(ply as i32))
    }

    /// A score that counts plies from the node at `ply`, counted from the root instead.
    #[inline(always)]
    pub(crate) fn relative_to_root(self, ply: u32) -> Score {
        self.further(ply as i32)
    }

    #[inline(always)]
    fn further(self, plies: i32) -> Score {
        match self.0 {
            value if value > Self::MAX_EVAL => Score(value - plies),
            value if value < -Self::MAX_EVAL => Score(value + plies),
            _ => self,
        }
    }

    /// The score moved by some centi-men, for windows.
    #[inline(always)]
    pub(crate) fn plus(self, centimen: i32) -> Score {
        Score(self.0 + centimen)
    }

    /// The integer, for tables; [`Score::from_raw`] is its inverse.
    #[inline(always)]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// A score from its integer.
    #[inline(always)]
    pub const fn from_raw(raw: i32) -> Score {
        Score(raw)
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline(always)]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.kind())
    }
}
