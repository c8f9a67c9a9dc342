//! What the engine says in Hub. Clients read these lines with regular expressions, so order and quoting are exact.

use crate::options::{Kind, OPTIONS};
use crate::report::{Answer, Report};
use crate::settings::Settings;
use crate::text::{decimal_seconds, shown};
use crate::{AUTHOR, Dialect, NAME};
use damka_search::{Score, ScoreKind};

/// The answer to `hub`, a line each.
pub fn greeting(settings: &Settings) -> Vec<String> {
    let mut lines = vec![format!(
        "id name={NAME} version={} author=\"{}\"",
        env!("CARGO_PKG_VERSION"),
        AUTHOR,
    )];
    for option in OPTIONS.iter().filter(|option| !option.hub.is_empty()) {
        let value = settings.shown(option.id, Dialect::Hub);
        lines.push(describe(option.hub, &value, &option.kind(Dialect::Hub)));
    }
    lines.push("wait".to_string());
    lines
}

/// Name before value before type, and `values` last: clients depend on it.
fn describe(name: &str, value: &str, kind: &Kind) -> String {
    let value = quoted(value);
    match kind {
        Kind::Check(_) => format!("param name={name} value={value} type=bool"),
        Kind::Spin { min, max, .. } => {
            format!("param name={name} value={value} type=int min={min} max={max}")
        }
        Kind::Combo { values, .. } => {
            let values = values.join(" ");
            format!("param name={name} value={value} type=enum values=\"{values}\"")
        }
        Kind::Text | Kind::Button => format!("param name={name} value={value} type=string"),
    }
}

/// Quotes around a value only where Hub needs them, because some clients cannot read a quoted single word.
fn quoted(value: &str) -> String {
    if value.is_empty() || value.contains(|c: char| c.is_whitespace() || c == '=') {
        format!("\"{}\"", value.replace('"', "'"))
    } else {
        value.to_string()
    }
}

/// A search in progress. `numbered` adds the place of the line, for clients that have asked for several.
pub fn report(report: &Report, numbered: bool) -> String {
    let mut line = format!(
        "info depth={} mean-depth={:.1} score={} nodes={} time={} nps={:.3} pv={}",
        report.depth,
        report.mean_depth,
        score(report.score),
        report.nodes,
        decimal_seconds(report.time),
        report.nodes_per_second() / 1e6,
        quoted(&report.line.join(" ")),
    );
    if numbered {
        line.push_str(&format!(" multipv={}", report.multi_pv));
    }
    line
}

/// Men with two decimals; 100 or 90 men less the plies of a win, so that 100 itself is never said.
pub fn score(score: Score) -> String {
    let plies = |plies: u32| i64::from(plies.clamp(1, 999));
    let hundredths = match score.kind() {
        ScoreKind::Centimen(value) => i64::from(value),
        ScoreKind::Win(n) => 10_000 - plies(n),
        ScoreKind::Loss(n) => plies(n) - 10_000,
        ScoreKind::TableWin(n) => 9_000 - plies(n),
        ScoreKind::TableLoss(n) => plies(n) - 9_000,
    };
    let sign = if hundredths < 0 { "-" } else { "" };
    let size = hundredths.unsigned_abs();
    format!("{sign}{}.{:02}", size / 100, size % 100)
}

/// The end of a search.
pub fn answer(answer: &Answer) -> String {
    match (&answer.best, &answer.ponder) {
        (None, _) => "done".to_string(),
        (Some(best), None) => format!("done move={best}"),
        (Some(best), Some(ponder)) => format!("done move={best} ponder={ponder}"),
    }
}

/// The answer to `ping`.
pub fn pong() -> String {
    "pong".to_string()
}

/// Something was wrong with a command. The text always holds a blank, and therefore needs its quotes.
pub fn problem(text: &str) -> String {
    format!("error message=\"{}\"", shown(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_search::Bound;
    use std::time::Duration;

    #[test]
    fn scores() {
        for (value, text) in [
            (Score::centimen(-7), "-0.07"),
            (Score::DRAW, "0.00"),
            (Score::centimen(1234), "12.34"),
            (Score::centimen(-1_000_000), "-79.99"),
            (Score::win_in(5), "99.95"),
            (Score::loss_in(2), "-99.98"),
            (Score::loss_in(0), "-99.99"),
            (Score::win_in(1000), "90.01"),
            (Score::table_win_in(13), "89.87"),
            (Score::table_loss_in(13), "-89.87"),
        ] {
            assert_eq!(score(value), text);
        }
    }

    #[test]
    fn lines() {
        let mut line = Report {
            depth: 5,
            selective_depth: 9,
            mean_depth: 6.54,
            multi_pv: 2,
            score: Score::centimen(12),
            bound: Bound::Exact,
            nodes: 2000,
            time: Duration::from_micros(4_999),
            hash_full: 3,
            table_hits: 0,
            line: vec!["32-28".to_string(), "19-23".to_string()],
        };
        assert_eq!(
            report(&line, false),
            "info depth=5 mean-depth=6.5 score=0.12 nodes=2000 time=0.004 nps=0.400 pv=\"32-28 19-23\""
        );
        line.line.pop();
        assert!(report(&line, true).ends_with(" pv=32-28 multipv=2"));
        assert_eq!(problem("unknown \"x\""), "error message=\"unknown 'x'\"");
        assert_eq!(answer(&Answer::none()), "done");
    }
}
