//! The transposition table: shared by all threads without locks.
//!
//! An entry is two atomic words, the data and the data mixed with the key. A torn pair does not fit together
//! and is taken for a miss, so that no lock is needed (Hyatt and Mann, "A lock-less
//! transposition table implementation for parallel search", ICGA Journal 25/1, 2002).

use crate::hints;
use crate::limits::Signal;
use crate::report::Bound;
use crate::score::Score;
use damka_engine::{Geometry, Move, Word};
use rayon::prelude::*;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// Spreads the bits of a number, most of all into the upper ones: multiplied by the golden section of 2^64.
#[inline(always)]
fn spread(number: u64) -> u64 {
    number.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// A move in 20 bits: from, to, and a hash of the captured set. 0 is no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveCode(u32);

impl MoveCode {
    /// The code of no move.
    pub const NONE: MoveCode = MoveCode(0);

    /// The code of a move. Different moves of one position may share a code only if both capture from the same
    /// square to the same square.
    #[inline(always)]
    pub fn of<G: Geometry>(mv: Move<G>) -> MoveCode {
        let victims = (spread(mv.captured().fold()) >> 58) as u32;
        MoveCode(MoveCode::of_quiet(mv).0 | victims)
    }

    /// The same for a move that captures nothing.
    #[inline(always)]
    pub fn of_quiet<G: Geometry>(mv: Move<G>) -> MoveCode {
        let (from, to) = mv.bits();
        MoveCode((from as u32) << 13 | (to as u32) << 6)
    }

    /// 64 bits that differ from move to move.
    #[inline(always)]
    pub fn spread(self) -> u64 {
        spread(self.0 as u64)
    }
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The best move found, or [`MoveCode::NONE`].
    pub best: MoveCode,
    /// Value; distances of wins count from this position.
    pub score: Score,
    /// Depth to which the value was searched, in plies.
    pub depth: i32,
    /// What the value says.
    pub bound: Bound,
}

/// Bits of a packed entry: best 20, score 16, depth 8, bound 2, age 8; the rest is 0. Never 0 as a whole.
fn pack(entry: Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 3,
        Bound::Lower => 2,
        Bound::Upper => 1,
    };
    entry.best.0 as u64
        | (entry.score.raw() as i16 as u16 as u64) << 20
        | (entry.depth.clamp(0, 255) as u64) << 36
        | bound << 44
        | (age as u64) << 46
}

fn unpack(data: u64) -> Entry {
    let bound = match data >> 44 & 3 {
        3 => Bound::Exact,
        2 => Bound::Lower,
        _ => Bound::Upper,
    };
    Entry {
        best: MoveCode((data & 0xF_FFFF) as u32),
        score: Score::from_raw((data >> 20) as u16 as i16 as i32),
        depth: (data >> 36 & 0xFF) as i32,
        bound,
    }
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Four slots in a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// A table of a fixed size; see the module's text.
pub struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

/// Buckets between two looks at the signal, 64 MiB: a table of many GiB takes seconds to be filled or emptied.
const CHUNK: usize = 1 << 20;

impl Table {
    /// An empty table of `megabytes` MiB, at least 1, made with all threads of the current pool; `None` when the
    /// signal says stop before it is made.
    ///
    /// # Errors
    /// The system does not grant the memory.
    pub fn new(megabytes: usize, signal: &Signal) -> Result<Option<Table>, TryReserveError> {
        const PER_MEGABYTE: usize = (1 << 20) / size_of::<Bucket>();
        let count = megabytes.max(1).saturating_mul(PER_MEGABYTE);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        hints::prefer_huge_pages(buckets.spare_capacity_mut());
        while buckets.len() < count {
            if signal.is_stopped() {
                return Ok(None);
            }
            let end = count.min(buckets.len() + CHUNK);
            let chunk = (buckets.len()..end).into_par_iter();
            buckets.par_extend(chunk.map(|_| Bucket::default()));
        }
        Ok(Some(Table {
            buckets,
            age: AtomicU8::new(0),
        }))
    }

    /// Forgets everything, with all threads of the current pool; says whether it did, and not the signal stopped it.
    pub fn clear(&self, signal: &Signal) -> bool {
        for chunk in self.buckets.chunks(CHUNK) {
            if signal.is_stopped() {
                return false;
            }
            chunk.par_iter().for_each(|bucket| {
                for slot in &bucket.0 {
                    slot.check.store(0, Ordering::Relaxed);
                    slot.data.store(0, Ordering::Relaxed);
                }
            });
        }
        self.age.store(0, Ordering::Relaxed);
        true
    }

    /// Says that a new search begins: what older ones have left may be replaced first.
    pub fn new_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (key as u128 * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Begins to fetch what [`get`](Self::get) will look at.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        hints::prefetch(self.bucket(key));
    }

    /// What is known about the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed);
            (data != 0 && check ^ data == key).then(|| unpack(data))
        })
    }

    /// Keeps an entry, in place of an older one about the same position or of the least valuable one.
    #[inline]
    pub fn put(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let mut victim = &bucket.0[0];
        let mut least = i32::MAX;
        for slot in &bucket.0 {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 || slot.check.load(Ordering::Relaxed) ^ data == key {
                if data != 0 && entry.best == MoveCode::NONE {
                    entry.best = unpack(data).best;
                }
                victim = slot;
                break;
            }
            let searches_ago = age.wrapping_sub((data >> 46) as u8) as i32;
            let value = (data >> 36 & 0xFF) as i32 - 8 * searches_ago;
            if value < least {
                least = value;
                victim = slot;
            }
        }
        let data = pack(entry, age);
        victim.data.store(data, Ordering::Relaxed);
        victim.check.store(key ^ data, Ordering::Relaxed);
    }

    /// Part of the table that the current search has filled, in thousandths, from a sample.
    pub fn hash_full(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && (data >> 46) as u8 == age
        });
        (used.count() * 1000 / (sample.len() * 4)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_every_field() {
        for raw in [-30_000, -7_999, -1, 0, 1, 7_999, 29_999] {
            for depth in [0, 1, 99, 255] {
                for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                    let entry = Entry {
                        best: MoveCode(0xF_1234),
                        score: Score::from_raw(raw),
                        depth,
                        bound,
                    };
                    let data = pack(entry, 200);
                    let back = unpack(data);
                    assert_ne!(data, 0);
                    assert_eq!(back.best, entry.best);
                    assert_eq!(
                        (back.score, back.depth, back.bound),
                        (entry.score, depth, bound)
                    );
                    assert_eq!((data >> 46) as u8, 200);
                }
            }
        }
    }

    #[test]
    fn size_is_exact_and_clear_forgets() {
        let signal = Signal::new();
        let table = Table::new(3, &signal).unwrap().unwrap();
        assert_eq!(table.buckets.len() * size_of::<Bucket>(), 3 << 20);
        let entry = Entry {
            best: MoveCode::NONE,
            score: Score::centimen(12),
            depth: 3,
            bound: Bound::Exact,
        };
        table.put(77, entry);
        assert_eq!(table.get(77).map(|found| found.depth), Some(3));
        assert!(table.get(78).is_none());
        assert!(table.clear(&signal));
        assert!(table.get(77).is_none());
    }

    #[test]
    fn what_cannot_be_had_or_is_not_waited_for() {
        let signal = Signal::new();
        // No system has an address space of 2^63 bytes, nor the count of buckets that overflows.
        for megabytes in [1 << 43, usize::MAX] {
            assert!(Table::new(megabytes, &signal).is_err(), "{megabytes}");
        }
        let table = Table::new(1, &signal).unwrap().unwrap();
        signal.stop();
        assert!(Table::new(1, &signal).unwrap().is_none());
        assert!(!table.clear(&signal));
    }
}
