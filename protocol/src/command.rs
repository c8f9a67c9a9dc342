//! What a line asks for, whichever dialect it came in.

use crate::text;
use damka_engine::Color;
use damka_search::Clock;
use std::time::Duration;

/// One command of a client.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `uci`, `hub`: introduce yourself.
    Greet,
    /// `isready`, `init`: answer when everything asked for so far is in effect.
    Ready,
    /// `ping`: answer at once.
    Ping,
    /// `ucinewgame`, `new-game`: the next position belongs to another game.
    NewGame,
    /// `setoption`, `set-param`, `variant`.
    Set {
        /// Name as the client wrote it.
        name: String,
        /// Value as the client wrote it; `None` when there was none.
        value: Option<String>,
    },
    /// `position`, `pos`.
    Position(Placement),
    /// `level`: limits of the next search, added to those already given, and what could not be read.
    Level(Level, Vec<String>),
    /// `go`.
    Go(Go),
    /// `stop`.
    Stop,
    /// `ponderhit`, `ponder-hit`.
    PonderHit,
    /// `quit`: leave as soon as may be.
    Quit,
    /// The client says nothing more: leave when everything is answered.
    End,
    /// A command for people.
    Tool(Tool),
    /// A line that is answered by an error and has no other effect.
    Bad(String),
    /// A position command that cannot be read: an error, and the position is refused.
    BadPosition(String),
    /// Nothing that is known here.
    Unknown,
    /// Known, without effect and without answer.
    Ignored,
}

impl Command {
    /// What a line asks for of which only the beginning, this command, was kept: it cannot be obeyed, but where
    /// others wait for its effect they must not go by an older one.
    pub fn overlong(self, beginning: &str) -> Command {
        let problem = format!("line too long: {beginning}...");
        match self {
            Command::Position(_) | Command::BadPosition(_) => Command::BadPosition(problem),
            Command::Go(_) => Command::Go(Go::unreadable(problem)),
            Command::Level(..) => Command::Level(Level::unreadable(), vec![problem]),
            _ => Command::Bad(problem),
        }
    }
}

/// A position to set up: where to begin, and moves from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The position before the moves.
    pub base: Base,
    /// Moves as the client wrote them.
    pub moves: Vec<String>,
}

/// A position in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Base {
    /// The start position of the variant.
    Start,
    /// PDN FEN.
    Fen(String),
    /// Hub string.
    Hub(String),
}

/// How long to search, and in whose time.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Go {
    /// During the opponent's time, until told otherwise.
    pub ponder: bool,
    /// Limits given in the same command.
    pub level: Level,
    /// Only these moves, as the client wrote them; empty for all.
    pub search_moves: Vec<String>,
    /// What could not be read.
    pub problems: Vec<String>,
}

impl Go {
    /// A search that was asked for in words which cannot be read: it has its answer too.
    pub fn unreadable(problem: String) -> Go {
        Go {
            level: Level::unreadable(),
            problems: vec![problem],
            ..Go::default()
        }
    }
}

/// Limits of a search as clients give them. The default has none, which means: until told to stop.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Level {
    /// Until told to stop, whatever the search finds.
    pub infinite: bool,
    /// Greatest depth in plies, at least 1.
    pub depth: Option<u32>,
    /// Nodes, at least 1.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// White's clock, in seconds; may be negative.
    pub white: Option<f64>,
    /// Black's clock, in seconds; may be negative.
    pub black: Option<f64>,
    /// White's increment in seconds.
    pub white_increment: Option<f64>,
    /// Black's increment in seconds.
    pub black_increment: Option<f64>,
    /// The increment is added before the move (Hub), not after it.
    pub increment_first: bool,
    /// Moves to the next time control, at least 1.
    pub moves_to_go: Option<u32>,
    /// Stop when a win in this many plies is proved.
    pub win_in: Option<u32>,
    /// A limit could not be read. Whoever gave one does not mean a search without end: see [`Level::bounded`].
    pub unreadable: bool,
}

impl Level {
    /// Of limits that cannot be read.
    pub fn unreadable() -> Level {
        Level {
            unreadable: true,
            ..Level::default()
        }
    }

    /// The limits to search by. Where limits were meant and none was understood, the search is as short as may be.
    pub fn bounded(mut self) -> Level {
        if self.unreadable && !self.infinite && self.is_endless() {
            self.depth = Some(1);
        }
        self
    }

    /// Whether nothing but a command ends the search.
    pub fn is_endless(&self) -> bool {
        let limits = self.depth.is_some()
            || self.nodes.is_some()
            || self.move_time.is_some()
            || self.win_in.is_some()
            || self.clock(Color::White).is_some();
        self.infinite || !limits
    }

    /// Adds the limits of a later command; a later limit of the same kind replaces the earlier one, and
    /// `infinite` replaces all.
    pub fn add(&mut self, later: Level) {
        if later.infinite {
            *self = later;
            return;
        }
        self.infinite = false;
        self.depth = later.depth.or(self.depth);
        self.nodes = later.nodes.or(self.nodes);
        self.move_time = later.move_time.or(self.move_time);
        self.white = later.white.or(self.white);
        self.black = later.black.or(self.black);
        self.white_increment = later.white_increment.or(self.white_increment);
        self.black_increment = later.black_increment.or(self.black_increment);
        self.increment_first |= later.increment_first;
        self.moves_to_go = later.moves_to_go.or(self.moves_to_go);
        self.win_in = later.win_in.or(self.win_in);
        self.unreadable |= later.unreadable;
    }

    /// The clock of a side. A client that gives only one side's clock means it for the side to move.
    pub fn clock(&self, color: Color) -> Option<Clock> {
        let choose = |white: Option<f64>, black: Option<f64>| match color {
            Color::White => white.or(black),
            Color::Black => black.or(white),
        };
        let increment = choose(self.white_increment, self.black_increment);
        let left = choose(self.white, self.black);
        // An increment alone is the clock of a player whose time is nearly up; beside another limit it says nothing.
        let others = self.depth.is_some() || self.nodes.is_some() || self.move_time.is_some();
        if left.is_none() && (increment.is_none() || others) {
            return None;
        }
        let increment = increment.unwrap_or(0.0);
        let first = if self.increment_first { increment } else { 0.0 };
        Some(Clock {
            left: text::seconds(left.unwrap_or(0.0) + first),
            increment: text::seconds(increment),
            moves_to_go: self.moves_to_go,
        })
    }
}

/// Commands for people who look into the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// Draw the board.
    Board,
    /// List the legal moves.
    Moves,
    /// Explain the evaluation.
    Eval,
    /// Run the benchmark, to this depth when it is given.
    Bench(Option<u32>),
    /// Count the leaves of the move tree.
    Perft(u32),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hub_increment_comes_before_the_move() {
        let level = Level {
            white: Some(-1.0),
            black: Some(-1.0),
            white_increment: Some(2.0),
            black_increment: Some(2.0),
            increment_first: true,
            ..Level::default()
        };
        let clock = level.clock(Color::Black).unwrap();
        assert_eq!(clock.left, Duration::from_secs(1));
        assert_eq!(clock.increment, Duration::from_secs(2));
    }

    #[test]
    fn an_increment_alone_is_a_clock_unless_there_is_another_limit() {
        let mut level = Level {
            white_increment: Some(2.0),
            ..Level::default()
        };
        let clock = level.clock(Color::White).unwrap();
        assert_eq!((clock.left.as_secs(), clock.increment.as_secs()), (0, 2));
        level.depth = Some(10);
        assert!(level.clock(Color::White).is_none());
        level.white = Some(60.0);
        assert_eq!(level.clock(Color::White).unwrap().left.as_secs(), 60);
    }

    #[test]
    fn limits_accumulate_and_infinite_replaces() {
        let mut level = Level {
            depth: Some(30),
            ..Level::default()
        };
        level.add(Level {
            move_time: Some(Duration::from_secs(1)),
            ..Level::default()
        });
        assert_eq!(level.depth, Some(30));
        assert!(level.move_time.is_some() && !level.is_endless());
        level.add(Level {
            infinite: true,
            ..Level::default()
        });
        assert!(level.depth.is_none() && level.is_endless());
        level.add(Level {
            nodes: Some(5),
            ..Level::default()
        });
        assert!(!level.is_endless());
    }

    #[test]
    fn limits_that_cannot_be_read_are_not_taken_for_none() {
        let mut level = Level::unreadable();
        assert_eq!(level.clone().bounded().depth, Some(1));
        level.nodes = Some(5);
        assert_eq!(level.clone().bounded(), level);
        level.add(Level {
            infinite: true,
            ..Level::default()
        });
        assert!(level.clone().bounded().is_endless());
        assert!(Level::default().bounded().is_endless());
    }

    #[test]
    fn a_line_that_is_too_long_keeps_its_kind() {
        for (beginning, kind) in [
            ("position startpos moves 32-28", "position"),
            ("position here", "position"),
            ("go depth 3", "go"),
            ("quit", "other"),
            ("xyzzy", "other"),
        ] {
            let found = match crate::uci::parse(beginning).overlong(beginning) {
                Command::BadPosition(problem) if problem.contains(beginning) => "position",
                Command::Go(go) if go.level == Level::unreadable() => "go",
                Command::Bad(problem) if problem.contains(beginning) => "other",
                other => panic!("{beginning}: {other:?}"),
            };
            assert_eq!(found, kind, "{beginning}");
        }
    }
}
