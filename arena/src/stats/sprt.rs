//! The sequential probability ratio test of two Elo hypotheses.
//!
//! The log-likelihood ratio is that of the generalized test: each hypothesis is represented by the distribution
//! of outcomes that fits the sample best among those with the Elo difference it claims (M. Van den Bergh, "The
//! generalized sequential probability ratio test" and "Comments on normalized Elo").

use super::elo::{NORMALIZED_UNIT, score_of_elo};
use super::sample::Sample;
use serde::Serialize;
use std::str::FromStr;
use thiserror::Error;

/// What the bounds of the test mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Differences in logistic Elo.
    Logistic,
    /// Differences in normalized Elo.
    Normalized,
}

impl FromStr for Model {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Model, SprtError> {
        match text {
            "logistic" => Ok(Model::Logistic),
            "normalized" => Ok(Model::Normalized),
            _ => Err(SprtError::Model(text.to_string())),
        }
    }
}

/// Why a test cannot be run.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum SprtError {
    /// The bounds are not two finite numbers in ascending order.
    #[error("bad SPRT bounds: {0} (two numbers, the lower first, such as 0,10)")]
    Bounds(String),
    /// An error rate is out of range.
    #[error("bad SPRT error rate: {0} (above 0 and below 0.5)")]
    Rate(f64),
    /// The model is unknown.
    #[error("unknown SPRT model: {0} (logistic or normalized)")]
    Model(String),
}

/// What the test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Decision {
    /// The lower hypothesis is accepted.
    H0,
    /// The upper hypothesis is accepted.
    H1,
    /// More games are needed.
    Continue,
}

/// A test of `elo0` against `elo1`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// Elo difference under the lower hypothesis.
    pub elo0: f64,
    /// Elo difference under the upper hypothesis.
    pub elo1: f64,
    /// Probability of accepting the upper hypothesis when the lower one is true.
    pub alpha: f64,
    /// Probability of accepting the lower hypothesis when the upper one is true.
    pub beta: f64,
    /// Meaning of the bounds.
    pub model: Model,
}

impl Sprt {
    /// A test with bounds as written by a user, `0,10`.
    ///
    /// # Errors
    /// When the bounds are not two ascending numbers or an error rate is not within 0 and ½.
    pub fn new(bounds: &str, alpha: f64, beta: f64, model: Model) -> Result<Sprt, SprtError> {
        let parsed = bounds.split_once(',').and_then(|(low, high)| {
            let low: f64 = low.trim().parse().ok()?;
            let high: f64 = high.trim().parse().ok()?;
            (low.is_finite() && high.is_finite() && low < high).then_some((low, high))
        });
        let Some((elo0, elo1)) = parsed else {
            return Err(SprtError::Bounds(bounds.to_string()));
        };
        for rate in [alpha, beta] {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(SprtError::Rate(rate));
            }
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        })
    }

    /// The values of the log-likelihood ratio at which the test ends (A. Wald).
    pub fn limits(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The log-likelihood ratio of the two hypotheses; 0 as long as there is no outcome.
    pub fn llr(&self, sample: &Sample) -> f64 {
        if sample.size() == 0.0 {
            return 0.0;
        }
        let sample = sample.regularized();
        let (p0, p1) = match self.model {
            Model::Logistic => (
                with_mean(&sample, score_of_elo(self.elo0)),
                with_mean(&sample, score_of_elo(self.elo1)),
            ),
            Model::Normalized => {
                let unit = sample.games_per_outcome.sqrt() / NORMALIZED_UNIT;
                (
                    with_effect(&sample, self.elo0 * unit),
                    with_effect(&sample, self.elo1 * unit),
                )
            }
        };
        let terms = sample.counts.iter().zip(p0.iter().zip(&p1));
        terms.map(|(count, (p0, p1))| count * (p1 / p0).ln()).sum()
    }

    /// What the ratio says.
    pub fn decision(&self, llr: f64) -> Decision {
        let (lower, upper) = self.limits();
        if llr >= upper {
            Decision::H1
        } else if llr <= lower {
            Decision::H0
        } else {
            Decision::Continue
        }
    }
}

/// The distribution with this mean under which the sample is most likely.
fn with_mean(sample: &Sample, mean: f64) -> Vec<f64> {
    let offsets: Vec<f64> = sample.scores.iter().map(|score| score - mean).collect();
    tilt(sample, &offsets)
}

/// The distribution with this `(mean - ½) / deviation` under which the sample is most likely.
///
/// The condition is not linear in the probabilities; it is made so around the last distribution found, and that
/// is repeated until nothing changes.
fn with_effect(sample: &Sample, effect: f64) -> Vec<f64> {
    let mut probabilities = vec![1.0 / sample.scores.len() as f64; sample.scores.len()];
    for _ in 0..50 {
        let weighted = || sample.scores.iter().zip(&probabilities);
        let mean: f64 = weighted().map(|(score, p)| score * p).sum();
        let variance: f64 = weighted()
            .map(|(score, p)| (score - mean).powi(2) * p)
            .sum();
        let deviation = variance.sqrt();
        let offsets: Vec<f64> = sample
            .scores
            .iter()
            .map(|score| {
                let distance = (mean - score) / deviation;
                score - 0.5 - effect * deviation * (1.0 + distance * distance) / 2.0
            })
            .collect();
        let next = tilt(sample, &offsets);
        let change = next.iter().zip(&probabilities);
        let change = change.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        probabilities = next;
        if change < 1e-9 {
            break;
        }
    }
    probabilities
}

/// The most likely distribution under which the offsets have mean zero: `p / (1 + x offset)`, where `p` are the
/// frequencies of the sample and `x` solves the secular equation.
fn tilt(sample: &Sample, offsets: &[f64]) -> Vec<f64> {
    let size = sample.size();
    let frequencies: Vec<f64> = sample.counts.iter().map(|count| count / size).collect();
    let x = secular(&frequencies, offsets);
    let tilted = frequencies.iter().zip(offsets);
    tilted.map(|(p, offset)| p / (1.0 + x * offset)).collect()
}

/// The root of `sum p a / (1 + x a)`, which falls from plus to minus infinity between its two poles.
/// Without a change of sign among the offsets there is no root, and nothing is tilted.
fn secular(frequencies: &[f64], offsets: &[f64]) -> f64 {
    let least = offsets.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = offsets.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || greatest <= 0.0 {
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut value, mut slope) = (0.0, 0.0);
        for (p, a) in frequencies.iter().zip(offsets) {
            let quotient = a / (1.0 + x * a);
            value += p * quotient;
            slope -= p * quotient * quotient;
        }
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - value / slope;
        let next = if newton > low && newton < high {
            newton
        } else {
            (low + high) / 2.0
        };
        if (next - x).abs() <= 1e-13 * (1.0 + x.abs()) {
            return next;
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Pentanomial, Wdl};
    use std::f64::consts::SQRT_2;

    fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
        let bounds = format!("{elo0},{elo1}");
        Sprt::new(&bounds, 0.05, 0.05, model).expect("bounds")
    }

    fn close(found: f64, published: f64) {
        assert!(
            (found - published).abs() <= 0.01 * published.abs(),
            "{found} against {published}"
        );
    }

    /// Values of the test-suite of fastchess (`sprt_test.cpp`), which states them to 1 %: wins, losses, draws.
    #[test]
    fn agrees_with_published_values_of_single_games() {
        use Model::{Logistic, Normalized};
        let cases = [
            ([36433, 36027, 68692], 0.0, 2.0, Normalized, 0.92),
            ([10871, 10650, 20431], -1.75, 0.25, Normalized, 2.30),
            ([4250, 0, 0], 0.0, 10.0, Normalized, 120.56),
            ([21404, 21184, 40708], 0.5, 2.5, Logistic, -1.57),
            ([57433, 57030, 106593], 0.0, 2.0, Logistic, -2.59),
        ];
        for ([wins, losses, draws], elo0, elo1, model, published) in cases {
            let wdl = Wdl {
                wins,
                draws,
                losses,
            };
            close(sprt(elo0, elo1, model).llr(&wdl.sample()), published);
        }
    }

    /// The same source, pairs of games.
    #[test]
    fn agrees_with_published_values_of_pairs() {
        use Model::{Logistic, Normalized};
        let cases = [
            ([365, 16618, 36229, 16974, 390], 0.0, 2.0, Normalized, 2.25),
            ([127, 4883, 10712, 5150, 104], -1.75, 0.25, Normalized, 3.01),
            ([0, 0, 0, 0, 5550], 0.0, 5.0, Normalized, 111.82),
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, Logistic, -3.07),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, Logistic, -4.98),
        ];
        for (pairs, elo0, elo1, model, published) in cases {
            let sample = Pentanomial(pairs).sample();
            close(sprt(elo0, elo1, model).llr(&sample), published);
        }
    }

    #[test]
    fn limits_are_those_of_wald() {
        let (lower, upper) = sprt(0.0, 5.0, Model::Logistic).limits();
        assert!((lower + 2.944).abs() < 1e-3 && (upper - 2.944).abs() < 1e-3);
    }

    #[test]
    fn refuses_nonsense() {
        for bounds in ["", "5", "5,5", "5,0", "a,b", "0,inf", "nan,1"] {
            assert!(Sprt::new(bounds, 0.05, 0.05, Model::Logistic).is_err());
        }
        assert!(Sprt::new("0,5", 0.0, 0.05, Model::Logistic).is_err());
        assert!(Sprt::new("0,5", 0.05, 0.5, Model::Logistic).is_err());
    }

    /// Plays a match of pairs between sides of a given score until the test ends.
    fn simulate(test: Sprt, score: f64, draws: f64, rng: &mut fastrand::Rng) -> Decision {
        let win = score - draws / 2.0;
        let mut pairs = Pentanomial::default();
        loop {
            let mut half_points = 0;
            for _ in 0..2 {
                let x = rng.f64();
                half_points += if x < win {
                    2
                } else if x < win + draws {
                    1
                } else {
                    0
                };
            }
            pairs.add(half_points);
            let decision = test.decision(test.llr(&pairs.sample()));
            if decision != Decision::Continue {
                return decision;
            }
        }
    }

    /// Error rates of 1,000 simulated matches on each bound and under each model stay within 2.6 standard
    /// deviations of what the test promises.
    #[test]
    fn error_rates_hold_over_a_thousand_matches() {
        const DRAWS: f64 = 0.5;
        const MATCHES: u32 = 1_000;
        let allowed = f64::from(MATCHES) * (0.05 + 2.6 * (0.05 * 0.95 / f64::from(MATCHES)).sqrt());
        for model in [Model::Logistic, Model::Normalized] {
            let test = sprt(0.0, 50.0, model);
            // Deviation of one game with this share of draws and an even score.
            let deviation = (1.0 - DRAWS).sqrt() / 2.0;
            let score = |elo: f64| match model {
                Model::Logistic => score_of_elo(elo),
                Model::Normalized => 0.5 + elo * deviation / NORMALIZED_UNIT,
            };
            let mut rng = fastrand::Rng::with_seed(11);
            for (truth, wrong) in [(0.0, Decision::H1), (50.0, Decision::H0)] {
                let errors = (0..MATCHES)
                    .filter(|_| simulate(test, score(truth), DRAWS, &mut rng) == wrong)
                    .count();
                assert!((errors as f64) <= allowed, "{model:?} {truth}: {errors}");
                assert!(errors > 0, "a test that never errs was not tested");
            }
        }
    }

    /// Pairs of a normalized difference and its square root of two: pairs carry the same information as games.
    #[test]
    fn independent_pairs_weigh_like_single_games() {
        // W/D/L of 1/4, 1/2, 1/4 and the pairs that follow from it.
        let wdl = Wdl {
            wins: 4_400,
            draws: 8_000,
            losses: 3_600,
        };
        let (w, d, l) = (0.275, 0.5, 0.225);
        let pair = [l * l, 2.0 * l * d, d * d + 2.0 * w * l, 2.0 * w * d, w * w];
        let pairs = Pentanomial(pair.map(|p| (p * 8_000.0f64).round() as u64));
        let test = sprt(0.0, 10.0 * SQRT_2, Model::Normalized);
        let (single, paired) = (test.llr(&wdl.sample()), test.llr(&pairs.sample()));
        assert!(
            (single - paired).abs() < 0.02 * single.abs(),
            "{single} {paired}"
        );
    }
}
