//! The jumps of all men of a side at once, by shifts: enough to count and to play most captures.
//!
//! Longer captures, and those of kings, are walked one by one in [`capture`](crate::capture).

use crate::fan::Fan;
use crate::geometry::{Direction, Geometry};
use crate::moves::Step;
use crate::rules::{Choice, KingRange, MidCapture, Rules, WordOf};
use crate::side::Side;
use crate::word::Word;
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The squares on which a man becomes a king that may go on capturing.
#[inline(always)]
pub(crate) fn crowned_in_between<R: Rules, S: Side>() -> WordOf<R> {
    match R::MID_CAPTURE {
        MidCapture::Promotes => S::crown_row::<R::Board>(),
        MidCapture::Passes | MidCapture::Stops => WordOf::<R>::EMPTY,
    }
}

/// What men of side `S` can jump.
pub(crate) struct Jumps<R: Rules, S> {
    victims: WordOf<R>,
    empty: WordOf<R>,
    /// Pieces of the other side with a free square behind them, by direction of the jump.
    open: Fan<R::Board>,
    /// Those of them that a man can jump.
    jumped: Fan<R::Board>,
    side: PhantomData<S>,
}

impl<R: Rules, S: Side> Jumps<R, S> {
    #[inline(always)]
    pub(crate) fn new(men: WordOf<R>, victims: WordOf<R>, empty: WordOf<R>) -> Self {
        let open = (Fan::all(empty).step_back() & Fan::all(victims)).where_men_capture::<R, S>();
        Jumps {
            victims,
            empty,
            open,
            jumped: open & Fan::all(men).step(),
            side: PhantomData,
        }
    }

    /// Whether a man can capture.
    #[inline(always)]
    pub(crate) fn any(&self) -> bool {
        self.jumped.union().any()
    }

    /// The men that can capture.
    #[inline(always)]
    pub(crate) fn starters(&self) -> WordOf<R> {
        self.jumped.step_back().union()
    }

    /// The squares from which a man can jump, by direction of the jump.
    ///
    /// Nobody can go back over the piece that he has just taken: the square where he came from counts as occupied
    /// here. (It is free, but he can come back to it with the fourth jump at the earliest.)
    #[inline(always)]
    fn from(&self) -> Fan<R::Board> {
        before_jumps::<R, S>(self.open)
    }

    /// The squares on which the captures end, if each takes one piece and no two end on the same square.
    #[inline(always)]
    pub(crate) fn single_ends(&self) -> Option<WordOf<R>> {
        let landed = self.jumped.step();
        let onward = self.open.step_back().union() | crowned_in_between::<R, S>();
        let all = landed.union();
        ((all & onward).is_empty() && landed.overlap().is_empty()).then_some(all)
    }

    /// The capture that ends on one of these squares.
    #[inline(always)]
    pub(crate) fn single(&self, to: WordOf<R>) -> Step<WordOf<R>> {
        let captured = Fan::all(to).step_back() & self.jumped;
        self.capture(captured.step_back().union(), to, captured.union())
    }

    /// Number of captures, or `None` if they cannot be told apart in this way, or may take more than three pieces;
    /// without kings.
    #[inline(always)]
    pub(crate) fn count(&self) -> Option<u32> {
        let from = self.from();
        let landed = self.jumped.step();
        let all = landed.union();
        let jumping = Fan::all(all) & from;
        let goes_on = jumping.union();
        if (goes_on | (all & crowned_in_between::<R, S>())).is_empty() {
            return Some(self.jumped.count());
        }
        self.count_long(from, landed, jumping)
    }

    /// The same when some man jumps twice or is crowned: `landed` after the first jump, he stands before the
    /// second, `jumping`.
    #[inline(always)]
    fn count_long(
        &self,
        from: Fan<R::Board>,
        landed: Fan<R::Board>,
        jumping: Fan<R::Board>,
    ) -> Option<u32> {
        // As long as no two captures meet on a square, squares stand for captures.
        if landed.overlap().any() || self.new_king_goes_on(landed) {
            return None;
        }
        let (all, goes_on) = (landed.union(), jumping.union());
        let once = ended::<R>(all, goes_on);
        if goes_on.is_empty() {
            return Some(once);
        }

        let landed = jumping.step().step();
        let jumping = landed.turning() & from;
        if landed.overlap().any() || self.new_king_goes_on(landed) {
            return None;
        }
        let (all, goes_on) = (landed.union(), jumping.union());
        let twice = ended::<R>(all, goes_on);
        if goes_on.is_empty() {
            return Some(once + twice);
        }

        let landed = jumping.step().step();
        let jumping = landed.turning() & from;
        if landed.overlap().any() || self.new_king_goes_on(landed) {
            return None;
        }
        let all = landed.union();
        let goes_on = jumping.union().any() || self.comes_home(all);
        (!goes_on).then(|| once + twice + all.count())
    }

    /// Whether a man on one of the squares might jump to a square where a man has started.
    #[inline(always)]
    fn comes_home(&self, squares: WordOf<R>) -> bool {
        let over = Fan::<R::Board>::all(squares).step() & Fan::all(self.victims);
        (over.step().union() & self.starters()).any()
    }

    /// Shows every capture to `visit` until it breaks, or does nothing and returns `None` if some capture may take
    /// more than two pieces; without kings.
    #[inline(never)]
    pub(crate) fn visit(
        &self,
        mut visit: impl FnMut(Step<WordOf<R>>) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        let from = self.from();
        let landed = self.jumped.step();
        let jumping = landed.turning() & from;
        let goes_on = jumping.union();
        let second = jumping.step().step();
        let longer = (second.turning() & from).union().any();
        if longer || self.new_king_goes_on(landed) || self.new_king_goes_on(second) {
            return None;
        }
        for direction in Direction::ALL {
            let back = |set| R::Board::shift(set, direction.opposite());
            let landed = landed.of(direction);
            let mut once = match R::CHOICE {
                Choice::MostPieces if goes_on.any() => WordOf::<R>::EMPTY,
                _ => landed & !goes_on,
            };
            while once.any() {
                let to = once.lowest_only();
                once = once.without_lowest();
                let step = self.capture(back(back(to)), to, back(to));
                if visit(step).is_break() {
                    return Some(ControlFlow::Break(()));
                }
            }
            if (landed & goes_on).is_empty() {
                continue;
            }
            for way in Direction::ALL {
                let mut twice = landed & from.of(way);
                while twice.any() {
                    let between = twice.lowest_only();
                    twice = twice.without_lowest();
                    let over = R::Board::shift(between, way);
                    let to = R::Board::shift(over, way);
                    let captured = back(between) | over;
                    let step = self.capture(back(back(between)), to, captured);
                    if visit(step).is_break() {
                        return Some(ControlFlow::Break(()));
                    }
                }
            }
        }
        Some(ControlFlow::Continue(()))
    }

    /// Whether a man that has just been crowned in mid-capture can go on as a king.
    #[inline(always)]
    fn new_king_goes_on(&self, landed: Fan<R::Board>) -> bool {
        let crowned = landed & Fan::all(crowned_in_between::<R, S>());
        if crowned.union().is_empty() {
            return false;
        }
        // The square where the man started is free, and from the third jump on a king can come across it.
        let empty = self.empty | self.starters();
        let [left, right, ..] = S::DIRECTIONS;
        kings_go_on::<R, S>(crowned.of(left), crowned.of(right), self.victims, empty)
    }

    #[inline(always)]
    fn capture(&self, from: WordOf<R>, to: WordOf<R>, captured: WordOf<R>) -> Step<WordOf<R>> {
        Step {
            from,
            to,
            captured,
            promotes: (to & S::crown_row::<R::Board>()).any(),
        }
    }
}

/// The squares before the pieces that are open to a jump, by its direction; without those where men stop.
#[inline(always)]
pub(crate) fn before_jumps<R: Rules, S: Side>(open: Fan<R::Board>) -> Fan<R::Board> {
    let from = open.step_back();
    match R::MID_CAPTURE {
        MidCapture::Stops => from & Fan::all(!S::crown_row::<R::Board>()),
        // From where a man is crowned he jumps as a king, which is looked at first.
        MidCapture::Promotes | MidCapture::Passes => from,
    }
}

/// How many of the captures that stand on `all` end there and may be chosen, when some others go on.
#[inline(always)]
pub(crate) fn ended<R: Rules>(all: WordOf<R>, goes_on: WordOf<R>) -> u32 {
    match R::CHOICE {
        Choice::Free => (all & !goes_on).count(),
        Choice::MostPieces if goes_on.any() => 0,
        Choice::MostPieces => all.count(),
    }
}

/// Whether men that have reached the last row by jumps to the left and to the right can capture on as kings.
///
/// Rarely asked, so not inlined; and asked by value, so that [`Jumps`] can stay in registers.
#[inline(never)]
fn kings_go_on<R: Rules, S: Side>(
    left: WordOf<R>,
    right: WordOf<R>,
    victims: WordOf<R>,
    empty: WordOf<R>,
) -> bool {
    let goes_on = |crowned, direction: Direction| {
        // Straight on is the rim, and behind is the piece just taken: one way is left.
        let way = direction.turned_back();
        let open = victims & R::Board::shift(empty, way.opposite());
        let mut moving: WordOf<R> = crowned;
        while moving.any() {
            let front = R::Board::shift(moving, way);
            if (front & open).any() {
                return true;
            }
            if R::KING == KingRange::Short {
                break;
            }
            moving = front & empty;
        }
        false
    };
    let [to_left, to_right, ..] = S::DIRECTIONS;
    goes_on(left, to_left) || goes_on(right, to_right)
}
