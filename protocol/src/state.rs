//! What is going on in a session, and which commands may be obeyed meanwhile.

use crate::Dialect;
use crate::command::{Command, Tool};
use crate::options::{Id, Setting};
use crate::report::Answer;
use damka_search::Signal;
use std::sync::Arc;

/// What is going on.
#[derive(Debug)]
pub enum State {
    /// Nothing.
    Idle,
    /// A search.
    Searching(Search),
    /// The engine is getting ready.
    Preparing,
    /// A command for people that takes time.
    Tool(Arc<Signal>),
}

/// A search that has not been answered.
#[derive(Debug)]
pub struct Search {
    /// The line to the search.
    pub signal: Arc<Signal>,
    /// Only a command may end it.
    pub endless: bool,
    /// It goes on in the opponent's time.
    pub pondering: bool,
    /// It was told to end.
    pub stopping: bool,
    /// It has ended, and the answer waits for a command.
    pub answer: Option<Answer>,
    /// The first move of the best line that was last printed.
    pub said: Option<String>,
}

/// When a command may be obeyed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Admission {
    /// At once.
    Now,
    /// After the search, which is told to end.
    Interrupt,
    /// After what is going on.
    Wait,
}

impl State {
    /// When a command may be obeyed that has no other before it.
    pub fn admission(&self, command: &Command, dialect: Dialect) -> Admission {
        let uci = dialect == Dialect::Uci;
        match (self, command) {
            (State::Idle, _) => Admission::Now,
            (State::Preparing, Command::Ping) => Admission::Now,
            (State::Preparing, _) => Admission::Wait,
            (State::Tool(_), Command::Stop | Command::Ready | Command::Ping) => Admission::Now,
            (State::Tool(_), _) => Admission::Wait,
            (State::Searching(_), Command::Stop | Command::PonderHit) => Admission::Now,
            // The answer comes first then: clients may take what follows it for a sign that it has come.
            (State::Searching(search), _) if search.stopping => Admission::Wait,
            (State::Searching(_), Command::Ping) => Admission::Now,
            // A search that ends of itself is worth its answer, though nobody says anything more.
            (State::Searching(search), Command::End) if !search.endless && !search.pondering => {
                Admission::Wait
            }
            // Questions do not disturb a search, nor do settings that it has taken already.
            (
                State::Searching(_),
                Command::Ready
                | Command::Greet
                | Command::Bad(_)
                | Command::Tool(Tool::Board | Tool::Moves | Tool::Eval),
            ) if uci => Admission::Now,
            (State::Searching(_), Command::Set { name, .. }) if uci => {
                match Setting::find(dialect, name).map(|setting| setting.id) {
                    Some(Id::Variant | Id::ClearHash) => Admission::Interrupt,
                    _ => Admission::Now,
                }
            }
            (State::Searching(_), _) => Admission::Interrupt,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{hub, uci};

    fn searching(stopping: bool) -> State {
        State::Searching(Search {
            signal: Arc::new(Signal::new()),
            endless: true,
            pondering: false,
            stopping,
            answer: None,
            said: None,
        })
    }

    #[test]
    fn during_a_search() {
        let state = searching(false);
        let admission = |line| state.admission(&uci::parse(line), Dialect::Uci);
        for line in [
            "stop",
            "ponderhit",
            "isready",
            "uci",
            "d",
            "setoption name Hash value 1",
        ] {
            assert_eq!(admission(line), Admission::Now, "{line}");
        }
        for line in [
            "position startpos",
            "position",
            "go",
            "ucinewgame",
            "variant russian",
            "setoption name clear hash",
            "perft 3",
            "bench",
        ] {
            assert_eq!(admission(line), Admission::Interrupt, "{line}");
        }
        let admission = |line| state.admission(&hub::parse(line), Dialect::Hub);
        for line in ["stop", "ponder-hit", "ping"] {
            assert_eq!(admission(line), Admission::Now, "{line}");
        }
        for line in [
            "hub",
            "init",
            "pos start",
            "level",
            "go",
            "new-game",
            "set-param name=x",
        ] {
            assert_eq!(admission(line), Admission::Interrupt, "{line}");
        }
    }

    #[test]
    fn what_follows_a_stop_waits_for_the_answer() {
        let state = searching(true);
        for line in ["isready", "uci", "position startpos", "go", "d"] {
            assert_eq!(
                state.admission(&uci::parse(line), Dialect::Uci),
                Admission::Wait,
                "{line}"
            );
        }
        assert_eq!(
            state.admission(&Command::Stop, Dialect::Uci),
            Admission::Now
        );
    }

    #[test]
    fn the_end_of_input_waits_for_what_ends_of_itself() {
        for (endless, pondering, admission) in [
            (true, false, Admission::Interrupt),
            (false, true, Admission::Interrupt),
            (false, false, Admission::Wait),
        ] {
            let mut state = searching(false);
            if let State::Searching(search) = &mut state {
                (search.endless, search.pondering) = (endless, pondering);
            }
            assert_eq!(state.admission(&Command::End, Dialect::Uci), admission);
            let quit = state.admission(&Command::Quit, Dialect::Uci);
            assert_eq!(quit, Admission::Interrupt);
        }
        for state in [State::Preparing, State::Tool(Arc::new(Signal::new()))] {
            assert_eq!(
                state.admission(&Command::End, Dialect::Uci),
                Admission::Wait
            );
        }
    }

    #[test]
    fn a_tool_may_be_broken_off() {
        let state = State::Tool(Arc::new(Signal::new()));
        for (line, admission) in [
            ("stop", Admission::Now),
            ("isready", Admission::Now),
            ("go", Admission::Wait),
        ] {
            assert_eq!(state.admission(&uci::parse(line), Dialect::Uci), admission);
        }
    }
}
