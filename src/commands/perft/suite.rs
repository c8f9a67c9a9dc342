//! `--suite`: compares counts and move lists with those in files.

use super::{Perft, STOP, count, progress};
use crate::commands::Interrupted;
use anyhow::{Context, bail};
use damka_engine::perft::{CountKind, Counter, Frontier, PerftError};
use damka_engine::{Position, Rules, Variant, excerpt, fen, with_rules};
use serde::Deserialize;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// One line of a file.
struct Test {
    /// File and line, as shown to the user.
    place: String,
    variant: Variant,
    fen: String,
    /// What is expected: kind, depth, count.
    counts: Vec<(CountKind, u32, u128)>,
    /// The legal moves in Hub form, sorted.
    moves: Option<Vec<String>>,
}

impl Test {
    /// Whether the options leave nothing of it to check.
    fn is_skipped(&self) -> bool {
        self.counts.is_empty() && self.moves.is_none()
    }
}

/// A line of JSON. Fields that are not listed here are of no concern.
#[derive(Deserialize)]
struct JsonTest {
    variant: String,
    fen: String,
    #[serde(default)]
    perft: Vec<u128>,
    #[serde(default)]
    perft_raw: Vec<u128>,
    moves: Option<Vec<JsonMove>>,
}

#[derive(Deserialize)]
struct JsonMove {
    from: u32,
    to: u32,
    captured: Vec<u32>,
}

impl JsonMove {
    fn hub(&self) -> String {
        let mut captured = self.captured.clone();
        captured.sort_unstable();
        let separator = if captured.is_empty() { '-' } else { 'x' };
        let tail: String = captured.iter().map(|square| format!("x{square}")).collect();
        format!("{}{separator}{}{tail}", self.from, self.to)
    }
}

/// What was found instead of what was expected.
enum Failure {
    Count {
        kind: CountKind,
        depth: u32,
        expected: u128,
        got: u128,
    },
    Moves {
        expected: Vec<String>,
        got: Vec<String>,
    },
}

pub fn run(args: &Perft, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut tests = Vec::new();
    for path in &args.suite {
        read_file(args, path, &mut tests)?;
    }
    let mut failures: Vec<Option<Failure>> = tests.iter().map(|_| None).collect();
    let kinds = [CountKind::Unique, CountKind::Paths];
    let bar = progress::Bar::of_checks(tests.len() * kinds.len());
    for variant in Variant::ALL {
        for kind in kinds {
            with_rules!(variant, R => check::<R>(args, kind, &tests, &mut failures, &bar))?;
        }
    }
    bar.clear();
    report(args, &tests, &failures, out)
}

fn read_file(args: &Perft, path: &Path, tests: &mut Vec<Test>) -> anyhow::Result<()> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = format!("{}:{}", path.display(), number + 1);
        let test = if line.starts_with('{') {
            parse_json(args, line, &place)
        } else {
            parse_line(args, line, &place)
        };
        tests.push(test.context(place)?);
    }
    Ok(())
}

fn parse_json(args: &Perft, line: &str, place: &str) -> anyhow::Result<Test> {
    let json: JsonTest = serde_json::from_str(line).with_context(|| excerpt(line))?;
    let mut counts = Vec::new();
    for (kind, of_kind) in [
        (CountKind::Unique, &json.perft),
        (CountKind::Paths, &json.perft_raw),
    ] {
        if args.count.is_none_or(|wanted| wanted == kind) {
            counts.extend((1..).zip(of_kind).map(|(depth, &n)| (kind, depth, n)));
        }
    }
    if json.perft.is_empty() && json.perft_raw.is_empty() && json.moves.is_none() {
        bail!("nothing to check, perft is missing: {}", excerpt(line));
    }
    let moves = json.moves.map(|moves| {
        let mut moves: Vec<String> = moves.iter().map(JsonMove::hub).collect();
        moves.sort_unstable();
        moves
    });
    Ok(Test {
        place: place.to_string(),
        variant: json.variant.parse()?,
        fen: json.fen,
        counts: up_to_depth(args, counts),
        moves,
    })
}

/// Reads `FEN ;D1 7 ;D2 49`.
fn parse_line(args: &Perft, line: &str, place: &str) -> anyhow::Result<Test> {
    let kind = args.count.unwrap_or(CountKind::Unique);
    let mut fields = line.split(';').map(str::trim);
    let fen = fields.next().unwrap_or_default().to_string();
    let counts: Vec<(CountKind, u32, u128)> = fields
        .filter(|field| !field.is_empty())
        .map(|field| {
            let (depth, count) = parse_depth_and_count(field).with_context(|| {
                format!(
                    "expected D, a depth and a count, found \"{}\"",
                    excerpt(field)
                )
            })?;
            Ok((kind, depth, count))
        })
        .collect::<anyhow::Result<_>>()?;
    if counts.is_empty() {
        bail!("expected FEN ;D1 n ;D2 n ..., found \"{}\"", excerpt(line));
    }
    Ok(Test {
        place: place.to_string(),
        variant: args.position.variant(),
        fen,
        counts: up_to_depth(args, counts),
        moves: None,
    })
}

/// Reads `D2 49`.
fn parse_depth_and_count(field: &str) -> Option<(u32, u128)> {
    let (depth, count) = field.strip_prefix(['D', 'd'])?.split_once(' ')?;
    Some((depth.trim().parse().ok()?, count.trim().parse().ok()?))
}

fn up_to_depth(
    args: &Perft,
    mut counts: Vec<(CountKind, u32, u128)>,
) -> Vec<(CountKind, u32, u128)> {
    counts.retain(|&(_, depth, _)| args.depth.is_none_or(|most| depth <= most));
    counts
}

/// Checks everything of one variant and kind, so that one table at a time is enough.
fn check<R: Rules>(
    args: &Perft,
    kind: CountKind,
    tests: &[Test],
    failures: &mut [Option<Failure>],
    bar: &progress::Bar,
) -> anyhow::Result<()> {
    let of_variant = || tests.iter().filter(|test| test.variant == R::VARIANT);
    if of_variant().next().is_none() {
        return Ok(());
    }
    let counter = Counter::<R>::new(kind, &args.options()?)?;
    for (test, failure) in tests.iter().zip(failures) {
        if test.variant != R::VARIANT {
            continue;
        }
        if failure.is_none() {
            *failure = first_failure(test, &counter).with_context(|| test.place.clone())?;
        }
        bar.finished(0);
    }
    Ok(())
}

fn first_failure<R: Rules>(test: &Test, counter: &Counter<R>) -> anyhow::Result<Option<Failure>> {
    let position = position::<R>(test)?;
    if let Some(expected) = &test.moves {
        let mut got: Vec<String> = position
            .legal_moves()
            .iter()
            .map(|mv| mv.to_string())
            .collect();
        got.sort_unstable();
        if got != *expected {
            return Ok(Some(Failure::Moves {
                expected: expected.clone(),
                got,
            }));
        }
    }
    for &(kind, depth, expected) in &test.counts {
        if kind != counter.kind() {
            continue;
        }
        let got = count_or_stop(counter, &position, depth)?;
        if got != expected {
            return Ok(Some(Failure::Count {
                kind,
                depth,
                expected,
                got,
            }));
        }
    }
    Ok(None)
}

fn position<R: Rules>(test: &Test) -> anyhow::Result<Position<R>> {
    fen::parse::<R>(&test.fen).with_context(|| excerpt(&test.fen))
}

fn count_or_stop<R: Rules>(
    counter: &Counter<R>,
    position: &Position<R>,
    depth: u32,
) -> anyhow::Result<u128> {
    let frontier = Frontier::new(position, depth, counter.kind());
    let nothing = vec![None; frontier.len()];
    match counter.run(&frontier, &nothing, &STOP, &|_, _| ()) {
        Ok(counts) => Ok(frontier.total(&counts)?),
        Err(PerftError::Stopped) => Err(Interrupted("the suite was stopped".into()).into()),
        Err(other) => Err(other.into()),
    }
}

fn report(
    args: &Perft,
    tests: &[Test],
    failures: &[Option<Failure>],
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let mut failed = 0;
    for (test, failure) in tests.iter().zip(failures) {
        let Some(failure) = failure else { continue };
        failed += 1;
        writeln!(out, "FAILED {}", test.place)?;
        if failed == 1 {
            with_rules!(test.variant, R => explain::<R>(args, test, failure, out))?;
        }
    }
    if tests.is_empty() {
        bail!("the suite holds no position: nothing to check");
    }
    let skipped = tests.iter().filter(|test| test.is_skipped()).count();
    if skipped == tests.len() {
        bail!("the suite holds no count within --depth and --count: nothing to check");
    }
    write!(
        out,
        "{} passed, {failed} failed",
        tests.len() - failed - skipped
    )?;
    if skipped > 0 {
        write!(
            out,
            ", {skipped} skipped (no count within --depth and --count)"
        )?;
    }
    writeln!(out)?;
    Ok(ExitCode::from(u8::from(failed > 0)))
}

fn explain<R: Rules>(
    args: &Perft,
    test: &Test,
    failure: &Failure,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(out, "Variant: {}", test.variant)?;
    writeln!(out, "Position: {}", test.fen)?;
    match failure {
        Failure::Count {
            kind,
            depth,
            expected,
            got,
        } => {
            writeln!(out, "Depth: {depth}\nCount: {kind}")?;
            writeln!(out, "Expected: {expected}\nGot: {got}")?;
            let counter = Counter::<R>::new(*kind, &args.options()?)?;
            let divided = counter.divide(&position(test)?, *depth)?;
            count::print_divided::<R>(&divided, out)
        }
        Failure::Moves { expected, got } => {
            writeln!(out, "Expected: {}", expected.join(" "))?;
            writeln!(out, "Got: {}", got.join(" "))?;
            Ok(())
        }
    }
}
