//! Russian draughts (shashki), as played under FMJD-64 and IDF rules.

use super::{Choice, KingRange, MidCapture, Rules, SquareNames};
use crate::draws::DrawRules;
use crate::geometry::Board8;
use crate::piece::Color;
use crate::variant::Variant;

/// Russian draughts (shashki), as played under FMJD-64 and IDF rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Russian;

impl Rules for Russian {
    type Board = Board8;
    const VARIANT: Variant = Variant::Russian;
    // White begins: FMJD-64 art. 3; GameType 25 "W".
    const FIRST: Color = Color::White;
    const MEN_ROWS: u32 = 3;
    // Men capture forwards and backwards: FMJD-64 art. 4.
    const MEN_CAPTURE_BACKWARDS: bool = true;
    // Flying king; it must land where it can capture on, if it can: FMJD-64 art. 4.6.
    const KING: KingRange = KingRange::Flying;
    // Free choice among complete captures: FMJD-64 art. 4.
    const CHOICE: Choice = Choice::Free;
    // Crowned at once, and goes on as a king: FMJD-64 art. 4.
    const MID_CAPTURE: MidCapture = MidCapture::Promotes;
    // FMJD-64 art. 7.2, read "special before general" (docs/rules.md).
    const DRAWS: DrawRules = DrawRules::Fmjd64;
    const NAMES: SquareNames = SquareNames::Algebraic;
    const GAME_TYPE: &'static str = "25,W,8,8,A0,0";
}
