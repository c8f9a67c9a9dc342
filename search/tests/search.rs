//! What a search must hold in every variant: legal answers, right scores, limits, and the same nodes every time.

use damka_engine::draws::DrawRules;
use damka_engine::game::Game;
use damka_engine::rules::{Brazilian, English, International, Pool, Russian};
use damka_engine::{Rules, fen, hub};
use damka_search::{Engine, Info, Limits, Observer, Outcome, Score, ScoreKind, Signal, Skill};
use std::time::{Duration, Instant};

/// Remembers everything that it was told.
struct Log<R: Rules>(Vec<Info<R>>);

impl<R: Rules> Observer<R> for Log<R> {
    fn info(&mut self, info: &Info<R>) {
        self.0.push(info.clone());
    }
}

fn game<R: Rules>(text: &str) -> Game<R> {
    let position = fen::parse::<R>(text).expect("a valid FEN");
    Game::new(position, DrawRules::default_for(R::VARIANT))
}

fn depth<R: Rules>(depth: u32) -> Limits<R> {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

fn search<R: Rules>(game: &Game<R>, limits: &Limits<R>) -> (Outcome<R>, Vec<Info<R>>) {
    let mut log = Log(Vec::new());
    let mut engine = Engine::new();
    engine.set_hash(4);
    let outcome = engine
        .search(game, limits, &Signal::new(), &mut log)
        .unwrap();
    (outcome, log.0)
}

/// Every line reported must be a line of legal moves, and the last report must be about the answer.
fn check_lines<R: Rules>(game: &Game<R>, outcome: &Outcome<R>, infos: &[Info<R>]) {
    assert!(!infos.is_empty());
    for info in infos {
        assert!(!info.line.is_empty());
        let mut position = *game.position();
        for &mv in &info.line {
            assert!(
                position.is_legal(mv),
                "{mv} in {:?} of {:?}",
                info.line,
                game.position()
            );
            position = position.after(mv);
        }
    }
    let last = infos.iter().rev().find(|info| info.multi_pv == 1).unwrap();
    assert_eq!(Some(last.line[0]), outcome.best);
}

fn every_start<R: Rules>() {
    let game = Game::<R>::start();
    let (outcome, infos) = search(&game, &depth(9));
    check_lines(&game, &outcome, &infos);
    assert_eq!(outcome.depth, 9);
    assert!(
        matches!(outcome.score.kind(), ScoreKind::Centimen(-60..=60)),
        "{:?}",
        outcome.score
    );
    let again = search(&game, &depth(9)).0;
    assert_eq!(
        (again.best, again.nodes, again.score),
        (outcome.best, outcome.nodes, outcome.score)
    );
}

#[test]
fn start_positions_are_searched_and_repeat() {
    every_start::<Brazilian>();
    every_start::<Russian>();
    every_start::<International>();
    every_start::<English>();
    every_start::<Pool>();
}

#[test]
fn wins_are_counted_in_plies() {
    // The capture ends the game: one ply.
    let (outcome, _) = search(&game::<International>("W:WK46:B41"), &depth(5));
    assert_eq!(outcome.score.kind(), ScoreKind::Win(1));
    // White's only move walks into the capture of its only man: two plies to the loss.
    let (outcome, _) = search(&game::<International>("W:W36:B26"), &depth(7));
    assert_eq!(outcome.score.kind(), ScoreKind::Loss(2));
    // A lone king that attacks an unguarded one gives itself up only if it must (win in 3 plies).
    let (outcome, _) = search(&game::<International>("W:WK10:BK5"), &depth(9));
    assert_eq!(outcome.score.kind(), ScoreKind::Win(3));
}

#[test]
fn a_lost_root_has_no_move() {
    for text in ["W:W6:B1", "W:WK46:B37,41", "W:W:B1"] {
        let (outcome, infos) = search(&game::<International>(text), &depth(5));
        assert!(outcome.best.is_none() && infos.is_empty());
        assert_eq!(outcome.score, Score::loss_in(0));
    }
}

#[test]
fn a_root_that_is_drawn_already_is_answered() {
    let mut game = game::<International>("W:WK46,K50:BK5,K1");
    for _ in 0..2 {
        for (from, to) in [(50, 45), (1, 6), (45, 50), (6, 1)] {
            let moves = game.legal_moves();
            let mv = moves
                .iter()
                .find(|mv| mv.from().number() == from && mv.to().number() == to);
            game.play(*mv.unwrap()).unwrap();
        }
    }
    let (outcome, infos) = search(&game, &depth(6));
    assert!(outcome.best.is_some());
    check_lines(&game, &outcome, &infos);
}

#[test]
fn limits_hold() {
    let game = Game::<Russian>::start();
    for nodes in [1, 100, 5_000, 100_000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let outcome = search(&game, &limits).0;
        // The first iteration is always finished.
        assert!(outcome.nodes <= nodes.max(60), "{nodes}: {}", outcome.nodes);
        assert!(outcome.best.is_some());
    }
    // Several threads know each other's nodes late, and never more than as many too many.
    for (threads, nodes) in [(2, 40), (2, 2_000), (4, 400), (4, 20_000)] {
        let mut engine = Engine::new();
        engine.set_threads(threads);
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let outcome = engine
            .search(&game, &limits, &Signal::new(), &mut ())
            .unwrap();
        assert!(
            outcome.nodes <= 2 * nodes.max(60),
            "{nodes}: {}",
            outcome.nodes
        );
    }
    // So many kings that the captures of the first iteration alone would take far more.
    let crowded =
        hub::parse::<International>("WBWWBBWeWWBBWBBWWWBBBWWBeBWeeeWBBWBeeBWBeeWWBWBBWeW");
    let crowded = Game::new(crowded.unwrap(), International::DRAWS);
    for nodes in [1, 500, 3_000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let outcome = search(&crowded, &limits).0;
        assert!(
            outcome.nodes <= nodes.max(100),
            "{nodes}: {}",
            outcome.nodes
        );
        assert!(outcome.best.is_some());
    }
    let limits = Limits {
        move_time: Some(Duration::from_millis(30)),
        ..Limits::default()
    };
    let start = Instant::now();
    search(&game, &limits);
    assert!(start.elapsed() < Duration::from_millis(500));
    let only = game.legal_moves()[3];
    let limits = Limits {
        search_moves: vec![only],
        ..depth(5)
    };
    assert_eq!(search(&game, &limits).0.best, Some(only));
}

#[test]
fn several_lines_differ_and_come_in_order() {
    let game = Game::<English>::start();
    let limits = Limits {
        multi_pv: 500,
        ..depth(6)
    };
    let (outcome, infos) = search(&game, &limits);
    check_lines(&game, &outcome, &infos);
    let last: Vec<_> = infos.iter().filter(|info| info.depth == 6).collect();
    assert_eq!(last.len(), game.legal_moves().len());
    assert!(last.windows(2).all(|pair| pair[0].score >= pair[1].score));
    let mut firsts: Vec<_> = last.iter().map(|info| info.line[0].to_string()).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), last.len());
}

#[test]
fn several_threads_give_a_legal_answer_and_stop() {
    let game = Game::<International>::start();
    let mut engine = Engine::new();
    engine.set_threads(4);
    engine.set_hash(2);
    for _ in 0..5 {
        let limits = Limits {
            move_time: Some(Duration::from_millis(20)),
            ..Limits::default()
        };
        let outcome = engine
            .search(&game, &limits, &Signal::new(), &mut ())
            .unwrap();
        assert!(game.position().is_legal(outcome.best.unwrap()));
    }
}

#[test]
fn a_stop_before_the_start_still_gives_a_move() {
    let signal = Signal::new();
    signal.stop();
    let mut log = Log(Vec::new());
    let game = Game::<Brazilian>::start();
    let outcome = Engine::new()
        .search(&game, &Limits::default(), &signal, &mut log)
        .unwrap();
    check_lines(&game, &outcome, &log.0);
}

#[test]
fn time_does_not_run_while_pondering() {
    let signal = Signal::pondering();
    let game = Game::<Brazilian>::start();
    let limits = Limits {
        move_time: Some(Duration::from_millis(20)),
        ..Limits::default()
    };
    let (tx, rx) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let outcome = Engine::new()
                .search(&game, &limits, &signal, &mut ())
                .unwrap();
            tx.send(outcome.best).unwrap();
        });
        assert!(rx.recv_timeout(Duration::from_millis(150)).is_err());
        signal.ponder_hit();
        assert!(rx.recv_timeout(Duration::from_secs(5)).is_ok());
    });
}

#[test]
fn weak_levels_play_legal_moves_and_vary() {
    let game = Game::<Russian>::start();
    let mut engine = Engine::new();
    engine.set_seed(7);
    engine.set_skill(Skill::of_level(1).unwrap());
    let mut played = std::collections::HashSet::new();
    for _ in 0..30 {
        let mut log = Log(Vec::new());
        let outcome = engine
            .search(&game, &Limits::default(), &Signal::new(), &mut log)
            .unwrap();
        assert!(game.position().is_legal(outcome.best.unwrap()));
        assert!(log.0.iter().all(|info| info.multi_pv == 1));
        played.insert(outcome.best.unwrap().to_string());
    }
    assert!(played.len() > 1);
}
