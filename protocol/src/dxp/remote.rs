//! The other program as an opponent to be driven: blocking calls with time limits, for a match driver or a test.

use super::complaint::Complaint;
use super::connection::{Connection, Incoming};
use super::machine::State;
use super::message::{AnswerCode, Reason};
use super::session::{Effect, Proposal, Session, Terms};
use damka_engine::status::Status;
use damka_engine::{Move, Rules};
use std::collections::VecDeque;
use std::io;
use std::net::{TcpListener, ToSocketAddrs};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why the other program cannot be driven on.
#[derive(Debug, Error)]
pub enum RemoteError {
    /// The socket failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Nothing came in time.
    #[error("no {awaited} within {limit:?}")]
    Timeout {
        /// What was waited for.
        awaited: &'static str,
        /// How long.
        limit: Duration,
    },
    /// The proposed game was refused.
    #[error("the game was refused with code {}", .0.digit())]
    Refused(AnswerCode),
    /// The partner has closed the connection.
    #[error("the connection was closed")]
    Closed,
    /// The partner has begun another game instead of playing on.
    #[error("the game was abandoned")]
    Abandoned,
    /// A call that has no place in the current state; the caller's fault.
    #[error("not possible now: {0}")]
    OutOfTurn(&'static str),
}

/// The partner's part in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply<R: Rules> {
    /// It has moved, and says how many seconds it took.
    Move(Move<R::Board>, u32),
    /// It has ended the game; `Ongoing` when it gives no result.
    End(Status),
}

/// A program at the other end of a connection.
#[derive(Debug)]
pub struct Remote<R: Rules> {
    connection: Connection,
    session: Session<R>,
    incoming: Receiver<Incoming>,
    effects: VecDeque<Effect<R>>,
    complaints: Vec<Complaint>,
    closed: bool,
}

impl<R: Rules> Remote<R> {
    /// Connects to a program that listens.
    ///
    /// # Errors
    /// When it does not answer within the time.
    pub fn connect(
        address: impl ToSocketAddrs,
        terms: Terms,
        timeout: Duration,
    ) -> Result<Remote<R>, RemoteError> {
        Remote::over(Connection::connect(address, timeout)?, terms)
    }

    /// Waits for a program that connects to us.
    ///
    /// # Errors
    /// When none does within the time.
    pub fn accept(
        listener: &TcpListener,
        terms: Terms,
        timeout: Duration,
    ) -> Result<Remote<R>, RemoteError> {
        let deadline = Instant::now() + timeout;
        listener.set_nonblocking(true)?;
        loop {
            match listener.accept() {
                Ok((stream, _)) => {
                    stream.set_nonblocking(false)?;
                    return Remote::over(Connection::new(stream)?, terms);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if Instant::now() >= deadline {
                        return Err(RemoteError::Timeout {
                            awaited: "connection",
                            limit: timeout,
                        });
                    }
                    std::thread::sleep(Duration::from_millis(5));
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Over a connection that exists.
    ///
    /// # Errors
    /// When the system refuses the reading thread.
    pub fn over(connection: Connection, terms: Terms) -> Result<Remote<R>, RemoteError> {
        let (sender, incoming) = mpsc::channel();
        connection.read_with(move |message| sender.send(message).is_ok())?;
        Ok(Remote {
            connection,
            session: Session::new(terms),
            incoming,
            effects: VecDeque::new(),
            complaints: Vec::new(),
            closed: false,
        })
    }

    /// The session: state, game, sides, the partner's name.
    pub fn session(&self) -> &Session<R> {
        &self.session
    }

    /// What the partner has said out of place since the last call, such as illegal moves.
    pub fn take_complaints(&mut self) -> Vec<Complaint> {
        std::mem::take(&mut self.complaints)
    }

    /// Proposes a game (we are the initiator) and waits until it is accepted. After silence the proposal stands, see
    /// [`await_answer`](Self::await_answer).
    ///
    /// # Errors
    /// Refusal, silence, or the end of the connection.
    pub fn propose(
        &mut self,
        proposal: &Proposal<R>,
        timeout: Duration,
    ) -> Result<(), RemoteError> {
        if !matches!(self.session.state(), State::Idle | State::Ending { .. }) {
            return Err(RemoteError::OutOfTurn("a game is under way"));
        }
        self.effects.clear();
        let effects = self.session.propose(proposal);
        self.perform(effects)?;
        self.await_answer(timeout)
    }

    /// Waits on until the game that was proposed is accepted.
    ///
    /// # Errors
    /// Refusal, silence, or the end of the connection.
    pub fn await_answer(&mut self, timeout: Duration) -> Result<(), RemoteError> {
        self.await_begin("answer to the proposed game", timeout)
    }

    /// Waits until the partner proposes a game (it is the initiator); [`Session::our_side`] tells our side.
    ///
    /// # Errors
    /// Silence, or the end of the connection.
    pub fn await_proposal(&mut self, timeout: Duration) -> Result<(), RemoteError> {
        self.await_begin("proposal of a game", timeout)
    }

    /// Sends our move.
    ///
    /// # Errors
    /// When it is not our turn or the move is illegal, or the connection is lost.
    pub fn send_move(&mut self, mv: Move<R::Board>, time: Duration) -> Result<(), RemoteError> {
        if self.session.state() != State::OurTurn || !self.session.game().position().is_legal(mv) {
            return Err(RemoteError::OutOfTurn("our move"));
        }
        let effects = self.session.play(mv, time);
        self.perform(effects)
    }

    /// Waits for the partner's move, or for its end of the game.
    ///
    /// # Errors
    /// Silence, the end of the connection, or the beginning of another game.
    pub fn receive_move(&mut self, timeout: Duration) -> Result<Reply<R>, RemoteError> {
        let deadline = Instant::now() + timeout;
        loop {
            match self.next(deadline)? {
                Some(Effect::Played(mv, seconds)) => return Ok(Reply::Move(mv, seconds)),
                Some(Effect::Over(status)) => return Ok(Reply::End(status)),
                Some(Effect::Abandoned) if self.closed => return Err(RemoteError::Closed),
                Some(Effect::Abandoned) => return Err(RemoteError::Abandoned),
                Some(_) => {}
                None => {
                    return Err(RemoteError::Timeout {
                        awaited: "move",
                        limit: timeout,
                    });
                }
            }
        }
    }

    /// Ends the game with our view of the result, and waits for the echo; its absence is no error.
    ///
    /// # Errors
    /// When the connection is lost before the message is sent.
    pub fn end(
        &mut self,
        reason: Reason,
        stop: bool,
        timeout: Duration,
    ) -> Result<(), RemoteError> {
        let effects = self.session.end(reason, stop);
        self.perform(effects)?;
        // What is left to tell is of the game that is over. What comes behind the echo is not: the partner may
        // propose the next game in the same breath.
        self.effects.clear();
        let deadline = Instant::now() + timeout;
        while matches!(self.session.state(), State::Ending { .. }) && !self.closed {
            if !self.hear(deadline)? {
                break;
            }
        }
        if stop {
            self.connection.close();
        }
        Ok(())
    }

    fn await_begin(&mut self, awaited: &'static str, timeout: Duration) -> Result<(), RemoteError> {
        let deadline = Instant::now() + timeout;
        loop {
            match self.next(deadline)? {
                Some(Effect::Begun) => return Ok(()),
                Some(Effect::Refused(code)) => return Err(RemoteError::Refused(code)),
                Some(_) => {}
                None => {
                    return Err(RemoteError::Timeout {
                        awaited,
                        limit: timeout,
                    });
                }
            }
        }
    }

    /// The next effect that is not done yet; `None` when nothing came before the deadline.
    fn next(&mut self, deadline: Instant) -> Result<Option<Effect<R>>, RemoteError> {
        loop {
            if let Some(effect) = self.effects.pop_front() {
                return Ok(Some(effect));
            }
            if self.closed {
                return Err(RemoteError::Closed);
            }
            if !self.hear(deadline)? {
                return Ok(None);
            }
        }
    }

    /// Takes in one message, or the end of the connection; `false` when nothing came before the deadline.
    fn hear(&mut self, deadline: Instant) -> Result<bool, RemoteError> {
        let left = deadline.saturating_duration_since(Instant::now());
        let effects = match self.incoming.recv_timeout(left) {
            Ok(Incoming::Message(message)) => self.session.receive(message),
            Ok(Incoming::Closed) | Err(RecvTimeoutError::Disconnected) => {
                self.closed = true;
                self.session.lost()
            }
            Err(RecvTimeoutError::Timeout) => return Ok(false),
        };
        self.perform(effects)?;
        Ok(true)
    }

    /// Sends what is to be sent; keeps the rest for [`Remote::next`].
    fn perform(&mut self, effects: Vec<Effect<R>>) -> Result<(), RemoteError> {
        for effect in effects {
            match effect {
                Effect::Send(message) => self.connection.send(&message)?,
                Effect::Complaint(complaint) => self.complaints.push(complaint),
                Effect::Close => {
                    self.connection.close();
                    self.closed = true;
                }
                Effect::Think | Effect::StopThinking | Effect::TakenBack => {}
                other => self.effects.push_back(other),
            }
        }
        Ok(())
    }
}
