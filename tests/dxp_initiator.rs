//! DamExchange with games that the engine proposes, as raw bytes and against itself.
//!
//! The functions are named after the statements of the protocol reference (97-117).

mod support;

use std::time::{Duration, Instant};
use support::partner::{SOON, Server, expect_exit, initiator, start};
use support::process::{Engine, Launch};

#[test]
fn s114_the_engine_proposes() {
    let (mut engine, mut peer) = initiator(&[
        "--variant",
        "international",
        "--minutes",
        "7",
        "--moves",
        "60",
        "--games",
        "2",
    ]);
    let message = peer.receive(SOON).expect("GAMEREQ");
    assert_eq!(message.len(), 43);
    assert!(message.starts_with("R01Damka "), "{message:?}");
    assert_eq!(&message[35..], "Z007060A");
    peer.send(&format!("A{:32}0", "Scripted"));
    let board = peer.expect_move(&start());
    peer.play_any(&board);
    peer.receive(SOON).expect("a move");
    peer.send("E10");
    peer.expect("E00");
    // The second game, with colours exchanged.
    let message = peer.receive(SOON).expect("GAMEREQ");
    assert_eq!(&message[35..], "W007060A");
    peer.send(&format!("A{:32}0", "Scripted"));
    let board = peer.play_any(&start());
    peer.expect_move(&board);
    peer.send("E20");
    peer.expect("E00");
    peer.expect_closed();
    let status = engine.wait_exit(Instant::now() + SOON).expect("it ends");
    assert!(status.success(), "{status}");
    let lines: Vec<String> = engine.lines().into_iter().map(|line| line.text).collect();
    assert!(
        lines.iter().any(|line| line.contains("win_white")),
        "{lines:?}"
    );
}

/// Not waited for any longer, it comes when the next game is proposed already: that is no refusal.
#[test]
fn s114_a_late_echo_is_passed_over() {
    let (_engine, mut peer) =
        initiator(&["--variant", "international", "--moves", "1", "--games", "2"]);
    peer.receive(SOON).expect("GAMEREQ");
    peer.send(&format!("A{:32}0", "Scripted"));
    let board = peer.expect_move(&start());
    peer.play_any(&board);
    peer.expect("E00");
    let message = peer.receive(SOON).expect("GAMEREQ");
    assert!(message.starts_with("R01"), "{message}");
    peer.send("E00");
    peer.send(&format!("A{:32}0", "Scripted"));
    let board = peer.play_any(&start());
    peer.expect_move(&board);
}

#[test]
fn s114_a_refusal_is_an_error() {
    let (mut engine, mut peer) = initiator(&["--variant", "international"]);
    peer.receive(SOON).expect("GAMEREQ");
    peer.send(&format!("A{:32}2", "Scripted"));
    let status = engine.wait_exit(Instant::now() + SOON).expect("no hang");
    assert_eq!(status.code(), Some(2));
    assert!(
        engine.stderr().contains("refuses the game with code 2"),
        "{}",
        engine.stderr()
    );
}

/// An engine that proposes the games is done when the last one has ended, and not before.
#[test]
fn s114_a_partner_that_goes_too_early_is_an_error() {
    let leave = |games: &str, answers: bool, end: &str, code: i32| {
        let (mut engine, mut peer) = initiator(&["--variant", "international", "--games", games]);
        peer.receive(SOON).expect("GAMEREQ");
        if answers {
            peer.send(&format!("A{:32}0", "Scripted"));
            peer.receive(SOON).expect("a move");
        }
        if !end.is_empty() {
            peer.send(end);
            peer.expect(&format!("E0{}", &end[2..]));
        }
        drop(peer);
        expect_exit(&mut engine, code);
    };
    // Without an answer, which is no refusal.
    leave("1", false, "", 2);
    // In the middle of the last game, and of one before it.
    leave("1", true, "", 2);
    leave("2", true, "", 2);
    // Between two games, in both ways.
    leave("2", true, "E20", 2);
    leave("2", true, "E21", 2);
    // After the last one.
    leave("1", true, "E21", 0);
    leave("1", true, "E20", 0);
}

#[test]
fn s114_a_position_is_proposed() {
    let (_engine, mut peer) = initiator(&[
        "--variant",
        "russian",
        "--fen",
        "B:Wc3:Bf6,Kh8",
        "--color",
        "black",
    ]);
    let message = peer.receive(SOON).expect("GAMEREQ");
    assert_eq!(message.len(), 76);
    let mut squares = ['e'; 32];
    (squares[21], squares[10], squares[3]) = ('w', 'z', 'Z');
    let squares: String = squares.into_iter().collect();
    assert_eq!(&message[35..], format!("W005000BZ{squares}"));
}

#[test]
fn two_engines_play_two_whole_games() {
    let server = Server::start(&["--variant", "brazilian", "--move-time", "20"]);
    let args = [
        "dxp",
        "--connect",
        &server.address,
        "--variant",
        "brazilian",
        "--games",
        "2",
        "--minutes",
        "0",
    ];
    let args = args
        .into_iter()
        .chain(["--move-time", "20", "--hash", "4"])
        .map(String::from)
        .collect();
    let mut other = Engine::start(&Launch {
        args,
        ..Launch::default()
    });
    let status = other
        .wait_exit(Instant::now() + Duration::from_secs(60))
        .expect("both games end");
    assert!(status.success(), "{status}: {}", other.stderr());
    let over = |engine: &Engine| -> Vec<String> {
        let lines = engine.lines().into_iter().map(|line| line.text);
        lines
            .filter(|line| line.starts_with("game over") || line.starts_with("ignored"))
            .collect()
    };
    let (ours, theirs) = (over(&other), over(&server.engine));
    assert_eq!(ours.len(), 2, "{ours:?}");
    assert_eq!(ours, theirs);
    assert!(
        ours.iter().all(|line| !line.contains("no result")),
        "{ours:?}"
    );
}
