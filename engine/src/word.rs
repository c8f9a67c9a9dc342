//! The integer that holds a bitboard: `u64` for boards up to 10x10, `u128` for 12x12.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of squares as the bits of one unsigned integer.
pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The empty set.
    const EMPTY: Self;

    /// The set whose only member is bit `index`.
    fn bit(index: u32) -> Self;

    /// Number of members.
    fn count(self) -> u32;

    /// Index of the lowest member; the width of the integer when the set is empty.
    fn lowest(self) -> u32;

    /// The set without its lowest member.
    fn without_lowest(self) -> Self;

    /// The set of its lowest member only (empty stays empty).
    fn lowest_only(self) -> Self;

    /// The low 64 bits of a mixture of all bits, for hashing.
    fn fold(self) -> u64;

    /// The 64 bits from bit `64 * index` on.
    fn word(self, index: usize) -> u64;

    /// Whether the set has no member.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the set has a member.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::EMPTY
    }

    /// Whether the set has more than one member.
    #[inline(always)]
    fn several(self) -> bool {
        self.without_lowest().any()
    }

    /// The indices of the members in rising order.
    #[inline(always)]
    fn indices(self) -> Indices<Self> {
        Indices(self)
    }
}

macro_rules! impl_word {
    ($t:ty, $fold:expr) => {
        impl Word for $t {
            const EMPTY: Self = 0;

            #[inline(always)]
            fn bit(index: u32) -> Self {
                1 << index
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn lowest_only(self) -> Self {
                self & self.wrapping_neg()
            }

            #[inline(always)]
            fn fold(self) -> u64 {
                $fold(self)
            }

            #[inline(always)]
            fn word(self, index: usize) -> u64 {
                (self >> (64 * index)) as u64
            }
        }
    };
}

impl_word!(u64, |w: u64| w);
impl_word!(u128, |w: u128| w as u64
    ^ ((w >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15));

/// Iterator over the members of a set, see [`Word::indices`].
#[derive(Clone, Copy, Debug)]
pub struct Indices<W>(W);

impl<W: Word> Iterator for Indices<W> {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let index = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(index)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count() as usize;
        (n, Some(n))
    }
}

impl<W: Word> ExactSizeIterator for Indices<W> {}
