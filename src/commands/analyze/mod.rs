//! `damka analyze`: what every move of a game was worth, or the best lines of a position.

mod annotate;
mod chart;
mod lines;
mod value;

use self::annotate::annotate;
use self::lines::BestLines;
use super::picture::Picture;
use super::source::SourceArgs;
use super::{Interrupted, PositionArgs, output_file, stop_on_ctrl_c};
use anyhow::{Context, bail, ensure};
use clap::Args;
use damka_engine::draws::DrawRules;
use damka_engine::game::Game;
use damka_engine::pdn::{self, Reader, Record, WriteOptions};
use damka_engine::status::Status;
use damka_engine::{Rules, with_rules};
use damka_search::analysis::{self, JudgeError};
use damka_search::{Engine, Limits, Signal};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  damka analyze game.pdn > analysed.pdn
  damka analyze game.pdn --time 1000 --threads 2 --plot game.svg
  damka analyze --variant russian --fen 'W:WKa1,c3:BKh8,f6' --lines 3

Values are in men from White's view: +1.00 is a man more for White, #5 a win in 5 moves (#-5 for
Black). A doubtful move is marked $6 (?!), a mistake $2 (?), a blunder $4 (??), with a better line
as a variation. Of a game that was analysed before, these are replaced.
Games without the tag GameType are read by the rules of --variant if it is given, else by those
under which they can be replayed; its default is for --fen.";

/// Analyse the games of a PDN file and print them with comments, or show the best lines of a position
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Analyze {
    /// Games to analyse; - is standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "lines"])]
    file: Option<PathBuf>,

    #[command(flatten)]
    source: SourceArgs,

    #[command(flatten)]
    position: PositionArgs,

    /// Time for each position in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    time: u64,

    /// Search each position to this depth in plies instead
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,

    /// Searching threads
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,

    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,

    /// Best lines of a position that are shown
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=64))]
    lines: u32,

    /// Analyse only this game of the file, counted from 1
    #[arg(long, value_name = "N", requires = "file", conflicts_with = "fen", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,

    /// Write the values of the game as an SVG chart, over an earlier one; with several games choose one by --game
    #[arg(long, value_name = "SVG", requires = "file", conflicts_with = "fen", value_parser = output_file())]
    pub(super) plot: Option<PathBuf>,
}

impl Analyze {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let mut engine = super::engine(self.threads, self.hash)?;
        match &self.file {
            Some(file) => {
                let games = self.source.open(file)?;
                // A chart that cannot be written should not be found out after the analysis.
                let picture = self
                    .plot
                    .as_deref()
                    .map(|path| Picture::open(path, &[file]));
                let picture = picture.transpose()?;
                self.games(file, games, picture, &mut engine, out)
            }
            None => {
                ensure!(!self.source.is_given(), "--encoding needs a file of games");
                with_rules!(self.position.variant(), R => self.one_position::<R>(&mut engine, out))?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }

    fn limits<R: Rules>(&self) -> Limits<R> {
        match self.depth {
            Some(depth) => Limits {
                depth: Some(depth),
                ..Limits::default()
            },
            None => Limits {
                move_time: Some(Duration::from_millis(self.time)),
                ..Limits::default()
            },
        }
    }

    fn one_position<R: Rules>(
        &self,
        engine: &mut Engine,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let position = self.position.position::<R>()?;
        let game = Game::new(position, DrawRules::default_for(R::VARIANT));
        if let Status::Win(winner, _) = game.status()
            && winner == position.turn()
        {
            writeln!(out, "no piece to play against: the side to move has won")?;
            return Ok(());
        }
        let mut best = BestLines::new(self.lines as usize);
        let limits = Limits {
            multi_pv: self.lines,
            ..self.limits()
        };
        let stop = stop_flag()?;
        let signal = Signal::stopped_by(stop);
        let outcome = engine.search(&game, &limits, &signal, &mut best)?;
        if outcome.best.is_none() {
            writeln!(out, "no legal move: the side to move has lost")?;
        }
        best.write(position, out)?;
        if signal.is_stopped() {
            let text = format!("stopped in depth {}", outcome.depth + 1);
            return Err(Interrupted(text).into());
        }
        Ok(())
    }

    fn games(
        &self,
        file: &Path,
        mut reader: Reader<impl BufRead>,
        mut picture: Option<Picture>,
        engine: &mut Engine,
        out: &mut dyn Write,
    ) -> anyhow::Result<ExitCode> {
        let name = file.display();
        let mut faults = 0;
        let mut analysed = 0;
        let mut games = (&mut reader).zip(1..).peekable();
        // Ctrl-C ends the program by itself while it only waits for something to analyse.
        games.peek();
        let stop = stop_flag()?;
        while let Some((game, number)) = games.next() {
            if self.game.is_some_and(|wanted| wanted != number) {
                continue;
            }
            if self.plot.is_some() && self.game.is_none() && (number > 1 || games.peek().is_some())
            {
                bail!("{name}: --plot draws one game, and there are several: choose one by --game");
            }
            // A game that cannot be read is told and left out; the others are analysed.
            let read = game.and_then(|game| {
                let variant = game.variant(self.position.game.variant)?;
                Ok((game, variant))
            });
            let written = read.and_then(|(game, variant)| {
                with_rules!(variant, R => Ok(self.one_game::<R>(game.replay()?, number, &mut picture, (engine, &stop), out)))
            });
            match written {
                Ok(result) => {
                    result?;
                    analysed += 1;
                }
                Err(pdn::ReadError::Io(error)) => {
                    return Err(error).with_context(|| name.to_string());
                }
                Err(error) => {
                    faults += 1;
                    crate::complain(&format!("{name}: game {number}: {error}"));
                }
            }
        }
        self.source.warn(file, &reader);
        if let (Some(wanted), 0, 0) = (self.game, analysed, faults) {
            bail!("{name}: there is no game {wanted}");
        }
        ensure!(analysed + faults > 0, "{name}: no game found");
        Ok(if faults > 0 {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        })
    }

    fn one_game<R: Rules>(
        &self,
        mut record: Record<R>,
        number: u64,
        picture: &mut Option<Picture>,
        (engine, stop): (&mut Engine, &Arc<AtomicBool>),
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let mut game = Game::new(record.start, DrawRules::default_for(R::VARIANT));
        for mv in record.moves() {
            game.play(mv)?;
        }
        let bar = bar(game.moves().len() + 1, number);
        let judgements = analysis::judge(engine, &game, &self.limits(), stop, || bar.inc(1));
        bar.finish_and_clear();
        let judgements = match judgements {
            Ok(judgements) => judgements,
            Err(JudgeError::Stopped) => {
                let text = format!("stopped in game {number}, of which nothing is printed");
                return Err(Interrupted(text).into());
            }
            Err(other) => return Err(other.into()),
        };
        let verdicts = analysis::verdicts(&judgements, game.moves());
        annotate(&mut record, &judgements, &verdicts);
        out.write_all(pdn::write(&record, WriteOptions::default()).as_bytes())?;
        out.flush()?;
        if let Some(picture) = picture.take() {
            picture.write(&chart::draw(&record, &judgements, &verdicts)?)?;
        }
        Ok(())
    }
}

/// A flag that Ctrl-C raises.
fn stop_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    stop_on_ctrl_c(flag.clone())?;
    Ok(flag)
}

/// A progress bar on stderr, if that is a terminal.
fn bar(positions: usize, game: u64) -> ProgressBar {
    let target = if io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(positions as u64), target);
    let template = "game {msg} [{elapsed}] {wide_bar} {pos}/{len} positions, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_message(game.to_string());
    bar
}
