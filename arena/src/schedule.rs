//! Who plays whom, with what opening and which colour: a function of the number of the game.

use serde::{Deserialize, Serialize};
use std::str::FromStr;
use thiserror::Error;

/// What is not a form of tournament.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown tournament: {0} (roundrobin or gauntlet)")]
pub struct UnknownTournament(pub String);

/// The form of a tournament; for two engines both are the same match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tournament {
    /// Every engine against every other.
    #[default]
    RoundRobin,
    /// The first engine against all others.
    Gauntlet,
}

impl FromStr for Tournament {
    type Err = UnknownTournament;

    fn from_str(text: &str) -> Result<Tournament, UnknownTournament> {
        match text {
            "roundrobin" | "round-robin" => Ok(Tournament::RoundRobin),
            "gauntlet" => Ok(Tournament::Gauntlet),
            _ => Err(UnknownTournament(text.to_string())),
        }
    }
}

/// One game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Job {
    /// Number of the game, from 0.
    pub index: u64,
    /// Engine with White.
    pub white: usize,
    /// Engine with Black.
    pub black: usize,
    /// Index of the opening.
    pub opening: usize,
}

impl Job {
    /// Number of the pair of games with the same opening and exchanged colours.
    pub fn pair(index: u64) -> u64 {
        index / 2
    }
}

/// The games of a tournament, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    /// Indices of the openings in the order in which they are played.
    openings: Vec<usize>,
    /// Pairs of games of each pairing.
    pairs: u64,
}

impl Schedule {
    /// A schedule for so many engines and pairs of games of each pairing. Openings come in order, or shuffled by
    /// a seed, and start again when all were played.
    pub fn new(
        tournament: Tournament,
        engines: usize,
        pairs: u64,
        openings: usize,
        shuffle: Option<u64>,
    ) -> Schedule {
        let first = match tournament {
            Tournament::RoundRobin => engines,
            Tournament::Gauntlet => 1,
        };
        let pairings = (0..first.min(engines))
            .flat_map(|a| (a + 1..engines).map(move |b| (a, b)))
            .collect();
        let mut order: Vec<usize> = (0..openings).collect();
        if let Some(seed) = shuffle {
            fastrand::Rng::with_seed(seed).shuffle(&mut order);
        }
        Schedule {
            pairings,
            openings: order,
            pairs,
        }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        let pairs = self.pairs.saturating_mul(self.pairings.len() as u64);
        // An even number, as long as it can be counted.
        pairs.min(u64::MAX / 2) * 2
    }

    /// The game with a number; `None` beyond the last.
    pub fn job(&self, index: u64) -> Option<Job> {
        if index >= self.games() || self.openings.is_empty() {
            return None;
        }
        let pairings = self.pairings.len() as u64;
        let pair = Job::pair(index);
        let round = pair / pairings;
        let (a, b) = self.pairings[(pair % pairings) as usize];
        let (white, black) = if index.is_multiple_of(2) {
            (a, b)
        } else {
            (b, a)
        };
        Some(Job {
            index,
            white,
            black,
            opening: self.openings[(round % self.openings.len() as u64) as usize],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn jobs(schedule: &Schedule) -> Vec<Job> {
        (0..schedule.games())
            .map(|index| schedule.job(index).expect("game"))
            .collect()
    }

    #[test]
    fn openings_and_colours_are_balanced_exactly() {
        for (tournament, engines) in [
            (Tournament::RoundRobin, 2),
            (Tournament::RoundRobin, 5),
            (Tournament::Gauntlet, 4),
        ] {
            let schedule = Schedule::new(tournament, engines, 30, 10, Some(3));
            let mut count: HashMap<(usize, usize, usize), i32> = HashMap::new();
            for job in jobs(&schedule) {
                *count
                    .entry((job.white, job.black, job.opening))
                    .or_default() += 1;
                assert_ne!(job.white, job.black);
            }
            for (&(white, black, opening), &games) in &count {
                assert_eq!(games, 3);
                assert_eq!(count[&(black, white, opening)], games);
            }
        }
    }

    #[test]
    fn who_plays_whom() {
        let pairs = |tournament, engines| {
            let schedule = Schedule::new(tournament, engines, 1, 1, None);
            let jobs = jobs(&schedule);
            jobs.iter()
                .step_by(2)
                .map(|job| (job.white, job.black))
                .collect::<Vec<_>>()
        };
        assert_eq!(pairs(Tournament::RoundRobin, 3), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(pairs(Tournament::Gauntlet, 3), [(0, 1), (0, 2)]);
        assert_eq!(
            pairs(Tournament::Gauntlet, 2),
            pairs(Tournament::RoundRobin, 2)
        );
    }

    #[test]
    fn a_seed_shuffles_and_shuffles_alike() {
        let order = |seed| {
            let schedule = Schedule::new(Tournament::RoundRobin, 2, 50, 50, seed);
            jobs(&schedule)
                .iter()
                .map(|job| job.opening)
                .collect::<Vec<_>>()
        };
        assert_eq!(order(Some(1)), order(Some(1)));
        assert_ne!(order(Some(1)), order(Some(2)));
        assert_eq!(order(None)[..4], [0, 0, 1, 1]);
    }

    #[test]
    fn ends() {
        let schedule = Schedule::new(Tournament::RoundRobin, 2, 2, 3, None);
        assert_eq!(schedule.games(), 4);
        assert_eq!(schedule.job(4), None);
        // More games than can be counted are as many as can be.
        let schedule = Schedule::new(Tournament::RoundRobin, 9, u64::MAX / 2, 3, None);
        assert_eq!(schedule.games(), u64::MAX - 1);
        assert!(schedule.job(u64::MAX - 2).is_some());
    }
}
