//! Elo difference, normalized Elo and likelihood of superiority of a two-player match.

use super::Z95;
use super::sample::Sample;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};
use std::f64::consts::LN_10;
use std::fmt;

/// Normalized Elo per unit of (mean - ½) / standard deviation of one game: 800 / ln 10, so that for small
/// differences and without draws it equals logistic Elo (M. Van den Bergh, "Comments on normalized Elo").
pub(super) const NORMALIZED_UNIT: f64 = 800.0 / LN_10;

/// The expected score, 0 to 1, of a side that is this many Elo stronger.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference that explains a score of 0 to 1; infinite at the ends.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// An estimate with its 95 % interval; the ends may be infinite, or NaN when the error is unknown (`null` in JSON).
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The estimate itself.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// An estimate that is `error` away from both ends. An error of 0 only says that the results have not differed yet,
    /// so that nothing is known of it.
    pub(super) fn around(value: f64, error: f64) -> Interval {
        let error = if error > 0.0 { error } else { f64::NAN };
        Interval {
            value,
            low: value - error,
            high: value + error,
        }
    }

    /// Whether anything is known of the error.
    pub fn is_known(&self) -> bool {
        !self.low.is_nan()
    }

    /// Half the width of the interval.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_known() {
            write!(f, "{:.1} +/- unknown", self.value)
        } else if self.low.is_finite() && self.high.is_finite() {
            write!(f, "{:.1} +/- {:.1}", self.value, self.error())
        } else {
            write!(f, "{:.1} [{:.1}, {:.1}]", self.value, self.low, self.high)
        }
    }
}

/// What a match says about the difference of two players.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// Share of the points, 0 to 1.
    pub score: Interval,
    /// Logistic Elo difference.
    pub elo: Interval,
    /// Normalized Elo: the difference in units of the spread of one game, independent of how drawish the match is;
    /// `None` as long as there is no spread.
    pub normalized: Option<Interval>,
    /// Likelihood of superiority, 0 to 1; `None` as long as there is no spread to tell it from.
    pub los: Option<f64>,
}

impl Estimate {
    /// The estimate from a sample; `None` as long as it is empty.
    pub fn of(sample: &Sample) -> Option<Estimate> {
        let size = sample.size();
        if size == 0.0 {
            return None;
        }
        let (mean, variance) = sample.moments();
        let deviation = (variance / size).sqrt();
        let score = Interval::around(mean, Z95 * deviation);
        let elo = Interval {
            value: elo_of_score(mean),
            low: elo_of_score(score.low),
            high: elo_of_score(score.high),
        };
        // A pair is a mean of two games: the deviation of one game is larger by the square root of two.
        let per_game = (variance * sample.games_per_outcome).sqrt();
        let error = Z95 * NORMALIZED_UNIT / (size * sample.games_per_outcome).sqrt();
        let has_spread = variance > 0.0;
        Some(Estimate {
            score,
            elo,
            normalized: has_spread
                .then(|| Interval::around((mean - 0.5) / per_game * NORMALIZED_UNIT, error)),
            los: has_spread.then(|| Normal::standard().cdf((mean - 0.5) / deviation)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Pentanomial, Wdl};

    fn close(found: f64, published: f64) {
        assert!(
            (found - published).abs() <= 0.01 * published.abs(),
            "{found} against {published}"
        );
    }

    fn spread_agrees(found: &Estimate, normalized: f64, error: f64, los: f64) {
        let interval = found.normalized.expect("spread");
        close(interval.value, normalized);
        close(interval.error(), error);
        let found = found.los.expect("spread");
        assert!((found - los).abs() < 5e-5, "{found}");
    }

    /// Values of the test-suite of fastchess (`elo_test.cpp`), which states them to 1 %.
    #[test]
    fn agrees_with_published_values_of_single_games() {
        let cases = [
            (76, 89, 123, -20.76, 40.13, 0.1553),
            (136, 96, 111, 49.77, 36.77, 0.9960),
            (34, 356, 0, -508.44, 34.48, 0.0),
        ];
        for (wins, losses, draws, normalized, error, los) in cases {
            let wdl = Wdl {
                wins,
                draws,
                losses,
            };
            let found = Estimate::of(&wdl.sample()).expect("games");
            spread_agrees(&found, normalized, error, los);
        }
    }

    /// The same source, pairs of games.
    #[test]
    fn agrees_with_published_values_of_pairs() {
        let cases = [
            ([34, 54, 63, 64, 75], 57.94, 28.28, 55.58, 27.65, 0.99997),
            (
                [332, 433, 498, 333, 334],
                -9.17,
                10.96,
                -8.64,
                10.33,
                0.0505,
            ),
            (
                [7895, 8757, 5685, 568, 9999],
                -19.01,
                2.65,
                -21.04,
                2.95,
                0.0,
            ),
        ];
        for (pairs, normalized, normalized_error, elo, error, los) in cases {
            let found = Estimate::of(&Pentanomial(pairs).sample()).expect("pairs");
            spread_agrees(&found, normalized, normalized_error, los);
            close(found.elo.value, elo);
            close(found.elo.error(), error);
        }
    }

    /// Results that have not differed yet say nothing of the error.
    #[test]
    fn without_spread_the_error_is_unknown() {
        for (pairs, elo) in [
            ([0, 0, 7, 0, 0], "0.0 +/- unknown"),
            ([0, 0, 0, 1, 0], "190.8 +/- unknown"),
            ([9, 0, 0, 0, 0], "-inf +/- unknown"),
        ] {
            let found = Estimate::of(&Pentanomial(pairs).sample()).expect("pairs");
            assert_eq!(found.elo.to_string(), elo);
            assert!(!found.score.is_known(), "{pairs:?}");
            assert_eq!((found.normalized, found.los), (None, None), "{pairs:?}");
        }
        let found = Estimate::of(&Pentanomial([0, 0, 0, 1, 1]).sample()).expect("pairs");
        assert!(found.score.is_known() && found.normalized.is_some() && found.los.is_some());
        let found = Estimate::of(&Pentanomial([0, 0, 0, 1, 0]).sample()).expect("pairs");
        let json = serde_json::to_value(found).expect("json");
        assert_eq!(json["score"]["value"], 0.75);
        for unknown in [&json["score"]["low"], &json["elo"]["high"], &json["los"]] {
            assert!(unknown.is_null(), "{json}");
        }
    }

    #[test]
    fn extremes_are_said_as_such() {
        assert_eq!(Estimate::of(&Wdl::default().sample()), None);
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
        assert!((elo_of_score(score_of_elo(123.0)) - 123.0).abs() < 1e-9);
    }
}
