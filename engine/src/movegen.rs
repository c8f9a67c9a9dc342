//! Move generation on bitboards: what a side may play, and how many moves that is.
//!
//! Quiet moves of men, and their captures of one piece, are found for all men at once by shifts
//! ([`jumps`](crate::jumps)). Only longer captures and those of kings are walked one by one, in
//! [`capture`](crate::capture).

use crate::capture;
use crate::geometry::{Direction, Geometry};
use crate::jumps::Jumps;
use crate::moves::{MoveList, Step};
use crate::pieces::Pieces;
use crate::rules::{KingRange, Rules, WordOf};
use crate::side::Side;
use crate::word::Word;
use std::ops::ControlFlow;

/// What men of side `S` can jump.
#[inline(always)]
fn jumps<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> Jumps<R, S> {
    Jumps::new(
        pieces.men_of(S::COLOR),
        pieces.of(S::Other::COLOR),
        pieces.empty(),
    )
}

/// Whether side `S` can capture.
#[inline(always)]
pub fn has_capture<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> bool {
    let kings = pieces.kings_of(S::COLOR);
    jumps::<R, S>(pieces).any() || (kings.any() && kings_can_capture::<R, S>(pieces))
}

/// Whether a king of side `S` can capture.
#[inline(never)]
fn kings_can_capture<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> bool {
    let kings = pieces.kings_of(S::COLOR);
    let (victims, empty) = (pieces.of(S::Other::COLOR), pieces.empty());
    Direction::ALL.into_iter().any(|direction| {
        let open = victims & R::Board::shift(empty, direction.opposite());
        let mut front = R::Board::shift(kings, direction);
        if R::KING == KingRange::Flying {
            let mut moving = front & empty;
            while moving.any() {
                moving = R::Board::shift(moving, direction);
                front |= moving;
                moving &= empty;
            }
        }
        (front & open).any()
    })
}

/// Appends the legal captures of side `S`, each once.
#[inline]
pub fn captures<R: Rules, S: Side>(pieces: &Pieces<R::Board>, list: &mut MoveList<R::Board>) {
    let jumps = jumps::<R, S>(pieces);
    if pieces.kings_of(S::COLOR).any() {
        if jumps.any() || kings_can_capture::<R, S>(pieces) {
            capture::list::<R, S>(pieces, list);
        }
    } else if jumps.any() {
        let visit = |step: Step<WordOf<R>>| {
            list.push(step.into());
            ControlFlow::Continue(())
        };
        if jumps.visit(visit).is_none() {
            capture::list::<R, S>(pieces, list);
        }
    }
}

/// Shows every legal capture of side `S` to `visit` until it breaks. `None` if there is no capture.
#[inline(always)]
pub(crate) fn visit_captures<R: Rules, S: Side>(
    pieces: &Pieces<R::Board>,
    mut visit: impl FnMut(Step<WordOf<R>>) -> ControlFlow<()>,
) -> Option<ControlFlow<()>> {
    let jumps = jumps::<R, S>(pieces);
    if pieces.kings_of(S::COLOR).any() {
        if !jumps.any() && !kings_can_capture::<R, S>(pieces) {
            return None;
        }
    } else {
        if !jumps.any() {
            return None;
        }
        // This is so common that it pays to be quick.
        if let Some(mut ends) = jumps.single_ends() {
            while ends.any() {
                let to = ends.lowest_only();
                ends = ends.without_lowest();
                if visit(jumps.single(to)).is_break() {
                    return Some(ControlFlow::Break(()));
                }
            }
            return Some(ControlFlow::Continue(()));
        }
        if let Some(done) = jumps.visit(&mut visit) {
            return Some(done);
        }
    }
    let mut list = MoveList::new();
    capture::list::<R, S>(pieces, &mut list);
    Some(list.iter().try_for_each(|mv| visit(mv.step())))
}

/// Shows every quiet move of side `S` to `visit` until it breaks. Captures are not looked for.
#[inline(always)]
pub(crate) fn visit_quiet<R: Rules, S: Side>(
    pieces: &Pieces<R::Board>,
    mut visit: impl FnMut(Step<WordOf<R>>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let empty = pieces.empty();
    let men = pieces.men_of(S::COLOR);
    let crown = S::crown_row::<R::Board>();
    for &direction in &S::DIRECTIONS[..2] {
        let mut targets = R::Board::shift(men, direction) & empty;
        while targets.any() {
            let to = targets.lowest_only();
            targets = targets.without_lowest();
            visit(Step {
                from: R::Board::shift(to, direction.opposite()),
                to,
                captured: Word::EMPTY,
                promotes: (to & crown).any(),
            })?;
        }
    }
    let kings = pieces.kings_of(S::COLOR);
    if kings.any() {
        visit_quiet_kings::<R, S>(kings, empty, visit)
    } else {
        ControlFlow::Continue(())
    }
}

/// Shows every quiet move of the kings of side `S` to `visit` until it breaks.
#[inline]
pub(crate) fn visit_quiet_kings<R: Rules, S: Side>(
    kings: WordOf<R>,
    empty: WordOf<R>,
    mut visit: impl FnMut(Step<WordOf<R>>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut left = kings;
    while left.any() {
        let from = left.lowest_only();
        left = left.without_lowest();
        for direction in S::DIRECTIONS {
            let mut to = R::Board::shift(from, direction) & empty;
            while to.any() {
                visit(Step {
                    from,
                    to,
                    captured: Word::EMPTY,
                    promotes: false,
                })?;
                if R::KING == KingRange::Short {
                    break;
                }
                to = R::Board::shift(to, direction) & empty;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Shows every legal move of side `S` to `visit` until it breaks.
#[inline(always)]
pub(crate) fn visit_moves<R: Rules, S: Side>(
    pieces: &Pieces<R::Board>,
    mut visit: impl FnMut(Step<WordOf<R>>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match visit_captures::<R, S>(pieces, &mut visit) {
        Some(done) => done,
        None => visit_quiet::<R, S>(pieces, &mut visit),
    }
}

/// All legal moves of side `S`.
pub fn legal_moves<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> MoveList<R::Board> {
    let mut list = MoveList::new();
    let _ = visit_moves::<R, S>(pieces, |step| {
        list.push(step.into());
        ControlFlow::Continue(())
    });
    list
}

/// Whether side `S` has a legal move.
pub fn has_moves<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> bool {
    has_capture::<R, S>(pieces)
        || visit_quiet::<R, S>(pieces, |_| ControlFlow::Break(())).is_break()
}

/// Number of quiet moves of side `S`. Captures are not looked for.
#[inline(always)]
pub fn count_quiet<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> u64 {
    let empty = pieces.empty();
    let men = pieces.men_of(S::COLOR);
    let [left, right, ..] = S::DIRECTIONS;
    let by_men = (R::Board::shift(men, left) & empty).count()
        + (R::Board::shift(men, right) & empty).count();
    let kings = pieces.kings_of(S::COLOR);
    let mut by_kings = 0;
    if kings.any() {
        by_kings = count_quiet_kings::<R>(kings, empty);
    }
    (by_men + by_kings) as u64
}

fn count_quiet_kings<R: Rules>(kings: WordOf<R>, empty: WordOf<R>) -> u32 {
    let mut count = 0;
    for direction in Direction::ALL {
        let mut front = R::Board::shift(kings, direction) & empty;
        while front.any() {
            count += front.count();
            if R::KING == KingRange::Short {
                break;
            }
            front = R::Board::shift(front, direction) & empty;
        }
    }
    count
}

/// Number of legal moves of side `S`, without making a list where that can be avoided.
#[inline(always)]
pub fn count_moves<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> u64 {
    let jumps = jumps::<R, S>(pieces);
    if pieces.kings_of(S::COLOR).any() {
        return if jumps.any() || kings_can_capture::<R, S>(pieces) {
            capture::count::<R, S>(pieces)
        } else {
            count_quiet::<R, S>(pieces)
        };
    }
    if jumps.any() {
        match jumps.count() {
            Some(count) => count as u64,
            None => capture::count::<R, S>(pieces),
        }
    } else {
        count_quiet::<R, S>(pieces)
    }
}

/// Number of legal moves of side `S` when each order of victims from a square counts
/// ("raw" counting: from, to and the sequence of direction and victim of each jump).
pub fn count_paths<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> u64 {
    if has_capture::<R, S>(pieces) {
        capture::count_ways::<R, S>(pieces)
    } else {
        count_quiet::<R, S>(pieces)
    }
}
