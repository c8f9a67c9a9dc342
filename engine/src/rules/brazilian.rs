//! Brazilian draughts: the rules of the 10x10 game on 64 squares (FMJD-64, IDF).

use super::{Choice, KingRange, MidCapture, Rules, SquareNames};
use crate::draws::DrawRules;
use crate::geometry::Board8;
use crate::piece::Color;
use crate::variant::Variant;

/// Brazilian draughts: the rules of the 10x10 game on 64 squares (FMJD-64, IDF).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Brazilian;

impl Rules for Brazilian {
    type Board = Board8;
    const VARIANT: Variant = Variant::Brazilian;
    // White begins: FMJD-64 art. 3; GameType 26 "W".
    const FIRST: Color = Color::White;
    const MEN_ROWS: u32 = 3;
    // Men capture forwards and backwards: FMJD-64 art. 4.
    const MEN_CAPTURE_BACKWARDS: bool = true;
    // Flying king: FMJD-64 art. 4.
    const KING: KingRange = KingRange::Flying;
    // Most pieces, a king counting as one man: Brazilian rules of FMJD-64 ("a quantidade").
    const CHOICE: Choice = Choice::MostPieces;
    // A man that can go on capturing passes the last row and stays a man: as FMJD 10x10, art. 4.
    const MID_CAPTURE: MidCapture = MidCapture::Passes;
    // FMJD-64 art. 7.2, read "special before general" (docs/rules.md).
    const DRAWS: DrawRules = DrawRules::Fmjd64;
    const NAMES: SquareNames = SquareNames::Algebraic;
    const GAME_TYPE: &'static str = "26,W,8,8,A0,0";
}
