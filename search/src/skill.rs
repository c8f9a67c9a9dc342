//! Playing strength below the engine's own: fewer nodes and a bounded error in the choice of the move.
//!
//! A weaker level sees less (its nodes are limited) and is less exact: among the best lines that it has seen it
//! may prefer one that is worse by no more than its error. It never plays a move that it knows to lose more.

use crate::score::Score;
use thiserror::Error;

/// A strength, as the means by which it is reached.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// Nodes for a move.
    pub nodes: u64,
    /// The most by which the chosen move may be worse than the best one seen, in centi-men.
    pub error: i32,
}

/// Elo, nodes and error of each level, from the first. The Elo scale is ours: level 6 is 2400 by definition, the
/// others follow from matches of neighbouring levels (docs/strength.md).
const LEVELS: [(u32, Skill); 5] = [
    (
        680,
        Skill {
            nodes: 40,
            error: 90,
        },
    ),
    (
        880,
        Skill {
            nodes: 260,
            error: 36,
        },
    ),
    (
        1190,
        Skill {
            nodes: 750,
            error: 24,
        },
    ),
    (
        1510,
        Skill {
            nodes: 2_600,
            error: 12,
        },
    ),
    (
        1780,
        Skill {
            nodes: 9_000,
            error: 5,
        },
    ),
];

/// Lines among which a weaker level chooses.
pub(crate) const LINES: u32 = 4;

/// A level outside the scale.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SkillError {
    /// Not a level.
    #[error("level {0} is not between 1 and {max}", max = Skill::MAX_LEVEL)]
    Level(u32),
}

impl Skill {
    /// The level of full strength.
    pub const MAX_LEVEL: u32 = LEVELS.len() as u32 + 1;
    /// Rating of full strength, by definition.
    pub const MAX_ELO: u32 = 2400;
    /// Rating of the first level.
    pub const MIN_ELO: u32 = LEVELS[0].0;

    /// The means of a level from 1 to [`Skill::MAX_LEVEL`]; `None` is full strength.
    ///
    /// # Errors
    /// When there is no such level.
    pub fn of_level(level: u32) -> Result<Option<Skill>, SkillError> {
        match level {
            0 => Err(SkillError::Level(level)),
            Self::MAX_LEVEL => Ok(None),
            _ => {
                let found = LEVELS
                    .get(level as usize - 1)
                    .ok_or(SkillError::Level(level))?;
                Ok(Some(found.1))
            }
        }
    }

    /// The means of a rating, between two levels by interpolation; `None` is full strength. Ratings outside
    /// [`Skill::MIN_ELO`]..=[`Skill::MAX_ELO`] are clamped.
    pub fn of_elo(elo: u32) -> Option<Skill> {
        if elo >= Self::MAX_ELO {
            return None;
        }
        let elo = elo.max(Self::MIN_ELO);
        let above = LEVELS.iter().position(|&(rating, _)| rating >= elo);
        let (low, high) = match above {
            Some(0) => return Some(LEVELS[0].1),
            Some(index) => (LEVELS[index - 1], LEVELS[index]),
            // Towards full strength the nodes grow on as between the two levels below.
            None => (
                LEVELS[LEVELS.len() - 1],
                (
                    Self::MAX_ELO,
                    Skill {
                        nodes: 200_000,
                        error: 0,
                    },
                ),
            ),
        };
        let part = f64::from(elo - low.0) / f64::from(high.0 - low.0);
        let between = |a: f64, b: f64| a + (b - a) * part;
        let nodes = between((low.1.nodes as f64).ln(), (high.1.nodes as f64).ln()).exp();
        let error = between(f64::from(low.1.error), f64::from(high.1.error));
        Some(Skill {
            nodes: nodes.round() as u64,
            error: error.round() as i32,
        })
    }

    /// The place of the chosen move among the values of the best lines, which come best first.
    pub(crate) fn choose(self, values: &[Score], random: &mut fastrand::Rng) -> usize {
        let Some(&best) = values.first() else {
            return 0;
        };
        let mut chosen = (i32::MIN, 0);
        for (index, &value) in values.iter().enumerate() {
            let loss = best.raw() - value.raw();
            if loss > self.error || value.is_decided() != best.is_decided() {
                continue;
            }
            let felt = random.i32(0..=self.error) - loss;
            if felt > chosen.0 {
                chosen = (felt, index);
            }
        }
        chosen.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_ratings_rise_together() {
        assert!(Skill::of_level(0).is_err());
        assert!(Skill::of_level(7).is_err());
        assert_eq!(Skill::of_level(6), Ok(None));
        let mut last = (0, i32::MAX);
        for elo in (900..2400).step_by(25) {
            let skill = Skill::of_elo(elo).unwrap();
            assert!(skill.nodes >= last.0 && skill.error <= last.1, "{elo}");
            last = (skill.nodes, skill.error);
        }
        for (index, (elo, skill)) in LEVELS.into_iter().enumerate() {
            assert_eq!(Skill::of_level(index as u32 + 1), Ok(Some(skill)));
            assert_eq!(Skill::of_elo(elo), Some(skill));
        }
        assert_eq!(Skill::of_elo(2400), None);
    }

    #[test]
    fn the_error_is_bounded_and_a_win_is_kept() {
        let mut random = fastrand::Rng::with_seed(1);
        let skill = Skill {
            nodes: 1,
            error: 30,
        };
        let values = [50, 45, 21, 19].map(Score::centimen);
        let mut seen = [0; 4];
        for _ in 0..2_000 {
            seen[skill.choose(&values, &mut random)] += 1;
        }
        assert!(
            seen[0] > seen[1] && seen[1] > seen[2] && seen[2] > 0 && seen[3] == 0,
            "{seen:?}"
        );
        let values = [Score::win_in(9), Score::centimen(7_990)];
        assert!((0..100).all(|_| skill.choose(&values, &mut random) == 0));
    }
}
