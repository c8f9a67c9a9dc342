//! The conversation with a client: what may be done when, and what is answered. It knows both dialects' commands and
//! neither's spelling, and no rules of any game.

use crate::any_game::{self, AnyGame, Manner, Task};
use crate::command::{Base, Command, Go, Level, Placement, Tool};
use crate::event::{Event, Events};
use crate::options::Setting;
use crate::output::Output;
use crate::report::{Answer, Report};
use crate::settings::{Effect, Settings};
use crate::state::{Admission, Search, State};
use crate::throttle::Throttle;
use crate::worker::{Shortage, Worker};
use crate::{Dialect, bench, hub, text, uci};
use damka_engine::movetext::{MoveFormat, Reading};
use damka_search::{Bound, Signal};
use std::collections::VecDeque;
use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How long `quit` waits for the answer of what it has broken off.
const PATIENCE: Duration = Duration::from_millis(400);
/// How long what has an end may go on after the end of input: a client that is gone must not leave a process behind
/// that counts to a limit of a million years.
const END_PATIENCE: Duration = Duration::from_secs(60);

/// Commands that may wait for something, such as a count that nobody stops. Clients have a handful, files of
/// commands some thousands.
const MOST_WAITING: usize = 1_000_000;

/// One client's session, from the first line to the last.
pub struct Session {
    /// `None` until the first line that decides.
    dialect: Option<Dialect>,
    settings: Settings,
    /// `None` after a position that was refused.
    game: Option<Box<dyn AnyGame>>,
    /// Limits that Hub has given for the next search.
    level: Level,
    state: State,
    /// Commands that have to wait, in order.
    queue: VecDeque<Command>,
    /// After `quit`: when to leave, whatever is still going on.
    deadline: Option<Instant>,
    /// After the end of input: when it becomes a `quit`.
    closing: Option<Instant>,
    ended: bool,
    /// Why nothing more can be said.
    deaf: Option<ErrorKind>,
    throttle: Throttle,
    /// Stops clearing the transposition table, so that the next search need not wait for it.
    emptying: Arc<Signal>,
    output: Output,
    worker: Worker,
    events: Events,
}

impl Session {
    /// A session that speaks one dialect, or lets the first line decide.
    pub fn new(
        dialect: Option<Dialect>,
        output: Output,
        worker: Worker,
        events: Events,
    ) -> Session {
        let mut session = Session {
            dialect,
            settings: Settings::new(dialect.unwrap_or(Dialect::Uci)),
            game: None,
            level: Level::default(),
            state: State::Idle,
            queue: VecDeque::new(),
            deadline: None,
            closing: None,
            ended: false,
            deaf: None,
            throttle: Throttle::new(Instant::now()),
            emptying: Arc::new(Signal::new()),
            output,
            worker,
            events,
        };
        session.place_start();
        session
    }

    /// Keeps written lines at least this far apart.
    pub fn set_line_delay(&mut self, delay: Duration) {
        self.settings.line_delay = delay;
        self.output.delay(delay);
    }

    /// Converses until the client quits or is gone.
    ///
    /// # Errors
    /// What was said could not be written.
    pub fn run(mut self, news: &Receiver<Event>) -> Result<(), ErrorKind> {
        while !self.ended {
            let wake = [self.deadline, self.closing, self.throttle.due()]
                .into_iter()
                .flatten()
                .min();
            let event = match wake {
                None => news.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(time) => news.recv_timeout(time.saturating_duration_since(Instant::now())),
            };
            match event {
                Ok(event) => self.take(event),
                Err(RecvTimeoutError::Timeout) => {
                    for report in self.throttle.release(Instant::now()) {
                        self.print(&report);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
            let now = Instant::now();
            if self.closing.is_some_and(|time| time <= now) {
                self.closing = None;
                self.deadline = Some(now + PATIENCE);
                self.drain();
            }
            if self.deadline.is_some_and(|time| time <= now) {
                self.give_up();
            }
        }
        self.output.finish();
        let deaf = news.try_iter().find_map(|event| match event {
            Event::Deaf(reason) => Some(reason),
            _ => None,
        });
        self.deaf.or(deaf).map_or(Ok(()), Err)
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Line(bytes) => self.hear(&bytes, true),
            Event::Overlong(bytes) => self.hear(&bytes, false),
            Event::End => {
                self.closing = Some(Instant::now() + END_PATIENCE);
                self.queue.push_back(Command::End);
            }
            Event::Deaf(reason) => {
                self.deaf = Some(reason);
                self.ended = true;
            }
            Event::Report(report) => self.pass_on(report),
            Event::Answer(answer) => self.searched(answer),
            Event::Text(line) => self.output.line(line),
            Event::Tool(lines) => {
                self.tell(lines);
                self.state = State::Idle;
            }
            Event::Shortage(shortage) => self.make_do(&shortage),
            Event::Ready => self.ready(),
            Event::Failed(reason) => self.failed(&reason),
        }
        self.drain();
    }

    /// Takes a line, or the beginning of one that was too long to be `whole`.
    fn hear(&mut self, bytes: &[u8], whole: bool) {
        // After `quit` nobody is listened to.
        if self.deadline.is_some() {
            return;
        }
        let line = text::line(bytes);
        log::debug!("> {line}");
        let dialect = match self.dialect {
            Some(dialect) => dialect,
            None => {
                let Some(dialect) = Dialect::of_first_line(&line) else {
                    return;
                };
                self.choose(dialect);
                dialect
            }
        };
        let mut command = dialect.parse(&line);
        if !whole {
            command = command.overlong(&line);
        }
        match command {
            Command::Unknown | Command::Ignored => {}
            Command::Stop | Command::Quit => self.enqueue(command),
            _ if self.queue.len() >= MOST_WAITING => {
                self.complain(&format!("too many commands wait, ignored: {line}"));
            }
            command => self.enqueue(command),
        }
    }

    fn enqueue(&mut self, command: Command) {
        if command == Command::Quit {
            self.deadline = Some(Instant::now() + PATIENCE);
        }
        // What waits for a tool must not keep the `stop` behind it from breaking it off.
        if let (Command::Stop, State::Tool(signal)) = (&command, &self.state) {
            signal.stop();
        }
        self.queue.push_back(command);
    }

    fn choose(&mut self, dialect: Dialect) {
        let delay = self.settings.line_delay;
        self.dialect = Some(dialect);
        self.settings = Settings::new(dialect);
        self.settings.line_delay = delay;
        self.place_start();
    }

    fn drain(&mut self) {
        while let Some(command) = self.queue.front() {
            match self.state.admission(command, self.dialect()) {
                Admission::Now => {
                    if let Some(command) = self.queue.pop_front() {
                        self.obey(command);
                    }
                }
                Admission::Wait if self.deadline.is_none() => return,
                // After `quit` nothing is waited for that can be broken off.
                Admission::Interrupt | Admission::Wait => {
                    self.interrupt();
                    if !matches!(self.state, State::Idle) {
                        return;
                    }
                }
            }
            if self.ended {
                return;
            }
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Greet => self.greet(),
            Command::Ready => self.get_ready(),
            Command::Ping => self.output.line(hub::pong()),
            Command::NewGame => self.forget(),
            Command::Set { name, value } => self.set(&name, value.as_deref().unwrap_or_default()),
            Command::Position(placement) => self.place(&placement),
            Command::BadPosition(problem) => {
                self.game = None;
                self.complain(&problem);
            }
            Command::Level(level, problems) => {
                self.level.add(level);
                problems.iter().for_each(|problem| self.complain(problem));
            }
            Command::Go(go) => self.go(go),
            Command::Stop => self.interrupt(),
            Command::PonderHit => self.ponder_hit(),
            Command::Quit | Command::End => self.ended = true,
            Command::Tool(tool) => self.use_tool(tool),
            Command::Bad(problem) => self.complain(&problem),
            Command::Unknown | Command::Ignored => {}
        }
    }

    fn dialect(&self) -> Dialect {
        self.dialect.unwrap_or(Dialect::Uci)
    }

    fn manner(&self) -> Manner {
        let (reading, format) = match self.dialect() {
            Dialect::Uci => (Reading::PathFirst, self.settings.format),
            Dialect::Hub => (Reading::HubFirst, MoveFormat::Hub),
        };
        Manner {
            variant: self.settings.variant,
            draws: self.settings.draw_rules(),
            reading,
            style: any_game::style(format, self.settings.order),
        }
    }

    fn complain(&self, problem: &str) {
        self.output.line(self.dialect().problem(problem));
    }

    fn greet(&self) {
        self.tell(self.dialect().greeting(&self.settings));
    }

    /// Answers at once while something is going on, else when the engine has its threads and its memory.
    fn get_ready(&mut self) {
        if !matches!(self.state, State::Idle) {
            self.say_ready();
            return;
        }
        self.state = State::Preparing;
        let events = self.events.clone();
        self.worker.give(Box::new(move |engine| {
            crate::worker::prepare(engine, &Signal::new(), &events);
            events.send(Event::Ready);
        }));
    }

    /// The engine has less than was asked for. The settings say so too, unless they were changed since.
    fn make_do(&mut self, shortage: &Shortage) {
        match shortage {
            Shortage::Threads { wanted, problem } => {
                self.complain(&format!("{problem}; 1 is used"));
                if self.settings.threads == *wanted {
                    self.settings.threads = 1;
                }
            }
            Shortage::Memory {
                wanted,
                granted,
                problem,
            } => {
                self.complain(&format!("{problem}; {granted} are used"));
                if self.settings.hash == *wanted {
                    self.settings.hash = *granted;
                }
            }
        }
    }

    fn ready(&mut self) {
        if matches!(self.state, State::Preparing) {
            self.say_ready();
            self.state = State::Idle;
        }
    }

    fn say_ready(&self) {
        self.output.line(self.dialect().ready());
    }

    fn set(&mut self, name: &str, value: &str) {
        let dialect = self.dialect();
        let Some(setting) = Setting::find(dialect, name) else {
            return;
        };
        let before = self.settings.variant;
        match self.settings.set(setting, value, dialect) {
            Err(error) => self.complain(&error.to_string()),
            Ok(Effect::None) => {}
            Ok(Effect::Cut(used)) => {
                self.complain(&format!(
                    "value for {name} too great: {value}; {used} is used"
                ));
            }
            Ok(Effect::Variant) => {
                // Clients repeat the name; only another game takes the position away.
                if self.settings.variant != before {
                    self.place_start();
                    self.forget();
                }
            }
            Ok(Effect::Engine) => self.set_up_engine(),
            Ok(Effect::Draws) => {
                let rules = self.settings.draw_rules();
                if let Some(game) = &mut self.game {
                    game.set_draws(rules);
                }
            }
            Ok(Effect::LineDelay) => self.output.delay(self.settings.line_delay),
            Ok(Effect::Clear) => self.forget(),
        }
    }

    /// Empties the table ahead of the next search, off its clock. A search that comes at once takes it over, as only
    /// that can be stopped.
    fn forget(&mut self) {
        let signal = Arc::new(Signal::new());
        self.emptying = Arc::clone(&signal);
        self.worker.give(Box::new(move |engine| {
            engine.clear();
            engine.empty(&signal);
        }));
    }

    fn set_up_engine(&self) {
        let (threads, hash) = (self.settings.threads, self.settings.hash);
        let skill = self.settings.skill();
        self.worker.give(Box::new(move |engine| {
            engine.set_threads(threads);
            engine.set_hash(hash);
            engine.set_skill(skill);
        }));
    }

    fn place_start(&mut self) {
        self.place(&Placement {
            base: Base::Start,
            moves: Vec::new(),
        });
    }

    /// Sets up a position, or refuses it as a whole; then there is none until the next one.
    fn place(&mut self, placement: &Placement) {
        match any_game::place(placement, self.manner()) {
            Ok(game) => self.game = Some(game),
            Err(problem) => {
                self.game = None;
                self.complain(&problem);
            }
        }
    }

    fn go(&mut self, mut go: Go) {
        if self.dialect() == Dialect::Hub {
            let unreadable = go.level.unreadable;
            go.level = std::mem::take(&mut self.level);
            go.level.unreadable |= unreadable;
        }
        go.level = go.level.bounded();
        go.problems
            .iter()
            .for_each(|problem| self.complain(problem));
        let signal = Arc::new(if go.ponder {
            Signal::pondering()
        } else {
            Signal::new()
        });
        let mut search = Search {
            signal: Arc::clone(&signal),
            endless: go.level.is_endless(),
            pondering: go.ponder,
            stopping: false,
            answer: None,
            said: None,
        };
        self.throttle = Throttle::new(Instant::now());
        self.emptying.stop();
        match &self.game {
            Some(game) if game.winner().is_none() => {
                let task = Task {
                    go,
                    multi_pv: self.settings.multi_pv,
                    overhead: self.settings.overhead,
                    manner: self.manner(),
                };
                let (job, problems) = game.search(&task, signal, self.events.clone());
                problems.iter().for_each(|problem| self.complain(problem));
                self.worker.give(job);
            }
            game => {
                search.answer = Some(Answer::none());
                let winner = game
                    .as_ref()
                    .and_then(|game| Some((game.winner()?, game.turn())));
                match (self.dialect(), winner) {
                    (Dialect::Uci, Some((winner, turn))) => {
                        self.output.line(uci::terminal(winner == turn));
                    }
                    (Dialect::Uci, None) => {}
                    // Hub answers at once where there is nothing to think about.
                    (Dialect::Hub, _) => (search.endless, search.pondering) = (false, false),
                }
            }
        }
        self.state = State::Searching(search);
        self.settle();
    }

    /// Breaks off what is going on.
    fn interrupt(&mut self) {
        match &mut self.state {
            State::Searching(search) => {
                search.signal.stop();
                search.stopping = true;
                (search.endless, search.pondering) = (false, false);
            }
            State::Tool(signal) => signal.stop(),
            State::Idle | State::Preparing => {}
        }
        self.settle();
    }

    fn ponder_hit(&mut self) {
        if let State::Searching(search) = &mut self.state
            && search.pondering
        {
            search.signal.ponder_hit();
            search.pondering = false;
        }
        self.settle();
    }

    fn searched(&mut self, answer: Answer) {
        if let State::Searching(search) = &mut self.state {
            search.answer = Some(answer);
        }
        self.settle();
    }

    /// Answers a search that has ended, unless a command must come first.
    fn settle(&mut self) {
        let State::Searching(search) = &mut self.state else {
            return;
        };
        if search.endless || search.pondering {
            return;
        }
        let Some(answer) = search.answer.take() else {
            return;
        };
        for report in self.throttle.flush() {
            self.print(&report);
        }
        // Clients take the score from the lines before the answer, so there is one, and it is about this move.
        if let State::Searching(search) = &self.state
            && search.said != answer.best
            && let Some(summary) = &answer.summary
        {
            let summary = summary.clone();
            self.print(&summary);
        }
        self.output.line(self.dialect().answer(&answer));
        self.state = State::Idle;
    }

    fn pass_on(&mut self, report: Report) {
        // Hub has no way to say that a score is a bound.
        if self.dialect() == Dialect::Hub && report.bound != Bound::Exact {
            return;
        }
        if let Some(report) = self.throttle.offer(report, Instant::now()) {
            self.print(&report);
        }
    }

    fn print(&mut self, report: &Report) {
        let several = self.settings.multi_pv > 1;
        self.output.line(self.dialect().report(report, several));
        if let State::Searching(search) = &mut self.state
            && report.multi_pv == 1
        {
            search.said = report.line.first().cloned();
        }
    }

    fn use_tool(&mut self, tool: Tool) {
        let style = self.manner().style;
        let events = self.events.clone();
        let Some(game) = &self.game else {
            self.complain("no position: the last one was refused");
            return;
        };
        let signal = Arc::new(Signal::new());
        let job = match tool {
            Tool::Board => return self.tell(game.describe(style)),
            Tool::Moves => return self.tell(game.written_moves(style)),
            Tool::Eval => return self.tell(game.evaluation()),
            Tool::Bench(depth) => bench::job(depth, Arc::clone(&signal), events),
            Tool::Perft(depth) => {
                let threads = self.settings.threads;
                game.perft(depth, style, threads, Arc::clone(&signal), events)
            }
        };
        self.state = State::Tool(signal);
        self.worker.give(job);
    }

    fn tell(&self, lines: Vec<String>) {
        lines.into_iter().for_each(|line| self.output.line(line));
    }

    /// A job broke down. The client gets its answer all the same: a legal move without a search.
    fn failed(&mut self, reason: &str) {
        log::error!("internal error: {reason}");
        self.set_up_engine();
        self.go_on_without("internal error");
    }

    /// Answers what the engine has been asked for, as well as may be without it, or says why there is no answer.
    fn go_on_without(&mut self, reason: &str) {
        match &self.state {
            State::Searching(search) => {
                let elapsed = search.signal.elapsed();
                let style = self.manner().style;
                let best = self.game.as_ref().and_then(|game| game.any_move(style));
                self.searched(
                    best.map_or_else(Answer::none, |best| any_game::unsearched(best, elapsed)),
                );
            }
            State::Preparing => self.ready(),
            State::Tool(_) => {
                self.complain(reason);
                self.state = State::Idle;
            }
            State::Idle => {}
        }
    }

    /// The engine has not kept the time of `quit`: everything that was said before has its answer all the same.
    fn give_up(&mut self) {
        while !self.ended {
            self.go_on_without("broken off");
            self.drain();
        }
    }
}
