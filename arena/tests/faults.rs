//! Every fault that an engine can commit, its verdict, and that the match goes on after it.

mod common;

use common::{mock, plan, play};
use damka_arena::fault::Fault;
use damka_arena::record::Outcome;
use damka_arena::runner::MatchError;
use damka_engine::Variant;
use std::time::{Duration, Instant};

/// Plays six games of a misbehaving engine against a good one, over both protocols: every game must be lost by
/// the fault, at the move at which it happens.
fn every_game_is_lost_by(arguments: &str, at: usize, reason: &str) {
    for protocol in ["uci", "hub"] {
        let bad = format!("{protocol} fault={arguments} at={at} seed=1");
        let plan = plan(
            Variant::Russian,
            6,
            vec![mock("bad", &bad), mock("good", "uci seed=2")],
        );
        let (summary, games) = play(&plan).expect("match");
        assert_eq!(games.len(), 6);
        for game in &games {
            let detail = &game.ending;
            assert_eq!(game.ending.reason, reason, "{protocol} {detail:?}");
            assert!(game.ending.fault);
            assert_eq!(game.half_points(0), 0);
            let winner = if game.white == 0 {
                Outcome::Black
            } else {
                Outcome::White
            };
            assert_eq!(game.ending.outcome, winner);
            let opened = game.fen.starts_with('W') == (game.white == 0);
            let before = if opened { 2 * (at - 1) } else { 2 * at - 1 };
            assert_eq!(game.moves.len(), before, "{protocol} {detail:?}");
        }
        assert_eq!(summary.standings.faults[0][reason], 6);
        assert!(summary.standings.faults[1].is_empty());
        assert_eq!(summary.standings.first().1.0, [3, 0, 0, 0, 0]);
    }
}

#[test]
fn a_crash_loses() {
    every_game_is_lost_by("crash", 3, "crash");
    every_game_is_lost_by("abort", 1, "crash");
}

#[test]
fn an_illegal_move_loses() {
    every_game_is_lost_by("illegal", 3, "illegal_move");
    every_game_is_lost_by("garbage", 2, "illegal_move");
}

#[test]
fn a_missing_answer_loses() {
    every_game_is_lost_by("hang", 3, "no_answer");
    every_game_is_lost_by("half-line", 1, "no_answer");
}

#[test]
fn an_overstepped_clock_loses() {
    // 200 ms for the move and a margin of 100.
    for protocol in ["uci", "hub"] {
        let late = format!("{protocol} fault=late at=2 ms=420 seed=1");
        let plan = plan(
            Variant::Russian,
            4,
            vec![mock("bad", &late), mock("good", "uci seed=2")],
        );
        let (summary, games) = play(&plan).expect("match");
        assert!(
            games
                .iter()
                .all(|game| game.ending.reason == "time" && game.half_points(0) == 0)
        );
        assert_eq!(summary.standings.faults[0]["time"], 4);
    }
}

#[test]
fn a_flood_loses() {
    for protocol in ["uci", "hub"] {
        let bad = format!("{protocol} fault=flood at=2 seed=1");
        let mut plan = plan(
            Variant::Russian,
            2,
            vec![mock("bad", &bad), mock("good", "uci seed=2")],
        );
        plan.limits.movetime = Some(20_000);
        let (_, games) = play(&plan).expect("match");
        assert!(
            games.iter().all(|game| game.ending.reason == "flood"),
            "{games:?}"
        );
    }
}

#[test]
fn a_line_without_end_loses() {
    every_game_is_lost_by("endless", 2, "endless_line");
}

#[test]
fn claiming_to_have_no_move_loses() {
    let engines = vec![
        mock("bad", "uci fault=none at=2 seed=1"),
        mock("good", "uci seed=2"),
    ];
    let (_, games) = play(&plan(Variant::English, 4, engines)).expect("match");
    assert!(
        games
            .iter()
            .all(|game| game.ending.reason == "no_move" && game.half_points(0) == 0)
    );
}

#[test]
fn a_complaint_loses() {
    for bad in [
        "hub fault=error at=2 seed=1",
        "uci fault=complaint at=2 seed=1",
    ] {
        let engines = vec![mock("bad", bad), mock("good", "uci seed=2")];
        let (_, games) = play(&plan(Variant::Russian, 4, engines)).expect("match");
        assert!(games.iter().all(|game| game.ending.reason == "refused"));
        let detail = games[0].ending.detail.as_deref();
        assert_eq!(detail, Some("refuses: 'bad position'"), "{bad}");
    }
}

/// An answer that nobody asked for is not taken for the next one.
#[test]
fn stale_answers_are_passed_by() {
    let engines = vec![
        mock("odd", "uci fault=twice at=1 seed=1"),
        mock("good", "uci seed=2"),
    ];
    let (summary, _) = play(&plan(Variant::Russian, 10, engines)).expect("match");
    assert!(
        summary
            .standings
            .faults
            .iter()
            .all(|faults| faults.is_empty())
    );
}

/// Hub engines that do not know `ping` can play.
#[test]
fn ping_is_not_needed() {
    let engines = vec![
        mock("old", "hub fault=no-ping seed=1"),
        mock("good", "uci seed=2"),
    ];
    let (summary, _) = play(&plan(Variant::Russian, 10, engines)).expect("match");
    assert!(
        summary
            .standings
            .faults
            .iter()
            .all(|faults| faults.is_empty())
    );
}

/// Engines that cannot play at all end the match before it begins, with a reason.
#[test]
fn engines_that_cannot_play_are_named() {
    let fails = |spec: &str, variant| {
        let bad = spec.parse().expect(spec);
        match play(&plan(variant, 2, vec![mock("good", "uci"), bad])) {
            Err(MatchError::Engine { name, fault }) => {
                assert_eq!(name, "bad");
                fault
            }
            other => panic!("{spec}: {other:?}"),
        }
    };
    let russian = Variant::Russian;
    let mock = common::MOCK;
    assert!(matches!(
        fails("name=bad cmd=/no/such/engine", russian),
        Fault::Start(_)
    ));
    assert!(matches!(
        fails("name=bad cmd=cat dir=/no/such/dir", russian),
        Fault::Start(_)
    ));
    let said = |fault| match fault {
        Fault::WrongProtocol { said, .. } => said,
        other => panic!("{other:?}"),
    };
    let hub_only = fails("name=bad cmd='echo Hello'", russian);
    assert_eq!(said(hub_only), "it says 'Hello'");
    let dead = fails(
        &format!("name=bad cmd='{mock} uci fault=exit-at-start'"),
        russian,
    );
    assert!(said(dead).contains("exit status: 5"));
    let refused = fails(
        &format!("name=bad cmd='{mock} uci' option.Wings=2"),
        russian,
    );
    assert_eq!(
        refused,
        Fault::Refused("it has no option 'Wings'".to_string())
    );
    // Whether it plays the variant nobody knows, also where it is the one that most engines play.
    for variant in [russian, Variant::Brazilian] {
        let one_game = fails(
            &format!("name=bad cmd='{mock} uci fault=one-game'"),
            variant,
        );
        assert!(
            matches!(&one_game, Fault::Refused(why) if why.contains("no option UCI_Variant")),
            "{one_game}"
        );
    }
    let wrong = fails(
        &format!("name=bad cmd='{mock} hub' proto=hub option.wings=2"),
        russian,
    );
    assert_eq!(
        wrong,
        Fault::Refused("it has no parameter 'wings'".to_string())
    );
}

/// A wrong protocol is noticed although the engine stays alive and silent. This takes the patience of a start.
#[test]
fn silence_is_a_wrong_protocol() {
    let begun = Instant::now();
    let bad = mock("bad", "uci fault=banner");
    let error =
        play(&plan(Variant::Russian, 2, vec![bad, mock("good", "uci")])).expect_err("banner");
    assert_eq!(
        error.to_string(),
        "engine bad: does not speak uci: it says 'Welcome to xboard'"
    );
    assert!(begun.elapsed() < Duration::from_secs(20));
}

/// Several faults in one match: each engine's faults are its own, and all games are counted.
#[test]
fn a_tournament_survives_everybody() {
    let kinds = ["crash", "illegal", "hang", "endless"];
    let mut engines = vec![mock("good", "uci seed=1")];
    for (index, kind) in kinds.iter().enumerate() {
        let protocol = if index % 2 == 0 { "uci" } else { "hub" };
        engines.push(mock(
            kind,
            &format!("{protocol} fault={kind} at={} seed=9", index + 2),
        ));
    }
    let plan = plan(Variant::Brazilian, 4, engines);
    let (summary, games) = play(&plan).expect("match");
    assert_eq!(games.len(), 10 * 4);
    let standings = &summary.standings;
    assert_eq!(standings.table.total(0).points(), 16.0);
    assert!(standings.faults[0].is_empty());
    for (index, reason) in ["crash", "illegal_move", "no_answer", "endless_line"]
        .iter()
        .enumerate()
    {
        assert!(
            standings.faults[index + 1][*reason] >= 4,
            "{:?}",
            standings.faults
        );
        assert_eq!(standings.faults[index + 1].len(), 1);
    }
}
