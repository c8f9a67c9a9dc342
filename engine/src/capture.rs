//! Captures, jump by jump.
//!
//! The piece that captures leaves its square at once, so that square counts as empty from the first jump on.
//! Captured pieces stay until the move is over: they block the way and are not jumped twice. Both hold by
//! construction here, as the set of free squares is fixed when a piece starts.

use crate::geometry::{Direction, Geometry};
use crate::movegen::{jumpers, man_capture_directions};
use crate::moves::{Move, MoveList};
use crate::pieces::Pieces;
use crate::rules::{Choice, KingRange, MidCapture, Rules, WordOf};
use crate::side::Side;
use crate::word::Word;
use std::collections::HashSet;

/// What [`count_single`] found.
pub(crate) enum Count {
    /// There is no capture.
    None,
    /// There are this many captures, each of one piece.
    Single(u32),
    /// There may be longer ones, or kings are involved: they must be listed.
    Unknown,
}

/// Counts the captures of side `S` set-wise, as long as no capture can be longer than one piece.
#[inline(always)]
pub(crate) fn count_single<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> Count {
    let (men, kings) = (pieces.men_of(S::COLOR), pieces.kings_of(S::COLOR));
    let (victims, empty) = (pieces.of(S::Other::COLOR), pieces.empty());
    let jumpable = JumpOver::<R>::new(victims, empty);
    let mut count = 0;
    let mut onward = WordOf::<R>::EMPTY;
    for &direction in man_capture_directions::<R, S>() {
        let jumped = R::Board::shift(men, direction) & jumpable.onto(direction);
        count += jumped.count();
        // A second jump may go anywhere but back over the piece just taken.
        let landed = R::Board::shift(jumped, direction);
        for &next in man_capture_directions::<R, S>() {
            if next != direction.opposite() {
                onward |= R::Board::shift(landed, next) & jumpable.onto(next);
            }
        }
        if R::MID_CAPTURE == MidCapture::Promotes {
            onward |= landed & S::crown_row::<R::Board>();
        }
    }
    if kings.any() {
        if R::KING == KingRange::Flying {
            return Count::Unknown;
        }
        for direction in S::DIRECTIONS {
            let jumped = R::Board::shift(kings, direction) & jumpable.onto(direction);
            count += jumped.count();
            let landed = R::Board::shift(jumped, direction);
            for next in S::DIRECTIONS {
                if next != direction.opposite() {
                    onward |= R::Board::shift(landed, next) & jumpable.onto(next);
                }
            }
        }
    }
    if onward.any() {
        Count::Unknown
    } else if count == 0 {
        Count::None
    } else {
        Count::Single(count)
    }
}

/// The victims with a free square behind them, by direction of the jump.
struct JumpOver<R: Rules>([WordOf<R>; 4]);

impl<R: Rules> JumpOver<R> {
    #[inline(always)]
    fn new(victims: WordOf<R>, empty: WordOf<R>) -> Self {
        JumpOver(
            Direction::ALL.map(|direction| victims & R::Board::shift(empty, direction.opposite())),
        )
    }

    #[inline(always)]
    fn onto(&self, direction: Direction) -> WordOf<R> {
        self.0[direction as usize]
    }
}

/// Counts the legal moves by listing the captures; quiet moves when there is none.
#[inline(never)]
pub(crate) fn count_listed<R: Rules, S: Side>(pieces: &Pieces<R::Board>) -> u64 {
    let mut list = MoveList::new();
    collect::<R, S, true>(pieces, &mut list);
    if list.is_empty() {
        crate::movegen::count_quiet::<R, S>(pieces)
    } else {
        list.len() as u64
    }
}

/// Appends all legal captures of side `S`. With `UNIQUE`, moves with the same from, to and captured set are
/// appended once; without, once for each order in which the pieces can be taken.
pub(crate) fn collect<R: Rules, S: Side, const UNIQUE: bool>(
    pieces: &Pieces<R::Board>,
    list: &mut MoveList<R::Board>,
) {
    let (men, kings) = (pieces.men_of(S::COLOR), pieces.kings_of(S::COLOR));
    let (victims, empty) = (pieces.of(S::Other::COLOR), pieces.empty());
    let mut walk = Walk::<R, UNIQUE> {
        list,
        victims,
        empty,
        crown: S::crown_row::<R::Board>(),
        from: WordOf::<R>::EMPTY,
        is_man: true,
        most: 0,
        first: 0,
        seen: Seen::default(),
    };
    let starters = man_capture_directions::<R, S>()
        .iter()
        .fold(WordOf::<R>::EMPTY, |set, &direction| {
            set | jumpers::<R::Board>(men, victims, empty, direction)
        });
    for from in starters.indices() {
        walk.start(Word::bit(from), empty, true);
        walk.man::<S>(Word::bit(from), WordOf::<R>::EMPTY, 0);
    }
    for from in kings.indices() {
        walk.start(Word::bit(from), empty, false);
        walk.king_start(Word::bit(from));
    }
}

/// States of a capture that have been walked already, so that each is walked once however many ways lead to it.
type Seen<W> = HashSet<(W, W, Option<Direction>)>;

/// From this many captured pieces on, [`Seen`] is worth its price. Below, different ways can hardly meet.
const REMEMBER_FROM: u32 = 4;

struct Walk<'a, R: Rules, const UNIQUE: bool> {
    list: &'a mut MoveList<R::Board>,
    victims: WordOf<R>,
    /// Free squares, the start square of the capturing piece among them.
    empty: WordOf<R>,
    crown: WordOf<R>,
    from: WordOf<R>,
    /// Whether the piece was a man when it started.
    is_man: bool,
    /// The most pieces taken so far, under [`Choice::MostPieces`].
    most: u32,
    /// Where in the list the moves of this piece begin.
    first: usize,
    seen: Seen<WordOf<R>>,
}

impl<R: Rules, const UNIQUE: bool> Walk<'_, R, UNIQUE> {
    fn start(&mut self, from: WordOf<R>, empty: WordOf<R>, is_man: bool) {
        self.from = from;
        self.empty = empty | from;
        self.is_man = is_man;
        self.first = self.list.len();
        if UNIQUE && !self.seen.is_empty() {
            self.seen.clear();
        }
    }

    /// Whether this state was walked before.
    #[inline(always)]
    fn again(
        &mut self,
        at: WordOf<R>,
        captured: WordOf<R>,
        direction: Option<Direction>,
        taken: u32,
    ) -> bool {
        UNIQUE && taken >= REMEMBER_FROM && !self.seen.insert((at, captured, direction))
    }

    /// The piece of `victims` next to `at` that can be jumped, and the square behind it.
    #[inline(always)]
    fn adjacent(
        &self,
        at: WordOf<R>,
        direction: Direction,
        captured: WordOf<R>,
    ) -> Option<(WordOf<R>, WordOf<R>)> {
        let over = R::Board::shift(at, direction) & self.victims & !captured;
        let behind = R::Board::shift(over, direction) & self.empty;
        behind.any().then_some((over, behind))
    }

    /// Goes on from `at` as a man of side `S`.
    fn man<S: Side>(&mut self, at: WordOf<R>, captured: WordOf<R>, taken: u32) {
        if self.again(at, captured, None, taken) {
            return;
        }
        let mut ended = true;
        for &direction in man_capture_directions::<R, S>() {
            let Some((over, to)) = self.adjacent(at, direction, captured) else {
                continue;
            };
            ended = false;
            let captured = captured | over;
            if (to & self.crown).any() {
                match R::MID_CAPTURE {
                    MidCapture::Passes => self.man::<S>(to, captured, taken + 1),
                    MidCapture::Stops => self.finish(to, captured, taken + 1, true),
                    MidCapture::Promotes => self.crowned(to, direction, captured, taken + 1),
                }
            } else {
                self.man::<S>(to, captured, taken + 1);
            }
        }
        if ended {
            self.finish(at, captured, taken, (at & self.crown).any());
        }
    }

    /// Goes on as a king from the square where a man has just been crowned.
    fn crowned(&mut self, at: WordOf<R>, direction: Direction, captured: WordOf<R>, taken: u32) {
        let goes_on = match R::KING {
            KingRange::Flying => self.turns(at, direction, captured, taken),
            KingRange::Short => return self.short_king(at, captured, taken),
        };
        if !goes_on {
            self.finish(at, captured, taken, true);
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
        if self.again(at, captured, None, taken) {
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
            self.finish(at, captured, taken, self.is_man);
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
        if self.again(over, captured, Some(direction), taken) {
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
                self.finish(landing, captured, taken, self.is_man);
                landing = R::Board::shift(landing, direction);
            }
        }
    }

    /// The move is complete: keeps it if the rule of choice allows it and it is new.
    fn finish(&mut self, to: WordOf<R>, captured: WordOf<R>, taken: u32, promotes: bool) {
        if R::CHOICE == Choice::MostPieces {
            if taken < self.most {
                return;
            }
            if taken > self.most {
                self.most = taken;
                self.list.clear();
                self.first = 0;
            }
        }
        let mv = Move::new(self.from.lowest(), to.lowest(), captured, promotes);
        let known = UNIQUE && taken > 1 && self.list[self.first..].contains(&mv);
        if !known {
            self.list.push(mv);
        }
    }
}
