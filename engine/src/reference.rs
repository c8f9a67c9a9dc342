//! The slow generator that the fast one is tested against.
//!
//! A mailbox: an array of squares with a rim around it, pieces looked at one by one, every sequence of jumps
//! walked to its end, and only then the rule of choice applied. It shares nothing with the fast generator but
//! the [`Rules`] constants and the types at its border; where the two differ, one of them is wrong.

use crate::geometry::{Geometry, Square};
use crate::moves::Move;
use crate::perft::CountKind;
use crate::piece::{Color, Piece};
use crate::position::Position;
use crate::rules::{Choice, KingRange, MidCapture, Rules};
use crate::word::Word;
use std::collections::HashSet;
use std::marker::PhantomData;

/// Room for the largest board, 12x12, and its rim.
const CELLS: usize = 14 * 14;

/// One place of the mailbox.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    /// The rim, and the light squares, on which nothing ever stands.
    Rim,
    Empty,
    Piece(Piece),
}

/// A jump: the step of its direction, and the place of the piece that is taken.
type Jump = (isize, usize);

/// A move as the mailbox sees it. A quiet move has no jumps.
#[derive(Clone)]
struct Step {
    from: usize,
    to: usize,
    jumps: Vec<Jump>,
    /// What stands on `to` afterwards.
    becomes: Piece,
}

impl Step {
    /// What makes two moves the same: from, to and the captured set.
    fn identity(&self) -> (usize, usize, Vec<usize>) {
        let mut captured: Vec<usize> = self.jumps.iter().map(|jump| jump.1).collect();
        captured.sort_unstable();
        (self.from, self.to, captured)
    }
}

/// The mailbox and the side to move.
#[derive(Clone)]
struct Board<R: Rules> {
    cells: [Cell; CELLS],
    turn: Color,
    rules: PhantomData<R>,
}

/// All legal moves, each once, in no particular order.
pub fn legal_moves<R: Rules>(position: &Position<R>) -> Vec<Move<R::Board>> {
    let board = Board::from_position(position);
    let moves = board.moves(CountKind::Unique);
    moves.iter().map(|step| board.to_move(step)).collect()
}

/// Leaves of the move tree of `depth` plies, moves being told apart as `kind` says.
pub fn perft<R: Rules>(position: &Position<R>, depth: u32, kind: CountKind) -> u64 {
    Board::from_position(position).perft(depth, kind)
}

impl<R: Rules> Board<R> {
    /// Places in a row of the mailbox; the step straight down.
    const WIDTH: usize = R::Board::FILES as usize + 2;

    /// The place of a square: dark squares are counted from the top left, row by row.
    fn place(number: usize) -> usize {
        let half = R::Board::FILES as usize / 2;
        let (row, nth) = (number / half, number % half);
        // The top left corner is light, so the dark squares of even rows stand one file to the right.
        let file = 2 * nth + usize::from(row % 2 == 0);
        (row + 1) * Self::WIDTH + file + 1
    }

    /// The inverse of [`place`](Self::place).
    fn number(place: usize) -> usize {
        let (row, file) = (place / Self::WIDTH - 1, place % Self::WIDTH - 1);
        row * (R::Board::FILES as usize / 2) + file / 2
    }

    fn from_position(position: &Position<R>) -> Board<R> {
        let mut cells = [Cell::Rim; CELLS];
        for number in 0..R::Board::SQUARES as usize {
            cells[Self::place(number)] = match position.get(Square::from_index(number as u8)) {
                Some(piece) => Cell::Piece(piece),
                None => Cell::Empty,
            };
        }
        Board {
            cells,
            turn: position.turn(),
            rules: PhantomData,
        }
    }

    fn to_move(&self, step: &Step) -> Move<R::Board> {
        let bit = |place| R::Board::bit_index(Square::from_index(Self::number(place) as u8));
        let captured = step.jumps.iter().map(|jump| bit(jump.1));
        Move::new(
            bit(step.from),
            bit(step.to),
            captured.fold(Word::EMPTY, |set, index| set | Word::bit(index)),
            self.cells[step.from] != Cell::Piece(step.becomes),
        )
    }

    fn perft(&self, depth: u32, kind: CountKind) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves(kind);
        if depth == 1 {
            return moves.len() as u64;
        }
        let after = moves.iter().map(|step| self.after(step));
        after.map(|next| next.perft(depth - 1, kind)).sum()
    }

    fn after(&self, step: &Step) -> Board<R> {
        let mut next = self.clone();
        next.cells[step.from] = Cell::Empty;
        for jump in &step.jumps {
            next.cells[jump.1] = Cell::Empty;
        }
        // Last, because a capture may end where it began.
        next.cells[step.to] = Cell::Piece(step.becomes);
        next.turn = !self.turn;
        next
    }

    /// The steps in which a man moves forwards, to the left and to the right.
    fn forwards(&self) -> [isize; 2] {
        let width = Self::WIDTH as isize;
        match self.turn {
            Color::White => [-width - 1, -width + 1],
            Color::Black => [width - 1, width + 1],
        }
    }

    fn all_ways(&self) -> [isize; 4] {
        let [left, right] = self.forwards();
        [left, right, -left, -right]
    }

    /// Whether the place is on the row where the side to move crowns its men.
    fn is_last_row(&self, place: usize) -> bool {
        let row = place / Self::WIDTH - 1;
        match self.turn {
            Color::White => row == 0,
            Color::Black => row == R::Board::ROWS as usize - 1,
        }
    }

    /// The legal moves: captures if there are any, otherwise quiet moves.
    fn moves(&self, kind: CountKind) -> Vec<Step> {
        let mut captures = self.captures(kind);
        if captures.is_empty() {
            return self.quiet_moves();
        }
        if R::CHOICE == Choice::MostPieces {
            let most = captures.iter().map(|step| step.jumps.len()).max();
            captures.retain(|step| Some(step.jumps.len()) == most);
        }
        if kind == CountKind::Unique {
            let mut known = HashSet::new();
            captures.retain(|step| known.insert(step.identity()));
        }
        captures
    }

    /// The pieces of the side to move, with their places.
    fn own_pieces(&self) -> impl Iterator<Item = (usize, Piece)> {
        let cells = self.cells.iter().enumerate();
        cells.filter_map(|(place, cell)| match cell {
            Cell::Piece(piece) if piece.color == self.turn => Some((place, *piece)),
            _ => None,
        })
    }

    fn quiet_moves(&self) -> Vec<Step> {
        let mut moves = Vec::new();
        for (from, piece) in self.own_pieces() {
            let ways = self.all_ways();
            let ways = if piece.king { &ways[..] } else { &ways[..2] };
            for &way in ways {
                let range = if piece.king {
                    R::KING
                } else {
                    KingRange::Short
                };
                for to in self.free_run(from, way, range, &self.cells) {
                    let becomes = Piece {
                        king: piece.king || self.is_last_row(to),
                        ..piece
                    };
                    moves.push(Step {
                        from,
                        to,
                        jumps: Vec::new(),
                        becomes,
                    });
                }
            }
        }
        moves
    }

    /// The free places beyond `from`: all up to the next piece, or one at most.
    fn free_run(
        &self,
        from: usize,
        way: isize,
        range: KingRange,
        cells: &[Cell; CELLS],
    ) -> Vec<usize> {
        let mut run = Vec::new();
        let mut place = from.strict_add_signed(way);
        while cells[place] == Cell::Empty {
            run.push(place);
            if range == KingRange::Short {
                break;
            }
            place = place.strict_add_signed(way);
        }
        run
    }

    /// Every capture that cannot be continued, before the rule of choice.
    ///
    /// With [`CountKind::Paths`] each sequence of jumps; otherwise a state that was reached before by another
    /// order of the same victims is not walked again, so some duplicates are left out already.
    fn captures(&self, kind: CountKind) -> Vec<Step> {
        let mut walk = Walk {
            board: self,
            cells: self.cells,
            jumps: Vec::new(),
            seen: (kind == CountKind::Unique).then(HashSet::new),
            found: Vec::new(),
        };
        for (from, piece) in self.own_pieces() {
            // The square that the piece came from is empty while it captures.
            walk.cells[from] = Cell::Empty;
            walk.go_on(from, piece, &[from]);
            walk.cells[from] = self.cells[from];
            if let Some(seen) = &mut walk.seen {
                seen.clear();
            }
        }
        walk.found
    }
}

/// A capturing piece on its way.
struct Walk<'a, R: Rules> {
    board: &'a Board<R>,
    /// The board without the capturing piece. Captured pieces stay on it until the move is over.
    cells: [Cell; CELLS],
    jumps: Vec<Jump>,
    /// States that need not be walked again: the last jump, and the set of all victims.
    seen: Option<HashSet<(Jump, Vec<usize>)>>,
    found: Vec<Step>,
}

impl<R: Rules> Walk<'_, R> {
    /// Continues from the places where the piece may rest after the jumps so far.
    ///
    /// A flying king may rest on any free place behind its victim, but if it can capture on from one of them
    /// it must choose such a one: so the capture goes on from all resting places together, and ends, on any of
    /// them, only when none of them offers a jump.
    fn go_on(&mut self, from: usize, piece: Piece, resting: &[usize]) {
        let mut next: Vec<Jump> = Vec::new();
        for &place in resting {
            for jump in self.jumps_from(place, piece) {
                // From two resting places on one line the same jump is still one jump.
                if !next.contains(&jump) {
                    next.push(jump);
                }
            }
        }
        if next.is_empty() {
            if !self.jumps.is_empty() {
                self.end(from, piece, resting);
            }
            return;
        }
        for jump in next {
            self.jumps.push(jump);
            if self.is_new() {
                self.land(from, piece, jump);
            }
            self.jumps.pop();
        }
    }

    /// The piece has made `jump`, the last of `self.jumps`.
    fn land(&mut self, from: usize, mut piece: Piece, (way, victim): Jump) {
        let range = if piece.king {
            R::KING
        } else {
            KingRange::Short
        };
        let resting = self.board.free_run(victim, way, range, &self.cells);
        // A man has one resting place.
        if !piece.king && self.board.is_last_row(resting[0]) {
            match R::MID_CAPTURE {
                MidCapture::Promotes => piece.king = true,
                MidCapture::Passes => {}
                MidCapture::Stops => return self.end(from, piece, &resting),
            }
        }
        self.go_on(from, piece, &resting);
    }

    /// The capture is over; the piece is on any of the resting places.
    fn end(&mut self, from: usize, piece: Piece, resting: &[usize]) {
        for &to in resting {
            self.found.push(Step {
                from,
                to,
                jumps: self.jumps.clone(),
                becomes: Piece {
                    king: piece.king || self.board.is_last_row(to),
                    ..piece
                },
            });
        }
    }

    /// The jumps that a piece can make from a place: over an enemy that has not been taken yet and has a free
    /// place behind it.
    fn jumps_from(&self, place: usize, piece: Piece) -> Vec<Jump> {
        let ways = self.board.all_ways();
        let ways = if piece.king || R::MEN_CAPTURE_BACKWARDS {
            &ways[..]
        } else {
            &ways[..2]
        };
        let mut jumps = Vec::new();
        for &way in ways {
            let mut victim = place.strict_add_signed(way);
            if piece.king && R::KING == KingRange::Flying {
                while self.cells[victim] == Cell::Empty {
                    victim = victim.strict_add_signed(way);
                }
            }
            let enemy =
                matches!(self.cells[victim], Cell::Piece(other) if other.color != piece.color);
            let taken = self.jumps.iter().any(|jump| jump.1 == victim);
            if enemy && !taken && self.cells[victim.strict_add_signed(way)] == Cell::Empty {
                jumps.push((way, victim));
            }
        }
        jumps
    }

    /// Whether no other order of the same victims has led to the same last jump.
    ///
    /// The rest of the capture depends on nothing else: a piece that was crowned on the way was crowned by
    /// taking a victim of the row before the last, which is in the set.
    fn is_new(&mut self) -> bool {
        let Some(seen) = &mut self.seen else {
            return true;
        };
        let mut victims: Vec<usize> = self.jumps.iter().map(|jump| jump.1).collect();
        victims.sort_unstable();
        self.jumps
            .last()
            .is_none_or(|&last| seen.insert((last, victims)))
    }
}
