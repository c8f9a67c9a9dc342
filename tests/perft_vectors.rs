//! Every perft vector of `tests/data/perft`: full move list, unique and path perft to the full depth given.

mod common;

use common::{assert_none, data, json_lines, position};
use damka_engine::perft::{self, CountKind};
use damka_engine::{Move, Rules, Variant, reference, with_rules};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::Mutex;

/// Variants whose vectors wait in `tests/data/perft` until their rules are written.
const WAITING: [&str; 7] = [
    "canadian",
    "czech",
    "frisian",
    "italian",
    "portuguese",
    "spanish",
    "turkish",
];

/// The reference generator counts only as deep as this many leaves allow.
const REFERENCE_LEAVES: u64 = 4_000;

#[derive(Deserialize)]
struct Vector {
    variant: String,
    fen: String,
    perft: Vec<u64>,
    perft_raw: Vec<u64>,
    moves: Vec<ListedMove>,
}

#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord, Debug, Clone)]
struct ListedMove {
    from: u32,
    to: u32,
    captured: Vec<u32>,
}

fn listed<R: Rules>(moves: &[Move<R::Board>]) -> Vec<ListedMove> {
    let mut list: Vec<ListedMove> = moves
        .iter()
        .map(|mv| ListedMove {
            from: mv.from().number(),
            to: mv.to().number(),
            captured: mv.captured_squares().map(|s| s.number()).collect(),
        })
        .collect();
    list.sort();
    list
}

/// What is wrong with the generators' answers to a vector.
fn check<R: Rules>(vector: &Vector) -> Vec<String> {
    let position = position::<R>(&vector.fen);
    let mut complaints = Vec::new();
    let mut complain = |what: &str, got: String, expected: String| {
        complaints.push(format!(
            "{} {}: {what}\n     got {got}\nexpected {expected}",
            vector.variant, vector.fen
        ));
    };
    let mut expected = vector.moves.clone();
    expected.sort();
    for (name, got) in [
        ("move list", listed::<R>(&position.legal_moves())),
        (
            "reference move list",
            listed::<R>(&reference::legal_moves(&position)),
        ),
    ] {
        if got != expected {
            complain(name, format!("{got:?}"), format!("{expected:?}"));
        }
    }
    if vector.perft.len() != vector.perft_raw.len() || vector.perft.is_empty() {
        complain(
            "depths",
            vector.perft_raw.len().to_string(),
            vector.perft.len().to_string(),
        );
    }
    for (counts, kind) in [
        (&vector.perft, CountKind::Unique),
        (&vector.perft_raw, CountKind::Paths),
    ] {
        for (depth, &expected) in (1..).zip(counts) {
            let got = match kind {
                CountKind::Unique => perft::unique(&position, depth),
                CountKind::Paths => perft::paths(&position, depth),
            };
            if got != expected {
                let what = format!("perft {kind:?} depth {depth}");
                complain(&what, got.to_string(), expected.to_string());
            }
            if expected <= REFERENCE_LEAVES {
                let got = reference::perft(&position, depth, kind);
                if got != expected {
                    let what = format!("reference perft {kind:?} depth {depth}");
                    complain(&what, got.to_string(), expected.to_string());
                }
            }
        }
    }
    complaints
}

/// Does every job on as many threads as there are cores, and returns the complaints.
fn on_all_cores<T: Send>(jobs: Vec<T>, work: impl Fn(T) -> Vec<String> + Sync) -> Vec<String> {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let (queue, complaints) = (Mutex::new(jobs), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let job = queue.lock().expect("no job panics with the lock").pop();
                    let Some(job) = job else { break };
                    let found = work(job);
                    complaints
                        .lock()
                        .expect("no job panics with the lock")
                        .extend(found);
                }
            });
        }
    });
    complaints
        .into_inner()
        .expect("no job panics with the lock")
}

/// The names of the files in the perft folder, without the ending.
fn files() -> BTreeSet<String> {
    std::fs::read_dir(data("perft"))
        .expect("the folder of perft vectors")
        .map(|entry| entry.expect("a readable folder").path())
        .map(|path| {
            path.file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        })
        .collect()
}

#[test]
fn every_variant_has_vectors_and_no_file_is_forgotten() {
    let present = Variant::ALL.map(Variant::name);
    let known: BTreeSet<String> = present
        .iter()
        .chain(&WAITING)
        .map(|name| name.to_string())
        .collect();
    assert_eq!(files(), known);
    assert_eq!(
        known.len(),
        present.len() + WAITING.len(),
        "a variant that is present still waits"
    );
}

#[test]
fn every_vector_of_the_present_variants() {
    let mut jobs = Vec::new();
    for variant in Variant::ALL {
        for value in json_lines(&format!("perft/{variant}.jsonl")) {
            let vector: Vector = serde_json::from_value(value).expect("a perft vector");
            assert_eq!(vector.variant, variant.name());
            jobs.push((variant, vector));
        }
    }
    let tested = jobs.len();
    assert!(tested > 1000, "only {tested} vectors");
    let complaints = on_all_cores(
        jobs,
        |(variant, vector)| with_rules!(variant, R => check::<R>(&vector)),
    );
    assert_none(&complaints, tested);
}
