//! A scripted DXP partner on the loopback: raw bytes out, raw bytes in.

use super::board::{Board, Plain};
use super::process::{Engine, Launch};
use damka_engine::Variant;
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// Enough for any answer on a loaded machine.
pub const SOON: Duration = Duration::from_secs(20);
/// Longest time for a move in milliseconds.
pub const MOVE_TIME: &str = "100";

/// `damka dxp`, listening.
pub struct Server {
    pub engine: Engine,
    pub address: String,
}

impl Server {
    pub fn start(arguments: &[&str]) -> Server {
        let mut args = vec!["dxp", "--listen", "127.0.0.1:0", "--hash", "4"];
        if !arguments.contains(&"--move-time") {
            args.extend(["--move-time", MOVE_TIME]);
        }
        args.extend(arguments);
        let args = args.into_iter().map(String::from).collect();
        let engine = Engine::start(&Launch {
            args,
            ..Launch::default()
        });
        let line = engine
            .wait_line(0, Instant::now() + SOON)
            .expect("the address is printed");
        let address = line
            .text
            .strip_prefix("listening on ")
            .expect("the address")
            .to_string();
        Server { engine, address }
    }

    pub fn international() -> Server {
        Server::start(&["--variant", "international"])
    }

    pub fn connect(&self) -> Peer {
        Peer::new(TcpStream::connect(&self.address).expect("the engine listens"))
    }

    /// The process lives and plays with a new partner.
    pub fn assert_alive(&mut self) {
        assert!(self.engine.is_running());
        let mut peer = self.connect();
        peer.send(&request("W", "001", "000", "A"));
        peer.expect_accepted();
    }
}

/// The other end of a connection.
pub struct Peer {
    stream: TcpStream,
    bytes: Vec<u8>,
    closed: bool,
}

impl Peer {
    pub fn new(stream: TcpStream) -> Peer {
        stream.set_nodelay(true).unwrap();
        Peer {
            stream,
            bytes: Vec::new(),
            closed: false,
        }
    }

    pub fn raw(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).expect("the engine reads");
    }

    /// Sends a message with its NUL.
    pub fn send(&mut self, message: &str) {
        let mut bytes = message.as_bytes().to_vec();
        bytes.push(0);
        self.raw(&bytes);
    }

    /// The next message, or `None` when none comes in time or the connection ends.
    pub fn receive(&mut self, time: Duration) -> Option<String> {
        let deadline = Instant::now() + time;
        loop {
            if let Some(end) = self.bytes.iter().position(|&byte| byte == 0) {
                let message: Vec<u8> = self.bytes.drain(..=end).collect();
                return Some(String::from_utf8(message[..end].to_vec()).expect("ASCII"));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || self.closed {
                return None;
            }
            self.stream.set_read_timeout(Some(left)).unwrap();
            let mut segment = [0; 256];
            match self.stream.read(&mut segment) {
                Ok(0) => self.closed = true,
                Ok(read) => self.bytes.extend_from_slice(&segment[..read]),
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(_) => self.closed = true,
            }
        }
    }

    pub fn expect(&mut self, message: &str) {
        assert_eq!(self.receive(SOON).as_deref(), Some(message));
    }

    pub fn expect_accepted(&mut self) {
        let answer = self.receive(SOON).expect("an answer to GAMEREQ");
        assert_eq!(answer.len(), 34, "{answer:?}");
        assert!(answer.starts_with("ADamka "), "{answer:?}");
        assert!(answer.ends_with(" 0"), "{answer:?}");
    }

    pub fn expect_refused(&mut self, code: char) {
        let answer = self.receive(SOON).expect("an answer to GAMEREQ");
        assert_eq!(
            (answer.len(), answer.chars().last()),
            (34, Some(code)),
            "{answer:?}"
        );
    }

    pub fn expect_silence(&mut self, ms: u64) {
        assert_eq!(self.receive(Duration::from_millis(ms)), None);
        assert!(!self.closed, "the connection was closed");
    }

    pub fn expect_closed(&mut self) {
        assert_eq!(self.receive(SOON), None);
        assert!(self.closed, "the connection is open");
    }

    /// The engine's move, which must be legal; the board after it.
    pub fn expect_move(&mut self, board: &Board) -> Board {
        let message = self.receive(SOON).expect("a move");
        board.after(&decode(&message, board))
    }

    /// Sends a legal move, given in Hub form.
    pub fn play(&mut self, board: &Board, hub: &str) -> Board {
        let legal = board.legal();
        let mv = legal
            .iter()
            .find(|plain| plain.hub() == hub)
            .expect("a legal move");
        self.send(&encode(mv));
        board.after(mv)
    }

    /// Sends the first legal move.
    pub fn play_any(&mut self, board: &Board) -> Board {
        let mv = &board.legal()[0];
        self.send(&encode(mv));
        board.after(mv)
    }
}

pub fn encode(mv: &Plain) -> String {
    let captured: String = mv
        .captured
        .iter()
        .map(|square| format!("{square:02}"))
        .collect();
    format!(
        "M0001{:02}{:02}{:02}{captured}",
        mv.from,
        mv.to,
        mv.captured.len()
    )
}

pub fn decode(message: &str, board: &Board) -> Plain {
    assert!(
        message.starts_with('M') && message.len() >= 11,
        "{message:?}"
    );
    let field = |at: usize| message[at..at + 2].parse::<u32>().unwrap();
    message[1..5].parse::<u32>().expect("seconds");
    let (from, to, count) = (field(5), field(7), field(9) as usize);
    assert_eq!(message.len(), 11 + 2 * count, "{message:?}");
    let captured: Vec<u32> = (0..count).map(|i| field(11 + 2 * i)).collect();
    let plain = Plain { from, to, captured };
    assert!(
        board.legal().contains(&plain),
        "{message:?} in {}",
        board.fen()
    );
    plain
}

pub fn request(follower: &str, minutes: &str, moves: &str, rest: &str) -> String {
    format!("R01{:32}{follower}{minutes}{moves}{rest}", "Referee")
}

/// GAMEREQ with a position, given in Hub form.
pub fn position_request(follower: &str, hub: &str) -> String {
    let (turn, squares) = hub.split_at(1);
    let turn = if turn == "W" { "W" } else { "Z" };
    let squares = squares.replace('b', "z").replace('B', "Z");
    request(follower, "001", "000", &format!("B{turn}{squares}"))
}

pub fn start() -> Board {
    Board::start(Variant::International)
}

pub fn board(hub: &str) -> Board {
    Board::parse(Variant::International, hub)
}

/// A game in which the engine has the white pieces and has made its first move.
pub fn game_as_white(server: &Server) -> (Peer, Board) {
    let mut peer = server.connect();
    peer.send(&request("W", "001", "075", "A"));
    peer.expect_accepted();
    let board = peer.expect_move(&start());
    (peer, board)
}

/// Exit status 0, or 2 with a reason: when the partner goes, reading or writing may notice it first.
pub fn expect_exit(engine: &mut Engine, code: i32) {
    let status = engine.wait_exit(Instant::now() + SOON).expect("no hang");
    let said = engine.stderr();
    assert_eq!(status.code(), Some(code), "{said}");
    assert_eq!(said.is_empty(), code == 0, "{said}");
}

/// `damka dxp`, connecting to us and proposing games.
pub fn initiator(arguments: &[&str]) -> (Engine, Peer) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let mut args = vec![
        "dxp",
        "--connect",
        &address,
        "--move-time",
        MOVE_TIME,
        "--hash",
        "4",
    ];
    args.extend(arguments);
    let args = args.into_iter().map(String::from).collect();
    let engine = Engine::start(&Launch {
        args,
        ..Launch::default()
    });
    let (stream, _) = listener.accept().expect("the engine connects");
    (engine, Peer::new(stream))
}
