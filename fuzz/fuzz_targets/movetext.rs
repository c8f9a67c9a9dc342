//! Move text: the first line is a FEN (the start position if it is none), each further line a move of that position.
#![no_main]

use damka_engine::movetext::{self, MoveFormat, Reading};
use damka_engine::{Position, Rules, Variant, fen, with_rules};
use libfuzzer_sys::fuzz_target;

fn check<R: Rules>(text: &str) {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let position = fen::parse::<R>(first).unwrap_or_else(|_| Position::start());
    for line in lines.take(8) {
        for reading in [Reading::PathFirst, Reading::HubFirst] {
            let Ok(mv) = movetext::parse(&position, line, reading) else {
                continue;
            };
            assert!(position.is_legal(mv));
            for format in MoveFormat::ALL {
                let written = movetext::write(&position, mv, format);
                assert_eq!(movetext::parse(&position, &written, reading), Ok(mv));
            }
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    for variant in Variant::ALL {
        with_rules!(variant, R => check::<R>(&text));
    }
});
