//! One count: progress, resumption, and what is printed in the end.

use super::resume::{Header, Resume};
use super::{Perft, STOP, progress};
use crate::commands::Interrupted;
use damka_engine::perft::{CountKind, Counter, Divided, Frontier, PerftError};
use damka_engine::{Position, Rules, fen};
use serde::{Serialize, Serializer};
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

pub fn run<R: Rules>(args: &Perft, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let position = args.position.position::<R>()?;
    let depth = args.depth.unwrap_or_default();
    let kind = args.count.unwrap_or(CountKind::Unique);
    let counter = Counter::new(kind, &args.options()?)?;
    let begin = Instant::now();
    let frontier = Frontier::new(&position, depth, kind);
    let resume = match &args.resume {
        Some(path) => Some(Resume::open(
            path,
            &Header::new(&position, depth, &frontier),
        )?),
        None => None,
    };
    let already = resume.as_ref().map_or(0, Resume::counted);
    log::info!(
        "{} {kind} depth {depth}: {} subtrees, {already} leaves counted before",
        R::VARIANT,
        frontier.len()
    );
    let counts = count_subtrees(&counter, &frontier, resume.as_ref())?;
    let report = Report {
        variant: R::VARIANT.name(),
        fen: fen::numeric(&position),
        depth,
        count_kind: kind.name(),
        count: frontier.total(&counts)?,
        seconds: begin.elapsed().as_secs_f64(),
        divide: frontier.divide(&counts)?,
    };
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        report.print(&position, args.divide, already, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn count_subtrees<R: Rules>(
    counter: &Counter<R>,
    frontier: &Frontier<R>,
    resume: Option<&Resume>,
) -> anyhow::Result<Vec<u128>> {
    let nothing = vec![None; frontier.len()];
    let known = resume.map_or(&nothing[..], Resume::known);
    let already = known.iter().flatten().count();
    let bar = progress::Bar::of_subtrees(frontier.len(), already);
    let done = AtomicUsize::new(already);
    let result = counter.run(frontier, known, &STOP, &|index, count| {
        done.fetch_add(1, Ordering::Relaxed);
        bar.finished(count);
        if resume.is_some_and(|resume| resume.keep(index, count).is_err()) {
            // The file says why when it is asked below.
            STOP.store(true, Ordering::Relaxed);
        }
    });
    bar.clear();
    if let Some(resume) = resume {
        resume.check()?;
    }
    result.map_err(|error| match error {
        PerftError::Stopped => {
            let how_to_go_on = match resume {
                Some(resume) => format!("the same command goes on from {}", resume.path()),
                None => "with --resume FILE the count could go on later".to_string(),
            };
            let (done, all) = (done.into_inner(), frontier.len());
            Interrupted(format!(
                "stopped after {done} of {all} subtrees; {how_to_go_on}"
            ))
            .into()
        }
        other => other.into(),
    })
}

/// What `--json` prints, with exactly these fields.
#[derive(Serialize)]
struct Report<R: Rules> {
    variant: &'static str,
    fen: String,
    depth: u32,
    count_kind: &'static str,
    count: u128,
    seconds: f64,
    /// Count by root move in Hub form.
    #[serde(serialize_with = "as_map::<R, _>")]
    divide: Divided<R>,
}

fn as_map<R: Rules, S: Serializer>(divided: &Divided<R>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(divided.iter().map(|(mv, count)| (mv.to_string(), count)))
}

impl<R: Rules> Report<R> {
    fn print(
        &self,
        position: &Position<R>,
        divide: bool,
        already: u128,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        writeln!(out, "Variant: {}", self.variant)?;
        writeln!(out, "Position: {}", fen::pdn(position))?;
        writeln!(out, "Depth: {}", self.depth)?;
        writeln!(out, "Count: {}", self.count_kind)?;
        if divide {
            print_divided::<R>(&self.divide, out)?;
        }
        let rate = self.count.saturating_sub(already) as f64 / self.seconds.max(1e-9) / 1e6;
        writeln!(out, "Time: {:.3} s, {rate:.1} M/s", self.seconds)?;
        writeln!(out, "Nodes searched: {}", self.count)?;
        Ok(())
    }
}

/// One root move a line, in Hub form, with its count.
pub fn print_divided<R: Rules>(divided: &Divided<R>, out: &mut dyn Write) -> anyhow::Result<()> {
    for (mv, count) in divided {
        writeln!(out, "{mv}: {count}")?;
    }
    Ok(())
}
