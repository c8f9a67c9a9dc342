//! The jumps of all men of a side at once, by shifts: enough to count and to play captures of one or two pieces.
//!
//! Longer captures, and those of kings, are walked one by one in [`capture`](crate::capture).

use crate::geometry::{Direction, Geometry};
use crate::moves::Step;
use crate::rules::{Choice, MidCapture, Rules, WordOf};
use crate::side::Side;
use crate::word::Word;
use std::marker::PhantomData;
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

/// What men of side `S` can jump, by direction of the jump. Sets of other directions are empty.
pub(crate) struct Jumps<R: Rules, S> {
    /// Pieces of the other side with a free square behind them.
    open: [WordOf<R>; 4],
    /// Those of them that a man can jump.
    jumped: [WordOf<R>; 4],
    side: PhantomData<S>,
}

impl<R: Rules, S: Side> Jumps<R, S> {
    #[inline(always)]
    pub(crate) fn new(men: WordOf<R>, victims: WordOf<R>, empty: WordOf<R>) -> Self {
        let mut open = [WordOf::<R>::EMPTY; 4];
        let mut jumped = open;
        for &direction in man_capture_directions::<R, S>() {
            let at = direction as usize;
            open[at] = victims & R::Board::shift(empty, direction.opposite());
            jumped[at] = open[at] & R::Board::shift(men, direction);
        }
        Jumps {
            open,
            jumped,
            side: PhantomData,
        }
    }

    /// Whether a man can capture.
    #[inline(always)]
    pub(crate) fn any(&self) -> bool {
        let [a, b, c, d] = self.jumped;
        ((a | b) | (c | d)).any()
    }

    /// The men that can capture.
    #[inline(always)]
    pub(crate) fn starters(&self) -> WordOf<R> {
        let mut starters = WordOf::<R>::EMPTY;
        for &direction in man_capture_directions::<R, S>() {
            starters |= R::Board::shift(self.jumped[direction as usize], direction.opposite());
        }
        starters
    }

    /// The squares from which a piece can go on, as far as one jump shows it.
    #[inline(always)]
    fn onward(&self) -> WordOf<R> {
        let mut onward = match R::MID_CAPTURE {
            // Whether the new king can go on is not seen here.
            MidCapture::Promotes => S::crown_row::<R::Board>(),
            MidCapture::Passes | MidCapture::Stops => WordOf::<R>::EMPTY,
        };
        for &direction in man_capture_directions::<R, S>() {
            onward |= R::Board::shift(self.open[direction as usize], direction.opposite());
        }
        if R::MID_CAPTURE == MidCapture::Stops {
            onward &= !S::crown_row::<R::Board>();
        }
        onward
    }

    #[inline(always)]
    fn landed(&self, direction: Direction) -> WordOf<R> {
        R::Board::shift(self.jumped[direction as usize], direction)
    }

    /// Number of captures, if none takes more than two pieces and no man is crowned on its way; without kings.
    #[inline(always)]
    pub(crate) fn count(&self) -> Option<u32> {
        let onward = self.onward();
        let mut all = WordOf::<R>::EMPTY;
        for &direction in man_capture_directions::<R, S>() {
            all |= self.landed(direction);
        }
        // Nobody can go back over the piece that he has just taken: the square where he came from counts as
        // occupied in `open`. (It is free, but that matters from the fourth jump on only.)
        if (all & onward).any() {
            return self.count_twice(onward);
        }
        let [a, b, c, d] = self.jumped;
        Some(a.count() + b.count() + c.count() + d.count())
    }

    /// The same when some capture takes a second piece.
    #[inline]
    fn count_twice(&self, onward: WordOf<R>) -> Option<u32> {
        let (mut once, mut twice) = (0, 0);
        let mut further = WordOf::<R>::EMPTY;
        for &direction in man_capture_directions::<R, S>() {
            let landed = self.landed(direction);
            if R::MID_CAPTURE == MidCapture::Promotes {
                further |= landed & S::crown_row::<R::Board>();
            }
            let goes_on = landed & onward;
            if R::CHOICE == Choice::Free {
                once += (landed & !onward).count();
            }
            if goes_on.is_empty() {
                continue;
            }
            for &next in man_capture_directions::<R, S>() {
                if next == direction.opposite() {
                    continue;
                }
                let jumped = R::Board::shift(goes_on, next) & self.open[next as usize];
                twice += jumped.count();
                let landed = R::Board::shift(jumped, next);
                for &third in man_capture_directions::<R, S>() {
                    if third != next.opposite() {
                        further |= R::Board::shift(landed, third) & self.open[third as usize];
                    }
                }
                if R::MID_CAPTURE == MidCapture::Promotes {
                    further |= landed & S::crown_row::<R::Board>();
                }
            }
        }
        further.is_empty().then_some(once + twice)
    }

    /// Shows the captures to `visit` until it breaks, if each takes one piece only; otherwise returns `None` and
    /// shows nothing.
    #[inline(always)]
    pub(crate) fn visit(
        &self,
        mut visit: impl FnMut(Step<WordOf<R>>) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        let onward = self.onward();
        let mut all = WordOf::<R>::EMPTY;
        for &direction in man_capture_directions::<R, S>() {
            all |= self.landed(direction);
        }
        if (all & onward).any() {
            return None;
        }
        for &direction in man_capture_directions::<R, S>() {
            let mut jumped = self.jumped[direction as usize];
            while jumped.any() {
                let captured = jumped.lowest_only();
                jumped = jumped.without_lowest();
                let to = R::Board::shift(captured, direction);
                let step = Step {
                    from: R::Board::shift(captured, direction.opposite()),
                    to,
                    captured,
                    promotes: (to & S::crown_row::<R::Board>()).any(),
                };
                if visit(step).is_break() {
                    return Some(ControlFlow::Break(()));
                }
            }
        }
        Some(ControlFlow::Continue(()))
    }
}
