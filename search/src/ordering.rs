//! Move ordering: the order in which a node tries its moves.

use crate::table::MoveCode;
use damka_engine::{Color, Geometry, Move, Position, Rules, Word};
use smallvec::SmallVec;

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

    /// The quiet move `tried.last()` has cut off; the moves tried before it have not.
    pub fn cut_off<G: Geometry>(
        &mut self,
        color: Color,
        tried: &[Move<G>],
        depth: i32,
        ply: usize,
    ) {
        let Some((&best, others)) = tried.split_last() else {
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
        for &other in others {
            self.add(color, other, -bonus);
        }
    }

    fn add<G: Geometry>(&mut self, color: Color, mv: Move<G>, bonus: i32) {
        let value = &mut self.history[color.index()][mv.from().index()][mv.to().index()];
        // Gravity: the nearer to the limit, the less is added.
        *value += (bonus - *value as i32 * bonus.abs() / HISTORY_MAX) as i16;
    }
}

/// The moves of a node with their rank, handed out best first.
pub struct Picker<G: Geometry> {
    moves: SmallVec<[(i32, Move<G>); 40]>,
    next: usize,
}

impl<G: Geometry> Picker<G> {
    /// Ranks the moves of a position: hash move, captures by gain, killers, history.
    #[inline]
    pub fn new<R: Rules<Board = G>>(
        position: &Position<R>,
        moves: &[Move<G>],
        hash_move: MoveCode,
        memory: &Memory,
        ply: usize,
    ) -> Picker<G> {
        let color = position.turn();
        let killers = memory.killers[ply];
        let rank = |&mv: &Move<G>| {
            let code = MoveCode::of(mv);
            let rank = if code == hash_move {
                1 << 30
            } else if mv.is_capture() {
                gain(position, mv)
            } else if code == killers[0] {
                1 << 21
            } else if code == killers[1] {
                1 << 20
            } else {
                memory.history(color, mv) + if mv.promotes() { 1 << 19 } else { 0 }
            };
            (rank, mv)
        };
        Picker {
            moves: moves.iter().map(rank).collect(),
            next: 0,
        }
    }

    /// The best move that was not handed out yet.
    #[inline]
    pub fn next(&mut self) -> Option<Move<G>> {
        let rest = self.moves.get_mut(self.next..)?;
        let best =
            (1..rest.len()).fold(0, |best, i| if rest[i].0 > rest[best].0 { i } else { best });
        let &(_, mv) = rest.get(best)?;
        rest.swap(0, best);
        self.next += 1;
        Some(mv)
    }
}

/// Worth of a capture for ordering: what it takes, and whether it crowns a man.
#[inline]
pub fn gain<R: Rules>(position: &Position<R>, mv: Move<R::Board>) -> i32 {
    let kings = (mv.captured() & position.pieces().kings()).count() as i32;
    100 * mv.captured().count() as i32 + 200 * kings + if mv.promotes() { 150 } else { 0 }
}
