//! What the data-driven suites share: the data files, a position from a FEN, and the way to fail.

use damka_engine::{Position, Rules, fen};
use std::path::PathBuf;

/// A file or folder of the test data.
pub fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

/// The lines of a file of JSON objects.
pub fn json_lines(name: &str) -> Vec<serde_json::Value> {
    let path = data(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines()
        .enumerate()
        .map(|(nth, line)| {
            serde_json::from_str(line)
                .unwrap_or_else(|e| panic!("{} line {}: {e}", path.display(), nth + 1))
        })
        .collect()
}

/// The position of a FEN that must be right.
pub fn position<R: Rules>(text: &str) -> Position<R> {
    fen::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Fails with the first complaints, if there are any.
pub fn assert_none(complaints: &[String], tested: usize) {
    let shown = complaints[..complaints.len().min(10)].join("\n");
    assert!(
        complaints.is_empty(),
        "{} complaints about {tested} tested, first:\n{shown}",
        complaints.len()
    );
}
