//! Results and draws: every game of `tests/data/draws.jsonl`, and the collected cases about results.
//!
//! A game of the first file has to be going on after each of its moves but the last.

use damka_engine::{DrawRules, Game, Move, Position, Rules, Status, Variant, fen, with_rules};
use serde::Deserialize;
use std::fs;
use std::path::Path;

#[derive(Deserialize)]
struct Case {
    id: String,
    variant: String,
    draw_rules: Option<String>,
    fen: String,
    moves: Vec<String>,
    expect: Expect,
}

#[derive(Deserialize)]
struct Expect {
    status: Option<String>,
    reason: Option<String>,
    plies: Option<usize>,
    legal: Option<Vec<String>>,
    /// Name of the rule in the collected cases.
    rule: Option<String>,
    #[serde(default)]
    undo_all: Vec<String>,
}

fn read(name: &str) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../tests/data")
        .join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

fn move_named<R: Rules>(position: &Position<R>, text: &str) -> Option<Move<R::Board>> {
    let moves = position.legal_moves();
    let mut named = moves.iter().filter(|mv| {
        // Collected cases write captures without the captured squares where they are clear.
        let hub = mv.to_string();
        hub == text || format!("{}x{}", mv.from(), mv.to()) == text && mv.is_capture()
    });
    let first = named.next().copied();
    first.filter(|_| named.next().is_none())
}

fn replay<R: Rules>(case: &Case) -> Result<Game<R>, String> {
    let position = fen::parse::<R>(&case.fen).map_err(|e| e.to_string())?;
    let variant = R::VARIANT;
    let rules = case.draw_rules.as_deref().unwrap_or(DrawRules::AUTO);
    let rules = DrawRules::choose(rules, variant).map_err(|e| e.to_string())?;
    let mut game = Game::new(position, rules);
    for (ply, text) in case.moves.iter().enumerate() {
        if game.status() != Status::Ongoing {
            return Err(format!("{} already after ply {ply}", game.status()));
        }
        let mv = move_named(game.position(), text).ok_or(format!("no move {text}, ply {ply}"))?;
        game.play(mv).map_err(|e| e.to_string())?;
    }
    Ok(game)
}

fn check_status<R: Rules>(case: &Case) -> Result<(), String> {
    let game = replay::<R>(case)?;
    let status = game.status();
    if let Some(expected) = &case.expect.status
        && expected != status.id()
    {
        return Err(format!(
            "{status}, expected {expected}; {:?}",
            game.counters()
        ));
    }
    if let Some(expected) = case.expect.reason.as_deref()
        && Some(expected) != status.reason_id()
    {
        return Err(format!("{status}, expected {expected}"));
    }
    if let Some(plies) = case.expect.plies
        && plies != case.moves.len()
    {
        return Err(format!("{} plies", case.moves.len()));
    }
    if let Some(expected) = &case.expect.legal {
        let moves = game.legal_moves();
        let mut found: Vec<String> = moves.iter().map(|mv| mv.to_string()).collect();
        let mut expected = expected.clone();
        found.sort();
        expected.sort();
        if found != expected {
            return Err(format!("moves {found:?}, expected {expected:?}"));
        }
    }
    Ok(())
}

fn check_undo<R: Rules>(case: &Case) -> Result<(), String> {
    for text in &case.expect.undo_all {
        let mut game = replay::<R>(case)?;
        let state = |game: &Game<R>| {
            let position = *game.position();
            (
                position,
                position.key(),
                game.counters(),
                game.repetitions(),
                game.status(),
            )
        };
        let before = state(&game);
        let mv = move_named(game.position(), text).ok_or(format!("no move {text}"))?;
        game.play(mv).map_err(|e| e.to_string())?;
        if game.undo() != Some(mv) || state(&game) != before {
            return Err(format!("{mv} is not undone"));
        }
        // Playing on from the restored position is as good as playing on from the original.
        game.play(mv).map_err(|e| e.to_string())?;
        if *game.position() != before.0.after(mv) {
            return Err(format!("{mv} is not played again"));
        }
    }
    Ok(())
}

fn run(cases: &[Case], check: fn(&Case, Variant) -> Result<(), String>) -> usize {
    let mut failures = Vec::new();
    let mut count = 0;
    for case in cases {
        let Ok(variant) = case.variant.parse::<Variant>() else {
            continue;
        };
        count += 1;
        if let Err(complaint) = check(case, variant) {
            failures.push(format!("{}: {complaint}", case.id));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {count}:\n{}",
        failures.len(),
        failures.join("\n")
    );
    count
}

#[test]
fn every_planned_game_ends_as_reasoned() {
    let cases = read("draws.jsonl");
    let count = run(
        &cases,
        |case, variant| with_rules!(variant, R => check_status::<R>(case)),
    );
    assert!(count >= 200, "{count} games");
}

#[test]
fn every_collected_case_about_results() {
    let cases: Vec<Case> = read("cases.jsonl")
        .into_iter()
        .filter(|case| case.id.starts_with('D') || case.id.starts_with('L'))
        .collect();
    let count = run(
        &cases,
        |case, variant| with_rules!(variant, R => check_status::<R>(case).and(check_undo::<R>(case))),
    );
    assert!(count >= 25, "{count} cases");
}

/// The reason that a rule's name in the collected cases stands for.
#[test]
fn collected_draws_have_the_right_reason() {
    for case in read("cases.jsonl") {
        let Some(rule) = case.expect.rule.as_deref() else {
            continue;
        };
        let Ok(variant) = case.variant.parse::<Variant>() else {
            continue;
        };
        let reason = match (rule, variant) {
            ("threefold", _) => "repetition",
            ("25-move", Variant::International) => "king_moves",
            ("16-move", Variant::International) => "three_pieces",
            ("40-move", Variant::English) => "forty_moves",
            ("15-move", Variant::Russian) => "three_kings",
            ("no pieces", _) => "no_pieces",
            (blocked, _) if blocked.starts_with("blocked") => "no_moves",
            _ => continue,
        };
        let status = with_rules!(variant, R => replay::<R>(&case).map(|game| game.status()));
        let found = status.unwrap_or_else(|e| panic!("{}: {e}", case.id));
        assert_eq!(found.reason_id(), Some(reason), "{}", case.id);
    }
}
