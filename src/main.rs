//! The binary.
use damka_engine::{Position, perft, rules::*};
fn main() {
    let t = std::time::Instant::now();
    let a: Vec<String> = std::env::args().collect();
    let d = a[2].parse().unwrap();
    let n = match a[1].as_str() {
        "r" => perft::unique(&Position::<Russian>::start(), d),
        "b" => perft::unique(&Position::<Brazilian>::start(), d),
        "i" => perft::unique(&Position::<International>::start(), d),
        "e" => perft::unique(&Position::<English>::start(), d),
        _ => perft::unique(&Position::<Pool>::start(), d),
    };
    let s = t.elapsed().as_secs_f64();
    println!("{n} {s:.3}s {:.1} M/s", n as f64 / s / 1e6);
}
