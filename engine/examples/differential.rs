//! A long session of the fast generator against the reference generator on random positions.
//!
//! `cargo run --release -p damka-engine --example differential -- POSITIONS [SEED]` tests so many positions of
//! each variant: scattered men and kings in every mixture, and positions of random games. It prints one line a
//! variant with the longest time that a position took, and fails with the first position on which they differ.

#[path = "../tests/positions/mod.rs"]
mod positions;

use damka_engine::{Position, Rules, Variant, with_rules};
use fastrand::Rng;
use positions::{
    DICE, Die, Mix, agrees_with_reference, is_consistent, legal_means_listed, playout, scattered,
};
use std::time::{Duration, Instant};

const USAGE: &str = "usage: differential POSITIONS [SEED]";

fn main() -> Result<(), String> {
    let numbers: Vec<u64> = std::env::args()
        .skip(1)
        .map(|text| {
            text.parse()
                .map_err(|_| format!("not a number: {text}; {USAGE}"))
        })
        .collect::<Result<_, _>>()?;
    let (count, seed) = match numbers[..] {
        [count] => (count, 1),
        [count, seed] => (count, seed),
        _ => return Err(USAGE.to_string()),
    };
    for variant in Variant::ALL {
        with_rules!(variant, R => session::<R>(count, seed))?;
    }
    Ok(())
}

fn session<R: Rules>(count: u64, seed: u64) -> Result<(), String> {
    let mut rng = Rng::with_seed(seed);
    let start = Instant::now();
    let (mut tested, mut captures, mut moves) = (0, 0, 0);
    let mut longest = (Duration::ZERO, None);
    while tested < count {
        let Some(position) = random::<R>(&mut rng) else {
            continue;
        };
        let list = position.legal_moves();
        let time = time_of_list(&position);
        if time > longest.0 {
            longest = (time, Some(position));
        }
        agrees_with_reference(&position)?;
        is_consistent(&position)?;
        if tested % 100 == 0 {
            // Asks a thousand neighbours, so not every time.
            legal_means_listed(&position)?;
        }
        tested += 1;
        moves += list.len() as u64;
        captures += u64::from(list.first().is_some_and(|mv| mv.is_capture()));
    }
    let (time, slowest) = longest;
    let slowest = slowest.map_or_else(String::new, |position| format!("{position:?}"));
    println!(
        "{}: {tested} positions ({captures} with captures), {moves} moves, no difference, {:.0} s; \
         longest list {time:?} in {slowest}",
        R::VARIANT,
        start.elapsed().as_secs_f64(),
    );
    Ok(())
}

/// The shortest of a few runs, so that an interruption does not count.
fn time_of_list<R: Rules>(position: &Position<R>) -> Duration {
    let run = |_| {
        let before = Instant::now();
        std::hint::black_box(position.legal_moves());
        before.elapsed()
    };
    (0..3).map(run).min().unwrap_or_default()
}

/// One time in eight a position of a random game, otherwise scattered pieces.
fn random<R: Rules>(rng: &mut Rng) -> Option<Position<R>> {
    if rng.u8(..8) == 0 {
        let choices: Vec<u16> = (0..rng.usize(..160)).map(|_| rng.u16(..)).collect();
        return Some(playout(&choices));
    }
    let mix = Mix {
        density: rng.u8(3..95),
        white: rng.u8(3..98),
        kings: *rng.choice(&[0, 5, 20, 50, 100])?,
        promoters: *rng.choice(&[0, 0, 60])?,
        lattice: rng.bool(),
        white_to_move: rng.bool(),
    };
    let dice: Vec<Die> = (0..DICE)
        .map(|_| std::array::from_fn(|_| rng.u8(..100)))
        .collect();
    scattered(mix, &dice)
}
