//! Tactics: positions with a forced win that a shallow search does not see, solved within a fixed number of nodes.
//!
//! The positions were found by `examples/tactics.rs`: each win was proved by 100,000 nodes and confirmed by 1,000,000.

use damka_engine::draws::DrawRules;
use damka_engine::game::Game;
use damka_engine::{Rules, Variant, fen, with_rules};
use damka_search::{Engine, Limits, ScoreKind, Signal};

const POSITIONS: &str = include_str!("../../tests/data/tactics.tsv");

/// Nodes for each position: about 80 ms at 5 million nodes a second.
const NODES: u64 = 400_000;

fn wins<R: Rules>(engine: &mut Engine, text: &str) -> bool {
    let position = fen::parse::<R>(text).expect("a valid FEN");
    let game = Game::new(position, DrawRules::default_for(R::VARIANT));
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    engine.clear();
    let outcome = engine
        .search(&game, &limits, &Signal::new(), &mut ())
        .unwrap();
    matches!(outcome.score.kind(), ScoreKind::Win(_))
}

/// At least nine of ten wins are proved; the count is printed (`cargo test -p damka-search --test tactics -- --nocapture`).
#[test]
fn forced_wins_are_found() {
    let mut engine = Engine::new();
    engine.set_hash(16);
    for wanted in [
        Variant::Brazilian,
        Variant::Russian,
        Variant::English,
        Variant::Pool,
    ] {
        let (mut solved, mut all) = (0, 0);
        for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            let (Some(variant), Some(text)) = (fields.next(), fields.next()) else {
                panic!("{line}")
            };
            if variant == wanted.name() {
                all += 1;
                solved += with_rules!(wanted, R => wins::<R>(&mut engine, text)) as u32;
            }
        }
        println!("{wanted}: {solved} of {all} solved with {NODES} nodes each");
        assert!(all >= 30, "{wanted}: {all} positions");
        assert!(solved * 10 >= all * 9, "{wanted}: {solved} of {all}");
    }
}
