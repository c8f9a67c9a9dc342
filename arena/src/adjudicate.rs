//! Ending games early by the engines' own scores, or by length. Off unless asked for.

use crate::record::{MoveRecord, Outcome};
use damka_engine::Color;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A rule that cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("bad adjudication rule: {0} (such as {example})", example = .1)]
pub struct BadRule(pub String, &'static str);

/// Drawn when both engines have called it even for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct DrawRule {
    /// Moves of each side that must all be even.
    pub moves: usize,
    /// Not before this move of the game.
    pub after: usize,
    /// Largest score that counts as even, in centi-men.
    pub score: i32,
}

/// Lost when both engines have agreed on that for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ResignRule {
    /// Moves of each side that must all say so.
    pub moves: usize,
    /// Smallest advantage that counts as won, in centi-men.
    pub score: i32,
}

/// Which games end early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Adjudication {
    /// Draws by score.
    pub draw: Option<DrawRule>,
    /// Wins by score.
    pub resign: Option<ResignRule>,
    /// Drawn after so many moves of each side.
    pub max_moves: Option<usize>,
}

const DRAW_EXAMPLE: &str = "moves=8,after=40,score=0.10";
const RESIGN_EXAMPLE: &str = "moves=4,score=6";

impl FromStr for DrawRule {
    type Err = BadRule;

    fn from_str(text: &str) -> Result<DrawRule, BadRule> {
        let bad = || BadRule(text.to_string(), DRAW_EXAMPLE);
        let values = read(text, ["moves", "after", "score"]).ok_or_else(bad)?;
        let [Some(moves), after, Some(score)] = values else {
            return Err(bad());
        };
        Ok(DrawRule {
            moves: whole(moves).filter(|&moves| moves > 0).ok_or_else(bad)?,
            after: after.map_or(Some(0), whole).ok_or_else(bad)?,
            score: centimen(score).ok_or_else(bad)?,
        })
    }
}

impl FromStr for ResignRule {
    type Err = BadRule;

    fn from_str(text: &str) -> Result<ResignRule, BadRule> {
        let bad = || BadRule(text.to_string(), RESIGN_EXAMPLE);
        let [Some(moves), Some(score)] = read(text, ["moves", "score"]).ok_or_else(bad)? else {
            return Err(bad());
        };
        Ok(ResignRule {
            moves: whole(moves).filter(|&moves| moves > 0).ok_or_else(bad)?,
            score: centimen(score).filter(|&score| score > 0).ok_or_else(bad)?,
        })
    }
}

/// `name=value` items by name; `None` when there is another name or one twice.
fn read<'a, const N: usize>(text: &'a str, names: [&str; N]) -> Option<[Option<&'a str>; N]> {
    let mut values = [None; N];
    for item in text.split(',') {
        let (name, value) = item.split_once('=')?;
        let index = names.iter().position(|known| *known == name)?;
        if values[index].replace(value).is_some() {
            return None;
        }
    }
    Some(values)
}

fn whole(text: &str) -> Option<usize> {
    text.parse().ok()
}

/// Men as written by a user, up to 100.
fn centimen(text: &str) -> Option<i32> {
    let men: f64 = text.parse().ok()?;
    (0.0..=100.0)
        .contains(&men)
        .then(|| (men * 100.0).round() as i32)
}

impl Adjudication {
    /// The early end of a game after these moves, the first of them by `first`.
    pub fn verdict(&self, moves: &[MoveRecord], first: Color) -> Option<(Outcome, &'static str)> {
        if let Some(rule) = self.draw
            && moves.len() / 2 >= rule.after
            && last_scores(moves, rule.moves)
                .is_some_and(|mut scores| scores.all(|score| score.abs() <= rule.score))
        {
            return Some((Outcome::Draw, "adjudicated_draw"));
        }
        if let Some(rule) = self.resign
            && let Some(scores) = last_scores(moves, rule.moves)
        {
            // Every second score is seen from the other side.
            let (mut last_wins, mut last_loses) = (true, true);
            for (age, score) in scores.enumerate() {
                let score = if age % 2 == 0 { score } else { -score };
                last_wins &= score >= rule.score;
                last_loses &= score <= -rule.score;
            }
            let last_mover = if moves.len() % 2 == 1 { first } else { !first };
            if last_wins {
                return Some((Outcome::win(last_mover), "adjudicated_win"));
            }
            if last_loses {
                return Some((Outcome::win(!last_mover), "adjudicated_win"));
            }
        }
        let limit = self.max_moves?;
        (moves.len() / 2 >= limit).then_some((Outcome::Draw, "move_limit"))
    }
}

/// The scores of the last moves of both sides, the latest first, each from its own side; `None` when there are
/// not so many or one has no score.
fn last_scores(moves: &[MoveRecord], of_each: usize) -> Option<impl Iterator<Item = i32>> {
    // Any number may be asked for; twice the greatest ones is more than can be counted.
    if moves.len() / 2 < of_each {
        return None;
    }
    let last = moves.iter().rev().take(2 * of_each);
    let scores: Option<Vec<i32>> = last.map(|mv| mv.eval.map(|eval| eval.centimen())).collect();
    scores.map(Vec::into_iter)
}

/// One line for reports; `none` when nothing is adjudicated.
impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        let men = |score: i32| f64::from(score) / 100.0;
        if let Some(rule) = self.draw {
            let score = men(rule.score);
            parts.push(format!(
                "draw when {} moves of each side lie within {score:.2} men, from move {}",
                rule.moves, rule.after
            ));
        }
        if let Some(rule) = self.resign {
            let score = men(rule.score);
            parts.push(format!(
                "win when both sides say {score:.2} men or more for {} moves each",
                rule.moves
            ));
        }
        if let Some(moves) = self.max_moves {
            parts.push(format!("draw after {moves} moves"));
        }
        if parts.is_empty() {
            f.write_str("none")
        } else {
            f.write_str(&parts.join("; "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::Eval;

    fn game(scores: &[i32]) -> Vec<MoveRecord> {
        let record = |&score| MoveRecord {
            mv: String::new(),
            score: None,
            depth: None,
            nodes: None,
            us: 0,
            clock: None,
            eval: Some(Eval::Centimen(score)),
        };
        scores.iter().map(record).collect()
    }

    #[test]
    fn reads_rules() {
        let rule: DrawRule = "moves=8,after=40,score=0.1".parse().expect("rule");
        assert_eq!((rule.moves, rule.after, rule.score), (8, 40, 10));
        let rule: ResignRule = "score=6,moves=4".parse().expect("rule");
        assert_eq!((rule.moves, rule.score), (4, 600));
        for text in [
            "",
            "moves=0,score=1",
            "moves=1",
            "moves=1,moves=2,score=1",
            "moves=1,score=x",
            "moves=1,score=1,x=2",
        ] {
            assert!(text.parse::<DrawRule>().is_err(), "{text}");
            assert!(text.parse::<ResignRule>().is_err(), "{text}");
        }
    }

    /// However great a number is, a game that is shorter goes on.
    #[test]
    fn no_number_is_too_great() {
        for number in [1 << 20, usize::MAX / 2, usize::MAX / 2 + 1, usize::MAX] {
            let endless = Adjudication {
                draw: Some(DrawRule {
                    moves: number,
                    after: 0,
                    score: 100,
                }),
                resign: Some(ResignRule {
                    moves: number,
                    score: 100,
                }),
                max_moves: Some(number),
            };
            let late = Adjudication {
                draw: Some(DrawRule {
                    moves: 1,
                    after: number,
                    score: 100,
                }),
                ..Adjudication::default()
            };
            for plies in [0, 1, 2, 51] {
                let moves = game(&vec![0; plies]);
                for rules in [endless, late] {
                    assert_eq!(rules.verdict(&moves, Color::White), None, "{number}");
                }
            }
        }
    }

    #[test]
    fn both_sides_must_agree() {
        let rules = Adjudication {
            draw: Some("moves=2,after=3,score=0.1".parse().expect("rule")),
            resign: Some("moves=2,score=5".parse().expect("rule")),
            max_moves: Some(10),
        };
        let verdict = |scores: &[i32]| rules.verdict(&game(scores), Color::White);
        assert_eq!(verdict(&[5, 5, -5, 5]), None, "too early");
        assert_eq!(
            verdict(&[90, 9, 5, 5, -5, 5]),
            Some((Outcome::Draw, "adjudicated_draw"))
        );
        assert_eq!(verdict(&[90, 9, 50, 5, -5, 5]), None);
        // White says won, Black says lost.
        assert_eq!(
            verdict(&[600, -600, 600, -600]),
            Some((Outcome::White, "adjudicated_win"))
        );
        assert_eq!(
            verdict(&[600, -600, 600, -600, 700]),
            Some((Outcome::White, "adjudicated_win"))
        );
        assert_eq!(
            verdict(&[-600, 600, -600, 600]),
            Some((Outcome::Black, "adjudicated_win"))
        );
        assert_eq!(verdict(&[600, 600, 600, 600]), None);
        assert_eq!(verdict(&[100; 20]), Some((Outcome::Draw, "move_limit")));
        assert_eq!(
            Adjudication::default().verdict(&game(&[0; 500]), Color::White),
            None
        );
    }
}
