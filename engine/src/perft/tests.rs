//! Tests of perft as a whole: every way of counting gives the same count.

use super::*;
use crate::fen;
use crate::rules::{Brazilian, English, International, Pool, Russian};
use std::collections::HashMap;
use std::sync::Mutex;

/// White kings and black kings with many orders of victims.
const KINGS: &str = "W:WK1,K5,K29,K32:BK10,K11,K18,K19,K22";

fn counter<R: Rules>(kind: CountKind, threads: usize, hash: usize) -> Counter<R> {
    Counter::new(kind, &Options { threads, hash }).unwrap()
}

fn all_ways_agree<R: Rules>(position: &Position<R>, depth: u32) {
    for kind in [CountKind::Unique, CountKind::Paths] {
        let expected = match kind {
            CountKind::Unique => unique(position, depth),
            CountKind::Paths => paths(position, depth),
        };
        for (threads, hash) in [(1, 0), (2, 0), (1, 1), (3, 2)] {
            let counter = counter::<R>(kind, threads, hash);
            let count = counter.count(position, depth).unwrap();
            assert_eq!(count, u128::from(expected), "{kind} {threads} {hash}");
            let divided = counter.divide(position, depth).unwrap();
            let sum: u128 = divided.iter().map(|(_, count)| count).sum();
            assert_eq!(sum, count);
            let moves: Vec<_> = divided.iter().map(|&(mv, _)| mv).collect();
            assert_eq!(moves.len(), position.legal_moves().len());
            assert!(moves.iter().all(|&mv| position.is_legal(mv)));
            assert!(moves.is_sorted_by_key(|mv| (mv.from(), mv.to(), mv.captured())));
        }
    }
}

#[test]
fn all_ways_of_counting_agree() {
    all_ways_agree(&Position::<Brazilian>::start(), 9);
    all_ways_agree(&Position::<English>::start(), 9);
    all_ways_agree(&Position::<Pool>::start(), 8);
    all_ways_agree(&Position::<International>::start(), 7);
    all_ways_agree(&fen::parse::<Russian>(KINGS).unwrap(), 4);
    all_ways_agree(&fen::parse::<Brazilian>(KINGS).unwrap(), 4);
}

#[test]
fn a_tree_of_depth_0_is_a_leaf() {
    let counter = counter::<Brazilian>(CountKind::Unique, 1, 0);
    let start = Position::start();
    assert_eq!(counter.count(&start, 0), Ok(1));
    assert_eq!(counter.divide(&start, 0), Ok(Vec::new()));
}

#[test]
fn a_side_that_has_lost_has_no_leaves() {
    let position = fen::parse::<Russian>("W:W:B1,2").unwrap();
    for depth in 1..12 {
        assert_eq!(
            counter(CountKind::Unique, 1, 1).count(&position, depth),
            Ok(0)
        );
    }
}

/// The slow way: a plain map of counts.
fn remembered<R: Rules>(
    position: &Position<R>,
    depth: u32,
    known: &mut HashMap<(Position<R>, u32), u128>,
) -> u128 {
    if depth == 0 {
        return 1;
    }
    let key = (*position, depth);
    if let Some(&count) = known.get(&key) {
        return count;
    }
    let moves = position.legal_moves().into_iter();
    let count = moves
        .map(|mv| remembered(&position.after(mv), depth - 1, known))
        .sum();
    known.insert(key, count);
    count
}

#[test]
fn counts_beyond_64_bits_are_exact() {
    let position = fen::parse::<English>("W:WK1,K2:BK31").unwrap();
    let counter = counter::<English>(CountKind::Unique, 2, 4);
    let count = counter.count(&position, 45).unwrap();
    assert!(count > 1 << 70);
    assert_eq!(count, remembered(&position, 45, &mut HashMap::new()));
}

#[test]
fn a_count_beyond_128_bits_is_refused() {
    let position = fen::parse::<English>("W:WK1:BK32").unwrap();
    let counter = counter::<English>(CountKind::Unique, 1, 16);
    assert_eq!(counter.count(&position, 250), Err(PerftError::TooMany));
}

#[test]
fn a_stopped_count_can_be_taken_up() {
    let position = Position::<Brazilian>::start();
    let frontier = Frontier::new(&position, 9, CountKind::Unique);
    let (stop, known) = (
        AtomicBool::new(false),
        Mutex::new(vec![None; frontier.len()]),
    );
    let half = frontier.len() / 2;
    let first = counter::<Brazilian>(CountKind::Unique, 1, 0);
    let none = vec![None; frontier.len()];
    let stopped = first.run(&frontier, &none, &stop, &|index, count| {
        known.lock().unwrap()[index] = Some(count);
        if index == half {
            stop.store(true, Ordering::Relaxed);
        }
    });
    assert_eq!(stopped, Err(PerftError::Stopped));
    let known = known.into_inner().unwrap();
    let done = known.iter().flatten().count();
    assert!(done > 0 && done < frontier.len());

    let counted = Mutex::new(0);
    let counts = counter::<Brazilian>(CountKind::Unique, 2, 1)
        .run(&frontier, &known, &AtomicBool::new(false), &|_, _| {
            *counted.lock().unwrap() += 1;
        })
        .unwrap();
    assert_eq!(*counted.lock().unwrap(), frontier.len() - done);
    assert_eq!(
        frontier.total(&counts),
        Ok(u128::from(unique(&position, 9)))
    );
}

#[test]
fn the_cut_depends_on_nothing_but_the_tree() {
    let position = Position::<Russian>::start();
    let frontier = Frontier::new(&position, 13, CountKind::Unique);
    let again = Frontier::new(&position, 13, CountKind::Unique);
    assert_eq!(frontier.digest(), again.digest());
    assert!(frontier.len() > 1_000);
    let other = Frontier::new(&position, 12, CountKind::Unique);
    assert_ne!(frontier.digest(), other.digest());
}
