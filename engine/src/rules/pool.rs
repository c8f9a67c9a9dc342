//! American pool checkers (APCA).

use super::{Choice, KingRange, MidCapture, Rules, SquareNames};
use crate::draws::DrawRules;
use crate::geometry::Board8;
use crate::piece::Color;
use crate::variant::Variant;

/// American pool checkers (APCA).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Pool;

impl Rules for Pool {
    type Board = Board8;
    const VARIANT: Variant = Variant::Pool;
    // Black begins: APCA rules; GameType 23 "B".
    const FIRST: Color = Color::Black;
    const MEN_ROWS: u32 = 3;
    // Men capture forwards and backwards: APCA rules.
    const MEN_CAPTURE_BACKWARDS: bool = true;
    // Flying king: APCA rules.
    const KING: KingRange = KingRange::Flying;
    // Any complete capture: APCA rules.
    const CHOICE: Choice = Choice::Free;
    // A man that can go on capturing does so as a man: APCA rules.
    const MID_CAPTURE: MidCapture = MidCapture::Passes;
    // Threefold repetition and 15 king moves (art. 26 as cited by dctl).
    const DRAWS: DrawRules = DrawRules::Pool;
    const NAMES: SquareNames = SquareNames::Numeric;
    const GAME_TYPE: &'static str = "23,B,8,8,N1,0";
}
