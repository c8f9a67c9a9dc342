//! The two dialects of the session: what each of them reads and says.

use crate::command::Command;
use crate::report::{Answer, Report};
use crate::settings::Settings;
use crate::{hub, text, uci};
use damka_engine::Variant;

/// A language of clients.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// The UCI dialect for draughts.
    Uci,
    /// Hub 2.
    Hub,
}

impl Dialect {
    /// The variant that is played unless the client chooses one. Some Hub clients never do, and mean the
    /// international game.
    pub fn default_variant(self) -> Variant {
        match self {
            Dialect::Uci => Variant::Brazilian,
            Dialect::Hub => Variant::International,
        }
    }

    /// The dialect that a client's first line belongs to; `None` when it is no command of either.
    pub fn of_first_line(line: &str) -> Option<Dialect> {
        if text::next_word(line).is_some_and(|(word, _)| word == "hub") {
            return Some(Dialect::Hub);
        }
        let known = uci::parse(line) != Command::Unknown && !line.trim().is_empty();
        known.then_some(Dialect::Uci)
    }

    /// The command on a line.
    pub(crate) fn parse(self, line: &str) -> Command {
        match self {
            Dialect::Uci => uci::parse(line),
            Dialect::Hub => hub::parse(line),
        }
    }

    /// Who the engine is and what can be set, a line each.
    pub(crate) fn greeting(self, settings: &Settings) -> Vec<String> {
        match self {
            Dialect::Uci => uci::greeting(),
            Dialect::Hub => hub::greeting(settings),
        }
    }

    /// The engine has its threads and its memory.
    pub(crate) fn ready(self) -> String {
        match self {
            Dialect::Uci => "readyok".to_string(),
            Dialect::Hub => "ready".to_string(),
        }
    }

    /// A search in progress; `several` lines of it were asked for.
    pub(crate) fn report(self, report: &Report, several: bool) -> String {
        match self {
            Dialect::Uci => uci::report(report),
            Dialect::Hub => hub::report(report, several),
        }
    }

    /// The end of a search.
    pub(crate) fn answer(self, answer: &Answer) -> String {
        match self {
            Dialect::Uci => uci::answer(answer),
            Dialect::Hub => hub::answer(answer),
        }
    }

    /// Something was wrong with a command.
    pub(crate) fn problem(self, text: &str) -> String {
        match self {
            Dialect::Uci => uci::problem(text),
            Dialect::Hub => hub::problem(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_command_of_either_dialect_decides() {
        for (line, dialect) in [
            ("hub", Some(Dialect::Hub)),
            ("  hub ", Some(Dialect::Hub)),
            ("uci", Some(Dialect::Uci)),
            ("isready", Some(Dialect::Uci)),
            ("debug on", Some(Dialect::Uci)),
            ("register later", Some(Dialect::Uci)),
            ("setoption", Some(Dialect::Uci)),
            ("go infinite", Some(Dialect::Uci)),
            ("", None),
            (" ", None),
            ("hello", None),
            ("init", None),
        ] {
            assert_eq!(Dialect::of_first_line(line), dialect, "{line}");
        }
    }
}
