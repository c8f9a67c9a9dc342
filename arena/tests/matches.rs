//! Whole matches between mock engines.

mod common;

use common::{mock, plan, play};
use damka_engine::Variant;

#[test]
fn a_match_ends_in_every_variant_and_over_both_protocols() {
    for variant in Variant::ALL {
        let engines = vec![mock("a", "uci seed=1"), mock("b", "hub seed=2")];
        let plan = plan(variant, 20, engines);
        let (summary, games) = play(&plan).expect("match");
        assert_eq!(games.len(), 20);
        assert!(
            games.iter().all(|game| !game.ending.fault),
            "{variant}: {games:?}"
        );
        assert_eq!(summary.standings.games(), 20);
        assert_eq!(summary.standings.first().1.pairs(), 10);
        for pair in games.chunks(2) {
            assert_eq!((pair[0].white, pair[0].black), (0, 1));
            assert_eq!((pair[1].white, pair[1].black), (1, 0));
            assert_eq!(pair[0].fen, pair[1].fen);
        }
    }
}

/// Equal engines play the same game with either colour, so each pair is worth one point, whatever they speak.
#[test]
fn equal_engines_halve_every_pair() {
    let engines = vec![mock("a", "uci seed=7"), mock("b", "hub seed=7")];
    let (summary, games) = play(&plan(Variant::Russian, 40, engines)).expect("match");
    assert_eq!(summary.standings.first().1.0, [0, 0, 20, 0, 0]);
    assert_eq!(summary.standings.twins, 20);
    for pair in games.chunks(2) {
        let moves = |i: usize| pair[i].moves.iter().map(|mv| &mv.mv).collect::<Vec<_>>();
        assert_eq!(moves(0), moves(1));
    }
}
