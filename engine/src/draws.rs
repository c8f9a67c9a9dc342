//! Draw rules: named profiles.

/// A named set of draw rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum DrawRules {
    /// FMJD-64 read "special before general".
    Fmjd64,
    /// FMJD-64 by the letter.
    Fmjd64Letter,
    /// The Brazilian confederation.
    Cbd,
    /// FMJD, 10x10.
    Fmjd100,
    /// WCDF, English draughts.
    Wcdf,
    /// American pool checkers.
    Pool,
    /// Threefold repetition only.
    Repetition,
}
