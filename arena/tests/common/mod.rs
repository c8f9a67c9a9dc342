//! What the tests of whole matches share: plans with mock engines, and matches played to their end.

#![allow(dead_code)]

use damka_arena::adjudicate::Adjudication;
use damka_arena::openings;
use damka_arena::plan::Plan;
use damka_arena::record::GameRecord;
use damka_arena::runner::{self, Audience, MatchError, Summary};
use damka_arena::schedule::Tournament;
use damka_arena::spec::EngineSpec;
use damka_arena::standings::Standings;
use damka_arena::time::Limits;
use damka_engine::Variant;
use damka_engine::draws::DrawRules;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub const MOCK: &str = env!("CARGO_BIN_EXE_damka-mock");

/// A mock engine: `mock("a", "hub fault=crash at=3")`.
pub fn mock(name: &str, arguments: &str) -> EngineSpec {
    let protocol = if arguments.starts_with("hub") {
        "hub"
    } else {
        "uci"
    };
    format!("name={name} cmd=\"'{MOCK}' {arguments}\" proto={protocol}")
        .parse()
        .expect("spec")
}

/// A short match with short patience.
pub fn plan(variant: Variant, games: u64, engines: Vec<EngineSpec>) -> Plan {
    Plan {
        engines,
        variant,
        rules: DrawRules::default_for(variant),
        tournament: Tournament::RoundRobin,
        games,
        book: openings::load("table", variant, false).expect("table"),
        shuffle: false,
        limits: Limits {
            movetime: Some(200),
            ..Limits::default()
        },
        margin: Duration::from_millis(100),
        grace: Duration::from_millis(300),
        stall: Duration::from_millis(500),
        adjudication: Adjudication::default(),
        concurrency: 2,
        sprt: None,
        seed: 1,
        jitter: 0.0,
        restart: false,
    }
}

/// Keeps every game.
#[derive(Default)]
pub struct Collector(pub Vec<GameRecord>);

impl Audience for Collector {
    fn game(&mut self, game: &GameRecord, _: &Standings) -> Result<(), String> {
        self.0.push(game.clone());
        Ok(())
    }
}

/// Plays a match; the games come in the order of the schedule.
pub fn play(plan: &Plan) -> Result<(Summary, Vec<GameRecord>), MatchError> {
    let mut games = Collector::default();
    let summary = runner::run(plan, &[], Arc::new(AtomicBool::new(false)), &mut games)?;
    games.0.sort_by_key(|game| game.index);
    Ok((summary, games.0))
}
