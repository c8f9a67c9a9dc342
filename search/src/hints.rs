//! Hints to the machine: they change how long memory takes, never what it holds.
//!
//! Where a hint does not exist these functions do nothing, so the program is the same without them; they are the
//! only `unsafe` code of the workspace. docs/performance.md has what they give.

use std::mem::MaybeUninit;

/// Asks for huge pages behind memory that has not been written yet: a large table is read all over, and with small
/// pages most reads wait for the page tables, too.
///
/// Linux only. It is no error if the system refuses.
pub fn prefer_huge_pages<T>(fresh: &mut [MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        use nix::sys::mman::{MmapAdvise, madvise};
        use std::ptr::NonNull;
        /// The advice must begin at a page. 64 KiB is a whole number of pages on every machine.
        const PAGE: usize = 1 << 16;
        let range = fresh.as_mut_ptr_range();
        let skip = range.start.cast::<u8>().align_offset(PAGE);
        let length = (range.end.addr() - range.start.addr()).saturating_sub(skip) / PAGE * PAGE;
        if length == 0 {
            return;
        }
        if let Some(start) = NonNull::new(range.start.cast::<u8>().wrapping_add(skip)) {
            // SAFETY: start and length lie within `fresh`, which is borrowed for us alone, and this advice changes
            // how the system backs the memory but not what it holds.
            let _refused = unsafe { madvise(start.cast(), length, MmapAdvise::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = fresh;
}

/// Begins to fetch a value that will be read soon.
///
/// x86-64 only: elsewhere the compiler has no stable way to say so.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing that the program can see and faults at no address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers in memory of which `advised` says whether it was advised.
    fn numbers(count: usize, advised: bool) -> Vec<u64> {
        let mut memory = Vec::with_capacity(count);
        if advised {
            prefer_huge_pages(memory.spare_capacity_mut());
        }
        memory.extend((0..count as u64).map(|n| n * n));
        memory.iter().for_each(prefetch);
        memory
    }

    #[test]
    fn memory_holds_the_same_with_and_without() {
        for count in [0, 1, 100, 8_192, 8_193, 1 << 20] {
            assert!(numbers(count, true) == numbers(count, false), "{count}");
        }
    }
}
