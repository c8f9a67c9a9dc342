//! Random positions of every kind, and what must hold in each of them.

use damka_engine::perft::{self, CountKind};
use damka_engine::{Color, Geometry, Move, Piece, Position, Rules, Setup, Square, reference};

/// Squares of the largest board: as many dice are thrown for a position.
pub const DICE: usize = 72;

/// How the pieces of a position are scattered; every share is in percent.
#[derive(Clone, Copy, Debug)]
pub struct Mix {
    /// Squares that are occupied.
    pub density: u8,
    /// White's share of the pieces.
    pub white: u8,
    /// Kings among the pieces.
    pub kings: u8,
    /// Of the men far from their last row, those that are given to the side that crowns them soon.
    pub promoters: u8,
    /// Most pieces stand on every second row, so that captures can go round in circles and cross their own way.
    pub lattice: bool,
    /// White is to move.
    pub white_to_move: bool,
}

/// What falls on one square: four numbers below 100, compared with the shares in the order of [`Mix`].
pub type Die = [u8; 4];

/// The position that the dice give, if they give a valid one; pieces that would make it invalid are left out.
pub fn scattered<R: Rules>(mix: Mix, dice: &[Die]) -> Option<Position<R>> {
    let mut setup = Setup::empty(R::Board::SQUARES as usize);
    setup.turn = Some(if mix.white_to_move {
        Color::White
    } else {
        Color::Black
    });
    let most = R::Board::HALF * R::MEN_ROWS;
    let mut count = [0; 2];
    for (square, die) in R::Board::squares().zip(dice) {
        let between = mix.lattice && R::Board::row(square) % 2 == u32::from(mix.white % 2);
        let density = if between {
            mix.density / 6
        } else {
            mix.density
        };
        // The highest numbers are pieces, so that shrinking the dice empties the board.
        if die[0] < 100 - density {
            continue;
        }
        let mut color = if die[1] < mix.white {
            Color::White
        } else {
            Color::Black
        };
        let king = die[2] < mix.kings;
        let row = R::Board::row(square);
        if !king && die[3] < mix.promoters {
            color = if row < R::Board::ROWS / 2 {
                Color::White
            } else {
                Color::Black
            };
        }
        let last_row = match color {
            Color::White => 0,
            Color::Black => R::Board::ROWS - 1,
        };
        if (king || row != last_row) && count[color.index()] < most {
            count[color.index()] += 1;
            setup.squares[square.index()] = Some(Piece { color, king });
        }
    }
    Position::from_setup(&setup).ok()
}

/// The position after these choices among the legal moves from the start, or where the game ended before.
pub fn playout<R: Rules>(choices: &[u16]) -> Position<R> {
    let mut position = Position::start();
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.after(moves[choice as usize % moves.len()]);
    }
    position
}

/// The same pieces with the other side to move.
pub fn turned<R: Rules>(position: &Position<R>) -> Position<R> {
    let mut setup = position.to_setup();
    setup.turn = Some(!position.turn());
    rebuilt(&setup)
}

fn rebuilt<R: Rules>(setup: &Setup) -> Position<R> {
    Position::from_setup(setup).expect("a position stays valid")
}

/// From, to, captured squares, and whether a man is crowned; squares by index.
pub type Plain = (usize, usize, Vec<usize>, bool);

pub fn plain<G: Geometry>(mv: Move<G>) -> Plain {
    let captured = mv.captured_squares().map(Square::index).collect();
    (mv.from().index(), mv.to().index(), captured, mv.promotes())
}

/// The moves in order, for comparison.
pub fn sorted<G: Geometry>(moves: &[Move<G>]) -> Vec<Plain> {
    let mut list: Vec<Plain> = moves.iter().map(|&mv| plain(mv)).collect();
    list.sort();
    list
}

/// Fails with the position when two values differ.
pub fn same<T: PartialEq + std::fmt::Debug, R: Rules>(
    position: &Position<R>,
    what: &str,
    got: T,
    expected: T,
) -> Result<(), String> {
    if got == expected {
        return Ok(());
    }
    Err(format!(
        "{} {position:?}: {what}\n     got {got:?}\nexpected {expected:?}",
        R::VARIANT
    ))
}

/// The fast generator says the same as the reference generator, in every way in which it can be asked.
pub fn agrees_with_reference<R: Rules>(position: &Position<R>) -> Result<(), String> {
    let slow = reference::legal_moves(position);
    let fast = position.legal_moves();
    let expected = sorted(&slow);
    let captures = slow.iter().any(|mv| mv.is_capture());
    same(position, "moves", sorted(&fast), expected.clone())?;
    let listed = if captures { expected } else { Vec::new() };
    same(position, "captures", sorted(&position.captures()), listed)?;
    same(position, "must_capture", position.must_capture(), captures)?;
    same(
        position,
        "has_moves",
        position.has_moves(),
        !slow.is_empty(),
    )?;
    same(
        position,
        "count_moves",
        position.count_moves(),
        slow.len() as u64,
    )?;
    same(
        position,
        "unique",
        perft::unique(position, 1),
        slow.len() as u64,
    )?;
    // Counting has ways of its own for the last two plies.
    let pairs = reference::perft(position, 2, CountKind::Unique);
    same(
        position,
        "unique of two plies",
        perft::unique(position, 2),
        pairs,
    )?;
    for depth in [1, 2] {
        let paths = reference::perft(position, depth, CountKind::Paths);
        same(position, "paths", perft::paths(position, depth), paths)?;
    }
    let other = reference::legal_moves(&turned(position));
    let threat = other.iter().any(|mv| mv.is_capture());
    same(
        position,
        "can_capture",
        position.can_capture(!position.turn()),
        threat,
    )
}

/// What must hold in itself: no move twice, keys that need no history, and the mirror.
pub fn is_consistent<R: Rules>(position: &Position<R>) -> Result<(), String> {
    let moves = position.legal_moves();
    let list = sorted(&moves);
    let mut once = list.clone();
    // Whether a man is crowned follows from the rest, so it does not tell two moves apart.
    once.dedup_by(|a, b| (a.0, a.1, &a.2) == (b.0, b.1, &b.2));
    same(position, "a move twice", &list, &once)?;

    for &mv in &moves {
        same(
            position,
            "is_legal",
            (mv, position.is_legal(mv)),
            (mv, true),
        )?;
        let after = position.after(mv);
        let fresh = rebuilt::<R>(&after.to_setup());
        same(position, "position after", (mv, after), (mv, fresh))?;
        same(position, "key after", (mv, after.key()), (mv, fresh.key()))?;
    }

    let mirror = position.mirrored();
    same(position, "mirrored twice", mirror.mirrored(), *position)?;
    same(
        position,
        "key of the mirror",
        mirror.mirrored().key(),
        position.key(),
    )?;
    let rotate = |square: Square| R::Board::rotated(square).index();
    let mut expected: Vec<Plain> = moves
        .iter()
        .map(|mv| {
            let mut captured: Vec<usize> = mv.captured_squares().map(rotate).collect();
            captured.sort_unstable();
            (rotate(mv.from()), rotate(mv.to()), captured, mv.promotes())
        })
        .collect();
    expected.sort();
    same(
        position,
        "mirrored moves",
        sorted(&mirror.legal_moves()),
        expected,
    )
}

/// A move of a position that differs by one piece or by the turn is legal here exactly if it is in the list here.
pub fn legal_means_listed<R: Rules>(position: &Position<R>) -> Result<(), String> {
    let here = position.legal_moves();
    let mut neighbours = vec![turned(position)];
    for square in R::Board::squares() {
        let was = position.get(square);
        let pieces = Color::ALL
            .into_iter()
            .flat_map(|c| [Piece::man(c), Piece::king(c)]);
        for piece in pieces.map(Some).chain([None]).filter(|&piece| piece != was) {
            let mut setup = position.to_setup();
            setup.squares[square.index()] = piece;
            neighbours.extend(Position::from_setup(&setup));
        }
    }
    for neighbour in neighbours {
        for mv in neighbour.legal_moves() {
            same(
                position,
                "is_legal",
                (mv, position.is_legal(mv)),
                (mv, here.contains(&mv)),
            )?;
        }
    }
    Ok(())
}
