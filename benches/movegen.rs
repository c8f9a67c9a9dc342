//! Time of move generation: lists, counts and yes-or-no questions on the positions of the perft vectors.
//!
//! `cargo bench --bench movegen`; one element of the throughput is one position.
#![allow(missing_docs)] // the macro makes a public function that cannot be documented

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use damka_engine::{Position, Rules, Variant, fen, reference, with_rules};
use std::hint::black_box;

/// The positions of a variant's vectors: start, middle games, endings with kings, long captures.
fn positions<R: Rules>() -> Vec<Position<R>> {
    let path = format!(
        "{}/tests/data/perft/{}.jsonl",
        env!("CARGO_MANIFEST_DIR"),
        R::VARIANT
    );
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let fens = text.lines().map(|line| {
        let vector: serde_json::Value = serde_json::from_str(line).expect("a JSON object");
        vector["fen"].as_str().expect("a FEN").to_string()
    });
    fens.map(|text| fen::parse(&text).unwrap_or_else(|e| panic!("{text}: {e}")))
        .collect()
}

fn bench<R: Rules>(criterion: &mut Criterion) {
    let positions = positions::<R>();
    let mut group = criterion.benchmark_group(format!("movegen/{}", R::VARIANT));
    group.throughput(Throughput::Elements(positions.len() as u64));
    let mut measure = |name: &str, question: &dyn Fn(&Position<R>) -> u64| {
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(&positions).iter().map(question).sum::<u64>());
        });
    };
    measure("legal_moves", &|position| {
        position.legal_moves().len() as u64
    });
    measure("count_moves", &|position| position.count_moves());
    measure("captures", &|position| position.captures().len() as u64);
    measure("must_capture", &|position| {
        u64::from(position.must_capture())
    });
    measure("has_moves", &|position| u64::from(position.has_moves()));
    measure("after", &|position| {
        let keys = position
            .legal_moves()
            .into_iter()
            .map(|mv| position.after(mv).key());
        keys.fold(0, |a, b| a ^ b) >> 32
    });
    measure("reference", &|position| {
        reference::legal_moves(position).len() as u64
    });
    group.finish();
}

fn movegen(criterion: &mut Criterion) {
    for variant in Variant::ALL {
        with_rules!(variant, R => bench::<R>(criterion));
    }
}

criterion_group!(benches, movegen);
criterion_main!(benches);
