//! Four sets of squares, one for each diagonal direction, on which the generator works at once.
//!
//! Every operation is written out for the four directions: no loop is left for the compiler to unroll, and no
//! direction is looked at when the program runs.

use crate::geometry::{Direction, Geometry};
use crate::rules::Rules;
use crate::side::Side;
use crate::word::Word;
use std::ops::BitAnd;

/// A set of squares for each direction, in the order of [`Direction::ALL`].
#[derive(Clone, Copy)]
pub(crate) struct Fan<G: Geometry>([G::Word; 4]);

impl<G: Geometry> Fan<G> {
    /// The same set in each direction.
    #[inline(always)]
    pub(crate) fn all(set: G::Word) -> Self {
        Fan([set; 4])
    }

    /// The set of one direction.
    #[inline(always)]
    pub(crate) fn of(self, direction: Direction) -> G::Word {
        self.0[direction as usize]
    }

    /// This fan with another set in one direction.
    #[inline(always)]
    pub(crate) fn with(mut self, direction: Direction, set: G::Word) -> Self {
        self.0[direction as usize] = set;
        self
    }

    /// This fan with the two directions only that cross another one.
    #[inline(always)]
    pub(crate) fn across(self, direction: Direction) -> Self {
        self.with(direction, G::Word::EMPTY)
            .with(direction.opposite(), G::Word::EMPTY)
    }

    /// This fan without the directions in which men of side `S` do not capture.
    #[inline(always)]
    pub(crate) fn where_men_capture<R: Rules, S: Side>(self) -> Self {
        if R::MEN_CAPTURE_BACKWARDS {
            return self;
        }
        let [_, _, back, other] = S::DIRECTIONS;
        self.with(back, G::Word::EMPTY).with(other, G::Word::EMPTY)
    }

    /// Each set moved by one step in its direction.
    #[inline(always)]
    pub(crate) fn step(self) -> Self {
        let Fan([a, b, c, d]) = self;
        Fan([
            G::shift(a, Direction::UpLeft),
            G::shift(b, Direction::UpRight),
            G::shift(c, Direction::DownLeft),
            G::shift(d, Direction::DownRight),
        ])
    }

    /// Each set moved by one step against its direction.
    #[inline(always)]
    pub(crate) fn step_back(self) -> Self {
        let Fan([a, b, c, d]) = self;
        Fan([
            G::shift(a, Direction::DownRight),
            G::shift(b, Direction::DownLeft),
            G::shift(c, Direction::UpRight),
            G::shift(d, Direction::UpLeft),
        ])
    }

    /// All sets moved by one step in the same direction.
    #[inline(always)]
    pub(crate) fn shift(self, direction: Direction) -> Self {
        let Fan([a, b, c, d]) = self;
        Fan([
            G::shift(a, direction),
            G::shift(b, direction),
            G::shift(c, direction),
            G::shift(d, direction),
        ])
    }

    /// For each direction the sets of all directions but the opposite one: those that can turn into it.
    #[inline(always)]
    pub(crate) fn turning(self) -> Self {
        let Fan([a, b, c, d]) = self;
        Fan([a | b | c, a | b | d, a | c | d, b | c | d])
    }

    /// The squares of all sets.
    #[inline(always)]
    pub(crate) fn union(self) -> G::Word {
        let Fan([a, b, c, d]) = self;
        (a | b) | (c | d)
    }

    /// Number of members of all sets.
    #[inline(always)]
    pub(crate) fn count(self) -> u32 {
        let Fan([a, b, c, d]) = self;
        (a.count() + b.count()) + (c.count() + d.count())
    }

    /// The squares of more than one set.
    #[inline(always)]
    pub(crate) fn overlap(self) -> G::Word {
        let Fan([a, b, c, d]) = self;
        (a & b) | (c & d) | ((a | b) & (c | d))
    }
}

impl<G: Geometry> BitAnd for Fan<G> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        let (Fan([a, b, c, d]), Fan([e, f, g, h])) = (self, other);
        Fan([a & e, b & f, c & g, d & h])
    }
}
