//! Perft by the slow reference generator, to be timed next to the fast one.
//!
//! `cargo run --release -p damka-engine --example reference_perft -- VARIANT DEPTH [unique|paths]` counts from
//! the start position and prints the count, the seconds, and the counted moves per second.

use damka_engine::perft::CountKind;
use damka_engine::{Position, Variant, reference, with_rules};
use std::time::Instant;

const USAGE: &str = "usage: reference_perft VARIANT DEPTH [unique|paths]";

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (variant, depth, kind) = match arguments.as_slice() {
        [variant, depth] => (variant, depth, "unique"),
        [variant, depth, kind] => (variant, depth, kind.as_str()),
        _ => return Err(USAGE.to_string()),
    };
    let variant: Variant = variant.parse().map_err(|error| format!("{error}"))?;
    let depth: u32 = depth.parse().map_err(|_| format!("not a depth: {depth}"))?;
    let kind = match kind {
        "unique" => CountKind::Unique,
        "paths" => CountKind::Paths,
        other => return Err(format!("not a way of counting: {other}")),
    };
    let start = Instant::now();
    let count = with_rules!(variant, R => reference::perft(&Position::<R>::start(), depth, kind));
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{variant} depth {depth}: {count} in {seconds:.3} s, {:.3} M/s",
        count as f64 / seconds / 1e6
    );
    Ok(())
}
