//! FEN and Hub strings: no text makes the readers panic, and what is read is written and read again unchanged.
#![no_main]

use damka_engine::{Rules, Variant, fen, hub, with_rules};
use libfuzzer_sys::fuzz_target;

fn check<R: Rules>(text: &str) {
    let positions = [fen::parse::<R>(text).ok(), hub::parse::<R>(text).ok()];
    for position in positions.into_iter().flatten() {
        assert_eq!(fen::parse(&fen::numeric(&position)), Ok(position));
        assert_eq!(fen::parse(&fen::algebraic(&position)), Ok(position));
        assert_eq!(hub::parse(&hub::write(&position)), Ok(position));
    }
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    for variant in Variant::ALL {
        with_rules!(variant, R => check::<R>(&text));
    }
});
