//! Writes `tests/data/draws.jsonl`: games that stop just before, on or after the limit of a counted draw.
//!
//! A case is planned by hand, ply by ply, as a row of *steps* ("27 king moves with the lone king off the main road, a
//! promotion, 9 more"), and the expected result is reasoned from the rules in `docs/rules.md`. This program only looks
//! for legal moves that carry the plan out without repeating a position; it asks neither `Game` nor `Counters`.
//!
//! `cargo run -p damka-engine --example draw_cases > tests/data/draws.jsonl`

mod fmjd64;
mod plans;

use damka_engine::{Geometry, Move, Position, Rules, Variant, Word, fen, with_rules};
use std::collections::HashSet;
use std::io::{self, Write};

/// One planned case.
pub struct Case {
    /// Draw rules.
    pub rules: &'static str,
    /// Variant.
    pub variant: Variant,
    /// What the case shows.
    pub name: String,
    /// Position that is set up.
    pub fen: String,
    /// Steps, see [`parse_plan`].
    pub plan: String,
    /// `ongoing`, `draw:reason` or `win_white:reason`.
    pub expect: String,
    /// The reasoning.
    pub why: String,
}

/// What one ply has to be.
#[derive(Clone, PartialEq, Debug)]
enum Step {
    /// A quiet move: by a king or a man, promoting or not, and where the lone king has to stand after it.
    Quiet {
        king: bool,
        promotes: bool,
        road: Road,
    },
    /// A capture of one piece after which the game goes on.
    Capture(Road),
    /// A capture of the last pieces.
    WinningCapture,
    /// A quiet move after which the opponent has pieces but no move.
    Block,
    /// This move.
    Exactly(String),
}

/// Demand on the lone king.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Road {
    Any,
    /// It stands on the main road, and nothing else does.
    Held,
    /// Not so.
    NotHeld,
    /// It stands there, and something else does too.
    Shared,
}

/// Reads a plan: words `count letter`, count 1 when left out, or `=move`.
///
/// `K` king move; `k` the same with the main road held after it, `o` not held, `b` shared; `m` man move, `r` held,
/// `n` not held; `p` quiet promotion, `P` held; `x` capture, `h` held; `W` winning capture; `B` block.
fn parse_plan(plan: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    for word in plan.split_whitespace() {
        if let Some(mv) = word.strip_prefix('=') {
            steps.push(Step::Exactly(mv.to_string()));
            continue;
        }
        let (count, letter) = word.split_at(word.len() - 1);
        let count = if count.is_empty() {
            1
        } else {
            count.parse().expect("count")
        };
        let quiet = |king, promotes, road| Step::Quiet {
            king,
            promotes,
            road,
        };
        let step = match letter {
            "K" => quiet(true, false, Road::Any),
            "k" => quiet(true, false, Road::Held),
            "o" => quiet(true, false, Road::NotHeld),
            "b" => quiet(true, false, Road::Shared),
            "m" => quiet(false, false, Road::Any),
            "r" => quiet(false, false, Road::Held),
            "n" => quiet(false, false, Road::NotHeld),
            "p" => quiet(false, true, Road::Any),
            "P" => quiet(false, true, Road::Held),
            "x" => Step::Capture(Road::Any),
            "h" => Step::Capture(Road::Held),
            "W" => Step::WinningCapture,
            "B" => Step::Block,
            _ => panic!("unknown step {word}"),
        };
        steps.extend(std::iter::repeat_n(step, count));
    }
    steps
}

impl Road {
    fn holds<R: Rules>(self, position: &Position<R>) -> bool {
        if self == Road::Any {
            return true;
        }
        // The diagonal whose squares have file and row adding up to a constant, a1 and h8 at its ends.
        let on_road: Vec<_> = R::Board::squares()
            .filter(|square| R::Board::file(*square) + R::Board::row(*square) + 1 == R::Board::ROWS)
            .filter_map(|square| position.get(square))
            .collect();
        let pieces = position.pieces();
        let lone_is_there = on_road
            .iter()
            .any(|piece| piece.king && pieces.of(piece.color).count() == 1);
        match self {
            Road::Any => true,
            Road::Held => lone_is_there && on_road.len() == 1,
            Road::NotHeld => !(lone_is_there && on_road.len() == 1),
            Road::Shared => lone_is_there && on_road.len() > 1,
        }
    }
}

impl Step {
    fn fits<R: Rules>(
        &self,
        before: &Position<R>,
        mv: Move<R::Board>,
        after: &Position<R>,
    ) -> bool {
        let won = after.pieces().of(after.turn()).is_empty() || !after.has_moves();
        let by_king = before.get(mv.from()).is_some_and(|piece| piece.king);
        match self {
            Step::Quiet {
                king,
                promotes,
                road,
            } => {
                !won && !mv.is_capture()
                    && by_king == *king
                    && mv.promotes() == *promotes
                    && road.holds(after)
            }
            Step::Capture(road) => !won && mv.captured().count() == 1 && road.holds(after),
            Step::WinningCapture => after.pieces().of(after.turn()).is_empty(),
            Step::Block => won && !mv.is_capture() && after.pieces().of(after.turn()).any(),
            Step::Exactly(text) => mv.to_string() == *text,
        }
    }
}

/// Depth-first search for moves that carry out a plan.
struct Planner<'a, R: Rules> {
    steps: &'a [Step],
    random: fastrand::Rng,
    seen: Vec<Position<R>>,
    moves: Vec<Move<R::Board>>,
    /// Plies and positions from which nothing was found.
    failed: HashSet<(usize, u64)>,
    budget: u32,
}

impl<R: Rules> Planner<'_, R> {
    fn find(&mut self) -> bool {
        let ply = self.moves.len();
        if ply == self.steps.len() {
            return true;
        }
        let position = self.seen[ply];
        if self.budget == 0 || self.failed.contains(&(ply, position.key())) {
            return false;
        }
        self.budget -= 1;
        let mut moves = position.legal_moves();
        self.random.shuffle(&mut moves);
        let exact = matches!(self.steps[ply], Step::Exactly(_));
        for mv in moves {
            let after = position.after(mv);
            let repeats = !exact && self.seen.contains(&after);
            if repeats || !self.steps[ply].fits(&position, mv, &after) {
                continue;
            }
            self.seen.push(after);
            self.moves.push(mv);
            if self.find() {
                return true;
            }
            self.seen.pop();
            self.moves.pop();
        }
        self.failed.insert((ply, position.key()));
        false
    }
}

fn moves_of<R: Rules>(case: &Case) -> Option<Vec<String>> {
    let start = fen::parse::<R>(&case.fen).expect(&case.fen);
    let steps = parse_plan(&case.plan);
    (0..40).find_map(|seed| {
        let mut planner = Planner {
            steps: &steps,
            random: fastrand::Rng::with_seed(seed),
            seen: vec![start],
            moves: vec![],
            failed: HashSet::new(),
            budget: 50_000,
        };
        planner
            .find()
            .then(|| planner.moves.iter().map(|mv| mv.to_string()).collect())
    })
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for case in plans::all() {
        let moves = with_rules!(case.variant, R => moves_of::<R>(&case));
        let Some(moves) = moves else {
            eprintln!("no game for {} {} {}", case.rules, case.name, case.plan);
            continue;
        };
        let (status, reason) = case.expect.split_once(':').unwrap_or((&case.expect, ""));
        let mut expect = serde_json::json!({ "status": status });
        if !reason.is_empty() {
            expect["reason"] = reason.into();
        }
        let line = serde_json::json!({
            "id": format!("{} {}", case.rules, case.name),
            "variant": case.variant.name(),
            "draw_rules": case.rules,
            "fen": case.fen,
            "moves": moves,
            "expect": expect,
            "why": case.why,
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}
