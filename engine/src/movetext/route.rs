//! The ways a capture can go: landing squares are not part of a move and are worked out here when text needs them.

use crate::geometry::{Direction, Geometry, Square};
use crate::moves::Move;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::{KingRange, MidCapture, Rules, WordOf};
use crate::word::Word;
use smallvec::SmallVec;
use std::collections::HashSet;

/// The landing squares of a move: start, then where it lands after each jump; start and end of a quiet move.
///
/// The intermediate squares are those immediately behind the captured piece, or, where the capture turns later,
/// the square of the turn. Of several ways round one is chosen, always the same. A capture that is impossible in
/// this position gives start and end only.
pub fn landing_path<R: Rules>(position: &Position<R>, mv: Move<R::Board>) -> Vec<Square> {
    let direct = || vec![mv.from(), mv.to()];
    if !mv.is_capture() {
        return direct();
    }
    let Some(board) = Board::<R>::new(position, mv.from(), mv.captured()) else {
        return direct();
    };
    let mut search = Search {
        board: &board,
        goal: mv,
        waypoints: &[],
        failed: HashSet::new(),
        budget: usize::MAX,
        path: Vec::new(),
    };
    if search.go(board.start(), 0) {
        search.path
    } else {
        direct()
    }
}

/// How many states the search for one spelling may visit. Real captures need dozens; the bound is for texts and
/// positions made to be slow.
pub(super) const BUDGET: usize = 200_000;

/// Whether the capture can go by these squares in this order, among others. Takes what it uses from `budget`;
/// `None` when that does not suffice.
pub(super) fn passes<R: Rules>(
    position: &Position<R>,
    mv: Move<R::Board>,
    waypoints: &[Square],
    budget: &mut usize,
) -> Option<bool> {
    let board = Board::<R>::new(position, mv.from(), mv.captured())?;
    let mut search = Search {
        board: &board,
        goal: mv,
        waypoints,
        failed: HashSet::new(),
        budget: *budget,
        path: Vec::new(),
    };
    let found = search.go(board.start(), 0);
    *budget = search.budget;
    (found || search.budget > 0).then_some(found)
}

/// The pieces captured by a piece that lands on exactly these squares one after the other; `None` when it cannot.
pub(super) fn captured_on<R: Rules>(position: &Position<R>, path: &[Square]) -> Option<WordOf<R>> {
    let (&from, rest) = path.split_first()?;
    let board = Board::<R>::new(position, from, position.pieces().of(!position.turn()))?;
    let mut state = board.start();
    for &landing in rest {
        let jumps = board.jumps(&state);
        let jump = jumps.iter().find(|jump| jump.landings.contains(&landing))?;
        state = board.landed(&state, jump, landing);
    }
    Some(state.taken)
}

/// A capture in progress.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State<W> {
    at: Square,
    taken: W,
    mover: Mover,
}

/// What the capturing piece is at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Mover {
    Man,
    King,
    /// A man that was crowned and may not go on.
    Stopped,
}

/// One jump in one direction, with every square on which it may end.
struct Jump {
    over: Square,
    landings: SmallVec<[Square; 8]>,
}

/// A position with the eyes of the piece that captures.
struct Board<R: Rules> {
    from: Square,
    mover: Mover,
    color: Color,
    victims: WordOf<R>,
    /// Free squares, the start square among them: the piece has left it.
    empty: WordOf<R>,
}

impl<R: Rules> Board<R> {
    /// `None` when no piece of the side to move stands on `from`.
    fn new(position: &Position<R>, from: Square, victims: WordOf<R>) -> Option<Self> {
        if !R::Board::contains(from) {
            return None;
        }
        let color = position.turn();
        let piece = position.get(from).filter(|piece| piece.color == color)?;
        Some(Board {
            from,
            mover: if piece.king { Mover::King } else { Mover::Man },
            color,
            victims,
            empty: position.pieces().empty() | R::Board::set(from),
        })
    }

    fn start(&self) -> State<WordOf<R>> {
        State {
            at: self.from,
            taken: WordOf::<R>::EMPTY,
            mover: self.mover,
        }
    }

    fn is_free(&self, square: Square) -> bool {
        (R::Board::set(square) & self.empty).any()
    }

    fn jumps(&self, state: &State<WordOf<R>>) -> SmallVec<[Jump; 4]> {
        let mut jumps = SmallVec::new();
        let flying = state.mover == Mover::King && R::KING == KingRange::Flying;
        for direction in Direction::ALL {
            let allowed = match state.mover {
                Mover::Man => R::MEN_CAPTURE_BACKWARDS || self.is_forward(direction),
                Mover::King => true,
                Mover::Stopped => false,
            };
            if allowed {
                jumps.extend(self.jump(state, direction, flying));
            }
        }
        jumps
    }

    fn is_forward(&self, direction: Direction) -> bool {
        (direction.step().1 < 0) == (self.color == Color::White)
    }

    fn jump(&self, state: &State<WordOf<R>>, direction: Direction, flying: bool) -> Option<Jump> {
        let mut over = R::Board::neighbour(state.at, direction)?;
        while flying && self.is_free(over) {
            over = R::Board::neighbour(over, direction)?;
        }
        if (R::Board::set(over) & self.victims & !state.taken).is_empty() {
            return None;
        }
        let mut landings = SmallVec::new();
        let mut next = R::Board::neighbour(over, direction);
        while let Some(landing) = next.filter(|&square| self.is_free(square)) {
            landings.push(landing);
            next = R::Board::neighbour(landing, direction).filter(|_| flying);
        }
        (!landings.is_empty()).then_some(Jump { over, landings })
    }

    fn landed(&self, state: &State<WordOf<R>>, jump: &Jump, landing: Square) -> State<WordOf<R>> {
        let crown = match self.color {
            Color::White => R::Board::TOP,
            Color::Black => R::Board::BOTTOM,
        };
        let crowned = state.mover == Mover::Man && (R::Board::set(landing) & crown).any();
        State {
            at: landing,
            taken: state.taken | R::Board::set(jump.over),
            mover: match R::MID_CAPTURE {
                MidCapture::Promotes if crowned => Mover::King,
                MidCapture::Stops if crowned => Mover::Stopped,
                _ => state.mover,
            },
        }
    }
}

/// Depth-first search for one way to make a capture. Each state is visited once, so that positions with very many
/// ways round cost no more than their states.
struct Search<'a, R: Rules> {
    board: &'a Board<R>,
    goal: Move<R::Board>,
    /// Squares on which the capture must land, in this order.
    waypoints: &'a [Square],
    failed: HashSet<(State<WordOf<R>>, usize)>,
    /// States that may still be visited.
    budget: usize,
    path: Vec<Square>,
}

impl<R: Rules> Search<'_, R> {
    /// Goes on from a state in which that many waypoints have been passed.
    fn go(&mut self, state: State<WordOf<R>>, passed: usize) -> bool {
        if self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        self.path.push(state.at);
        if state.taken == self.goal.captured() {
            if state.at == self.goal.to() && passed == self.waypoints.len() {
                return true;
            }
        } else if !self.failed.contains(&(state, passed)) {
            for jump in self.board.jumps(&state) {
                for &landing in &jump.landings {
                    let next = self.board.landed(&state, &jump, landing);
                    // The last square of a text is the end of the move and no waypoint.
                    let complete = next.taken == self.goal.captured();
                    let passes = !complete && self.waypoints.get(passed) == Some(&landing);
                    if self.go(next, passed + usize::from(passes)) {
                        return true;
                    }
                }
            }
            self.failed.insert((state, passed));
        }
        self.path.pop();
        false
    }
}
