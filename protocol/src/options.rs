//! The settings that clients may change, under the names of both dialects, and the values that each can have.

use crate::Dialect;
use crate::memory::most_hash;
use damka_engine::movetext::MoveFormat;
use damka_engine::{DrawRules, SquareOrder, Variant};
use damka_search::{Engine, Skill};

/// Most lines of a search that can be asked for.
const MAX_LINES: usize = 64;
/// Most pieces of an endgame table that can be asked for.
const MAX_TABLE_PIECES: usize = 8;
/// Hub counts table entries of 16 bytes by their binary logarithm: 2^16 of them are one MiB.
pub(crate) const LOG_ENTRIES_PER_MIB: usize = 16;
/// Time kept back for the way to the client unless another is asked for, and the most, in milliseconds.
pub(crate) const DEFAULT_OVERHEAD: usize = 50;
const MAX_OVERHEAD: usize = 5000;
/// Full strength, as a level and as a rating.
const FULL_LEVEL: usize = Skill::MAX_LEVEL as usize;
const FULL_ELO: usize = Skill::MAX_ELO as usize;
/// Longest pause between lines, in milliseconds.
const MAX_LINE_DELAY: usize = 1000;

/// Which setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Id {
    /// The game.
    Variant,
    /// Searching threads.
    Threads,
    /// Transposition table in MiB.
    Hash,
    /// Transposition table in binary logarithm of entries.
    TtSize,
    /// Lines of a search.
    MultiPv,
    /// Whether the client means to let the engine think in the opponent's time.
    Ponder,
    /// Whether to play from an opening book; there is none yet.
    OwnBook,
    /// Where endgame tables lie; none are used yet.
    TablePath,
    /// Most pieces of the endgame tables to use.
    TableSize,
    /// Time kept back for the way to the client, in milliseconds.
    Overhead,
    /// How moves are written in the UCI dialect.
    Format,
    /// Rules by which games are drawn.
    Draws,
    /// How squares are numbered in moves.
    Order,
    /// Pause between lines, in milliseconds.
    LineDelay,
    /// Level of strength.
    SkillLevel,
    /// Whether the rating counts, and not the level.
    LimitStrength,
    /// Rating to play at.
    Elo,
    /// Forget earlier searches.
    ClearHash,
}

/// A setting and its names; an empty name means that the dialect does not have it.
#[derive(Debug)]
pub struct Setting {
    /// Which.
    pub id: Id,
    /// Name in the UCI dialect.
    pub uci: &'static str,
    /// Name in Hub.
    pub hub: &'static str,
}

const fn setting(id: Id, uci: &'static str, hub: &'static str) -> Setting {
    Setting { id, uci, hub }
}

/// Every setting, in the order in which clients are told.
pub const OPTIONS: [Setting; 18] = [
    setting(Id::Variant, "UCI_Variant", "variant"),
    setting(Id::Threads, "Threads", "threads"),
    setting(Id::Hash, "Hash", ""),
    setting(Id::TtSize, "", "tt-size"),
    setting(Id::MultiPv, "MultiPV", "multipv"),
    setting(Id::Ponder, "Ponder", "ponder"),
    setting(Id::OwnBook, "OwnBook", "book"),
    setting(Id::TablePath, "EGTBPath", "bb-path"),
    setting(Id::TableSize, "", "bb-size"),
    setting(Id::Overhead, "Move Overhead", "move-overhead"),
    setting(Id::Format, "UCI_MoveFormat", ""),
    setting(Id::Draws, "DrawRules", "draw-rules"),
    setting(Id::Order, "SquareOrder", "square-order"),
    setting(Id::SkillLevel, "Skill Level", "skill-level"),
    setting(Id::LimitStrength, "UCI_LimitStrength", "limit-strength"),
    setting(Id::Elo, "UCI_Elo", "elo"),
    setting(Id::LineDelay, "", "line-delay"),
    setting(Id::ClearHash, "Clear Hash", ""),
];

/// What values a setting has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// True or false.
    Check(bool),
    /// A whole number.
    Spin {
        /// Without being set.
        default: usize,
        /// Least.
        min: usize,
        /// Greatest.
        max: usize,
    },
    /// One of several words.
    Combo {
        /// Without being set.
        default: &'static str,
        /// All of them.
        values: Vec<&'static str>,
    },
    /// Any text.
    Text,
    /// No value: an action.
    Button,
}

impl Setting {
    /// The setting that a dialect calls `name`, in letters of either case.
    pub fn find(dialect: Dialect, name: &str) -> Option<&'static Setting> {
        OPTIONS.iter().find(|setting| {
            let known = setting.name(dialect);
            !known.is_empty() && known.eq_ignore_ascii_case(name)
        })
    }

    /// The name in a dialect; empty when the dialect does not have the setting.
    pub fn name(&self, dialect: Dialect) -> &'static str {
        match dialect {
            Dialect::Uci => self.uci,
            Dialect::Hub => self.hub,
        }
    }

    /// The values that the setting has.
    pub fn kind(&self, dialect: Dialect) -> Kind {
        match self.id {
            Id::Variant => Kind::Combo {
                default: variant_name(dialect.default_variant(), dialect),
                values: variants(dialect),
            },
            Id::Threads => spin(1, 1, Engine::MAX_THREADS),
            Id::Hash => spin(Engine::DEFAULT_HASH, 1, most_hash()),
            Id::TtSize => spin(
                log_entries(Engine::DEFAULT_HASH),
                log_entries(1),
                log_entries(most_hash()),
            ),
            Id::MultiPv => spin(1, 1, MAX_LINES),
            Id::Ponder | Id::OwnBook | Id::LimitStrength => Kind::Check(false),
            Id::TablePath => Kind::Text,
            Id::TableSize => spin(0, 0, MAX_TABLE_PIECES),
            Id::Overhead => spin(DEFAULT_OVERHEAD, 0, MAX_OVERHEAD),
            Id::Format => Kind::Combo {
                default: MoveFormat::default().name(),
                values: MoveFormat::ALL.map(MoveFormat::name).to_vec(),
            },
            Id::Draws => Kind::Combo {
                default: DrawRules::AUTO,
                values: std::iter::once(DrawRules::AUTO)
                    .chain(DrawRules::ALL.map(DrawRules::name))
                    .collect(),
            },
            Id::Order => Kind::Combo {
                default: SquareOrder::default().name(),
                values: SquareOrder::ALL.map(SquareOrder::name).to_vec(),
            },
            Id::SkillLevel => spin(FULL_LEVEL, 1, FULL_LEVEL),
            Id::Elo => spin(FULL_ELO, Skill::MIN_ELO as usize, FULL_ELO),
            Id::LineDelay => spin(0, 0, MAX_LINE_DELAY),
            Id::ClearHash => Kind::Button,
        }
    }
}

fn spin(default: usize, min: usize, max: usize) -> Kind {
    Kind::Spin { default, min, max }
}

/// Binary logarithm of the entries of a table of this many MiB, rounded down.
pub(crate) fn log_entries(megabytes: usize) -> usize {
    LOG_ENTRIES_PER_MIB + megabytes.max(1).ilog2() as usize
}

/// The names of all variants, the default first.
fn variants(dialect: Dialect) -> Vec<&'static str> {
    let default = dialect.default_variant();
    let others = Variant::ALL
        .into_iter()
        .filter(|variant| *variant != default);
    std::iter::once(default)
        .chain(others)
        .map(|variant| variant_name(variant, dialect))
        .collect()
}

/// The name of a variant in a dialect: Hub clients know the international game as `normal`.
pub fn variant_name(variant: Variant, dialect: Dialect) -> &'static str {
    match (variant, dialect) {
        (Variant::International, Dialect::Hub) => "normal",
        _ => variant.name(),
    }
}
