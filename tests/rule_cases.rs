//! The hard cases of `tests/data/cases.jsonl` about rules, move generation and making of moves.

mod common;

use common::{assert_none, json_lines, position};
use damka_engine::game::Game;
use damka_engine::{Move, Position, Rules, Variant, perft, reference, with_rules};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// Variants of cases that wait until their rules are written.
const WAITING: [&str; 8] = [
    "canadian",
    "czech",
    "frisian",
    "italian",
    "killer",
    "portuguese",
    "spanish",
    "turkish",
];

#[derive(Deserialize)]
struct Case {
    id: String,
    variant: String,
    fen: String,
    moves: Vec<String>,
    expect: Value,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Expect {
    /// The complete list, in Hub form.
    legal: Option<Vec<String>>,
    /// Moves that wrong programs give.
    not_legal: Vec<String>,
    after: Option<After>,
    perft: Vec<u64>,
    /// What `perft` counts.
    count: Option<Count>,
    /// The complete list; each move is played and taken back.
    undo_all: Option<Vec<String>>,
    /// Words for the reader.
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "note")]
    _note: String,
}

#[derive(Deserialize)]
struct After {
    #[serde(rename = "move")]
    mv: String,
    fen: String,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Count {
    Distinct,
    Routes,
}

/// Rules and move generation (R); moves made and taken back, kings that stay kings, no null moves (L02 to L04).
fn is_ours(id: &str) -> bool {
    id.starts_with('R')
        || ["L02", "L03", "L04"]
            .iter()
            .any(|group| id.starts_with(group))
}

/// The legal move with this Hub form.
fn find<R: Rules>(position: &Position<R>, hub: &str) -> Option<Move<R::Board>> {
    position
        .legal_moves()
        .into_iter()
        .find(|mv| mv.to_string() == hub)
}

fn hub_forms<R: Rules>(moves: &[Move<R::Board>]) -> BTreeSet<String> {
    moves.iter().map(|mv| mv.to_string()).collect()
}

/// What is wrong with the answers to a case.
fn check<R: Rules>(case: &Case, expect: &Expect) -> Vec<String> {
    let mut position = position::<R>(&case.fen);
    for text in &case.moves {
        match find(&position, text) {
            Some(mv) => position = position.after(mv),
            None => return vec![format!("{}: {text} is not legal in {position:?}", case.id)],
        }
    }
    let mut complaints = Vec::new();
    let mut complain = |what: String| complaints.push(format!("{} {}: {what}", case.id, case.fen));

    let moves = position.legal_moves();
    let legal = hub_forms::<R>(&moves);
    if legal.len() != moves.len() {
        complain(format!("a move is listed twice: {moves:?}"));
    }
    let slow = hub_forms::<R>(&reference::legal_moves(&position));
    if slow != legal {
        complain(format!(
            "legal {legal:?}, by the reference generator {slow:?}"
        ));
    }
    for list in expect.legal.iter().chain(&expect.undo_all) {
        let expected: BTreeSet<String> = list.iter().cloned().collect();
        if legal != expected {
            complain(format!("legal {legal:?}, expected {expected:?}"));
        }
    }
    for text in expect.not_legal.iter().filter(|text| legal.contains(*text)) {
        complain(format!("{text} is in the list"));
    }
    if expect.undo_all.is_some() {
        let fresh = Game::new(position, R::DRAWS);
        for mv in moves {
            let mut game = fresh.clone();
            let undone = game.play(mv).map(|()| game.undo());
            let back = (
                game.position(),
                game.position().key(),
                game.counters(),
                game.positions(),
            );
            let before = (
                fresh.position(),
                position.key(),
                fresh.counters(),
                fresh.positions(),
            );
            if undone.ok() != Some(Some(mv)) || back != before {
                complain(format!(
                    "after taking back {mv}: {back:?}, expected {before:?}"
                ));
            }
        }
    }
    if let Some(after) = &expect.after {
        let expected = common::position::<R>(&after.fen);
        match find(&position, &after.mv) {
            None => complain(format!("{} is not legal", after.mv)),
            Some(mv) => {
                let got = position.after(mv);
                if got != expected || got.key() != expected.key() {
                    complain(format!("after {mv}: {got:?}, expected {expected:?}"));
                }
            }
        }
    }
    for (depth, &expected) in (1..).zip(&expect.perft) {
        let got = match expect.count {
            Some(Count::Distinct) => perft::unique(&position, depth),
            Some(Count::Routes) => perft::paths(&position, depth),
            None => {
                complain("the case does not say what it counts".to_string());
                break;
            }
        };
        if got != expected {
            complain(format!("perft {depth} is {got}, expected {expected}"));
        }
    }
    complaints
}

#[test]
fn every_rules_case_of_the_present_variants() {
    let (mut tested, mut complaints) = (0, Vec::new());
    for value in json_lines("cases.jsonl") {
        if !value["id"].as_str().is_some_and(is_ours) {
            continue;
        }
        let case: Case = serde_json::from_value(value).expect("a case");
        let expect: Expect = serde_json::from_value(case.expect.clone())
            .unwrap_or_else(|e| panic!("{}: {e}", case.id));
        match case.variant.parse::<Variant>() {
            Ok(variant) => {
                tested += 1;
                complaints.extend(with_rules!(variant, R => check::<R>(&case, &expect)));
            }
            Err(_) => assert!(WAITING.contains(&case.variant.as_str()), "{}", case.id),
        }
    }
    assert!(tested > 50, "only {tested} cases");
    assert_none(&complaints, tested);
}
