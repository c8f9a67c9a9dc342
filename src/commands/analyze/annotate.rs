//! What the analysis writes into a game, and takes out of it when the game was analysed before.

use super::value::value;
use damka_engine::Rules;
use damka_engine::geometry::Geometry;
use damka_engine::pdn::{Line, Node, Record};
use damka_search::analysis::{Judgement, Verdict};

/// Moves of a better line that are shown.
const LINE: usize = 7;

/// How the comment on a better line begins.
const BETTER: &str = "better, ";

/// Puts values and marks into the record, and a better line as a variation of each bad move, in place of those of
/// an earlier analysis. What others wrote stays.
pub fn annotate<R: Rules>(
    record: &mut Record<R>,
    judgements: &[Judgement<R>],
    verdicts: &[Verdict],
) {
    let mut position = record.start;
    for (ply, node) in record.line.moves.iter_mut().enumerate() {
        clear(node);
        let (before, after) = (&judgements[ply], &judgements[ply + 1]);
        let turn = position.turn();
        node.comments
            .push(format!("{}/{}", value(after.score, !turn), after.depth));
        if let Some(nag) = verdicts[ply].nag() {
            node.nags.push(nag);
            let line = before.line.iter().take(LINE);
            let value = value(before.score, turn);
            node.variations.push(Line {
                comments: vec![format!("{BETTER}{value}/{}", before.depth)],
                moves: line.map(|&mv| Node::from(mv)).collect(),
            });
        }
        position = position.after(node.mv);
    }
    sign(&mut record.tags);
}

/// Takes out what an earlier analysis wrote about a move.
fn clear<G: Geometry>(node: &mut Node<G>) {
    node.comments.retain(|text| !is_value(text));
    let others = node.variations.len();
    node.variations.retain(|line| !is_better_line(line));
    // Each better line came with a mark.
    for _ in node.variations.len()..others {
        let ours = |nag: &u32| {
            Verdict::ALL
                .iter()
                .any(|verdict| verdict.nag() == Some(*nag))
        };
        if let Some(mark) = node.nags.iter().rposition(ours) {
            node.nags.remove(mark);
        }
    }
}

/// A variation as it is written here, with nothing added.
fn is_better_line<G: Geometry>(line: &Line<G>) -> bool {
    let [comment] = line.comments.as_slice() else {
        return false;
    };
    comment.strip_prefix(BETTER).is_some_and(is_value)
        && line.moves.iter().all(|node| *node == Node::from(node.mv))
}

/// `+0.35/12`, `#5/12`, `#-5/12`.
fn is_value(text: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some((value, depth)) = text.split_once('/') else {
        return false;
    };
    let mate = |text: &str| number(text.strip_prefix('-').unwrap_or(text));
    let men = |text: &str| {
        text.split_once('.')
            .is_some_and(|(men, part)| number(men) && number(part) && part.len() == 2)
    };
    number(depth)
        && (value.strip_prefix('#').is_some_and(mate)
            || value.strip_prefix(['+', '-']).is_some_and(men))
}

/// Adds the engine to those who annotated the game.
fn sign(tags: &mut Vec<(String, String)>) {
    let name = format!("Damka {}", env!("CARGO_PKG_VERSION"));
    let Some((_, annotators)) = tags.iter_mut().find(|(tag, _)| tag == "Annotator") else {
        tags.push(("Annotator".into(), name));
        return;
    };
    let others = annotators.split("; ");
    let others = others.filter(|other| !other.is_empty() && !other.starts_with("Damka "));
    *annotators = others.chain([name.as_str()]).collect::<Vec<_>>().join("; ");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_values_are_told_from_other_comments() {
        for text in ["+0.35/12", "-12.00/1", "#5/9", "#-12/30"] {
            assert!(is_value(text), "{text}");
        }
        for text in [
            "",
            "/",
            "0.35/12",
            "+0.35",
            "+0.35/12 0.051s",
            "+0.3/1",
            "+.35/1",
            "#/3",
            "#-/3",
            "+0.35/x",
            "+0.35/12/3",
            "1/2",
            "good: +0.35/12",
        ] {
            assert!(!is_value(text), "{text}");
        }
    }
}
