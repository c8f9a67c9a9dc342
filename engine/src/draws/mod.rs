//! Draw rules: the named profiles, what each of them limits, and which variants may use them.
//!
//! `docs/rules.md` gives the sources and the readings that were chosen.

mod counters;

pub use counters::Counters;

use crate::excerpt;
use crate::status::DrawReason;
use crate::variant::Variant;
use crate::with_rules;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A named set of draw rules. Every set knows threefold repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum DrawRules {
    /// FMJD-64 art. 7.2 read "special before general": king moves are counted only where no other counter runs.
    Fmjd64,
    /// FMJD-64 art. 7.2 by the letter: king moves are counted in every position.
    Fmjd64Letter,
    /// The Brazilian confederation (CBD): 20 king moves, 5 moves in small king endings.
    Cbd,
    /// FMJD Annex 1, 10x10: 25 king moves, 16 moves for three pieces and 5 for two against a lone king.
    Fmjd100,
    /// WCDF 1.32, English draughts: 40 moves without capture or man move.
    Wcdf,
    /// American pool checkers: 15 king moves.
    Pool,
    /// Threefold repetition only.
    Repetition,
}

impl DrawRules {
    /// Every profile.
    pub const ALL: [DrawRules; 7] = [
        DrawRules::Fmjd64,
        DrawRules::Fmjd64Letter,
        DrawRules::Cbd,
        DrawRules::Fmjd100,
        DrawRules::Wcdf,
        DrawRules::Pool,
        DrawRules::Repetition,
    ];

    /// The word that stands for the default of the variant wherever a profile may be named.
    pub const AUTO: &'static str = "auto";

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            DrawRules::Fmjd64 => "fmjd64",
            DrawRules::Fmjd64Letter => "fmjd64-letter",
            DrawRules::Cbd => "cbd",
            DrawRules::Fmjd100 => "fmjd100",
            DrawRules::Wcdf => "wcdf",
            DrawRules::Pool => "pool",
            DrawRules::Repetition => "repetition",
        }
    }

    /// The profile that a variant uses unless another one is asked for.
    pub fn default_for(variant: Variant) -> DrawRules {
        with_rules!(variant, R => <R as crate::rules::Rules>::DRAWS)
    }

    /// Whether a variant may be played with this profile.
    pub const fn is_for(self, variant: Variant) -> bool {
        match self {
            DrawRules::Fmjd64 | DrawRules::Fmjd64Letter => {
                matches!(variant, Variant::Russian | Variant::Brazilian)
            }
            DrawRules::Cbd => matches!(variant, Variant::Brazilian),
            DrawRules::Fmjd100 => matches!(variant, Variant::International),
            DrawRules::Wcdf => matches!(variant, Variant::English),
            DrawRules::Pool => matches!(variant, Variant::Pool),
            DrawRules::Repetition => true,
        }
    }

    /// The profile that `text` (a name, or `auto` for the default; case does not matter) means for a variant.
    ///
    /// # Errors
    /// The name is unknown, or the variant is not played with these rules.
    pub fn choose(text: &str, variant: Variant) -> Result<DrawRules, DrawRulesError> {
        if text.eq_ignore_ascii_case(DrawRules::AUTO) {
            return Ok(DrawRules::default_for(variant));
        }
        let rules: DrawRules = text.parse()?;
        if rules.is_for(variant) {
            Ok(rules)
        } else {
            Err(DrawRulesError::NotForVariant { rules, variant })
        }
    }

    /// Plies without capture and man move that draw, if the profile counts them.
    pub(crate) const fn king_move_limit(self) -> Option<u8> {
        match self {
            // FMJD-64 7.2.5; pool art. 26: 15 moves of each player.
            DrawRules::Fmjd64 | DrawRules::Fmjd64Letter | DrawRules::Pool => Some(30),
            // CBD 16: "Após 20 lances sucessivos de damas".
            DrawRules::Cbd => Some(40),
            // FMJD Annex 1, 6.2: 25.
            DrawRules::Fmjd100 => Some(50),
            // WCDF 1.32.2: 40.
            DrawRules::Wcdf => Some(80),
            DrawRules::Repetition => None,
        }
    }

    /// What a draw by that limit is called.
    pub(crate) const fn king_move_reason(self) -> DrawReason {
        match self {
            DrawRules::Wcdf => DrawReason::FortyMoves,
            _ => DrawReason::KingMoves,
        }
    }
}

impl fmt::Display for DrawRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for DrawRules {
    type Err = DrawRulesError;

    fn from_str(text: &str) -> Result<DrawRules, DrawRulesError> {
        DrawRules::ALL
            .into_iter()
            .find(|rules| rules.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| DrawRulesError::Unknown(excerpt(text)))
    }
}

/// Why a text does not choose draw rules.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DrawRulesError {
    /// No profile has this name.
    #[error("unknown draw rules: {0} ({auto}, {names})", auto = DrawRules::AUTO, names = DrawRules::ALL.map(DrawRules::name).join(", "))]
    Unknown(String),
    /// The profile belongs to other variants.
    #[error("draw rules {rules} are not for {variant}")]
    NotForVariant {
        /// The profile.
        rules: DrawRules,
        /// The variant.
        variant: Variant,
    },
}
