//! The binary under test as a process: lines go in, lines with their time of arrival come out.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// One line of output, without its line feed.
#[derive(Clone, Debug)]
pub struct Line {
    /// The text; bytes that are not UTF-8 are replaced.
    pub text: String,
    /// When it was read.
    pub at: Instant,
}

#[derive(Default)]
struct Output {
    lines: Vec<Line>,
    stderr: String,
    closed: bool,
}

/// How to start the process.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// Arguments.
    pub args: Vec<String>,
    /// Environment variables on top of ours.
    pub env: Vec<(String, String)>,
    /// Working directory.
    pub directory: Option<PathBuf>,
    /// Nobody reads the output: the pipe is closed at once.
    pub deaf: bool,
}

/// A running engine. Dropping it kills it.
pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    output: Arc<(Mutex<Output>, Condvar)>,
    /// The threads that collect what is printed; they end with the process.
    collectors: Vec<JoinHandle<()>>,
    status: Option<ExitStatus>,
}

impl Engine {
    /// Starts the binary of this package.
    pub fn start(launch: &Launch) -> Engine {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damka"));
        command
            .args(&launch.args)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        for (name, value) in &launch.env {
            command.env(name, value);
        }
        if let Some(directory) = &launch.directory {
            command.current_dir(directory);
        }
        let mut child = command.spawn().expect("the engine starts");
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().expect("stdout is piped");
        let mut stderr = child.stderr.take().expect("stderr is piped");
        let output = Arc::new((Mutex::new(Output::default()), Condvar::new()));
        let mut collectors = Vec::new();
        if launch.deaf {
            drop(stdout);
        } else {
            let output = Arc::clone(&output);
            collectors.push(thread::spawn(move || {
                collect(BufReader::new(stdout), &output);
            }));
        }
        let errors = Arc::clone(&output);
        collectors.push(thread::spawn(move || {
            let mut chunk = [0; 1024];
            while let Ok(n @ 1..) = stderr.read(&mut chunk) {
                let text = String::from_utf8_lossy(&chunk[..n]).into_owned();
                errors.0.lock().unwrap().stderr += &text;
            }
        }));
        Engine {
            child,
            stdin,
            output,
            collectors,
            status: None,
        }
    }

    /// Writes bytes in one go. A closed pipe is no error here: what follows will tell.
    pub fn send(&mut self, bytes: &[u8]) {
        if let Some(stdin) = &mut self.stdin {
            let _ = stdin.write_all(bytes).and_then(|()| stdin.flush());
        }
    }

    /// Writes one line.
    pub fn line(&mut self, text: &str) {
        self.send(format!("{text}\n").as_bytes());
    }

    /// Closes the engine's input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// The line with this index, waiting for it until `deadline`; `None` when it does not come.
    pub fn wait_line(&self, index: usize, deadline: Instant) -> Option<Line> {
        let (lock, arrived) = &*self.output;
        let mut output = lock.lock().unwrap();
        loop {
            if let Some(line) = output.lines.get(index) {
                return Some(line.clone());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || output.closed {
                return None;
            }
            output = arrived.wait_timeout(output, left).unwrap().0;
        }
    }

    /// Everything printed so far.
    pub fn lines(&self) -> Vec<Line> {
        self.output.0.lock().unwrap().lines.clone()
    }

    /// Number of lines printed so far.
    pub fn line_count(&self) -> usize {
        self.output.0.lock().unwrap().lines.len()
    }

    /// Everything written to the error stream so far.
    pub fn stderr(&self) -> String {
        self.output.0.lock().unwrap().stderr.clone()
    }

    /// The exit status, waiting for it until `deadline`; `None` when the process goes on. Where there is a status, all
    /// that was printed is there, too: the system tells of the end before the last lines have been read.
    pub fn wait_exit(&mut self, deadline: Instant) -> Option<ExitStatus> {
        while self.status.is_none() {
            self.status = self.child.try_wait().expect("a child can be waited for");
            if self.status.is_none() {
                if Instant::now() >= deadline {
                    return None;
                }
                thread::sleep(Duration::from_millis(5));
            }
        }
        for collector in self.collectors.drain(..) {
            collector.join().expect("a collector ends with the pipe");
        }
        self.status
    }

    /// Whether the process still runs.
    pub fn is_running(&mut self) -> bool {
        self.wait_exit(Instant::now()).is_none()
    }

    /// Sends a signal by its name, such as `TERM`.
    pub fn signal(&self, name: &str) {
        let status = Command::new("kill")
            .args([format!("-{name}"), self.child.id().to_string()])
            .status();
        assert!(status.is_ok_and(|s| s.success()), "kill -{name} failed");
    }

    /// Processor time used so far, of all threads; `None` where the system does not tell.
    pub fn cpu_time(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
        let ticks = |i: usize| fields.get(i)?.parse::<u64>().ok();
        // Fields 14 and 15 of the line; Linux counts 100 ticks a second on all its usual builds.
        Some(Duration::from_millis((ticks(11)? + ticks(12)?) * 10))
    }

    /// Resident memory in kB; `None` where the system does not tell.
    pub fn resident_kb(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn collect(mut reader: impl BufRead, output: &(Mutex<Output>, Condvar)) {
    let (lock, arrived) = output;
    loop {
        let mut bytes = Vec::new();
        let read = reader.read_until(b'\n', &mut bytes);
        let at = Instant::now();
        let mut output = lock.lock().unwrap();
        if matches!(read, Ok(0) | Err(_)) {
            output.closed = true;
            arrived.notify_all();
            return;
        }
        let complete = bytes.last() == Some(&b'\n');
        bytes.truncate(bytes.len() - usize::from(complete));
        let text = String::from_utf8_lossy(&bytes).into_owned();
        output.lines.push(Line { text, at });
        arrived.notify_all();
    }
}
