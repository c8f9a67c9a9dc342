//! International draughts on 100 squares (FMJD, Annex 1 to the competition rules).

use super::{Choice, KingRange, MidCapture, Rules, SquareNames};
use crate::draws::DrawRules;
use crate::geometry::Board10;
use crate::piece::Color;
use crate::variant::Variant;

/// International draughts on 100 squares (FMJD, Annex 1 to the competition rules).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct International;

impl Rules for International {
    type Board = Board10;
    const VARIANT: Variant = Variant::International;
    // White begins: FMJD Annex 1, art. 2.
    const FIRST: Color = Color::White;
    const MEN_ROWS: u32 = 4;
    // FMJD Annex 1, art. 4.2.
    const MEN_CAPTURE_BACKWARDS: bool = true;
    // FMJD Annex 1, art. 4.3.
    const KING: KingRange = KingRange::Flying;
    // The most pieces, whatever their rank: FMJD Annex 1, art. 4.13.
    const CHOICE: Choice = Choice::MostPieces;
    // A man that only passes the last row is not crowned: FMJD Annex 1, art. 3 and 4.
    const MID_CAPTURE: MidCapture = MidCapture::Passes;
    // FMJD Annex 1, art. 6.
    const DRAWS: DrawRules = DrawRules::Fmjd100;
    const NAMES: SquareNames = SquareNames::Numeric;
    const GAME_TYPE: &'static str = "20,W,10,10,N2,0";
}
