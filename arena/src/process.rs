//! An engine as a child process: lines in, lines out, with bounded memory whatever the child does.
//!
//! One thread reads the child's output and hands over whole lines through a short queue. When nobody takes them
//! the queue fills, the thread stops reading, the pipe fills, and the child has to wait: a flood costs nothing.

use crate::fault::{Fault, quoted};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longest line that is accepted, in bytes.
pub const LONGEST_LINE: usize = 1 << 16;
/// Most output that is accepted in answer to one request: lines.
const MOST_LINES: u64 = 50_000;
/// Most output that is accepted in answer to one request: bytes.
const MOST_BYTES: u64 = 16 << 20;
/// Lines that wait to be taken.
const QUEUE: usize = 256;
/// How often a long wait looks whether the match was cancelled.
const SLICE: Duration = Duration::from_millis(50);
/// How long a process may take to leave after it was told to.
const FAREWELL: Duration = Duration::from_millis(500);

/// How to start a process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// Program and arguments.
    pub words: Vec<String>,
    /// Working directory.
    pub dir: Option<PathBuf>,
}

/// A line and the moment at which it was read.
#[derive(Clone, Debug)]
pub struct Line {
    /// The text, without line break.
    pub text: String,
    /// When its last byte was read.
    pub at: Instant,
}

enum Event {
    Line(Line),
    TooLong,
}

/// A running child process.
#[derive(Debug)]
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    events: Option<Receiver<Event>>,
    reader: Option<JoinHandle<()>>,
    cancel: Arc<AtomicBool>,
    lines: u64,
    bytes: u64,
}

impl Process {
    /// Starts the process in a group of its own, so that an interrupt at the terminal reaches us first and
    /// whatever it starts in turn ends with it. Raising `cancel` cuts every wait short.
    ///
    /// # Errors
    /// [`Fault::Start`] with the system's reason.
    pub fn start(launch: &Launch, cancel: Arc<AtomicBool>) -> Result<Process, Fault> {
        let Some((program, arguments)) = launch.words.split_first() else {
            return Err(Fault::Start("the command is empty".to_string()));
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Some(dir) = &launch.dir {
            // The system would only say of the program that something is missing.
            if !dir.is_dir() {
                return Err(Fault::Start(format!(
                    "dir={}: no such directory",
                    dir.display()
                )));
            }
            command.current_dir(dir);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .spawn()
            .map_err(|error| Fault::Start(format!("{program}: {error}")))?;
        let stdin = child.stdin.take();
        let Some(stdout) = child.stdout.take() else {
            return Err(Fault::Start(format!("{program}: no output")));
        };
        let (sender, events) = sync_channel(QUEUE);
        let reader = std::thread::Builder::new()
            .name("engine output".to_string())
            .spawn(move || read_lines(stdout, &sender))
            .map_err(|error| Fault::Start(format!("{program}: {error}")))?;
        Ok(Process {
            child,
            stdin,
            events: Some(events),
            reader: Some(reader),
            cancel,
            lines: 0,
            bytes: 0,
        })
    }

    /// Sends lines in one write and returns the moment before it. The count of output starts anew.
    ///
    /// # Errors
    /// [`Fault::Crash`] when the process no longer reads.
    pub fn send(&mut self, text: &str) -> Result<Instant, Fault> {
        self.lines = 0;
        self.bytes = 0;
        log::trace!("{} < {text}", self.child.id());
        let mut bytes = text.as_bytes().to_vec();
        bytes.push(b'\n');
        let before = Instant::now();
        let sent = match &mut self.stdin {
            Some(stdin) => stdin.write_all(&bytes).and_then(|()| stdin.flush()),
            None => Err(std::io::ErrorKind::BrokenPipe.into()),
        };
        match sent {
            Ok(()) => Ok(before),
            Err(_) => Err(self.crash()),
        }
    }

    /// The next line, waiting until `deadline`; `None` when there is none by then or the match was cancelled.
    ///
    /// # Errors
    /// When the process ended, floods, or sends a line without end.
    pub fn line(&mut self, deadline: Instant) -> Result<Option<Line>, Fault> {
        loop {
            let Some(events) = &self.events else {
                return Err(self.crash());
            };
            let left = deadline.saturating_duration_since(Instant::now());
            match events.recv_timeout(left.min(SLICE)) {
                Ok(Event::Line(line)) => {
                    log::trace!("{} > {}", self.child.id(), line.text);
                    if line.at > deadline {
                        return Ok(None);
                    }
                    self.lines += 1;
                    self.bytes += line.text.len() as u64 + 1;
                    if self.lines > MOST_LINES || self.bytes > MOST_BYTES {
                        return Err(Fault::Flood {
                            lines: self.lines,
                            bytes: self.bytes,
                        });
                    }
                    return Ok(Some(line));
                }
                Ok(Event::TooLong) => return Err(Fault::EndlessLine(LONGEST_LINE)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
                Err(RecvTimeoutError::Timeout) => {
                    if left <= SLICE || self.cancel.load(Ordering::Relaxed) {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Waits for a line that `accept` turns into a value; other lines are passed by.
    ///
    /// # Errors
    /// As [`line`](Self::line), and [`Fault::NoAnswer`] when the time is over.
    pub fn expect<T>(
        &mut self,
        patience: Duration,
        mut accept: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let deadline = Instant::now() + patience;
        loop {
            match self.line(deadline)? {
                None => return Err(Fault::NoAnswer(patience)),
                Some(line) => {
                    if let Some(value) = accept(&line.text) {
                        return Ok(value);
                    }
                }
            }
        }
    }

    /// Says goodbye, waits a moment, and makes sure that the process and its group are gone.
    pub fn quit(mut self, goodbye: &str) {
        if self.send(goodbye).is_ok() {
            self.stdin = None;
            let deadline = Instant::now() + FAREWELL;
            // Taking what it still writes keeps it from hanging on a full pipe.
            while let Ok(Some(_)) = self.line(deadline) {}
        }
    }

    /// What there is to say about a process that no longer answers.
    fn crash(&mut self) -> Fault {
        let deadline = Instant::now() + FAREWELL;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Fault::Crash(status.to_string()),
                Ok(None) if Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(2));
                }
                _ => return Fault::Crash("closed its output".to_string()),
            }
        }
    }

    fn kill(&mut self) {
        self.stdin = None;
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.child.id()) {
            // The group exists as long as the child was not waited for, or one of its children lives. An
            // error means that nobody is left.
            let group = nix::unistd::Pid::from_raw(group);
            let _ = nix::sys::signal::killpg(group, nix::sys::signal::Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        // Without a receiver the reading thread cannot be stuck in its queue.
        self.events = None;
        // It ends with the pipe; a process that left the group may keep that open, and is not waited for.
        let deadline = Instant::now() + FAREWELL;
        while self
            .reader
            .as_ref()
            .is_some_and(|reader| !reader.is_finished())
            && Instant::now() < deadline
        {
            std::thread::sleep(Duration::from_micros(200));
        }
        if let Some(reader) = self.reader.take_if(|reader| reader.is_finished()) {
            let _ = reader.join();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Reads until the output ends, a line gets too long, or nobody listens.
fn read_lines(mut stdout: impl Read, sender: &SyncSender<Event>) {
    let mut buffer = [0; 8192];
    let mut line: Vec<u8> = Vec::new();
    loop {
        let size = match stdout.read(&mut buffer) {
            Ok(0) => break,
            Ok(size) => size,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let at = Instant::now();
        let mut rest = &buffer[..size];
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            line.extend_from_slice(&rest[..end]);
            rest = &rest[end + 1..];
            if sender.send(event(&line, at)).is_err() {
                return;
            }
            line.clear();
        }
        line.extend_from_slice(rest);
        if line.len() > LONGEST_LINE {
            let _ = sender.send(Event::TooLong);
            return;
        }
    }
    if !line.is_empty() {
        log::debug!(
            "output ended within the line {}",
            quoted(&String::from_utf8_lossy(&line))
        );
    }
}

fn event(line: &[u8], at: Instant) -> Event {
    if line.len() > LONGEST_LINE {
        return Event::TooLong;
    }
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    Event::Line(Line {
        text: String::from_utf8_lossy(line).into_owned(),
        at,
    })
}
