//! Games as PDN, with what the engines thought in the comments.

use crate::plan::Plan;
use crate::record::{GameRecord, MoveRecord, Outcome};
use damka_engine::movetext::{self, Reading};
use damka_engine::pdn::{self, GameResult, Node, Record, WriteOptions};
use damka_engine::{Color, Rules, fen, with_rules};
use std::time::{SystemTime, UNIX_EPOCH};

/// A game as PDN. Each comment holds the score in men from the side of the player who moved (or `+W5`, `-W5` for
/// a win or loss in so many plies), the depth, the time, and the clock where there is one:
/// `{+0.35/12 0.051s [%clk 0:00:04]}`.
///
/// # Errors
/// A move or position that is not of this variant, which happens only with a damaged record.
pub fn write(plan: &Plan, game: &GameRecord) -> Result<String, String> {
    with_rules!(plan.variant, R => write_for::<R>(plan, game))
}

fn write_for<R: Rules>(plan: &Plan, game: &GameRecord) -> Result<String, String> {
    let start = fen::parse::<R>(&game.fen).map_err(|error| error.to_string())?;
    let result = match game.ending.outcome {
        Outcome::White => GameResult::Win(Color::White),
        Outcome::Black => GameResult::Win(Color::Black),
        Outcome::Draw => GameResult::Draw,
    };
    let mut record = Record::new(start, [], result);
    let mut position = start;
    for entry in &game.moves {
        let mv = movetext::parse(&position, &entry.mv, Reading::HubFirst)
            .map_err(|error| error.to_string())?;
        let mut node = Node::from(mv);
        node.comments.push(comment(entry));
        record.line.moves.push(node);
        position = position.after(mv);
    }
    let name = |engine: usize| plain(&plan.engines[engine].name);
    let mut tag = |key: &str, value: String| record.tags.push((key.to_string(), value));
    tag("Event", format!("{} match", plan.variant));
    tag("Date", today());
    tag("Round", (game.index + 1).to_string());
    tag("White", name(game.white));
    tag("Black", name(game.black));
    tag("Opening", plain(&game.opening));
    tag("TimeControlWhite", plan.limits_of(game.white).to_string());
    tag("TimeControlBlack", plan.limits_of(game.black).to_string());
    tag("Termination", game.ending.reason.clone());
    if let Some(detail) = &game.ending.detail {
        tag("TerminationDetail", plain(detail));
    }
    Ok(pdn::write(&record, WriteOptions::default()))
}

fn comment(entry: &MoveRecord) -> String {
    let score = entry.score.as_deref().unwrap_or("?");
    let depth = entry
        .depth
        .map_or("?".to_string(), |depth| depth.to_string());
    let mut text = format!("{score}/{depth} {:.3}s", entry.us as f64 / 1e6);
    if let Some(clock) = entry.clock {
        let seconds = clock / 1_000;
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
        text.push_str(&format!(" [%clk {hours}:{minutes:02}:{:02}]", seconds % 60));
    }
    text
}

/// A tag's value without what would end it.
fn plain(text: &str) -> String {
    let replace = |c: char| {
        if c == '"' || c == '\\' || c.is_control() {
            '\''
        } else {
            c
        }
    };
    text.chars().map(replace).collect()
}

/// The date as `2026.01.31` (UTC).
fn today() -> String {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let (year, month, day) = civil(since.as_secs() / 86_400);
    format!("{year}.{month:02}.{day:02}")
}

/// Year, month and day of a day counted from 1 January 1970.
fn civil(mut days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_the_calendar() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(59), (1970, 3, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_088), (2024, 12, 31));
        assert_eq!(civil(20_089), (2025, 1, 1));
    }

    #[test]
    fn comments_say_what_the_engine_said() {
        let entry = MoveRecord {
            mv: "22-18".to_string(),
            score: Some("+0.35".to_string()),
            depth: Some(12),
            nodes: None,
            us: 51_400,
            clock: Some(3_725_999),
            eval: None,
        };
        assert_eq!(comment(&entry), "+0.35/12 0.051s [%clk 1:02:05]");
    }
}
