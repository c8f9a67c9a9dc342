//! The engine: what is kept between searches, and the way from a game to an answer.

use crate::deepening::{self, Found, Root};
use crate::eval::Simple;
use crate::limits::{Limits, Signal};
use crate::path::Path;
use crate::report::{Bound, Observer, Outcome};
use crate::score::Score;
use crate::shared::Shared;
use crate::skill::{self, Skill};
use crate::table::Table;
use crate::time::Budget;
use crate::worker::{RootMove, Worker};
use damka_engine::{Position, Rules};
use damka_engine::{game::Game, status::Status};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use thiserror::Error;

/// Stack of a searching thread in bytes: a line of [`MAX_PLY`](crate::ordering::MAX_PLY) nodes with their move
/// lists needs about 1 MiB.
const STACK: usize = 8 << 20;
/// Table of a search that was stopped before its own was ready, in MiB.
const SMALL: usize = 1;

/// What the system does not grant.
#[derive(Debug, Error)]
pub enum PrepareError {
    /// So many searching threads.
    #[error("cannot start {count} searching threads: {reason}")]
    Threads {
        /// Threads asked for.
        count: usize,
        /// What the system says.
        reason: ThreadPoolBuildError,
    },
    /// So large a transposition table.
    #[error("not enough memory for a transposition table of {megabytes} MiB")]
    Memory {
        /// MiB asked for.
        megabytes: usize,
    },
}

/// A searcher with its threads and its transposition table.
pub struct Engine {
    threads: usize,
    hash: usize,
    pool: Option<ThreadPool>,
    table: Option<Table>,
    /// What the table holds is to be forgotten before it is used again.
    stale: bool,
    skill: Option<Skill>,
    random: fastrand::Rng,
}

impl Default for Engine {
    fn default() -> Self {
        Engine::new()
    }
}

impl Engine {
    /// Default size of the transposition table in MiB.
    pub const DEFAULT_HASH: usize = 64;
    /// Greatest size of the transposition table in MiB.
    pub const MAX_HASH: usize = 1 << 20;
    /// Greatest number of threads.
    pub const MAX_THREADS: usize = 256;

    /// One thread, [`Engine::DEFAULT_HASH`]. Memory and threads are taken at the first search or
    /// [`Engine::prepare`], so this costs nothing.
    pub fn new() -> Engine {
        Engine {
            threads: 1,
            hash: Self::DEFAULT_HASH,
            pool: None,
            table: None,
            stale: false,
            skill: None,
            random: fastrand::Rng::new(),
        }
    }

    /// Sets the number of threads, clamped to 1..=[`Engine::MAX_THREADS`].
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.clamp(1, Self::MAX_THREADS);
        if threads != self.threads {
            self.threads = threads;
            self.pool = None;
        }
    }

    /// Number of searching threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Sets the size of the transposition table in MiB, clamped to 1..=[`Engine::MAX_HASH`]; a new size empties it.
    pub fn set_hash(&mut self, megabytes: usize) {
        let megabytes = megabytes.clamp(1, Self::MAX_HASH);
        if megabytes != self.hash {
            self.hash = megabytes;
            self.table = None;
        }
    }

    /// Size of the transposition table in MiB.
    pub fn hash(&self) -> usize {
        self.hash
    }

    /// Plays weaker than it could, or (`None`) at full strength.
    pub fn set_skill(&mut self, skill: Option<Skill>) {
        self.skill = skill;
    }

    /// Makes the choices of a weaker level repeatable.
    pub fn set_seed(&mut self, seed: u64) {
        self.random.seed(seed);
    }

    /// Forgets everything that was learned in earlier searches. The next [`Engine::prepare`] or search empties the
    /// table, which takes time if it is large.
    pub fn clear(&mut self) {
        self.stale = self.table.is_some();
    }

    /// Does now what [`Engine::clear`] has left to do, unless the signal says stop.
    pub fn empty(&mut self, signal: &Signal) {
        if let (true, Some(pool), Some(table)) = (self.stale, &self.pool, &self.table) {
            self.stale = !pool.install(|| table.clear(signal));
        }
    }

    /// Starts the threads, takes the memory and empties it, so that the first search finds everything ready.
    ///
    /// # Errors
    /// When the system does not grant the threads or the memory.
    pub fn prepare(&mut self) -> Result<(), PrepareError> {
        self.prepare_for(&Signal::new())
    }

    /// The same for one search: nothing is waited for when it is stopped meanwhile.
    ///
    /// # Errors
    /// When the system does not grant the threads or the memory.
    pub fn prepare_for(&mut self, signal: &Signal) -> Result<(), PrepareError> {
        if self.pool.is_none() {
            let name = |index| format!("search-{index}");
            let builder = ThreadPoolBuilder::new()
                .num_threads(self.threads)
                .stack_size(STACK);
            let pool = builder.thread_name(name).build();
            self.pool = Some(pool.map_err(|reason| PrepareError::Threads {
                count: self.threads,
                reason,
            })?);
        }
        if let (Some(pool), None) = (&self.pool, &self.table) {
            let megabytes = self.hash;
            let table = pool.install(|| Table::new(megabytes, signal));
            self.table = table.map_err(|_| PrepareError::Memory { megabytes })?;
            self.stale = false;
        }
        self.empty(signal);
        Ok(())
    }

    /// Searches the current position of a game until a limit is reached or the signal says stop.
    ///
    /// A position that is drawn already is searched all the same. Without a legal move the outcome has no move; with
    /// one there is a move with a score, however soon the search is stopped.
    ///
    /// # Errors
    /// When the system does not grant the threads or the memory; [`Engine::prepare`] tells beforehand.
    pub fn search<R: Rules>(
        &mut self,
        game: &Game<R>,
        limits: &Limits<R>,
        signal: &Signal,
        observer: &mut dyn Observer<R>,
    ) -> Result<Outcome<R>, PrepareError> {
        self.prepare_for(signal)?;
        let Some(pool) = &self.pool else {
            unreachable!("prepared above")
        };
        // A search that was stopped before its table was ready still has its first iteration to finish.
        let small;
        let table = match &self.table {
            Some(table) if !self.stale => table,
            _ => {
                small = Table::new(SMALL, &Signal::new());
                let Ok(Some(table)) = &small else {
                    return Err(PrepareError::Memory { megabytes: SMALL });
                };
                table
            }
        };
        let position = *game.position();
        let wanted = limits;
        let limits = &weakened(limits, self.skill);
        let moves = root_moves(&position, limits);
        if moves.is_empty() {
            return Ok(Outcome {
                best: None,
                ponder: None,
                score: Score::loss_in(0),
                bound: Bound::Exact,
                depth: 0,
                nodes: 0,
                time: signal.elapsed(),
            });
        }
        table.new_search();
        let budget = Budget::new(limits);
        let path = Path::to_root(game);
        let root = || Root {
            position,
            counters: game.counters(),
            moves: moves.clone(),
            all: limits.search_moves.is_empty(),
        };
        let shared = Shared::new(table, signal, self.threads, budget.hard, limits.nodes);
        let mut found = pool.install(|| {
            rayon::scope(|scope| {
                for index in 1..self.threads {
                    let (shared, path, root) = (&shared, &path, root());
                    scope.spawn(move |_| {
                        deepening::help(Worker::new(shared, &Simple, index, path), root);
                    });
                }
                let worker = Worker::new(&shared, &Simple, 0, &path);
                let clock = (budget, signal, &shared);
                let reports = (wanted.multi_pv, observer);
                let found = deepening::lead(worker, root(), limits, clock, reports);
                shared.finish();
                found
            })
        });
        if let Some(skill) = self.skill {
            found.choose(skill, &mut self.random);
        }
        Ok(outcome(game, &found, &shared, signal))
    }
}

/// The limits of a weaker level: fewer nodes, and several lines to choose from.
fn weakened<R: Rules>(limits: &Limits<R>, skill: Option<Skill>) -> Limits<R> {
    let mut limits = limits.clone();
    if let Some(skill) = skill {
        limits.nodes = Some(
            limits
                .nodes
                .map_or(skill.nodes, |nodes| nodes.min(skill.nodes)),
        );
        limits.multi_pv = limits.multi_pv.max(skill::LINES);
    }
    limits
}

fn root_moves<R: Rules>(position: &Position<R>, limits: &Limits<R>) -> Vec<RootMove<R>> {
    let wanted = &limits.search_moves;
    let legal = position.legal_moves().into_iter();
    legal
        .filter(|mv| wanted.is_empty() || wanted.contains(mv))
        .map(|mv| RootMove {
            mv,
            score: Score::MIN,
            bound: Bound::Exact,
            previous: Score::MIN,
            line: vec![mv],
        })
        .collect()
}

fn outcome<R: Rules>(
    game: &Game<R>,
    found: &Found<R>,
    shared: &Shared<'_>,
    signal: &Signal,
) -> Outcome<R> {
    let best = &found.best;
    Outcome {
        best: Some(best.mv),
        ponder: ponder_move(game, &best.line),
        score: best.score,
        bound: best.bound,
        depth: found.depth,
        nodes: shared.total_nodes(),
        time: signal.elapsed(),
    }
}

/// The expected answer, if the game goes on after it.
fn ponder_move<R: Rules>(
    game: &Game<R>,
    line: &[damka_engine::Move<R::Board>],
) -> Option<damka_engine::Move<R::Board>> {
    let &[best, answer, ..] = line else {
        return None;
    };
    let mut ahead = game.clone();
    ahead.play(best).ok()?;
    ahead.play(answer).ok()?;
    (ahead.status() == Status::Ongoing).then_some(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_engine::{Variant, with_rules};

    /// The second line's value, or that of some moves only, is not the value of the root.
    fn the_table_learns_the_best_line_of_the_root<R: Rules>() {
        let mut random = fastrand::Rng::with_seed(11);
        let mut engine = Engine::new();
        engine.set_hash(1);
        for _ in 0..10 {
            let mut game = Game::<R>::start();
            for _ in 0..random.usize(0..30) {
                let moves = game.legal_moves();
                if game.status() == Status::Ongoing {
                    game.play(moves[random.usize(0..moves.len())]).unwrap();
                }
            }
            let root = *game.position();
            let moves = game.legal_moves();
            if moves.len() < 2 {
                continue;
            }
            let mut search = |limits| {
                engine.clear();
                let found = engine.search(&game, &limits, &Signal::new(), &mut ());
                (
                    found.unwrap(),
                    engine.table.as_ref().unwrap().get(root.key()),
                )
            };
            let lines = Limits {
                depth: Some(5),
                multi_pv: 100,
                ..Limits::default()
            };
            let (outcome, entry) = search(lines.clone());
            let entry = entry.expect("the root is kept");
            // What is searched later may come out a little better than the first line.
            assert!(entry.score.plus(20) >= outcome.score, "{root:?}");
            let (_, entry) = search(Limits {
                search_moves: vec![moves[random.usize(0..moves.len())]],
                ..lines
            });
            assert!(entry.is_none(), "{root:?}");
        }
    }

    #[test]
    fn what_the_table_knows_of_the_root() {
        for variant in Variant::ALL {
            with_rules!(variant, R => the_table_learns_the_best_line_of_the_root::<R>());
        }
    }
}
