//! A search for positions on which list and count of the moves take longest, to see whether captures can explode.
//!
//! `cargo run --release -p damka-engine --example slowest -- STEPS [SEED]` climbs, in each variant, from lattices of
//! victims that a king can go round in many ways, changing a square or two at a time and keeping what is slower.
//! It prints the slowest position found, its time, and how many moves and paths it has.

use damka_engine::{Color, Geometry, Piece, Position, Rules, Setup, Variant, perft, with_rules};
use fastrand::Rng;
use std::hint::black_box;
use std::time::{Duration, Instant};

const USAGE: &str = "usage: slowest STEPS [SEED]";

fn main() -> Result<(), String> {
    let numbers: Vec<u64> = std::env::args()
        .skip(1)
        .map(|text| {
            text.parse()
                .map_err(|_| format!("not a number: {text}; {USAGE}"))
        })
        .collect::<Result<_, _>>()?;
    let (steps, seed) = match numbers[..] {
        [steps] => (steps, 1),
        [steps, seed] => (steps, seed),
        _ => return Err(USAGE.to_string()),
    };
    for variant in Variant::ALL {
        with_rules!(variant, R => climb::<R>(steps, seed));
    }
    Ok(())
}

/// The time of the move list and of the count of paths; the shortest of some runs, so that an interruption does
/// not count.
fn time_of<R: Rules>(position: &Position<R>, runs: u32) -> Duration {
    let run = |_| {
        let before = Instant::now();
        black_box(position.legal_moves());
        black_box(perft::paths(position, 1));
        before.elapsed()
    };
    (0..runs).map(run).min().unwrap_or_default()
}

/// Black victims on every second file and row, and one white king to take them.
fn lattice<R: Rules>(rng: &mut Rng) -> Setup {
    let mut setup = Setup::empty(R::Board::SQUARES as usize);
    setup.turn = Some(Color::White);
    let (file, row) = (rng.u32(1..3), rng.u32(1..3));
    for square in R::Board::squares() {
        let inside = (1..R::Board::ROWS - 1).contains(&R::Board::row(square))
            && (1..R::Board::FILES - 1).contains(&R::Board::file(square));
        let on_lattice =
            (R::Board::row(square) + row) % 2 == 0 && (R::Board::file(square) + file) % 2 == 0;
        if inside && on_lattice && rng.u8(..10) > 0 {
            setup.squares[square.index()] = Some(Piece::man(Color::Black));
        }
    }
    let free: Vec<usize> = (0..setup.squares.len())
        .filter(|&i| setup.squares[i].is_none())
        .collect();
    if let Some(&index) = rng.choice(&free) {
        setup.squares[index] = Some(Piece::king(Color::White));
    }
    setup
}

fn climb<R: Rules>(steps: u64, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let mut best: Option<(Duration, Position<R>)> = None;
    for _ in 0..10 {
        let mut setup = lattice::<R>(&mut rng);
        let mut time = Duration::ZERO;
        for _ in 0..steps / 10 {
            let mut changed = setup.clone();
            for _ in 0..rng.usize(1..4) {
                let index = rng.usize(..changed.squares.len());
                changed.squares[index] = match rng.u8(..8) {
                    0 => Some(Piece::king(Color::White)),
                    1..=3 => Some(Piece::king(Color::Black)),
                    _ => None,
                };
            }
            let Ok(position) = Position::<R>::from_setup(&changed) else {
                continue;
            };
            // What looks slow is measured again with more care.
            if time_of(&position, 2) < time {
                continue;
            }
            let now = time_of(&position, 12);
            if now >= time {
                (setup, time) = (changed, now);
                if best.as_ref().is_none_or(|(most, _)| now > *most) {
                    best = Some((now, position));
                }
            }
        }
    }
    let Some((time, position)) = best else { return };
    let moves = position.legal_moves().len();
    let paths = perft::paths(&position, 1);
    println!(
        "{}: {time:?} for {moves} moves and {paths} paths: {position:?}",
        R::VARIANT
    );
}
