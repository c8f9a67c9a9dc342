//! The values of the settings: what a client has chosen.

use crate::Dialect;
use crate::options::{
    DEFAULT_OVERHEAD, Id, Kind, LOG_ENTRIES_PER_MIB, Setting, log_entries, variant_name,
};
use crate::text::integer;
use damka_engine::movetext::MoveFormat;
use damka_engine::{DrawRules, SquareOrder, UnknownVariant, Variant, excerpt};
use damka_search::{Engine, Skill};
use std::time::Duration;
use thiserror::Error;

/// What the session has to do after a setting was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing: the value is looked up when it is needed.
    None,
    /// Nothing but a word to the client: this is used instead of a greater number.
    Cut(usize),
    /// Another game.
    Variant,
    /// Another number of threads, size of the table or strength.
    Engine,
    /// Other draw rules for the game in progress.
    Draws,
    /// Another pause between lines.
    LineDelay,
    /// Empty the table.
    Clear,
}

/// Why a setting kept its value.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// No variant has this name.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// The text is not a value of the setting.
    #[error("bad value for {name}: {value}")]
    Value {
        /// The setting as the dialect calls it.
        name: &'static str,
        /// The text.
        value: String,
    },
    /// The number is none that the setting can have.
    #[error("bad value for {name}: {value}, allowed are {min} to {max}")]
    Range {
        /// The setting as the dialect calls it.
        name: &'static str,
        /// The text.
        value: String,
        /// Least.
        min: usize,
        /// Greatest.
        max: usize,
    },
}

/// The values of all settings.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The game.
    pub variant: Variant,
    /// Searching threads.
    pub threads: usize,
    /// Transposition table in MiB.
    pub hash: usize,
    /// Lines of a search.
    pub multi_pv: u32,
    /// Whether the client means to let the engine think in the opponent's time; of no effect.
    pub ponder: bool,
    /// Whether to play from an opening book; of no effect.
    pub own_book: bool,
    /// Where endgame tables lie; of no effect.
    pub table_path: String,
    /// Most pieces of the endgame tables to use; of no effect.
    pub table_size: u32,
    /// Time kept back for the way to the client.
    pub overhead: Duration,
    /// How moves are written in the UCI dialect.
    pub format: MoveFormat,
    /// Draw rules; `None` for the variant's own.
    pub draws: Option<DrawRules>,
    /// How squares are numbered in moves.
    pub order: SquareOrder,
    /// Level of strength.
    pub skill_level: u32,
    /// Whether the rating counts, and not the level.
    pub limit_strength: bool,
    /// Rating to play at.
    pub elo: u32,
    /// Pause between lines.
    pub line_delay: Duration,
}

impl Settings {
    /// The values before a client changes any.
    pub fn new(dialect: Dialect) -> Settings {
        Settings {
            variant: dialect.default_variant(),
            threads: 1,
            hash: Engine::DEFAULT_HASH,
            multi_pv: 1,
            ponder: false,
            own_book: false,
            table_path: String::new(),
            table_size: 0,
            overhead: Duration::from_millis(DEFAULT_OVERHEAD as u64),
            format: MoveFormat::default(),
            draws: None,
            order: SquareOrder::default(),
            skill_level: Skill::MAX_LEVEL,
            limit_strength: false,
            elo: Skill::MAX_ELO,
            line_delay: Duration::ZERO,
        }
    }

    /// The draw rules of the present variant: those that were chosen if they are rules of this variant, else its own.
    pub fn draw_rules(&self) -> DrawRules {
        self.draws
            .filter(|rules| rules.is_for(self.variant))
            .unwrap_or_else(|| DrawRules::default_for(self.variant))
    }

    /// The strength to play at; `None` for all there is.
    pub fn skill(&self) -> Option<Skill> {
        if self.limit_strength {
            Skill::of_elo(self.elo)
        } else {
            // The level lies within its bounds.
            Skill::of_level(self.skill_level).ok().flatten()
        }
    }

    /// The value of a setting as a dialect writes it.
    pub fn shown(&self, id: Id, dialect: Dialect) -> String {
        match id {
            Id::Variant => variant_name(self.variant, dialect).to_string(),
            Id::Threads => self.threads.to_string(),
            Id::Hash => self.hash.to_string(),
            Id::TtSize => log_entries(self.hash).to_string(),
            Id::MultiPv => self.multi_pv.to_string(),
            Id::Ponder => self.ponder.to_string(),
            Id::OwnBook => self.own_book.to_string(),
            Id::TablePath => self.table_path.clone(),
            Id::TableSize => self.table_size.to_string(),
            Id::Overhead => self.overhead.as_millis().to_string(),
            Id::Format => self.format.name().to_string(),
            Id::Draws => self
                .draws
                .map_or(DrawRules::AUTO, DrawRules::name)
                .to_string(),
            Id::Order => self.order.name().to_string(),
            Id::SkillLevel => self.skill_level.to_string(),
            Id::LimitStrength => self.limit_strength.to_string(),
            Id::Elo => self.elo.to_string(),
            Id::LineDelay => self.line_delay.as_millis().to_string(),
            Id::ClearHash => String::new(),
        }
    }

    /// Changes a setting.
    ///
    /// # Errors
    /// The text is no value of the setting, or a number out of its range; it then keeps the old one.
    pub fn set(
        &mut self,
        setting: &Setting,
        text: &str,
        dialect: Dialect,
    ) -> Result<Effect, OptionError> {
        let text = text.trim();
        let bad = || OptionError::Value {
            name: setting.name(dialect),
            value: if text.is_empty() {
                "nothing".to_string()
            } else {
                excerpt(text)
            },
        };
        let kind = setting.kind(dialect);
        let number = || match kind {
            Kind::Spin { min, max, .. } => {
                let value = integer(text).ok_or_else(bad)?;
                let number = usize::try_from(value).ok();
                number
                    .filter(|number| (min..=max).contains(number))
                    .ok_or_else(|| OptionError::Range {
                        name: setting.name(dialect),
                        value: excerpt(text),
                        min,
                        max,
                    })
            }
            _ => Err(bad()),
        };
        match setting.id {
            Id::Variant => {
                self.variant = text.parse()?;
                return Ok(Effect::Variant);
            }
            Id::Threads => {
                self.threads = number()?;
                return Ok(Effect::Engine);
            }
            Id::Hash => {
                self.hash = number()?;
                return Ok(Effect::Engine);
            }
            Id::TtSize => {
                self.hash = 1 << (number()? - LOG_ENTRIES_PER_MIB);
                return Ok(Effect::Engine);
            }
            Id::MultiPv => {
                let (lines, effect) = match number() {
                    // Whoever asks for more lines than there can be wants to see all of them.
                    Err(OptionError::Range { min, max, .. })
                        if integer(text).is_some_and(|value| value > min as i64) =>
                    {
                        (max, Effect::Cut(max))
                    }
                    lines => (lines?, Effect::None),
                };
                self.multi_pv = lines as u32;
                return Ok(effect);
            }
            Id::Ponder => self.ponder = truth(text).ok_or_else(bad)?,
            Id::OwnBook => self.own_book = truth(text).ok_or_else(bad)?,
            Id::TablePath => self.table_path = path(text),
            Id::TableSize => self.table_size = number()? as u32,
            Id::Overhead => self.overhead = Duration::from_millis(number()? as u64),
            Id::Format => self.format = text.parse().map_err(|_| bad())?,
            Id::Draws => {
                self.draws = if text.eq_ignore_ascii_case(DrawRules::AUTO) {
                    None
                } else {
                    Some(text.parse().map_err(|_| bad())?)
                };
                return Ok(Effect::Draws);
            }
            Id::Order => self.order = text.parse().map_err(|_| bad())?,
            Id::SkillLevel => {
                self.skill_level = number()? as u32;
                return Ok(Effect::Engine);
            }
            Id::LimitStrength => {
                self.limit_strength = truth(text).ok_or_else(bad)?;
                return Ok(Effect::Engine);
            }
            Id::Elo => {
                self.elo = number()? as u32;
                return Ok(Effect::Engine);
            }
            Id::LineDelay => {
                self.line_delay = Duration::from_millis(number()? as u64);
                return Ok(Effect::LineDelay);
            }
            Id::ClearHash => return Ok(Effect::Clear),
        }
        Ok(Effect::None)
    }
}

/// A truth value as clients of both dialects write it.
fn truth(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" | "yes" | "1" => Some(true),
        "false" | "off" | "no" | "0" | "none" => Some(false),
        _ => None,
    }
}

/// A path; interfaces write `<empty>` for none.
fn path(text: &str) -> String {
    if text == "<empty>" {
        String::new()
    } else {
        text.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::most_hash;
    use crate::options::OPTIONS;

    fn set(
        settings: &mut Settings,
        dialect: Dialect,
        name: &str,
        value: &str,
    ) -> Result<Effect, OptionError> {
        let setting = Setting::find(dialect, name).expect(name);
        settings.set(setting, value, dialect)
    }

    #[test]
    fn every_setting_takes_back_its_own_value() {
        for dialect in [Dialect::Uci, Dialect::Hub] {
            let mut settings = Settings::new(dialect);
            let before = settings.clone();
            for setting in OPTIONS
                .iter()
                .filter(|setting| !setting.name(dialect).is_empty())
            {
                let value = settings.shown(setting.id, dialect);
                assert!(
                    settings.set(setting, &value, dialect).is_ok(),
                    "{setting:?}"
                );
            }
            assert_eq!(settings, before);
        }
    }

    #[test]
    fn numbers_out_of_range_and_rubbish_are_refused() {
        for dialect in [Dialect::Uci, Dialect::Hub] {
            for setting in &OPTIONS {
                let Kind::Spin { min, max, .. } = setting.kind(dialect) else {
                    continue;
                };
                let name = setting.name(dialect);
                if name.is_empty() {
                    continue;
                }
                let mut settings = Settings::new(dialect);
                for value in [min, max] {
                    assert!(settings.set(setting, &value.to_string(), dialect).is_ok());
                    assert_eq!(settings.shown(setting.id, dialect), value.to_string());
                }
                let before = settings.clone();
                let (below, above) = (min as i64 - 1, max + 1);
                let huge = "99999999999999999999";
                for value in [
                    &below.to_string(),
                    &above.to_string(),
                    huge,
                    "-9",
                    "abc",
                    "",
                    "1 2",
                ] {
                    let range = format!("{value}, allowed are {min} to {max}");
                    match settings.set(setting, value, dialect) {
                        Ok(Effect::Cut(used)) => {
                            assert_eq!((setting.id, used), (Id::MultiPv, max), "{value}");
                        }
                        Err(OptionError::Value { .. }) => {
                            assert!(!value.starts_with(|c: char| "-9".contains(c)), "{value}");
                        }
                        Err(error) => {
                            assert_eq!(error.to_string(), format!("bad value for {name}: {range}"));
                        }
                        Ok(effect) => panic!("{name} {value}: {effect:?}"),
                    }
                    assert_eq!(settings, before, "{name} {value}");
                }
            }
        }
    }

    #[test]
    fn table_sizes_of_both_dialects() {
        let mut settings = Settings::new(Dialect::Hub);
        assert_eq!(settings.shown(Id::TtSize, Dialect::Hub), "22");
        assert!(set(&mut settings, Dialect::Hub, "tt-size", "23").is_ok());
        assert_eq!(settings.hash, 128);
        assert!(set(&mut settings, Dialect::Hub, "tt-size", "16").is_ok());
        assert_eq!(settings.hash, 1);
        assert!(Setting::find(Dialect::Hub, "Hash").is_none());
    }

    #[test]
    fn strength_by_level_or_rating() {
        let mut settings = Settings::new(Dialect::Uci);
        assert_eq!(settings.skill(), None);
        let mut put = |name, value| set(&mut settings, Dialect::Uci, name, value);
        assert_eq!(put("skill level", "2"), Ok(Effect::Engine));
        let least = Skill::MIN_ELO.to_string();
        assert_eq!(put("UCI_Elo", &least), Ok(Effect::Engine));
        assert_eq!(settings.skill(), Skill::of_level(2).unwrap());
        assert!(set(&mut settings, Dialect::Uci, "UCI_LimitStrength", "true").is_ok());
        assert_eq!(settings.skill(), Skill::of_level(1).unwrap());
    }

    #[test]
    fn no_table_is_larger_than_the_machine() {
        let mut settings = Settings::new(Dialect::Uci);
        let mut put = |dialect, name, value: usize| {
            set(&mut settings, dialect, name, &value.to_string()).is_ok()
        };
        assert!(put(Dialect::Uci, "Hash", most_hash()));
        assert!(!put(Dialect::Uci, "Hash", most_hash() + 1));
        assert!(put(Dialect::Hub, "tt-size", log_entries(most_hash())));
        assert!(!put(Dialect::Hub, "tt-size", log_entries(most_hash()) + 1));
    }

    #[test]
    fn variants_by_any_name() {
        let mut settings = Settings::new(Dialect::Hub);
        for name in ["normal", "Normal", "standard", "international", "20"] {
            settings.variant = Variant::Russian;
            assert_eq!(
                set(&mut settings, Dialect::Hub, "variant", name),
                Ok(Effect::Variant)
            );
            assert_eq!(settings.variant, Variant::International, "{name}");
        }
        let error = set(&mut settings, Dialect::Hub, "variant", "klingon").unwrap_err();
        assert_eq!(error.to_string(), "unknown variant: klingon");
        assert_eq!(settings.shown(Id::Variant, Dialect::Hub), "normal");
    }

    #[test]
    fn draw_rules_of_another_variant_wait_for_it() {
        let mut settings = Settings::new(Dialect::Uci);
        assert_eq!(
            set(&mut settings, Dialect::Uci, "DrawRules", "wcdf"),
            Ok(Effect::Draws)
        );
        assert_eq!(settings.draw_rules(), DrawRules::Fmjd64);
        settings.variant = Variant::English;
        assert_eq!(settings.draw_rules(), DrawRules::Wcdf);
        assert!(set(&mut settings, Dialect::Uci, "DrawRules", "none").is_err());
    }
}
