//! Captures, jump by jump.
//!
//! The piece that captures leaves its square at once, so that square counts as empty from the first jump on.
//! Captured pieces stay until the move is over: they block the way and are not jumped twice. Both hold by
//! construction here, as the set of free squares is fixed when a piece starts.

use crate::geometry::{Direction, Geometry};
use crate::jumps::Jumps;
use crate::keep::{AllWays, CIRCLE, Counted, CountedWays, Keep, Listed};
use crate::moves::{MoveList, Step};
use crate::pieces::Pieces;
use crate::rules::{Choice, KingRange, MidCapture, Rules, WordOf};
use crate::side::Side;
use crate::word::Word;

/// Appends all legal captures of side `S`; those with the same from, to and captured set once.
pub(crate) fn list<R: Rules, S: Side>(pieces: &Pieces<R::Board>, list: &mut MoveList<R::Board>) {
    walk::<R, S, _>(pieces, Listed::new(list));
}

/// Appends all legal captures of side `S`, once for each order in which the pieces can be taken.
pub(crate) fn list_ways<R: Rules, S: Side>(
    pieces: &Pieces<R::Board>,
    list: &mut MoveList<R::Board>,
) {
    walk::<R, S, _>(pieces, AllWays(list));
}

/// Number of captures that [`list`] would append.
#[inline(never)]
pub(crate) fn count<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> u64 {
    walk::<R, S, _>(pieces, Counted::new()).count
}

/// Number of captures that [`list_ways`] would append.
pub(crate) fn count_ways<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> u64 {
    walk::<R, S, _>(pieces, CountedWays::default()).0
}

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

/// Walks every capture of side `S` and shows the legal ones to `keep`.
fn walk<R: Rules, S: Side, K: Keep<R::Board>>(pieces: &Pieces<R::Board>, keep: K) -> K {
    let (men, kings) = (pieces.men_of(S::COLOR), pieces.kings_of(S::COLOR));
    let (victims, empty) = (pieces.of(S::Other::COLOR), pieces.empty());
    let nothing = WordOf::<R>::EMPTY;
    let mut walk = Walk::<R, K> {
        keep,
        victims,
        empty,
        crown: S::crown_row::<R::Board>(),
        jumps_from: [nothing; 4],
        from: nothing,
        is_man: true,
        most: 0,
    };
    let mut starters = Jumps::<R, S>::new(men, victims, empty).starters();
    while starters.any() {
        let from = starters.lowest_only();
        starters = starters.without_lowest();
        walk.start(from, empty, true);
        walk.man::<S>(from, nothing, from, 0);
    }
    let mut starters = kings;
    while starters.any() {
        let from = starters.lowest_only();
        starters = starters.without_lowest();
        walk.start(from, empty, false);
        walk.king_start(from);
    }
    walk.keep
}

struct Walk<R: Rules, K> {
    keep: K,
    victims: WordOf<R>,
    /// Free squares, the start square of the capturing piece among them.
    empty: WordOf<R>,
    crown: WordOf<R>,
    /// The squares from which a neighbour can be jumped, by direction, as long as it is not captured.
    jumps_from: [WordOf<R>; 4],
    from: WordOf<R>,
    /// Whether the piece was a man when it started.
    is_man: bool,
    /// The most pieces taken so far, under [`Choice::MostPieces`].
    most: u32,
}

impl<R: Rules, K: Keep<R::Board>> Walk<R, K> {
    #[inline]
    fn start(&mut self, from: WordOf<R>, empty: WordOf<R>, is_man: bool) {
        self.from = from;
        self.empty = empty | from;
        self.is_man = is_man;
        self.jumps_from = Direction::ALL.map(|direction| {
            let back = direction.opposite();
            let open = self.victims & R::Board::shift(self.empty, back);
            R::Board::shift(open, back)
        });
        self.keep.start();
    }

    /// The piece next to `at` that can be jumped, and the square behind it.
    #[inline(always)]
    fn adjacent(
        &self,
        at: WordOf<R>,
        direction: Direction,
        captured: WordOf<R>,
    ) -> Option<(WordOf<R>, WordOf<R>)> {
        if (at & self.jumps_from[direction as usize]).is_empty() {
            return None;
        }
        let over = R::Board::shift(at, direction);
        (over & captured)
            .is_empty()
            .then(|| (over, R::Board::shift(over, direction)))
    }

    /// Goes on from `at` as a man of side `S` that has been on the squares of `path`.
    fn man<S: Side>(&mut self, at: WordOf<R>, captured: WordOf<R>, path: WordOf<R>, taken: u32) {
        // Two ways can take the same pieces and meet again only round a circle, so on squares passed twice.
        let circled = taken >= CIRCLE && path.count() <= taken;
        if circled && self.keep.again(at, captured, None) {
            return;
        }
        let mut ended = true;
        for &direction in man_capture_directions::<R, S>() {
            let Some((over, to)) = self.adjacent(at, direction, captured) else {
                continue;
            };
            ended = false;
            let captured = captured | over;
            if R::MID_CAPTURE != MidCapture::Passes && (to & self.crown).any() {
                match R::MID_CAPTURE {
                    MidCapture::Promotes => {
                        self.crowned(to, direction, captured, taken + 1, circled);
                    }
                    _ => self.finish(to, captured, taken + 1, true, circled),
                }
            } else {
                self.man::<S>(to, captured, path | to, taken + 1);
            }
        }
        if ended {
            self.finish(at, captured, taken, (at & self.crown).any(), circled);
        }
    }

    /// Goes on as a king from the square where a man has just been crowned.
    fn crowned(
        &mut self,
        at: WordOf<R>,
        direction: Direction,
        captured: WordOf<R>,
        taken: u32,
        circled: bool,
    ) {
        let goes_on = match R::KING {
            KingRange::Flying => self.turns(at, direction, captured, taken),
            KingRange::Short => return self.short_king(at, captured, taken),
        };
        if !goes_on {
            self.finish(at, captured, taken, true, circled);
        }
    }

    fn king_start(&mut self, at: WordOf<R>) {
        let nothing = WordOf::<R>::EMPTY;
        match R::KING {
            KingRange::Short => self.short_king(at, nothing, 0),
            KingRange::Flying => {
                for direction in Direction::ALL {
                    self.ray(at, direction, nothing, 0);
                }
            }
        }
    }

    /// Goes on from `at` as a king that jumps adjacent pieces only.
    fn short_king(&mut self, at: WordOf<R>, captured: WordOf<R>, taken: u32) {
        if taken >= CIRCLE && self.keep.again(at, captured, None) {
            return;
        }
        let mut ended = true;
        for direction in Direction::ALL {
            if let Some((over, to)) = self.adjacent(at, direction, captured) {
                ended = false;
                self.short_king(to, captured | over, taken + 1);
            }
        }
        if ended && taken > 0 {
            self.finish(at, captured, taken, self.is_man, taken >= CIRCLE);
        }
    }

    /// Looks from `at` along a direction for a piece that a flying king can take, and takes it.
    fn ray(
        &mut self,
        at: WordOf<R>,
        direction: Direction,
        captured: WordOf<R>,
        taken: u32,
    ) -> bool {
        let mut front = R::Board::shift(at, direction);
        while (front & self.empty).any() {
            front = R::Board::shift(front, direction);
        }
        let over = front & self.victims & !captured;
        if (R::Board::shift(over, direction) & self.empty).is_empty() {
            return false;
        }
        self.flew_over(over, direction, captured | over, taken + 1);
        true
    }

    /// Turns left and right from `at` and takes what a flying king can take there.
    fn turns(
        &mut self,
        at: WordOf<R>,
        direction: Direction,
        captured: WordOf<R>,
        taken: u32,
    ) -> bool {
        let mut goes_on = false;
        for turned in Direction::ALL {
            if turned != direction && turned != direction.opposite() {
                goes_on |= self.ray(at, turned, captured, taken);
            }
        }
        goes_on
    }

    /// Chooses a landing square for a flying king that has just jumped `over`: one from which it can go on, if
    /// there is any; otherwise each of them ends the move.
    fn flew_over(
        &mut self,
        over: WordOf<R>,
        direction: Direction,
        captured: WordOf<R>,
        taken: u32,
    ) {
        if taken >= CIRCLE && self.keep.again(over, captured, Some(direction)) {
            return;
        }
        let behind = R::Board::shift(over, direction);
        let mut goes_on = false;
        let mut landing = behind;
        while (landing & self.empty).any() {
            goes_on |= self.turns(landing, direction, captured, taken);
            landing = R::Board::shift(landing, direction);
        }
        // `landing` is now what stands in the way; going straight on over it is the same from every square.
        let next = landing & self.victims & !captured;
        if (R::Board::shift(next, direction) & self.empty).any() {
            goes_on = true;
            self.flew_over(next, direction, captured | next, taken + 1);
        }
        if !goes_on {
            let mut landing = behind;
            while (landing & self.empty).any() {
                self.finish(landing, captured, taken, self.is_man, taken >= CIRCLE);
                landing = R::Board::shift(landing, direction);
            }
        }
    }

    /// The move is complete: keeps it if the rule of choice allows it. If it has `circled`, there may be another
    /// way to do the same.
    #[inline]
    fn finish(
        &mut self,
        to: WordOf<R>,
        captured: WordOf<R>,
        taken: u32,
        promotes: bool,
        circled: bool,
    ) {
        if R::CHOICE == Choice::MostPieces {
            if taken < self.most {
                return;
            }
            if taken > self.most {
                self.most = taken;
                self.keep.restart();
            }
        }
        let step = Step {
            from: self.from,
            to,
            captured,
            promotes,
        };
        self.keep.keep(step, circled);
    }
}
