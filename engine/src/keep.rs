//! What becomes of the captures that a walk finds: they are listed or counted, each move once or each way once.

use crate::geometry::{Direction, Geometry};
use crate::moves::{MoveList, Step};
use crate::word::Word;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// From this many captured pieces on, two ways can take the same pieces and end on the same square: the way round
/// a circle needs four. With fewer, pieces, order and squares determine each other.
pub(crate) const CIRCLE: u32 = 4;

/// Receives the captures of a walk. The walk shows each way of capturing; what counts as the same move, and
/// whether a state of the walk need be gone through twice, is decided here.
pub(crate) trait Keep<G: Geometry> {
    /// The next piece starts.
    fn start(&mut self) {}

    /// A capture of more pieces than any before was found, and the majority rule holds: the others are void.
    fn restart(&mut self);

    /// Whether the walk may turn back here: the piece has taken `captured` and stands on `at` (or flies over it in
    /// a direction). Asked only where another way could have led to the same.
    fn again(&mut self, at: G::Word, captured: G::Word, direction: Option<Direction>) -> bool;

    /// A legal capture; if it has `circled`, there may be another way to do the same.
    fn keep(&mut self, step: Step<G::Word>, circled: bool);
}

/// What a walk can come to in more than one way.
#[derive(PartialEq, Eq, Hash)]
enum State<W> {
    /// In mid-capture the piece stands on a square, or flies over it in a direction.
    Walking {
        at: W,
        captured: W,
        direction: Option<Direction>,
    },
    /// The end of a capture.
    Result { to: W, captured: W },
}

/// The states that one piece has been in.
struct Seen<W>(HashSet<State<W>, BuildHasherDefault<Mix>>);

impl<W: Word> Seen<W> {
    fn new() -> Self {
        Seen(HashSet::default())
    }

    /// The next piece starts.
    #[inline]
    fn clear(&mut self) {
        if !self.0.is_empty() {
            self.0.clear();
        }
    }

    /// Whether the walk has come here before.
    fn again(&mut self, at: W, captured: W, direction: Option<Direction>) -> bool {
        !self.0.insert(State::Walking {
            at,
            captured,
            direction,
        })
    }

    /// Whether a capture has not been found before; one that has not `circled` cannot have been.
    #[inline]
    fn is_new(&mut self, step: Step<W>, circled: bool) -> bool {
        let Step { to, captured, .. } = step;
        !circled || self.0.insert(State::Result { to, captured })
    }
}

/// Lists each move once.
pub(crate) struct Listed<'a, G: Geometry> {
    list: &'a mut MoveList<G>,
    seen: Seen<G::Word>,
}

impl<'a, G: Geometry> Listed<'a, G> {
    pub(crate) fn new(list: &'a mut MoveList<G>) -> Self {
        Listed {
            list,
            seen: Seen::new(),
        }
    }
}

impl<G: Geometry> Keep<G> for Listed<'_, G> {
    #[inline]
    fn start(&mut self) {
        self.seen.clear();
    }

    #[inline]
    fn restart(&mut self) {
        self.list.clear();
    }

    fn again(&mut self, at: G::Word, captured: G::Word, direction: Option<Direction>) -> bool {
        self.seen.again(at, captured, direction)
    }

    #[inline]
    fn keep(&mut self, step: Step<G::Word>, circled: bool) {
        if self.seen.is_new(step, circled) {
            self.list.push(step.into());
        }
    }
}

/// Lists each way once.
pub(crate) struct AllWays<'a, G: Geometry>(pub(crate) &'a mut MoveList<G>);

impl<G: Geometry> Keep<G> for AllWays<'_, G> {
    fn restart(&mut self) {
        self.0.clear();
    }

    fn again(&mut self, _: G::Word, _: G::Word, _: Option<Direction>) -> bool {
        false
    }

    fn keep(&mut self, step: Step<G::Word>, _: bool) {
        self.0.push(step.into());
    }
}

/// Counts each move once.
pub(crate) struct Counted<G: Geometry> {
    pub(crate) count: u64,
    seen: Seen<G::Word>,
}

impl<G: Geometry> Counted<G> {
    pub(crate) fn new() -> Self {
        Counted {
            count: 0,
            seen: Seen::new(),
        }
    }
}

impl<G: Geometry> Keep<G> for Counted<G> {
    #[inline]
    fn start(&mut self) {
        self.seen.clear();
    }

    #[inline]
    fn restart(&mut self) {
        self.count = 0;
    }

    fn again(&mut self, at: G::Word, captured: G::Word, direction: Option<Direction>) -> bool {
        self.seen.again(at, captured, direction)
    }

    #[inline]
    fn keep(&mut self, step: Step<G::Word>, circled: bool) {
        if self.seen.is_new(step, circled) {
            self.count += 1;
        }
    }
}

/// Counts each way once.
#[derive(Default)]
pub(crate) struct CountedWays(pub(crate) u64);

impl<G: Geometry> Keep<G> for CountedWays {
    fn restart(&mut self) {
        self.0 = 0;
    }

    fn again(&mut self, _: G::Word, _: G::Word, _: Option<Direction>) -> bool {
        false
    }

    fn keep(&mut self, _: Step<G::Word>, _: bool) {
        self.0 += 1;
    }
}

/// A hasher for bitboards: fast, and good enough for sets that live as long as one move is looked for.
#[derive(Default)]
pub(crate) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte as u64));
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }

    fn write_u64(&mut self, word: u64) {
        // An odd constant with bits all over, and the high half brought down: the golden ratio's fraction.
        let mixed = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 32);
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
}
