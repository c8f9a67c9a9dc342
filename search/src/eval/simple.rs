//! The evaluation without learning: material, tempo, structure and mobility, all counted set-wise.

use super::Evaluate;
use damka_engine::rules::{KingRange, WordOf};
use damka_engine::{Color, Direction, Geometry, Position, Rules, Word};

/// Material, tempo, structure and mobility with weights set by hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simple;

/// A man, in centi-men.
const MAN: i32 = 100;
/// For each row that a man has advanced.
const ADVANCE: i32 = 2;
const BACK_ROW: i32 = 7;
const CENTRE: i32 = 4;
const RIM: i32 = -3;
const SUPPORTED: i32 = 3;
const MOBILITY: i32 = 2;
const TURN: i32 = 4;

impl<R: Rules> Evaluate<R> for Simple {
    #[inline]
    fn evaluate(&self, position: &Position<R>) -> i32 {
        let white = side::<R>(position, Color::White) - side::<R>(position, Color::Black);
        let own = if position.turn() == Color::White {
            white
        } else {
            -white
        };
        scaled::<R>(position, own + TURN)
    }
}

/// Everything that is good for one colour.
#[inline(always)]
fn side<R: Rules>(position: &Position<R>, color: Color) -> i32 {
    let pieces = position.pieces();
    let (men, kings) = (pieces.men_of(color), pieces.kings_of(color));
    let empty = pieces.empty();
    let forward = match color {
        Color::White => [Direction::UpLeft, Direction::UpRight],
        Color::Black => [Direction::DownLeft, Direction::DownRight],
    };
    let [left, right] = forward;
    let count = |set: WordOf<R>| set.count() as i32;

    let mut value = MAN * count(men) + king_value::<R>() * count(kings);
    value += ADVANCE * advance::<R>(men, color);
    let home = match color {
        Color::White => R::Board::BOTTOM,
        Color::Black => R::Board::TOP,
    };
    value += BACK_ROW * count(men & home);
    value += CENTRE * count(men & R::Board::CENTRE) + RIM * count(men & R::Board::RIM);
    // A man with a neighbour behind it cannot be taken over that neighbour's square.
    let behind_left = R::Board::shift(men, left) & men;
    let behind_right = R::Board::shift(men, right) & men;
    value += SUPPORTED * (count(behind_left) + count(behind_right));
    value += MOBILITY
        * (count(R::Board::shift(men, left) & empty) + count(R::Board::shift(men, right) & empty));
    if kings.any() {
        let steps: i32 = Direction::ALL
            .iter()
            .map(|&d| count(R::Board::shift(kings, d) & empty))
            .sum();
        value += MOBILITY * steps;
    }
    value
}

/// A king in centi-men: a flying king rules the board, a short one is a man that also walks back.
const fn king_value<R: Rules>() -> i32 {
    match R::KING {
        KingRange::Flying => 300,
        KingRange::Short => 135,
    }
}

/// Rows that the men have advanced, summed.
#[inline(always)]
fn advance<R: Rules>(men: WordOf<R>, color: Color) -> i32 {
    // Binary digits of the row number, each counted for all men at once.
    let digits = R::Board::ROW_DIGITS;
    let rows = (0..4)
        .map(|bit| ((men & digits[bit]).count() << bit) as i32)
        .sum::<i32>();
    match color {
        Color::White => (R::Board::ROWS as i32 - 1) * men.count() as i32 - rows,
        Color::Black => rows,
    }
}

/// Where few pieces are left and the weaker side has a king, an advantage seldom wins.
#[inline(always)]
fn scaled<R: Rules>(position: &Position<R>, value: i32) -> i32 {
    let pieces = position.pieces();
    if R::KING == KingRange::Short || pieces.kings().is_empty() {
        return value;
    }
    let (stronger, weaker) = if (value > 0) == (position.turn() == Color::White) {
        (Color::White, Color::Black)
    } else {
        (Color::Black, Color::White)
    };
    if pieces.kings_of(weaker).is_empty() {
        return value;
    }
    match pieces.of(stronger).count() {
        0..=2 => value / 8,
        3 => value / 3,
        _ => value * 2 / 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_engine::{Variant, with_rules};

    /// Turning the board and exchanging the colours changes nothing for the side to move.
    fn mirrored_positions_are_worth_the_same<R: Rules>() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut unequal = 0;
        for _ in 0..200 {
            let mut position = Position::<R>::start();
            for _ in 0..random.usize(5..90) {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.after(moves[random.usize(0..moves.len())]);
                let value = Simple.evaluate(&position);
                assert_eq!(value, Simple.evaluate(&position.mirrored()), "{position:?}");
                unequal += (value.abs() > 50) as u32;
            }
        }
        assert!(unequal > 100, "the evaluation tells positions apart");
    }

    #[test]
    fn symmetry() {
        for variant in Variant::ALL {
            with_rules!(variant, R => mirrored_positions_are_worth_the_same::<R>());
        }
    }
}
