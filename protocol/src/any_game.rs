//! A game of a variant that is chosen at run time: where the session, which knows no rules, meets the typed engine.

use crate::command::{Base, Go, Level, Placement};
use crate::event::{Event, Events};
use crate::report::{Answer, Report};
use crate::worker::Job;
use damka_engine::movetext::{self, MoveFormat, Reading, Style};
use damka_engine::perft::{CountKind, Counter, Frontier, Options, PerftError};
use damka_engine::{
    Color, DrawRules, Game, Move, Position, Rules, Status, Variant, diagram, fen, hub, with_rules,
};
use damka_search::eval::{Evaluate, Simple};
use damka_search::{Bound, Info, Limits, Observer, Outcome, Score, Signal};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Memory of a perft count that a client asks for, in MiB.
const PERFT_HASH: usize = 16;

/// Everything that decides how a placement is read.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The rules of the game.
    pub variant: Variant,
    /// The rules of its draws.
    pub draws: DrawRules,
    /// How lists of three or more squares are read first.
    pub reading: Reading,
    /// How moves are written, and how square numbers are counted both ways.
    pub style: Style,
}

/// What a search is to do.
#[derive(Clone, Debug)]
pub struct Task {
    /// What was asked for.
    pub go: Go,
    /// How many lines.
    pub multi_pv: u32,
    /// Kept back from every time limit.
    pub overhead: Duration,
    /// How moves are read and written.
    pub manner: Manner,
}

/// A game whose variant the compiler does not know.
pub trait AnyGame: Send {
    /// The side to move.
    fn turn(&self) -> Color;

    /// Who has won the position as it stands: the side to move has no legal move, or a side has no pieces.
    fn winner(&self) -> Option<Color>;

    /// The same game under other draw rules.
    fn set_draws(&mut self, rules: DrawRules);

    /// Some legal move, for the case that the search breaks down.
    fn any_move(&self, style: Style) -> Option<String>;

    /// A search of the current position, and the search moves that were not understood.
    fn search(&self, task: &Task, signal: Arc<Signal>, events: Events) -> (Job, Vec<String>);

    /// The board and what is known of the game, a line each.
    fn describe(&self, style: Style) -> Vec<String>;

    /// The legal moves.
    fn written_moves(&self, style: Style) -> Vec<String>;

    /// The static evaluation, a line each.
    fn evaluation(&self) -> Vec<String>;

    /// A count of the leaves of the move tree.
    fn perft(
        &self,
        depth: u32,
        style: Style,
        threads: usize,
        signal: Arc<Signal>,
        events: Events,
    ) -> Job;
}

/// The game that a placement describes.
///
/// # Errors
/// The position or one of the moves is wrong; the text says which.
pub fn place(placement: &Placement, manner: Manner) -> Result<Box<dyn AnyGame>, String> {
    with_rules!(manner.variant, R => {
        place_typed::<R>(placement, manner).map(|game| Box::new(game) as Box<dyn AnyGame>)
    })
}

fn place_typed<R: Rules>(placement: &Placement, manner: Manner) -> Result<Game<R>, String> {
    let position = match &placement.base {
        Base::Start => Position::start(),
        Base::Fen(text) => fen::parse::<R>(text).map_err(|error| error.to_string())?,
        Base::Hub(text) => hub::parse::<R>(text).map_err(|error| error.to_string())?,
    };
    let mut game = Game::new(position, manner.draws);
    for text in &placement.moves {
        let mv = read(game.position(), text, manner)?;
        game.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

fn read<R: Rules>(
    position: &Position<R>,
    text: &str,
    manner: Manner,
) -> Result<Move<R::Board>, String> {
    movetext::parse_ordered(position, text, manner.reading, manner.style.order)
        .map_err(|error| error.to_string())
}

impl<R: Rules> AnyGame for Game<R> {
    fn turn(&self) -> Color {
        self.position().turn()
    }

    fn winner(&self) -> Option<Color> {
        match self.status() {
            Status::Win(winner, _) => Some(winner),
            Status::Draw(_) | Status::Ongoing => None,
        }
    }

    fn set_draws(&mut self, rules: DrawRules) {
        let mut game = Game::new(*self.initial(), rules);
        for &mv in self.moves() {
            // The moves were legal before, and draw rules do not change that.
            if game.play(mv).is_err() {
                return;
            }
        }
        *self = game;
    }

    fn any_move(&self, style: Style) -> Option<String> {
        let mv = *self.legal_moves().first()?;
        Some(movetext::write_styled(self.position(), mv, style))
    }

    fn search(&self, task: &Task, signal: Arc<Signal>, events: Events) -> (Job, Vec<String>) {
        let game = self.clone();
        let mut problems = Vec::new();
        let mut limits = limits::<R>(&task.go.level, self.turn());
        limits.multi_pv = task.multi_pv;
        limits.overhead = task.overhead;
        for text in &task.go.search_moves {
            match read(self.position(), text, task.manner) {
                Ok(mv) => limits.search_moves.push(mv),
                Err(error) => problems.push(error),
            }
        }
        let style = task.manner.style;
        let job: Job = Box::new(move |engine| {
            let mut scribe = Scribe {
                position: *game.position(),
                style,
                events: &events,
            };
            crate::worker::prepare(engine, &signal, &events);
            events.send(match engine.search(&game, &limits, &signal, &mut scribe) {
                Ok(outcome) => Event::Answer(answer(game.position(), &outcome, style)),
                Err(error) => Event::Failed(error.to_string()),
            });
        });
        (job, problems)
    }

    fn describe(&self, style: Style) -> Vec<String> {
        let position = self.position();
        let board = diagram::text(position);
        let mut lines: Vec<String> = board.lines().map(str::to_string).collect();
        let moves = self.written_moves(style);
        lines.push(format!("Variant: {}", R::VARIANT));
        lines.push(format!("Draw rules: {}", self.draw_rules()));
        lines.push(format!("Fen: {}", fen::pdn(position)));
        lines.push(format!("Hub: {}", hub::write(position)));
        lines.push(format!("Key: {:016x}", position.key()));
        lines.push(format!("Status: {}", self.status()));
        lines.push(format!("Occurrences: {}", self.repetitions()));
        for (reason, count, limit) in self.counters().running() {
            lines.push(format!("Counter {}: {count} of {limit} plies", reason.id()));
        }
        lines.push(format!(
            "Legal moves ({}): {}",
            moves.len(),
            moves.join(" ")
        ));
        lines
    }

    fn written_moves(&self, style: Style) -> Vec<String> {
        let position = self.position();
        self.legal_moves()
            .into_iter()
            .map(|mv| movetext::write_styled(position, mv, style))
            .collect()
    }

    fn evaluation(&self) -> Vec<String> {
        let position = self.position();
        let value = Simple.evaluate(position);
        let mut lines = vec![format!(
            "Evaluation: {value} centi-men for the side to move ({})",
            position.turn().letter()
        )];
        if position.must_capture() {
            lines.push(
                "A capture is to be made: the search looks at quiet positions only".to_string(),
            );
        }
        lines
    }

    fn perft(
        &self,
        depth: u32,
        style: Style,
        threads: usize,
        signal: Arc<Signal>,
        events: Events,
    ) -> Job {
        let position = *self.position();
        Box::new(move |_| {
            let lines = match perft(&position, depth, style, threads, signal.stop_flag()) {
                Ok(lines) => lines,
                Err(error) => vec![crate::uci::problem(&error.to_string())],
            };
            events.send(Event::Tool(lines));
        })
    }
}

/// A line for each root move and the sum, as the engines of other games print it.
fn perft<R: Rules>(
    position: &Position<R>,
    depth: u32,
    style: Style,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Vec<String>, PerftError> {
    let options = Options {
        threads,
        hash: PERFT_HASH,
    };
    let counter = Counter::<R>::new(CountKind::Unique, &options)?;
    let frontier = Frontier::new(position, depth, CountKind::Unique);
    let counts = counter.run(&frontier, &vec![None; frontier.len()], stop, &|_, _| ())?;
    let mut lines: Vec<String> = frontier
        .divide(&counts)?
        .into_iter()
        .map(|(mv, count)| format!("{}: {count}", movetext::write_styled(position, mv, style)))
        .collect();
    lines.push(String::new());
    lines.push(format!("Nodes searched: {}", frontier.total(&counts)?));
    lines.push(String::new());
    Ok(lines)
}

fn limits<R: Rules>(level: &Level, turn: Color) -> Limits<R> {
    if level.infinite {
        return Limits::default();
    }
    Limits {
        depth: level.depth,
        nodes: level.nodes,
        move_time: level.move_time,
        clock: level.clock(turn),
        win_in: level.win_in,
        ..Limits::default()
    }
}

/// Writes down what a search finds and hands it on.
struct Scribe<'a, R: Rules> {
    position: Position<R>,
    style: Style,
    events: &'a Events,
}

impl<R: Rules> Observer<R> for Scribe<'_, R> {
    fn info(&mut self, info: &Info<R>) {
        let line = write_line(&self.position, &info.line, self.style);
        if line.is_empty() {
            return;
        }
        self.events.send(Event::Report(Report {
            depth: info.depth,
            selective_depth: info.selective_depth,
            mean_depth: info.mean_depth,
            multi_pv: info.multi_pv,
            score: info.score,
            bound: info.bound,
            nodes: info.nodes,
            time: info.time,
            hash_full: info.hash_full,
            table_hits: info.table_hits,
            line,
        }));
    }
}

/// A line of play, each move written in its own position.
fn write_line<R: Rules>(start: &Position<R>, line: &[Move<R::Board>], style: Style) -> Vec<String> {
    let mut position = *start;
    line.iter()
        .map(|&mv| {
            let text = movetext::write_styled(&position, mv, style);
            position = position.after(mv);
            text
        })
        .collect()
}

fn answer<R: Rules>(position: &Position<R>, outcome: &Outcome<R>, style: Style) -> Answer {
    let Some(best) = outcome.best else {
        return Answer::none();
    };
    let moves: Vec<Move<R::Board>> = std::iter::once(best).chain(outcome.ponder).collect();
    let line = write_line(position, &moves, style);
    Answer {
        best: line.first().cloned(),
        ponder: line.get(1).cloned(),
        summary: Some(Report {
            depth: outcome.depth,
            selective_depth: outcome.depth,
            mean_depth: f64::from(outcome.depth),
            multi_pv: 1,
            score: outcome.score,
            bound: outcome.bound,
            nodes: outcome.nodes,
            time: outcome.time,
            hash_full: 0,
            table_hits: 0,
            line,
        }),
    }
}

/// What can be said of a move that was not searched.
pub fn unsearched(best: String, elapsed: Duration) -> Answer {
    Answer {
        best: Some(best.clone()),
        ponder: None,
        summary: Some(Report {
            depth: 0,
            selective_depth: 0,
            mean_depth: 0.0,
            multi_pv: 1,
            score: Score::DRAW,
            bound: Bound::Exact,
            nodes: 0,
            time: elapsed,
            hash_full: 0,
            table_hits: 0,
            line: vec![best],
        }),
    }
}

/// How the moves of a dialect are written.
pub fn style(format: MoveFormat, order: damka_engine::SquareOrder) -> Style {
    Style {
        format,
        colon: false,
        order,
    }
}
