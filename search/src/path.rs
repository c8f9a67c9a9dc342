//! The way from the start of a game to a node of the search, for repetitions.

use damka_engine::game::Game;
use damka_engine::{Move, Position, Rules, Word};

/// A position on the way.
#[derive(Clone, Copy)]
struct Visit {
    key: u64,
    /// Plies since the last move that cannot be taken back by later ones (a capture or a man's move).
    reversible: u32,
}

/// The positions from the start of a game over the root of a search to a node.
#[derive(Clone)]
pub struct Path {
    visits: Vec<Visit>,
    root: usize,
}

impl Path {
    /// From the start of a game to its current position, the root.
    pub fn to_root<R: Rules>(game: &Game<R>) -> Path {
        let start = Visit {
            key: game.initial().key(),
            reversible: 0,
        };
        let mut path = Path {
            visits: vec![start],
            root: game.moves().len(),
        };
        for (&mv, after) in game.moves().iter().zip(&game.positions()[1..]) {
            path.push(mv, after);
        }
        path
    }

    /// Goes on by a move, to the position `after` it.
    #[inline(always)]
    pub fn push<R: Rules>(&mut self, mv: Move<R::Board>, after: &Position<R>) {
        let moved_king =
            !mv.is_capture() && (after.pieces().kings() & mv.to_set()).any() && !mv.promotes();
        let before = self.visits[self.visits.len() - 1].reversible;
        self.visits.push(Visit {
            key: after.key(),
            reversible: if moved_king { before + 1 } else { 0 },
        });
    }

    /// Goes back by a move.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.visits.pop();
    }

    /// Whether the last position is a draw by repetition, or would be if both sides went on.
    ///
    /// A position that repeats one of this search is taken for a draw at once: what was best there is best again.
    /// One from the game before the root must have occurred twice, as the rule says.
    pub fn is_repeated(&self) -> bool {
        let here = self.visits.len() - 1;
        let Visit { key, reversible } = self.visits[here];
        let mut in_game = 0;
        for back in (4..=reversible as usize).step_by(2) {
            let Some(earlier) = here.checked_sub(back) else {
                break;
            };
            if self.visits[earlier].key == key {
                in_game += 1;
                if earlier >= self.root || in_game == 2 {
                    return true;
                }
            }
        }
        false
    }
}
