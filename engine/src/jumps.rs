//! The jumps of all men of a side at once, by shifts: enough to count and to play captures of one or two pieces.
//!
//! Longer captures, and those of kings, are walked one by one in [`capture`](crate::capture).

use crate::geometry::{Direction, Geometry};
use crate::moves::{MoveList, Step};
use crate::rules::{Choice, KingRange, MidCapture, Rules, WordOf};
use crate::side::Side;
use crate::word::Word;
use std::marker::PhantomData;

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
    victims: WordOf<R>,
    empty: WordOf<R>,
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
            victims,
            empty,
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

    /// Number of captures, or `None` if some capture may take more than two pieces; without kings.
    #[inline(always)]
    pub(crate) fn count(&self) -> Option<u32> {
        let short = ShortCaptures::new(self);
        if short.twice.is_empty() && short.crowned.is_empty() {
            let [a, b, c, d] = self.jumped;
            return Some(a.count() + b.count() + c.count() + d.count());
        }
        if short.may_be_longer(self) {
            return None;
        }
        let mut count = 0;
        for direction in Direction::ALL {
            count += short.once(direction).count();
            for next in Direction::ALL {
                count += short.twice(direction, next).count();
            }
        }
        Some(count)
    }

    /// Appends the captures to `list` and returns `true`, or does nothing and returns `false` if some capture may
    /// take more than two pieces; without kings.
    #[inline]
    pub(crate) fn list(&self, list: &mut MoveList<R::Board>) -> bool {
        let short = ShortCaptures::new(self);
        if (short.twice.any() || short.crowned.any()) && short.may_be_longer(self) {
            return false;
        }
        for direction in Direction::ALL {
            let first = |landed| R::Board::shift(landed, direction.opposite());
            let mut once = short.once(direction);
            while once.any() {
                let to = once.lowest_only();
                once = once.without_lowest();
                list.push(self.step(first(first(to)), to, first(to)).into());
            }
            if short.twice.is_empty() {
                continue;
            }
            for next in Direction::ALL {
                let mut twice = short.twice(direction, next);
                while twice.any() {
                    let landed = twice.lowest_only();
                    twice = twice.without_lowest();
                    let second = R::Board::shift(landed, next);
                    let to = R::Board::shift(second, next);
                    list.push(
                        self.step(first(first(landed)), to, first(landed) | second)
                            .into(),
                    );
                }
            }
        }
        true
    }

    /// Whether men that have reached the last row by a jump in `direction` can capture on as kings.
    #[inline(always)]
    fn crowned_goes_on(&self, crowned: WordOf<R>, direction: Direction) -> bool {
        // Straight on is the rim, and behind is the piece just taken: one way is left.
        let way = direction.turned_back();
        let open = self.victims & R::Board::shift(self.empty, way.opposite());
        let mut moving = crowned;
        while moving.any() {
            let front = R::Board::shift(moving, way);
            if (front & open).any() {
                return true;
            }
            if R::KING == KingRange::Short {
                break;
            }
            moving = front & self.empty;
        }
        false
    }

    #[inline(always)]
    fn step(&self, from: WordOf<R>, to: WordOf<R>, captured: WordOf<R>) -> Step<WordOf<R>> {
        Step {
            from,
            to,
            captured,
            promotes: (to & S::crown_row::<R::Board>()).any(),
        }
    }
}

/// The captures of men seen up to the second jump.
struct ShortCaptures<R: Rules, S> {
    /// Squares on which a man lands with his first jump, by its direction.
    landed: [WordOf<R>; 4],
    /// Squares from which a man can jump, by the direction of the jump.
    ///
    /// Nobody can go back over the piece that he has just taken: the square where he came from counts as occupied
    /// here. (It is free, but he can come back to it with the fourth jump at the earliest.)
    from: [WordOf<R>; 4],
    /// Squares on which a man has landed and from which he goes on.
    twice: WordOf<R>,
    /// Squares on which a man has been crowned and from which he might go on as a king.
    crowned: WordOf<R>,
    side: PhantomData<S>,
}

impl<R: Rules, S: Side> ShortCaptures<R, S> {
    #[inline(always)]
    fn new(jumps: &Jumps<R, S>) -> Self {
        let mut landed = [WordOf::<R>::EMPTY; 4];
        let mut from = landed;
        let (mut all, mut onward) = (WordOf::<R>::EMPTY, WordOf::<R>::EMPTY);
        for &direction in man_capture_directions::<R, S>() {
            let at = direction as usize;
            landed[at] = R::Board::shift(jumps.jumped[at], direction);
            from[at] = R::Board::shift(jumps.open[at], direction.opposite());
            if R::MID_CAPTURE != MidCapture::Passes {
                from[at] &= !S::crown_row::<R::Board>();
            }
            all |= landed[at];
            onward |= from[at];
        }
        ShortCaptures {
            landed,
            from,
            twice: all & onward,
            crowned: match R::MID_CAPTURE {
                MidCapture::Promotes => all & S::crown_row::<R::Board>(),
                MidCapture::Passes | MidCapture::Stops => WordOf::<R>::EMPTY,
            },
            side: PhantomData,
        }
    }

    /// Landing squares of the captures of one piece that are complete.
    #[inline(always)]
    fn once(&self, direction: Direction) -> WordOf<R> {
        let landed = self.landed[direction as usize];
        match R::CHOICE {
            Choice::MostPieces if self.twice.any() => WordOf::<R>::EMPTY,
            _ => landed & !self.twice,
        }
    }

    /// Squares between the two jumps of the captures of two pieces.
    #[inline(always)]
    fn twice(&self, direction: Direction, next: Direction) -> WordOf<R> {
        if next == direction.opposite() {
            return WordOf::<R>::EMPTY;
        }
        self.landed[direction as usize] & self.from[next as usize]
    }

    /// Whether a man can jump a third time, or a new king once more.
    #[inline(always)]
    fn may_be_longer(&self, jumps: &Jumps<R, S>) -> bool {
        let crown = S::crown_row::<R::Board>();
        let mut longer = WordOf::<R>::EMPTY;
        let mut new_king_goes_on = false;
        for next in Direction::ALL {
            let mut between = WordOf::<R>::EMPTY;
            for direction in Direction::ALL {
                between |= self.twice(direction, next);
            }
            let landed = R::Board::shift(R::Board::shift(between, next), next);
            for third in Direction::ALL {
                if third != next.opposite() {
                    longer |= landed & self.from[third as usize];
                }
            }
            if R::MID_CAPTURE == MidCapture::Promotes {
                let crowned = (landed | self.landed[next as usize]) & crown;
                new_king_goes_on |= jumps.crowned_goes_on(crowned, next);
            }
        }
        longer.any() || new_king_goes_on
    }
}
