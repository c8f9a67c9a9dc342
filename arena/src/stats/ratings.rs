//! Ratings of more than two players: cross table and maximum likelihood.

use super::Z95;
use super::elo::{Interval, score_of_elo};
use super::sample::{Pentanomial, Sample, Wdl};
use serde::Serialize;
use std::f64::consts::LN_10;

/// Results of every player against every other.
#[derive(Clone, PartialEq, Debug)]
pub struct CrossTable {
    players: usize,
    games: Vec<Wdl>,
    pairs: Vec<Pentanomial>,
}

impl CrossTable {
    /// An empty table of this many players.
    pub fn new(players: usize) -> CrossTable {
        CrossTable {
            players,
            games: vec![Wdl::default(); players * players],
            pairs: vec![Pentanomial::default(); players * players],
        }
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Adds a game in which `a` scored this many half points against `b`.
    pub fn add_game(&mut self, a: usize, b: usize, half_points: u32) {
        self.games[a * self.players + b].add(half_points);
        self.games[b * self.players + a].add(2 - half_points);
    }

    /// Adds a finished pair of games in which `a` scored this many half points against `b`. Its games are
    /// added one by one with [`add_game`](Self::add_game).
    pub fn add_pair(&mut self, a: usize, b: usize, half_points: u32) {
        self.pairs[a * self.players + b].add(half_points);
        self.pairs[b * self.players + a].add(4 - half_points);
    }

    /// Games of `a` against `b`.
    pub fn games(&self, a: usize, b: usize) -> Wdl {
        self.games[a * self.players + b]
    }

    /// Pairs of games of `a` against `b`.
    pub fn pairs(&self, a: usize, b: usize) -> Pentanomial {
        self.pairs[a * self.players + b]
    }

    /// All games of a player.
    pub fn total(&self, player: usize) -> Wdl {
        let mut total = Wdl::default();
        for other in 0..self.players {
            total += self.games(player, other);
        }
        total
    }

    /// What is known of `a` against `b`: the pairs, or single games before the first pair is complete.
    fn evidence(&self, a: usize, b: usize) -> Sample {
        let pairs = self.pairs(a, b);
        if pairs.pairs() > 0 {
            pairs.sample()
        } else {
            self.games(a, b).sample()
        }
    }

    /// Whether from every player a chain of points leads to every other, which is when ratings are finite.
    fn is_connected(&self) -> bool {
        let scored = |a: usize, b: usize| self.evidence(a, b).points() > 0.0;
        let reach = |forward: bool| {
            let mut seen = vec![false; self.players];
            let mut queue = vec![0];
            while let Some(a) = queue.pop() {
                if std::mem::replace(&mut seen[a], true) {
                    continue;
                }
                queue
                    .extend((0..self.players).filter(|&b| {
                        !seen[b] && if forward { scored(a, b) } else { scored(b, a) }
                    }));
            }
            seen.into_iter().all(|seen| seen)
        };
        self.players > 0 && reach(true) && reach(false)
    }
}

/// A player's rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// Which player, by index in the cross table.
    pub player: usize,
    /// Elo relative to the mean of all players, with its 95 % interval.
    pub elo: Interval,
}

/// Ratings of all players, the strongest first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ratings {
    /// The players in order of strength.
    pub list: Vec<Rating>,
    /// A player (or group) won or lost everything, so that the likelihood has no finite maximum; one drawn game
    /// was added to each pairing that was played.
    pub damped: bool,
}

impl Ratings {
    /// The ratings under which the table is most likely; their mean is 0. Where there are pairs, they count and not the
    /// games: pairs that repeat another one are left out of them. `None` when no game was played or the players fall
    /// into groups that never met.
    pub fn of(table: &CrossTable) -> Option<Ratings> {
        let n = table.players();
        let damped = !table.is_connected();
        let extra = if damped { 1.0 } else { 0.0 };
        let mut played = vec![0.0; n * n];
        let mut points = vec![0.0; n * n];
        for a in 0..n {
            for b in 0..n {
                let evidence = table.evidence(a, b);
                if evidence.games() > 0.0 {
                    played[a * n + b] = evidence.games() + extra;
                    points[a * n + b] = evidence.points() + extra / 2.0;
                }
            }
        }
        let mut elo = vec![0.0; n];
        let mut inverse = Vec::new();
        for _ in 0..100 {
            let (gradient, information) = derivatives(&elo, &played, &points);
            inverse = invert(information, n)?;
            let mut largest: f64 = 0.0;
            for a in 0..n {
                let step: f64 = (0..n).map(|b| inverse[a * n + b] * gradient[b]).sum();
                // Newton's step may overshoot far from the maximum.
                let step = step.clamp(-200.0, 200.0);
                elo[a] += step;
                largest = largest.max(step.abs());
            }
            if largest < 1e-9 {
                break;
            }
        }
        let mean = elo.iter().sum::<f64>() / n as f64;
        let errors = errors(table, &inverse);
        let mut list: Vec<Rating> = (0..n)
            .map(|player| Rating {
                player,
                elo: Interval::around(elo[player] - mean, errors[player]),
            })
            .collect();
        list.sort_by(|a, b| b.elo.value.total_cmp(&a.elo.value));
        Some(Ratings { list, damped })
    }
}

/// Natural logarithm of the odds per Elo.
const SLOPE: f64 = LN_10 / 400.0;

/// Gradient of the log-likelihood by Elo, and its negative second derivative, made regular by the condition that
/// the mean is fixed.
fn derivatives(elo: &[f64], played: &[f64], points: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let n = elo.len();
    let mut gradient = vec![0.0; n];
    let mut information = vec![1e-6; n * n];
    for a in 0..n {
        for b in 0..n {
            let games = played[a * n + b];
            if a != b && games > 0.0 {
                let expected = score_of_elo(elo[a] - elo[b]);
                gradient[a] += SLOPE * (points[a * n + b] - games * expected);
                let weight = SLOPE * SLOPE * games * expected * (1.0 - expected);
                information[a * n + a] += weight;
                information[a * n + b] -= weight;
            }
        }
    }
    (gradient, information)
}

/// Half widths of the 95 % intervals: the variance of the points that was really seen (draws and pairs make it
/// smaller than that of coin tosses), carried through the estimate ("sandwich").
fn errors(table: &CrossTable, inverse: &[f64]) -> Vec<f64> {
    let n = table.players();
    let variance_of = |player: usize| -> f64 {
        let mut variance = 0.0;
        for a in 0..n {
            for b in a + 1..n {
                let effect = inverse[player * n + a] - inverse[player * n + b];
                variance += effect * effect * SLOPE * SLOPE * table.evidence(a, b).spread();
            }
        }
        variance
    };
    (0..n)
        .map(|player| Z95 * variance_of(player).sqrt())
        .collect()
}

/// The inverse of a matrix by elimination with pivots; `None` when it is singular.
fn invert(mut matrix: Vec<f64>, n: usize) -> Option<Vec<f64>> {
    let mut inverse = vec![0.0; n * n];
    for i in 0..n {
        inverse[i * n + i] = 1.0;
    }
    let scale = matrix.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    for column in 0..n {
        let pivot = (column..n).max_by(|&a, &b| {
            matrix[a * n + column]
                .abs()
                .total_cmp(&matrix[b * n + column].abs())
        })?;
        if matrix[pivot * n + column].abs() <= 1e-12 * scale {
            return None;
        }
        for k in 0..n {
            matrix.swap(column * n + k, pivot * n + k);
            inverse.swap(column * n + k, pivot * n + k);
        }
        let divisor = matrix[column * n + column];
        for k in 0..n {
            matrix[column * n + k] /= divisor;
            inverse[column * n + k] /= divisor;
        }
        for row in (0..n).filter(|&row| row != column) {
            let factor = matrix[row * n + column];
            for k in 0..n {
                matrix[row * n + k] -= factor * matrix[column * n + k];
                inverse[row * n + k] -= factor * inverse[column * n + k];
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Estimate;

    fn fill(table: &mut CrossTable, a: usize, b: usize, [wins, draws, losses]: [u64; 3]) {
        for (count, half_points) in [(wins, 2), (draws, 1), (losses, 0)] {
            for _ in 0..count {
                table.add_game(a, b, half_points);
            }
        }
    }

    /// Two players: the difference is the logistic Elo of the match, whose closed form is known.
    #[test]
    fn two_players_give_the_closed_form() {
        let mut table = CrossTable::new(2);
        fill(&mut table, 0, 1, [136, 111, 96]);
        let ratings = Ratings::of(&table).expect("games");
        let difference = ratings.list[0].elo.value - ratings.list[1].elo.value;
        let estimate = Estimate::of(&table.games(0, 1).sample()).expect("games");
        assert!((difference - estimate.elo.value).abs() < 1e-6);
        let error = ratings.list[0].elo.error() + ratings.list[1].elo.error();
        assert!((error / estimate.elo.error() - 1.0).abs() < 0.01, "{error}");
    }

    /// Three players whose results are exactly those that ratings of 100, 0 and -100 predict.
    #[test]
    fn finds_the_ratings_that_made_the_results() {
        let mut table = CrossTable::new(3);
        let truth = [0.0, 100.0, -100.0];
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            let wins = (score_of_elo(truth[a] - truth[b]) * 100_000.0).round() as u64;
            fill(&mut table, a, b, [wins, 0, 100_000 - wins]);
        }
        let ratings = Ratings::of(&table).expect("games");
        let order: Vec<usize> = ratings.list.iter().map(|rating| rating.player).collect();
        assert_eq!(order, [1, 0, 2]);
        for rating in &ratings.list {
            assert!((rating.elo.value - truth[rating.player]).abs() < 0.01);
            assert!(rating.elo.error() < 3.0);
        }
        assert!(!ratings.damped);
    }

    /// 95 % intervals hold the truth in 95 % of 1,000 simulated tournaments, draws and pairs included.
    #[test]
    fn intervals_hold_what_they_promise() {
        let truth = [60.0, 0.0, -60.0];
        let mut rng = fastrand::Rng::with_seed(5);
        let mut inside = 0;
        for _ in 0..1_000 {
            let mut table = CrossTable::new(3);
            for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                let score = score_of_elo(truth[a] - truth[b]);
                for _ in 0..100 {
                    let mut sum = 0;
                    for _ in 0..2 {
                        let x = rng.f64();
                        let points = if x < score - 0.25 {
                            2
                        } else if x < score + 0.25 {
                            1
                        } else {
                            0
                        };
                        table.add_game(a, b, points);
                        sum += points;
                    }
                    table.add_pair(a, b, sum);
                }
            }
            let ratings = Ratings::of(&table).expect("games");
            for rating in ratings.list {
                let t = truth[rating.player];
                inside += u32::from(rating.elo.low <= t && t <= rating.elo.high);
            }
        }
        let share = f64::from(inside) / 3_000.0;
        assert!((0.935..=0.965).contains(&share), "{share}");
    }

    #[test]
    fn a_player_who_lost_everything_still_has_a_rating() {
        let mut table = CrossTable::new(3);
        fill(&mut table, 0, 1, [10, 0, 10]);
        fill(&mut table, 0, 2, [20, 0, 0]);
        fill(&mut table, 1, 2, [20, 0, 0]);
        let ratings = Ratings::of(&table).expect("games");
        assert!(ratings.damped);
        assert_eq!(ratings.list[2].player, 2);
        assert!(ratings.list[2].elo.value.is_finite() && ratings.list[2].elo.value < -300.0);
    }

    #[test]
    fn pairs_that_ended_alike_say_nothing_of_the_error() {
        let mut table = CrossTable::new(2);
        for half_points in [2, 1] {
            table.add_game(0, 1, half_points);
        }
        table.add_pair(0, 1, 3);
        let ratings = Ratings::of(&table).expect("games");
        assert_eq!(ratings.list[0].elo.to_string(), "95.4 +/- unknown");
    }

    /// Games outside the pairs, which repeat others or wait for their second game, change nothing.
    #[test]
    fn pairs_count_and_not_games() {
        let mut table = CrossTable::new(3);
        for (a, b, pairs) in [(0, 1, [1, 2, 3]), (1, 2, [4, 2, 2]), (0, 2, [0, 1, 4])] {
            for half_points in pairs {
                table.add_game(a, b, half_points / 2);
                table.add_game(a, b, half_points - half_points / 2);
                table.add_pair(a, b, half_points);
            }
        }
        let before = Ratings::of(&table).expect("games");
        for _ in 0..7 {
            table.add_game(0, 1, 0);
        }
        assert_eq!(Ratings::of(&table), Some(before));

        // A match of two is rated by what it is estimated from.
        let mut two = CrossTable::new(2);
        for half_points in [1, 3, 4, 2, 3] {
            two.add_game(0, 1, half_points / 2);
            two.add_game(0, 1, half_points - half_points / 2);
            two.add_pair(0, 1, half_points);
        }
        two.add_game(0, 1, 0);
        let ratings = Ratings::of(&two).expect("games");
        let difference = ratings.list[0].elo.value - ratings.list[1].elo.value;
        let estimate = Estimate::of(&two.pairs(0, 1).sample()).expect("pairs");
        assert!((difference - estimate.elo.value).abs() < 1e-6);
    }

    #[test]
    fn no_games_no_ratings() {
        assert_eq!(Ratings::of(&CrossTable::new(3)), None);
        let mut groups = CrossTable::new(4);
        fill(&mut groups, 0, 1, [1, 1, 1]);
        fill(&mut groups, 2, 3, [1, 1, 1]);
        assert_eq!(Ratings::of(&groups), None);
    }
}
