//! Plays the games of a match, several at a time.

use crate::driver::{self, Driver, Setting};
use crate::fault::Fault;
use crate::openings::Opening;
use crate::plan::Plan;
use crate::record::{Ending, GameRecord};
use crate::referee::{self, Played};
use crate::schedule::{Job, Schedule};
use crate::spec::EngineSpec;
use crate::standings::Standings;
use crate::stats::Decision;
use damka_engine::{Color, fen, with_rules};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;

/// Why a match cannot begin or go on.
#[derive(Debug, Error)]
pub enum MatchError {
    /// An engine fails before the first game.
    #[error("engine {name}: {fault}")]
    Engine {
        /// Its name.
        name: String,
        /// What is wrong.
        fault: Fault,
    },
    /// The caller could not take a game, for instance because a disk is full.
    #[error("{0}")]
    Output(String),
}

/// What the caller is told while the match runs.
pub trait Audience {
    /// A game has ended; it is in the standings already.
    ///
    /// # Errors
    /// A text that ends the match.
    fn game(&mut self, game: &GameRecord, standings: &Standings) -> Result<(), String>;
}

/// How a match ended.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The score.
    pub standings: Standings,
    /// The test has decided.
    pub decision: Option<Decision>,
    /// The match was cancelled before its end.
    pub cancelled: bool,
}

/// Plays a match. Games of an earlier run count and are not played again. Raising `cancel` ends it at once; games
/// in progress are then dropped.
///
/// # Errors
/// When an engine cannot play at all, or the audience fails.
pub fn run(
    plan: &Plan,
    earlier: &[GameRecord],
    cancel: Arc<AtomicBool>,
    audience: &mut dyn Audience,
) -> Result<Summary, MatchError> {
    let hall = Hall::open(plan, earlier, cancel.clone());
    let mut standings = Standings::new(plan.engines.len());
    // The first decision holds, wherever the games in progress then lead.
    let mut decision = None;
    for game in earlier {
        standings.add(game);
        decision = decision.or_else(|| decided(plan, &standings));
    }
    let hall = match hall {
        // An engine that was not waited for has done nothing wrong.
        Err(_) if cancel.load(Ordering::Relaxed) => {
            return Ok(Summary {
                standings,
                decision,
                cancelled: true,
            });
        }
        hall => hall?,
    };
    hall.finishing.store(decision.is_some(), Ordering::Relaxed);
    let mut failure = None;
    std::thread::scope(|scope| {
        let (sender, games) = channel();
        for _ in 0..plan.concurrency.max(1) {
            let (hall, sender) = (&hall, sender.clone());
            scope.spawn(move || hall.work(&sender));
        }
        drop(sender);
        for game in games {
            standings.add(&game);
            if let Err(error) = audience.game(&game, &standings) {
                failure.get_or_insert(error);
                hall.setting.cancel.store(true, Ordering::Relaxed);
            }
            decision = decision.or_else(|| decided(plan, &standings));
            if decision.is_some() {
                hall.finishing.store(true, Ordering::Relaxed);
            }
        }
    });
    let cancelled = hall.setting.cancel.load(Ordering::Relaxed);
    hall.close();
    match failure {
        Some(error) => Err(MatchError::Output(error)),
        None => Ok(Summary {
            decision,
            standings,
            cancelled,
        }),
    }
}

/// What the test has decided, if there is one and it has.
fn decided(plan: &Plan, standings: &Standings) -> Option<Decision> {
    let sprt = plan.sprt?;
    let llr = sprt.llr(&standings.first().1.sample());
    Some(sprt.decision(llr)).filter(|decision| *decision != Decision::Continue)
}

/// What the workers share.
struct Hall<'a> {
    plan: &'a Plan,
    setting: Setting,
    schedule: Schedule,
    done: HashSet<u64>,
    next: AtomicU64,
    /// No new games are begun.
    finishing: AtomicBool,
    idle: Mutex<Vec<(usize, Box<dyn Driver>)>>,
}

impl<'a> Hall<'a> {
    /// Starts every engine once, so that a match with an engine that cannot play ends before it begins.
    fn open(
        plan: &'a Plan,
        earlier: &[GameRecord],
        cancel: Arc<AtomicBool>,
    ) -> Result<Hall<'a>, MatchError> {
        let hall = Hall {
            plan,
            setting: Setting {
                variant: plan.variant,
                rules: plan.rules,
                cancel,
            },
            schedule: plan.schedule(),
            done: earlier.iter().map(|game| game.index).collect(),
            next: AtomicU64::new(0),
            finishing: AtomicBool::new(false),
            idle: Mutex::new(Vec::new()),
        };
        for (index, spec) in plan.engines.iter().enumerate() {
            let engine = hall.connect(spec).map_err(|fault| MatchError::Engine {
                name: spec.name.clone(),
                fault,
            })?;
            hall.give_back(index, engine);
        }
        Ok(hall)
    }

    fn connect(&self, spec: &EngineSpec) -> Result<Box<dyn Driver>, Fault> {
        driver::connect(spec, &self.setting)
    }

    fn work(&self, games: &Sender<GameRecord>) {
        while let Some(job) = self.next_job() {
            let Some(game) = self.play(job) else {
                return;
            };
            if games.send(game).is_err() {
                return;
            }
        }
    }

    fn next_job(&self) -> Option<Job> {
        loop {
            if self.finishing.load(Ordering::Relaxed) || self.setting.cancel.load(Ordering::Relaxed)
            {
                return None;
            }
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let job = self.schedule.job(index)?;
            if !self.done.contains(&index) {
                return Some(job);
            }
        }
    }

    /// Plays a game; `None` when the match was cancelled.
    fn play(&self, job: Job) -> Option<GameRecord> {
        let opening = &self.plan.book.openings[job.opening];
        let engines = [job.white, job.black];
        let mut seats = [None, None];
        for color in Color::ALL {
            let seat = color.index();
            match self.take(engines[seat]) {
                Ok(engine) => seats[seat] = Some(engine),
                Err(fault) => {
                    self.leave(engines, seats);
                    if self.setting.cancel.load(Ordering::Relaxed) {
                        return None;
                    }
                    return Some(record(job, opening, forfeited(color, &fault)));
                }
            }
        }
        let played = match &mut seats {
            [Some(white), Some(black)] => {
                self.referee(job, opening, [white.as_mut(), black.as_mut()])?
            }
            _ => return None,
        };
        if let Some((color, fault)) = &played.fault
            && !fault.is_alive()
        {
            seats[color.index()] = None;
        }
        self.leave(engines, seats);
        Some(record(job, opening, played))
    }

    fn referee(
        &self,
        job: Job,
        opening: &Opening,
        players: [&mut dyn Driver; 2],
    ) -> Option<Played> {
        let conditions = self.plan.conditions(job);
        let cancel = &self.setting.cancel;
        with_rules!(self.plan.variant, R => {
            // The book holds only positions that were read once already.
            let start = fen::parse::<R>(&opening.fen).ok()?;
            referee::play::<R>(start, self.plan.rules, players, &conditions, cancel)
        })
    }

    /// An engine that waits, or a new one.
    fn take(&self, engine: usize) -> Result<Box<dyn Driver>, Fault> {
        let waiting = {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            let found = idle.iter().position(|(index, _)| *index == engine);
            found.map(|found| idle.swap_remove(found).1)
        };
        match waiting {
            Some(driver) => Ok(driver),
            None => self.connect(&self.plan.engines[engine]),
        }
    }

    fn leave(&self, engines: [usize; 2], seats: [Option<Box<dyn Driver>>; 2]) {
        for (engine, driver) in engines.into_iter().zip(seats) {
            if let Some(driver) = driver {
                if self.plan.restart {
                    driver.quit();
                } else {
                    self.give_back(engine, driver);
                }
            }
        }
    }

    /// Lets an engine wait for its next game. When too many wait, the one that has waited longest goes home.
    fn give_back(&self, engine: usize, driver: Box<dyn Driver>) {
        let room = (2 * self.plan.concurrency.max(1)).max(self.plan.engines.len());
        let leaving = {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            idle.push((engine, driver));
            (idle.len() > room).then(|| idle.remove(0).1)
        };
        if let Some(driver) = leaving {
            driver.quit();
        }
    }

    /// Ends all engines.
    fn close(self) {
        let idle = self
            .idle
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        for (_, driver) in idle {
            driver.quit();
        }
    }
}

/// A game that ended before it began.
fn forfeited(loser: Color, fault: &Fault) -> Played {
    let ending: Ending = referee::lost_by(loser, fault);
    Played {
        moves: Vec::new(),
        ending,
        fault: Some((loser, fault.clone())),
        overhead: std::time::Duration::ZERO,
    }
}

fn record(job: Job, opening: &Opening, played: Played) -> GameRecord {
    GameRecord {
        index: job.index,
        white: job.white,
        black: job.black,
        opening: opening.name.clone(),
        fen: opening.fen.clone(),
        moves: played.moves,
        ending: played.ending,
        overhead_us: u64::try_from(played.overhead.as_micros()).unwrap_or(u64::MAX),
    }
}
