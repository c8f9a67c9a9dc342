//! Damka at the board: plays the games of one connection with the engine.

use super::complaint::Complaint;
use super::connection::{Connection, Incoming};
use super::machine::State;
use super::message::{Answer, AnswerCode, Message, Reason};
use super::session::{Effect, Proposal, Session, Terms};
use damka_engine::game::Game;
use damka_engine::status::Status;
use damka_engine::{Move, Rules};
use damka_search::{Clock, Engine, Limits, PrepareError, Signal};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// How long a proposal may stay without an answer.
const ANSWER_LIMIT: Duration = Duration::from_secs(10);
/// How long the echo of our GAMEEND is waited for, and a partner that has lost may think about it.
const END_LIMIT: Duration = Duration::from_secs(5);

/// Time for a move when nobody says anything about time.
pub const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// How Damka plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Name, draw rules, square order, taking back.
    pub terms: Terms,
    /// No move takes longer than this; `None` for as long as the clock allows.
    pub move_time: Option<Duration>,
    /// Kept back from every time limit for the way to the partner.
    pub overhead: Duration,
    /// Whether the partner is told by CHAT what was wrong. Off for programs that cannot read it.
    pub chat: bool,
}

/// Who proposes games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Role<R: Rules> {
    /// The partner does, as long as it likes.
    Follower,
    /// We do: these games, then the connection is closed.
    Initiator(Vec<Proposal<R>>),
}

/// What happens, for people to read.
#[derive(Debug)]
pub enum Report<'a, R: Rules> {
    /// A game begins.
    Begun(&'a Session<R>),
    /// A game is over with this result, `Ongoing` for none.
    Over(&'a Session<R>, Status),
    /// A game is abandoned without a result.
    Abandoned(&'a Session<R>),
    /// The partner has proposed a game that we refuse.
    Declined(AnswerCode),
    /// The partner has said something that was ignored.
    Complaint(&'a Complaint),
}

/// Why a session did not come to its natural end.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The socket failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The partner refuses our proposal.
    #[error("the partner refuses the game with code {}: {}", .0.digit(), meaning(*.0))]
    Refused(AnswerCode),
    /// The partner does not answer our proposal.
    #[error("the partner does not answer the proposed game within {} s", ANSWER_LIMIT.as_secs())]
    NoAnswer,
    /// The engine cannot work.
    #[error(transparent)]
    Engine(#[from] PrepareError),
    /// The partner has gone in the middle of a game, or before all games were played.
    #[error("the partner has closed the connection")]
    Closed,
}

const fn meaning(code: AnswerCode) -> &'static str {
    match code {
        AnswerCode::Accepted => "accepted",
        AnswerCode::Version => "it does not know this version of the protocol",
        AnswerCode::Impossible => "it cannot play this game",
        AnswerCode::Refused => "it does not play now",
    }
}

enum Event<R: Rules> {
    Incoming(Incoming),
    Found {
        id: u64,
        best: Result<Option<Move<R::Board>>, PrepareError>,
    },
}

struct Job<R: Rules> {
    id: u64,
    game: Game<R>,
    limits: Limits<R>,
    signal: Arc<Signal>,
}

/// Plays until the partner or our list of games ends the session.
///
/// # Errors
/// See [`PlayError`]; a follower ends without error when the partner closes the connection between games.
pub fn play<R: Rules>(
    connection: Connection,
    role: Role<R>,
    settings: &Settings,
    engine: &mut Engine,
    report: &mut dyn FnMut(Report<R>),
) -> Result<(), PlayError> {
    let (events, inbox) = mpsc::channel();
    let reader = events.clone();
    connection.read_with(move |incoming| reader.send(Event::Incoming(incoming)).is_ok())?;
    thread::scope(|scope| {
        let (jobs, orders) = mpsc::channel::<Job<R>>();
        scope.spawn(move || {
            for Job {
                id,
                game,
                limits,
                signal,
            } in orders
            {
                let found = engine.search(&game, &limits, &signal, &mut ());
                let best = found.map(|outcome| outcome.best);
                if events.send(Event::Found { id, best }).is_err() {
                    return;
                }
            }
        });
        let (initiator, mut proposals) = match role {
            Role::Follower => (false, Vec::new()),
            Role::Initiator(proposals) => (true, proposals),
        };
        proposals.reverse();
        let mut player = Player {
            session: Session::new(settings.terms.clone()),
            connection,
            settings,
            jobs,
            search: None,
            searches: 0,
            left: None,
            initiator,
            proposals,
            since: Instant::now(),
            report,
        };
        let result = player.run(&inbox);
        player.stop_thinking();
        result
    })
}

struct Player<'a, R: Rules> {
    session: Session<R>,
    connection: Connection,
    settings: &'a Settings,
    jobs: Sender<Job<R>>,
    /// The running search: its number, and the line to it.
    search: Option<(u64, Arc<Signal>)>,
    searches: u64,
    /// Our clock.
    left: Option<Duration>,
    initiator: bool,
    /// Games still to be proposed, the next one last.
    proposals: Vec<Proposal<R>>,
    /// When the session's state was last touched.
    since: Instant,
    report: &'a mut dyn FnMut(Report<R>),
}

/// Whether the loop goes on.
#[derive(PartialEq, Eq)]
enum Flow {
    On,
    Closed,
}

impl<R: Rules> Player<'_, R> {
    fn run(&mut self, inbox: &Receiver<Event<R>>) -> Result<(), PlayError> {
        loop {
            if self.initiator && self.session.state() == State::Idle {
                let Some(proposal) = self.proposals.pop() else {
                    return Ok(());
                };
                let effects = self.session.propose(&proposal);
                self.perform(effects)?;
            }
            let event = match self.limit() {
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(limit) => inbox.recv_timeout(limit.saturating_sub(self.since.elapsed())),
            };
            let effects = match event {
                Ok(Event::Incoming(Incoming::Message(message))) => self.session.receive(message),
                Ok(Event::Found { id, best }) => self.found(id, best?),
                Err(RecvTimeoutError::Timeout) => self.overdue()?,
                Ok(Event::Incoming(Incoming::Closed)) | Err(RecvTimeoutError::Disconnected) => {
                    let under_way = match self.session.state() {
                        State::Invited { .. } => true,
                        // A game that the board has ended needs no more words.
                        State::OurTurn | State::TheirTurn => {
                            !self.session.game().status().is_over()
                        }
                        State::Idle | State::Ending { .. } => false,
                    };
                    let effects = self.session.lost();
                    self.perform(effects)?;
                    return if under_way {
                        Err(PlayError::Closed)
                    } else {
                        self.all_played()
                    };
                }
            };
            if self.perform(effects)? == Flow::Closed {
                return self.all_played();
            }
        }
    }

    /// The end of the session, which is too early for a side that has more games to propose.
    fn all_played(&self) -> Result<(), PlayError> {
        if self.initiator && !self.proposals.is_empty() {
            return Err(PlayError::Closed);
        }
        Ok(())
    }

    /// How long the current state may last; `None` for as long as the partner likes.
    fn limit(&self) -> Option<Duration> {
        match self.session.state() {
            State::Invited { .. } => Some(ANSWER_LIMIT),
            State::Ending { .. } if self.initiator => Some(END_LIMIT),
            State::TheirTurn if self.initiator && self.session.game().status().is_over() => {
                Some(END_LIMIT)
            }
            _ => None,
        }
    }

    /// The state has lasted longer than that.
    fn overdue(&mut self) -> Result<Vec<Effect<R>>, PlayError> {
        match self.session.state() {
            State::Invited { .. } => Err(PlayError::NoAnswer),
            // A partner that should have ended the game: it is done for it.
            State::TheirTurn => {
                let reason = self.session.own_end().unwrap_or(Reason::Unknown);
                Ok(self.session.end(reason, self.proposals.is_empty()))
            }
            // No echo: taken as given.
            _ => match self.proposals.pop() {
                Some(proposal) => Ok(self.session.propose(&proposal)),
                None => Ok(vec![Effect::Close]),
            },
        }
    }

    fn found(&mut self, id: u64, best: Option<Move<R::Board>>) -> Vec<Effect<R>> {
        match self.search.take_if(|(current, _)| *current == id) {
            None => Vec::new(),
            Some((_, signal)) => {
                let spent = signal.elapsed();
                self.left = self.left.map(|left| left.saturating_sub(spent));
                best.map_or_else(Vec::new, |mv| self.session.play(mv, spent))
            }
        }
    }

    fn perform(&mut self, effects: Vec<Effect<R>>) -> Result<Flow, PlayError> {
        self.since = Instant::now();
        for effect in effects {
            match effect {
                Effect::Send(message) => {
                    self.connection.send(&message)?;
                    if let Message::Answer(Answer { code, .. }) = message
                        && code != AnswerCode::Accepted
                    {
                        (self.report)(Report::Declined(code));
                    }
                }
                Effect::Begun => {
                    self.left = self.session.time();
                    (self.report)(Report::Begun(&self.session));
                }
                Effect::Think => match self.session.own_end() {
                    Some(reason) => {
                        let stop = self.initiator && self.proposals.is_empty();
                        let effects = self.session.end(reason, stop);
                        self.perform(effects)?;
                    }
                    None => self.think(),
                },
                Effect::StopThinking => self.stop_thinking(),
                Effect::Over(status) => (self.report)(Report::Over(&self.session, status)),
                Effect::Abandoned => (self.report)(Report::Abandoned(&self.session)),
                Effect::Refused(code) => return Err(PlayError::Refused(code)),
                Effect::Complaint(complaint) => {
                    (self.report)(Report::Complaint(&complaint));
                    if self.settings.chat {
                        let text = complaint.to_string();
                        self.connection.send(&Message::Chat(text))?;
                    }
                }
                Effect::Played(..) | Effect::TakenBack => {}
                Effect::Close => {
                    self.connection.close();
                    return Ok(Flow::Closed);
                }
            }
        }
        Ok(Flow::On)
    }

    fn think(&mut self) {
        let made = self.session.moves_made();
        let moves_to_go = self
            .session
            .moves()
            .map(|most| most.saturating_sub(made).max(1));
        let mut limits = Limits {
            overhead: self.settings.overhead,
            ..Limits::default()
        };
        limits.clock = self.left.map(|left| Clock {
            left,
            increment: Duration::ZERO,
            moves_to_go,
        });
        limits.move_time = self.settings.move_time;
        if limits.clock.is_none() && limits.move_time.is_none() {
            limits.move_time = Some(DEFAULT_MOVE_TIME);
        }
        self.searches += 1;
        let signal = Arc::new(Signal::new());
        self.search = Some((self.searches, Arc::clone(&signal)));
        let game = self.session.game().clone();
        // The searching thread lives as long as this player does.
        let _ = self.jobs.send(Job {
            id: self.searches,
            game,
            limits,
            signal,
        });
    }

    fn stop_thinking(&mut self) {
        if let Some((_, signal)) = self.search.take() {
            signal.stop();
        }
    }
}
