//! Late moves: how much less a quiet move that comes late in the order is searched, and when not at all.

use once_cell::sync::Lazy;

/// Depths and places beyond this are reduced as this one is.
const SIZE: usize = 64;

/// Plies by depth and place. The logarithms were found by matches, see docs/strength.md.
static TABLE: Lazy<[[i8; SIZE]; SIZE]> = Lazy::new(|| {
    let mut table = [[0; SIZE]; SIZE];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (place, plies) in row.iter_mut().enumerate().skip(1) {
            *plies = (0.7 + (depth as f64).ln() * (place as f64).ln() / 1.3) as i8;
        }
    }
    table
});

/// Plies by which the move at `place` (0 is the first) is searched less than `depth` allows; at most `depth - 1`.
#[inline]
pub fn reduction<const PV: bool>(depth: i32, place: usize, promotes: bool) -> i32 {
    if depth < 3 || place < if PV { 3 } else { 2 } || promotes {
        return 0;
    }
    let plies = TABLE[(depth as usize).min(SIZE - 1)][place.min(SIZE - 1)] as i32;
    (plies - PV as i32).clamp(0, depth - 1)
}

/// Whether quiet moves from `place` on are left out, so near to the leaves and so late in the order.
#[inline]
pub fn is_too_late(depth: i32, place: usize) -> bool {
    depth <= 3 && place as i32 > 1 + depth * depth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_and_deeper_is_reduced_more_and_never_to_nothing() {
        for depth in 1..100 {
            for place in 0..100 {
                let plies = reduction::<false>(depth, place, false);
                assert!((0..depth.max(1)).contains(&plies));
                assert!(reduction::<true>(depth, place, false) <= plies);
                assert!(reduction::<false>(depth + 1, place, false) >= plies);
                assert!(reduction::<false>(depth, place + 1, false) >= plies);
                assert_eq!(reduction::<false>(depth, place, true), 0);
            }
        }
    }
}
