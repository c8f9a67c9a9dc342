//! Move generation on bitboards: what a side may play, and how many moves that is.
//!
//! Quiet moves of men and the question whether anything can be captured are answered for all men at once, by
//! shifts. Only captures that may be long (two jumps or more, or a flying king) are walked one by one, in
//! [`capture`](crate::capture).

use crate::capture;
use crate::geometry::{Direction, Geometry};
use crate::moves::{Move, MoveList};
use crate::pieces::Pieces;
use crate::rules::{KingRange, Rules};
use crate::side::Side;
use crate::word::Word;
use std::ops::ControlFlow;

/// The directions in which men of side `S` capture.
#[inline(always)]
pub(crate) fn man_capture_directions<R: Rules, S: Side>() -> &'static [Direction] {
    let all: &'static [Direction; 4] = const { &S::DIRECTIONS };
    if R::MEN_CAPTURE_BACKWARDS {
        all
    } else {
        &all[..2]
    }
}

/// Those of `set` that can jump an adjacent piece of `victims` onto a square of `empty`.
#[inline(always)]
pub(crate) fn jumpers<G: Geometry>(
    set: G::Word,
    victims: G::Word,
    empty: G::Word,
    direction: Direction,
) -> G::Word {
    let back = direction.opposite();
    set & G::shift(victims & G::shift(empty, back), back)
}

/// Whether a flying king of `kings` can capture.
#[inline]
fn flying_can_capture<G: Geometry>(kings: G::Word, victims: G::Word, empty: G::Word) -> bool {
    Direction::ALL.into_iter().any(|direction| {
        let jumpable = victims & G::shift(empty, direction.opposite());
        let mut front = kings;
        while front.any() {
            front = G::shift(front, direction);
            if (front & jumpable).any() {
                return true;
            }
            front &= empty;
        }
        false
    })
}

/// Whether side `S` can capture.
#[inline(always)]
pub fn has_capture<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> bool {
    let (men, kings) = (pieces.men_of(S::COLOR), pieces.kings_of(S::COLOR));
    let (victims, empty) = (pieces.of(S::Other::COLOR), pieces.empty());
    let by_man = man_capture_directions::<R, S>()
        .iter()
        .any(|&direction| jumpers::<R::Board>(men, victims, empty, direction).any());
    by_man || (kings.any() && kings_can_capture::<R>(kings, victims, empty))
}

#[inline]
fn kings_can_capture<R: Rules>(kings: WordOf<R>, victims: WordOf<R>, empty: WordOf<R>) -> bool {
    match R::KING {
        KingRange::Short => Direction::ALL
            .into_iter()
            .any(|direction| jumpers::<R::Board>(kings, victims, empty, direction).any()),
        KingRange::Flying => flying_can_capture::<R::Board>(kings, victims, empty),
    }
}

use crate::rules::WordOf;

/// Appends the legal captures of side `S`, each once.
pub fn captures<R: Rules, S: Side>(pieces: &Pieces<R::Board>, list: &mut MoveList<R::Board>) {
    capture::collect::<R, S, true>(pieces, list);
}

/// Shows every quiet move of side `S` to `visit` until it breaks. Captures are not looked for.
#[inline(always)]
pub fn visit_quiet<R: Rules, S: Side>(
    pieces: &Pieces<R::Board>,
    mut visit: impl FnMut(Move<R::Board>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let empty = pieces.empty();
    let men = pieces.men_of(S::COLOR);
    let crown = S::crown_row::<R::Board>();
    for &direction in &S::DIRECTIONS[..2] {
        let back = direction.opposite();
        let mut targets = R::Board::shift(men, direction) & empty;
        while targets.any() {
            let to = targets.lowest_only();
            targets = targets.without_lowest();
            let from = R::Board::shift(to, back);
            visit(Move::new(
                from.lowest(),
                to.lowest(),
                Word::EMPTY,
                (to & crown).any(),
            ))?;
        }
    }
    let kings = pieces.kings_of(S::COLOR);
    if kings.any() {
        visit_quiet_kings::<R, S>(kings, empty, visit)
    } else {
        ControlFlow::Continue(())
    }
}

#[inline]
fn visit_quiet_kings<R: Rules, S: Side>(
    kings: WordOf<R>,
    empty: WordOf<R>,
    mut visit: impl FnMut(Move<R::Board>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for from in kings.indices() {
        for direction in S::DIRECTIONS {
            let mut to = R::Board::shift(Word::bit(from), direction) & empty;
            while to.any() {
                visit(Move::new(from, to.lowest(), Word::EMPTY, false))?;
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
pub fn visit_moves<R: Rules, S: Side>(
    pieces: &Pieces<R::Board>,
    mut visit: impl FnMut(Move<R::Board>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if has_capture::<R, S>(pieces) {
        let mut list = MoveList::new();
        captures::<R, S>(pieces, &mut list);
        list.into_iter().try_for_each(visit)
    } else {
        visit_quiet::<R, S>(pieces, &mut visit)
    }
}

/// All legal moves of side `S`.
pub fn legal_moves<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> MoveList<R::Board> {
    let mut list = MoveList::new();
    if has_capture::<R, S>(pieces) {
        captures::<R, S>(pieces, &mut list);
    } else {
        let _ = visit_quiet::<R, S>(pieces, |mv| {
            list.push(mv);
            ControlFlow::Continue(())
        });
    }
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
    match capture::count_single::<R, S>(pieces) {
        capture::Count::None => count_quiet::<R, S>(pieces),
        capture::Count::Single(count) => count as u64,
        capture::Count::Unknown => capture::count_listed::<R, S>(pieces),
    }
}

/// Number of legal moves of side `S` when each order of victims from a square counts
/// ("raw" counting: from, to and the sequence of direction and victim of each jump).
pub fn count_paths<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> u64 {
    if has_capture::<R, S>(pieces) {
        let mut list = MoveList::new();
        capture::collect::<R, S, false>(pieces, &mut list);
        list.len() as u64
    } else {
        count_quiet::<R, S>(pieces)
    }
}
