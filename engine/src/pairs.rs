//! Two plies counted at once: the number of replies to all moves of a side, without making the moves.
//!
//! A quiet move of a man changes two squares, so most of what the other side can do after it is known before it
//! is made: its quiet moves change only next to the two squares, and a capture that was not there before either
//! takes the man that moved or lands on the square that it left. Both are found for all men at once by shifts.
//! Only moves after which a capture may go on for a second jump are made and counted one by one.

use crate::geometry::{Direction, Geometry};
use crate::jumps::man_capture_directions;
use crate::movegen;
use crate::moves::Step;
use crate::pieces::Pieces;
use crate::rules::{MidCapture, Rules, WordOf};
use crate::side::Side;
use crate::word::Word;
use std::ops::ControlFlow;

/// Number of positions after a move of side `S` and a reply.
pub(crate) fn count<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> u64 {
    let mut total = 0;
    let visit = |step| {
        total += replies::<R, S>(pieces, step);
        ControlFlow::Continue(())
    };
    if movegen::visit_captures::<R, S>(pieces, visit).is_some() {
        return total;
    }
    if pieces.kings_of(S::Other::COLOR).any() || pieces.kings_of(S::COLOR).any() {
        return one_by_one::<R, S>(pieces);
    }
    after_men::<R, S>(pieces)
}

/// Number of replies to one move.
#[inline(never)]
fn replies<R: Rules, S: Side>(pieces: &Pieces<R::Board>, step: Step<WordOf<R>>) -> u64 {
    movegen::count_moves::<R, S::Other>(&pieces.after_step::<S>(step))
}

fn one_by_one<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> u64 {
    let mut total = 0;
    let _ = movegen::visit_quiet::<R, S>(pieces, |step| {
        total += replies::<R, S>(pieces, step);
        ControlFlow::Continue(())
    });
    total
}

fn after_men<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> u64 {
    let (own, other) = (pieces.of(S::COLOR), pieces.of(S::Other::COLOR));
    let (men, empty) = (pieces.men_of(S::COLOR), pieces.empty());
    let near = Direction::ALL.map(|c| R::Board::shift(other, c));
    let mut onward = match R::MID_CAPTURE {
        MidCapture::Promotes => S::Other::crown_row::<R::Board>(),
        _ => WordOf::<R>::EMPTY,
    };
    let mut leaving = WordOf::<R>::EMPTY;
    for &c in man_capture_directions::<R, S::Other>() {
        onward |= R::Board::shift(own & R::Board::shift(empty, c.opposite()), c.opposite());
        leaving |= R::Board::shift(near[c as usize] & own, c);
    }
    if (leaving & empty).any() {
        return one_by_one::<R, S>(pieces);
    }
    let [e0, e1, ..] = S::Other::DIRECTIONS;
    let quiet = (near[e0 as usize] & empty).count() + (near[e1 as usize] & empty).count();
    let mut total = 0;
    for &d in &S::DIRECTIONS[..2] {
        let back = d.opposite();
        let targets = R::Board::shift(men, d) & empty;
        let vacated = targets & R::Board::shift(leaving, d);
        let mut taking = vacated;
        let mut longer = vacated & R::Board::shift(onward, d);
        if R::MEN_CAPTURE_BACKWARDS {
            longer |= vacated & R::Board::shift(empty, back);
        }
        let victims = |c: Direction| {
            let near = near[c as usize] & targets;
            if c == back {
                near
            } else {
                near & R::Board::shift(empty, c.opposite())
            }
        };
        for &c in man_capture_directions::<R, S::Other>() {
            taking |= victims(c);
            longer |= victims(c) & R::Board::shift(onward, c.opposite());
        }
        let calm = targets & !taking;
        let e = if e0 == back { e1 } else { e0 };
        total += (calm.count() * quiet) as i64;
        total -= (calm & near[e as usize]).count() as i64;
        total += (R::Board::shift(calm, back) & near[e as usize]).count() as i64;

        let single = !longer;
        for &c in man_capture_directions::<R, S::Other>() {
            total += (victims(c) & single).count() as i64;
            if c != back {
                let landing = R::Board::shift(near[c as usize] & own, c);
                total += (targets & R::Board::shift(landing, d) & single).count() as i64;
            }
        }
        let mut rest = longer;
        while rest.any() {
            let to = rest.lowest_only();
            rest = rest.without_lowest();
            total += replies::<R, S>(
                pieces,
                Step {
                    from: R::Board::shift(to, back),
                    to,
                    captured: Word::EMPTY,
                    promotes: (to & S::crown_row::<R::Board>()).any(),
                },
            ) as i64;
        }
    }
    total as u64
}
