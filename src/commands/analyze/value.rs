//! Values as they are shown: in men, from White's view.

use damka_engine::Color;
use damka_search::{Score, ScoreKind};

/// The score in men for White, decided ones far beyond any evaluation.
pub fn men(score: Score, turn: Color) -> f64 {
    let own = match score.kind() {
        ScoreKind::Centimen(value) => f64::from(value) / 100.0,
        ScoreKind::Win(_) | ScoreKind::TableWin(_) => 100.0,
        ScoreKind::Loss(_) | ScoreKind::TableLoss(_) => -100.0,
    };
    if turn == Color::White { own } else { -own }
}

/// The score as text from White's view: `+0.35`, `#5`, `#-5`.
pub fn value(score: Score, turn: Color) -> String {
    let white = turn == Color::White;
    match score.kind() {
        ScoreKind::Centimen(value) => format!(
            "{:+.2}",
            f64::from(if white { value } else { -value }) / 100.0
        ),
        ScoreKind::Win(plies) | ScoreKind::TableWin(plies) => mate(plies.div_ceil(2), white),
        ScoreKind::Loss(plies) | ScoreKind::TableLoss(plies) => mate(plies / 2, !white),
    }
}

fn mate(moves: u32, white_wins: bool) -> String {
    format!("#{}{moves}", if white_wins { "" } else { "-" })
}
