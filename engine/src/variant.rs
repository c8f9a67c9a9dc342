//! Variants at run time: names, aliases, and the one way from a name to a type.

use crate::excerpt;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A variant chosen at run time. [`with_rules!`](crate::with_rules) turns it into a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Variant {
    /// Brazilian draughts.
    Brazilian,
    /// Russian draughts.
    Russian,
    /// International draughts.
    International,
    /// English draughts.
    English,
    /// American pool checkers.
    Pool,
}

impl Variant {
    /// Every variant, the default first.
    pub const ALL: [Variant; 5] = [
        Variant::Brazilian,
        Variant::Russian,
        Variant::International,
        Variant::English,
        Variant::Pool,
    ];

    /// The canonical name.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// The canonical name, then every other name that is understood, all in lower case; PDN GameType last.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Variant::Brazilian => &["brazilian", "26"],
            Variant::Russian => &["russian", "shashki", "25"],
            Variant::International => &[
                "international",
                "normal",
                "standard",
                "10x10",
                "fromposition",
                "from-position",
                "20",
            ],
            Variant::English => &["english", "checkers", "american", "anglo", "21"],
            Variant::Pool => &["pool", "23"],
        }
    }

    /// Number of the variant in the PDN tag GameType.
    pub fn game_type(self) -> u32 {
        let number = self.names().last().expect("every variant has names");
        number.parse().expect("the last name is the GameType")
    }

    /// The variant with this PDN GameType number.
    pub fn from_game_type(number: u32) -> Option<Variant> {
        Variant::ALL
            .into_iter()
            .find(|variant| variant.game_type() == number)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no variant has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown variant: {0}")]
pub struct UnknownVariant(pub String);

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Variant, UnknownVariant> {
        Variant::ALL
            .into_iter()
            .find(|variant| {
                variant
                    .names()
                    .iter()
                    .any(|name| name.eq_ignore_ascii_case(text))
            })
            .ok_or_else(|| UnknownVariant(excerpt(text)))
    }
}

/// Runs a body with a run-time [`Variant`] turned into a type that implements [`Rules`](crate::Rules).
///
/// ```
/// use damka_engine::{Position, Variant, with_rules};
/// let men = with_rules!(Variant::Russian, R => Position::<R>::start().pieces().white().count_ones());
/// assert_eq!(men, 12);
/// ```
#[macro_export]
macro_rules! with_rules {
    ($variant:expr, $rules:ident => $body:expr) => {
        match $variant {
            $crate::Variant::Brazilian => {
                type $rules = $crate::rules::Brazilian;
                $body
            }
            $crate::Variant::Russian => {
                type $rules = $crate::rules::Russian;
                $body
            }
            $crate::Variant::International => {
                type $rules = $crate::rules::International;
                $body
            }
            $crate::Variant::English => {
                type $rules = $crate::rules::English;
                $body
            }
            $crate::Variant::Pool => {
                type $rules = $crate::rules::Pool;
                $body
            }
        }
    };
}
