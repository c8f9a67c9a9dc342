//! The table of counts that the threads of a perft share. It never returns a wrong count.
//!
//! An entry holds the whole position, not a hash of it. Entries lie in buckets, and each bucket is guarded by a
//! sequence lock (Boehm, "Can seqlocks get along with programming language memory models?", 2012): the sequence is
//! odd while somebody writes, and a reader that sees it odd, or changed after reading, has found nothing.

use super::MAX_DEPTH;
use crate::geometry::Geometry;
use crate::piece::Color;
use crate::pieces::Pieces;
use crate::word::Word;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering, fence};

/// Bytes of one unit of the `--hash` option.
const MEGABYTE: usize = 1 << 20;
/// Entries of a bucket.
const ENTRIES: usize = 3;
/// The bits of an entry's depth.
const DEPTH: u64 = MAX_DEPTH as u64;
/// Most words of an entry: three sets of two words, and the count.
const WIDEST: usize = 8;

/// A cache line.
#[derive(Default)]
#[repr(align(64))]
struct Line([AtomicU64; 8]);

/// Counts by position, side to move and depth.
pub struct Table<G: Geometry> {
    lines: Vec<Line>,
    buckets: usize,
    board: PhantomData<G>,
}

/// What is looked for, and where it would be.
pub struct Place {
    bucket: usize,
    /// White, black and kings; side to move and depth in the topmost bits of the last.
    words: [u64; 6],
}

impl<G: Geometry> Table<G> {
    /// 64-bit words of a set of squares.
    const SET_WORDS: usize = size_of::<G::Word>() / 8;
    /// Words of the position in an entry.
    const POSITION_WORDS: usize = 3 * Self::SET_WORDS;
    /// Words of an entry: position, low and high half of the count.
    const ENTRY_WORDS: usize = Self::POSITION_WORDS + 2;
    /// Lines of a bucket: sequence, then the entries.
    const LINES: usize = (1 + ENTRIES * Self::ENTRY_WORDS).div_ceil(8);
    /// Side and depth take nine bits, which no set of squares may use.
    const ROOM_FOR_DEPTH: () = assert!(
        Self::ENTRY_WORDS <= WIDEST
            && G::SQUARES + G::SQUARES / G::FILES + 9 <= 8 * size_of::<G::Word>() as u32
    );

    /// A table of at most this many MiB and at least one bucket; `None` if there is not so much memory.
    pub fn new(megabytes: usize) -> Option<Table<G>> {
        const { Self::ROOM_FOR_DEPTH };
        let bucket_bytes = Self::LINES * size_of::<Line>();
        let buckets = (megabytes.checked_mul(MEGABYTE)? / bucket_bytes).max(1);
        let mut lines = Vec::new();
        lines.try_reserve_exact(buckets * Self::LINES).ok()?;
        lines.resize_with(buckets * Self::LINES, Line::default);
        Some(Table {
            lines,
            buckets,
            board: PhantomData,
        })
    }

    /// Where the count of these pieces is kept.
    #[inline]
    pub fn place(&self, pieces: &Pieces<G>, turn: Color, depth: u32) -> Place {
        let mut words = [0; 6];
        let sets = [pieces.white(), pieces.black(), pieces.kings()];
        for (set, words) in sets.into_iter().zip(words.chunks_mut(Self::SET_WORDS)) {
            for (index, word) in words.iter_mut().enumerate() {
                *word = set.word(index);
            }
        }
        let mark = (turn.index() as u64) << 8 | (u64::from(depth) & DEPTH);
        words[Self::POSITION_WORDS - 1] |= mark << 55;
        let hash = words[..Self::POSITION_WORDS].iter().fold(0, |hash, word| {
            let product = u128::from(hash ^ word ^ 0x9E37_79B9_7F4A_7C15)
                * u128::from(0xD6E8_FEB8_6659_FD93u64);
            (product ^ (product >> 64)) as u64
        });
        Place {
            bucket: ((u128::from(hash) * self.buckets as u128) >> 64) as usize,
            words,
        }
    }

    fn bucket(&self, place: &Place) -> Bucket<'_> {
        let first = place.bucket * Self::LINES;
        Bucket(&self.lines[first..first + Self::LINES])
    }

    /// The count of the position, if it is here.
    #[inline]
    pub fn get(&self, place: &Place) -> Option<u128> {
        let bucket = self.bucket(place);
        let sequence = bucket.word(0).load(Ordering::Acquire);
        if !sequence.is_multiple_of(2) {
            return None;
        }
        let entry = (0..ENTRIES).find(|&entry| self.holds(&bucket, entry, place))?;
        let count = 1 + entry * Self::ENTRY_WORDS + Self::POSITION_WORDS;
        let low = bucket.word(count).load(Ordering::Relaxed);
        let high = bucket.word(count + 1).load(Ordering::Relaxed);
        fence(Ordering::Acquire);
        (bucket.word(0).load(Ordering::Relaxed) == sequence)
            .then_some(u128::from(high) << 64 | u128::from(low))
    }

    fn holds(&self, bucket: &Bucket<'_>, entry: usize, place: &Place) -> bool {
        let first = 1 + entry * Self::ENTRY_WORDS;
        (0..Self::POSITION_WORDS)
            .all(|index| bucket.word(first + index).load(Ordering::Relaxed) == place.words[index])
    }

    /// Keeps a count, in place of the shallowest entry of its bucket. Gives up when another thread writes there.
    #[inline]
    pub fn put(&self, place: &Place, count: u128) {
        let bucket = self.bucket(place);
        let sequence = bucket.word(0).load(Ordering::Relaxed);
        let free = sequence.is_multiple_of(2)
            && bucket
                .word(0)
                .compare_exchange(sequence, sequence + 1, Ordering::Acquire, Ordering::Relaxed)
                .is_ok();
        if !free {
            return;
        }
        // No reader may see what follows without seeing the odd sequence too.
        fence(Ordering::Release);
        let known = (0..ENTRIES).any(|entry| self.holds(&bucket, entry, place));
        if !known {
            let first = 1 + self.shallowest(&bucket) * Self::ENTRY_WORDS;
            let words = &place.words[..Self::POSITION_WORDS];
            for (index, &word) in words.iter().enumerate() {
                bucket.word(first + index).store(word, Ordering::Relaxed);
            }
            let halves = [count as u64, (count >> 64) as u64];
            for (index, half) in halves.into_iter().enumerate() {
                bucket
                    .word(first + Self::POSITION_WORDS + index)
                    .store(half, Ordering::Relaxed);
            }
        }
        bucket.word(0).store(sequence + 2, Ordering::Release);
    }

    /// The entry with the smallest depth; one that is empty has depth 0.
    fn shallowest(&self, bucket: &Bucket<'_>) -> usize {
        (0..ENTRIES)
            .min_by_key(|entry| {
                let last = entry * Self::ENTRY_WORDS + Self::POSITION_WORDS;
                (bucket.word(last).load(Ordering::Relaxed) >> 55) & DEPTH
            })
            .unwrap_or(0)
    }
}

/// The lines of one bucket, seen as words.
struct Bucket<'a>(&'a [Line]);

impl Bucket<'_> {
    #[inline(always)]
    fn word(&self, index: usize) -> &AtomicU64 {
        &self.0[index / 8].0[index % 8]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Board8, Board12, Square};
    use crate::piece::Piece;

    /// Any pieces: white on the squares of one number, black on those of another, kings where both have a bit.
    fn pieces<G: Geometry>(number: u64) -> Pieces<G> {
        let mut pieces = Pieces::default();
        for index in 0..20 {
            let color = Color::ALL[(number >> index & 1) as usize];
            let king = number >> (index + 20) & 1 == 1;
            let square = Square::from_index((index * 3 % G::SQUARES as u64) as u8);
            pieces.set(square, Some(Piece { color, king }));
        }
        pieces
    }

    fn gives_back_what_it_was_given<G: Geometry>() {
        let table = Table::<G>::new(1).unwrap();
        let count = |number: u64| u128::from(number) << 40 | 7;
        let depth = |number: u64| (number % 256) as u32;
        let mut random = fastrand::Rng::with_seed(5);
        let numbers: Vec<u64> = (0..40_000).map(|_| random.u64(..1 << 40)).collect();
        for &number in &numbers {
            let place = table.place(&pieces(number), Color::White, depth(number));
            table.put(&place, count(number));
            let twin = table.place(&pieces(number), Color::Black, depth(number));
            assert_eq!(table.get(&twin), None);
        }
        let found = numbers.iter().filter(|&&number| {
            let place = table.place(&pieces(number), Color::White, depth(number));
            let found = table.get(&place);
            assert!(found.is_none_or(|found| found == count(number)));
            found.is_some()
        });
        let room = (1 << 20) / Table::<G>::LINES / 64 * ENTRIES;
        assert!(found.count() > room / 2);
    }

    #[test]
    fn gives_back_what_it_was_given_8() {
        gives_back_what_it_was_given::<Board8>();
    }

    #[test]
    fn gives_back_what_it_was_given_12() {
        gives_back_what_it_was_given::<Board12>();
    }

    #[test]
    fn is_never_wrong_when_threads_fight_for_one_bucket() {
        let table = &Table::<Board8>::new(0).unwrap();
        assert_eq!(table.buckets, 1);
        let count = |number: u64| u128::from(number) << 64 | u128::from(!number);
        let hits: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|seed| {
                    scope.spawn(move || {
                        let mut random = fastrand::Rng::with_seed(seed);
                        let mut hits = 0;
                        for _ in 0..200_000 {
                            let number = random.u64(..12);
                            let place = table.place(&pieces(number), Color::White, 4);
                            match table.get(&place) {
                                Some(found) => {
                                    assert_eq!(found, count(number));
                                    hits += 1;
                                }
                                None => table.put(&place, count(number)),
                            }
                        }
                        hits
                    })
                })
                .collect();
            threads.into_iter().map(|t| t.join().unwrap()).sum()
        });
        assert!(hits > 0);
    }

    #[test]
    fn says_when_there_is_no_memory() {
        assert!(Table::<Board8>::new(usize::MAX).is_none());
        assert!(Table::<Board8>::new(1 << 43).is_none());
    }
}
