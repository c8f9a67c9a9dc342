//! Move ordering: the order in which a node tries its moves.

use crate::table::MoveCode;
use damka_engine::{Color, Geometry, Move, Position, Rules, Word};

/// Squares, ghosts included, rounded up to a power of two.
const SQUARES: usize = 128;
/// History values stay within ± this.
const HISTORY_MAX: i32 = 16_000;
/// Deepest line that killers are kept for, in plies.
pub const MAX_PLY: usize = 200;

/// What earlier cut-offs say about quiet moves.
pub struct History {
    by_squares: Box<[[[i16; SQUARES]; SQUARES]; 2]>,
    killers: Box<[[MoveCode; 2]; MAX_PLY + 2]>,
}

impl History {
    /// No experience yet.
    pub fn new() -> History {
        History {
            by_squares: Box::new([[[0; SQUARES]; SQUARES]; 2]),
            killers: Box::new([[MoveCode::NONE; 2]; MAX_PLY + 2]),
        }
    }

    /// Forgets the killers of the plies behind this one.
    #[inline(always)]
    pub fn enter(&mut self, ply: usize) {
        self.killers[ply + 1] = [MoveCode::NONE; 2];
    }

    #[inline(always)]
    fn of<G: Geometry>(&self, color: Color, mv: Move<G>) -> i32 {
        let (from, to) = mv.bits();
        self.by_squares[color.index()][from as usize][to as usize] as i32
    }

    /// The quiet move `best` has cut off; the `others`, tried before it, have not.
    pub fn cut_off<G: Geometry>(
        &mut self,
        color: Color,
        best: Move<G>,
        others: impl Iterator<Item = Move<G>>,
        depth: i32,
        ply: usize,
    ) {
        let code = MoveCode::of_quiet(best);
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            killers[1] = killers[0];
            killers[0] = code;
        }
        let bonus = (depth * depth * 8).min(1_200);
        self.add(color, best, bonus);
        for other in others {
            self.add(color, other, -bonus);
        }
    }

    fn add<G: Geometry>(&mut self, color: Color, mv: Move<G>, bonus: i32) {
        let (from, to) = mv.bits();
        let value = &mut self.by_squares[color.index()][from as usize][to as usize];
        // Gravity: the nearer to the limit, the less is added.
        *value += (bonus - *value as i32 * bonus.abs() / HISTORY_MAX) as i16;
    }
}

/// The moves of the nodes on the way to the current one, each with its rank: a stack that every node extends and
/// cuts back again, so that no node copies or allocates a list of its own.
pub struct MoveStack<G: Geometry> {
    moves: Vec<Move<G>>,
    /// For every place in the order its rank and the index of its move, in one number so that comparing and
    /// exchanging two is cheap.
    order: Vec<Ranked>,
}

/// A rank, in the upper half, and the index of a move within its frame, counted from the end so that of equal
/// ranks the earlier move comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Ranked(i64);

impl Ranked {
    #[inline(always)]
    fn new(rank: i32, index: usize) -> Ranked {
        Ranked((rank as i64) << 32 | !(index as u32) as i64)
    }

    #[inline(always)]
    fn index(self) -> usize {
        !(self.0 as u32) as usize
    }
}

/// The part of a [`MoveStack`] that belongs to one node.
#[derive(Clone, Copy)]
pub struct Frame {
    start: usize,
    end: usize,
}

impl Frame {
    /// Number of moves.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.end - self.start
    }
}

impl<G: Geometry> MoveStack<G> {
    /// An empty stack.
    pub fn new() -> MoveStack<G> {
        MoveStack {
            moves: Vec::with_capacity(4096),
            order: Vec::with_capacity(4096),
        }
    }

    /// Adds the legal moves of a position.
    #[inline]
    pub fn push<R: Rules<Board = G>>(&mut self, position: &Position<R>) -> Frame {
        let start = self.moves.len();
        position.for_each_move(|mv| self.moves.push(mv));
        let end = self.moves.len();
        self.order
            .extend((0..end - start).map(|index| Ranked::new(0, index)));
        Frame { start, end }
    }

    /// Removes the moves of the last frame.
    #[inline(always)]
    pub fn pop(&mut self, frame: Frame) {
        self.moves.truncate(frame.start);
        self.order.truncate(frame.start);
    }

    /// Whether the moves of a frame, which has at least one, are captures.
    #[inline(always)]
    pub fn are_captures(&self, frame: Frame) -> bool {
        self.moves[frame.start].is_capture()
    }

    /// Puts the move with this code first, if the frame has it; says how many places are settled so, 0 or 1.
    #[inline]
    pub fn put_first(&mut self, frame: Frame, code: MoveCode) -> usize {
        if code == MoveCode::NONE {
            return 0;
        }
        let mut moves = self.moves[frame.start..frame.end].iter();
        match moves.position(|&mv| MoveCode::of(mv) == code) {
            Some(index) => {
                self.order.swap(frame.start, frame.start + index);
                1
            }
            None => 0,
        }
    }

    /// Ranks the moves at the places of a frame from `first` on.
    #[inline(always)]
    fn rank_by(&mut self, frame: Frame, first: usize, rank: impl Fn(Move<G>) -> i32) {
        let moves = &self.moves[frame.start..frame.end];
        for ranked in &mut self.order[frame.start + first..frame.end] {
            let index = ranked.index();
            *ranked = Ranked::new(rank(moves[index]), index);
        }
    }

    /// Ranks the quiet moves at the places from `first` on: killers, history.
    #[inline]
    pub fn rank_quiet(
        &mut self,
        frame: Frame,
        first: usize,
        color: Color,
        history: &History,
        ply: usize,
    ) {
        let killers = history.killers[ply];
        self.rank_by(frame, first, |mv| {
            let code = MoveCode::of_quiet(mv);
            if code == killers[0] {
                1 << 21
            } else if code == killers[1] {
                1 << 20
            } else {
                history.of(color, mv) + if mv.promotes() { 1 << 19 } else { 0 }
            }
        });
    }

    /// Ranks the captures at the places from `first` on by gain.
    #[inline]
    pub fn rank_captures<R: Rules<Board = G>>(
        &mut self,
        frame: Frame,
        first: usize,
        position: &Position<R>,
    ) {
        self.rank_by(frame, first, |mv| gain(position, mv));
    }

    /// The move that comes at place `index` in order of rank; asked for `0, 1, 2 ...`.
    #[inline]
    pub fn pick(&mut self, frame: Frame, index: usize) -> Move<G> {
        let rest = &mut self.order[frame.start + index..frame.end];
        let mut best = 0;
        let mut highest = rest[0];
        for (place, &ranked) in rest.iter().enumerate() {
            if ranked > highest {
                highest = ranked;
                best = place;
            }
        }
        rest.swap(0, best);
        self.moves[frame.start + highest.index()]
    }

    /// The move that was picked for place `index`.
    #[inline]
    pub fn at(&self, frame: Frame, index: usize) -> Move<G> {
        self.moves[frame.start + self.order[frame.start + index].index()]
    }

    /// The moves that were picked for these places.
    #[inline]
    pub fn at_all(
        &self,
        frame: Frame,
        places: impl Iterator<Item = usize>,
    ) -> impl Iterator<Item = Move<G>> {
        places.map(move |index| self.at(frame, index))
    }
}

/// The places that a node still has to look at: all in order, then once more those that it put off.
pub struct Agenda {
    next: usize,
    end: usize,
    put_off: u64,
}

impl Agenda {
    /// All moves of a frame.
    #[inline(always)]
    pub fn new(frame: Frame) -> Agenda {
        Agenda {
            next: 0,
            end: frame.len(),
            put_off: 0,
        }
    }

    /// The next place, and whether it comes for the first time.
    #[inline(always)]
    pub fn next(&mut self) -> Option<(usize, bool)> {
        if self.next < self.end {
            self.next += 1;
            Some((self.next - 1, true))
        } else if self.put_off != 0 {
            let place = self.put_off.trailing_zeros() as usize;
            self.put_off &= self.put_off - 1;
            Some((place, false))
        } else {
            None
        }
    }

    /// Comes back to a place after all others; says whether it can, which it cannot with places beyond the 64th.
    #[inline]
    pub fn put_off(&mut self, place: usize) -> bool {
        let can = place < u64::BITS as usize;
        if can {
            self.put_off |= 1 << place;
        }
        can
    }

    /// Looks at no place any more that did not come before this one.
    #[inline(always)]
    pub fn leave_out_the_rest(&mut self) {
        self.next -= 1;
        self.end = self.next;
    }

    /// The places that were looked at before `place`, the one that came last, and not put off since.
    #[inline]
    pub fn tried_before(&self, place: usize) -> impl Iterator<Item = usize> {
        let put_off = self.put_off;
        let waits = move |other: usize| other < u64::BITS as usize && put_off >> other & 1 != 0;
        (0..self.next).filter(move |&other| other != place && !waits(other))
    }
}

/// Worth of a capture for ordering: what it takes, and whether it crowns a man.
#[inline]
pub fn gain<R: Rules>(position: &Position<R>, mv: Move<R::Board>) -> i32 {
    let kings = (mv.captured() & position.pieces().kings()).count() as i32;
    100 * mv.captured().count() as i32 + 200 * kings + if mv.promotes() { 150 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_engine::{Variant, with_rules};

    /// Every move comes once, the given one first, the others by falling rank, equals in the order of the generator.
    fn comes_in_order<R: Rules>(random: &mut fastrand::Rng) {
        let mut position = Position::<R>::start();
        let mut history = History::new();
        let mut stack = MoveStack::new();
        while position.has_moves() && random.u8(..40) > 0 {
            let legal = position.legal_moves();
            let first = random.bool().then(|| legal[random.usize(..legal.len())]);
            let code = first.map_or(MoveCode::NONE, MoveCode::of);
            let outer = stack.push(&position);
            let frame = stack.push(&position);
            let settled = stack.put_first(frame, code);
            assert_eq!(settled, first.is_some() as usize);
            let rank = |mv| match mv {
                mv if first == Some(mv) => i32::MAX,
                mv if stack.are_captures(frame) => gain(&position, mv),
                mv if MoveCode::of(mv) == history.killers[0][0] => 1 << 21,
                mv if MoveCode::of(mv) == history.killers[0][1] => 1 << 20,
                mv => history.of(position.turn(), mv) + ((mv.promotes() as i32) << 19),
            };
            let mut expected = legal.to_vec();
            expected.sort_by_key(|&mv| -rank(mv));
            if stack.are_captures(frame) {
                stack.rank_captures(frame, settled, &position);
            } else {
                stack.rank_quiet(frame, settled, position.turn(), &history, 0);
            }
            for index in settled..frame.len() {
                stack.pick(frame, index);
            }
            let picked: Vec<_> = stack.at_all(frame, 0..frame.len()).collect();
            assert_eq!(picked, expected, "{position:?}");
            stack.pop(frame);
            let untouched: Vec<_> = stack.at_all(outer, 0..outer.len()).collect();
            assert_eq!(untouched, legal.to_vec(), "{position:?}");
            stack.pop(outer);
            let best = picked[random.usize(..picked.len())];
            if !best.is_capture() {
                let others = legal.into_iter().filter(|&mv| mv != best);
                history.cut_off(position.turn(), best, others, random.i32(1..12), 0);
            }
            position = position.after(best);
        }
    }

    #[test]
    fn what_was_put_off_or_left_out_was_not_tried() {
        let mut agenda = Agenda::new(Frame { start: 7, end: 17 });
        let tried = |agenda: &Agenda, place| agenda.tried_before(place).collect::<Vec<_>>();
        for place in 0..6 {
            assert_eq!(agenda.next(), Some((place, true)));
            assert!(place % 2 == 0 || agenda.put_off(place));
        }
        assert_eq!(agenda.next(), Some((6, true)));
        assert_eq!(tried(&agenda, 6), [0, 2, 4]);
        agenda.leave_out_the_rest();
        assert_eq!(agenda.next(), Some((1, false)));
        assert_eq!(tried(&agenda, 1), [0, 2, 4]);
        assert_eq!(agenda.next(), Some((3, false)));
        assert_eq!(tried(&agenda, 3), [0, 1, 2, 4]);
        assert_eq!(agenda.next(), Some((5, false)));
        assert_eq!(agenda.next(), None);
    }

    #[test]
    fn every_move_comes_in_the_order_of_its_rank() {
        let mut random = fastrand::Rng::with_seed(17);
        for variant in Variant::ALL {
            for _ in 0..30 {
                with_rules!(variant, R => comes_in_order::<R>(&mut random));
            }
        }
    }
}
