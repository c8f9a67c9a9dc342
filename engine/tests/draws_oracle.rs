//! The draw counters against a second, deliberately slow reading of the same rules.
//!
//! The slow reading looks at the whole history again at every ply, counts pieces square by square, and keeps nothing
//! from one ply to the next.

use damka_engine::{
    Color, Counters, DrawReason, DrawRules, Game, Geometry, Move, Piece, Position, Rules, Setup,
    Status, WinReason, rules,
};
use proptest::prelude::*;

/// A finished stretch of play: positions and the moves between them.
struct History<R: Rules> {
    rules: DrawRules,
    positions: Vec<Position<R>>,
    moves: Vec<Move<R::Board>>,
}

/// Kings and men of the two sides.
#[derive(Clone, Copy, PartialEq)]
struct Material {
    kings: [usize; 2],
    men: [usize; 2],
}

impl Material {
    fn of<R: Rules>(position: &Position<R>) -> Material {
        let count = |color, king| {
            let piece = Some(Piece { color, king });
            R::Board::squares()
                .filter(|square| position.get(*square) == piece)
                .count()
        };
        Material {
            kings: [count(Color::White, true), count(Color::Black, true)],
            men: [count(Color::White, false), count(Color::Black, false)],
        }
    }

    fn total(&self, side: usize) -> usize {
        self.kings[side] + self.men[side]
    }

    /// Sides that face a lone king, with at least one king of their own.
    fn strong_sides(&self) -> Vec<usize> {
        (0..2)
            .filter(|side| self.kings[1 - side] == 1 && self.men[1 - side] == 0)
            .filter(|side| self.kings[*side] >= 1)
            .collect()
    }

    fn three_kings(&self) -> bool {
        let strong = self.strong_sides();
        strong
            .iter()
            .any(|s| self.kings[*s] >= 3 && self.men[*s] == 0)
    }

    fn three_pieces(&self) -> bool {
        self.strong_sides().iter().any(|s| self.total(*s) == 3)
    }

    fn one_or_two_pieces(&self) -> bool {
        self.strong_sides().iter().any(|s| self.total(*s) <= 2)
    }

    /// The five-move ending of the Brazilian rules that this is, by its number in their list.
    fn brazilian(&self) -> Option<usize> {
        let list = [
            ([2, 0], [2, 0]),
            ([2, 0], [1, 0]),
            ([2, 0], [1, 1]),
            ([1, 0], [1, 0]),
            ([1, 0], [1, 1]),
        ];
        let side = |s: usize| [self.kings[s], self.men[s]];
        list.iter()
            .position(|(a, b)| (side(0), side(1)) == (*a, *b) || (side(1), side(0)) == (*a, *b))
    }
}

/// Whether a lone king stands on a1-h8 with nothing else on that road, and three pieces with a king play against it.
fn main_road<R: Rules>(position: &Position<R>) -> bool {
    let material = Material::of(position);
    if !material.three_pieces() {
        return false;
    }
    let road: Vec<Piece> = (0..R::Board::ROWS as i32)
        .filter_map(|file| R::Board::at(file, R::Board::ROWS as i32 - 1 - file))
        .filter_map(|square| position.get(square))
        .collect();
    let lone = |piece: &Piece| piece.king && material.total(piece.color.index()) == 1;
    road.len() == 1 && lone(&road[0])
}

impl<R: Rules> History<R> {
    fn now(&self) -> usize {
        self.moves.len()
    }

    /// The ply after the last capture or promotion, 0 when there was none.
    fn balance_since(&self) -> usize {
        let changed = |mv: &Move<R::Board>| mv.is_capture() || mv.promotes();
        self.moves.iter().rposition(changed).map_or(0, |i| i + 1)
    }

    /// Plies played while `class` held without a break, the ply that made it not counted.
    fn unbroken(&self, class: impl Fn(&Position<R>) -> bool) -> usize {
        let held = self.positions.iter().rev().take_while(|p| class(p)).count();
        held.saturating_sub(1)
    }

    /// Plies since the balance changed that led to a position of a class.
    fn counted(&self, class: impl Fn(&Position<R>) -> bool) -> usize {
        let since = &self.positions[self.balance_since() + 1..];
        since.iter().filter(|position| class(position)).count()
    }

    /// King moves without capture in a row.
    fn king_moves(&self) -> usize {
        let king = |i: usize| {
            let piece = self.positions[i].get(self.moves[i].from());
            piece.is_some_and(|piece| piece.king) && !self.moves[i].is_capture()
        };
        (0..self.now()).rev().take_while(|i| king(*i)).count()
    }

    fn draw(&self) -> Option<DrawReason> {
        let current = &self.positions[self.now()];
        let material = Material::of(current);
        let king_moves = self.king_moves();
        match self.rules {
            DrawRules::Repetition => None,
            DrawRules::Wcdf => (king_moves >= 80).then_some(DrawReason::FortyMoves),
            DrawRules::Pool => (king_moves >= 30).then_some(DrawReason::KingMoves),
            DrawRules::Fmjd100 => {
                let three = |p: &Position<R>| Material::of(p).three_pieces();
                let few = |p: &Position<R>| Material::of(p).one_or_two_pieces();
                if three(current) && self.unbroken(three) >= 32 {
                    Some(DrawReason::ThreePieces)
                } else if few(current) && self.unbroken(few) >= 10 {
                    Some(DrawReason::LoneKing)
                } else {
                    (king_moves >= 50).then_some(DrawReason::KingMoves)
                }
            }
            DrawRules::Cbd => {
                let ending = material.brazilian();
                let same = |p: &Position<R>| Material::of(p).brazilian() == ending;
                if ending.is_some() && self.unbroken(same) >= 10 {
                    Some(DrawReason::KingEnding)
                } else {
                    (king_moves >= 40).then_some(DrawReason::KingMoves)
                }
            }
            DrawRules::Fmjd64 | DrawRules::Fmjd64Letter => self.fmjd64(current, material),
        }
    }

    fn fmjd64(&self, current: &Position<R>, material: Material) -> Option<DrawReason> {
        let few = |p: &Position<R>| Material::of(p).one_or_two_pieces();
        let special = |p: &Position<R>| {
            let material = Material::of(p);
            material.three_kings() || material.one_or_two_pieces() || main_road(p)
        };
        let small = |p: &Position<R>, least: usize| {
            let material = Material::of(p);
            let total = material.total(0) + material.total(1);
            let kings = material.kings.iter().all(|kings| *kings > 0);
            kings && (total == least || total == least + 1) && !special(p)
        };
        if material.three_kings() && self.now() - self.balance_since() >= 30 {
            return Some(DrawReason::ThreeKings);
        }
        if material.three_pieces() && self.counted(main_road) >= 10 {
            return Some(DrawReason::MainRoad);
        }
        if few(current) && self.unbroken(few) >= 10 {
            return Some(DrawReason::LoneKing);
        }
        if self.counted(|p| small(p, 4)) >= 60 {
            return Some(DrawReason::Material45);
        }
        if self.counted(|p| small(p, 6)) >= 120 {
            return Some(DrawReason::Material67);
        }
        let special_runs = special(current) || small(current, 4) || small(current, 6);
        let counts = self.rules == DrawRules::Fmjd64Letter || !special_runs;
        (counts && self.king_moves() >= 30).then_some(DrawReason::KingMoves)
    }

    fn status(&self) -> Status {
        let position = &self.positions[self.now()];
        let material = Material::of(position);
        for (side, color) in [Color::White, Color::Black].into_iter().enumerate() {
            if material.total(side) == 0 {
                return Status::Win(!color, WinReason::NoPieces);
            }
        }
        if position.legal_moves().is_empty() {
            return Status::Win(!position.turn(), WinReason::NoMoves);
        }
        let same = self.positions.iter().filter(|old| *old == position);
        if same.count() >= 3 {
            return Status::Draw(DrawReason::Repetition);
        }
        self.draw().map_or(Status::Ongoing, Status::Draw)
    }
}

/// A position with a few kings and men on random squares.
fn random_ending<R: Rules>(random: &mut fastrand::Rng) -> Position<R> {
    loop {
        let mut setup = Setup::empty(R::Board::SQUARES as usize);
        setup.turn = Some(if random.bool() {
            Color::White
        } else {
            Color::Black
        });
        // Six or seven kings; seven kings and a man against one; some against one; a handful on both sides.
        let sort = random.u32(..7);
        let counts = match sort {
            0 => [3, random.u32(3..5)],
            1 => [8, 1],
            2..5 => [random.u32(1..5), 1],
            _ => [random.u32(1..5), random.u32(1..5)],
        };
        for (color, count) in [Color::White, Color::Black].into_iter().zip(counts) {
            for i in 0..count {
                let king = match sort {
                    0 => true,
                    1 => i < 7,
                    _ => i == 0 || random.u32(..3) > 0,
                };
                let square = random.usize(..R::Board::SQUARES as usize);
                setup.squares[square] = Some(Piece { color, king });
            }
        }
        if random.bool() {
            for square in &mut setup.squares {
                *square = square.map(|piece| Piece {
                    color: !piece.color,
                    ..piece
                });
            }
        }
        if let Ok(position) = Position::from_setup(&setup) {
            return position;
        }
    }
}

/// Plays a random game and compares at every ply; returns the draws that occurred.
fn compare<R: Rules>(rules: DrawRules, seed: u64) -> Vec<DrawReason> {
    let mut random = fastrand::Rng::with_seed(seed);
    let start = random_ending::<R>(&mut random);
    let mut game = Game::new(start, rules);
    let mut history = History {
        rules,
        positions: vec![start],
        moves: vec![],
    };
    let mut draws = Vec::new();
    // Kings that stay out of harm's way reach the limits, the others make the classes change.
    let careful = random.u32(..4) > 0;
    for _ in 0..180 {
        assert_eq!(
            game.status(),
            history.status(),
            "{rules} {seed} {start:?} {:?}",
            game.moves()
        );
        if let Status::Draw(reason) = game.status() {
            draws.push(reason);
        }
        let position = game.position();
        let fresh = Position::<R>::from_setup(&position.to_setup()).expect("a valid position");
        assert_eq!(position.key(), fresh.key(), "{position:?}");
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        let safe = |mv: &&Move<R::Board>| !game.position().after(**mv).must_capture();
        let safe: Vec<_> = moves.iter().filter(safe).filter(|_| careful).collect();
        let mv = match random.choice(&safe) {
            Some(mv) => **mv,
            None => moves[random.usize(..moves.len())],
        };
        game.play(mv).expect("a legal move");
        history.positions.push(*game.position());
        history.moves.push(mv);
    }
    // Taking everything back goes through the same states in reverse order.
    while let Some(mv) = game.undo() {
        assert_eq!(Some(mv), history.moves.pop());
        history.positions.pop();
        assert_eq!(game.status(), history.status());
    }
    assert_eq!(game.counters(), Counters::new(rules, &start));
    draws
}

fn reasons_of<R: Rules>(rules: DrawRules, games: u64) -> Vec<&'static str> {
    let draws = (0..games).flat_map(|seed| compare::<R>(rules, seed));
    let mut ids: Vec<&str> = draws.map(DrawReason::id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

#[test]
fn counters_agree_with_the_slow_reading_and_every_rule_occurs() {
    let fmjd64 = [
        "king_moves",
        "lone_king",
        "main_road",
        "material_4_5",
        "material_6_7",
        "repetition",
        "three_kings",
    ];
    let fmjd100 = ["king_moves", "lone_king", "repetition", "three_pieces"];
    use rules::{Brazilian, English, International, Pool, Russian};
    assert_eq!(reasons_of::<Russian>(DrawRules::Fmjd64, 250), fmjd64);
    assert_eq!(reasons_of::<Brazilian>(DrawRules::Fmjd64, 250), fmjd64);
    assert_eq!(reasons_of::<Russian>(DrawRules::Fmjd64Letter, 250), fmjd64);
    let cbd = ["king_ending", "king_moves", "repetition"];
    assert_eq!(reasons_of::<Brazilian>(DrawRules::Cbd, 120), cbd);
    assert_eq!(
        reasons_of::<International>(DrawRules::Fmjd100, 120),
        fmjd100
    );
    assert_eq!(
        reasons_of::<English>(DrawRules::Wcdf, 120),
        ["forty_moves", "repetition"]
    );
    assert_eq!(
        reasons_of::<Pool>(DrawRules::Pool, 120),
        ["king_moves", "repetition"]
    );
    assert_eq!(
        reasons_of::<Russian>(DrawRules::Repetition, 60),
        ["repetition"]
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn counters_agree_with_the_slow_reading(seed in any::<u64>()) {
        compare::<rules::Russian>(DrawRules::Fmjd64, seed);
        compare::<rules::Brazilian>(DrawRules::Fmjd64Letter, seed);
        compare::<rules::Brazilian>(DrawRules::Cbd, seed);
        compare::<rules::International>(DrawRules::Fmjd100, seed);
    }
}
