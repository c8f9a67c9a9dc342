//! Whole matches between mock engines.

mod common;

use common::{mock, plan, play};
use damka_arena::adjudicate::Adjudication;
use damka_arena::plan::Plan;
use damka_arena::schedule::Tournament;
use damka_arena::stats::{Decision, Model, Sprt};
use damka_arena::time::Limits;
use damka_engine::Variant;
use std::time::Duration;

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

/// The test ends a match as soon as it has decided; games in progress still count.
#[test]
fn a_test_ends_the_match() {
    let mut plan = plan(
        Variant::Russian,
        2_000,
        vec![
            mock("good", "uci seed=1"),
            mock("bad", "uci fault=illegal at=1"),
        ],
    );
    plan.sprt = Some(Sprt::new("0,100", 0.05, 0.05, Model::Logistic).expect("bounds"));
    let (summary, games) = play(&plan).expect("match");
    assert_eq!(summary.decision, Some(Decision::H1));
    assert!(games.len() < 200, "{}", games.len());
    assert_eq!(games.len() as u64, summary.standings.games());
}

/// A clock runs down over the game; the moves themselves are quick.
#[test]
fn a_clock_runs_out() {
    let late = "uci fault=late at=1 ms=60 seed=1";
    let mut plan = plan(
        Variant::Russian,
        2,
        vec![mock("slow", late), mock("good", "uci seed=2")],
    );
    plan.limits = Limits {
        tc: Some("0.3".parse().expect("control")),
        ..Limits::default()
    };
    plan.margin = Duration::from_millis(10);
    let (_, games) = play(&plan).expect("match");
    for game in &games {
        assert_eq!(game.ending.reason, "time", "{:?}", game.ending);
        assert_eq!(game.half_points(0), 0);
        assert!((4..=14).contains(&game.moves.len()), "{}", game.moves.len());
    }
}

#[test]
fn games_are_adjudicated_when_asked_for() {
    let engines = vec![
        mock("one", "uci fault=optimist seed=1"),
        mock("two", "hub fault=pessimist seed=2"),
    ];
    let mut plan = plan(Variant::Russian, 4, engines);
    plan.adjudication.resign = Some("moves=3,score=6".parse().expect("rule"));
    let (_, games) = play(&plan).expect("match");
    for game in &games {
        assert_eq!(
            (game.ending.reason.as_str(), game.moves.len()),
            ("adjudicated_win", 6)
        );
        assert_eq!(game.half_points(0), 2);
    }
    plan.engines = vec![mock("one", "uci seed=1"), mock("two", "hub seed=2")];
    plan.adjudication.draw = Some("moves=2,after=5,score=0.1".parse().expect("rule"));
    let (_, games) = play(&plan).expect("match");
    for game in &games {
        assert_eq!(
            (game.ending.reason.as_str(), game.moves.len()),
            ("adjudicated_draw", 10)
        );
    }
    plan.adjudication = Adjudication {
        max_moves: Some(3),
        ..Adjudication::default()
    };
    let (_, games) = play(&plan).expect("match");
    for game in &games {
        assert_eq!(
            (game.ending.reason.as_str(), game.moves.len()),
            ("move_limit", 6)
        );
    }
}

#[test]
fn gauntlets_and_round_robins_play_everybody() {
    let engines = || {
        (0..4)
            .map(|n| mock(&format!("e{n}"), &format!("uci seed={n}")))
            .collect()
    };
    for (tournament, games) in [
        (Tournament::RoundRobin, 6 * 4),
        (Tournament::Gauntlet, 3 * 4),
    ] {
        let mut plan = plan(Variant::English, 4, engines());
        plan.tournament = tournament;
        plan.concurrency = 3;
        let (summary, played) = play(&plan).expect("match");
        assert_eq!(played.len(), games);
        let table = &summary.standings.table;
        for a in 0..4 {
            for b in 0..4 {
                let met = a != b && (tournament == Tournament::RoundRobin || a == 0 || b == 0);
                assert_eq!(table.games(a, b).games(), if met { 4 } else { 0 });
                assert_eq!(table.pairs(a, b).pairs(), if met { 2 } else { 0 });
            }
        }
    }
}

/// Node limits vary from game to game, by the seed alone.
#[test]
fn jitter_is_seeded() {
    let mut plan = plan(
        Variant::Russian,
        100,
        vec![mock("a", "uci"), mock("b", "uci")],
    );
    plan.limits = Limits {
        nodes: Some(1_000),
        ..Limits::default()
    };
    let limits = |plan: &Plan| -> Vec<u64> {
        let schedule = plan.schedule();
        let jobs = (0..schedule.games()).filter_map(|index| schedule.job(index));
        let nodes = |job| plan.conditions(job).limits.map(|limits| limits.nodes);
        jobs.flat_map(nodes).flatten().collect()
    };
    assert!(limits(&plan).iter().all(|nodes| *nodes == 1_000));
    plan.jitter = 0.1;
    let first = limits(&plan);
    assert_eq!(first, limits(&plan));
    assert!(first.iter().all(|nodes| (900..=1_100).contains(nodes)));
    let mean = first.iter().sum::<u64>() / first.len() as u64;
    assert!((980..=1_020).contains(&mean), "{mean}");
    plan.seed = 2;
    assert_ne!(first, limits(&plan));
}
