//! The evaluation without learning: a few things that players count, each with a weight.
//!
//! Everything is counted set-wise, without a loop over pieces. What a thing is worth depends on how many pieces
//! are left; the weights stand in [`weights`](super::weights).

use super::Evaluate;
use super::weights::Weights;
use crate::score::Score;
use damka_engine::rules::{KingRange, WordOf};
use damka_engine::{Color, Direction, Geometry, Position, Rules, Word};

/// The things that are counted, for one colour less the other.
///
/// A man with a neighbour behind him cannot be taken over that neighbour's square.
pub const FEATURES: [&str; 13] = [
    "men",
    "kings",
    "a king at all",
    "rows that men have advanced",
    "men on the home row",
    "men on the rim",
    "neighbours behind men",
    "men that can step forward",
    "men one row from being crowned",
    "men two rows from it",
    "steps of kings",
    "men more on one wing than on the other",
    "the turn",
];

/// An evaluation by the counts of [`features`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Simple;

impl<R: Rules> Evaluate<R> for Simple {
    #[inline]
    fn evaluate(&self, position: &Position<R>) -> i32 {
        let weights = const { Weights::of(R::VARIANT) };
        let (mut full, mut bare) = (0, 0);
        for (count, [many, few]) in features(position).into_iter().zip(weights.0) {
            full += count * many as i32;
            bare += count * few as i32;
        }
        let left = position.pieces().occupied().count() as i32;
        let all = (2 * R::MEN_ROWS * R::Board::HALF) as i32;
        let white = (full * left + bare * (all - left)) / all;
        let own = if position.turn() == Color::White {
            white
        } else {
            -white
        };
        scaled::<R>(position, own).clamp(-Score::MAX_EVAL, Score::MAX_EVAL)
    }
}

/// How much more White has of everything that is counted.
#[inline(always)]
pub fn features<R: Rules>(position: &Position<R>) -> [i32; FEATURES.len()] {
    let white = side::<R>(position, Color::White);
    let black = side::<R>(position, Color::Black);
    let mut difference: [i32; FEATURES.len()] = std::array::from_fn(|i| white[i] - black[i]);
    difference[FEATURES.len() - 1] = match position.turn() {
        Color::White => 1,
        Color::Black => -1,
    };
    difference
}

/// What one colour has.
#[inline(always)]
fn side<R: Rules>(position: &Position<R>, color: Color) -> [i32; FEATURES.len()] {
    let pieces = position.pieces();
    let (men, kings) = (pieces.men_of(color), pieces.kings_of(color));
    let empty = pieces.empty();
    let (home, goal, forward) = match color {
        Color::White => (
            R::Board::BOTTOM,
            R::Board::TOP,
            [Direction::UpLeft, Direction::UpRight],
        ),
        Color::Black => (
            R::Board::TOP,
            R::Board::BOTTOM,
            [Direction::DownLeft, Direction::DownRight],
        ),
    };
    let [left, right] = forward;
    let [back_right, back_left] = forward.map(Direction::opposite);
    let count = |set: WordOf<R>| set.count() as i32;
    let before = |set| R::Board::shift(set, back_left) | R::Board::shift(set, back_right);

    let last = before(goal);
    let supported = |direction| count(R::Board::shift(men, direction) & men);
    let steps = if kings.any() {
        let step = |direction| count(R::Board::shift(kings, direction) & empty);
        Direction::ALL.map(step).iter().sum()
    } else {
        0
    };
    let on_left = count(men & R::Board::LEFT);
    let all = count(men);
    [
        all,
        count(kings),
        kings.any() as i32,
        advance::<R>(men, color),
        count(men & home),
        count(men & R::Board::RIM),
        supported(left) + supported(right),
        count(men & before(empty)),
        count(men & last),
        count(men & before(last)),
        steps,
        (2 * on_left - all).abs(),
        0,
    ]
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
