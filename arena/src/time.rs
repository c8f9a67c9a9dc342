//! Time controls: how they are written, and the clock that runs by them.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// A time control that cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("bad time control: {0} (such as 5+0.05, 40/60+0.5 or 60, in seconds)")]
pub struct BadTimeControl(pub String);

/// Base time, increment, and moves to which the base applies. Written `[MOVES/]BASE[+INCREMENT]`, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// Time for the game, or for `moves` moves.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// After so many moves the base is added again; `None` for the rest of the game.
    pub moves: Option<u32>,
}

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<TimeControl, BadTimeControl> {
        parse(text).ok_or_else(|| BadTimeControl(text.to_string()))
    }
}

fn parse(text: &str) -> Option<TimeControl> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), rest),
        None => (None, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let (base, increment) = (seconds(base)?, seconds(increment)?);
    (!base.is_zero()).then_some(TimeControl {
        base,
        increment,
        moves,
    })
}

/// Seconds as written by a user: a plain decimal, up to a million.
pub(crate) fn seconds(text: &str) -> Option<Duration> {
    let plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let value: f64 = text.parse().ok().filter(|_| plain)?;
    (value <= 1e6).then(|| Duration::from_secs_f64(value))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

impl TryFrom<String> for TimeControl {
    type Error = BadTimeControl;

    fn try_from(text: String) -> Result<TimeControl, BadTimeControl> {
        text.parse()
    }
}

/// What limits an engine's thinking; all that are given hold together.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// A clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tc: Option<TimeControl>,
    /// Milliseconds for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// Nodes for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies of depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

impl Limits {
    /// Whether nothing is limited.
    pub fn is_empty(&self) -> bool {
        *self == Limits::default()
    }

    /// The limits with which a game is played: the engine's own, or those of the match when it has none.
    pub fn or(self, of_match: Limits) -> Limits {
        if self.is_empty() { of_match } else { self }
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(tc) = self.tc {
            parts.push(format!("{tc} s"));
        }
        if let Some(movetime) = self.movetime {
            parts.push(format!("{movetime} ms a move"));
        }
        if let Some(nodes) = self.nodes {
            parts.push(format!("{nodes} nodes a move"));
        }
        if let Some(depth) = self.depth {
            parts.push(format!("depth {depth}"));
        }
        f.write_str(&parts.join(", "))
    }
}

/// One side's clock in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    moves: u32,
}

impl Clock {
    /// A clock before the first move.
    pub fn new(control: TimeControl) -> Clock {
        Clock {
            control,
            left: control.base,
            moves: 0,
        }
    }

    /// Time left.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// Time added after each move.
    pub fn increment(&self) -> Duration {
        self.control.increment
    }

    /// Moves until the base time is added again.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.control.moves.map(|moves| moves - self.moves % moves)
    }

    /// A move that took this long. Within the margin the clock stops at zero.
    pub fn press(&mut self, elapsed: Duration) {
        self.left = self.left.saturating_sub(elapsed) + self.control.increment;
        self.moves += 1;
        if self.moves_to_go() == self.control.moves && self.control.moves.is_some() {
            self.left += self.control.base;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        for text in ["5+0.05", "40/60+0.5", "60", "1/2", "0.1+0.001"] {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!(control.to_string(), text);
        }
        for text in [
            "", "x", "0", "5+", "5+x", "0/5", "-5", "5+-1", "/5", "1e9", "inf", "nan", "5 ",
            "1/2/3",
        ] {
            assert_eq!(
                text.parse::<TimeControl>(),
                Err(BadTimeControl(text.to_string()))
            );
        }
    }

    #[test]
    fn the_clock_adds_increment_and_base() {
        let second = Duration::from_secs(1);
        let mut clock = Clock::new("2/10+1".parse().expect("control"));
        assert_eq!(clock.moves_to_go(), Some(2));
        clock.press(4 * second);
        assert_eq!((clock.left(), clock.moves_to_go()), (7 * second, Some(1)));
        clock.press(8 * second);
        assert_eq!((clock.left(), clock.moves_to_go()), (11 * second, Some(2)));
        let mut sudden = Clock::new("10".parse().expect("control"));
        sudden.press(second);
        assert_eq!((sudden.left(), sudden.moves_to_go()), (9 * second, None));
    }
}
