//! English draughts, also called American or straight checkers (WCDF, ACF).

use super::{Choice, KingRange, MidCapture, Rules, SquareNames};
use crate::draws::DrawRules;
use crate::geometry::Board8;
use crate::piece::Color;
use crate::variant::Variant;

/// English draughts, also called American or straight checkers (WCDF, ACF).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct English;

impl Rules for English {
    type Board = Board8;
    const VARIANT: Variant = Variant::English;
    // Black (the darker pieces) begins: WCDF rules; GameType 21 "B".
    const FIRST: Color = Color::Black;
    const MEN_ROWS: u32 = 3;
    // Men capture forwards only: WCDF rules, ordinary move and capture.
    const MEN_CAPTURE_BACKWARDS: bool = false;
    // One square in any direction: WCDF rules.
    const KING: KingRange = KingRange::Short;
    // Any capture, but completed: WCDF rules (huffing is abolished).
    const CHOICE: Choice = Choice::Free;
    // The move ends when a man is crowned: WCDF rules.
    const MID_CAPTURE: MidCapture = MidCapture::Stops;
    // WCDF rules 1.32.1 and 1.32.2.
    const DRAWS: DrawRules = DrawRules::Wcdf;
    const NAMES: SquareNames = SquareNames::Numeric;
    const GAME_TYPE: &'static str = "21,B,8,8,N1,0";
}
