//! Two plies counted at once: the number of replies to all moves of a side, without making the moves.
//!
//! A quiet move of a man changes two squares, so most of what the other side can do after it is known before it
//! is made: its quiet moves change only next to the two squares, and a capture that was not there before either
//! takes the man that moved or lands on the square that it left. Both are found for all men at once by shifts.
//! Where a capture may go on for a second jump, that jump is looked up in sets shared by all moves as well. What may
//! be longer still is made and counted one by one, and so are captures, moves of kings, and all moves while the
//! other side has kings.

use crate::capture::{self, man_capture_directions};
use crate::fan::Fan;
use crate::geometry::{Direction, Geometry};
use crate::jumps::{Jumps, before_jumps, crowned_in_between, ended};
use crate::movegen;
use crate::moves::Step;
use crate::pieces::Pieces;
use crate::rules::{Rules, WordOf};
use crate::side::Side;
use crate::word::Word;
use std::marker::PhantomData;
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
    if pieces.kings_of(S::Other::COLOR).any() {
        return one_by_one::<R, S>(pieces);
    }
    let [left, right, ..] = S::DIRECTIONS;
    let replies = Replies::<R, S>::new(pieces);
    let mut total = if replies.threatened() {
        replies_to_threatened::<R, S>(pieces)
    } else {
        replies.count::<false>(left) + replies.count::<false>(right)
    };
    if pieces.kings_of(S::COLOR).any() {
        total += kings_one_by_one::<R, S>(pieces);
    }
    total
}

/// Number of replies to one move.
#[inline(never)]
fn replies<R: Rules, S: Side>(pieces: &Pieces<R::Board>, step: Step<WordOf<R>>) -> u64 {
    movegen::count_moves::<R, S::Other>(&pieces.after_step::<S>(step))
}

/// Number of captures of the other side, which has no kings, after a quiet move of a man to which it has captures.
#[inline(never)]
fn captures_after<R: Rules, S: Side>(
    pieces: &Pieces<R::Board>,
    from: WordOf<R>,
    to: WordOf<R>,
) -> u64 {
    let changed = from | to;
    let own = pieces.of(S::COLOR) ^ changed;
    let empty = pieces.empty() ^ changed;
    let jumps = Jumps::<R, S::Other>::new(pieces.of(S::Other::COLOR), own, empty);
    if let Some(count) = jumps.count() {
        return count as u64;
    }
    let step = Step {
        from,
        to,
        captured: Word::EMPTY,
        promotes: (to & S::crown_row::<R::Board>()).any(),
    };
    capture::count::<R, S::Other>(&pieces.after_step::<S>(step))
}

/// Number of replies to all quiet moves of men when the other side has captures already: rare, and kept apart so
/// that the common case stays in registers.
#[inline(never)]
fn replies_to_threatened<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> u64 {
    let [left, right, ..] = S::DIRECTIONS;
    let replies = Replies::<R, S>::new(pieces);
    replies.count::<true>(left) + replies.count::<true>(right)
}

#[inline(never)]
fn one_by_one<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> u64 {
    let mut total = 0;
    let _ = movegen::visit_quiet::<R, S>(pieces, |step| {
        total += replies::<R, S>(pieces, step);
        ControlFlow::Continue(())
    });
    total
}

#[inline(never)]
fn kings_one_by_one<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> u64 {
    let mut total = 0;
    let kings = pieces.kings_of(S::COLOR);
    let _ = movegen::visit_quiet_kings::<R, S>(kings, pieces.empty(), |step| {
        total += replies::<R, S>(pieces, step);
        ControlFlow::Continue(())
    });
    total
}

/// What the replies to all quiet moves of men of side `S` have in common. The other side, which replies, has no
/// kings.
struct Replies<'a, R: Rules, S> {
    pieces: &'a Pieces<R::Board>,
    men: WordOf<R>,
    empty: WordOf<R>,
    /// Number of quiet moves of the other side, if nothing changed.
    quiet: u32,
    /// Squares next to a piece of the other side, by the direction from it.
    near: Fan<R::Board>,
    /// Squares on which a piece of `S` could be jumped, by the direction of the jump.
    exposed: Fan<R::Board>,
    /// Squares to which a piece of the other side could jump if they were empty, by the direction of the jump.
    landing: Fan<R::Board>,
    /// Squares from which a man of the other side could jump, by the direction of the jump.
    onward: Fan<R::Board>,
    side: PhantomData<S>,
}

impl<'a, R: Rules, S: Side> Replies<'a, R, S> {
    #[inline(always)]
    fn new(pieces: &'a Pieces<R::Board>) -> Self {
        let (own, other) = (pieces.of(S::COLOR), pieces.of(S::Other::COLOR));
        let empty = pieces.empty();
        let near = Fan::<R::Board>::all(other).step();
        let open = Fan::all(empty)
            .step_back()
            .where_men_capture::<R, S::Other>();
        let landing = (near & Fan::all(own))
            .where_men_capture::<R, S::Other>()
            .step();
        let [left, right, ..] = S::Other::DIRECTIONS;
        Replies {
            pieces,
            men: pieces.men_of(S::COLOR),
            empty,
            quiet: (near.of(left) & empty).count() + (near.of(right) & empty).count(),
            near,
            exposed: near & open,
            landing,
            onward: before_jumps::<R, S::Other>(open & Fan::all(own)),
            side: PhantomData,
        }
    }

    /// Whether the other side has captures already.
    #[inline(always)]
    fn threatened(&self) -> bool {
        (self.landing.union() & self.empty).any()
    }

    /// Number of replies to all quiet moves of men in one direction.
    #[inline(always)]
    fn count<const THREATENED: bool>(&self, direction: Direction) -> u64 {
        let back = direction.opposite();
        let targets = R::Board::shift(self.men, direction) & self.empty;
        // The man that moves can be jumped on its new square, by a man that passes across its way or by one before it.
        // That one arrives on the square that was left, and others may arrive there over other men.
        let passing = self.exposed.across(direction) & Fan::all(targets);
        let landing = self.landing.shift(direction);
        let arriving = landing.with(back, self.near.of(back)) & Fan::all(targets);
        let arrived = arriving.union();
        let mut taking = passing.union() | arrived;
        let onward = self.goes_on();
        let mut longer = (passing & Fan::all(onward).step_back()).union()
            | (arrived & R::Board::shift(onward, direction));
        if R::MEN_CAPTURE_BACKWARDS {
            longer |= arrived & R::Board::shift(self.empty, back);
        }
        if THREATENED {
            let (stay, go_on) = self.threats(direction, targets);
            taking |= stay;
            longer |= go_on;
        }

        // After the others the quiet moves are those of now, less those to the new square of the man, and more
        // those to its old one. From straight before it there are none: that would be a capture.
        let calm = targets & !taking;
        let [left, right, ..] = S::Other::DIRECTIONS;
        let aside = self.near.of(if left == back { right } else { left });
        let mut total = (calm.count() * self.quiet) as u64;
        total += (R::Board::shift(calm, back) & aside).count() as u64;
        total -= (calm & aside).count() as u64;

        let single = targets & !longer;
        total += (passing & Fan::all(single)).count() as u64;
        total += (arriving & Fan::all(single)).count() as u64;
        if THREATENED {
            total += self.count_threats(direction, single);
        }
        let meeting = arriving.overlap();
        while longer.any() {
            let to = longer.lowest_only();
            longer = longer.without_lowest();
            let from = R::Board::shift(to, back);
            let counted = if THREATENED || (meeting & to).any() {
                None
            } else {
                let arrived = R::Board::shift(arrived & to, back);
                let passed = (passing & Fan::all(to)).step().union();
                self.count_twice(direction, from, arrived | passed)
            };
            total +=
                counted.map_or_else(|| captures_after::<R, S>(self.pieces, from, to), u64::from);
        }
        total
    }

    /// The squares from which a man of the other side may go on capturing.
    #[inline(always)]
    fn goes_on(&self) -> WordOf<R> {
        self.onward.union() | crowned_in_between::<R, S::Other>()
    }

    /// Number of captures after a man has moved in a direction from `from`, when each has `landed` on a square of its
    /// own with the first jump; `None` if one may take more than two pieces or crowns a man.
    ///
    /// The second jump is one that was open before the move. For it to differ it would have to pass or land on a
    /// square that has changed; but the landings of one capture lie two rows and files apart, so it could only go
    /// back to where it was. The one exception: from the square left it can go over the man that left it.
    #[inline(always)]
    fn count_twice(&self, direction: Direction, from: WordOf<R>, landed: WordOf<R>) -> Option<u32> {
        let mut jumping = self.onward & Fan::all(landed);
        if R::MEN_CAPTURE_BACKWARDS {
            let free_behind = Fan::<R::Board>::all(self.empty).step_back().step_back();
            let after = landed & from & free_behind.of(direction);
            jumping = jumping.with(direction, jumping.of(direction) | after);
        }
        let second = jumping.step().step();
        let crowned = (landed | second.union()) & crowned_in_between::<R, S::Other>();
        let third = (second.turning() & self.onward).union();
        if (crowned | third).any() {
            return None;
        }
        Some(ended::<R>(landed, jumping.union()) + second.count())
    }

    /// Of the moves in one direction to `targets`: those after which a capture that the other side has now is
    /// still there, and those of them after which it may go on for a second jump.
    #[inline(never)]
    fn threats(&self, direction: Direction, targets: WordOf<R>) -> (WordOf<R>, WordOf<R>) {
        let own = self.pieces.of(S::COLOR);
        let (mut stay, mut go_on) = (WordOf::<R>::EMPTY, WordOf::<R>::EMPTY);
        self.for_each_threat(|over, to| {
            let stays = targets & !Self::ends(over, to, direction);
            stay |= stays;
            if (to & self.goes_on()).any() {
                go_on |= stays;
                return;
            }
            for &next in man_capture_directions::<R, S::Other>() {
                // The man may step before the piece that has captured, or leave the square behind a neighbour.
                let second = R::Board::shift(to, next);
                let behind = R::Board::shift(second & own, next);
                go_on |= stays & (second | R::Board::shift(behind, direction));
            }
        });
        (stay, go_on)
    }

    /// Number of captures that the other side has now and still has after moves to `targets`, over all of these.
    #[inline(never)]
    fn count_threats(&self, direction: Direction, targets: WordOf<R>) -> u64 {
        let mut total = 0;
        self.for_each_threat(|over, to| {
            total += (targets & !Self::ends(over, to, direction)).count() as u64;
        });
        total
    }

    /// The moves that end the threat to jump `over` a piece and land on `to`.
    #[inline(always)]
    fn ends(over: WordOf<R>, to: WordOf<R>, direction: Direction) -> WordOf<R> {
        to | R::Board::shift(over, direction)
    }

    #[inline(always)]
    fn for_each_threat(&self, mut visit: impl FnMut(WordOf<R>, WordOf<R>)) {
        for &way in man_capture_directions::<R, S::Other>() {
            let mut landing = self.landing.of(way) & self.empty;
            while landing.any() {
                let to = landing.lowest_only();
                landing = landing.without_lowest();
                visit(R::Board::shift(to, way.opposite()), to);
            }
        }
    }
}
