//! A match as it was asked for, and its description by which a resumed match is recognized.

use crate::adjudicate::Adjudication;
use crate::openings::{Book, Source};
use crate::referee::Conditions;
use crate::schedule::{Job, Schedule, Tournament};
use crate::spec::EngineSpec;
use crate::stats::Sprt;
use crate::time::Limits;
use damka_engine::Variant;
use damka_engine::draws::DrawRules;
use serde::Serialize;
use std::time::Duration;

/// Everything that defines a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The engines; in a match of two the results are those of the first.
    pub engines: Vec<EngineSpec>,
    /// The game.
    pub variant: Variant,
    /// Its draw rules.
    pub rules: DrawRules,
    /// Who plays whom.
    pub tournament: Tournament,
    /// Games of each pairing; even.
    pub games: u64,
    /// The openings.
    pub book: Book,
    /// Whether openings are shuffled by the seed.
    pub shuffle: bool,
    /// Limits of engines that bring none of their own.
    pub limits: Limits,
    /// How far a move may overstep its time.
    pub margin: Duration,
    /// How long a late move is waited for.
    pub grace: Duration,
    /// How long an engine without a clock may think.
    pub stall: Duration,
    /// Early ends.
    pub adjudication: Adjudication,
    /// Games at a time.
    pub concurrency: usize,
    /// The test that may end the match early.
    pub sprt: Option<Sprt>,
    /// Seed of shuffling and jitter.
    pub seed: u64,
    /// Share by which an engine's node limit varies from game to game, 0 to below 1.
    pub jitter: f64,
    /// Whether engines are started anew for every game.
    pub restart: bool,
}

impl Plan {
    /// The games in order.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(
            self.tournament,
            self.engines.len(),
            self.games / 2,
            self.book.openings.len(),
            self.shuffle.then_some(self.seed),
        )
    }

    /// The limits of an engine, before jitter.
    pub fn limits_of(&self, engine: usize) -> Limits {
        self.engines[engine].limits().or(self.limits)
    }

    /// How far an engine may overstep its time.
    fn margin_of(&self, engine: usize) -> Duration {
        let own = self.engines[engine].margin;
        own.map_or(self.margin, Duration::from_millis)
    }

    /// The conditions of a game.
    pub fn conditions(&self, job: Job) -> Conditions {
        let limits = |engine| self.jittered(self.limits_of(engine), job.index, engine);
        Conditions {
            limits: [limits(job.white), limits(job.black)],
            margins: [job.white, job.black].map(|engine| self.margin_of(engine)),
            grace: self.grace,
            stall: self.stall,
            adjudication: self.adjudication,
        }
    }

    /// Node limits that differ from game to game, reproducibly, so that a deterministic engine does not play the
    /// same game over and over.
    fn jittered(&self, mut limits: Limits, game: u64, engine: usize) -> Limits {
        if self.jitter > 0.0 {
            let mut rng = fastrand::Rng::with_seed(self.seed);
            let salt = rng.u64(..) ^ game.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut rng = fastrand::Rng::with_seed(salt ^ (engine as u64) << 48);
            let factor = 1.0 + self.jitter * (2.0 * rng.f64() - 1.0);
            limits.nodes = limits
                .nodes
                .map(|nodes| ((nodes as f64 * factor).round() as u64).max(1));
        }
        limits
    }

    /// The description.
    pub fn description(&self) -> Description<'_> {
        Description {
            engines: &self.engines,
            variant: self.variant.name(),
            draw_rules: self.rules.name(),
            tournament: self.tournament,
            openings: &self.book.source,
            shuffle: self.shuffle,
            limits: self.limits,
            margin_ms: self.margin.as_millis(),
            adjudication: self.adjudication,
            seed: self.seed,
            jitter: self.jitter,
        }
    }
}

/// What must be the same for the games of two runs to belong to one match. The number of games, the test and the
/// number of games at a time may change.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Description<'a> {
    engines: &'a [EngineSpec],
    variant: &'static str,
    draw_rules: &'static str,
    tournament: Tournament,
    openings: &'a Source,
    shuffle: bool,
    limits: Limits,
    margin_ms: u128,
    adjudication: Adjudication,
    seed: u64,
    jitter: f64,
}
