//! Time of perft from the start position on one thread without a table, by the fast and the reference generator.
//!
//! `cargo bench --bench perft`; one element of the throughput is one counted move.
#![allow(missing_docs)] // the macro makes a public function that cannot be documented

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use damka_engine::perft::{self, CountKind};
use damka_engine::{Position, Rules, Variant, reference, with_rules};
use std::hint::black_box;

/// Plies that the fast generator counts; some hundred thousand to a million leaves.
const DEPTH: u32 = 8;
/// Plies that the reference generator counts.
const REFERENCE_DEPTH: u32 = 6;

fn bench<R: Rules>(criterion: &mut Criterion) {
    let position = Position::<R>::start();
    let mut group = criterion.benchmark_group(format!("perft/{}", R::VARIANT));
    group.sample_size(20);

    group.throughput(Throughput::Elements(perft::unique(&position, DEPTH)));
    group.bench_function(BenchmarkId::new("unique", DEPTH), |bencher| {
        bencher.iter(|| perft::unique(black_box(&position), DEPTH));
    });
    group.throughput(Throughput::Elements(perft::paths(&position, DEPTH)));
    group.bench_function(BenchmarkId::new("paths", DEPTH), |bencher| {
        bencher.iter(|| perft::paths(black_box(&position), DEPTH));
    });
    group.throughput(Throughput::Elements(perft::unique(
        &position,
        REFERENCE_DEPTH,
    )));
    group.bench_function(BenchmarkId::new("reference", REFERENCE_DEPTH), |bencher| {
        bencher.iter(|| reference::perft(black_box(&position), REFERENCE_DEPTH, CountKind::Unique));
    });
    group.finish();
}

fn perft_of_variants(criterion: &mut Criterion) {
    for variant in Variant::ALL {
        with_rules!(variant, R => bench::<R>(criterion));
    }
}

criterion_group!(benches, perft_of_variants);
criterion_main!(benches);
