//! Where the games of a match go: the terminal or plain lines, PDN, lines of JSON, a chart.

use super::Match;
use crate::commands::picture::{Picture, is_same_file};
use crate::commands::stub::Stub;
use anyhow::{Context, anyhow, bail};
use damka_arena::plan::Plan;
use damka_arena::record::GameRecord;
use damka_arena::report::journal::Journal;
use damka_arena::report::plot::Moment;
use damka_arena::report::{pdn, plot, text};
use damka_arena::runner::{Audience, Summary};
use damka_arena::standings::Standings;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Everything that is written about a match.
pub struct Output<'a> {
    plan: &'a Plan,
    out: &'a mut dyn Write,
    every: u64,
    bar: Option<ProgressBar>,
    journal: Option<Journal>,
    pdn: Option<(PathBuf, File)>,
    plot: Option<Picture>,
    /// The files that are new, as long as the match has not begun.
    stubs: Vec<Stub>,
    /// The games of an earlier run.
    earlier: Vec<GameRecord>,
    /// How the match stood after each game, for the chart.
    moments: Vec<Moment>,
    /// What ended the match, when that was a game that could not be written.
    pub failure: Option<anyhow::Error>,
}

impl<'a> Output<'a> {
    /// Opens all files. New ones go again unless they are [kept](Self::keep_files).
    pub fn open(
        args: &Match,
        plan: &'a Plan,
        out: &'a mut dyn Write,
    ) -> anyhow::Result<Output<'a>> {
        let outputs: Vec<&Path> = [&args.json, &args.pdn]
            .into_iter()
            .flatten()
            .map(|path| path.as_path())
            .collect();
        if let (Some(json), Some(pdn)) = (&args.json, &args.pdn)
            && is_same_file(json, pdn)
        {
            bail!("--json and --pdn name one file: {}", pdn.display());
        }
        let mut stubs = Vec::new();
        let mut created = |path: &Path, was_there: bool| {
            if !was_there {
                stubs.push(Stub::new(path));
            }
        };
        let is_there = |path: &Path| fs::symlink_metadata(path).is_ok();
        // A chart that cannot be written should not be found out after the last game.
        let plot = args
            .plot
            .as_deref()
            .map(|path| Picture::open(path, &outputs))
            .transpose()?;
        let earlier = match &args.json {
            Some(path) if args.resume => Journal::games(path, plan)?,
            _ => Vec::new(),
        };
        let pdn = match &args.pdn {
            None => None,
            Some(path) => {
                let was_there = is_there(path);
                let file = open_pdn(path, args.resume, plan, &earlier)?;
                created(path, was_there);
                Some((path.clone(), file))
            }
        };
        // The only file that is written anew comes last: what may be refused leaves it as it is.
        let journal = match &args.json {
            None => None,
            Some(path) => {
                let was_there = is_there(path);
                let journal = if was_there && args.resume {
                    Journal::resume(path, plan, &earlier)?
                } else {
                    Journal::create(path, plan)?
                };
                created(path, was_there);
                Some(journal)
            }
        };
        let moments = if plot.is_some() {
            moments(plan, &earlier)
        } else {
            Vec::new()
        };
        let live = !args.plain && io::stdout().is_terminal() && io::stderr().is_terminal();
        Ok(Output {
            plan,
            out,
            every: args.every,
            bar: live.then(|| bar(plan, earlier.len() as u64)),
            journal,
            pdn,
            plot,
            stubs,
            moments,
            earlier,
            failure: None,
        })
    }

    /// The games of an earlier run.
    pub fn earlier(&self) -> &[GameRecord] {
        &self.earlier
    }

    /// The match has begun: its files stay, whatever ends it.
    pub fn keep_files(&mut self) {
        self.stubs.drain(..).for_each(Stub::keep);
    }

    /// Says what is played.
    pub fn heading(&mut self) -> anyhow::Result<()> {
        self.out.write_all(text::heading(self.plan).as_bytes())?;
        if !self.earlier.is_empty() {
            writeln!(self.out, "Resumed:      after {} games", self.earlier.len())?;
        }
        self.out.flush()?;
        Ok(())
    }

    /// Says how it ended.
    pub fn summary(&mut self, summary: &Summary, elapsed: Duration) -> anyhow::Result<()> {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        let report = text::summary(self.plan, summary, elapsed);
        self.out.write_all(report.as_bytes())?;
        if let Some(journal) = &mut self.journal {
            journal.summary(self.plan, summary, elapsed)?;
        }
        if let Some(picture) = self.plot.take() {
            let svg = plot::draw(self.plan, &self.moments, &summary.standings)
                .map_err(|error| anyhow!(error))?;
            picture.write(&svg)?;
        }
        Ok(())
    }

    fn keep(&mut self, game: &GameRecord) -> anyhow::Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.game(game)?;
        }
        if let Some((path, file)) = &mut self.pdn {
            let text = pdn::write(self.plan, game).map_err(|error| anyhow!(error))?;
            file.write_all(text.as_bytes())
                .with_context(|| path.display().to_string())?;
        }
        Ok(())
    }

    fn show(&mut self, game: &GameRecord, standings: &Standings) -> io::Result<()> {
        let fault = text::fault(self.plan, game);
        if let Some(bar) = &self.bar {
            if let Some(line) = fault {
                bar.println(line);
            }
            bar.set_message(text::live(self.plan, standings));
            bar.set_position(standings.games());
            return Ok(());
        }
        if let Some(line) = fault {
            writeln!(self.out, "{line}")?;
        }
        if standings.games().is_multiple_of(self.every) {
            writeln!(self.out, "{}", text::progress(self.plan, standings))?;
        }
        self.out.flush()
    }
}

impl Audience for Output<'_> {
    fn game(&mut self, game: &GameRecord, standings: &Standings) -> Result<(), String> {
        if self.plot.is_some() {
            self.moments.extend(Moment::of(self.plan, standings));
        }
        let told = self.keep(game);
        told.and_then(|()| Ok(self.show(game, standings)?))
            .map_err(|error| {
                let text = format!("{error:#}");
                self.failure = Some(error);
                text
            })
    }
}

/// A new PDN file, or the one of a match that is resumed, written anew from the games that are known: the file of
/// a run that was killed may miss its last game. A file that holds anything else is somebody's.
fn open_pdn(
    path: &Path,
    resume: bool,
    plan: &Plan,
    earlier: &[GameRecord],
) -> anyhow::Result<File> {
    let name = || path.display().to_string();
    let mut text = String::new();
    for game in earlier {
        text.push_str(&pdn::write(plan, game).map_err(|error| anyhow!(error))?);
    }
    if resume && path.is_file() {
        let old = fs::read(path).with_context(name)?;
        if !is_beginning(&String::from_utf8_lossy(&old), &text) {
            bail!(
                "{} holds something else than the games of this match",
                name()
            );
        }
    }
    let mut options = OpenOptions::new();
    options.write(true);
    if resume {
        options.create(true).truncate(true);
    } else {
        options.create_new(true);
    }
    let mut file = match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(anyhow!("{} exists already", name()));
        }
        opened => opened.with_context(name)?,
    };
    file.write_all(text.as_bytes()).with_context(name)?;
    Ok(file)
}

/// Whether a file that may have been cut off holds nothing but the beginning of this text. The day does not matter: a
/// game is dated when it is written.
fn is_beginning(old: &str, text: &str) -> bool {
    let is_date = |line: &str| line.starts_with("[Date ");
    let mut lines = text.split_inclusive('\n');
    old.split_inclusive('\n').all(|old| {
        let line = lines.next().unwrap_or_default();
        let is_cut_off = !old.ends_with('\n') && line.starts_with(old);
        old == line || is_cut_off || (is_date(old) && is_date(line))
    })
}

/// How the match stood after each game of an earlier run.
fn moments(plan: &Plan, earlier: &[GameRecord]) -> Vec<Moment> {
    let mut standings = Standings::new(plan.engines.len());
    let after = |game| {
        standings.add(game);
        Moment::of(plan, &standings)
    };
    earlier.iter().filter_map(after).collect()
}

/// The live table: the score above a bar with games, rate and time left.
fn bar(plan: &Plan, done: u64) -> ProgressBar {
    let bar = ProgressBar::new(plan.schedule().games());
    let style = "{msg}\n[{elapsed_precise}] {wide_bar} {pos}/{len} games, {per_sec}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar.set_position(done);
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}
