//! What the engine says in the UCI dialect.

use crate::options::{Kind, OPTIONS};
use crate::report::{Answer, Report};
use crate::text::shown;
use crate::{AUTHOR, Dialect, NAME};
use damka_search::{Bound, Score, ScoreKind};
use std::fmt::Write;

/// A win that only a table knows, in hundredths of a man, before the distance is taken off.
const TABLE_WIN: i64 = 9000;

/// The answer to `uci`, a line each.
pub fn greeting() -> Vec<String> {
    let mut lines = vec![
        format!("id name {NAME} {}", env!("CARGO_PKG_VERSION")),
        format!("id author {}", AUTHOR),
    ];
    for option in OPTIONS.iter().filter(|option| !option.uci.is_empty()) {
        lines.push(describe(option.uci, &option.kind(Dialect::Uci)));
    }
    lines.push("uciok".to_string());
    lines
}

fn describe(name: &str, kind: &Kind) -> String {
    match kind {
        Kind::Check(default) => format!("option name {name} type check default {default}"),
        Kind::Spin { default, min, max } => {
            format!("option name {name} type spin default {default} min {min} max {max}")
        }
        Kind::Combo { default, values } => {
            let list: String = values.iter().map(|value| format!(" var {value}")).collect();
            format!("option name {name} type combo default {default}{list}")
        }
        Kind::Text => format!("option name {name} type string default <empty>"),
        Kind::Button => format!("option name {name} type button"),
    }
}

/// A search in progress.
pub fn report(report: &Report) -> String {
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    format!(
        "info depth {} seldepth {} multipv {} score {}{bound} nodes {} nps {:.0} hashfull {} tbhits {} time {} pv {}",
        report.depth,
        report.selective_depth.max(report.depth),
        report.multi_pv,
        score(report.score),
        report.nodes,
        report.nodes_per_second(),
        report.hash_full,
        report.table_hits,
        report.time.as_millis(),
        report.line.join(" "),
    )
}

/// `cp` in hundredths of a man, or `mate` in moves of the winner.
pub fn score(score: Score) -> String {
    match score.kind() {
        ScoreKind::Centimen(value) => format!("cp {value}"),
        ScoreKind::Win(plies) => format!("mate {}", plies.div_ceil(2)),
        ScoreKind::Loss(0) => "mate 0".to_string(),
        ScoreKind::Loss(plies) => format!("mate -{}", plies.div_ceil(2)),
        ScoreKind::TableWin(plies) => format!("cp {}", TABLE_WIN - i64::from(plies)),
        ScoreKind::TableLoss(plies) => format!("cp {}", i64::from(plies) - TABLE_WIN),
    }
}

/// The line before the answer where the game is over. UCI has a score for the side to move that is lost, and none
/// for one that has won.
pub fn terminal(won: bool) -> String {
    if won {
        "info string the game is over: the opponent has no pieces".to_string()
    } else {
        "info depth 0 score mate 0".to_string()
    }
}

/// The end of a search.
pub fn answer(answer: &Answer) -> String {
    let mut line = format!("bestmove {}", answer.best.as_deref().unwrap_or("(none)"));
    if let Some(ponder) = &answer.ponder {
        // Writing to a string cannot fail.
        let _ = write!(line, " ponder {ponder}");
    }
    line
}

/// Something was wrong with a command.
pub fn problem(text: &str) -> String {
    if let Some(name) = text.strip_prefix("unknown variant: ") {
        return format!("info string unknown variant {}", shown(name));
    }
    format!("info string error: {}", shown(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn scores() {
        for (value, text) in [
            (Score::centimen(-7), "cp -7"),
            (Score::DRAW, "cp 0"),
            (Score::centimen(1_000_000), "cp 7999"),
            (Score::win_in(1), "mate 1"),
            (Score::win_in(3), "mate 2"),
            (Score::loss_in(0), "mate 0"),
            (Score::loss_in(2), "mate -1"),
            (Score::table_win_in(13), "cp 8987"),
            (Score::table_loss_in(13), "cp -8987"),
        ] {
            assert_eq!(score(value), text);
        }
    }

    #[test]
    fn lines() {
        let line = Report {
            depth: 5,
            selective_depth: 9,
            mean_depth: 6.5,
            multi_pv: 1,
            score: Score::centimen(12),
            bound: Bound::Lower,
            nodes: 2000,
            time: Duration::from_millis(4),
            hash_full: 3,
            table_hits: 0,
            line: vec!["32-28".to_string(), "19x23".to_string()],
        };
        assert_eq!(
            report(&line),
            "info depth 5 seldepth 9 multipv 1 score cp 12 lowerbound nodes 2000 nps 500000 hashfull 3 tbhits 0 time 4 pv 32-28 19x23"
        );
        assert_eq!(answer(&Answer::none()), "bestmove (none)");
    }
}
