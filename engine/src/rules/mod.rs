//! The trait in which draughts variants differ, and one small file per variant.

mod brazilian;
mod english;
mod international;
mod pool;
mod russian;

pub use brazilian::Brazilian;
pub use english::English;
pub use international::International;
pub use pool::Pool;
pub use russian::Russian;

use crate::draws::DrawRules;
use crate::geometry::Geometry;
use crate::piece::Color;
use crate::variant::Variant;
use std::fmt::Debug;

/// How a king walks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingRange {
    /// One square at a time; jumps adjacent pieces only.
    Short,
    /// Any distance; may stop on any free square behind the piece it has taken.
    Flying,
}

/// Which of several possible captures may be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Any complete capture.
    Free,
    /// Only captures of the greatest number of pieces, men and kings counted alike.
    MostPieces,
}

/// What happens to a man that reaches the last row during a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MidCapture {
    /// It is a king at once and goes on as a king if it can.
    Promotes,
    /// It goes on as a man if it can, and is crowned only when it ends there.
    Passes,
    /// The move ends and the man is crowned.
    Stops,
}

/// How people write squares and moves of a variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SquareNames {
    /// Square numbers, 1 at the top left.
    Numeric,
    /// Letters and digits, a1 at the bottom left.
    Algebraic,
}

/// Everything in which the variants differ. Implementors are unit structs; code is generic over them.
pub trait Rules: Copy + Eq + Debug + Default + Send + Sync + 'static {
    /// The board.
    type Board: Geometry;

    /// The run-time name of this variant.
    const VARIANT: Variant;
    /// The side that begins.
    const FIRST: Color;
    /// Rows that each side's men fill at the start.
    const MEN_ROWS: u32;
    /// Whether men may capture backwards.
    const MEN_CAPTURE_BACKWARDS: bool;
    /// How kings walk.
    const KING: KingRange;
    /// Which captures may be chosen.
    const CHOICE: Choice;
    /// A man on the last row in mid-capture.
    const MID_CAPTURE: MidCapture;
    /// The draw rules that apply when nothing else is asked for.
    const DRAWS: DrawRules;
    /// How people write squares.
    const NAMES: SquareNames;
    /// The full value of the PDN tag GameType.
    const GAME_TYPE: &'static str;
}

/// The bitboard integer of a variant.
pub type WordOf<R> = <<R as Rules>::Board as Geometry>::Word;
