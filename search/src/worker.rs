//! One thread of a search: principal variation search with its quiescence.

use crate::busy::{self, Mark};
use crate::eval::Evaluate;
use crate::ordering::{Agenda, Frame, History, MAX_PLY, MoveStack};
use crate::path::Path;
use crate::reduction::{is_too_late, reduction};
use crate::report::Bound;
use crate::score::Score;
use crate::shared::Shared;
use crate::table::{Entry, MoveCode};
use damka_engine::draws::Counters;
use damka_engine::{Move, Position, Rules};

/// The first iteration is always finished, so that there is a move with a score, unless it takes more nodes than
/// this: with forty kings on the board the captures alone have no end.
const FIRST_ITERATION: u64 = 20_000;
/// A smaller limit of nodes holds for it, too, but this many it may take: nearly every position has fewer moves.
const LEAST_NODES: u64 = 100;

/// Nodes between two looks at the clock and the signal: about a tenth of a millisecond.
const CHECK_EVERY: u64 = 512;

/// A root move and what is known about it.
#[derive(Clone, Debug)]
pub struct RootMove<R: Rules> {
    /// The move.
    pub mv: Move<R::Board>,
    /// Value in the last iteration that looked at it, [`Score::MIN`] if it was only refuted.
    pub score: Score,
    /// Whether that value is exact; a search that is broken off may know no more than a bound.
    pub bound: Bound,
    /// Value in the iteration before.
    pub previous: Score,
    /// The line that begins with it.
    pub line: Vec<Move<R::Board>>,
}

/// The state of one searching thread.
pub struct Worker<'a, R: Rules, E> {
    shared: &'a Shared<'a>,
    eval: &'a E,
    index: usize,
    history: History,
    moves: MoveStack<R::Board>,
    path: Path,
    lines: Vec<Vec<Move<R::Board>>>,
    /// Positions entered by making a move.
    pub nodes: u64,
    /// Greatest ply reached.
    pub selective_depth: u32,
    /// Sum of the plies of the evaluated positions, and their number.
    pub leaves: (u64, u64),
    /// Depth of the current iteration; extensions end at twice this ply.
    depth: usize,
    stopped: bool,
    /// Whether an answer exists, so that the search may be broken off.
    pub may_stop: bool,
}

/// A child node: a move, the position after it, and the draw counters there.
struct Child<R: Rules> {
    mv: Move<R::Board>,
    position: Position<R>,
    counters: Counters,
}

impl<'a, R: Rules, E: Evaluate<R>> Worker<'a, R, E> {
    /// A thread that starts from the end of `path`.
    pub fn new(shared: &'a Shared<'a>, eval: &'a E, index: usize, path: &Path) -> Self {
        Worker {
            shared,
            eval,
            index,
            history: History::new(),
            moves: MoveStack::new(),
            path: path.clone(),
            lines: vec![Vec::new(); MAX_PLY + 2],
            nodes: 0,
            selective_depth: 0,
            leaves: (0, 0),
            depth: 0,
            stopped: false,
            may_stop: false,
        }
    }

    /// Whether the search was broken off; scores are meaningless from then on.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    #[inline(always)]
    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_EVERY) || self.nodes >= self.shared.share {
            self.check();
        }
    }

    #[cold]
    fn check(&mut self) {
        let over = self.shared.publish(self.index, self.nodes);
        let patience = self.shared.share.clamp(LEAST_NODES, FIRST_ITERATION);
        self.stopped |= (self.may_stop || self.nodes >= patience) && over;
    }

    /// The value of a root move at first sight, for a search that was stopped before it knew more.
    pub fn glance(&mut self, position: &Position<R>, mv: Move<R::Board>) -> Score {
        -self.evaluate(&position.after(mv), 1)
    }

    /// Searches the root moves within a window, to `depth` plies, and puts the best in front. Only when they are
    /// `all` the moves of the root is the result what the table should know of it.
    pub fn search_root(
        &mut self,
        (position, counters): (&Position<R>, Counters),
        (moves, all): (&mut [RootMove<R>], bool),
        (mut alpha, beta): (Score, Score),
        depth: i32,
    ) -> Score {
        let mut best = Score::MIN;
        let start = alpha;
        self.depth = depth as usize;
        self.history.enter(0);
        for index in 0..moves.len() {
            let child = self.child(position, counters, moves[index].mv);
            let score = self.search_child(&child, index == 0, (alpha, beta), depth - 1, 0, 0);
            if self.stopped {
                break;
            }
            let root_move = &mut moves[index];
            if index == 0 || score > alpha {
                root_move.score = score;
                root_move.bound = bound_of(score, alpha, beta);
                root_move.line.clear();
                root_move.line.push(child.mv);
                root_move.line.extend_from_slice(&self.lines[1]);
            } else {
                root_move.score = Score::MIN;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                moves[..=index].rotate_right(1);
                if score >= beta {
                    break;
                }
            }
        }
        if all && !self.stopped {
            let bound = bound_of(best, start, beta);
            let code = if bound == Bound::Upper {
                MoveCode::NONE
            } else {
                MoveCode::of(moves[0].mv)
            };
            let key = Self::table_key(position, counters, depth);
            self.store(key, code, best, depth, bound, 0);
        }
        best
    }

    fn child(
        &mut self,
        position: &Position<R>,
        counters: Counters,
        mv: Move<R::Board>,
    ) -> Child<R> {
        let after = position.after(mv);
        // As early as it is known. Draw counters enter the key near their limit only, so this is nearly always it.
        self.shared.table.prefetch(after.key());
        self.count_node();
        Child {
            mv,
            position: after,
            counters: counters.after(position, mv, &after),
        }
    }

    /// The value of a child for its parent: with the full window when it is the first, otherwise with a null
    /// window first, reduced by `reduction` plies, and again where that does not refute it.
    fn search_child(
        &mut self,
        child: &Child<R>,
        first: bool,
        (alpha, beta): (Score, Score),
        depth: i32,
        reduction: i32,
        ply: usize,
    ) -> Score {
        self.path.push(child.mv, &child.position);
        let mut score = Score::MIN;
        let null = (-alpha.plus(1), -alpha);
        let (position, counters) = (&child.position, child.counters);
        if !first {
            score = -self.node::<false>(position, counters, null, depth - reduction, ply + 1);
            if reduction > 0 && score > alpha && !self.stopped {
                score = -self.node::<false>(position, counters, null, depth, ply + 1);
            }
        }
        if first || (score > alpha && beta > alpha.plus(1) && !self.stopped) {
            score = -self.node::<true>(position, counters, (-beta, -alpha), depth, ply + 1);
        }
        self.path.pop();
        score
    }

    /// Key under which a node is kept: with the draw counters while one can run out within its depth.
    #[inline(always)]
    fn table_key(position: &Position<R>, counters: Counters, depth: i32) -> u64 {
        match counters.plies_to_draw() {
            Some(plies) if plies as i32 <= depth + 4 => position.key() ^ counters.signature(),
            _ => position.key(),
        }
    }

    fn store(&self, key: u64, best: MoveCode, score: Score, depth: i32, bound: Bound, ply: usize) {
        let score = score.relative_to_node(ply as u32);
        self.shared.table.put(
            key,
            Entry {
                best,
                score,
                depth,
                bound,
            },
        );
    }

    /// The value of a node for the side to move.
    ///
    /// `PV` nodes have an open window and keep their line; others have a null window.
    fn node<const PV: bool>(
        &mut self,
        position: &Position<R>,
        counters: Counters,
        (mut alpha, mut beta): (Score, Score),
        depth: i32,
        ply: usize,
    ) -> Score {
        if PV {
            self.lines[ply].clear();
        }
        if self.stopped {
            return Score::DRAW;
        }
        if counters.draw().is_some() || self.path.is_repeated() {
            // A move that wins on the very ply of the draw wins.
            return if position.has_moves() {
                Score::DRAW
            } else {
                Score::loss_in(ply as u32)
            };
        }
        alpha = alpha.max(Score::loss_in(ply as u32));
        beta = beta.min(Score::win_in(ply as u32 + 1));
        if alpha >= beta {
            return alpha;
        }
        if depth <= 0 {
            return self.quiescence::<PV>(position, (alpha, beta), ply);
        }
        if ply >= MAX_PLY {
            return self.evaluate(position, ply);
        }

        let frame = self.moves.push(position);
        let score = self.expand::<PV>(position, counters, frame, (alpha, beta), depth, ply);
        self.moves.pop(frame);
        score
    }

    /// The part of [`node`](Self::node) that knows the moves.
    fn expand<const PV: bool>(
        &mut self,
        position: &Position<R>,
        counters: Counters,
        frame: Frame,
        (mut alpha, beta): (Score, Score),
        mut depth: i32,
        ply: usize,
    ) -> Score {
        if frame.len() == 0 {
            return Score::loss_in(ply as u32);
        }
        let captures = self.moves.are_captures(frame);
        // Only now is the table asked: its entry was sent for when the key was known, and has had the time to arrive.
        let far_off = if PV || captures {
            None
        } else {
            self.far_off(position, (alpha, beta), depth)
        };
        let key = Self::table_key(position, counters, depth);
        let known = self.shared.table.get(key);
        if let Some(entry) = known
            && !PV
            && entry.depth >= depth
        {
            let score = entry.score.relative_to_root(ply as u32);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if cuts {
                return score;
            }
        }
        if let Some(score) = far_off {
            return score;
        }
        let hash_move = known.map_or(MoveCode::NONE, |entry| entry.best);
        // Without a hash move a shallower search is cheap and finds one for the next time.
        if depth >= 3 && hash_move == MoveCode::NONE && !captures {
            depth -= 1;
        }

        self.history.enter(ply);
        // The hash move is often enough: the others are ranked when it was not.
        let settled = self.moves.put_first(frame, hash_move);
        let start = alpha;
        let mut best = Score::MIN;
        let mut best_move = MoveCode::NONE;
        let only_move = frame.len() == 1;
        let busy = &self.shared.busy;
        let shares = depth >= busy::LEAST_DEPTH && busy.is_used();
        let mut agenda = Agenda::new(frame);
        while let Some((index, first_look)) = agenda.next() {
            let mv = if first_look && index >= settled {
                if index == settled {
                    self.rank(frame, settled, position, captures, ply);
                }
                self.moves.pick(frame, index)
            } else {
                self.moves.at(frame, index)
            };
            let code = MoveCode::of(mv);
            if !PV && !captures && !mv.promotes() && !best.is_decided() && is_too_late(depth, index)
            {
                agenda.leave_out_the_rest();
                continue;
            }
            let mark = shares.then(|| Mark::new(key, code));
            if let Some(mark) = mark
                && first_look
                && index > 0
                && busy.is_marked(mark)
                && agenda.put_off(index)
            {
                continue;
            }
            let extension = (only_move && ply < 2 * self.depth) as i32;
            let child = self.child(position, counters, mv);
            let reduction = if captures {
                0
            } else {
                reduction::<PV>(depth, index, mv.promotes())
            };
            let next = depth - 1 + extension;
            let first = PV && index == 0;
            if let Some(mark) = mark {
                busy.mark(mark);
            }
            let score = self.search_child(&child, first, (alpha, beta), next, reduction, ply);
            if let Some(mark) = mark {
                busy.unmark(mark);
            }
            if self.stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = code;
                    alpha = score;
                    if PV {
                        self.extend_line(mv, ply);
                    }
                    if score >= beta {
                        if !captures {
                            let others = self.moves.at_all(frame, agenda.tried_before(index));
                            self.history
                                .cut_off(position.turn(), mv, others, depth, ply);
                        }
                        break;
                    }
                }
            }
        }
        let bound = bound_of(best, start, beta);
        self.store(key, best_move, best, depth, bound, ply);
        best
    }

    /// Ranks the moves at the places from `first` on.
    #[inline(always)]
    fn rank(
        &mut self,
        frame: Frame,
        first: usize,
        position: &Position<R>,
        captures: bool,
        ply: usize,
    ) {
        if captures {
            self.moves.rank_captures(frame, first, position);
        } else {
            self.moves
                .rank_quiet(frame, first, position.turn(), &self.history, ply);
        }
    }

    fn extend_line(&mut self, mv: Move<R::Board>, ply: usize) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(mv);
        head[ply].extend_from_slice(&tail[0]);
    }

    /// The value of a quiet position near the leaves that lies so far outside the window that a search would hardly
    /// bring it back. Above it the opponent must threaten nothing, and half of what is more is granted. All of this was
    /// found by matches, see docs/strength.md.
    fn far_off(
        &self,
        position: &Position<R>,
        (alpha, beta): (Score, Score),
        depth: i32,
    ) -> Option<Score> {
        /// Greatest depth, and what a ply may cost in centi-men.
        const ABOVE: (i32, i32) = (3, 60);
        /// The same for what a ply may bring.
        const BELOW: (i32, i32) = (2, 80);
        if depth > ABOVE.0.max(BELOW.0) {
            return None;
        }
        let value = self.eval.evaluate(position);
        let (more, less) = (value - beta.raw(), alpha.raw() - value);
        if depth <= ABOVE.0
            && more >= ABOVE.1 * depth
            && !beta.is_decided()
            && !position.can_capture(!position.turn())
        {
            return Some(beta.plus(more / 2));
        }
        (depth <= BELOW.0 && less >= BELOW.1 * depth && !alpha.is_decided()).then_some(alpha)
    }

    fn evaluate(&mut self, position: &Position<R>, ply: usize) -> Score {
        self.leaves.0 += ply as u64;
        self.leaves.1 += 1;
        self.selective_depth = self.selective_depth.max(ply as u32);
        Score::centimen(self.eval.evaluate(position))
    }

    /// The value of a node once all captures, which are forced, are played out.
    ///
    /// Looking one ply further where the opponent threatens to capture costs more than it tells (docs/strength.md).
    fn quiescence<const PV: bool>(
        &mut self,
        position: &Position<R>,
        (mut alpha, beta): (Score, Score),
        ply: usize,
    ) -> Score {
        if PV {
            self.lines[ply].clear();
        }
        if self.stopped {
            return Score::DRAW;
        }
        if ply >= MAX_PLY || !position.must_capture() {
            return if position.has_moves() {
                self.evaluate(position, ply)
            } else {
                Score::loss_in(ply as u32)
            };
        }
        let frame = self.moves.push(position);
        if frame.len() > 1 {
            self.moves.rank_captures(frame, 0, position);
        }
        let mut best = Score::MIN;
        for index in 0..frame.len() {
            let mv = self.moves.pick(frame, index);
            let after = position.after(mv);
            self.count_node();
            let window = (-beta, -alpha);
            let score = -self.quiescence::<PV>(&after, window, ply + 1);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if PV {
                        self.extend_line(mv, ply);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.moves.pop(frame);
        best
    }
}

fn bound_of(best: Score, alpha: Score, beta: Score) -> Bound {
    if best >= beta {
        Bound::Lower
    } else if best > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}
