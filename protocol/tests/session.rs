//! Whole sessions without a process: what may be said when, and that each `go` has exactly one answer.

use damka_protocol::{Dialect, Service, serve};
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
/// A position of international draughts without a move.
const LOST: &str = "Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeeebeeeeweeee";
/// A position of international draughts with one move.
const FORCED: &str = "Weeeeeeeeeeeeeeeeeeeeeebeeeewbeeeeeeeeeeeeeeeeeeeee";

/// A stream of bytes from a channel; it ends with the sender.
struct Pipe(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            match self.0.recv() {
                Ok(bytes) => self.1 = bytes,
                Err(_) => return Ok(0),
            }
        }
        let length = buffer.len().min(self.1.len());
        buffer[..length].copy_from_slice(&self.1[..length]);
        self.1.drain(..length);
        Ok(length)
    }
}

/// Every write must be one whole line.
struct Lines(Sender<String>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8(bytes.to_vec()).map_err(io::Error::other)?;
        let line = text
            .strip_suffix('\n')
            .filter(|line| !line.contains(['\n', '\r']));
        let line = line.ok_or_else(|| io::Error::other("not a line"))?;
        self.0.send(line.to_string()).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The other end of a session.
struct Client {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    server: JoinHandle<()>,
}

impl Client {
    fn new(dialect: Option<Dialect>) -> Client {
        let (input, bytes) = channel();
        let (lines, output) = channel();
        let service = Service {
            dialect,
            ..Service::default()
        };
        let server = std::thread::spawn(move || {
            serve(Pipe(bytes, Vec::new()), Lines(lines), service).unwrap();
        });
        Client {
            input: Some(input),
            output,
            server,
        }
    }

    fn uci(variant: &str) -> Client {
        let client = Client::new(Some(Dialect::Uci));
        client.send(&format!(
            "setoption name UCI_Variant value {variant}\nposition startpos"
        ));
        client
    }

    fn hub() -> Client {
        let client = Client::new(None);
        client.send("hub\ninit");
        client.until("ready");
        client
    }

    fn send(&self, lines: &str) {
        let bytes = format!("{lines}\n").into_bytes();
        self.input.as_ref().unwrap().send(bytes).unwrap();
    }

    /// Lines up to the one that begins with `start`.
    fn until(&self, start: &str) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        loop {
            match self.output.recv_timeout(Duration::from_secs(20)) {
                Ok(line) => lines.push(line),
                Err(error) => panic!("waiting for {start}: {error}; so far {lines:?}"),
            }
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// Lines that come within this time.
    fn listen(&self, milliseconds: u64) -> Vec<String> {
        let end = Instant::now() + Duration::from_millis(milliseconds);
        let mut lines = Vec::new();
        loop {
            match self
                .output
                .recv_timeout(end.saturating_duration_since(Instant::now()))
            {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return lines,
            }
        }
    }

    /// Ends the input and returns what is still said.
    fn end(mut self) -> Vec<String> {
        self.input = None;
        self.server.join().unwrap();
        self.output.try_iter().collect()
    }
}

fn last(lines: &[String]) -> &str {
    lines.last().map_or("", String::as_str)
}

fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

#[test]
fn the_first_command_decides() {
    let client = Client::new(None);
    client.send("\n  \nfoo bar=1");
    client.send("hub");
    assert!(client.until("wait")[0].starts_with("id name=Damka version="));
    client.send("uci\nping");
    assert_eq!(client.until("pong"), ["pong"]);
    assert!(client.end().is_empty());

    let client = Client::new(None);
    client.send("isready");
    client.until("readyok");
    client.send("hub\nuci");
    let lines = client.until("uciok");
    assert!(lines[0].starts_with("id name Damka"));
    assert!(
        count(
            &lines,
            "option name UCI_Variant type combo default brazilian var brazilian "
        ) == 1
    );
}

#[test]
fn each_go_has_one_answer_however_soon_it_is_stopped() {
    let client = Client::uci("russian");
    client.send(&"go infinite\nstop\n".repeat(100));
    for _ in 0..100 {
        let lines = client.until("bestmove");
        assert!(
            lines.len() > 1 && lines[lines.len() - 2].contains(" score "),
            "{lines:?}"
        );
    }
    client.send("stop\nponderhit\nisready");
    assert_eq!(client.until("readyok"), ["readyok"]);
}

#[test]
fn a_question_does_not_disturb_a_search_and_an_order_ends_it() {
    let client = Client::uci("international");
    client.send("go infinite");
    client.until("info");
    client.send("isready\nisready\nsetoption name Threads value 2");
    client.until("readyok");
    assert_eq!(count(&client.until("readyok"), "bestmove"), 0);
    assert_eq!(count(&client.listen(100), "bestmove"), 0);
    client.send("ucinewgame\nposition fen W:WK28:B1\ngo depth 3");
    client.until("bestmove");
    assert!(last(&client.until("bestmove")).starts_with("bestmove 28"));
}

#[test]
fn endless_searches_wait_for_a_command_even_when_there_is_nothing_to_do() {
    let client = Client::uci("international");
    for go in ["go infinite", "go ponder wtime 1000 btime 1000", "go"] {
        client.send(&format!("position hub {LOST}\n{go}"));
        assert_eq!(client.listen(100), ["info depth 0 score mate 0"], "{go}");
        client.send("stop");
        assert_eq!(client.until("bestmove"), ["bestmove (none)"], "{go}");
    }
    client.send(&format!("position hub {FORCED}\ngo infinite"));
    assert_eq!(count(&client.listen(200), "bestmove"), 0);
    client.send("stop");
    assert_eq!(
        last(&client.until("bestmove")).split(' ').nth(1),
        Some("28x19")
    );
    client.send("position startpos\ngo ponder depth 2");
    assert_eq!(count(&client.listen(200), "bestmove"), 0);
    client.send("ponderhit");
    client.until("bestmove");
    client.send("stop\nisready");
    assert_eq!(client.until("readyok"), ["readyok"]);
}

#[test]
fn a_refused_position_is_never_searched() {
    let client = Client::uci("international");
    for position in [
        "position startpos moves 32-28 32-28",
        "position startpos 32-28",
        "position fen W:W60:B1",
        "position hub Wbbb",
        "position fen W:WK24:B9,21,28,29,32 moves 24x4",
        "position",
    ] {
        client.send(&format!("{position}\ngo depth 1"));
        let lines = client.until("bestmove");
        assert_eq!(lines.len(), 2, "{position}: {lines:?}");
        assert!(lines[0].starts_with("info string error: "), "{lines:?}");
        assert_eq!(lines[1], "bestmove (none)");
    }
    client.send("position startpos\ngo depth 1");
    assert!(last(&client.until("bestmove")).len() > "bestmove ".len());

    let client = Client::hub();
    for position in [
        "pos pos=Wbbb",
        &format!("pos pos={START} moves=\"31-27 1-2\""),
        "pos pos=\"W",
    ] {
        client.send(&format!("{position}\nlevel depth=1\ngo think"));
        let lines = client.until("done");
        assert!(
            lines.len() == 2 && lines[0].starts_with("error message=\""),
            "{lines:?}"
        );
        assert_eq!(lines[1], "done");
    }
}

#[test]
fn hub_ends_a_search_for_any_order_and_obeys_in_turn() {
    let client = Client::hub();
    client.send("pos start\ngo analyze\nping\nping");
    assert_eq!(count(&client.until("pong"), "done"), 0);
    assert_eq!(count(&client.until("pong"), "done"), 0);
    client.send("pos start\nlevel depth=1\ngo think");
    assert!(last(&client.until("done")).starts_with("done move="));
    let second = client.until("done");
    assert!(
        second.len() == 2 && second[0].starts_with("info depth=1 "),
        "{second:?}"
    );
    client.send("stop\nstop\nponder-hit\nping");
    assert_eq!(client.until("pong"), ["pong"]);
}

#[test]
fn hub_limits_add_up_and_are_used_once() {
    let client = Client::hub();
    client.send("level depth=2\npos start\nlevel nodes=1000000 move-time=10\ngo think");
    let lines = client.until("done");
    assert!(
        lines[lines.len() - 2].starts_with("info depth=2 "),
        "{lines:?}"
    );
    client.send("pos start\ngo think");
    assert_eq!(count(&client.listen(150), "done"), 0);
    client.send("stop");
    client.until("done");
    client.send("level move-time=abc\nping");
    let lines = client.until("pong");
    assert_eq!(count(&lines, "error message=\""), 1);
}

#[test]
fn hub_answers_a_lost_position_at_once() {
    let client = Client::hub();
    for go in ["go think", "go analyze", "go ponder", "go"] {
        client.send(&format!("pos pos={LOST}\n{go}"));
        assert_eq!(client.until("done"), ["done"], "{go}");
    }
}

#[test]
fn a_weaker_level_plays_legal_moves_and_shows_one_line() {
    let client = Client::uci("brazilian");
    client.send("setoption name Skill Level value 1\ngo movetime 1000");
    let lines = client.until("bestmove");
    assert_eq!(count(&lines, "info") + 1, lines.len());
    assert!(
        lines.iter().all(|line| !line.contains(" multipv 2 ")),
        "{lines:?}"
    );
    let best = last(&lines).split(' ').nth(1).unwrap().to_string();
    assert!(
        lines[lines.len() - 2].contains(&format!(" pv {best}")),
        "{lines:?}"
    );
    client.send(&format!("position startpos moves {best}\nmoves"));
    assert!(!last(&client.until("")).starts_with("info string error"));
}

#[test]
fn the_end_of_input_stops_what_has_no_end() {
    for go in ["go infinite", "go ponder"] {
        let client = Client::uci("international");
        client.send(go);
        let begin = Instant::now();
        let lines = client.end();
        assert!(begin.elapsed() < Duration::from_millis(1500), "{go}");
        assert_eq!(count(&lines, "bestmove"), 1, "{go}: {lines:?}");
    }
    let client = Client::new(None);
    client.send("uci");
    assert_eq!(last(&client.end()), "uciok");
}

#[test]
fn at_the_end_of_input_what_has_an_end_is_finished() {
    for (go, answer) in [
        ("go depth 7", "info depth 7 "),
        ("go nodes 3000", "bestmove "),
        ("go movetime 50", "bestmove "),
        ("go perft 4", "Nodes searched: 4265"),
        ("go perft 4\ngo depth 7", "info depth 7 "),
    ] {
        let client = Client::uci("international");
        client.send(go);
        let lines = client.end();
        assert_eq!(count(&lines, answer), 1, "{go}: {lines:?}");
        let searches = go.lines().filter(|line| !line.contains("perft")).count();
        assert_eq!(count(&lines, "bestmove"), searches, "{go}: {lines:?}");
    }
}

#[test]
fn perft_and_questions_for_people() {
    let client = Client::uci("russian");
    client.send("go perft 4");
    let lines = client.until("Nodes searched");
    assert_eq!(lines.len(), 9);
    assert_eq!(last(&lines), "Nodes searched: 1469");
    assert_eq!(lines[7], "");
    client.send("setoption name UCI_MoveFormat value algebraic\nmoves\nisready");
    assert!(client.until("readyok").contains(&"c3-d4".to_string()));
    client.send("d\neval\nisready");
    let lines = client.until("readyok");
    assert!(lines.contains(&"Variant: russian".to_string()), "{lines:?}");
}
