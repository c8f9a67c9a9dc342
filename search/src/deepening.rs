//! Iterative deepening: one search after the other, each a ply deeper, with a window around the last score.

use crate::eval::Evaluate;
use crate::limits::{Limits, Signal};
use crate::report::{Info, Observer};
use crate::score::{Score, ScoreKind};
use crate::shared::Shared;
use crate::skill::Skill;
use crate::time::{Budget, Stability};
use crate::worker::{RootMove, Worker};
use damka_engine::draws::Counters;
use damka_engine::{Position, Rules};

/// Deepest iteration, in plies.
pub const MAX_DEPTH: u32 = 120;

/// With a clock, a move without alternative is searched to this depth only, for its score.
const FORCED_MOVE_DEPTH: u32 = 8;

/// The root of a search.
pub struct Root<R: Rules> {
    /// The position to search.
    pub position: Position<R>,
    /// The draw counters there.
    pub counters: Counters,
    /// The moves to choose from; never empty.
    pub moves: Vec<RootMove<R>>,
    /// Whether these are all legal moves.
    pub all: bool,
}

/// What the main thread found.
pub struct Found<R: Rules> {
    /// The move to play.
    pub best: RootMove<R>,
    /// The best lines of the last finished iteration, best first; none when even the first was broken off.
    pub lines: Vec<RootMove<R>>,
    /// The last finished iteration, in plies.
    pub depth: u32,
}

impl<R: Rules> Found<R> {
    /// Takes the move that a weaker level would play, of those whose values are of the same depth.
    pub fn choose(&mut self, skill: Skill, random: &mut fastrand::Rng) {
        let values: Vec<Score> = self.lines.iter().map(|line| line.score).collect();
        if let Some(chosen) = self.lines.get(skill.choose(&values, random)) {
            self.best = chosen.clone();
        }
    }
}

/// A helper's search: the same iterations without reports, until told to stop. That it does not do the main
/// thread's work once more is seen to by [`busy`](crate::busy).
pub fn help<R: Rules, E: Evaluate<R>>(mut worker: Worker<'_, R, E>, mut root: Root<R>) {
    worker.may_stop = true;
    for depth in 1..=MAX_DEPTH {
        iterate(&mut worker, &mut root, depth, 1);
        if worker.stopped() {
            return;
        }
        prepare(&mut root);
    }
}

/// The main thread's search. Of the lines that it follows only the first `shown` are reported.
pub fn lead<R: Rules, E: Evaluate<R>>(
    mut worker: Worker<'_, R, E>,
    mut root: Root<R>,
    limits: &Limits<R>,
    (budget, signal, shared): (Budget, &Signal, &Shared<'_>),
    (shown, observer): (u32, &mut dyn Observer<R>),
) -> Found<R> {
    let lines = (limits.multi_pv.max(1) as usize).min(root.moves.len());
    let shown = lines.min(shown.max(1) as usize);
    let timed = limits.clock.is_some() || limits.move_time.is_some();
    let mut stability = Stability::default();
    let mut finished = 0;
    let mut settled: Vec<RootMove<R>> = Vec::new();
    for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
        prepare(&mut root);
        iterate(&mut worker, &mut root, depth, lines);
        if worker.stopped() {
            break;
        }
        report(
            &worker,
            &root.moves[..shown],
            depth,
            (signal, shared),
            observer,
        );
        finished = depth;
        let best = &root.moves[0];
        if let Some(old) = settled.first() {
            let fall = old.score.raw() - best.score.raw();
            stability = stability.after(old.mv == best.mv, fall);
        }
        settled.clear();
        settled.extend_from_slice(&root.moves[..lines]);
        worker.may_stop = true;
        if signal.is_stopped() || is_done(limits, best.score, depth) {
            break;
        }
        if !signal.is_pondering() && timed {
            let forced = root.moves.len() == 1 && depth >= FORCED_MOVE_DEPTH;
            let decided = matches!(best.score.kind(), ScoreKind::Win(plies) | ScoreKind::Loss(plies) if depth > plies + 1);
            if forced || decided || budget.enough(signal.spent(), stability) {
                break;
            }
        }
    }
    shared.publish(0, worker.nodes);
    let best = match settled.first() {
        Some(best) if best.mv == root.moves[0].mv => best.clone(),
        known => {
            // The iteration that was broken off has found a better move, or it was the first.
            let best = &mut root.moves[0];
            if known.is_none() && best.score == Score::MIN {
                best.score = worker.glance(&root.position, best.mv);
            }
            let best = std::slice::from_ref(best);
            report(&worker, best, finished + 1, (signal, shared), observer);
            best[0].clone()
        }
    };
    Found {
        best,
        lines: settled,
        depth: finished,
    }
}

/// Whether a limit other than time and nodes is reached.
fn is_done<R: Rules>(limits: &Limits<R>, score: Score, depth: u32) -> bool {
    let won = matches!((limits.win_in, score.kind()), (Some(most), ScoreKind::Win(plies)) if plies <= most);
    won || limits.depth.is_some_and(|most| depth >= most)
}

fn prepare<R: Rules>(root: &mut Root<R>) {
    for root_move in &mut root.moves {
        root_move.previous = root_move.score;
    }
}

/// One iteration: the best `lines` moves, each by a search of its own over those that are left.
fn iterate<R: Rules, E: Evaluate<R>>(
    worker: &mut Worker<'_, R, E>,
    root: &mut Root<R>,
    depth: u32,
    lines: usize,
) {
    for line in 0..lines {
        aspirate(worker, root, depth, line);
        if worker.stopped() {
            break;
        }
        root.moves[..=line].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
    }
}

/// Searches with a window around the last value, and widens it while the value lies outside.
fn aspirate<R: Rules, E: Evaluate<R>>(
    worker: &mut Worker<'_, R, E>,
    root: &mut Root<R>,
    depth: u32,
    line: usize,
) {
    let expected = root.moves[line].previous;
    let mut width = 18;
    let (mut alpha, mut beta) = if depth >= 4 && !expected.is_decided() {
        (expected.plus(-width), expected.plus(width))
    } else {
        (Score::MIN, Score::MAX)
    };
    loop {
        let moves = (&mut root.moves[line..], root.all && line == 0);
        let position = (&root.position, root.counters);
        let score = worker.search_root(position, moves, (alpha, beta), depth as i32);
        if worker.stopped() {
            return;
        }
        width *= 3;
        let wide = width > 400;
        if score <= alpha && alpha > Score::MIN {
            alpha = if wide {
                Score::MIN
            } else {
                score.plus(-width).max(Score::MIN)
            };
        } else if score >= beta && beta < Score::MAX {
            beta = if wide {
                Score::MAX
            } else {
                score.plus(width).min(Score::MAX)
            };
        } else {
            return;
        }
    }
}

fn report<R: Rules, E: Evaluate<R>>(
    worker: &Worker<'_, R, E>,
    lines: &[RootMove<R>],
    depth: u32,
    (signal, shared): (&Signal, &Shared<'_>),
    observer: &mut dyn Observer<R>,
) {
    let (sum, count) = worker.leaves;
    for (line, multi_pv) in lines.iter().zip(1..) {
        observer.info(&Info {
            depth,
            selective_depth: worker.selective_depth.max(depth),
            mean_depth: if count == 0 {
                0.0
            } else {
                sum as f64 / count as f64
            },
            multi_pv,
            score: line.score,
            bound: line.bound,
            nodes: shared.total_nodes_with(0, worker.nodes),
            time: signal.elapsed(),
            hash_full: shared.table.hash_full(),
            table_hits: 0,
            line: line.line.clone(),
        });
    }
}
