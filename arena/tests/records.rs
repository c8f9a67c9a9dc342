//! What is kept of a match: lines of JSON from which it goes on, PDN, charts.

mod common;

use common::{Collector, mock, plan, play};
use damka_arena::plan::Plan;
use damka_arena::record::GameRecord;
use damka_arena::report::journal::{Journal, JournalError};
use damka_arena::report::plot::Moment;
use damka_arena::report::{pdn, plot, text};
use damka_arena::runner::{self, Audience, Summary};
use damka_arena::standings::Standings;
use damka_arena::stats::{Model, Sprt};
use damka_engine::movetext::{self, Reading};
use damka_engine::pdn::{GameResult, Reader};
use damka_engine::rules::{International, Russian};
use damka_engine::{Color, Rules, Variant};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn duel(games: u64) -> Plan {
    plan(
        Variant::Russian,
        games,
        vec![mock("a", "uci seed=1"), mock("b", "hub seed=2")],
    )
}

/// Plays what is still to be played.
fn go_on(plan: &Plan, earlier: &[GameRecord]) -> Vec<GameRecord> {
    let mut games = Collector::default();
    let cancel = Arc::new(AtomicBool::new(false));
    let summary = runner::run(plan, earlier, cancel, &mut games).expect("match");
    assert_eq!(summary.standings.games(), plan.schedule().games());
    games.0
}

fn write(path: &Path, plan: &Plan, games: &[GameRecord]) {
    let mut journal = Journal::create(path, plan).expect("journal");
    for game in games {
        journal.game(game).expect("game");
    }
}
/// The file and the games of an earlier run.
fn resume(path: &Path, plan: &Plan) -> Result<(Journal, Vec<GameRecord>), JournalError> {
    let games = Journal::games(path, plan)?;
    Ok((Journal::resume(path, plan, &games)?, games))
}

#[test]
fn a_killed_match_goes_on() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("match.jsonl");
    let plan = duel(20);
    let (_, games) = play(&plan).expect("match");
    // Games end in another order than they begin, and the last line was cut off by the kill.
    let done: Vec<_> = [3, 0, 7, 12, 1]
        .iter()
        .map(|&index: &usize| games[index].clone())
        .collect();
    write(&path, &plan, &done);
    let mut bytes = std::fs::read(&path).expect("file");
    bytes.truncate(bytes.len() - 40);
    std::fs::write(&path, &bytes).expect("file");
    let (mut journal, earlier) = resume(&path, &plan).expect("resume");
    let indices: Vec<_> = earlier.iter().map(|game| game.index).collect();
    assert_eq!(indices, [3, 0, 7, 12]);
    let rest = go_on(&plan, &earlier);
    assert_eq!(rest.len(), 16);
    for game in &rest {
        journal.game(game).expect("game");
    }
    // All games are there once, as if nothing had happened.
    let (_, mut all) = resume(&path, &plan).expect("resume");
    all.sort_by_key(|game| game.index);
    let moves = |games: &[GameRecord]| -> Vec<(u64, Vec<String>)> {
        let moves = |game: &GameRecord| game.moves.iter().map(|mv| mv.mv.clone()).collect();
        games.iter().map(|game| (game.index, moves(game))).collect()
    };
    assert_eq!(moves(&all), moves(&games));
    assert!(go_on(&plan, &all).is_empty());
}

#[test]
fn a_match_may_be_prolonged_but_not_changed() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("match.jsonl");
    let (_, games) = play(&duel(4)).expect("match");
    write(&path, &duel(4), &games);
    let (_, earlier) = resume(&path, &duel(8)).expect("resume");
    assert_eq!(go_on(&duel(8), &earlier).len(), 4);
    let before = std::fs::read(&path).expect("file");
    let error = resume(&path, &duel(2)).expect_err("shorter").to_string();
    assert!(
        error.starts_with("--games 2: ") && error.contains("match.jsonl holds 4 games already, 2"),
        "{error}"
    );
    assert_eq!(std::fs::read(&path).expect("file"), before);
    let error = Journal::create(&path, &duel(4))
        .expect_err("exists")
        .to_string();
    assert!(error.contains("match.jsonl exists already"), "{error}");
    let mut other = duel(4);
    other.seed = 2;
    let error = resume(&path, &other).expect_err("seed").to_string();
    assert!(
        error.ends_with("is of another match: seed was 1, is 2"),
        "{error}"
    );
    for text in [
        "hello\n",
        "{\"type\":\"game\"}\n",
        "{\"type\":\"match\",\"match\":{}}\n",
    ] {
        std::fs::write(&path, text).expect("file");
        resume(&path, &duel(4)).expect_err(text);
    }
    std::fs::write(&path, "").expect("file");
    let (_, earlier) = resume(&path, &duel(4)).expect("an empty file is a new match");
    assert!(earlier.is_empty());
}

/// Our own reader reads the games back, move by move.
fn survives_pdn<R: Rules>(engines: [&str; 2]) {
    let engines = vec![mock("one", engines[0]), mock("two", engines[1])];
    let mut plan = plan(R::VARIANT, 8, engines);
    plan.limits.movetime = None;
    plan.limits.tc = Some("60+1".parse().expect("control"));
    let (_, games) = play(&plan).expect("match");
    let texts: Result<String, String> = games.iter().map(|game| pdn::write(&plan, game)).collect();
    let text = texts.expect("PDN");
    let read: Vec<_> = Reader::new(text.as_bytes())
        .map(|game| game.expect("game"))
        .collect();
    assert_eq!(read.len(), games.len());
    for (raw, game) in read.iter().zip(&games) {
        assert_eq!(raw.variant(None).expect("GameType"), R::VARIANT);
        let record = raw.replay::<R>().expect("replay");
        let mut position = record.start;
        for (node, entry) in record.line.moves.iter().zip(&game.moves) {
            let mv = movetext::parse(&position, &entry.mv, Reading::HubFirst).expect("move");
            assert_eq!(node.mv, mv);
            position = position.after(mv);
            let comment = node.comments.join(" ");
            let score = entry.score.as_deref().expect("score");
            assert!(comment.starts_with(&format!("{score}/1 ")), "{comment}");
            assert!(
                node.clocks().and_then(|clocks| clocks.mover).is_some(),
                "{comment}"
            );
        }
        assert_eq!(record.line.moves.len(), game.moves.len());
        let half_points = match record.result {
            GameResult::Win(Color::White) => 2,
            GameResult::Draw => 1,
            _ => 0,
        };
        assert_eq!(half_points, game.half_points(game.white));
        let players = ["one", "two"];
        assert_eq!(
            raw.tag("White").map(|tag| tag.value.as_str()),
            Some(players[game.white])
        );
        assert_eq!(
            raw.tag("Opening").map(|tag| &tag.value),
            Some(&game.opening)
        );
        assert_eq!(
            raw.tag("Termination").map(|tag| &tag.value),
            Some(&game.ending.reason)
        );
    }
}

#[test]
fn pdn_can_be_read_back() {
    survives_pdn::<Russian>(["uci seed=3", "hub seed=4"]);
    survives_pdn::<International>(["uci seed=3", "uci seed=4"]);
    survives_pdn::<damka_engine::rules::English>(["uci seed=3", "hub seed=4"]);
}

/// A tag cannot be broken out of, whatever an engine says.
#[test]
fn pdn_survives_the_words_of_a_bad_engine() {
    let engines = vec![
        mock("bad", "uci fault=garbage at=2"),
        mock("good", "uci seed=1"),
    ];
    let plan = plan(Variant::Russian, 2, engines);
    let (_, mut games) = play(&plan).expect("match");
    games[0].ending.detail = Some("illegal move: 'a\"] b\\' in W:W1:B2".to_string());
    for game in &games {
        let text = pdn::write(&plan, game).expect("PDN");
        let read: Vec<_> = Reader::new(text.as_bytes())
            .map(|game| game.expect("game"))
            .collect();
        assert_eq!(read.len(), 1);
        read[0].replay::<Russian>().expect("replay");
        assert_eq!(
            read[0].tag("Termination").map(|tag| tag.value.as_str()),
            Some("illegal_move")
        );
    }
}

/// Takes the moments of a match while it runs, as its chart does.
struct Watcher<'a>(&'a Plan, Vec<Moment>);

impl Audience for Watcher<'_> {
    fn game(&mut self, _: &GameRecord, standings: &Standings) -> Result<(), String> {
        self.1.extend(Moment::of(self.0, standings));
        Ok(())
    }
}

fn watch(plan: &Plan) -> (Summary, Vec<Moment>) {
    let mut watcher = Watcher(plan, Vec::new());
    let cancel = Arc::new(AtomicBool::new(false));
    let summary = runner::run(plan, &[], cancel, &mut watcher).expect("match");
    (summary, watcher.1)
}

/// The chart ends where the report ends.
#[test]
fn the_last_moment_is_the_summary() {
    let mut plan = duel(40);
    plan.sprt = Some(Sprt::new("0,10", 0.05, 0.05, Model::Normalized).expect("bounds"));
    let (summary, moments) = watch(&plan);
    let standings = &summary.standings;
    assert_eq!(moments.len() as u64, standings.games());
    let last = moments.last().expect("a moment");
    let score = standings.estimate().expect("games").score;
    assert_eq!(last.games, standings.games() as f64);
    for (drawn, told) in [
        (last.score, score.value),
        (last.low, score.low),
        (last.high, score.high),
    ] {
        assert_eq!(drawn, 100.0 * told);
    }
    let sprt = plan.sprt.expect("a test");
    assert_eq!(last.llr, sprt.llr(&standings.first().1.sample()));
}

#[test]
fn charts_show_score_test_and_ratings() {
    let mut plan = duel(40);
    plan.sprt = Some(Sprt::new("0,10", 0.05, 0.05, Model::Normalized).expect("bounds"));
    let (summary, moments) = watch(&plan);
    let svg = plot::draw(&plan, &moments, &summary.standings).expect("chart");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    for text in [
        "Score of a against b",
        "Log-likelihood ratio",
        "<polygon",
        "<polyline",
    ] {
        assert!(svg.contains(text), "{text}");
    }
    plot::draw(&plan, &[], &Standings::new(2)).expect("an empty chart");
    let engines = vec![
        mock("a", "uci seed=1"),
        mock("b", "hub seed=2"),
        mock("c", "uci seed=3"),
    ];
    let plan = common::plan(Variant::Brazilian, 10, engines);
    let (summary, moments) = watch(&plan);
    let svg = plot::draw(&plan, &moments, &summary.standings).expect("chart");
    for text in [
        "Elo with 95 % intervals",
        ">\na\n",
        ">\nb\n",
        ">\nc\n",
        "<circle",
    ] {
        assert!(svg.contains(text), "{text}: {svg}");
    }
    plot::draw(&plan, &[], &Standings::new(3)).expect("an empty chart");
    let report = text::summary(&plan, &summary, std::time::Duration::from_secs(1));
    assert!(
        report.lines().count() > 7 && report.contains("Faults:       none"),
        "{report}"
    );
}
