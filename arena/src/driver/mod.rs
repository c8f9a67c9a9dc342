//! What the arena asks of an engine, whatever language it speaks.

mod dxp;
mod greeting;
mod hub;
mod uci;

use crate::fault::Fault;
use crate::record::Outcome;
use crate::spec::{EngineSpec, Protocol};
use crate::time::{Clock, Limits};
use crate::wire::Reading;
use damka_engine::draws::DrawRules;
use damka_engine::{Color, Variant, with_rules};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long an engine may take to start, to take its options, and to get ready for a game.
const START_PATIENCE: Duration = Duration::from_secs(10);
/// How long it may take to answer a sign of life while it is idle.
const IDLE_PATIENCE: Duration = Duration::from_secs(5);

/// What all games of a match share.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The game that is played.
    pub variant: Variant,
    /// Its draw rules.
    pub rules: DrawRules,
    /// Raised when the match is cancelled; every wait then ends early.
    pub cancel: Arc<AtomicBool>,
}

/// The position with which a game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// As numeric FEN.
    pub fen: String,
    /// As Hub string.
    pub hub: String,
    /// The side to move.
    pub turn: Color,
}

/// A move in the two spellings that are sent to engines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveText {
    /// The full landing path, `24x33x22x4`.
    pub path: String,
    /// From, to and captured squares, `24x4x9x28x29`.
    pub hub: String,
}

/// An engine's turn to move.
#[derive(Debug)]
pub struct Turn<'a> {
    /// How the game began.
    pub start: &'a Start,
    /// The moves so far.
    pub moves: &'a [MoveText],
    /// The engine's colour.
    pub color: Color,
    /// The clocks of White and Black, where there are clocks.
    pub clocks: [Option<Clock>; 2],
    /// What limits this move, beside the clock.
    pub limits: Limits,
    /// How long to wait for the move before the engine counts as hung.
    pub patience: Duration,
}

impl Turn<'_> {
    /// The engine's own clock.
    pub fn clock(&self) -> Option<Clock> {
        self.clocks[self.color.index()]
    }
}

/// What an engine answers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reply {
    /// The move as the engine wrote it; `None` when it says that it has none.
    pub text: Option<String>,
    /// Whether it gives the game up instead.
    pub resigns: bool,
    /// From the request to the answer.
    pub elapsed: Duration,
    /// What it thinks of its position.
    pub eval: Option<Eval>,
    /// How deep it looked, in plies.
    pub depth: Option<u32>,
    /// How many nodes it looked at.
    pub nodes: Option<u64>,
}

/// An engine's opinion, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eval {
    /// Hundredths of a man.
    Centimen(i32),
    /// A win in so many plies.
    Win(u32),
    /// A loss in so many plies.
    Loss(u32),
}

impl Eval {
    /// As one number in centi-men; wins and losses lie beyond 100 men.
    pub fn centimen(self) -> i32 {
        let plies = |plies: u32| i32::try_from(plies.min(1_000)).unwrap_or(1_000);
        match self {
            Eval::Centimen(value) => value,
            Eval::Win(n) => 20_000 - plies(n),
            Eval::Loss(n) => plies(n) - 20_000,
        }
    }
}

/// `+0.35`, or `+W5` and `-W5` for a win and a loss in five plies.
impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Eval::Centimen(value) => write!(f, "{:+.2}", f64::from(*value) / 100.0),
            Eval::Win(plies) => write!(f, "+W{plies}"),
            Eval::Loss(plies) => write!(f, "-W{plies}"),
        }
    }
}

/// An engine that is ready to play.
pub trait Driver: Send {
    /// How its captures are to be read when two readings are possible.
    fn reading(&self) -> Reading;

    /// Announces a new game, in which the engine plays `color` under these limits.
    ///
    /// # Errors
    /// When the engine does not take it.
    fn new_game(&mut self, start: &Start, color: Color, limits: Limits) -> Result<(), Fault>;

    /// Asks for a move.
    ///
    /// # Errors
    /// When there is no answer, or none that could be one. Whether the move is legal and came in time is for the
    /// caller to see.
    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault>;

    /// Tells the engine, which played `color`, that the game is over, where its language has a word for that.
    fn game_over(&mut self, _moves: &[MoveText], _color: Color, _outcome: Outcome) {}

    /// Ends the engine.
    fn quit(self: Box<Self>);
}

/// Starts an engine and takes it to where it can play.
///
/// # Errors
/// When it cannot be started, does not speak its protocol, or refuses the variant or an option.
pub fn connect(spec: &EngineSpec, setting: &Setting) -> Result<Box<dyn Driver>, Fault> {
    match spec.protocol {
        Protocol::Uci => Ok(Box::new(uci::Uci::connect(spec, setting)?)),
        Protocol::Hub => Ok(Box::new(hub::Hub::connect(spec, setting)?)),
        Protocol::Dxp => with_rules!(setting.variant, R => {
            Ok(Box::new(dxp::Dxp::<R>::connect(spec, setting)?))
        }),
    }
}

/// The moves of a turn, each in the spelling that `pick` chooses, with a blank between.
fn join(moves: &[MoveText], pick: impl Fn(&MoveText) -> &str) -> String {
    let mut text = String::new();
    for mv in moves {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(pick(mv));
    }
    text
}
