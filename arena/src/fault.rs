//! What an engine can do wrong. Every fault loses the game and names its reason.

use std::time::Duration;
use thiserror::Error;

/// A fault of an engine.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Fault {
    /// The process cannot be started at all.
    #[error("cannot be started: {0}")]
    Start(String),
    /// The handshake did not come to its end: it speaks another protocol, or none.
    #[error("does not speak {protocol}: {said}")]
    WrongProtocol {
        /// The protocol that was tried.
        protocol: &'static str,
        /// What came instead.
        said: String,
    },
    /// The process ended, or closed its output.
    #[error("ended by itself ({0})")]
    Crash(String),
    /// No move, or no sign of life, long after it was due.
    #[error("no answer for {:.1} s", .0.as_secs_f64())]
    NoAnswer(Duration),
    /// The move came after the time was over.
    #[error("overstepped its time by {:.0} ms", .0.as_secs_f64() * 1e3)]
    Time(Duration),
    /// The move is not legal, or cannot be read.
    #[error("illegal move: {0}")]
    Illegal(String),
    /// It says it has no move, though it has.
    #[error("gave no move in a position that has moves")]
    NoMove,
    /// More output for one move than anybody could want.
    #[error("flood of output ({lines} lines, {bytes} bytes)")]
    Flood {
        /// Lines since the last request.
        lines: u64,
        /// Bytes since the last request.
        bytes: u64,
    },
    /// A line without an end.
    #[error("endless line (more than {0} bytes without a line break)")]
    EndlessLine(usize),
    /// The engine refuses what it was asked.
    #[error("refuses: {0}")]
    Refused(String),
}

impl Fault {
    /// Short name for records and tables.
    pub fn id(&self) -> &'static str {
        match self {
            Fault::Start(_) => "start",
            Fault::WrongProtocol { .. } => "wrong_protocol",
            Fault::Crash(_) => "crash",
            Fault::NoAnswer(_) => "no_answer",
            Fault::Time(_) => "time",
            Fault::Illegal(_) => "illegal_move",
            Fault::NoMove => "no_move",
            Fault::Flood { .. } => "flood",
            Fault::EndlessLine(_) => "endless_line",
            Fault::Refused(_) => "refused",
        }
    }

    /// Whether the engine can still be talked to; otherwise it must be restarted.
    pub fn is_alive(&self) -> bool {
        matches!(self, Fault::Time(_))
    }
}

/// Text from an engine as one line of a report repeats it.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", damka_engine::excerpt(text))
}
