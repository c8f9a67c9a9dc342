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
pub struct Memory {
    history: Box<[[[i16; SQUARES]; SQUARES]; 2]>,
    killers: Box<[[MoveCode; 2]; MAX_PLY + 2]>,
}

impl Memory {
    /// No experience yet.
    pub fn new() -> Memory {
        Memory {
            history: Box::new([[[0; SQUARES]; SQUARES]; 2]),
            killers: Box::new([[MoveCode::NONE; 2]; MAX_PLY + 2]),
        }
    }

    /// Forgets the killers of the plies behind this one.
    #[inline(always)]
    pub fn enter(&mut self, ply: usize) {
        self.killers[ply + 1] = [MoveCode::NONE; 2];
    }

    #[inline(always)]
    fn history<G: Geometry>(&self, color: Color, mv: Move<G>) -> i32 {
        self.history[color.index()][mv.from().index()][mv.to().index()] as i32
    }

    /// The quiet move `tried.last()` has cut off; the moves before it have not.
    pub fn cut_off<G: Geometry>(
        &mut self,
        color: Color,
        tried: &[(i32, Move<G>)],
        depth: i32,
        ply: usize,
    ) {
        let Some((&(_, best), others)) = tried.split_last() else {
            return;
        };
        let code = MoveCode::of(best);
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            killers[1] = killers[0];
            killers[0] = code;
        }
        let bonus = (depth * depth * 8).min(1_200);
        self.add(color, best, bonus);
        for &(_, other) in others {
            self.add(color, other, -bonus);
        }
    }

    fn add<G: Geometry>(&mut self, color: Color, mv: Move<G>, bonus: i32) {
        let value = &mut self.history[color.index()][mv.from().index()][mv.to().index()];
        // Gravity: the nearer to the limit, the less is added.
        *value += (bonus - *value as i32 * bonus.abs() / HISTORY_MAX) as i16;
    }
}

/// The moves of the nodes on the way to the current one, each with its rank: a stack that every node extends and
/// cuts back again, so that no node copies or allocates a list of its own.
pub struct MoveStack<G: Geometry>(Vec<(i32, Move<G>)>);

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
        MoveStack(Vec::with_capacity(4096))
    }

    /// Adds the legal moves of a position.
    #[inline]
    pub fn push<R: Rules<Board = G>>(&mut self, position: &Position<R>) -> Frame {
        let start = self.0.len();
        position.for_each_move(|mv| self.0.push((0, mv)));
        Frame {
            start,
            end: self.0.len(),
        }
    }

    /// Removes the moves of the last frame.
    #[inline(always)]
    pub fn pop(&mut self, frame: Frame) {
        self.0.truncate(frame.start);
    }

    /// Whether the moves of a frame, which has at least one, are captures.
    #[inline(always)]
    pub fn are_captures(&self, frame: Frame) -> bool {
        self.0[frame.start].1.is_capture()
    }

    /// Ranks the moves of a frame: hash move, captures by gain, killers, history.
    #[inline]
    pub fn rank<R: Rules<Board = G>>(
        &mut self,
        frame: Frame,
        position: &Position<R>,
        hash_move: MoveCode,
        memory: &Memory,
        ply: usize,
    ) {
        let color = position.turn();
        let killers = memory.killers[ply];
        for (rank, mv) in &mut self.0[frame.start..frame.end] {
            let code = MoveCode::of(*mv);
            *rank = if code == hash_move {
                1 << 30
            } else if mv.is_capture() {
                gain(position, *mv)
            } else if code == killers[0] {
                1 << 21
            } else if code == killers[1] {
                1 << 20
            } else {
                memory.history(color, *mv) + if mv.promotes() { 1 << 19 } else { 0 }
            };
        }
    }

    /// Ranks captures by gain only.
    #[inline]
    pub fn rank_by_gain<R: Rules<Board = G>>(&mut self, frame: Frame, position: &Position<R>) {
        for (rank, mv) in &mut self.0[frame.start..frame.end] {
            *rank = gain(position, *mv);
        }
    }

    /// The move that comes at place `index` in order of rank; asked for `0, 1, 2 ...`.
    #[inline]
    pub fn pick(&mut self, frame: Frame, index: usize) -> Move<G> {
        let rest = &mut self.0[frame.start + index..frame.end];
        let best =
            (1..rest.len()).fold(0, |best, i| if rest[i].0 > rest[best].0 { i } else { best });
        rest.swap(0, best);
        rest[0].1
    }

    /// The move that was picked for place `index`.
    #[inline]
    pub fn at(&self, frame: Frame, index: usize) -> Move<G> {
        self.0[frame.start + index].1
    }

    /// The first `count` moves that were picked, with their ranks.
    #[inline]
    pub fn picked(&self, frame: Frame, count: usize) -> &[(i32, Move<G>)] {
        &self.0[frame.start..frame.start + count]
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

    /// Looks at no place any more that did not come yet.
    #[inline(always)]
    pub fn leave_out_the_rest(&mut self) {
        self.next = self.end;
    }
}

/// Worth of a capture for ordering: what it takes, and whether it crowns a man.
#[inline]
pub fn gain<R: Rules>(position: &Position<R>, mv: Move<R::Board>) -> i32 {
    let kings = (mv.captured() & position.pieces().kings()).count() as i32;
    100 * mv.captured().count() as i32 + 200 * kings + if mv.promotes() { 150 } else { 0 }
}
