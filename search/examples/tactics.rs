//! Looks for positions with a forced win that is not seen at once, for `tests/data/tactics.tsv`.
//!
//! `cargo run --release -p damka-search --example tactics -- russian 40 1` prints 40 positions: variant, FEN, and
//! the plies of the win. They are endings of a few scattered pieces. One is taken when a shallow search does not prove
//! the win, a deeper one does, and a still deeper one confirms it.

use damka_engine::draws::DrawRules;
use damka_engine::game::Game;
use damka_engine::{Color, Geometry, Piece, Position, Rules, Setup, Variant, fen, with_rules};
use damka_search::{Engine, Limits, Score, ScoreKind, Signal};
use std::collections::HashSet;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [variant, count, seed] = arguments.as_slice() else {
        return Err("usage: tactics VARIANT COUNT SEED".into());
    };
    let (count, seed) = (count.parse()?, seed.parse()?);
    with_rules!(variant.parse::<Variant>()?, R => find::<R>(count, seed));
    Ok(())
}

fn score<R: Rules>(engine: &mut Engine, game: &Game<R>, nodes: u64) -> Score {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let outcome = engine.search(game, &limits, &Signal::new(), &mut ());
    outcome.expect("threads and memory").score
}

fn find<R: Rules>(count: usize, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut engine = Engine::new();
    engine.set_hash(16);
    let mut found = HashSet::new();
    while found.len() < count {
        let Some(position) = ending::<R>(&mut random) else {
            continue;
        };
        if found.contains(&position.key()) {
            continue;
        }
        if let Some(plies) = hidden_win(&mut engine, position) {
            found.insert(position.key());
            println!("{}\t{}\t{plies}", R::VARIANT, fen::numeric(&position));
        }
    }
}

/// A quiet position of four to eight scattered pieces, at most two of them kings of a side.
fn ending<R: Rules>(random: &mut fastrand::Rng) -> Option<Position<R>> {
    let squares = R::Board::SQUARES as usize;
    let mut setup = Setup::empty(squares);
    setup.turn = Some(random.choice(Color::ALL)?);
    for color in Color::ALL {
        let kings = random.usize(0..=2);
        for index in 0..random.usize(2..=4) {
            setup.squares[random.usize(0..squares)] = Some(Piece {
                color,
                king: index < kings,
            });
        }
    }
    let position = Position::from_setup(&setup).ok()?;
    (position.has_moves() && !position.must_capture()).then_some(position)
}

/// Plies of a win that 2,000 nodes do not prove, 100,000 do, and 1,000,000 confirm.
fn hidden_win<R: Rules>(engine: &mut Engine, position: Position<R>) -> Option<u32> {
    let game = Game::new(position, DrawRules::default_for(R::VARIANT));
    engine.clear();
    if score(engine, &game, 2_000).is_decided() {
        return None;
    }
    let ScoreKind::Win(plies) = score(engine, &game, 100_000).kind() else {
        return None;
    };
    engine.clear();
    let ScoreKind::Win(confirmed) = score(engine, &game, 1_000_000).kind() else {
        return None;
    };
    Some(plies.min(confirmed))
}
