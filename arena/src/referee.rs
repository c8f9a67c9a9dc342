//! One game: asks the engines in turn, keeps the clocks, and judges by our own rules.

use crate::adjudicate::Adjudication;
use crate::driver::{Driver, MoveText, Reply, Turn};
use crate::fault::Fault;
use crate::record::{Ending, MoveRecord, Outcome};
use crate::time::{Clock, Limits};
use crate::wire;
use damka_engine::draws::DrawRules;
use damka_engine::game::Game;
use damka_engine::status::{Status, WinReason};
use damka_engine::{Color, Position, Rules};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Under what conditions a game is played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Conditions {
    /// What limits White and Black.
    pub limits: [Limits; 2],
    /// How far a move of White and Black may overstep its time before that costs the game.
    pub margins: [Duration; 2],
    /// How long after its time is over an engine is still waited for, to tell a late move from none.
    pub grace: Duration,
    /// How long an engine without a clock may think before it counts as hung.
    pub stall: Duration,
    /// Early ends.
    pub adjudication: Adjudication,
}

/// A game as it was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The moves.
    pub moves: Vec<MoveRecord>,
    /// The end.
    pub ending: Ending,
    /// The fault that lost the game, and whose it was.
    pub fault: Option<(Color, Fault)>,
    /// Time between the first move and the end outside the engines' thinking.
    pub overhead: Duration,
}

/// Plays a game; `None` when the match is cancelled before its end.
pub fn play<R: Rules>(
    start: Position<R>,
    rules: DrawRules,
    players: [&mut dyn Driver; 2],
    conditions: &Conditions,
    cancel: &AtomicBool,
) -> Option<Played> {
    let [white, black] = players;
    let mut game = GameInProgress::new(Game::new(start, rules), [white, black], conditions);
    let verdict = game.play();
    if cancel.load(Ordering::Relaxed) {
        return None;
    }
    let (ending, fault) = match verdict {
        Ok(ending) => (ending, None),
        Err((loser, fault)) => (lost_by(loser, &fault), Some((loser, fault))),
    };
    Some(Played {
        moves: game.records,
        ending,
        fault,
        overhead: game.begun.elapsed().saturating_sub(game.thought),
    })
}

/// The end of a game that a fault has lost.
pub fn lost_by(loser: Color, fault: &Fault) -> Ending {
    Ending {
        outcome: Outcome::win(!loser),
        reason: fault.id().to_string(),
        detail: Some(fault.to_string()),
        fault: true,
    }
}

/// A game as it is being played.
struct GameInProgress<'a, 'p, R: Rules> {
    game: Game<R>,
    start: crate::driver::Start,
    players: [&'p mut dyn Driver; 2],
    conditions: &'a Conditions,
    clocks: [Option<Clock>; 2],
    texts: Vec<MoveText>,
    records: Vec<MoveRecord>,
    /// When both engines were ready: clearing their tables is not counted as overhead of the moves.
    begun: Instant,
    thought: Duration,
}

impl<'a, 'p, R: Rules> GameInProgress<'a, 'p, R> {
    fn new(
        game: Game<R>,
        players: [&'p mut dyn Driver; 2],
        conditions: &'a Conditions,
    ) -> GameInProgress<'a, 'p, R> {
        GameInProgress {
            start: wire::start(game.initial()),
            game,
            players,
            conditions,
            clocks: conditions.limits.map(|limits| limits.tc.map(Clock::new)),
            texts: Vec::new(),
            records: Vec::new(),
            begun: Instant::now(),
            thought: Duration::ZERO,
        }
    }

    fn play(&mut self) -> Result<Ending, (Color, Fault)> {
        for color in Color::ALL {
            self.players[color.index()]
                .new_game(&self.start, color, self.conditions.limits[color.index()])
                .map_err(|fault| (color, fault))?;
        }
        self.begun = Instant::now();
        let ending = loop {
            if let Some(ending) = self.ending() {
                break ending;
            }
            let color = self.game.position().turn();
            self.take_turn(color).map_err(|fault| (color, fault))?;
        };
        for color in Color::ALL {
            let player = &mut self.players[color.index()];
            player.game_over(&self.texts, color, ending.outcome);
        }
        Ok(ending)
    }

    /// The end of the game by the rules, or before it.
    fn ending(&self) -> Option<Ending> {
        let status = self.game.status();
        let (outcome, reason) = match status {
            Status::Ongoing => {
                let first = self.game.initial().turn();
                self.conditions.adjudication.verdict(&self.records, first)?
            }
            Status::Win(color, reason) => (Outcome::win(color), reason.id()),
            Status::Draw(reason) => (Outcome::Draw, reason.id()),
        };
        Some(Ending {
            outcome,
            reason: reason.to_string(),
            detail: None,
            fault: false,
        })
    }

    fn take_turn(&mut self, color: Color) -> Result<(), Fault> {
        let limits = self.conditions.limits[color.index()];
        let margin = self.conditions.margins[color.index()];
        let budget = budget(self.clocks[color.index()], limits);
        let patience = match budget {
            Some(budget) => budget + margin + self.conditions.grace,
            None => self.conditions.stall,
        };
        let turn = Turn {
            start: &self.start,
            moves: &self.texts,
            color,
            clocks: self.clocks,
            limits,
            patience,
        };
        let player = &mut *self.players[color.index()];
        let reply = player.think(&turn)?;
        self.thought += reply.elapsed;
        if reply.resigns {
            self.game
                .set_result(Status::Win(!color, WinReason::Resignation));
            return Ok(());
        }
        let text = reply.text.as_deref().ok_or(Fault::NoMove)?;
        let position = self.game.position();
        let mv = wire::read(position, text, player.reading()).map_err(Fault::Illegal)?;
        if let Some(budget) = budget
            && reply.elapsed > budget + margin
        {
            return Err(Fault::Time(reply.elapsed - budget));
        }
        let text = wire::write(position, mv);
        if let Some(clock) = &mut self.clocks[color.index()] {
            clock.press(reply.elapsed);
        }
        self.records
            .push(record(&reply, &text, self.clocks[color.index()]));
        self.texts.push(text);
        self.game
            .play(mv)
            .map_err(|error| Fault::Illegal(error.to_string()))
    }
}

/// Time for this move; `None` where nothing limits it.
fn budget(clock: Option<Clock>, limits: Limits) -> Option<Duration> {
    let move_time = limits.movetime.map(Duration::from_millis);
    let clock = clock.map(|clock| clock.left());
    match (clock, move_time) {
        (Some(clock), Some(move_time)) => Some(clock.min(move_time)),
        (clock, move_time) => clock.or(move_time),
    }
}

fn record(reply: &Reply, text: &MoveText, clock: Option<Clock>) -> MoveRecord {
    MoveRecord {
        mv: text.hub.clone(),
        score: reply.eval.map(|eval| eval.to_string()),
        depth: reply.depth,
        nodes: reply.nodes,
        us: u64::try_from(reply.elapsed.as_micros()).unwrap_or(u64::MAX),
        clock: clock.map(|clock| u64::try_from(clock.left().as_millis()).unwrap_or(u64::MAX)),
        eval: reply.eval,
    }
}
