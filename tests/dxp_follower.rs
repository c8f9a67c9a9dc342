//! DamExchange with a partner that proposes the games, as raw bytes.
//!
//! The functions are named after the statements of the protocol reference (97-117) and after the case P37.

mod support;

use damka_engine::Variant;
use std::time::{Duration, Instant};
use support::board::Board;
use support::partner::{
    SOON, Server, board, decode, encode, expect_exit, game_as_white, position_request, request,
    start,
};

#[test]
fn s097_follower_with_white_answers_and_moves() {
    let server = Server::international();
    let (mut peer, board) = game_as_white(&server);
    let board = peer.play_any(&board);
    peer.expect_move(&board);
}

#[test]
fn s098_follower_with_black_waits_for_our_move() {
    let server = Server::international();
    let mut peer = server.connect();
    peer.send(&request("Z", "001", "075", "A"));
    peer.expect_accepted();
    peer.expect_silence(300);
    peer.send("M0001322800");
    peer.expect_move(&start().play("32-28"));
}

#[test]
fn s099_no_minutes_are_no_clock() {
    let server = Server::international();
    let mut peer = server.connect();
    peer.send(&request("W", "000", "000", "A"));
    peer.expect_accepted();
    peer.expect_move(&start());
}

#[test]
fn s100_minutes_in_every_form() {
    let server = Server::international();
    for minutes in [".05", "0.5", "  5", "999", "abc"] {
        let mut peer = server.connect();
        peer.send(&request("W", minutes, "000", "A"));
        peer.expect_accepted();
        peer.expect_move(&start());
    }
}

#[test]
fn s101_bad_requests_are_answered() {
    let mut server = Server::international();
    let mut peer = server.connect();
    peer.send(&request("W", "001", "000", "A").replace("R01", "R02"));
    peer.expect_refused('1');
    peer.send("R01short");
    peer.expect_refused('2');
    peer.send(&request(
        "W",
        "001",
        "000",
        &format!("BW{}", "e".repeat(49)),
    ));
    peer.expect_refused('2');
    peer.send(&request(
        "W",
        "001",
        "000",
        &format!("BW{}x", "e".repeat(49)),
    ));
    peer.expect_refused('2');
    peer.send(&request("X", "001", "000", "A"));
    peer.expect_refused('2');
    // An empty board, and a man on its last row.
    peer.send(&position_request("W", &format!("W{}", "e".repeat(50))));
    peer.expect_refused('2');
    peer.send(&position_request("W", &format!("Ww{}b", "e".repeat(48))));
    peer.expect_refused('2');
    // The same connection is still good for a game.
    peer.send(&request("W", "001", "000", "A"));
    peer.expect_accepted();
    peer.expect_move(&start());
    // The owner of the engine is told, too.
    let line = |index| server.engine.wait_line(index, Instant::now() + SOON);
    let refusals: Vec<String> = (2..5).filter_map(|index| Some(line(index)?.text)).collect();
    let of_game = "proposed game refused: its board, position or colour will not do";
    let of_version = "proposed game refused: unknown version of the protocol";
    assert_eq!(refusals, [of_version, of_game, of_game]);
    drop(peer);
    server.assert_alive();
}

#[test]
fn s102_a_position_is_used() {
    let server = Server::international();
    // The only move, for the engine.
    let one = format!("W{}beeeewb{}", "e".repeat(22), "e".repeat(21));
    let mut peer = server.connect();
    let message = position_request("W", &one);
    assert_eq!(message.len(), 94);
    peer.send(&message);
    peer.expect_accepted();
    let answer = peer.receive(SOON).expect("a move");
    assert_eq!((&answer[..1], &answer[5..]), ("M", "28190123"));
    drop(peer);
    // And with us to move.
    let mut peer = server.connect();
    peer.send(&position_request("Z", &one));
    peer.expect_accepted();
    peer.expect_silence(200);
    let board = peer.play(&board(&one), "28x19x23");
    peer.expect_move(&board);
}

#[test]
fn s103_segments_mean_nothing() {
    let server = Server::international();
    let mut peer = server.connect();
    // Two messages in one segment.
    peer.raw(format!("{}\0M0001322800\0", request("Z", "001", "000", "A")).as_bytes());
    peer.expect_accepted();
    let board = peer.expect_move(&start().play("32-28"));
    // One message byte by byte.
    let mv = &board.legal()[0];
    for byte in encode(mv).bytes() {
        peer.raw(&[byte]);
        std::thread::sleep(Duration::from_millis(2));
    }
    peer.expect_silence(100);
    peer.raw(&[0]);
    peer.expect_move(&board.after(mv));
}

#[test]
fn s104_chat_is_ignored_everywhere() {
    let server = Server::international();
    let chat = format!("C{}", "x".repeat(126));
    let mut peer = server.connect();
    peer.send(&chat);
    peer.send(&request("Z", "001", "000", "A"));
    peer.send(&chat);
    peer.expect_accepted();
    peer.raw(format!("{chat}\0M0001322800\0{chat}\0").as_bytes());
    let board = peer.expect_move(&start().play("32-28"));
    peer.send(&chat);
    let board = peer.play_any(&board);
    peer.expect_move(&board);
}

#[test]
fn s105_an_illegal_move_is_not_played() {
    let server = Server::international();
    let mut peer = server.connect();
    peer.send(&request("Z", "001", "000", "A"));
    peer.expect_accepted();
    peer.send("M0001322200");
    peer.send("M0001322800"); // legal
    let board = peer.expect_move(&start().play("32-28"));
    peer.send("M0001999900");
    peer.send("M0001010000");
    peer.expect_silence(200);
    let board = peer.play_any(&board);
    peer.expect_move(&board);
}

#[test]
fn s106_out_of_turn_unknown_and_overlong() {
    let mut server = Server::international();
    let (mut peer, mut board) = game_as_white(&server);
    for nonsense in ["X", "Qwerty", "A", "M", "E", "K", "B", "", "\x01\x7f"] {
        peer.send(nonsense);
    }
    peer.raw(&[b'x'; 200]);
    peer.expect_silence(200);
    peer.raw(&[0]);
    // Our move, and at once another one that is out of turn.
    let mv = board.legal()[0].clone();
    peer.send(&encode(&mv));
    board = board.after(&mv);
    peer.send(&encode(&mv));
    board = peer.expect_move(&board);
    board = peer.play_any(&board);
    peer.expect_move(&board);
    drop(peer);
    server.assert_alive();
}

#[test]
fn s107_captured_squares_are_a_set() {
    let server = Server::international();
    let ambiguous = "WeeeeeeeebeeeeeeeeeeebeeWeeebbeebeeeeeeeeeeeeeeeeee";
    for (sent, meant) in [
        ("M00012404032928 9", "24x4x9x28x29"),
        ("M000124040128", "24x4x9x28x29"),
        ("M000124160132", "24x16x21x29x32"),
        ("M0001241600", "24x16x21x29x32"),
    ] {
        let mut peer = server.connect();
        peer.send(&position_request("Z", ambiguous));
        peer.expect_accepted();
        peer.send(sent);
        let after = board(ambiguous).play(meant);
        let answer = peer
            .receive(SOON)
            .unwrap_or_else(|| panic!("no answer to {sent}"));
        if after.legal().is_empty() {
            assert_eq!(answer, "E10");
        } else {
            decode(&answer, &after);
        }
    }
}

#[test]
fn s108_moves_are_taken_back() {
    let server = Server::international();
    let mut peer = server.connect();
    peer.send(&request("Z", "001", "000", "A"));
    peer.expect_accepted();
    let board = peer.play(&start(), "32-28");
    let board = peer.expect_move(&board);
    // To our first move, then to one that the game has not seen.
    peer.send("B001W");
    peer.expect("K0");
    peer.send("B005W");
    peer.expect("K2");
    let again = peer.play(&start(), "33-29");
    peer.expect_move(&again);
    // To the engine's own first move: it thinks again.
    peer.send("B001Z");
    peer.expect("K0");
    let again = peer.expect_move(&again);
    let again = peer.play_any(&again);
    peer.expect_move(&again);
    drop(board);
}

#[test]
fn s109_the_end_comes_while_the_engine_thinks() {
    let server = Server::start(&["--variant", "international", "--move-time", "3000"]);
    let mut peer = server.connect();
    peer.send(&request("W", "000", "000", "A"));
    peer.expect_accepted();
    peer.send("E00");
    peer.expect("E00");
    peer.expect_silence(500);
    peer.send(&request("Z", "001", "000", "A"));
    peer.expect_accepted();
    let board = peer.play(&start(), "32-28");
    peer.expect_move(&board);
    // An echo is not echoed.
    peer.send("E20");
    peer.expect("E00");
    peer.send("E00");
    peer.expect_silence(200);
}

#[test]
fn s110_stop_code_closes_and_listens_again() {
    let mut server = Server::international();
    let (mut peer, _) = game_as_white(&server);
    peer.send("E01");
    peer.expect("E01");
    peer.expect_closed();
    server.assert_alive();
}

#[test]
fn s111_no_move_is_lost_and_a_draw_is_told() {
    let server = Server::international();
    // White's only man is shut in after our move: W:W46:B37,32,41, Black to move plays 32-... elsewhere.
    let mut squares = ['e'; 50];
    for (square, piece) in [(46, 'w'), (37, 'b'), (36, 'b')] {
        squares[square - 1] = piece;
    }
    let shut = format!("B{}", squares.iter().collect::<String>());
    let mut peer = server.connect();
    peer.send(&position_request("W", &shut));
    peer.expect_accepted();
    let after = peer.play(&board(&shut), "36-41");
    assert!(after.legal().is_empty());
    peer.expect("E10");
    peer.send("E00");
    peer.expect_silence(200);

    drop(peer);
    // Kings on the long road and beside it: two moves to and fro make the third occurrence.
    let kings = format!("B{}", "WeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeB");
    let mut peer = server.connect();
    peer.send(&position_request("W", &kings));
    peer.expect_accepted();
    let mut now = board(&kings);
    for ply in 0..100 {
        let legal = now.legal();
        // Keep out of captures, and come back to where we were.
        let quiet = legal.iter().find(|mv| {
            let next = now.after(mv);
            mv.captured.is_empty() && next.legal().iter().all(|reply| reply.captured.is_empty())
        });
        let mv = quiet.expect("a safe move").clone();
        peer.send(&encode(&mv));
        now = now.after(&mv);
        let answer = peer.receive(SOON).expect("an answer");
        if answer == "E20" {
            peer.send("E00");
            peer.expect_silence(200);
            return;
        }
        now = now.after(&decode(&answer, &now));
        assert!(
            ply < 20,
            "five moves with a lone king on each side are a draw"
        );
    }
}

#[test]
fn s112_a_second_request_restarts() {
    let server = Server::international();
    let (mut peer, board) = game_as_white(&server);
    peer.play_any(&board);
    peer.send(&request("Z", "001", "000", "A"));
    loop {
        // A move may have crossed with the request.
        let message = peer.receive(SOON).expect("an answer");
        if message.starts_with('A') {
            assert!(message.ends_with('0'));
            break;
        }
        assert!(message.starts_with('M'), "{message:?}");
    }
    let board = peer.play(&start(), "32-28");
    peer.expect_move(&board);
}

#[test]
fn s113_the_partner_goes_and_another_comes() {
    let server = Server::international();
    for _ in 0..3 {
        let (peer, _) = game_as_white(&server);
        drop(peer);
    }
    // Also in the middle of a message, and while the engine thinks.
    let mut peer = server.connect();
    peer.raw(b"R01half");
    drop(peer);
    let mut peer = server.connect();
    peer.send(&request("W", "005", "000", "A"));
    peer.expect_accepted();
    drop(peer);
    game_as_white(&server);
}

/// A follower whose partner goes ends well, unless that leaves a game without an end.
#[test]
fn s113_a_game_that_breaks_off_is_an_error() {
    let leave = |message: &str, says: &[&str], code: i32| {
        let mut server = Server::start(&["--variant", "international", "--once"]);
        let mut peer = server.connect();
        peer.send(message);
        peer.expect_accepted();
        peer.receive(SOON).expect("a move");
        for text in says {
            peer.send(text);
            peer.expect("E00");
        }
        drop(peer);
        expect_exit(&mut server.engine, code);
    };
    leave(&request("W", "001", "000", "A"), &[], 2);
    leave(&request("W", "001", "000", "A"), &["E20"], 0);
    // The engine takes the last man, and the board has ended the game.
    let last = format!("W{}beeeew{}", "e".repeat(22), "e".repeat(22));
    leave(&position_request("W", &last), &[], 0);
}

#[test]
fn s115_a_move_with_many_captures() {
    // The king on 48 takes eight men one after the other; the list of squares makes 27 bytes.
    let server = Server::international();
    let mut random = fastrand::Rng::with_seed(3);
    let (hub, mv) = loop {
        let mut squares = ['e'; 50];
        squares[random.usize(..50)] = 'W';
        for _ in 0..16 {
            let at = random.usize(5..45);
            if squares[at] == 'e' {
                squares[at] = 'b';
            }
        }
        let hub = format!("W{}", squares.into_iter().collect::<String>());
        let legal = board(&hub).legal();
        if let Some(mv) = legal.first().filter(|mv| mv.captured.len() == 8) {
            break (hub, mv.clone());
        }
    };
    let mut peer = server.connect();
    peer.send(&position_request("W", &hub));
    peer.expect_accepted();
    let message = peer.receive(SOON).expect("a move");
    assert_eq!(message.len(), 27, "{message:?}");
    let found = decode(&message, &board(&hub));
    assert_eq!(found.captured.len(), mv.captured.len());
}

#[test]
fn s116_no_chat_unless_asked() {
    let server = Server::international();
    let (mut peer, board) = game_as_white(&server);
    peer.send("M0001010200");
    peer.send("Xyz");
    peer.expect_silence(300);
    drop((peer, board));
    let server = Server::start(&["--variant", "international", "--chat"]);
    let mut peer = server.connect();
    peer.send(&request("Z", "001", "000", "A"));
    peer.expect_accepted();
    peer.send("M0001010200");
    let chat = peer.receive(SOON).expect("a CHAT");
    assert!(chat.starts_with("Cillegal move"), "{chat:?}");
    // What follows a CHAT is not in the same segment.
    let told = Instant::now();
    peer.send("B001W");
    peer.expect("K0");
    assert!(
        told.elapsed() >= Duration::from_millis(45),
        "{:?}",
        told.elapsed()
    );
}

#[test]
fn s117_the_board_must_fit_the_variant() {
    let start8 = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    let message = position_request("W", start8);
    assert_eq!(message.len(), 76);
    let server = Server::start(&["--variant", "russian"]);
    let mut peer = server.connect();
    peer.send(&message);
    peer.expect_accepted();
    peer.expect_move(&Board::start(Variant::Russian));
    drop(peer);

    let mut peer = server.connect();
    let start10 = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    peer.send(&position_request("W", &start10));
    peer.expect_refused('2');

    let server = Server::international();
    let mut peer = server.connect();
    peer.send(&message);
    peer.expect_refused('2');
}

#[test]
fn s117_square_order_of_pydraughts() {
    let server = Server::start(&["--variant", "russian", "--square-order", "pydraughts"]);
    let mut peer = server.connect();
    peer.send(&position_request("Z", "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"));
    peer.expect_accepted();
    peer.send("M0000091300"); // a3-b4
    let answer = peer.receive(SOON).expect("a move");
    let moves = [
        "211700", "211800", "221700", "221800", "221900", "231800", "231900", "232000", "241900",
        "242000",
    ];
    assert!(moves.contains(&&answer[5..]), "{answer:?}");
}

#[test]
fn p37_1_white_follower_moves_at_once() {
    let server = Server::international();
    let mut peer = server.connect();
    peer.send("R01Peer                            W010000A");
    peer.expect_accepted();
    peer.expect_move(&start());
}

#[test]
fn p37_2_to_4_every_message_in_every_state() {
    let mut server = Server::international();
    let nonsense = [
        "E00",
        "M0001193200",
        "B005Z",
        "K1",
        "K0",
        &format!("A{:32}0", "x"),
        "Chello",
        "Z",
    ];
    // Before any game: only BACKREQ has an answer.
    let mut peer = server.connect();
    for message in nonsense {
        peer.send(message);
    }
    peer.expect("K2");
    peer.expect_silence(200);
    // In a game, when the partner is to move: BACKREQ is answered, GAMEEND is echoed.
    peer.send(&request("Z", "001", "000", "A"));
    peer.expect_accepted();
    for message in &nonsense[1..] {
        peer.send(message);
    }
    peer.expect("K2");
    let board = peer.play(&start(), "32-28");
    peer.expect_move(&board);
    peer.send("E00");
    peer.expect("E00");
    // After the end, as before the game.
    for message in nonsense {
        peer.send(message);
    }
    peer.expect("K2");
    peer.expect_silence(200);
    // The session may be ended without a game.
    peer.send("E01");
    peer.expect_closed();
    server.assert_alive();
}
