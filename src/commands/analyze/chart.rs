//! The course of an analysed game as a picture.

use super::value::men;
use crate::graph;
use damka_engine::Rules;
use damka_engine::pdn::Record;
use damka_search::analysis::{Judgement, Verdict};

/// The values of the positions, with the mistakes marked, as SVG.
pub fn draw<R: Rules>(
    record: &Record<R>,
    judgements: &[Judgement<R>],
    verdicts: &[Verdict],
) -> anyhow::Result<String> {
    let turns = record.positions().map(|position| position.turn());
    let values: Vec<f64> = judgements
        .iter()
        .zip(turns)
        .map(|(one, turn)| men(one.score, turn))
        .collect();
    let bad = verdicts
        .iter()
        .enumerate()
        .filter(|(_, verdict)| **verdict >= Verdict::Mistake);
    let marks: Vec<usize> = bad.map(|(ply, _)| ply + 1).collect();
    let tag = |name: &str| {
        record
            .tags
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, value)| value.as_str())
    };
    let title = format!(
        "{} - {}",
        tag("White").unwrap_or("White"),
        tag("Black").unwrap_or("Black")
    );
    graph::evaluation(&title, &values, &marks)
}
