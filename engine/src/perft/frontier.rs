//! The frontier: a move tree cut a few plies below its root into subtrees that are counted one by one.
//!
//! It depends on position, depth and kind only, so that a count may be taken up by another number of threads.

use super::tree::{Interrupted, Tree, moves};
use super::{CountKind, Divided, PerftError};
use crate::moves::Move;
use crate::piece::Color;
use crate::pieces::Pieces;
use crate::position::Position;
use crate::rules::Rules;
use crate::side::with_side;
use crate::zobrist;

/// Subtrees that are wanted: enough for an even load of many threads and for a smooth progress bar.
const WANTED: usize = 2_000;
/// From this depth on, more are wanted, so that each is done in a minute or so and little is lost by a stop.
const DEEP: u32 = 15;
const WANTED_DEEP: usize = 30_000;
/// A frontier of more subtrees would cost too much memory.
const MOST: usize = 400_000;
/// Subtrees of this depth are not cut any further.
const SHALLOW: u32 = 6;

/// The subtrees of one count.
pub struct Frontier<R: Rules> {
    kind: CountKind,
    /// Plies of the whole tree.
    depth: u32,
    /// Plies below the cut.
    below: u32,
    turn: Color,
    root_moves: Vec<Move<R::Board>>,
    subtrees: Vec<Subtree<R>>,
}

struct Subtree<R: Rules> {
    pieces: Pieces<R::Board>,
    /// Index of the root move that leads here.
    root_move: usize,
}

impl<R: Rules> Frontier<R> {
    /// Cuts the tree of `depth` plies below `position`.
    pub fn new(position: &Position<R>, depth: u32, kind: CountKind) -> Frontier<R> {
        let mut root_moves = position.legal_moves().into_vec();
        root_moves.sort_unstable_by_key(|mv| (mv.from, mv.to, mv.captured));
        let mut frontier = Frontier {
            kind,
            depth,
            below: depth,
            turn: position.turn(),
            root_moves,
            subtrees: vec![Subtree {
                pieces: *position.pieces(),
                root_move: 0,
            }],
        };
        if depth == 0 {
            frontier.root_moves.clear();
            return frontier;
        }
        frontier.cut_root(position);
        let wanted = if depth < DEEP { WANTED } else { WANTED_DEEP };
        while frontier.below > SHALLOW
            && (1..wanted).contains(&frontier.len())
            && frontier.width_below() <= MOST
        {
            frontier.cut();
        }
        frontier
    }

    fn cut_root(&mut self, position: &Position<R>) {
        let root_moves = &self.root_moves;
        self.subtrees = with_side!(self.turn, S => {
            moves::<R, S>(position.pieces(), self.kind)
                .into_iter()
                .filter_map(|mv| {
                    // Several paths may lead to one move.
                    let root_move = root_moves.iter().position(|&root| root == mv)?;
                    let pieces = position.pieces().after::<S>(mv);
                    Some(Subtree { pieces, root_move })
                })
                .collect()
        });
        self.step_down();
    }

    /// Puts the cut one ply deeper.
    fn cut(&mut self) {
        let subtrees = std::mem::take(&mut self.subtrees);
        self.subtrees = with_side!(self.turn, S => {
            subtrees
                .iter()
                .flat_map(|subtree| {
                    let root_move = subtree.root_move;
                    moves::<R, S>(&subtree.pieces, self.kind)
                        .into_iter()
                        .map(move |mv| Subtree { pieces: subtree.pieces.after::<S>(mv), root_move })
                })
                .collect()
        });
        self.step_down();
    }

    fn step_down(&mut self) {
        self.below -= 1;
        self.turn = !self.turn;
    }

    /// Number of subtrees if the cut were one ply deeper.
    fn width_below(&self) -> usize {
        with_side!(self.turn, S => {
            self.subtrees
                .iter()
                .map(|subtree| moves::<R, S>(&subtree.pieces, self.kind).len())
                .sum()
        })
    }

    /// Number of subtrees.
    pub fn len(&self) -> usize {
        self.subtrees.len()
    }

    /// Whether there is nothing to count: the side to move has lost.
    pub fn is_empty(&self) -> bool {
        self.subtrees.is_empty()
    }

    /// What is counted.
    pub fn kind(&self) -> CountKind {
        self.kind
    }

    /// Plies of the whole tree.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// A number that two frontiers share if they have the same subtrees in the same order (and hardly otherwise).
    pub fn digest(&self) -> u64 {
        self.subtrees
            .iter()
            .fold(self.below as u64, |digest, subtree| {
                let key = zobrist::position(&subtree.pieces, self.turn);
                (digest.rotate_left(5) ^ key).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            })
    }

    pub(super) fn count_subtree(
        &self,
        index: usize,
        tree: &Tree<'_, R>,
    ) -> Result<u128, Interrupted> {
        let pieces = &self.subtrees[index].pieces;
        with_side!(self.turn, S => tree.count::<S>(pieces, self.below))
    }

    /// The count of the whole tree, given the counts of all subtrees.
    ///
    /// # Errors
    /// [`PerftError::TooMany`].
    pub fn total(&self, counts: &[u128]) -> Result<u128, PerftError> {
        counts
            .iter()
            .try_fold(0u128, |total, &count| total.checked_add(count))
            .ok_or(PerftError::TooMany)
    }

    /// The count of each root move by rising squares, given the counts of all subtrees.
    ///
    /// # Errors
    /// [`PerftError::TooMany`].
    pub fn divide(&self, counts: &[u128]) -> Result<Divided<R>, PerftError> {
        let mut divided: Vec<_> = self.root_moves.iter().map(|&mv| (mv, 0u128)).collect();
        for (subtree, &count) in self.subtrees.iter().zip(counts) {
            // At depth 0 there is a leaf, but no root move.
            if let Some((_, sum)) = divided.get_mut(subtree.root_move) {
                *sum = sum.checked_add(count).ok_or(PerftError::TooMany)?;
            }
        }
        Ok(divided)
    }
}
