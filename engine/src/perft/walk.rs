//! The inner walk of perft: one thread, no table, bulk counting at the last ply.

use crate::capture;
use crate::movegen;
use crate::moves::MoveList;
use crate::pairs;
use crate::pieces::Pieces;
use crate::rules::Rules;
use crate::side::Side;
use std::ops::ControlFlow;

/// Leaves of the tree of `depth` plies below pieces with side `S` to move, each move counted once.
pub fn unique<R: Rules, S: Side>(pieces: &Pieces<R::Board>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => movegen::count_moves::<R, S>(pieces),
        2 => pairs::count::<R, S>(pieces),
        _ => {
            let mut total = 0;
            let _ = movegen::visit_moves::<R, S>(pieces, |step| {
                total += unique::<R, S::Other>(&pieces.after_step::<S>(step), depth - 1);
                ControlFlow::Continue(())
            });
            total
        }
    }
}

/// The same with each order of victims counted.
pub fn paths<R: Rules, S: Side>(pieces: &Pieces<R::Board>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => movegen::count_paths::<R, S>(pieces),
        _ if movegen::has_capture::<R, S>(pieces) => {
            let mut list = MoveList::new();
            capture::list_ways::<R, S>(pieces, &mut list);
            list.into_iter()
                .map(|mv| paths::<R, S::Other>(&pieces.after::<S>(mv), depth - 1))
                .sum()
        }
        _ => {
            let mut total = 0;
            let _ = movegen::visit_quiet::<R, S>(pieces, |step| {
                total += paths::<R, S::Other>(&pieces.after_step::<S>(step), depth - 1);
                ControlFlow::Continue(())
            });
            total
        }
    }
}
