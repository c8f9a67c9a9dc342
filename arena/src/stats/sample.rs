//! Counts of results, by game and by pair of games.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::AddAssign;

/// Wins, draws and losses of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Wdl {
    /// Adds a game in which the side scored this many half points: 0, 1 or 2.
    pub fn add(&mut self, half_points: u32) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: a win counts one, a draw a half.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The counts as a sample of single games.
    pub fn sample(&self) -> Sample {
        Sample::new(&[self.losses, self.draws, self.wins], 1)
    }
}

impl AddAssign for Wdl {
    fn add_assign(&mut self, other: Wdl) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

/// Pairs of games by the points of one side: 0, ½, 1, 1½, 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Adds a pair in which the side scored this many half points: 0 to 4.
    pub fn add(&mut self, half_points: u32) {
        self.0[half_points.min(4) as usize] += 1;
    }

    /// All pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The counts as a sample of pairs.
    pub fn sample(&self) -> Sample {
        Sample::new(&self.0, 2)
    }
}

impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, e] = self.0;
        write!(f, "[{a}, {b}, {c}, {d}, {e}]")
    }
}

/// Counts of outcomes whose scores are evenly spaced from 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// Score of each outcome, 0 to 1, ascending.
    pub(super) scores: Vec<f64>,
    /// How often each outcome was seen.
    pub(super) counts: Vec<f64>,
    /// Games in one outcome: 1 for single games, 2 for pairs.
    pub(super) games_per_outcome: f64,
}

impl Sample {
    fn new(counts: &[u64], games_per_outcome: u32) -> Sample {
        let last = (counts.len() - 1) as f64;
        Sample {
            scores: (0..counts.len()).map(|i| i as f64 / last).collect(),
            counts: counts.iter().map(|&count| count as f64).collect(),
            games_per_outcome: f64::from(games_per_outcome),
        }
    }

    /// Outcomes seen.
    pub(super) fn size(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Games in all outcomes.
    pub(super) fn games(&self) -> f64 {
        self.size() * self.games_per_outcome
    }

    /// Points of all games.
    pub(super) fn points(&self) -> f64 {
        let outcomes = self.scores.iter().zip(&self.counts);
        outcomes.map(|(score, count)| score * count).sum::<f64>() * self.games_per_outcome
    }

    /// Variance of the points of all games, by what was seen.
    pub(super) fn spread(&self) -> f64 {
        if self.size() == 0.0 {
            return 0.0;
        }
        self.size() * self.games_per_outcome.powi(2) * self.moments().1
    }

    /// Mean and variance of one outcome's score.
    pub(super) fn moments(&self) -> (f64, f64) {
        let size = self.size();
        let weigh = |f: &dyn Fn(f64) -> f64| -> f64 {
            let pairs = self.scores.iter().zip(&self.counts);
            pairs.map(|(&score, count)| f(score) * count).sum::<f64>() / size
        };
        let mean = weigh(&|score| score);
        (mean, weigh(&|score| (score - mean) * (score - mean)))
    }

    /// The sample with outcomes that were never seen counted a thousandth, so that every likelihood is finite.
    pub(super) fn regularized(&self) -> Sample {
        let mut sample = self.clone();
        for count in &mut sample.counts {
            if *count == 0.0 {
                *count = 1e-3;
            }
        }
        sample
    }
}
