//! How long to think: two limits from the clock, and when to stop between iterations.

use crate::limits::{Clock, Limits};
use damka_engine::Rules;
use std::time::Duration;

/// Moves a game is expected to go on when no number is given.
const MOVES_LEFT: u32 = 24;

/// Of a fixed time for a move no more than one part in so many is kept back as overhead.
const MOST_KEPT_BACK: u32 = 10;

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// No new iteration starts after this; stretched and shortened by [`Budget::enough`].
    pub soft: Option<Duration>,
    /// The search is broken off after this.
    pub hard: Option<Duration>,
}

/// How steady the last iterations were.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stability {
    /// Iterations in a row with the same best move.
    pub stable: u32,
    /// Fall of the score since the iteration before, in centi-men; 0 when it rose.
    pub fall: i32,
}

impl Stability {
    /// After another iteration: whether its best move is the old one, and how much lower its score is.
    pub fn after(self, same: bool, fall: i32) -> Stability {
        Stability {
            stable: if same { self.stable + 1 } else { 0 },
            fall: fall.max(0),
        }
    }
}

impl Budget {
    /// The budget that these limits give.
    pub fn new<R: Rules>(limits: &Limits<R>) -> Budget {
        // No clock runs out at the end of a fixed time, and it may be shorter than the overhead.
        let fixed = limits
            .move_time
            .map(|time| time - limits.overhead.min(time / MOST_KEPT_BACK));
        let (soft, hard) = match limits.clock {
            None => (None, None),
            Some(clock) => {
                let (soft, hard) = from_clock(clock, limits.overhead);
                (Some(soft), Some(hard))
            }
        };
        // A move time is used up whole; together with a clock the shorter one counts.
        let hard = match (hard, fixed) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Budget { soft, hard }
    }

    /// Whether the next iteration should not be started.
    pub fn enough(&self, spent: Duration, stability: Stability) -> bool {
        let Some(soft) = self.soft else { return false };
        let calm = [1.4, 1.2, 1.0, 0.85, 0.75, 0.7][stability.stable.min(5) as usize];
        let alarm = 1.0 + stability.fall.clamp(0, 100) as f64 / 80.0;
        // An iteration takes about as long as all before it: it would rarely end in the second half.
        spent.as_secs_f64() > soft.as_secs_f64() * calm * alarm * 0.6
    }
}

fn from_clock(clock: Clock, overhead: Duration) -> (Duration, Duration) {
    let left = clock.left.saturating_sub(overhead);
    let moves = clock.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
    // With the control one or few moves away most of the clock may be used, but never all of it.
    let most = left.mul_f64(if moves == 1 { 0.9 } else { 0.4 });
    let share = left.div_f64(moves as f64) + clock.increment.mul_f64(0.8);
    let soft = share.min(most);
    (soft, (soft * 4).min(most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_engine::rules::Russian;

    fn budget(left: u64, increment: u64, moves_to_go: Option<u32>, overhead: u64) -> Budget {
        let clock = Clock {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let limits = Limits::<Russian> {
            clock: Some(clock),
            overhead: Duration::from_millis(overhead),
            ..Limits::default()
        };
        Budget::new(&limits)
    }

    #[test]
    fn never_more_than_is_left() {
        for left in [0, 1, 5, 20, 100, 1_000, 60_000] {
            for increment in [0, 5, 100, 10_000] {
                for moves in [None, Some(1), Some(2), Some(40), Some(0)] {
                    let Budget { soft, hard } = budget(left, increment, moves, 10);
                    let (soft, hard) = (soft.unwrap(), hard.unwrap());
                    assert!(soft <= hard, "{left} {increment} {moves:?}");
                    assert!(hard <= Duration::from_millis(left.saturating_sub(10)));
                }
            }
        }
    }

    #[test]
    fn trouble_takes_longer_than_calm() {
        let budget = budget(10_000, 0, None, 0);
        let spent = budget.soft.unwrap().mul_f64(0.7);
        assert!(budget.enough(spent, Stability { stable: 9, fall: 0 }));
        assert!(!budget.enough(spent, Stability { stable: 0, fall: 0 }));
        assert!(!budget.enough(
            spent,
            Stability {
                stable: 9,
                fall: 100
            }
        ));
    }

    #[test]
    fn move_time_is_a_hard_limit_only_and_most_of_it_is_used() {
        for (time, overhead, hard) in [
            (1_000, 0, 1_000),
            (1_000, 50, 950),
            (100, 50, 90),
            (50, 50, 45),
            (0, 50, 0),
        ] {
            let limits = Limits::<Russian> {
                move_time: Some(Duration::from_millis(time)),
                overhead: Duration::from_millis(overhead),
                ..Limits::default()
            };
            let hard = Some(Duration::from_millis(hard));
            assert_eq!(Budget::new(&limits), Budget { soft: None, hard });
        }
    }
}
