//! The report for people: a line while the match runs, and the summary at its end.

use crate::plan::Plan;
use crate::record::GameRecord;
use crate::runner::Summary;
use crate::standings::Standings;
use crate::stats::{Decision, Model, Ratings};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

/// What is played, in a few lines.
pub fn heading(plan: &Plan) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "Match:        {}, draw rules {}, {} games, {} at a time, seed {}",
        plan.variant,
        plan.rules.name(),
        plan.schedule().games(),
        plan.concurrency.max(1),
        plan.seed,
    );
    for (index, engine) in plan.engines.iter().enumerate() {
        let label = if index == 0 { "Engines:" } else { "" };
        let limits = plan.limits_of(index);
        let _ = writeln!(
            text,
            "{label:13} {} ({}), {limits}",
            engine.name, engine.protocol
        );
    }
    if plan.jitter > 0.0 {
        let _ = writeln!(text, "Jitter:       {} % of the nodes", plan.jitter * 100.0);
    }
    let order = if plan.shuffle { ", shuffled" } else { "" };
    let _ = writeln!(text, "Openings:     {}{order}", plan.book.source);
    let _ = writeln!(text, "Adjudication: {}", plan.adjudication);
    if let Some(sprt) = &plan.sprt {
        let (lower, upper) = sprt.limits();
        let model = match sprt.model {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        };
        let _ = writeln!(
            text,
            "SPRT:         {model} Elo [{}, {}], alpha {}, beta {}, LLR limits {lower:.2} and {upper:.2}",
            sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta
        );
    }
    text
}

/// One line about how the match stands.
pub fn progress(plan: &Plan, standings: &Standings) -> String {
    let mut line = format!("{}/{} games", standings.games(), plan.schedule().games());
    if plan.engines.len() == 2 {
        let (wdl, pairs) = standings.first();
        let _ = write!(line, "  {}: {wdl}", plan.engines[0].name);
        if let Some(estimate) = standings.estimate() {
            let _ = write!(line, "  {:.1} %", estimate.score.value * 100.0);
            let _ = write!(line, "  Elo {}", estimate.elo);
        }
        if let Some(sprt) = &plan.sprt {
            let (lower, upper) = sprt.limits();
            let llr = sprt.llr(&pairs.sample());
            let _ = write!(line, "  LLR {llr:.2} ({lower:.2}, {upper:.2})");
        }
    }
    let faults: u64 = standings.faults.iter().flat_map(BTreeMap::values).sum();
    if faults > 0 {
        let _ = write!(line, "  faults {faults}");
    }
    line
}

/// The score while the match runs on a terminal: one line for a match of two, the cross table for more.
pub fn live(plan: &Plan, standings: &Standings) -> String {
    if plan.engines.len() == 2 {
        return progress(plan, standings);
    }
    let mut text = String::new();
    crosstable(&mut text, plan, standings);
    text.trim_end().to_string()
}

/// One line about a game that a fault has lost; `None` for any other game.
pub fn fault(plan: &Plan, game: &GameRecord) -> Option<String> {
    if !game.ending.fault {
        return None;
    }
    let (loser, color) = if game.half_points(game.white) == 0 {
        (game.white, "White")
    } else {
        (game.black, "Black")
    };
    let name = &plan.engines[loser].name;
    let detail = game.ending.detail.as_deref().unwrap_or_default();
    Some(format!(
        "game {}, move {}: {name} ({color}) loses, {}: {detail}",
        game.index + 1,
        game.moves.len() / 2 + 1,
        game.ending.reason,
    ))
}

/// The summary.
pub fn summary(plan: &Plan, summary: &Summary, elapsed: Duration) -> String {
    let standings = &summary.standings;
    let mut text = String::new();
    if plan.engines.len() == 2 {
        duel(&mut text, plan, summary);
    } else {
        crosstable(&mut text, plan, standings);
    }
    let _ = writeln!(text, "White:        {}", standings.white);
    let _ = writeln!(text, "Ends:         {}", counts(&standings.reasons));
    let mut faultless = true;
    for (engine, faults) in plan.engines.iter().zip(&standings.faults) {
        if !faults.is_empty() {
            faultless = false;
            let _ = writeln!(text, "Faults:       {}: {}", engine.name, counts(faults));
        }
    }
    if faultless {
        let _ = writeln!(text, "Faults:       none");
    }
    let _ = writeln!(
        text,
        "Identical:    {} of {} pairs hold the same moves twice",
        standings.twins, standings.pairs,
    );
    if standings.repeats > 0 {
        let _ = writeln!(
            text,
            "Repeated:     {} of {} pairs are pairs played before, move by move: the interval leaves them out",
            standings.repeats, standings.pairs,
        );
    }
    let speed = |engine: usize| {
        let speed = standings.speed(engine)? / 1e6;
        Some(format!(
            "{} {speed:.2} M nodes/s",
            plan.engines[engine].name
        ))
    };
    let speeds: Vec<String> = (0..plan.engines.len()).filter_map(speed).collect();
    if !speeds.is_empty() {
        let _ = writeln!(text, "Speed:        {}", speeds.join(", "));
    }
    let seconds = elapsed.as_secs_f64();
    let per_move = standings.overhead_ms_per_move();
    let _ = writeln!(
        text,
        "Time:         {seconds:.1} s; overhead {per_move:.3} ms a move over {} moves",
        standings.moves
    );
    if summary.cancelled {
        let _ = writeln!(text, "The match was interrupted.");
    }
    text
}

fn duel(text: &mut String, plan: &Plan, summary: &Summary) {
    let standings = &summary.standings;
    let (wdl, pairs) = standings.first();
    let (first, second) = (&plan.engines[0].name, &plan.engines[1].name);
    let _ = writeln!(
        text,
        "Result:       {first} against {second}: {wdl} of {} games",
        wdl.games()
    );
    let _ = writeln!(
        text,
        "Pairs:        {pairs} with 0, 1/2, 1, 1 1/2, 2 points"
    );
    if let Some(estimate) = standings.estimate() {
        let percent = |x: f64| (x * 100.0).clamp(0.0, 100.0);
        let score = estimate.score;
        let points = percent(score.value);
        if score.is_known() {
            let (low, high) = (percent(score.low), percent(score.high));
            let _ = writeln!(
                text,
                "Score:        {points:.2} % (95 %: {low:.2} to {high:.2} %)"
            );
            let _ = writeln!(text, "Elo:          {} (95 %)", estimate.elo);
        } else {
            let _ = writeln!(text, "Score:        {points:.2} %");
            let _ = writeln!(
                text,
                "Elo:          {}, as all results are alike",
                estimate.elo
            );
        }
        if let Some(normalized) = estimate.normalized {
            let _ = writeln!(text, "Normalized:   {normalized} (95 %)");
        }
        if let Some(los) = estimate.los {
            let _ = writeln!(text, "Superior:     {:.2} % likely", percent(los));
        }
    }
    if let Some(sprt) = &plan.sprt {
        let llr = sprt.llr(&pairs.sample());
        let verdict = match summary.decision {
            Some(Decision::H1) => "accepted: the upper bound",
            Some(Decision::H0) => "accepted: the lower bound",
            _ => "undecided",
        };
        let _ = writeln!(text, "SPRT:         LLR {llr:.2}, {verdict}");
    }
}

fn crosstable(text: &mut String, plan: &Plan, standings: &Standings) {
    let order: Vec<(usize, String)> = match Ratings::of(&standings.table) {
        Some(ratings) => {
            if ratings.damped {
                let _ = writeln!(
                    text,
                    "An engine won or lost everything: one drawn game was added to each pairing."
                );
            }
            let entry = |rating: &crate::stats::Rating| (rating.player, rating.elo.to_string());
            ratings.list.iter().map(entry).collect()
        }
        None => (0..plan.engines.len())
            .map(|engine| (engine, String::new()))
            .collect(),
    };
    let width = plan
        .engines
        .iter()
        .map(|engine| engine.name.chars().count())
        .max();
    let width = width.unwrap_or(0).max(6);
    let _ = write!(
        text,
        "   {:width$}  {:>16}  {:>6}  {:>7}",
        "engine", "Elo", "games", "score"
    );
    for place in 1..=order.len() {
        let _ = write!(text, "  {place:>14}");
    }
    text.push('\n');
    for (place, (engine, elo)) in order.iter().enumerate() {
        let total = standings.table.total(*engine);
        let score = 100.0 * total.points() / total.games().max(1) as f64;
        let name = &plan.engines[*engine].name;
        let _ = write!(
            text,
            "{:2} {name:width$}  {elo:>16}  {:>6}  {score:>5.1} %",
            place + 1,
            total.games()
        );
        for (other, _) in &order {
            let games = standings.table.games(*engine, *other);
            let cell = if games.games() == 0 {
                "-".to_string()
            } else {
                games.to_string()
            };
            let _ = write!(text, "  {cell:>14}");
        }
        text.push('\n');
    }
}

/// `repetition 12, no_moves 7`, the most frequent first.
fn counts(map: &BTreeMap<String, u64>) -> String {
    let mut items: Vec<_> = map.iter().collect();
    items.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let items = items.iter().map(|(name, count)| format!("{name} {count}"));
    let text = items.collect::<Vec<_>>().join(", ");
    if text.is_empty() {
        "none".to_string()
    } else {
        text
    }
}
