//! PDN: no bytes make the reader panic, and a game that is read is written and read again unchanged.
#![no_main]

use damka_engine::pdn::{self, RawGame, Reader, WriteOptions};
use damka_engine::{Rules, with_rules};
use libfuzzer_sys::fuzz_target;

fn check<R: Rules>(game: &RawGame) {
    let Ok(record) = game.replay::<R>() else {
        return;
    };
    for (colon, numeric) in [(false, false), (true, true)] {
        let written = pdn::write(&record, WriteOptions { colon, numeric });
        let games: Vec<_> = Reader::new(written.as_bytes()).collect();
        let [Ok(again)] = games.as_slice() else {
            panic!("{games:?} from {written:?}");
        };
        assert_eq!(again.variant(None), Ok(R::VARIANT));
        let again = again.replay::<R>().expect("what is written is legal");
        assert_eq!((&again.start, &again.line), (&record.start, &record.line));
        assert_eq!(again.result, record.result);
    }
}

fuzz_target!(|data: &[u8]| {
    for game in Reader::new(data).flatten() {
        if let Ok(variant) = game.variant(None) {
            with_rules!(variant, R => check::<R>(&game));
        }
    }
});
