//! Matches against scripted DXP partners on the loopback.

mod common;

use common::{Collector, mock, plan, play};
use damka_arena::openings::Opening;
use damka_arena::plan::Plan;
use damka_arena::record::GameRecord;
use damka_arena::runner;
use damka_arena::spec::EngineSpec;
use damka_engine::Variant;
use damka_protocol::dxp::message::{Answer, AnswerCode, Message};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// In place of a message: the partner closes the connection.
const LEAVES: &str = "";

/// A partner that listens, takes every game, and says these messages in place of its first move.
fn partner(says: &'static [&'static str]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || follow(stream, says));
        }
    });
    address
}

fn follow(mut stream: TcpStream, says: &[&str]) {
    let mut bytes = Vec::new();
    let mut segment = [0; 256];
    while let Ok(read @ 1..) = stream.read(&mut segment) {
        bytes.extend_from_slice(&segment[..read]);
        while let Some(end) = bytes.iter().position(|&byte| byte == 0) {
            let message: Vec<u8> = bytes.drain(..=end).collect();
            let begins = match Message::parse(&message[..end]) {
                Ok(Message::Request(request)) => {
                    let answer = Message::Answer(Answer {
                        name: "Scripted".to_string(),
                        code: AnswerCode::Accepted,
                    });
                    let turn = request.position.and_then(|setup| setup.turn);
                    tell(&mut stream, &answer.encode());
                    turn == Some(request.follower)
                }
                Ok(Message::Move(_)) => true,
                _ => false,
            };
            if begins {
                for text in says {
                    if *text == LEAVES {
                        return;
                    }
                    tell(&mut stream, text.as_bytes());
                }
            }
        }
    }
}

fn tell(stream: &mut TcpStream, message: &[u8]) {
    let mut bytes = message.to_vec();
    bytes.push(0);
    // A partner that hears no more is found out when it reads.
    let _ = stream.write_all(&bytes);
}

fn far(address: &str, more: &str) -> EngineSpec {
    format!("name=far proto=dxp connect={address} {more}")
        .parse()
        .expect("spec")
}

/// Two games from a position in which White's king may capture in two ways from 24 to 4, the far engine with White first.
fn two_games(says: &'static [&'static str]) -> Vec<GameRecord> {
    let engines = vec![far(&partner(says), ""), mock("near", "uci seed=1")];
    let mut plan = plan(Variant::International, 2, engines);
    plan.concurrency = 1;
    plan.limits.movetime = Some(60_000);
    let fen = "W:WK24:B9,21,28,29,32";
    plan.book.openings = vec![Opening {
        name: "captures".to_string(),
        fen: fen.to_string(),
    }];
    play(&plan).expect("match").1
}

/// A MOVE that means no legal move loses at once, and is told once, whatever is wrong with it.
#[test]
fn a_bad_move_loses_at_once() {
    let cases: [(&[&str], &str); 6] = [
        (&["M0000240500"], "illegal move: 24-5 in W:"),
        (
            &["M0000240402 929"],
            "illegal move: ambiguous move: 24x4x9x29 in W:",
        ),
        (&["M00"], "illegal move: malformed MOVE"),
        (&["M0000xxyy00"], "illegal move: malformed MOVE"),
        // Also with a legal move behind it, and when something else was wrong before.
        (&["M0000240500", "M00002404"], "illegal move: 24-5"),
        (&["Zebra", "M0000240500"], "illegal move: 24-5 in W:"),
    ];
    for (says, text) in cases {
        let begun = Instant::now();
        let games = two_games(says);
        assert!(begun.elapsed() < Duration::from_secs(20), "{says:?}");
        let ending = &games[0].ending;
        assert_eq!(ending.reason, "illegal_move", "{says:?}: {ending:?}");
        assert_eq!(games[0].half_points(0), 0);
        let detail = ending.detail.as_deref().unwrap_or_default();
        assert!(detail.starts_with(text), "{says:?}: {detail}");
        for word in ["illegal", "ambiguous", "malformed"] {
            assert!(detail.matches(word).count() < 2, "{detail}");
        }
    }
}

/// What is no MOVE is no bad move, whatever words are in it.
#[test]
fn foreign_words_are_no_bad_move() {
    let says: &[&str] = &["Zillegal move", "Cillegal move", "E illegal", "E10"];
    let games = two_games(says);
    assert_eq!(games[0].ending.reason, "resignation", "{games:?}");
}

/// Whoever goes in the middle of a game has crashed and has refused nothing.
#[test]
fn a_partner_that_goes_has_crashed() {
    let games = two_games(&[LEAVES]);
    assert_eq!(games[0].ending.reason, "crash", "{games:?}");
    assert_eq!(games[0].half_points(0), 0);
}

/// The match ends soon after it was cancelled, whatever it waits for at that time.
#[test]
fn a_cancelled_match_does_not_wait() {
    // Nobody connects; nobody answers the proposed game; nobody proposes one; nobody is there.
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let silent = silent
        .local_addr()
        .map(|address| (silent, address))
        .expect("an address");
    let address = silent.1.to_string();
    for spec in [
        "name=far proto=dxp listen=127.0.0.1:0"
            .parse()
            .expect("spec"),
        far(&address, ""),
        far(&address, "role=initiator"),
        far("192.0.2.1:27531", ""),
    ] {
        let plan: Plan = plan(Variant::Russian, 2, vec![spec, mock("near", "uci seed=1")]);
        let cancel = Arc::new(AtomicBool::new(false));
        let raise = cancel.clone();
        let raised = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(500));
            raise.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let mut games = Collector::default();
        let summary = runner::run(&plan, &[], cancel, &mut games).expect("no engine is to blame");
        let late = raised.join().expect("a moment").elapsed();
        assert!(summary.cancelled && games.0.is_empty());
        assert!(
            late < Duration::from_secs(5),
            "{late:?}: {:?}",
            plan.engines[0]
        );
    }
}
