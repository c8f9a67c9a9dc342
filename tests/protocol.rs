//! Runs the transcripts of `tests/protocol/*.txt` against the binary, several at a time.
//!
//! `DAMKA_TRANSCRIPT=hub:36` runs those whose name starts so; `DAMKA_TIME_SCALE=3` triples every time limit.

mod support;

use std::panic;
use std::path::Path;
use std::sync::Mutex;
use support::talk::{self, Failure};
use support::transcript::{self, Test};

/// Conversations at a time: most of them only wait.
const AT_ONCE: usize = 4;

#[test]
fn transcripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/protocol");
    let entries = std::fs::read_dir(&folder).expect("the folder of transcripts");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    let wanted = std::env::var("DAMKA_TRANSCRIPT").unwrap_or_default();
    let tests: Vec<Test> = files
        .iter()
        .flat_map(|path| transcript::load(path))
        .collect();
    let tests: Vec<Test> = tests
        .into_iter()
        .filter(|test| test.id.starts_with(&wanted))
        .collect();
    assert!(!tests.is_empty(), "no transcript is called {wanted}");

    let (alone, together): (Vec<&Test>, Vec<&Test>) = tests.iter().partition(|test| test.alone);
    let (late, mut failures): (Vec<_>, Vec<_>) = run_all(&together, AT_ONCE)
        .into_iter()
        .partition(|(_, failure)| matches!(failure, Failure::Late(_)));
    // A limit of time means little beside others, so who was late there has to be in time when alone.
    let late: Vec<&Test> = late.into_iter().map(|(test, _)| test).collect();
    failures.extend(run_all(&late, 1));
    failures.extend(run_all(&alone, 1));
    println!("{} transcripts, {} failures", tests.len(), failures.len());
    let reasons: Vec<&str> = failures.iter().map(|(_, why)| why.reason()).collect();
    assert!(
        failures.is_empty(),
        "{} of {} failed\n{}",
        failures.len(),
        tests.len(),
        reasons.join("\n")
    );
}

fn run_all<'a>(tests: &[&'a Test], at_once: usize) -> Vec<(&'a Test, Failure)> {
    let queue = Mutex::new(tests.iter());
    let failures = Mutex::new(Vec::new());
    let work = || {
        loop {
            let next = queue.lock().unwrap().next();
            let Some(test) = next else { return };
            let begin = std::time::Instant::now();
            let result = panic::catch_unwind(|| talk::run(test)).unwrap_or_else(|_| {
                Err(Failure::Wrong(format!(
                    "{}: the statement itself is wrong, see above",
                    test.id
                )))
            });
            let word = match &result {
                Ok(()) => "ok",
                Err(Failure::Late(_)) => "LATE",
                Err(Failure::Wrong(_)) => "FAILED",
            };
            println!(
                "{word:6} {:>6} ms  {} {}",
                begin.elapsed().as_millis(),
                test.id,
                test.title
            );
            if let Err(why) = result {
                failures.lock().unwrap().push((*test, why));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(work);
        }
    });
    failures.into_inner().unwrap()
}
