//! The score so far: cross table, pairs, faults and reasons.

use crate::record::GameRecord;
use crate::schedule::Job;
use crate::stats::{CrossTable, Estimate, Pentanomial, Wdl};
use std::collections::{BTreeMap, HashMap, HashSet};

/// What all games so far add up to.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Who scored what against whom.
    pub table: CrossTable,
    /// All games by colour.
    pub white: Wdl,
    /// How many games ended for which reason.
    pub reasons: BTreeMap<String, u64>,
    /// Faults of each engine by reason.
    pub faults: Vec<BTreeMap<String, u64>>,
    /// Nodes of each engine, and the microseconds it took for them.
    pub speeds: Vec<(u64, u64)>,
    /// Moves of all games.
    pub moves: u64,
    /// Time outside the engines' thinking, in microseconds.
    pub overhead_us: u64,
    /// Pairs of games that are complete.
    pub pairs: u64,
    /// Pairs in which both games had the same moves.
    pub twins: u64,
    /// Pairs of which both games had been played before, move by move. They say nothing new, so that the pairs of the
    /// table, and all that is estimated from them, leave them out.
    pub repeats: u64,
    /// The games so far: who had White, the opening and the moves.
    seen: HashSet<(usize, usize, String)>,
    /// First games of pairs whose second game is still to come.
    waiting: HashMap<u64, GameRecord>,
}

impl Standings {
    /// Before the first game.
    pub fn new(engines: usize) -> Standings {
        Standings {
            table: CrossTable::new(engines),
            white: Wdl::default(),
            reasons: BTreeMap::new(),
            faults: vec![BTreeMap::new(); engines],
            speeds: vec![(0, 0); engines],
            moves: 0,
            overhead_us: 0,
            pairs: 0,
            twins: 0,
            repeats: 0,
            seen: HashSet::new(),
            waiting: HashMap::new(),
        }
    }

    /// Counts a game.
    pub fn add(&mut self, game: &GameRecord) {
        let half_points = game.half_points(game.white);
        self.table.add_game(game.white, game.black, half_points);
        self.white.add(half_points);
        *self.reasons.entry(game.ending.reason.clone()).or_default() += 1;
        if game.ending.fault {
            let loser = if half_points == 0 {
                game.white
            } else {
                game.black
            };
            let faults = &mut self.faults[loser];
            *faults.entry(game.ending.reason.clone()).or_default() += 1;
        }
        let white_begins = game.fen.starts_with('W');
        for (ply, entry) in game.moves.iter().enumerate() {
            let white = (ply % 2 == 0) == white_begins;
            let speed = &mut self.speeds[if white { game.white } else { game.black }];
            if let Some(nodes) = entry.nodes {
                speed.0 += nodes;
                speed.1 += entry.us;
            }
        }
        self.moves += game.moves.len() as u64;
        self.overhead_us += game.overhead_us;
        let pair = Job::pair(game.index);
        match self.waiting.remove(&pair) {
            None => {
                self.waiting.insert(pair, game.clone());
            }
            Some(other) => {
                self.pairs += 1;
                let [first, second] = [&other, game].map(moves);
                self.twins += u64::from(first == second);
                let new = [(&other, first), (game, second)].map(|(game, moves)| {
                    let line = format!("{} {moves}", game.fen);
                    self.seen.insert((game.white, game.black, line))
                });
                if new.contains(&true) {
                    let sum = half_points + other.half_points(game.white);
                    self.table.add_pair(game.white, game.black, sum);
                } else {
                    self.repeats += 1;
                }
            }
        }
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.white.games()
    }

    /// Games of the first two engines against each other, from the first one's side.
    pub fn first(&self) -> (Wdl, Pentanomial) {
        (self.table.games(0, 1), self.table.pairs(0, 1))
    }

    /// The difference of the first two engines: from pairs, or from single games before the first pair is complete.
    pub fn estimate(&self) -> Option<Estimate> {
        let (wdl, pairs) = self.first();
        let sample = if pairs.pairs() > 0 {
            pairs.sample()
        } else {
            wdl.sample()
        };
        Estimate::of(&sample)
    }

    /// Nodes per second of an engine, from what it says of its nodes; `None` when it says nothing.
    pub fn speed(&self, engine: usize) -> Option<f64> {
        let (nodes, us) = self.speeds[engine];
        (nodes > 0 && us > 0).then(|| nodes as f64 * 1e6 / us as f64)
    }

    /// Time outside the engines' thinking, in milliseconds a move.
    pub fn overhead_ms_per_move(&self) -> f64 {
        self.overhead_us as f64 / 1e3 / self.moves.max(1) as f64
    }
}

/// The moves of a game, one after the other.
fn moves(game: &GameRecord) -> String {
    let moves: Vec<&str> = game.moves.iter().map(|entry| entry.mv.as_str()).collect();
    moves.join(" ")
}
