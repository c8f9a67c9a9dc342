//! Fits the weights of the simple evaluation to games of the engine with itself, and prints them as Rust.
//!
//! ```sh
//! cargo run --release -p damka-search --example fit_simple -- russian 10000
//! ```
//!
//! Each game begins with a few random moves and is played at about a thousand nodes a move, now and then with a
//! random one. What is counted in its quiet positions is to foretell its result (1 for White, 1/2, 0) through a
//! logistic function; the weights that do so best are found by Newton's method. Every tenth game is kept out of
//! the fit, to test it. The scale is that of material: a man more is worth 100 on average.

use damka_engine::draws::DrawRules;
use damka_engine::game::Game;
use damka_engine::status::Status;
use damka_engine::{Color, Geometry, Position, Rules, Variant, Word, with_rules};
use damka_search::eval::{FEATURES, features};
use damka_search::{Engine, Limits, Signal};

/// Parameters: each count twice, with all pieces on the board and with none left.
const SIZE: usize = 2 * FEATURES.len();
/// Keeps weights that the games say nothing about near 0.
const RIDGE: f64 = 1e-6;

struct Sample {
    counts: [f64; SIZE],
    result: f64,
    test: bool,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let variant: Variant = arguments
        .next()
        .and_then(|text| text.parse().ok())
        .expect("the first argument is a variant");
    let games: u64 = arguments
        .next()
        .and_then(|text| text.parse().ok())
        .expect("the second argument is a number of games");
    with_rules!(variant, R => run::<R>(games));
}

fn run<R: Rules>(games: u64) {
    let mut engine = Engine::new();
    engine.set_hash(2);
    let mut samples = Vec::new();
    for number in 0..games {
        play::<R>(&mut engine, number, &mut samples);
        if (number + 1).is_multiple_of(1000) {
            eprintln!("{} of {games} games", number + 1);
        }
    }
    let weights = fit(&samples);
    let (train, test) = (
        loss(&samples, &weights, false),
        loss(&samples, &weights, true),
    );
    eprintln!(
        "{} positions, loss {train:.5}, in the games kept out {test:.5}",
        samples.len()
    );
    let scale = 100.0 / worth_of_a_man(&samples, &weights);
    println!(
        "const {}: Weights = Weights([",
        R::VARIANT.name().to_uppercase()
    );
    for (pair, feature) in weights.chunks(2).zip(FEATURES) {
        let [many, few] = [pair[0], pair[1]].map(|weight| weight * scale);
        println!("    [{many:.0}, {few:.0}], // {feature}");
    }
    println!("]);");
}

/// Plays one game and keeps what is counted in its quiet positions.
fn play<R: Rules>(engine: &mut Engine, number: u64, samples: &mut Vec<Sample>) {
    let mut random = fastrand::Rng::with_seed(number);
    let mut game = Game::<R>::new(Position::start(), DrawRules::default_for(R::VARIANT));
    let opening = random.usize(4..14);
    let mut counted = Vec::new();
    engine.clear();
    while game.status() == Status::Ongoing && game.moves().len() < 250 {
        let position = *game.position();
        let moves = position.legal_moves();
        if game.moves().len() < opening || random.u32(0..40) == 0 {
            // What was before a random move had nothing to do with the result.
            counted.clear();
            game.play(moves[random.usize(0..moves.len())])
                .expect("a legal move");
            continue;
        }
        let limits = Limits {
            nodes: Some(random.u64(1000..1250)),
            ..Limits::default()
        };
        let outcome = engine
            .search(&game, &limits, &Signal::new(), &mut ())
            .expect("threads and memory");
        if !position.must_capture() && !outcome.score.is_decided() {
            counted.push(counts(&position));
        }
        game.play(outcome.best.expect("a move, as the game goes on"))
            .expect("a legal move");
    }
    let result = match game.status() {
        Status::Win(Color::White, _) => 1.0,
        Status::Win(Color::Black, _) => 0.0,
        _ => 0.5,
    };
    samples.extend(counted.into_iter().map(|counts| Sample {
        counts,
        result,
        test: number.is_multiple_of(10),
    }));
}

/// The counts, weighed by how many pieces are left and how many are gone.
fn counts<R: Rules>(position: &Position<R>) -> [f64; SIZE] {
    let all = 2 * R::MEN_ROWS * R::Board::HALF;
    let left = f64::from(position.pieces().occupied().count()) / f64::from(all);
    let counts = features(position);
    std::array::from_fn(|i| {
        let part = if i % 2 == 0 { left } else { 1.0 - left };
        f64::from(counts[i / 2]) * part
    })
}

fn dot(a: &[f64; SIZE], b: &[f64; SIZE]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn expected(counts: &[f64; SIZE], weights: &[f64; SIZE]) -> f64 {
    1.0 / (1.0 + (-dot(counts, weights)).exp())
}

/// Mean cross-entropy of the results under the weights.
fn loss(samples: &[Sample], weights: &[f64; SIZE], test: bool) -> f64 {
    let (mut sum, mut number) = (0.0, 0);
    for sample in samples.iter().filter(|sample| sample.test == test) {
        let p = expected(&sample.counts, weights).clamp(1e-9, 1.0 - 1e-9);
        sum -= sample.result * p.ln() + (1.0 - sample.result) * (1.0 - p).ln();
        number += 1;
    }
    sum / f64::from(number)
}

/// By how much the value rises with a man more, as a regression over all positions.
fn worth_of_a_man(samples: &[Sample], weights: &[f64; SIZE]) -> f64 {
    let (mut both, mut square) = (0.0, 0.0);
    for Sample { counts, .. } in samples {
        let men = counts[0] + counts[1];
        both += men * dot(counts, weights);
        square += men * men;
    }
    both / square
}

/// The weights with the least loss, by Newton's method from 0.
fn fit(samples: &[Sample]) -> [f64; SIZE] {
    let mut weights = [0.0; SIZE];
    for _ in 0..12 {
        let mut slope = weights.map(|weight| RIDGE * weight);
        let mut curve = [[0.0; SIZE]; SIZE];
        let number = samples.len() as f64;
        for Sample { counts, result, .. } in samples.iter().filter(|sample| !sample.test) {
            let p = expected(counts, &weights);
            let bend = p * (1.0 - p) / number;
            for (i, &count) in counts
                .iter()
                .enumerate()
                .filter(|(_, count)| **count != 0.0)
            {
                slope[i] += count * (p - result) / number;
                for (sum, other) in curve[i].iter_mut().zip(counts) {
                    *sum += bend * count * other;
                }
            }
        }
        for (i, row) in curve.iter_mut().enumerate() {
            row[i] += RIDGE;
        }
        let step = solve(curve, slope);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight -= step;
        }
    }
    weights
}

/// Solves `matrix * x = right` by elimination; the matrix is positive definite.
fn solve(mut matrix: [[f64; SIZE]; SIZE], mut right: [f64; SIZE]) -> [f64; SIZE] {
    for pivot in 0..SIZE {
        let row = matrix[pivot];
        for below in pivot + 1..SIZE {
            let factor = matrix[below][pivot] / row[pivot];
            for (value, above) in matrix[below].iter_mut().zip(row) {
                *value -= factor * above;
            }
            right[below] -= factor * right[pivot];
        }
    }
    for pivot in (0..SIZE).rev() {
        right[pivot] /= matrix[pivot][pivot];
        for above in 0..pivot {
            right[above] -= matrix[above][pivot] * right[pivot];
        }
    }
    right
}
