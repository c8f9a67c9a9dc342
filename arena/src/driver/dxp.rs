//! An engine that speaks DXP (DamExchange): a partner at the other end of a TCP connection, started by us or not.
//!
//! DXP has no variants, no search limits and no news from the search: both sides must agree on the variant
//! beforehand, and a clock is told in whole minutes at the start of a game.

use super::{Driver, MoveText, Reply, START_PATIENCE, Setting, Start, Turn};
use crate::fault::Fault;
use crate::process::Process;
use crate::record::Outcome;
use crate::spec::{DxpRole, EngineSpec};
use crate::time::Limits;
use crate::wire::Reading;
use damka_engine::movetext;
use damka_engine::status::Status;
use damka_engine::{Color, Rules, SquareOrder, fen, hub};
use damka_protocol::dxp::{
    self, Complaint, MoveError, Proposal, Reason, Remote, RemoteError, State, Terms,
};
use std::net::TcpListener;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How often a wait looks whether the match was cancelled and whether the partner is in trouble.
const SLICE: Duration = Duration::from_millis(50);
/// How long one attempt to connect may take: the system cannot break it off.
const ATTEMPT: Duration = Duration::from_secs(1);
/// How long the partner may take to confirm the end of a game.
const END_PATIENCE: Duration = Duration::from_secs(1);

/// A DXP engine that plays variant `R`.
pub struct Dxp<R: Rules> {
    remote: Remote<R>,
    /// The process behind the partner, if we have started it.
    process: Option<Process>,
    role: DxpRole,
    setting: Setting,
    /// Moves that both sides know.
    known: usize,
}

impl<R: Rules> Dxp<R> {
    /// Starts the engine where it has a command, and connects.
    pub fn connect(spec: &EngineSpec, setting: &Setting) -> Result<Dxp<R>, Fault> {
        let terms = Terms {
            draws: setting.rules,
            order: SquareOrder::Standard,
            ..Terms::new::<R>()
        };
        // Whoever starts the engine must listen before it connects.
        let listener = match &spec.listen {
            Some(address) => {
                Some(TcpListener::bind(address).map_err(|error| unreachable(address, &error))?)
            }
            None => None,
        };
        let process = if spec.cmd.is_empty() {
            None
        } else {
            let launch = spec
                .launch()
                .map_err(|error| Fault::Start(error.to_string()))?;
            Some(Process::start(&launch, setting.cancel.clone())?)
        };
        let remote = match (&listener, &spec.connect) {
            (Some(listener), _) => in_slices(START_PATIENCE, setting, |slice| {
                Remote::accept(listener, terms.clone(), slice)
            })?,
            (None, Some(address)) => reach(address, &terms, setting)?,
            (None, None) => return Err(Fault::Start("neither connect nor listen".to_string())),
        };
        Ok(Dxp {
            remote,
            process,
            role: spec.role,
            setting: setting.clone(),
            known: 0,
        })
    }

    /// Tells the partner of the moves that it does not know yet, which are its opponent's.
    fn forward(&mut self, moves: &[MoveText]) -> Result<(), Fault> {
        for text in moves.iter().skip(self.known) {
            let position = *self.remote.session().game().position();
            // The referee has read this move in this position.
            let mv = movetext::parse(&position, &text.hub, Reading::HubFirst)
                .map_err(|error| Fault::Refused(error.to_string()))?;
            self.remote.send_move(mv, Duration::ZERO).map_err(fault)?;
            self.known += 1;
        }
        Ok(())
    }

    /// Waits for a move in slices.
    fn receive(&mut self, patience: Duration) -> Result<dxp::Reply<R>, Fault> {
        let deadline = Instant::now() + patience;
        loop {
            self.drain();
            let left = deadline.saturating_duration_since(Instant::now());
            let reply = self.remote.receive_move(left.min(SLICE));
            // A bad move loses, also when a better one has come behind it.
            let bad_move = |complaint| match complaint {
                Complaint::BadMove(error) => Some(error),
                _ => None,
            };
            let complaints = self.remote.take_complaints();
            if let Some(error) = complaints.into_iter().find_map(bad_move) {
                return Err(self.illegal(error));
            }
            match reply {
                Ok(reply) => return Ok(reply),
                Err(RemoteError::Timeout { .. }) => {}
                Err(error) => return Err(fault(error)),
            }
            if left.is_zero() || self.setting.cancel.load(Ordering::Relaxed) {
                return Err(Fault::NoAnswer(patience));
            }
        }
    }

    /// The fault of a move that is none, in the words that every protocol has for it.
    fn illegal(&self, error: MoveError) -> Fault {
        let what = match error {
            MoveError::Illegal(squares) => squares,
            other => other.to_string(),
        };
        // A better move may have been played behind it, and only before that does the text make sense.
        match self.remote.session().state() {
            State::TheirTurn => {
                let position = self.remote.session().game().position();
                Fault::Illegal(format!("{what} in {}", fen::numeric(position)))
            }
            _ => Fault::Illegal(what),
        }
    }

    fn is_playing(&self) -> bool {
        matches!(
            self.remote.session().state(),
            State::OurTurn | State::TheirTurn
        )
    }

    /// Takes away what the process prints, so that it does not hang on a full pipe.
    fn drain(&mut self) {
        if let Some(process) = &mut self.process {
            while matches!(process.line(Instant::now()), Ok(Some(_))) {}
        }
    }
}

impl<R: Rules> Driver for Dxp<R> {
    fn reading(&self) -> Reading {
        Reading::HubFirst
    }

    fn new_game(&mut self, start: &Start, color: Color, limits: Limits) -> Result<(), Fault> {
        self.drain();
        let position =
            hub::parse::<R>(&start.hub).map_err(|error| Fault::Refused(error.to_string()))?;
        self.known = 0;
        // What was wrong in the last game was judged there.
        self.remote.take_complaints();
        match self.role {
            DxpRole::Follower => {
                // A game of which the partner has not understood the end. An initiator's next one may be on.
                if self.is_playing() {
                    self.remote
                        .end(Reason::Unknown, false, END_PATIENCE)
                        .map_err(fault)?;
                }
                let proposal = Proposal {
                    position,
                    our_side: !color,
                    time: limits.tc.map(|control| control.base),
                    moves: limits.tc.and_then(|control| control.moves),
                };
                let mut proposed = false;
                let remote = &mut self.remote;
                in_slices(START_PATIENCE, &self.setting, |slice| {
                    if std::mem::replace(&mut proposed, true) {
                        remote.await_answer(slice)
                    } else {
                        remote.propose(&proposal, slice)
                    }
                })
            }
            DxpRole::Initiator => {
                let remote = &mut self.remote;
                in_slices(START_PATIENCE, &self.setting, |slice| {
                    remote.await_proposal(slice)
                })?;
                let session = self.remote.session();
                if *session.game().initial() == position && session.our_side() == !color {
                    Ok(())
                } else {
                    Err(Fault::Refused(
                        "it proposes another game than the schedule".to_string(),
                    ))
                }
            }
        }
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let sent = Instant::now();
        self.forward(turn.moves)?;
        let reply = self.receive(turn.patience)?;
        let elapsed = sent.elapsed();
        match reply {
            dxp::Reply::Move(mv, _) => {
                self.known += 1;
                Ok(Reply {
                    text: Some(mv.to_string()),
                    elapsed,
                    ..Reply::default()
                })
            }
            dxp::Reply::End(Status::Win(winner, _)) if winner != turn.color => Ok(Reply {
                resigns: true,
                elapsed,
                ..Reply::default()
            }),
            dxp::Reply::End(status) => Err(Fault::Refused(format!(
                "it ends the game, claiming: {status}"
            ))),
        }
    }

    fn game_over(&mut self, moves: &[MoveText], color: Color, outcome: Outcome) {
        // The game is decided; a partner that does not listen any more is found out at the next one.
        let _ = self.forward(moves);
        if self.is_playing() {
            let reason = match outcome {
                Outcome::Draw => Reason::Draw,
                won if won == Outcome::win(color) => Reason::Lost,
                _ => Reason::Won,
            };
            let _ = self.remote.end(reason, false, END_PATIENCE);
        }
    }

    fn quit(mut self: Box<Self>) {
        let _ = self.remote.end(Reason::Unknown, true, END_PATIENCE);
    }
}

/// Connects to a program that may still be starting.
fn reach<R: Rules>(address: &str, terms: &Terms, setting: &Setting) -> Result<Remote<R>, Fault> {
    let deadline = Instant::now() + START_PATIENCE;
    loop {
        match Remote::connect(address, terms.clone(), ATTEMPT) {
            Ok(remote) => return Ok(remote),
            Err(error) if Instant::now() >= deadline || setting.cancel.load(Ordering::Relaxed) => {
                return Err(unreachable(address, &error));
            }
            Err(_) => std::thread::sleep(SLICE),
        }
    }
}

/// Waits until the partner has done something, in slices, so that the end of the match is heard in between.
fn in_slices<T>(
    patience: Duration,
    setting: &Setting,
    mut wait: impl FnMut(Duration) -> Result<T, RemoteError>,
) -> Result<T, Fault> {
    let deadline = Instant::now() + patience;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match wait(left.min(SLICE)) {
            Ok(value) => return Ok(value),
            Err(RemoteError::Timeout { .. }) => {}
            Err(error) => return Err(fault(error)),
        }
        if left.is_zero() || setting.cancel.load(Ordering::Relaxed) {
            return Err(Fault::NoAnswer(patience));
        }
    }
}

fn unreachable(address: &str, error: &dyn std::fmt::Display) -> Fault {
    Fault::Start(format!("{address}: {error}"))
}

fn fault(error: RemoteError) -> Fault {
    match error {
        RemoteError::Timeout { limit, .. } => Fault::NoAnswer(limit),
        RemoteError::Io(_) | RemoteError::Closed => Fault::Crash(error.to_string()),
        RemoteError::Refused(code) => Fault::Refused(format!("GAMEACC with code {}", code.digit())),
        other => Fault::Refused(other.to_string()),
    }
}
